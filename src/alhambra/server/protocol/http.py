"""The types of HTTP requests and responses, except those of tables."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from alhambra.server.protocol.board import (
    Board,
    CardName,
    CounterName,
    CurrencyName,
    KindName,
    PhaseName,
    PlacedTile,
    Purse,
    ReasonGiven,
    ScoringName,
    TileName,
)
from alhambra.server.protocol.review import DecisionName, MarkName
from alhambra.server.protocol.table import (
    Asked,
    InviteKey,
    PersonName,
    SeatChoice,
    SharedDealShown,
    TableOptions,
    TableShown,
)
from alhambra.server.protocol.to_page import LogEntry

RECORD_SIZE = 100_000


class NamedMe(Asked):
    """The name a person chooses."""

    name: PersonName


class RecordSent(Asked):
    """A record of a game, as text."""

    text: Annotated[str, Field(min_length=1, max_length=RECORD_SIZE)]


class PlayOn(Asked):
    """A table that continues from a ply of a game, or after ``line``, other actions played from
    there. The order of deck and bag is drawn again, except with ``same_luck``."""

    ply: Annotated[int, Field(ge=0, le=2**31)]
    line: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=120)], ...], Field(max_length=60)
    ] = ()
    same_luck: bool = False
    seats: Annotated[list[SeatChoice], Field(min_length=2, max_length=6)]
    options: TableOptions = TableOptions()
    invite: InviteKey | None = None


ScreenName = Literal[
    "start",
    "home",
    "setup",
    "rules",
    "learn",
    "lesson",
    "puzzles",
    "puzzle",
    "daily",
    "day",
    "duplicates",
    "duplicate",
    "statistics",
    "table",
    "replay",
    "review",
]


class PageError(Asked):
    """An error in a page. It contains no names, links or ids of tables."""

    message: Annotated[str, Field(min_length=1, max_length=200)]
    frames: Annotated[
        list[Annotated[str, Field(pattern=r"^assets/[0-9A-Za-z_.-]{1,80}:[0-9]{1,7}:[0-9]{1,7}$")]],
        Field(max_length=8),
    ]
    """Where in the built files it happened, the innermost call first."""
    version: Annotated[str, Field(pattern=r"^[0-9A-Za-z_.-]{1,80}$")]
    """The name of the page's main script, which contains the hash of the build."""
    screen: ScreenName


class Refusal(TypedDict):
    """The body of every error response."""

    reason: ReasonGiven


class Me(TypedDict):
    """Who you are, by your cookie."""

    name: str
    experienced: bool  # you have finished a game


class LevelShown(TypedDict):
    """A bot's level, from the weakest to the strongest."""

    key: str
    title: str


class TileShown(TypedDict):
    """A tile with its properties, so that pages do not parse names."""

    name: TileName
    kind: KindName
    price: int
    walls: list[Literal["n", "e", "s", "w"]]


class CardShown(TypedDict):
    """A money card with its properties, so that pages do not parse names."""

    name: CardName
    currency: CurrencyName
    value: int


class About(TypedDict):
    """What a page needs to know before it begins."""

    version: str
    protocol: int
    levels: list[LevelShown]
    counters: list[CounterName]
    kinds: list[KindName]
    currencies: list[CurrencyName]  # square 0 of the market sells for the first, and so on
    cards: list[CardShown]
    tiles: list[TileShown]
    places: dict[ScoringName, list[list[int]]]  # points of the places, by kind
    take_worth: int  # the most that several cards taken at once may be worth
    lessons: list[str]  # their names, in their order


class TableSummary(TypedDict):
    """A table in a list."""

    id: str
    status: Literal["open", "playing", "over"]
    names: list[str]
    open_seats: int
    seat: int | None  # yours
    your_turn: bool
    turn: int | None  # whose turn it is
    since: int | None  # when that turn began
    until: int | None  # when its time is over, with a clock in days
    points: list[int]  # by seat; empty before the start, and for public tables not in memory
    places: list[int]  # by seat, like the points
    phase: PhaseName | None  # None before the start
    scoring: ScoringName | None  # the next one
    chance: float  # that its card turns up with the next two cards for each player
    bag: int  # tiles left
    city: list[PlacedTile]  # yours, or the leader's; empty for games finished under old releases
    shared: SharedDealShown | None
    at: int  # when it was set up, started or finished


class Tables(TypedDict):
    """The caller's tables, and the public ones that wait for players or can be watched."""

    mine: list[TableSummary]
    public: list[TableSummary]


class Moment(TypedDict):
    """A finished game after ``ply`` actions, all hands open."""

    ply: int
    plies: int
    board: Board
    hands: list[list[Purse]]


class Moments(TypedDict):
    """Positions of a finished game in a row."""

    moments: list[Moment]


class GameShown(TypedDict):
    """A finished game: its players, and everything that happened."""

    table: TableShown
    plies: int
    turns: list[int]  # the plies at which turns begin
    if_scored: list[list[int]]  # every seat's points if scored then, where they change, ply first
    log: list[LogEntry]


class PlayerStatistics(TypedDict):
    """The statistics of one player in a game."""

    seat: int
    name: str
    points: int
    place: int
    by_scoring: dict[ScoringName, int]
    walls: dict[ScoringName, int]
    money_taken: int
    cards_taken: int
    purchases: int
    exact: int
    paid: int
    overpaid: int
    redesigns: int
    given: int


class GameStatistics(TypedDict):
    """The statistics of a finished game."""

    counts: bool
    turns: int
    players: list[PlayerStatistics]
    course: list[list[int]]  # points of every seat after each ply that changed them, ply first


class GameForm(TypedDict):
    """What the review of a game found about you."""

    game: str
    accuracy: float  # 0 to 100
    accuracy_error: float  # the true accuracy is within ± this
    error_rate: float
    luck: float  # of deal and draws, in shares of the win


class MyReviews(TypedDict):
    """Your reviewed games together. A game counts as much as it had open turns."""

    games: int
    turns: int
    accuracy: float | None  # None if nothing was open
    accuracy_error: float | None
    error_rate: float
    luck: float  # of deals and draws, in wins
    marks: dict[MarkName, int]
    decisions: dict[DecisionName, int]  # the kinds of actions that cost most in marked turns
    form: list[GameForm]  # the last ten, the latest at the end


class MyStatistics(TypedDict):
    """The statistics of all finished games of a person that count."""

    games: int
    won: int
    points: int
    best: int
    by_scoring: dict[ScoringName, int]
    walls: dict[ScoringName, int]
    money_taken: int
    purchases: int
    exact: int
    redesigns: int
    reviews: MyReviews
