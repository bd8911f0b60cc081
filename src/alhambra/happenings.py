"""What happened: typed values, used for logs, animations and statistics.

They are derived from the positions before and after a step; no rule is stated here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from alhambra import actions
from alhambra.actions import Action
from alhambra.core import constants as c
from alhambra.core.position import Position
from alhambra.pieces import CURRENCIES, Card, Cell, Currency, Scoring, Tile, tiles_in, worth
from alhambra.scoring import Outcome, Sheet


@dataclass(frozen=True, slots=True)
class OfSeat:
    """What a player did, or what happened to a player."""

    seat: int


@dataclass(frozen=True, slots=True)
class _OfTile(OfSeat):
    """What a player did with a tile."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class _InCell(_OfTile):
    """What a player did with a tile in a cell of the city."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Took:
    """A player took money from the row."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Bought:
    """A player bought a tile; an exact payment gives another action."""

    seat: int
    tile: Tile
    square: int
    cards: tuple[Card, ...]
    paid: int
    exact: bool


class Built(_InCell):
    """A player built a tile of the reserve."""

    __slots__ = ()


class Removed(_InCell):
    """A player removed a tile to the reserve."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Swapped(_InCell):
    """A player put a tile of the reserve into the place of another."""

    old: Tile


class Passed(OfSeat):
    """A player could do nothing."""

    __slots__ = ()


class Placed(_InCell):
    """A player placed a bought or awarded tile into the city."""

    __slots__ = ()


class Reserved(_OfTile):
    """A player put a bought or awarded tile into the reserve."""

    __slots__ = ()


class Given(_OfTile):
    """A player gave a bought tile to Dirk."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discard pile became the new deck."""

    cards: int


@dataclass(frozen=True, slots=True)
class RowRefilled:
    """Cards came to these places of the row, counted from 0."""

    cards: dict[int, Card]


@dataclass(frozen=True, slots=True)
class ScoringCardTurnedUp:
    """A scoring card came up while the row was refilled."""

    scoring: Scoring


@dataclass(frozen=True, slots=True)
class MarketRefilled:
    """Tiles came to these squares, counted from 0."""

    tiles: dict[int, Tile]


@dataclass(frozen=True, slots=True)
class Scored:
    """A scoring took place."""

    sheet: Sheet


@dataclass(frozen=True, slots=True)
class DirkDrew:
    """Dirk drew tiles from the bag."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class MarketRanDry:
    """The market could not be filled: the game ends."""


@dataclass(frozen=True, slots=True)
class Awarded:
    """A tile left in the market goes to the player with the most of the square's currency."""

    seat: int
    tile: Tile
    square: int
    currency: Currency


@dataclass(frozen=True, slots=True)
class NotAwarded:
    """A tile stays in the market: there is a tie, or nobody holds any of the currency."""

    tile: Tile
    square: int
    currency: Currency


class TurnBegan(OfSeat):
    """A player's turn began."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    outcome: Outcome


Happening = (
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
)


def of_action(before: Position, action: Action) -> Happening:
    """What an action did, given the position it was played in."""
    seat = before.seat
    match action:
        case actions.Take(cards=cards):
            return Took(seat, cards)
        case actions.Buy(tile=tile, cards=cards):
            square = before.market_tiles.index(tile.index)
            return Bought(seat, tile, square, cards, worth(cards), action.exact)
        case actions.Build(tile=tile, cell=cell):
            return Built(seat, tile, cell)
        case actions.Remove(tile=tile):
            return Removed(seat, tile, Cell.of(before.cell[tile.index]))
        case actions.Swap(tile=tile, cell=cell):
            cells = before.cell
            standing = tiles_in(before.city[seat])
            old = next(other for other in standing if cells[other.index] == cell.code)
            return Swapped(seat, tile, cell, old)
        case actions.Place(tile=tile, cell=cell):
            return Placed(seat, tile, cell)
        case actions.Reserve(tile=tile):
            return Reserved(seat, tile)
        case actions.Give(tile=tile):
            return Given(seat, tile)
        case actions.Pass():
            return Passed(seat)
    raise TypeError(f"not an action: {action!r}")


def of_step(before: Position, after: Position) -> Iterator[Happening]:
    """What one automatic step, such as a refill or a scoring, has changed."""
    if before.phase == c.REFILLING:
        yield from _of_refill(before, after)
    elif before.phase == c.ENDING:
        yield from _of_awards(after)
    if after.phase == c.OVER:
        yield Scored(Sheet.of(after, Scoring.C))
        yield Ended(Outcome.of(after))
    elif after.phase in (c.ACTING, c.AWARDING):
        yield TurnBegan(after.seat)


def _of_refill(before: Position, after: Position) -> Iterator[Happening]:
    turned_up = before.deck_order[: before.deck_size - after.deck_size]
    scorings = ((c.SCORING_A, Scoring.A), (c.SCORING_B, Scoring.B))
    due = [scoring for code, scoring in scorings if code in turned_up]
    rows = enumerate(zip(before.row_cards, after.row_cards, strict=True))
    cards = {place: Card.of(new) for place, (old, new) in rows if new != old}
    if cards:
        yield RowRefilled(cards)
    yield from map(ScoringCardTurnedUp, due)
    if after.phase == c.RESHUFFLING:
        return
    markets = enumerate(zip(before.market_tiles, after.market_tiles, strict=True))
    tiles = {square: Tile.of(new) for square, (old, new) in markets if new != old}
    if tiles:
        yield MarketRefilled(tiles)
    for n, scoring in enumerate((Scoring.A, Scoring.B), start=1):
        if before.scored < n <= after.scored:
            yield Scored(Sheet.of(before, scoring))
    drawn = tiles_in(after.dirk & ~before.dirk)
    if drawn:
        yield DirkDrew(drawn)
    if after.phase == c.ENDING:
        yield MarketRanDry()


def _of_awards(after: Position) -> Iterator[Happening]:
    for square, (tile, owner) in enumerate(zip(after.market_tiles, after.owners, strict=True)):
        if tile == c.NO_TILE:
            continue
        currency = CURRENCIES[square]
        if owner == c.NOBODY:
            yield NotAwarded(Tile.of(tile), square, currency)
        else:
            yield Awarded(owner, Tile.of(tile), square, currency)
