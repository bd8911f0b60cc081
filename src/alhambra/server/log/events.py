"""The events of a table's log. Their fields are what the log keeps, by the same names.

A change of an event's fields takes a new ``VERSION`` and an entry in ``upcasting``, which lifts
what is already in logs. Events never name people other than by their key.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from alhambra.server.log.options import Options
from alhambra.server.log.seats import Counter, Seat, SeatKind

Status = Literal["open", "playing", "over"]
Cause = Literal["left", "time"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has happened at a table."""

    VERSION: ClassVar[int] = 1


# Setting up


@dataclass(frozen=True, slots=True)
class Created(Event):
    """A table was set up; with a record, to go on from its last position."""

    seats: tuple[Seat, ...]
    options: Options
    host: str
    invite: str = field(repr=False)
    seed: str = field(repr=False)
    previous: str | None = None  # the table this one is the rematch of
    record: str | None = field(default=None, repr=False)
    origin: tuple[str, int] | None = None  # the game and ply that the record is of


@dataclass(frozen=True, slots=True)
class Imported(Event):
    """Somebody brought a record to look at."""

    record: str = field(repr=False)
    host: str
    invite: str = field(repr=False)
    counters: tuple[Counter, ...]


@dataclass(frozen=True, slots=True)
class SeatSet(Event):
    """Somebody else sits on a seat, or nobody any more."""

    seat: int
    kind: SeatKind
    person: str | None
    level: str | None
    counter: Counter


@dataclass(frozen=True, slots=True)
class HostChanged(Event):
    """The host was forgotten: somebody else is the host now, or nobody."""

    host: str | None


@dataclass(frozen=True, slots=True)
class OptionsSet(Event):
    """The host changed how the table plays."""

    options: Options


# Dealing


@dataclass(frozen=True, slots=True)
class Salted(Event):
    """Fairness 1, in older logs only: a person added a salt."""

    person: str
    salt: str


@dataclass(frozen=True, slots=True)
class SaltCommitted(Event):
    """A person committed to a salt by its hash."""

    person: str
    hash: str


@dataclass(frozen=True, slots=True)
class StartAsked(Event):
    """The host started: these persons are to commit to their salts."""

    persons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SaltsFrozen(Event):
    """The hashes of these persons take part, in this order."""

    persons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SaltRevealed(Event):
    """A person revealed the salt."""

    person: str
    salt: str


@dataclass(frozen=True, slots=True)
class RoundDrawn(Event):
    """The round of dealing was given up; the next one has this seed."""

    seed: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Started(Event):
    """The cards were dealt."""

    VERSION: ClassVar[int] = 2
    fairness: str | None  # the scheme; none where the deal was given


# Playing


@dataclass(frozen=True, slots=True)
class Step(Event):
    """An action was played; with ``confirm`` the turn that it ends was confirmed at once."""

    action: str
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A turn was confirmed: row and market were refilled."""


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """The last step of the turn was taken back."""


@dataclass(frozen=True, slots=True)
class Restarted(Event):
    """All steps of the turn were taken back."""


@dataclass(frozen=True, slots=True)
class UndoAsked(Event):
    """A seat asked to go back to a ply; these seats are to answer."""

    seat: int
    ply: int
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UndoAnswered(Event):
    """A person agreed for all their seats, or refused."""

    seat: int
    agree: bool
    seats: tuple[int, ...]


# Coming and going


@dataclass(frozen=True, slots=True)
class Replaced(Event):
    """A bot plays for somebody from now on."""

    seat: int
    level: str
    cause: Cause


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """Somebody took the seat back from the bot."""

    seat: int


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The last person is gone. It is in the log for the time that was used until then."""


@dataclass(frozen=True, slots=True)
class Rematched(Event):
    """The same players set up the next table."""

    table: str


KINDS: dict[str, type[Event]] = {
    "created": Created,
    "imported": Imported,
    "seat_set": SeatSet,
    "host_changed": HostChanged,
    "options_set": OptionsSet,
    "salted": Salted,
    "salt_committed": SaltCommitted,
    "start_asked": StartAsked,
    "salts_frozen": SaltsFrozen,
    "salt_revealed": SaltRevealed,
    "round_drawn": RoundDrawn,
    "started": Started,
    "step": Step,
    "revealed": Revealed,
    "taken_back": TakenBack,
    "restarted": Restarted,
    "undo_asked": UndoAsked,
    "undo_answered": UndoAnswered,
    "replaced": Replaced,
    "returned": Returned,
    "paused": Paused,
    "rematched": Rematched,
}
"""By the words that the log has for them."""


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event at its place in the log. If a command brought about several, the last of them has
    its id and its fingerprint."""

    game: str
    version: int  # of the table after it, counted from 1
    event: Event
    at: int  # milliseconds since 1970
    person: str | None = None
    client_id: str | None = None
    fingerprint: str | None = (
        None  # tells the command from others with its id; older logs have none
    )
    used: int | None = None  # milliseconds of the turn; none without a clock, and in older logs
