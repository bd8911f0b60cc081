"""A lesson, and a try at it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import takewhile
from pathlib import Path

from alhambra.actions import Action
from alhambra.game import Game
from alhambra.happenings import Happening
from alhambra.lessons.aims import AIMS, AimName
from alhambra.reasons import AlhambraError, IllegalAction, InvalidRecord, Reason, why
from alhambra.record import Record, read_text

AIM = "aim"  # the header that names what the turn is about
ENOUGH = "enough"  # the header with the number of actions after which the lesson is done
TEXTS = ("title", "rule", "task", "done", "worse")  # the headers with what a learner reads
MOST_ENDS = 20_000
"""A turn that can end in more ways takes too long to judge."""
_NUMBER = re.compile("[1-9]")


class Answer(StrEnum):
    """What a lesson says of an action that the rules allow."""

    WORSE = "worse"  # the turn cannot reach its aim any more; the action was not played
    RIGHT = "right"  # played; the turn goes on
    DONE = "done"  # played; the lesson is over


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position with an aim for one turn of the seat to act.

    >>> lesson = lesson_named("money")
    >>> lesson.number, lesson.begin().game.phase
    (1, <Phase.ACT: 'act'>)
    """

    number: int
    name: str
    record: Record
    aim: AimName
    enough: int | None = None
    texts: Mapping[str, str] = field(default_factory=dict, hash=False)  # of a lesson from a file

    @classmethod
    def parse(cls, number: int, name: str, text: str) -> Lesson:
        """Read a lesson, or raise InvalidRecord with the line and the reason."""
        record = Record.parse(text)
        headers = dict(record.extra)

        def refusal(key: str, reason: Reason) -> InvalidRecord:
            return InvalidRecord(reason, _header_line(text, key))

        wanted = headers.get(AIM)
        if wanted is None:
            raise refusal(AIM, why("no_header", key=AIM))
        aim = next((name for name in AIMS if name == wanted), None)
        if aim is None:
            raise refusal(AIM, why("no_such_aim", aim=wanted[:40], aims=", ".join(AIMS)))
        enough = headers.get(ENOUGH)
        if enough is not None and not _NUMBER.fullmatch(enough):
            raise refusal(ENOUGH, why("bad_enough", value=enough[:40]))
        game, end = record.replay(), len(text.rstrip("\n").split("\n"))
        if not game.phase.is_decision:
            raise InvalidRecord(why("not_a_lesson"), end)
        if _has_more_ends(game, MOST_ENDS):
            raise InvalidRecord(why("long_lesson"), end)
        texts = {key: headers[key] for key in TEXTS if key in headers}
        return cls(number, name, record, aim, int(enough) if enough else None, texts)

    @classmethod
    def load(cls, path: Path) -> Lesson:
        """Read your own lesson from a file."""
        return cls.parse(0, path.stem, read_text(path))

    def begin(self) -> Try:
        """A new try at the lesson."""
        return Try(self)


class Try:
    """A learner's turn in the position of a lesson. Only right actions are played."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.game = lesson.record.replay()
        self.seat = self.game.seat
        self._actions = 0
        self._best = best_end(self.game, lesson.aim)

    @property
    def is_done(self) -> bool:
        """Has the learner done what the lesson asks for?"""
        return self._is_over()

    def _is_over(self) -> bool:
        turn_goes_on = self.game.phase.is_decision and self.game.seat == self.seat
        return self._actions == self.lesson.enough or not turn_goes_on

    def right_actions(self) -> Iterator[Action]:
        """The actions with which the turn can still reach the most."""
        return (action for action in self.game.legal_actions if self._reaches_most(action))

    def answer(self, action: Action) -> tuple[Answer, list[Happening]]:
        """Judge an action and play it if it is right. An action that the rules do not allow raises
        IllegalAction. Nothing is drawn when the turn ends."""
        if self.is_done:
            raise IllegalAction(why("lesson_done"))
        reason = self.game.why_not(action)
        if reason:
            raise IllegalAction(reason)
        if not self._reaches_most(action):
            return Answer.WORSE, []
        happenings = self.game.play(action, reveal=False)
        self._actions += 1
        return (Answer.DONE if self._is_over() else Answer.RIGHT), happenings

    def _reaches_most(self, action: Action) -> bool:
        after = self.game.copy()
        after.play(action, reveal=False)
        return best_end(after, self.lesson.aim, self.seat) == self._best


def best_end(game: Game, aim: AimName, seat: int | None = None) -> int:
    """The most that the turn of the seat can still reach.

    >>> best_end(lesson_named("wall").begin().game, "wall")
    7
    """
    seat = game.seat if seat is None else seat
    if not game.phase.is_decision or game.seat != seat:
        return AIMS[aim](game, seat)
    return max(best_end(_after(game, action), aim, seat) for action in game.legal_actions)


def _header_line(text: str, key: str) -> int:
    """The number of the line with a header; of the last header if there is none."""
    header = list(takewhile(bool, text.split("\n")))
    lines = [n for n, line in enumerate(header, start=1) if line.startswith(f"{key}: ")]
    return (lines or [len(header)])[-1]


def _has_more_ends(game: Game, most: int) -> bool:
    """Whether the turn can end in more ways than this."""
    left, found = [game], 0
    while left and found <= most:
        before = left.pop()
        if before.phase.is_decision and before.seat == game.seat:
            left += [_after(before, action) for action in before.legal_actions]
        else:
            found += 1
    return found > most


def _after(game: Game, action: Action) -> Game:
    after = game.copy()
    after.play(action, reveal=False)
    return after


def _files() -> Mapping[str, Traversable]:
    """The files of all lessons by name, in the order of the lessons."""
    folder = files("alhambra.lessons") / "positions"
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".txt")), key=str)
    return {file.name[3:-4].replace("-", "_"): file for file in found}


@cache
def lesson_names() -> tuple[str, ...]:
    """The names of all lessons in their order."""
    return tuple(_files())


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons in their order."""
    numbered = enumerate(_files().items(), start=1)
    return tuple(
        Lesson.parse(number, name, file.read_text(encoding="utf-8"))
        for number, (name, file) in numbered
    )


def lesson_named(name: str) -> Lesson:
    """The lesson with this name, or raise AlhambraError with all names."""
    for lesson in lessons():
        if lesson.name == name:
            return lesson
    names = ", ".join(lesson.name for lesson in lessons())
    raise AlhambraError(why("no_such_lesson", name=name[:40], names=names))
