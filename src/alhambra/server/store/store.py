"""What the server keeps, and how it asks for it. Every database answers to ``Store``.

The log is the truth: events are appended, never changed. They name people only by a random
key; names, chat and results lie beside the log, so that a person's data can be deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from alhambra.reasons import AlhambraError, why
from alhambra.server.log.events import LoggedEvent, Status


class Conflict(Exception):
    """Somebody else has written this version of the game."""


class StoreFailed(AlhambraError):
    """The disk or the database does not work."""

    @classmethod
    def of_writing(cls) -> StoreFailed:
        """Something could not be written."""
        return cls(why("not_saved"))

    @classmethod
    def of_reading(cls) -> StoreFailed:
        """Something could not be read."""
        return cls(why("not_loaded"))


@dataclass(frozen=True, slots=True)
class Sitter:
    """The name on a seat, and whose it is."""

    seat: int
    name: str
    person: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """What lists of tables show; it follows from the log and may be written anew."""

    game: str
    status: Status
    public: bool
    days: bool  # plays on a clock of days, also while nobody is there
    open_seats: int
    at: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of chat."""

    line: int
    at: int
    person: str
    seat: int | None
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Reported:
    """A line of chat that people have complained about."""

    game: str
    line: Line
    times: int  # by so many persons
    at: int  # last


@dataclass(frozen=True, slots=True)
class Result:
    """A seat's finished game in numbers."""

    game: str
    seat: int
    person: str | None
    counts: bool
    numbers: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Writing:
    """All that is written at once, or not at all."""

    events: Sequence[LoggedEvent] = ()
    sitters: Sequence[Sitter] = ()
    entry: Entry | None = None
    results: Sequence[Result] = field(default=())


class Store(Protocol):
    """A place where games are kept. All but ``open`` raise StoreFailed when it does not work."""

    async def open(self) -> None:
        """Make it ready, migrated to this version."""

    async def close(self) -> None:
        """Write what is under way, and let go."""

    async def problem(self) -> str | None:
        """What keeps it from writing, in words; None if it writes."""

    async def write(self, game: str, writing: Writing) -> None:
        """Write durably, or raise Conflict where a version exists already or somebody who is to
        sit there has been forgotten."""

    async def events(self, game: str) -> list[LoggedEvent]:
        """The whole log of a game; empty where there is none."""

    async def sitters(self, game: str) -> list[Sitter]:
        """The names at a table."""

    async def entries(self, person: str | None, limit: int) -> list[Entry]:
        """The latest public tables that are not over; or of a person all games under way, then
        their latest other tables."""

    async def public_entries(self, limit: int, per_host: int) -> list[Entry]:
        """The latest public tables that are not over, so many of each host."""

    async def names(self, games: Sequence[str]) -> dict[str, list[Sitter]]:
        """The names at several tables."""

    async def on_days(self) -> list[str]:
        """The games under way on a clock of days."""

    async def uncounted(self) -> list[str]:
        """The games that are over and have no results yet."""

    async def person(self, key: str) -> str | None:
        """The name of a person, None where there is none."""

    async def name_person(self, key: str, name: str) -> None:
        """Add a person, or change the name."""

    async def known(self, keys: Collection[str]) -> set[str]:
        """Those of these persons who have not been forgotten."""

    async def begin_to_forget(self, key: str) -> None:
        """Delete a person's data, and remember that their seats are still to be given up."""

    async def leaving(self) -> list[str]:
        """The persons whose seats are still to be given up."""

    async def games_of(self, key: str) -> list[str]:
        """The games where a person sits, and open tables they have set up."""

    async def seats_of(self, game: str, key: str) -> list[Sitter]:
        """A person's seats at a table, as they are to be kept: without the person."""

    async def end_forgetting(self, key: str) -> None:
        """All seats have been given up."""

    async def say(self, game: str, line: Line, client_id: str) -> int | None:
        """Keep a line of chat, and number it; None for one that came before."""

    async def said(self, game: str, person: str, client_id: str) -> str | None:
        """The text of a person's line of chat, by the id it was sent with."""

    async def lines(self, game: str, limit: int) -> list[Line]:
        """The last lines of chat."""

    async def line(self, game: str, number: int) -> Line | None:
        """A line of chat by its number, None where there is none."""

    async def mute(self, key: str, other: str, muted: bool) -> None:
        """Remember whom a person does not want to hear."""

    async def muted(self, key: str) -> set[str]:
        """Whom a person does not want to hear."""

    async def report(self, key: str, line: int, at: int) -> None:
        """Keep a complaint about a line of chat."""

    async def reports(self) -> list[Reported]:
        """The lines of chat that somebody has complained about, the latest complaint first."""

    async def points(self, games: Sequence[str]) -> dict[str, list[int]]:
        """The points of every seat of those games that are over."""

    async def results(self, person: str | None, game: str | None = None) -> list[Result]:
        """The results of a person that count, or all of a game."""


Listener = Callable[[str, int], None]


class Fanout(Protocol):
    """Tells whoever shows a table that its log has grown, in this process or in others."""

    def subscribe(self, listener: Listener) -> None:
        """Call this with game and version whenever a game has changed elsewhere."""

    async def publish(self, game: str, version: int) -> None:
        """Tell the others."""


class OneProcess:
    """The fan-out of a server that is alone: its own tables know already."""

    def subscribe(self, listener: Listener) -> None:
        """Nobody else will ever call."""

    async def publish(self, game: str, version: int) -> None:
        """Nobody else is there."""
