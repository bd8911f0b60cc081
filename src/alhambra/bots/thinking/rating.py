# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""How much each action promises, in points, by what it changes in the evaluation.

Only what an action touches is looked at: a purchase its purse, its square and the place its
tile would get; a tile put into the city the wall and the frontier. Points of the others count
against one's own.
"""

from __future__ import annotations

import cython

from alhambra.core import position as _position

if not cython.compiled:
    from alhambra.bots.thinking.judging import *
    from alhambra.bots.thinking.layout import *
    from alhambra.bots.thinking.outlook import *
    from alhambra.bots.thinking.weights import *
    from alhambra.core.bits import *
    from alhambra.core.building import find_frontier, tile_in
    from alhambra.core.codes import *
    from alhambra.core.constants import *
    from alhambra.core.listing import (
        list_actions,
        list_cells,
        list_purchases,
        list_takes,
        payment_worth,
    )
    from alhambra.core.position import Position, Workspace
    from alhambra.core.turns import apply


def list_sensible(work: Workspace, position: Position) -> None:
    """What the seat may do, without removing and swapping, which seldom help."""
    if position.phase != ACTING:
        list_actions(work, position)
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
        list_actions(work, position)


def take_sides(judge: Judge, work: Workspace, position: Position, closely: bool) -> None:
    """Look at what is to come, and weigh the points of the others: evenly, or (closely) more
    those of who may win."""
    seat = position.seat
    n = position.players
    if closely:
        estimate(judge, work, position)
        judge.points[seat] = -1000.0
        share_win(judge, judge.points, n, judge.spread[0], judge.side)
        for other in range(n):
            judge.side[other] = -judge.side[other]
    else:
        look_around(judge, position)
        for other in range(n):
            judge.side[other] = -1.0 / (n - 1)
    judge.side[seat] = 1.0
    take_turns(judge, position, seat + 1)


def rate_actions(judge: Judge, work: Workspace, position: Position, after: Position) -> None:
    """Rate the listed actions, after ``take_sides``."""
    seat = position.seat
    rate_takes(judge, work, position)
    redesigns = False
    open_city(judge, work, position, seat)
    judge.layout = layout_value(judge, judge.wall, judge.loose, judge.open_low, judge.open_high)
    if position.phase == ACTING:
        rate_tiles(judge, work, position)
    for i in range(work.n_actions):
        code = work.actions[i]
        kind = kind_of(code)
        if kind == BUY or kind == BUY_EXACT:
            judge.rate[i] = rate_buy(judge, position, code)
        elif kind == PLACE or kind == BUILD:
            tile = tile_of(code)
            shape = value_with(judge, work, seat, rest_of(code), tile) - judge.layout
            judge.rate[i] = shape + gain_in_city(judge, position, tile)
            if kind == BUILD:
                judge.rate[i] -= rate_kept(judge, position, tile)
        elif kind == RESERVE:
            judge.rate[i] = rate_kept(judge, position, tile_of(code))
        elif kind == GIVE:
            judge.rate[i] = rate_gift(judge, position, tile_of(code))
        elif kind == SWAP or kind == REMOVE:
            redesigns = True
        elif kind == PASS:
            judge.rate[i] = 0.0
    if redesigns:
        for i in range(work.n_actions):
            kind = kind_of(work.actions[i])
            if kind == SWAP or kind == REMOVE:
                judge.rate[i] = rate_redesign(judge, work, position, after, work.actions[i])


def rate_takes(judge: Judge, work: Workspace, position: Position) -> None:
    """Rate all ways to take money, and note the best."""
    judge.best_take = 0.0
    for i in range(work.n_actions):
        if kind_of(work.actions[i]) == TAKE:
            rate = rate_take(judge, position, work.actions[i] & TAKE_MASK)
            judge.rate[i] = rate
            if rate > judge.best_take:
                judge.best_take = rate


def rate_take(judge: Judge, position: Position, cards: int) -> float:
    """More money in each currency taken."""
    seat = position.seat
    total = 0.0
    while cards:
        square = (cards & CARD_MASK) >> 4
        purse = 4 * seat + square
        hand = position.hand[purse]
        worth = position.worth[purse]
        total -= money_value(judge, hand, worth)
        total -= chance_value(judge, position, seat, square, hand, worth)
        while cards and (cards & CARD_MASK) >> 4 == square:  # sorted: a currency together
            value = cards & 15
            hand += 1 << 2 * (value - 1)
            worth += value
            cards >>= CARD_BITS
        total += money_value(judge, hand, worth)
        total += chance_value(judge, position, seat, square, hand, worth)
    return total


def rate_tiles(judge: Judge, work: Workspace, position: Position) -> None:
    """For each square that can be paid: its tile's best use, and what it promises to whoever
    could buy it later."""
    seat = position.seat
    for square in range(SQUARES):
        tile = position.market[square]
        if tile == NO_TILE or position.worth[4 * seat + square] < TILE_PRICE[tile]:
            continue
        judge.tile_value[square] = best_use(judge, work, position, tile)
        value = 0.0
        for other in range(position.players):
            purse = 4 * other + square
            value += judge.side[other] * chance_value(
                judge, position, other, square, position.hand[purse], position.worth[purse]
            )
        judge.square_value[square] = value


def best_use(judge: Judge, work: Workspace, position: Position, tile: int) -> float:
    """The best that can be done with a bought tile, the city being open."""
    best = rate_kept(judge, position, tile)
    if position.players == 2:
        gift = rate_gift(judge, position, tile)
        if gift > best:
            best = gift
    spot = best_spot(judge, work, position, position.seat, tile)
    if judge.spot_cell[spot]:
        value = gain_in_city(judge, position, tile) - judge.layout + spot_value(judge, spot)
        if value > best:
            best = value
    return best


def rate_buy(judge: Judge, position: Position, code: int) -> float:
    """The tile for the money; an exact purchase is followed by another action."""
    square = currency_of(code)
    purse = 4 * position.seat + square
    hand = position.hand[purse]
    worth = position.worth[purse]
    payment = rest_of(code)
    rate = judge.tile_value[square] - judge.square_value[square]
    rate -= money_value(judge, hand, worth)
    rate += money_value(judge, hand - payment, worth - payment_worth(payment))
    if kind_of(code) == BUY_EXACT:
        rate += judge.best_take
    return rate


def gain_in_city(judge: Judge, position: Position, tile: int) -> float:
    """What the majorities gain by one more tile in the seat's city."""
    return kind_margin(judge, position, TILE_KIND[tile], position.seat, 1, judge.side)


