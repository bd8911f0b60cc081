# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Rates each action in points, by how much it changes the evaluation.

Only the parts that an action affects are computed: for a purchase the purse, the square and the
best place of the tile; for a tile placed in the city the wall and the frontier. Points of the
other seats count as negative.
"""

from __future__ import annotations

import cython

from alhambra.core import position as _position

if not cython.compiled:
    from alhambra.bots.heuristic.city_shape import *
    from alhambra.bots.heuristic.forecast import *
    from alhambra.bots.heuristic.score_estimate import *
    from alhambra.bots.heuristic.weights import *
    from alhambra.core.bits import *
    from alhambra.core.building import find_frontier, tile_in
    from alhambra.core.checks import check_game
    from alhambra.core.codes import *
    from alhambra.core.constants import *
    from alhambra.core.listing import (
        TILE_PRICE,
        list_actions_unchecked,
        list_cells,
        list_purchases,
        list_takes,
        payment_worth,
    )
    from alhambra.core.position import Position, Workspace
    from alhambra.core.scoring import TILE_KIND
    from alhambra.core.turns import play_unchecked


def list_likely(work: Workspace, position: Position) -> None:
    """List what the seat may do, without removing and swapping, which seldom help."""
    if position.phase != ACTING:
        list_actions_unchecked(work, position)
        return
    work.n_actions = 0
    list_takes(work, position)
    list_purchases(work, position)
    seat = position.seat
    rest = position.reserve[seat]
    if rest:
        find_frontier(work, position, seat)
        while rest:
            tile = lowest_bit(rest)
            rest &= rest - 1
            work.n_actions = list_cells(work, work.actions, work.n_actions, seat, BUILD, tile)
    if work.n_actions == 0:
        list_actions_unchecked(work, position)


def weigh_seats(evaluator: Evaluator, work: Workspace, position: Position, closely: bool) -> None:
    """Update the forecast, and weigh the points of the other seats: all the same or, if
    ``closely``, more for those that may win."""
    seat = position.seat
    n = position.players
    if closely:
        estimate(evaluator, work, position)
        evaluator.points[seat] = -1000.0
        split_win(evaluator, evaluator.points, n, evaluator.spread[0], evaluator.side)
        for other in range(n):
            evaluator.side[other] = -evaluator.side[other]
    else:
        update_forecast(evaluator, position)
        for other in range(n):
            evaluator.side[other] = -1.0 / (n - 1)
    evaluator.side[seat] = 1.0
    set_turn_order(evaluator, position, seat + 1)


def rate_actions(
    evaluator: Evaluator, work: Workspace, position: Position, after: Position
) -> None:
    """Rate the listed actions, after ``weigh_seats``."""
    seat = position.seat
    rate_takes(evaluator, work, position)
    redesigns = False
    measure_city(evaluator, work, position, seat)
    evaluator.layout = measured_value(evaluator)
    if position.phase == ACTING:
        rate_tiles(evaluator, work, position)
    for i in range(work.n_actions):
        code = work.actions[i]
        kind = kind_of(code)
        if kind == BUY or kind == BUY_EXACT:
            evaluator.rate[i] = rate_buy(evaluator, position, code)
        elif kind == PLACE or kind == BUILD:
            tile = tile_of(code)
            shape = value_with_tile(evaluator, work, seat, rest_of(code), tile) - evaluator.layout
            evaluator.rate[i] = shape + gain_in_city(evaluator, position, tile)
            if kind == BUILD:
                evaluator.rate[i] -= rate_kept(evaluator, position, tile)
        elif kind == RESERVE:
            evaluator.rate[i] = rate_kept(evaluator, position, tile_of(code))
        elif kind == GIVE:
            evaluator.rate[i] = rate_gift(evaluator, position, tile_of(code))
        elif kind == SWAP or kind == REMOVE:
            redesigns = True
        elif kind == PASS:
            evaluator.rate[i] = 0.0
    if redesigns:
        for i in range(work.n_actions):
            kind = kind_of(work.actions[i])
            if kind == SWAP or kind == REMOVE:
                evaluator.rate[i] = rate_redesign(evaluator, work, position, after, work.actions[i])


def rate_takes(evaluator: Evaluator, work: Workspace, position: Position) -> None:
    """Rate all ways to take money, and store the best."""
    evaluator.best_take = 0.0
    for i in range(work.n_actions):
        if kind_of(work.actions[i]) == TAKE:
            rate = rate_take(evaluator, position, work.actions[i] & TAKE_MASK)
            evaluator.rate[i] = rate
            if rate > evaluator.best_take:
                evaluator.best_take = rate


def rate_take(evaluator: Evaluator, position: Position, cards: int) -> float:
    """The gain from more money in each currency taken."""
    seat = position.seat
    total = 0.0
    while cards:
        square = (cards & CARD_MASK) >> 4
        purse = 4 * seat + square
        hand = position.hand[purse]
        worth = position.worth[purse]
        total -= money_value(evaluator, hand, worth)
        total -= market_value(evaluator, position, seat, square, hand, worth)
        while cards and (cards & CARD_MASK) >> 4 == square:  # sorted: a currency together
            value = cards & 15
            hand += 1 << 2 * (value - 1)
            worth += value
            cards >>= CARD_BITS
        total += money_value(evaluator, hand, worth)
        total += market_value(evaluator, position, seat, square, hand, worth)
    return total


def rate_tiles(evaluator: Evaluator, work: Workspace, position: Position) -> None:
    """For each square that can be paid: the best use of its tile, and the tile's value to those
    who could buy it later."""
    seat = position.seat
    for square in range(SQUARES):
        tile = position.market[square]
        if tile == NO_TILE or position.worth[4 * seat + square] < TILE_PRICE[tile]:
            continue
        evaluator.tile_value[square] = best_use(evaluator, work, position, tile)
        value = 0.0
        for other in range(position.players):
            purse = 4 * other + square
            value += evaluator.side[other] * market_value(
                evaluator, position, other, square, position.hand[purse], position.worth[purse]
            )
        evaluator.square_value[square] = value


def best_use(evaluator: Evaluator, work: Workspace, position: Position, tile: int) -> float:
    """The value of the best use of a bought tile, in the city measured last."""
    best = rate_kept(evaluator, position, tile)
    if position.players == 2:
        gift = rate_gift(evaluator, position, tile)
        if gift > best:
            best = gift
    spot = best_spot(evaluator, work, position, position.seat, tile)
    if evaluator.spot_cell[spot]:
        value = (
            gain_in_city(evaluator, position, tile) - evaluator.layout + spot_value(evaluator, spot)
        )
        if value > best:
            best = value
    return best


def rate_buy(evaluator: Evaluator, position: Position, code: int) -> float:
    """The gain of the tile less the cost of the payment. An exact purchase is followed by another
    action: the best way to take money is added for it."""
    square = currency_of(code)
    purse = 4 * position.seat + square
    hand = position.hand[purse]
    worth = position.worth[purse]
    payment = rest_of(code)
    rate = evaluator.tile_value[square] - evaluator.square_value[square]
    rate -= money_value(evaluator, hand, worth)
    rate += money_value(evaluator, hand - payment, worth - payment_worth(payment))
    if kind_of(code) == BUY_EXACT:
        rate += evaluator.best_take
    return rate


def gain_in_city(evaluator: Evaluator, position: Position, tile: int) -> float:
    """The gain in majorities from one more tile in the seat's city."""
    return kind_margin(evaluator, position, TILE_KIND[tile], position.seat, 1, evaluator.side)


