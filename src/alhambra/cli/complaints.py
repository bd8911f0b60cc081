"""Errors of the user, as one sentence."""

from __future__ import annotations


class Complaint(Exception):
    """An error the user can fix. Shown as one sentence, never as a traceback."""


def sentence(text: object) -> str:
    """Text with a capital letter and a full stop.

    >>> sentence("the game is over")
    'The game is over.'
    """
    words = " ".join(str(text).split())
    end = "" if words.endswith((".", "?", "!")) else "."
    return f"{words[:1].upper()}{words[1:]}{end}"


def problem(error: OSError | ValueError) -> str:
    """The system's message for an error, as the end of a sentence."""
    words = (isinstance(error, OSError) and error.strerror) or str(error)
    return words[:1].lower() + words[1:]
