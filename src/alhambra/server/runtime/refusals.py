"""Refusals: of a wish, with its reason, and of starting at all."""

from __future__ import annotations

from alhambra.reasons import AlhambraError, why


class CannotStart(Exception):
    """The server cannot start; the text says why in one sentence."""


class Refused(AlhambraError):
    """A wish that cannot be granted."""


def refuse(code: str, **params: object) -> Refused:
    """A refusal with its reason."""
    return Refused(why(code, **params))
