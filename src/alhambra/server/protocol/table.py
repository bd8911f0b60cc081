"""Tables and people: what a page sends to set a table up, and what it is told about tables."""

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
    """Whatever comes from a page: nothing unknown is accepted."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


# Seats


class MySeat(Asked):
    """Whoever sets the table up sits here."""

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
    """Time is no matter."""

    kind: Literal["none"]


class TurnClock(Asked):
    """So many seconds for each turn; it stands still while nobody is there."""

    kind: Literal["turn"]
    seconds: Annotated[int, Field(ge=10, le=3600)]


class DaysClock(Asked):
    """So many days for each turn."""

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


class TableSetup(Asked):
    """A table to be."""

    seats: Annotated[list[SeatChoice], Field(min_length=2, max_length=MOST_SEATS)]
    options: TableOptions = TableOptions()


# What is told


class ClockShown(TypedDict):
    """A clock: ``seconds`` for each turn, of which ``days`` are 86,400 each."""

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


class SeatShown(TypedDict):
    """Who sits where. ``level`` is the bot's, also of one that plays for an absent person."""

    kind: Literal["open", "person", "guest", "bot"]
    name: str
    counter: CounterName
    level: str | None
    replaced: bool  # a bot plays for the person
    present: bool
    yours: bool
    muted: bool


class SaltShown(TypedDict):
    """A person's part in a round of dealing."""

    seat: int | None  # the person's first seat; none if they no longer sit here
    hash: str | None  # none in scheme 1
    salt: str | None  # once it is revealed


class AbandonedShown(TypedDict):
    """A round of dealing that was given up, with the hashes whose salts were missing."""

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
    waiting: list[int]  # the seats whose hash or salt the start waits for
    can_go_on: bool  # you may start without them
    abandoned: list[AbandonedShown]
    seed: str | None


class OriginShown(TypedDict):
    """The game and ply a table was begun from."""

    game: str
    ply: int


class TableShown(TypedDict):
    """A table as one of its pages sees it."""

    id: str
    status: Literal["open", "playing", "over"]
    yours: bool  # you set it up
    seats: list[SeatShown]
    options: OptionsShown
    fairness: FairnessShown | None  # none where the deal was given
    invite: str | None  # the key of the link, for who sits here
    counts: bool  # for statistics
    paused: bool
    spectators: int
    origin: OriginShown | None
    next: str | None  # the table of the rematch
