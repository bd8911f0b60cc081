"""Reasons why something is refused, with a code and parameters, and the errors that carry them.

Other programs translate a reason by its code; ``str`` gives the English sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from alhambra.reasons.bot_sentences import BOTS
from alhambra.reasons.game_sentences import GAME
from alhambra.reasons.lesson_sentences import LESSONS
from alhambra.reasons.puzzle_sentences import PUZZLES
from alhambra.reasons.record_sentences import RECORDS
from alhambra.reasons.server_sentences import SERVER

SENTENCES: Mapping[str, str] = {**GAME, **RECORDS, **LESSONS, **PUZZLES, **SERVER, **BOTS}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused: a code and its parameters; ``str`` gives the sentence.

    >>> str(Reason("too_little", {"tile": "G8nw", "price": 8, "worth": 7}))
    'G8nw costs 8, these cards are worth 7'
    """

    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return SENTENCES[self.code].format(**self.params)

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.params.items()))))


def why(code: str, **params: object) -> Reason:
    """A reason with its parameters as numbers and words."""
    return Reason(code, {key: v if isinstance(v, int) else str(v) for key, v in params.items()})


class AlhambraError(ValueError):
    """Something cannot be done; ``reason`` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.reason)


class InvalidNotation(AlhambraError):
    """A word that names no tile, card, cell or action."""


class IllegalAction(AlhambraError):
    """An action that the rules do not allow here."""


class InvalidDeal(AlhambraError):
    """A deck, a bag or a table that no game can start from."""


class InvalidRecord(AlhambraError):
    """A record that breaks the format or the rules in one of its lines, counted from 1."""

    def __init__(self, reason: Reason, line: int) -> None:
        super().__init__(reason)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"

    def __reduce__(self) -> tuple[type[InvalidRecord], tuple[Reason, int]]:
        return InvalidRecord, (self.reason, self.line)
