"""Games written down: the text format of RECORD.md, read strictly and written the same way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from alhambra.actions import Action
from alhambra.deal import Deal, DeckCard
from alhambra.game import Game, check_names
from alhambra.happenings import Ended, Happening, Scored
from alhambra.pieces import Card, Scoring, Tile
from alhambra.reasons import AlhambraError, InvalidNotation, InvalidRecord, Reason, why
from alhambra.table import Phase

FORMAT = "1"
RULES = "1"
KEYS = ("alhambra", "rules", "players", "first", "deck", "bag")

Step = Action | tuple[Card, ...]  # what a player did, or the order of a reshuffle


@dataclass(frozen=True, slots=True)
class Record:
    """A game as data: the players, the deal, and everything that was played.

    >>> record = Record.of(Game.new(["Ana", "Bruno"], seed=1))
    >>> print(str(record)[:41])
    alhambra: 1
    rules: 1
    players: Ana | Bruno
    """

    names: tuple[str, ...]
    first: int
    deal: Deal
    steps: tuple[Step, ...] = ()
    extra: tuple[tuple[str, str], ...] = field(default=())  # further header lines

    @classmethod
    def of(cls, game: Game, extra: Mapping[str, str] | None = None) -> Record:
        """The record of a game so far; ``extra`` adds header lines."""
        steps = tuple(game.events)
        return cls(game.names, game.first, game.deal, steps, tuple((extra or {}).items()))

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record, or raise InvalidRecord with the line and the reason."""
        return _Reader(text).read()

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record from a file."""
        return cls.parse(read_text(path))

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        Path(path).write_bytes(str(self).encode("utf-8"))

    @property
    def plies(self) -> int:
        """How many actions it holds."""
        return sum(isinstance(step, Action) for step in self.steps)

    def start(self) -> Game:
        """The game before its first action."""
        return Game(self.names, self.deal, self.first)

    def replay(self, ply: int | None = None) -> Game:
        """The game at the end of the record, or after ``ply`` actions."""
        if ply is not None and not 0 <= ply <= self.plies:
            raise InvalidNotation(why("no_such_ply", plies=self.plies, ply=ply))
        game = self.start()
        played = 0
        for step in self.steps:
            if isinstance(step, Action):
                if played == ply:
                    break
                played += 1
            take_step(game, step)
        return game

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"alhambra: {FORMAT}"
        yield f"rules: {RULES}"
        yield f"players: {' | '.join(self.names)}"
        yield f"first: {self.first + 1}"
        yield f"deck: {_words(self.deal.deck)}"
        yield f"bag: {_words(self.deal.bag)}"
        for key, value in self.extra:
            yield f"{key}: {value}"
        yield ""
        game = self.start()
        for step in self.steps:
            if isinstance(step, Action):
                yield f"{game.seat + 1} {step}"
            else:
                yield f"deck: {_words(step)}"
            yield from (f"{key}: {points}" for key, points in due_lines(take_step(game, step)))


def read_text(path: str | Path) -> str:
    """The text of a file, or raise InvalidRecord with the first line that is not UTF-8."""
    try:
        return Path(path).read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise InvalidRecord(why("not_utf8"), line) from None


def take_step(game: Game, step: Step) -> list[Happening]:
    """Play a step of a record."""
    return game.play(step) if isinstance(step, Action) else game.reshuffle(step)


def due_lines(happened: list[Happening]) -> Iterator[tuple[str, str]]:
    """The lines of a record that follow from what happened: scorings and the result."""
    for happening in happened:
        if isinstance(happening, Scored):
            yield f"score {happening.sheet.scoring}", _words(happening.sheet.points)
        elif isinstance(happening, Ended):
            yield "result", _words(happening.outcome.points)


def _words(items: tuple[object, ...]) -> str:
    return " ".join(str(item) for item in items)


_SEAT = re.compile(r"[1-9]")
_ACTION = re.compile(r"([1-9][0-9]*) (.*)", re.DOTALL)
_POINTS = re.compile(r"(score [ABC]|result): (.*)", re.DOTALL)


class _Reader:
    """Reads one record: the header, then the events, each of which is played at once."""

    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        if lines[-1] == "":
            lines.pop()
        numbered = enumerate(lines, start=1)
        self._last = max(len(lines), 1)
        self._lines = [(n, line) for n, line in numbered if not line.startswith("#")]

    def read(self) -> Record:
        blank = next((i for i, (_, line) in enumerate(self._lines) if not line), len(self._lines))
        headers = self._headers(self._lines[:blank])
        record = self._start(headers)
        return self._events(record, self._lines[blank + 1 :])

    def _fail(self, line: int, reason: Reason) -> InvalidRecord:
        return InvalidRecord(reason, line)

    # The header

    def _headers(self, lines: list[tuple[int, str]]) -> list[tuple[int, str, str]]:
        headers: list[tuple[int, str, str]] = []
        for number, line in lines:
            key, colon, value = line.partition(": ")
            if not colon or not key or key != key.strip():
                raise self._fail(number, why("not_a_header", line=_short(line)))
            if key in KEYS and any(key == known for _, known, _ in headers):
                raise self._fail(number, why("header_twice", key=key))
            headers.append((number, key, value))
        return headers

    def _start(self, headers: list[tuple[int, str, str]]) -> Record:
        found = {key: (number, value) for number, key, value in headers if key in KEYS}
        for key in KEYS:
            if key not in found:
                line = headers[-1][0] if headers else 1
                raise self._fail(line, why("no_header", key=key))
        self._check_version(*found["alhambra"], "alhambra", FORMAT)
        self._check_version(*found["rules"], "rules", RULES)
        names = self._names(*found["players"])
        deck = self._cards(*found["deck"])
        bag = self._tiles(*found["bag"])
        deal = Deal(deck, bag)
        with _at_line(found["deck"][0]):
            deal.check_deck(len(names))
        with _at_line(found["bag"][0]):
            deal.check_bag()
        first = self._first(*found["first"])
        with _at_line(found["first"][0]):
            Game(names, deal, first)
        extra = tuple((key, value) for _, key, value in headers if key not in KEYS)
        return Record(names, first, deal, (), extra)

    def _check_version(self, line: int, value: str, key: str, known: str) -> None:
        if value != known:
            found = _short(value)
            raise self._fail(line, why("unknown_version", key=key, value=found, known=known))

    def _names(self, line: int, value: str) -> tuple[str, ...]:
        names = tuple(value.split(" | "))
        with _at_line(line):
            check_names(names)
        return names

    def _first(self, line: int, value: str) -> int:
        if not _SEAT.fullmatch(value):
            raise self._fail(line, why("bad_first", value=_short(value)))
        return int(value) - 1

    def _cards(self, line: int, value: str) -> tuple[DeckCard, ...]:
        with _at_line(line):
            words = value.split(" ")
            return tuple(Scoring(word) if word in ("A", "B") else Card(word) for word in words)

    def _tiles(self, line: int, value: str) -> tuple[Tile, ...]:
        with _at_line(line):
            return tuple(Tile(word) for word in value.split(" "))

    # The events

    def _events(self, record: Record, lines: list[tuple[int, str]]) -> Record:
        game = record.start()
        steps: list[Step] = []
        due: list[tuple[str, str]] = []
        for number, line in lines:
            if due:
                self._expect_points(number, line, *due.pop(0))
                continue
            step = self._step(number, line, game)
            with _at_line(number):
                due.extend(due_lines(take_step(game, step)))
            steps.append(step)
        return Record(record.names, record.first, record.deal, tuple(steps), record.extra)

    def _expect_points(self, number: int, line: str, key: str, points: str) -> None:
        match = _POINTS.fullmatch(line)
        if not match or match[1] != key:
            raise self._fail(number, why("missing_line", key=key))
        if match[2] != points:
            found = _short(match[2])
            raise self._fail(number, why("wrong_points", key=key, expected=points, found=found))

    def _step(self, number: int, line: str, game: Game) -> Step:
        if game.is_over:
            raise self._fail(number, why("after_the_end"))
        match = _ACTION.fullmatch(line)
        if game.phase is Phase.RESHUFFLE:
            if not line.startswith("deck: "):
                raise self._fail(number, why("missing_line", key="deck"))
            return self._order(number, line.removeprefix("deck: "))
        if points := _POINTS.fullmatch(line):
            raise self._fail(number, why("unexpected_line", key=points[1]))
        if line.startswith("deck: "):
            raise self._fail(number, why("unexpected_line", key="deck"))
        if not match:
            raise self._fail(number, why("not_an_event", line=_short(line)))
        with _at_line(number):
            action = Action.parse(match[2])
        if match[1] != str(game.seat + 1):
            seat = _short(match[1])
            raise self._fail(number, why("wrong_seat", expected=game.seat + 1, found=seat))
        return action

    def _order(self, number: int, value: str) -> tuple[Card, ...]:
        with _at_line(number):
            return tuple(Card(word) for word in value.split(" "))


class _at_line:  # noqa: N801 - reads as a word of the sentence
    """Turns any AlhambraError into an InvalidRecord with this line number."""

    def __init__(self, line: int) -> None:
        self._line = line

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, AlhambraError) and not isinstance(error, InvalidRecord):
            raise InvalidRecord(error.reason, self._line) from None


def _short(text: str) -> str:
    """The beginning of a text: an error should not repeat all of a long one."""
    return text if len(text) <= 60 else text[:57] + "…"
