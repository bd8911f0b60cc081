"""The types of happenings, for log and animation: those of the engine and of the table."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from alhambra.server.protocol.board import (
    ActionText,
    CardName,
    Cell,
    CurrencyName,
    ScoringName,
    SheetShown,
    TileName,
)


class Took(TypedDict):
    """A player took money from the row."""

    type: Literal["took"]
    seat: int
    cards: list[CardName]


class Bought(TypedDict):
    """A player bought a tile; an exact payment gives another action."""

    type: Literal["bought"]
    seat: int
    tile: TileName
    square: int
    cards: list[CardName]
    paid: int
    exact: bool


class Built(TypedDict):
    """A player built a tile from the reserve."""

    type: Literal["built"]
    seat: int
    tile: TileName
    cell: Cell


class Removed(TypedDict):
    """A player removed a tile to the reserve."""

    type: Literal["removed"]
    seat: int
    tile: TileName
    cell: Cell


class Swapped(TypedDict):
    """A player replaced a tile of the city with one from the reserve."""

    type: Literal["swapped"]
    seat: int
    tile: TileName
    cell: Cell
    old: TileName


class Passed(TypedDict):
    """A player passed, because no other action was possible."""

    type: Literal["passed"]
    seat: int


class Placed(TypedDict):
    """A player placed a bought or awarded tile into the city."""

    type: Literal["placed"]
    seat: int
    tile: TileName
    cell: Cell


class Reserved(TypedDict):
    """A player put a bought or awarded tile into the reserve."""

    type: Literal["reserved"]
    seat: int
    tile: TileName


class Given(TypedDict):
    """A player gave a bought tile to Dirk."""

    type: Literal["given"]
    seat: int
    tile: TileName


class Reshuffled(TypedDict):
    """The discard pile became the new deck."""

    type: Literal["reshuffled"]
    cards: int


class RowRefilled(TypedDict):
    """New cards are at these places of the row."""

    type: Literal["row_refilled"]
    cards: list[tuple[int, CardName]]


class ScoringCardTurnedUp(TypedDict):
    """A scoring card came up while the row was refilled."""

    type: Literal["scoring_card_turned_up"]
    scoring: ScoringName


class MarketRefilled(TypedDict):
    """New tiles are on these squares."""

    type: Literal["market_refilled"]
    tiles: list[tuple[int, TileName]]


class Scored(TypedDict):
    """A scoring took place."""

    type: Literal["scored"]
    sheet: SheetShown


class DirkDrew(TypedDict):
    """Dirk got tiles from the bag."""

    type: Literal["dirk_drew"]
    tiles: list[TileName]


class MarketRanDry(TypedDict):
    """The market could not be filled: the game ends."""

    type: Literal["market_ran_dry"]


class Awarded(TypedDict):
    """A tile left in the market goes to the player with the most of the square's currency."""

    type: Literal["awarded"]
    seat: int
    tile: TileName
    square: int
    currency: CurrencyName


class NotAwarded(TypedDict):
    """A tile stays in the market: a tie, or nobody holds any of the currency."""

    type: Literal["not_awarded"]
    tile: TileName
    square: int
    currency: CurrencyName


class TurnBegan(TypedDict):
    """A player's turn began."""

    type: Literal["turn_began"]
    seat: int


class Ended(TypedDict):
    """The game is over."""

    type: Literal["ended"]
    points: list[int]
    winners: list[int]


class TookBack(TypedDict):
    """A player took back a step of the turn."""

    type: Literal["took_back"]
    seat: int
    action: ActionText


class Restarted(TypedDict):
    """A player took back all steps of the turn."""

    type: Literal["restarted"]
    seat: int


class UndoWished(TypedDict):
    """A player asked the others to undo finished actions."""

    type: Literal["undo_wished"]
    seat: int


class UndoRefused(TypedDict):
    """A player did not agree, or the asker gave up."""

    type: Literal["undo_refused"]
    seat: int


class Undone(TypedDict):
    """All agreed: the game went back. It no longer counts for statistics."""

    type: Literal["undone"]
    seat: int
    ply: int


class Replaced(TypedDict):
    """A bot plays for a player who left or ran out of time."""

    type: Literal["replaced"]
    seat: int
    level: str
    cause: Literal["left", "time"]


class Returned(TypedDict):
    """A player took the seat back from the bot."""

    type: Literal["returned"]
    seat: int


class Started(TypedDict):
    """The cards are dealt."""

    type: Literal["started"]
    seat: int  # who begins


HappeningShown = TypeAliasType(
    "HappeningShown",
    Annotated[
        Took
        | Bought
        | Built
        | Removed
        | Swapped
        | Passed
        | Placed
        | Reserved
        | Given
        | Reshuffled
        | RowRefilled
        | ScoringCardTurnedUp
        | MarketRefilled
        | Scored
        | DirkDrew
        | MarketRanDry
        | Awarded
        | NotAwarded
        | TurnBegan
        | Ended
        | TookBack
        | Restarted
        | UndoWished
        | UndoRefused
        | Undone
        | Replaced
        | Returned
        | Started,
        Field(discriminator="type"),
    ],
)
