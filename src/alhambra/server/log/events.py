"""The types of events in a table's log. Their fields are stored under the same names.

If the fields of an event change, raise its ``VERSION`` and add an entry to ``UPCASTERS`` in
``serialization``, which converts events that are already in logs. Events identify people only by
their key.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from alhambra.server.log.options import Options
from alhambra.server.log.seats import Counter, Seat, SeatKind
from alhambra.server.log.shared_deals import SharedDeal

Status = Literal["open", "playing", "over"]
Cause = Literal["left", "time"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has happened at a table."""

    VERSION: ClassVar[int] = 1


# Setting up


@dataclass(frozen=True, slots=True)
class Created(Event):
    """A table was set up. With a record, its game continues from the record's last position."""

    VERSION: ClassVar[int] = 2
    seats: tuple[Seat, ...]
    options: Options
    host: str
    invite: str = field(repr=False)
    seed: str = field(repr=False)
    previous: str | None = None  # the table of which this is the rematch
    record: str | None = field(default=None, repr=False)
    origin: tuple[str, int] | None = None  # the game and ply that the record comes from


@dataclass(frozen=True, slots=True)
class Imported(Event):
    """Somebody uploaded a record."""

    record: str = field(repr=False)
    host: str
    invite: str = field(repr=False)
    counters: tuple[Counter, ...]


@dataclass(frozen=True, slots=True)
class SeatSet(Event):
    """A seat was given to somebody else, or is free again."""

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

    VERSION: ClassVar[int] = 2
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
    """The host started the game, and these persons have to commit to their salts."""

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
    """The round of dealing was abandoned; the next one has this seed."""

    seed: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Started(Event):
    """The cards were dealt."""

    VERSION: ClassVar[int] = 2
    fairness: str | None  # the scheme; None if the deal was given


@dataclass(frozen=True, slots=True)
class DealShared(Event):
    """The table plays a shared deal, whose seed it was created with."""

    shared: SharedDeal


# Playing


@dataclass(frozen=True, slots=True)
class Step(Event):
    """An action was played. With ``confirm``, the turn was confirmed too if the action ended it."""

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
    """A seat asked to go back to a ply; these seats have to answer."""

    seat: int
    ply: int
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UndoAnswered(Event):
    """A person agreed for all their seats, or refused."""

    seat: int
    agree: bool
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Coached(Event):
    """A seat used the coach, for the first time in this game."""

    seat: int


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
    """The last player disconnected. It is logged to keep the time used until then."""


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
    "deal_shared": DealShared,
    "step": Step,
    "revealed": Revealed,
    "taken_back": TakenBack,
    "restarted": Restarted,
    "undo_asked": UndoAsked,
    "undo_answered": UndoAnswered,
    "coached": Coached,
    "replaced": Replaced,
    "returned": Returned,
    "paused": Paused,
    "rematched": Rematched,
}
"""By their names in the log."""


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event with its position in the log. If a command caused several events, the last one has
    the command's id and fingerprint."""

    game: str
    version: int  # of the table after this event, counted from 1
    event: Event
    at: int  # milliseconds since 1970
    person: str | None = None
    client_id: str | None = None
    fingerprint: str | None = None  # distinguishes commands with the same id; None in older logs
    used: int | None = None  # milliseconds of the turn; None without a clock and in older logs
