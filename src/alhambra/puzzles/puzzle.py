"""A puzzle as text and as data, and what is said of an answer."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from alhambra.actions import Action
from alhambra.analysis.results import Why
from alhambra.game import Game
from alhambra.reasons import AlhambraError, IllegalAction, why
from alhambra.record import Record

SEPARATOR = " | "  # between the items of a header
ID_DIGITS = 8
DIGITS = 3  # of shares of a win


class Theme(StrEnum):
    """What a puzzle is about."""

    EXACT = "exact"
    WALL = "wall"
    DENYING = "denying"
    REDESIGN = "redesign"
    SCORING = "scoring"
    MAJORITY = "majority"


class Verdict(StrEnum):
    """What is said of an answer that the rules allow."""

    BEST = "best"
    WORSE = "worse"


@dataclass(frozen=True)
class Puzzle:
    """A position in which one action is clearly the best for the seat to act. ``worse`` are the
    other actions that were followed, and how much of a win each costs."""

    record: Record  # without further headers
    theme: Theme
    best: Action
    error: float  # standard error of how far the second is behind
    worse: Mapping[Action, float]  # from the second best on
    reasons: tuple[Why, ...]
    easy: bool  # a Mason finds it

    @cached_property
    def id(self) -> str:
        """A short name that is the same wherever the position is."""
        return hashlib.sha256(str(self.record).encode()).hexdigest()[:ID_DIGITS]

    @property
    def ahead(self) -> float:
        """How much of a win the best action is ahead of the second."""
        return min(self.worse.values())

    def begin(self) -> Game:
        """The position; nothing that is drawn after it is known."""
        return self.record.replay()

    def verdict(self, action: Action) -> Verdict:
        """What is said of an action. Raises IllegalAction if the rules do not allow it."""
        if reason := self.begin().why_not(action):
            raise IllegalAction(reason)
        return Verdict.BEST if action == self.best else Verdict.WORSE

    @classmethod
    def parse(cls, text: str) -> Puzzle:
        """Read a puzzle, or raise AlhambraError."""
        record = Record.parse(text)
        given = dict(record.extra)
        try:
            worse = dict(_costs(given["worse"]))
            return cls(
                replace(record, extra=()),
                Theme(given["theme"]),
                Action.parse(given["best"]),
                float(given["error"]),
                worse,
                tuple(_reason(words) for words in _items(given.get("why", ""))),
                given.get("easy") == "yes",
            )
        except (KeyError, ValueError):
            raise AlhambraError(why("not_a_puzzle")) from None

    def __str__(self) -> str:
        costs = (f"{action} = {cost:.{DIGITS}f}" for action, cost in self.worse.items())
        headers = {
            "theme": self.theme.value,
            "best": str(self.best),
            "error": f"{self.error:.{DIGITS}f}",
            "worse": SEPARATOR.join(costs),
            "easy": "yes" if self.easy else "no",
        }
        if self.reasons:
            headers["why"] = SEPARATOR.join(_words(each) for each in self.reasons)
        return str(replace(self.record, extra=tuple(headers.items())))


def _items(text: str) -> list[str]:
    return text.split(SEPARATOR) if text else []


def _costs(text: str) -> Iterator[tuple[Action, float]]:
    for item in _items(text):
        action, _, cost = item.partition(" = ")
        yield Action.parse(action), float(cost)


def _words(reason: Why) -> str:
    return " ".join([reason.code, *(f"{name}={value}" for name, value in reason.params.items())])


def _reason(words: str) -> Why:
    code, *params = words.split(" ")
    pairs = (param.partition("=") for param in params)
    return Why(code, {name: _value(value) for name, _, value in pairs})


def _value(text: str) -> str | int:
    return int(text) if text.lstrip("-").isdigit() else text
