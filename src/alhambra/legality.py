"""Why an action may not be played. The core only says that it may not."""

from __future__ import annotations

from collections import Counter

from alhambra import actions
from alhambra.actions import Action
from alhambra.city import City
from alhambra.core import constants as c
from alhambra.core import listing
from alhambra.core.position import Position
from alhambra.pieces import CURRENCIES, Card, Cell, Tile, cards_in, worth
from alhambra.reasons import Reason, why


def why_not(position: Position, action: Action) -> Reason | None:
    """The reason in the player's words; None for an action that may be played."""
    if action.code >= 0 and listing.is_legal(position, action.code):
        return None
    return _wrong_moment(position, action) or _explain(position, action)


def _wrong_moment(position: Position, action: Action) -> Reason | None:
    if position.phase == c.OVER:
        return why("game_over")
    if position.phase == c.REFILLING:
        return why("refill_first")
    if position.phase == c.RESHUFFLING:
        return why("reshuffle_first")
    is_placing = isinstance(action, actions.Place | actions.Reserve | actions.Give)
    if position.phase == c.ACTING:
        if not is_placing:
            return None
        return why("act_first") if position.pending else why("nothing_to_place")
    return None if is_placing else why("place_first")


def _explain(position: Position, action: Action) -> Reason:
    """What is wrong with an action of a kind that can be played in this phase."""
    match action:
        case actions.Take(cards=cards):
            return _explain_take(position, cards)
        case actions.Buy(tile=tile, cards=cards):
            return _explain_buy(position, tile, cards)
        case actions.Build(tile=tile, cell=cell):
            return _not_in_reserve(position, tile) or _explain_cell(position, tile, cell)
        case actions.Swap(tile=tile, cell=cell):
            reason = _not_in_reserve(position, tile)
            return reason or _sure(_city(position).why_not_swap(tile, cell))
        case actions.Remove(tile=tile):
            return _sure(_city(position).why_not_remove(tile))
        case actions.Place(tile=tile, cell=cell):
            return _not_waiting(position, tile) or _explain_cell(position, tile, cell)
        case actions.Reserve(tile=tile):
            return _sure(_not_waiting(position, tile))
        case actions.Give(tile=tile):
            return _explain_gift(position, tile)
        case actions.Pass():
            return why("no_need_to_pass")
    raise TypeError(f"not an action: {action!r}")


def _sure(reason: Reason | None) -> Reason:
    """The core refuses the action, so there is a reason."""
    assert reason is not None
    return reason


def _city(position: Position) -> City:
    return City.of(position, position.seat)


def _explain_take(position: Position, cards: tuple[Card, ...]) -> Reason:
    if not cards:
        return why("nothing_taken")
    lying = [Card.of(code) for code in position.row_cards if code != c.NO_CARD]
    missing = _first_missing(cards, lying)
    return why("not_in_row", card=missing) if missing else why("too_much_money", worth=worth(cards))


def _explain_buy(position: Position, tile: Tile, cards: tuple[Card, ...]) -> Reason:
    if tile.index not in position.market_tiles:
        return why("not_in_market", tile=tile)
    square = position.market_tiles.index(tile.index)
    currency = CURRENCIES[square]
    if any(card.currency is not currency for card in cards):
        return why("wrong_currency", tile=tile, currency=currency)
    missing = _first_missing(cards, cards_in(position.hand[4 * position.seat + square], square))
    if missing:
        return why("not_in_hand", card=missing)
    return why("too_little", tile=tile, price=tile.price, worth=worth(cards))


def _first_missing(wanted: tuple[Card, ...], there: list[Card] | tuple[Card, ...]) -> Card | None:
    return min(Counter(wanted) - Counter(there), default=None)


def _not_in_reserve(position: Position, tile: Tile) -> Reason | None:
    has_it = position.reserve[position.seat] >> tile.index & 1
    return None if has_it else why("not_in_reserve", tile=tile)


def _not_waiting(position: Position, tile: Tile) -> Reason | None:
    return None if position.pending >> tile.index & 1 else why("not_waiting", tile=tile)


def _explain_cell(position: Position, tile: Tile, cell: Cell) -> Reason:
    return _sure(_city(position).why_not(tile, cell))


def _explain_gift(position: Position, tile: Tile) -> Reason:
    if position.players != 2:
        return why("no_dirk")
    return _not_waiting(position, tile) or why("award_not_given")