def rate_gift(judge: Judge, position: Position, tile: int) -> float:
    """What the majorities gain when Dirk gets the tile."""
    return kind_margin(judge, position, TILE_KIND[tile], 2, 1, judge.side)


def rate_kept(judge: Judge, position: Position, tile: int) -> float:
    """What the tile is worth in the reserve, beside the city measured last."""
    return kept_value(judge, position, position.seat, tile, judge.open_low, judge.open_high)


def rate_redesign(
    judge: Judge, work: Workspace, position: Position, after: Position, code: int
) -> float:
    """A tile that leaves the city, and perhaps one that comes in its place."""
    seat = position.seat
    tile = tile_of(code)
    rate = -judge.layout
    if kind_of(code) == REMOVE:
        rate += kind_margin(judge, position, TILE_KIND[tile], seat, -1, judge.side)
        gone = tile
    else:
        gone = tile_in(position, seat, rest_of(code))
        rate -= kept_value(judge, position, seat, tile, judge.open_low, judge.open_high)
        if TILE_KIND[tile] != TILE_KIND[gone]:
            rate += kind_margin(judge, position, TILE_KIND[tile], seat, 1, judge.side)
            rate += kind_margin(judge, position, TILE_KIND[gone], seat, -1, judge.side)
    after.copy_from(position)
    apply(after, code)
    open_city(judge, work, after, seat)
    rate += layout_value(judge, judge.wall, judge.loose, judge.open_low, judge.open_high)
    return rate + kept_value(judge, position, seat, gone, judge.open_low, judge.open_high)


def quick_placing(judge: Judge, work: Workspace, position: Position) -> int:
    """A good placing without rating them all: the best use of one of the waiting tiles."""
    seat = position.seat
    open_city(judge, work, position, seat)
    judge.layout = layout_value(judge, judge.wall, judge.loose, judge.open_low, judge.open_high)
    best = -1e9
    chosen = 0
    rest = position.pending
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        kept = rate_kept(judge, position, tile)
        code = action(RESERVE, tile, 0)
        value = 0.0
        spot = best_spot(judge, work, position, seat, tile)
        if judge.spot_cell[spot]:
            gain = gain_in_city(judge, position, tile) - judge.layout
            value = gain + spot_value(judge, spot) - kept
            if value > 0.0:
                code = action(PLACE, tile, judge.spot_cell[spot])
            else:
                value = 0.0
        if position.players == 2 and position.phase == PLACING:
            gift = rate_gift(judge, position, tile) - kept
            if gift > value:
                value = gift
                code = action(GIVE, tile, 0)
        if value > best:
            best = value
            chosen = code
    return chosen


def best_rated(judge: Judge, work: Workspace) -> int:
    """The number of the action that promises most; of equal ones the first."""
    best = 0
    for i in range(1, work.n_actions):
        if judge.rate[i] > judge.rate[best]:
            best = i
    return best


# Calls from Python


def ratings(judge: Judge, position: Position, closely: bool) -> list[tuple[int, float]]:
    """Every listed action with what it promises."""
    work = _position.SHARED
    forget_spots(judge)
    list_actions(work, position)
    take_sides(judge, work, position, closely)
    rate_actions(judge, work, position, position.clone())
    return [(work.actions[i], judge.rate[i]) for i in range(work.n_actions)]
