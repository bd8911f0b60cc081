"""The types of tables and seats: for setting up a table, and as shown to pages."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType, TypedDict

from alhambra.server.protocol.board import CounterName

MOST_SEATS = 6
NAME_LENGTH = 40
CHAT_LENGTH = 500

PersonName = Annotated[str, Field(min_length=1, max_length=NAME_LENGTH)]
LevelKey = Annotated[str, Field(min_length=1, max_length=40)]
TableId = Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{1,40}$")]
InviteKey = Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{1,60}$")]


class Asked(BaseModel):
    """A model of data from a page: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


# Seats


class MySeat(Asked):
    """The host sits here."""

    kind: Literal["me"]
    counter: CounterName | None = None


class OpenSeat(Asked):
    """Another person may sit down here."""

    kind: Literal["open"]
    counter: CounterName | None = None


class GuestSeat(Asked):
    """Another person at the same screen."""

    kind: Literal["guest"]
    name: PersonName
    counter: CounterName | None = None


class BotSeat(Asked):
    """A bot of a level."""

    kind: Literal["bot"]
    level: LevelKey
    name: PersonName | None = None
    counter: CounterName | None = None


SeatChoice = TypeAliasType(
    "SeatChoice",
    Annotated[MySeat | OpenSeat | GuestSeat | BotSeat, Field(discriminator="kind")],
)


# Options


class NoClock(Asked):
    """No time limit."""

    kind: Literal["none"]


class TurnClock(Asked):
    """Seconds for each turn; it stops while no player is connected."""

    kind: Literal["turn"]
    seconds: Annotated[int, Field(ge=10, le=3600)]


class DaysClock(Asked):
    """Days for each turn."""

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=30)]


Clock = TypeAliasType(
    "Clock", Annotated[NoClock | TurnClock | DaysClock, Field(discriminator="kind")]
)


class TableOptions(Asked):
    """How a table plays."""

    public: bool = False
    clock: Clock = NoClock(kind="none")
    open_hands: bool = False
    undo: bool = True
    random_order: bool = False
    """Draw the order of the seats by lot when the game starts."""
    youngest: Annotated[int, Field(ge=0, lt=MOST_SEATS)] | None = None
    """The seat that starts among those tied; with none the lowest."""
    coach: Literal["alone", "agreed", "never"] = "alone"
    """Whether hints may be asked for: by one person against bots, by everybody, by nobody."""


class TableSetup(Asked):
    """The seats and options of a new table."""

    seats: Annotated[list[SeatChoice], Field(min_length=2, max_length=MOST_SEATS)]
    options: TableOptions = TableOptions()


# As shown to pages


class ClockShown(TypedDict):
    """A clock: ``seconds`` for each turn; ``days`` are 86,400 each."""

    kind: Literal["none", "turn", "days"]
    seconds: int | None


class OptionsShown(TypedDict):
    """How a table plays."""

    public: bool
    clock: ClockShown
    open_hands: bool
    undo: bool
    random_order: bool
    youngest: int | None
    coach: Literal["alone", "agreed", "never"]


class SeatShown(TypedDict):
    """A seat and its player. ``level`` is that of a bot, also of one that plays for a person."""

    kind: Literal["open", "person", "guest", "bot"]
    name: str
    counter: CounterName
    level: str | None
    replaced: bool  # a bot plays for the person
    present: bool
    yours: bool
    muted: bool
    coached: bool  # used the coach in this game


class SaltShown(TypedDict):
    """A person's part in a round of dealing."""

    seat: int | None  # the person's first seat; None if they no longer sit here
    hash: str | None  # None in scheme 1
    salt: str | None  # once it is revealed


class AbandonedShown(TypedDict):
    """An abandoned round of dealing, with the hashes whose salts were missing."""

    commitment: str
    hashes: list[str]
    missing: list[str]


class FairnessShown(TypedDict):
    """The proof of fair dealing: commitments before the start, the seed after the end."""

    scheme: Literal["1", "2"]
    round: int  # counted from 1
    stage: Literal["gathering", "committing", "revealing", "dealt"]
    commitment: str
    salts: list[SaltShown]  # once frozen, those that take part, in the order that counts
    waiting: list[int]  # the seats whose hash or salt is missing
    can_go_on: bool  # you may start without them
    abandoned: list[AbandonedShown]
    seed: str | None


class OriginShown(TypedDict):
    """The game and ply that a table continues from."""

    game: str
    ply: int


class SharedDealShown(TypedDict):
    """Whose deal a table plays, to compare its game with those of others."""

    kind: Literal["daily", "duplicate"]
    id: str  # the day, or the key of the duplicate


class TableShown(TypedDict):
    """A table as one of its pages sees it."""

    id: str
    status: Literal["open", "playing", "over"]
    yours: bool  # you set it up
    seats: list[SeatShown]
    options: OptionsShown
    fairness: FairnessShown | None  # None if the deal was given
    invite: str | None  # the key of the link, for players of this table
    counts: bool  # for statistics
    coach: bool  # may be used in this game
    paused: bool
    spectators: int
    origin: OriginShown | None
    shared: SharedDealShown | None
    next: str | None  # the table of the rematch
