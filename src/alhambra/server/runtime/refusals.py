"""Errors: a refused request with its reason, and a server that cannot start."""

from __future__ import annotations

from alhambra.reasons import AlhambraError, why


class CannotStart(Exception):
    """The server cannot start; the text says why in one sentence."""


class Refused(AlhambraError):
    """A request or command that is refused."""


def refuse(code: str, **params: object) -> Refused:
    """A refusal with its reason."""
    return Refused(why(code, **params))
