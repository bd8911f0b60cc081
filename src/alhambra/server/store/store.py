"""``Store``, the interface of every database, and the types of what is stored.

The log is the source of truth: events are appended, never changed. They identify people only by a
random key; names, chat and results are stored outside the log, so that they can be deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from alhambra.reasons import AlhambraError, why
from alhambra.server.log.events import LoggedEvent, Status

if TYPE_CHECKING:
    from alhambra.server.store.chat_lines import ChatLines
    from alhambra.server.store.duplicates import DuplicateStore
    from alhambra.server.store.people import People
    from alhambra.server.store.practice import Practice
    from alhambra.server.store.processes import Processes


class Conflict(Exception):
    """Another writer has already written this version of the game."""


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
    """A table in lists of tables. It is derived from the log and may be written again."""

    game: str
    status: Status
    public: bool
    days: bool  # has a clock in days, which runs while nobody is connected
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
    """A line of chat that was reported."""

    game: str
    line: Line
    times: int  # number of persons who reported it
    at: int  # of the latest report


@dataclass(frozen=True, slots=True)
class Result:
    """The statistics of a seat in a finished game."""

    game: str
    seat: int
    person: str | None
    counts: bool
    numbers: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReviewKind:
    """What kind of review counts. Those of another kind are as if they did not exist."""

    version: int  # of the format of analyses
    level: str


@dataclass(frozen=True, slots=True)
class ReviewedSeat:
    """What the review of a game found about one seat."""

    game: str
    numbers: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DueTurn:
    """A turn in a game with a clock in days. It is derived from the log and may be written again.
    A turn of which an older release stored nothing is due at 0."""

    seat: int | None
    due: int  # when the game has to be in memory: its deadline, or at once for a bot


@dataclass(frozen=True, slots=True)
class Presence:
    """The pages that other processes have at a table."""

    persons: frozenset[str] = frozenset()
    spectators: int = 0


NOBODY = Presence()


@dataclass(frozen=True, slots=True)
class Writing:
    """Everything that is written in one transaction."""

    events: Sequence[LoggedEvent] = ()
    sitters: Sequence[Sitter] = ()
    entry: Entry | None = None
    results: Sequence[Result] = field(default=())
    turn: DueTurn | None = None


class Store(Protocol):
    """Storage for games. All methods but ``open`` raise StoreFailed if it does not work."""

    async def open(self) -> None:
        """Open it, migrated to this release."""

    async def close(self) -> None:
        """Finish pending writes, and close it."""

    async def problem(self) -> str | None:
        """Why it cannot write, in words; None if it can."""

    async def write(self, game: str, writing: Writing) -> None:
        """Write durably. Raises Conflict if a version already exists or a person who would be
        seated has been forgotten."""

    async def events(self, game: str, after: int = 0) -> list[LoggedEvent]:
        """The log of a game after this version; empty if there is no such game."""

    async def heads(self, games: Collection[str]) -> dict[str, int]:
        """The latest version of each of these games."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use the database at the same time."""

    @property
    def processes(self) -> Processes:
        """The processes that share the database."""

    @property
    def people(self) -> People:
        """People: their names, and forgetting them."""

    @property
    def chat(self) -> ChatLines:
        """The chats at the tables."""

    @property
    def practice(self) -> Practice:
        """Daily deals and puzzles."""

    @property
    def duplicates(self) -> DuplicateStore:
        """Deals that several persons play."""

    async def sitters(self, game: str) -> list[Sitter]:
        """The names at a table."""

    async def entries(self, person: str, limit: int) -> list[Entry]:
        """All games in progress of a person, and then their latest other tables."""

    async def public_entries(self, limit: int, per_host: int) -> list[Entry]:
        """The latest public tables that are not over, at most ``per_host`` of each host."""

    async def names(self, games: Sequence[str]) -> dict[str, list[Sitter]]:
        """The names at several tables."""

    async def unfinished(self, person: str) -> int:
        """The number of tables with a seat of this person whose game is not over."""

    async def due(self, before: int) -> list[str]:
        """The games with a clock in days whose turn is due before this time, the earliest first."""

    async def turns(self, games: Sequence[str]) -> dict[str, DueTurn]:
        """The turns of those of these games that have a clock in days."""

    async def uncounted(self) -> list[str]:
        """The games that are over and have no results yet."""

    async def standings(self, games: Sequence[str]) -> dict[str, list[Result]]:
        """The results of every seat, for those of these games that are over."""

    async def results(self, person: str) -> list[Result]:
        """The results of a person that count."""

    async def has_finished(self, person: str) -> bool:
        """Whether a person has played any game to its end, counted or not."""

    async def review(self, game: str, kind: ReviewKind) -> bytes | None:
        """The stored analysis of a game; None if there is none of this kind."""

    async def keep_review(
        self, game: str, kind: ReviewKind, seats: Sequence[Mapping[str, Any]], analysis: bytes
    ) -> None:
        """Store the analysis of a game, and the numbers of each seat."""

    async def reviewed(self, person: str, kind: ReviewKind) -> list[ReviewedSeat]:
        """A person's seats in reviewed games that count, the game that ended last at the end."""


class News(NamedTuple):
    """A hint to other processes that they should look at the database."""

    about: Literal["log", "pages", "chat", "person"]
    subject: str  # a game, or for the last the key of a person
    version: int = 0


Listener = Callable[[News], None]


class Fanout(Protocol):
    """Notifies other processes of changes."""

    @property
    def is_well(self) -> bool:
        """Whether news of other processes arrives."""

    def subscribe(self, listener: Listener) -> None:
        """Call this with the news of other processes."""

    async def publish(self, news: News) -> None:
        """Notify the other processes."""

    async def keep(self) -> None:
        """Send and receive, until cancelled."""

    async def close(self) -> None:
        """Close the connections."""


class NoFanout:
    """Nobody is notified. Processes that share a database find everything there, a second later."""

    is_well = False

    def subscribe(self, listener: Listener) -> None:
        """Nothing ever comes."""

    async def publish(self, news: News) -> None:
        """Do nothing."""

    async def keep(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """There are none."""
