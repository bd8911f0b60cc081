"""What went wrong, told in one sentence."""

from __future__ import annotations


class Complaint(Exception):
    """Something the user can put right. Shown as one sentence, never as a traceback."""


def sentence(text: object) -> str:
    """Text with a capital letter and a full stop.

    >>> sentence("the game is over")
    'The game is over.'
    """
    words = " ".join(str(text).split())
    end = "" if words.endswith((".", "?", "!")) else "."
    return f"{words[:1].upper()}{words[1:]}{end}"


def problem(error: OSError | ValueError) -> str:
    """What the system says is wrong, as the end of a sentence."""
    words = (isinstance(error, OSError) and error.strerror) or str(error)
    return words[:1].lower() + words[1:]
