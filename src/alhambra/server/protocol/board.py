"""The types of a game as shown to a page.

They are typed dictionaries: fast to build, and Pydantic derives their schema. Seats, squares and
places of the row count from 0; tiles, cards and actions are written as in records.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from typing_extensions import TypeAliasType, TypedDict

from alhambra.server.log.seats import Counter
from alhambra.server.protocol.changes import ChangesOf

TileName = TypeAliasType("TileName", str)
"""As records write it: ``G8nw``."""
CardName = TypeAliasType("CardName", str)
"""As records write it: ``b7``."""
ActionText = TypeAliasType("ActionText", str)
"""As records write it: ``buy G8nw b3 b5``."""
Cell = TypeAliasType("Cell", tuple[int, int])
"""x grows east, y grows north, the fountain is at 0, 0."""
PlacedTile = TypeAliasType("PlacedTile", tuple[TileName, int, int])
"""A tile with its x and y."""
WallSide = TypeAliasType("WallSide", tuple[int, int, Literal["n", "e", "s", "w"]])
"""A side of the cell x, y."""

PhaseName = TypeAliasType(
    "PhaseName", Literal["act", "place", "award", "over", "refill", "reshuffle"]
)
KindName = TypeAliasType(
    "KindName", Literal["pavilion", "seraglio", "arcades", "chambers", "garden", "tower"]
)
CurrencyName = TypeAliasType("CurrencyName", Literal["denar", "dirham", "ducat", "florin"])
ScoringName = TypeAliasType("ScoringName", Literal["A", "B", "C"])
CounterName = TypeAliasType("CounterName", Counter)
"""The counters that distinguish players; each has its own colour and shape."""


class ReasonGiven(TypedDict):
    """Why not: a code for translation, its parameters, and the English sentence."""

    code: str
    params: dict[str, str | int]
    sentence: str


class KindScored(TypedDict):
    """A scoring of one kind; lists have an entry for each seat, then Dirk with two players."""

    kind: KindName
    counts: list[int]
    places: list[int]  # 1 for the most, equal if tied, 0 without a tile
    points: list[int]
    unpaid: list[Literal["shared", "behind"] | None]  # why tiles bring no points


class SheetShown(TypedDict):
    """A scoring, past or hypothetical."""

    scoring: ScoringName
    kinds: list[KindScored]
    walls: list[int]
    points: list[int]  # majorities and wall together


class ScoringWindow(TypedDict):
    """Where the next scoring card can be, as everybody can work it out: counted in money cards
    from the top of the deck."""

    free: int  # it does not turn up with the first `free` cards
    within: int  # it has turned up with the first `within` cards


class PlayerShown(TypedDict):
    """The public part of a player's position."""

    points: int
    cards: int
    hand: list[CardName] | None  # with open hands, and when the game is over
    city: list[PlacedTile]
    wall: list[WallSide]  # the longest run, clockwise
    reserve: list[TileName]
    waiting: list[TileName]  # bought or awarded, to be placed


PlayerChanges = Annotated[dict[str, Any], ChangesOf(PlayerShown)]


class DirkShown(TypedDict):
    """The imaginary third player of a two-player game."""

    points: int
    tiles: list[TileName]


class Award(TypedDict):
    """At the end: an awarded tile that its new owner has not placed yet."""

    tile: TileName
    seat: int


class UndoAsked(TypedDict):
    """A request to all other players to undo a finished action."""

    seat: int
    ply: int  # where the game would go back to
    waiting: list[int]  # seats that have not answered


class Board(TypedDict):
    """The table as everybody sees it."""

    ply: int
    seat: int  # whose turn it is
    phase: PhaseName
    market: list[TileName | None]
    row: list[CardName | None]
    players: list[PlayerShown]
    dirk: DirkShown | None
    awards: list[Award]
    deck: int
    bag: int
    discard: list[CardName]
    tiles_to_come: list[TileName]
    steps: list[ActionText]  # of this turn, which can be taken back
    sheets: list[SheetShown]  # the scorings so far
    forecast: SheetShown | None  # the next scoring, if it were now
    chances: list[float]  # of a scoring card, when 1, 2, 3, 4 cards are refilled
    window: ScoringWindow | None  # None after the second scoring
    before_turn: list[float]  # the chance of a scoring card before each seat's next turn
    places: list[int]  # of the players by points, equal if tied
    winners: list[int]


class Purse(TypedDict):
    """The cards of one currency in a hand."""

    currency: CurrencyName
    cards: list[CardName]
    worth: int


class Payment(TypedDict):
    """One way to pay; an exact one gives another action."""

    cards: list[CardName]
    worth: int
    exact: bool


class Purchase(TypedDict):
    """A tile that can be bought now, with every way to pay, exact ones first."""

    square: int
    tile: TileName
    payments: list[Payment]


class ChainLink(TypedDict):
    """One of several exact purchases that can follow each other in this turn."""

    square: int
    tile: TileName
    cards: list[CardName]


class IntoCells(TypedDict):
    """A tile, and the cells it may go to."""

    tile: TileName
    cells: list[Cell]


class Placement(TypedDict):
    """A waiting tile and where it may go."""

    tile: TileName
    cells: list[Cell]
    reserve: bool
    give: bool  # to Dirk


class LegalShown(TypedDict):
    """The legal actions of the seat, grouped by kind."""

    acting: bool  # true while choosing an action, false while placing tiles
    takes: list[list[CardName]]
    purchases: list[Purchase]
    chain: list[ChainLink]  # the longest one, if it has two or more
    placements: list[Placement]
    builds: list[IntoCells]
    swaps: list[IntoCells]
    removes: list[TileName]
    can_pass: bool


class Own(TypedDict):
    """What only this page sees. Without a seat, or behind a closed curtain, there is no hand."""

    seat: int | None  # whose hand this is
    hand: list[Purse]
    to_come: list[list[int]]  # cards in deck and hidden hands: by currency, by value 1 to 9
    legal: LegalShown | None  # if it is this seat's turn
    can_take_back: bool
    can_confirm: bool
    can_ask_undo: bool


BoardChanges = Annotated[dict[str, Any], ChangesOf(Board, players=list[PlayerChanges])]
OwnChanges = Annotated[dict[str, Any], ChangesOf(Own)]


class Fit(TypedDict):
    """A cell for the selected tile: the wall and the points it would give, or why not."""

    cell: Cell
    wall: int | None
    gain: int | None  # points that the seat would gain or lose in the next scoring
    sides: list[WallSide]  # of that wall, clockwise
    reason: ReasonGiven | None


class Removal(TypedDict):
    """The removal of the selected tile from the city: the wall that would remain, or why not."""

    wall: int | None
    gain: int | None
    sides: list[WallSide]
    reason: ReasonGiven | None
