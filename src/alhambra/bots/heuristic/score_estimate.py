# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""A heuristic evaluation: how many points each seat will have in the end.

It is a sum of independent parts, each of which has a simple explanation:

- **majorities**: for each kind and each scoring to come, the points of every place times its
  probability. Each seat's count is assumed to grow by an even share of the tiles to come, with a
  random spread; so a lead of one tower is worth much late and little early.
- **city**: the longest wall, once for each scoring to come; other outer walls, which may join
  it; how many of the tiles to come would fit somewhere, and how many cells take one.
- **purse**: money up to the price of an expensive tile, and beyond; the number of cards; which
  prices to come can be paid exactly, or at all; the tile of the market with this currency; at
  the end the award for holding the most of a currency.
- **reserve**: a part of what its tiles would be worth in the city.

``WEIGHTS`` gives the value of each part in points. They were fitted to the results of games.
"""

from __future__ import annotations

import cython

from alhambra.core import position as _position

if not cython.compiled:
    from math import exp

    from alhambra.bots.heuristic.city_shape import *
    from alhambra.bots.heuristic.forecast import *
    from alhambra.bots.heuristic.weights import *
    from alhambra.core.bits import *
    from alhambra.core.building import TILE_WALLS
    from alhambra.core.checks import check_dealt
    from alhambra.core.constants import *
    from alhambra.core.hands import sums_of
    from alhambra.core.listing import TILE_PRICE
    from alhambra.core.position import Position, Workspace
    from alhambra.core.scoring import TILE_KIND

# Money


def money_value(evaluator: Evaluator, hand: int, worth: int) -> float:
    """The value of money of one currency, apart from the tile in the market."""
    weight = evaluator.weight
    exact = 0
    payable = 0
    cards = 0
    rest = hand
    while rest:
        cards += rest & 3
        rest >>= 2
    sums = sums_of(hand)
    for price in range(2, 14):
        if worth >= price:
            payable += evaluator.price_left[price]
            if sums >> price & 1:
                exact += evaluator.price_left[price]
    excess = worth - 12 if worth > 12 else 0
    return evaluator.turns * (
        weight[WORTH] * 0.1 * (worth - excess)
        + weight[EXCESS] * 0.1 * excess
        + weight[CARDS] * 0.1 * cards
        + (weight[EXACT_SHARE] * exact + weight[PAYABLE_SHARE] * payable)
        / (evaluator.tiles_left + 0.01)
    )


def market_value(
    evaluator: Evaluator, position: Position, seat: int, square: int, hand: int, worth: int
) -> float:
    """The value of the tile on a square to a seat with this hand, which may buy it or be awarded
    it at the end."""
    tile = position.market[square]
    if tile == NO_TILE or worth == 0:
        return 0.0
    price = TILE_PRICE[tile]
    value = 0.0
    if worth >= price:
        exact = sums_of(hand) >> price & 1
        gain = evaluator.ahead[seat] * tile_gain(evaluator, position, seat, tile)
        value = gain * evaluator.weight[EXACT_TILE if exact else PAYABLE_TILE]
    if evaluator.to_sell < 8.0:
        for other in range(position.players):
            if other != seat and position.worth[4 * other + square] >= worth:
                return value
        gain = tile_gain(evaluator, position, seat, tile)
        value += evaluator.weight[AWARD] * (8.0 - evaluator.to_sell) * 0.125 * gain
    return value


def tile_gain(evaluator: Evaluator, position: Position, seat: int, tile: int) -> float:
    """The gain in majorities from one more tile of this tile's kind."""
    kind = TILE_KIND[tile]
    if not evaluator.kind_known[kind]:
        update_kind(evaluator, position, kind)
    return evaluator.kind_gain[MAX_SCORERS * kind + seat]


# The reserve


def fits_somewhere(walls: int, low: int, high: int) -> bool:
    """Is there a cell that takes a tile with these walls?"""
    return ((low >> 8 * walls if walls < 8 else high >> 8 * (walls - 8)) & 255) != 0


def reserve_tile_value(
    evaluator: Evaluator, position: Position, seat: int, tile: int, low: int, high: int
) -> float:
    """What a tile in the reserve is worth."""
    if evaluator.to_sell <= 0.0:
        return 0.0
    gain = tile_gain(evaluator, position, seat, tile)
    if fits_somewhere(TILE_WALLS[tile], low, high):
        return evaluator.weight[RESERVE_TILE] * gain
    return evaluator.weight[RESERVE_STUCK] * gain


def reserve_value(evaluator: Evaluator, work: Workspace, position: Position, seat: int) -> float:
    """What the tiles of a reserve are worth."""
    total = 0.0
    rest = position.reserve[seat]
    if rest:
        measure_if_changed(evaluator, work, position, seat)
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        total += reserve_tile_value(
            evaluator, position, seat, tile, evaluator.city_low[seat], evaluator.city_high[seat]
        )
    return total


# All together


def seat_value(evaluator: Evaluator, work: Workspace, position: Position, seat: int) -> float:
    """The points a seat will have in the end."""
    total = 0.0
    for kind in range(KINDS):
        total += evaluator.kind_value[MAX_SCORERS * kind + seat]
    value = position.score[seat] + evaluator.majority_weight * total
    value += city_value(evaluator, work, position, seat)
    value += reserve_value(evaluator, work, position, seat)
    for square in range(SQUARES):
        purse = 4 * seat + square
        hand = position.hand[purse]
        worth = position.worth[purse]
        value += money_value(evaluator, hand, worth)
        value += market_value(evaluator, position, seat, square, hand, worth)
    if evaluator.to_sell > 0.0:
        value += evaluator.weight[TURN] * evaluator.ahead[seat]
    return value


def estimate(evaluator: Evaluator, work: Workspace, position: Position) -> None:
    """The points of every seat in the end, into ``evaluator.points``."""
    if position.phase == OVER:
        for seat in range(position.players):
            evaluator.points[seat] = position.score[seat]
        evaluator.spread[0] = 0.05
        return
    update_forecast(evaluator, position)
    for kind in range(KINDS):
        update_kind(evaluator, position, kind)
    set_turn_order(evaluator, position, position.seat + (1 if position.phase != ACTING else 0))
    for seat in range(position.players):
        evaluator.points[seat] = seat_value(evaluator, work, position, seat)


def set_turn_order(evaluator: Evaluator, position: Position, first: int) -> None:
    """Store whose turn is next: a tile in the market is worth nothing to the others."""
    n = position.players
    for seat in range(n):
        evaluator.ahead[seat] = 1.0 if seat == first % n else 0.0


def split_win(
    evaluator: Evaluator, points: list[float], players: int, spread: float, shares: list[float]
) -> None:
    """The probability that each seat wins: a softmax of the points with temperature ``spread``."""
    best = points[0]
    for seat in range(1, players):
        if points[seat] > best:
            best = points[seat]
    total = 0.0
    for seat in range(players):
        shares[seat] = exp((points[seat] - best) / spread)
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total


# Calls from Python


def estimates(evaluator: Evaluator, position: Position) -> list[float]:
    """The points every seat will have in the end."""
    check_dealt(position)
    work = _position.SHARED
    estimate(evaluator, work, position)
    return [evaluator.points[seat] for seat in range(position.players)]


def win_shares(evaluator: Evaluator, position: Position) -> list[float]:
    """The probability that each seat wins."""
    check_dealt(position)
    work = _position.SHARED
    estimate(evaluator, work, position)
    split_win(evaluator, evaluator.points, position.players, evaluator.spread[0], evaluator.points)
    return [evaluator.points[seat] for seat in range(position.players)]