def rate_gift(evaluator: Evaluator, position: Position, tile: int) -> float:
    """The gain in majorities when Dirk gets the tile."""
    return kind_margin(evaluator, position, TILE_KIND[tile], 2, 1, evaluator.side)


def rate_kept(evaluator: Evaluator, position: Position, tile: int) -> float:
    """What the tile is worth in the reserve, beside the city measured last."""
    return reserve_tile_value(
        evaluator, position, position.seat, tile, evaluator.open_low, evaluator.open_high
    )


def rate_redesign(
    evaluator: Evaluator, work: Workspace, position: Position, after: Position, code: int
) -> float:
    """The gain from removing a tile, and for a swap from the one in its place."""
    seat = position.seat
    tile = tile_of(code)
    rate = -evaluator.layout
    if kind_of(code) == REMOVE:
        rate += kind_margin(evaluator, position, TILE_KIND[tile], seat, -1, evaluator.side)
        gone = tile
    else:
        gone = tile_in(position, seat, rest_of(code))
        rate -= reserve_tile_value(
            evaluator, position, seat, tile, evaluator.open_low, evaluator.open_high
        )
        if TILE_KIND[tile] != TILE_KIND[gone]:
            rate += kind_margin(evaluator, position, TILE_KIND[tile], seat, 1, evaluator.side)
            rate += kind_margin(evaluator, position, TILE_KIND[gone], seat, -1, evaluator.side)
    after.copy_from(position)
    play_unchecked(after, code)
    measure_city(evaluator, work, after, seat)
    rate += measured_value(evaluator)
    return rate + reserve_tile_value(
        evaluator, position, seat, gone, evaluator.open_low, evaluator.open_high
    )


def quick_placement(evaluator: Evaluator, work: Workspace, position: Position) -> int:
    """A good placement without rating all of them: the best use of one of the waiting tiles."""
    seat = position.seat
    measure_city(evaluator, work, position, seat)
    evaluator.layout = measured_value(evaluator)
    best = -1e9
    chosen = 0
    rest = position.pending
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        kept = rate_kept(evaluator, position, tile)
        code = action(RESERVE, tile, 0)
        value = 0.0
        spot = best_spot(evaluator, work, position, seat, tile)
        if evaluator.spot_cell[spot]:
            gain = gain_in_city(evaluator, position, tile) - evaluator.layout
            value = gain + spot_value(evaluator, spot) - kept
            if value > 0.0:
                code = action(PLACE, tile, evaluator.spot_cell[spot])
            else:
                value = 0.0
        if position.players == 2 and position.phase == PLACING:
            gift = rate_gift(evaluator, position, tile) - kept
            if gift > value:
                value = gift
                code = action(GIVE, tile, 0)
        if value > best:
            best = value
            chosen = code
    return chosen


def best_rated(evaluator: Evaluator, work: Workspace) -> int:
    """The index of the action with the highest rating; the first of equal ones."""
    best = 0
    for i in range(1, work.n_actions):
        if evaluator.rate[i] > evaluator.rate[best]:
            best = i
    return best


# Calls from Python


def ratings(evaluator: Evaluator, position: Position, closely: bool) -> list[tuple[int, float]]:
    """Every listed action with its rating."""
    check_game(position)
    work = _position.SHARED
    clear_spots(evaluator)
    list_actions_unchecked(work, position)
    weigh_seats(evaluator, work, position, closely)
    rate_actions(evaluator, work, position, position.clone())
    return [(work.actions[i], evaluator.rate[i]) for i in range(work.n_actions)]
