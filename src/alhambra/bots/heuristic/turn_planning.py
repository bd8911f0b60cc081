# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Finds the best whole turn by the evaluation.

A turn is a chain of exact purchases on different squares, then one more action, then the placement
of what was bought. The evaluation is a sum, so money and city are optimised separately: the best
payment for each square, and the best cells and order for each set of tiles.
"""

from __future__ import annotations

import cython

from alhambra.core import position as _position

if not cython.compiled:
    from alhambra.bots.heuristic.action_rating import *
    from alhambra.bots.heuristic.city_shape import *
    from alhambra.bots.heuristic.forecast import *
    from alhambra.bots.heuristic.ranking import insert_ranked
    from alhambra.bots.heuristic.score_estimate import *
    from alhambra.bots.heuristic.weights import *
    from alhambra.core.bits import *
    from alhambra.core.building import TILE_WALLS, lift_out_unchecked, put_unchecked
    from alhambra.core.checks import check_game
    from alhambra.core.codes import *
    from alhambra.core.constants import *
    from alhambra.core.listing import list_actions_unchecked, payment_worth
    from alhambra.core.position import Position, Workspace
    from alhambra.core.scoring import TILE_KIND
    from alhambra.core.turns import play_unchecked

    MAX_PLANS, REDESIGNS, PLACINGS, ARRANGEMENTS = 8192, 2, 12, 1024

# The number of cells tried for each tile, by the number of tiles to be placed
TRIES = [0, 1, 4, 2, 1]
NO_PLAN = -1e9
FOLLOWED = 2  # tiles that are arranged again after a redesign
WORTH_A_TRY = 4.0  # points by which the first step may be worse


class TurnPlans:
    """First actions of turns with the value of the best turn that begins so."""

    n: int
    code: list[int]
    value: list[float]
    exact: list[int]  # for each square the best exact payment, 0 without one
    over: list[int]  # the best other payment
    exact_money: list[float]  # what paying so costs in points
    over_money: list[float]
    arranged: list[float]  # for each set of squares what their tiles bring
    arranged_known: list[bool]
    redesigns: list[int]  # the best, by their numbers in the list
    redesign_rate: list[float]
    n_redesigns: int
    found: list[int]  # for each tile left to place: how many good cells there are
    spot_value: list[list[float]]
    spot_cell: list[list[int]]
    memo_key: list[int]  # arrangements found before
    memo_value: list[float]
    gift_key: int  # distinguishes arrangements that follow a gift

    def __init__(self) -> None:
        if not cython.compiled:
            self.code, self.value = [0] * MAX_PLANS, [0.0] * MAX_PLANS
            self.exact, self.over = [0] * 4, [0] * 4
            self.exact_money, self.over_money = [0.0] * 4, [0.0] * 4
            self.arranged, self.arranged_known = [0.0] * 16, [False] * 16
            self.redesigns, self.redesign_rate = [0] * REDESIGNS, [0.0] * REDESIGNS
            self.found = [0] * 20
            self.spot_value = [[0.0] * 8 for _ in range(20)]
            self.spot_cell = [[0] * 8 for _ in range(20)]
            self.memo_key, self.memo_value = [0] * ARRANGEMENTS, [0.0] * ARRANGEMENTS
        self.n = 0
        self.gift_key = 0
        self.n_redesigns = 0


def add_plan(plans: TurnPlans, code: int, value: float) -> None:
    """Store a turn by its first action."""
    plans.code[plans.n] = code
    plans.value[plans.n] = value
    if plans.n < MAX_PLANS - 1:
        plans.n += 1


def plan_turn(
    plans: TurnPlans, evaluator: Evaluator, work: Workspace, position: Position, after: Position
) -> None:
    """Find the best turns, for each first action the best that begins with it."""
    plans.n = 0
    for i in range(ARRANGEMENTS):
        plans.memo_key[i] = 0
    list_actions_unchecked(work, position)
    weigh_seats(evaluator, work, position, True)
    if position.phase == ACTING:
        plan_actions(plans, evaluator, work, position, after)
    else:
        plan_placements(plans, evaluator, work, position, after)


def best_plan(plans: TurnPlans) -> int:
    """The first action of the best turn; the first found of equal ones."""
    best = 0
    for i in range(plans.n):
        if plans.value[i] > plans.value[best]:
            best = i
    return plans.code[best]


# Actions


def plan_actions(
    plans: TurnPlans, evaluator: Evaluator, work: Workspace, position: Position, after: Position
) -> None:
    """All turns from here: each chain of exact purchases, and what can follow it."""
    rate_actions(evaluator, work, position, after)
    find_payments(plans, evaluator, work, position)
    find_redesigns(plans, evaluator, work)
    payable = 0
    for square in range(SQUARES):
        if plans.exact[square]:
            payable |= 1 << square
    for chain in range(16):
        plans.arranged_known[chain] = False
    for chain in range(16):
        if chain & payable == chain:
            plan_chain(plans, evaluator, work, position, after, chain)


def find_payments(
    plans: TurnPlans, evaluator: Evaluator, work: Workspace, position: Position
) -> None:
    """For each square the best exact payment, and the best other, by the money left."""
    for square in range(SQUARES):
        plans.exact[square] = 0
        plans.over[square] = 0
    for i in range(work.n_actions):
        code = work.actions[i]
        kind = kind_of(code)
        if kind != BUY and kind != BUY_EXACT:
            continue
        square = currency_of(code)
        purse = 4 * position.seat + square
        hand = position.hand[purse]
        worth = position.worth[purse]
        payment = rest_of(code)
        left = money_value(evaluator, hand - payment, worth - payment_worth(payment))
        left -= money_value(evaluator, hand, worth) + evaluator.square_value[square]
        if kind == BUY_EXACT:
            if plans.exact[square] == 0 or left > plans.exact_money[square]:
                plans.exact[square] = code
                plans.exact_money[square] = left
        elif plans.over[square] == 0 or left > plans.over_money[square]:
            plans.over[square] = code
            plans.over_money[square] = left


def find_redesigns(plans: TurnPlans, evaluator: Evaluator, work: Workspace) -> None:
    """Find the redesigns with the highest ratings; each one is a separate plan."""
    plans.n_redesigns = 0
    for i in range(work.n_actions):
        kind = kind_of(work.actions[i])
        if kind == PASS:
            add_plan(plans, work.actions[i], 0.0)
        if kind != BUILD and kind != REMOVE and kind != SWAP:
            continue
        if plans.n < 4096:
            add_plan(plans, work.actions[i], evaluator.rate[i])
        plans.n_redesigns = insert_ranked(
            plans.redesign_rate,
            plans.redesigns,
            plans.n_redesigns,
            REDESIGNS,
            evaluator.rate[i],
            i,
        )


def plan_chain(
    plans: TurnPlans,
    evaluator: Evaluator,
    work: Workspace,
    position: Position,
    after: Position,
    chain: int,
) -> None:
    """All turns that buy exactly on these squares and then take one more action."""
    first = 0
    spent = 0.0
    for square in range(SQUARES - 1, -1, -1):
        if chain >> square & 1:
            first = plans.exact[square]
            spent += plans.exact_money[square]
    built = arranged_value(plans, evaluator, work, position, after, chain)
    best = NO_PLAN
    takes = 0
    for i in range(work.n_actions):
        code = work.actions[i]
        if kind_of(code) == TAKE:
            takes += 1
            value = built + chain_take(plans, evaluator, work, position, chain, code & TAKE_MASK)
            if chain == 0:
                add_plan(plans, code, value)
            elif value > best:
                best = value
    for square in range(SQUARES):
        if plans.over[square] and not chain >> square & 1:
            value = spent + plans.over_money[square]
            value += arranged_value(plans, evaluator, work, position, after, chain | 1 << square)
            if chain == 0:
                add_plan(plans, plans.over[square], value)
            elif value > best:
                best = value
    if chain == 0:
        return
    for k in range(plans.n_redesigns):
        i = plans.redesigns[k]
        if evaluator.rate[i] < -WORTH_A_TRY:
            break
        value = spent + evaluator.rate[i]
        if bit_count(chain) <= FOLLOWED:
            after.copy_from(position)
            play_unchecked(after, work.actions[i])
            value += arrange(plans, evaluator, work, after, tiles_on(position, chain))
        else:
            value += built
        if value > best:
            best = value
    if takes == 0 and spent + built > best:
        best = spent + built
    add_plan(plans, first, best)


def chain_take(
    plans: TurnPlans,
    evaluator: Evaluator,
    work: Workspace,
    position: Position,
    chain: int,
    cards: int,
) -> float:
    """The change in the value of money by exact purchases and then taking these cards."""
    seat = position.seat
    total = 0.0
    for square in range(SQUARES):
        purse = 4 * seat + square
        hand = position.hand[purse]
        worth = position.worth[purse]
        hand_before = hand
        worth_before = worth
        rest = cards
        while rest:
            value = rest & 15
            if (rest & CARD_MASK) >> 4 == square:
                hand += 1 << 2 * (value - 1)
                worth += value
            rest >>= CARD_BITS
        if chain >> square & 1:
            if worth == worth_before:
                total += plans.exact_money[square]
            else:
                total += best_rest(evaluator, work, position, square, hand, worth)
                total -= money_value(evaluator, hand_before, worth_before)
                total -= evaluator.square_value[square]
        elif worth != worth_before:
            total += money_value(evaluator, hand, worth)
            total -= money_value(evaluator, hand_before, worth_before)
            total += market_value(evaluator, position, seat, square, hand, worth)
            total -= market_value(evaluator, position, seat, square, hand_before, worth_before)
    return total


def best_rest(
    evaluator: Evaluator, work: Workspace, position: Position, square: int, hand: int, worth: int
) -> float:
    """The highest value of the money left after an exact payment for the tile on the square."""
    best = NO_PLAN
    for i in range(work.n_actions):
        code = work.actions[i]
        if kind_of(code) == BUY_EXACT and currency_of(code) == square:
            payment = rest_of(code)
            left = money_value(evaluator, hand - payment, worth - payment_worth(payment))
            if left > best:
                best = left
    return best


# Placing


def tiles_on(position: Position, squares: int) -> int:
    """The set of tiles on these squares of the market."""
    tiles = bit(0) ^ bit(0)
    for square in range(SQUARES):
        if squares >> square & 1:
            tiles |= bit(position.market[square])
    return tiles


def arranged_value(
    plans: TurnPlans,
    evaluator: Evaluator,
    work: Workspace,
    position: Position,
    after: Position,
    squares: int,
) -> float:
    """The value of the tiles of these squares in their best arrangement."""
    if not plans.arranged_known[squares]:
        after.copy_from(position)
        tiles = tiles_on(position, squares)
        plans.arranged[squares] = arrange(plans, evaluator, work, after, tiles)
        plans.arranged_known[squares] = True
    return plans.arranged[squares]


def arrange(
    plans: TurnPlans, evaluator: Evaluator, work: Workspace, after: Position, tiles: int
) -> float:
    """The best order and cells for tiles; the position does not change. Different orders lead to
    the same city, so results are cached."""
    if tiles == 0:
        return 0.0
    key = arrangement_key(plans, after, tiles)
    entry: int = key & (ARRANGEMENTS - 1)
    if plans.memo_key[entry] == key:
        return plans.memo_value[entry]
    measure_city(evaluator, work, after, after.seat)
    evaluator.layout = measured_value(evaluator)
    best = set_aside(evaluator, after, tiles)
    level = bit_count(tiles)
    row = 4 * level
    rest = tiles
    while rest:  # before any tile is placed, while the city is still as measured
        tile = lowest_bit(rest)
        rest &= rest - 1
        plans.found[row] = best_spots(plans, evaluator, work, after, tile, row, TRIES[level])
        row += 1
    row = 4 * level
    rest = tiles
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        value = arrange_first(plans, evaluator, work, after, tiles, tile, row)
        if value > best:
            best = value
        row += 1
    plans.memo_key[entry] = key
    plans.memo_value[entry] = best
    return best


def arrangement_key(plans: TurnPlans, after: Position, tiles: int) -> int:
    """A hash of a city and its waiting tiles."""
    key = after.city_key[after.seat] ^ plans.gift_key ^ bit(63)
    while tiles:
        key ^= layout_key(lowest_bit(tiles), 0)
        tiles &= tiles - 1
    return key


def set_aside(evaluator: Evaluator, after: Position, tiles: int) -> float:
    """The value of tiles outside the city, each in the reserve or as a gift. They do not affect
    the tiles that are placed, so they may be counted after those."""
    total = 0.0
    dirk = after.dirk
    while tiles:
        tile = lowest_bit(tiles)
        tiles &= tiles - 1
        value = rate_kept(evaluator, after, tile)
        if after.players == 2 and after.phase != AWARDING:
            gift = rate_gift(evaluator, after, tile)
            if gift > value:
                value = gift
                after.dirk |= bit(tile)
                evaluator.kind_known[TILE_KIND[tile]] = False
        total += value
    given = without(after.dirk, dirk)
    after.dirk = dirk
    while given:
        evaluator.kind_known[TILE_KIND[lowest_bit(given)]] = False
        given &= given - 1
    return total


def arrange_first(
    plans: TurnPlans,
    evaluator: Evaluator,
    work: Workspace,
    after: Position,
    tiles: int,
    tile: int,
    row: int,
) -> float:
    """The best value of placing this tile first, on one of the cells found for it."""
    seat = after.seat
    others = without(tiles, bit(tile))
    best = NO_PLAN
    for i in range(plans.found[row]):
        value = plans.spot_value[row][i]
        if others:
            put_unchecked(after, seat, tile, plans.spot_cell[row][i])
            value += arrange_rest(plans, evaluator, work, after, others, TILE_KIND[tile])
            lift_out_unchecked(after, seat, tile)
        if value > best:
            best = value
    return best


def arrange_rest(
    plans: TurnPlans, evaluator: Evaluator, work: Workspace, after: Position, tiles: int, kind: int
) -> float:
    """Arrange the other tiles after one has been placed."""
    evaluator.kind_known[kind] = False
    value = arrange(plans, evaluator, work, after, tiles)
    evaluator.kind_known[kind] = False
    return value


def best_spots(
    plans: TurnPlans,
    evaluator: Evaluator,
    work: Workspace,
    after: Position,
    tile: int,
    row: int,
    wanted: int,
) -> int:
    """Write the best cells of the measured city for a tile into a row of ``plans.spot_cell``;
    returns how many there are."""
    seat = after.seat
    gain = gain_in_city(evaluator, after, tile) - evaluator.layout
    walls = TILE_WALLS[tile]
    n = 0
    first = MAX_FRONTIER * seat
    for i in range(first, first + work.n_frontier[seat]):
        if not work.frontier_walls[i] >> walls & 1:
            continue
        value = gain + value_with_tile(evaluator, work, seat, work.frontier[i], tile)
        n = insert_ranked(
            plans.spot_value[row], plans.spot_cell[row], n, wanted, value, work.frontier[i]
        )
    return n


def plan_placements(
    plans: TurnPlans, evaluator: Evaluator, work: Workspace, position: Position, after: Position
) -> None:
    """Every first placement, with the best that can follow. If several tiles wait, only the
    placements with the highest ratings are continued."""
    rate_actions(evaluator, work, position, after)
    seat = position.seat
    least = NO_PLAN
    if bit_count(position.pending) > 1:
        least = rate_at(plans, evaluator, work, PLACINGS)
    after.copy_from(position)
    for i in range(work.n_actions):
        if evaluator.rate[i] < least:
            continue
        code = work.actions[i]
        tile = tile_of(code)
        kind = TILE_KIND[tile]
        value = evaluator.rate[i]
        others = without(position.pending, bit(tile))
        if others:
            if kind_of(code) == PLACE:
                put_unchecked(after, seat, tile, rest_of(code))
                value += arrange_rest(plans, evaluator, work, after, others, kind)
                lift_out_unchecked(after, seat, tile)
            elif kind_of(code) == GIVE:
                after.dirk |= bit(tile)
                plans.gift_key = layout_key(tile, 1)
                value += arrange_rest(plans, evaluator, work, after, others, kind)
                plans.gift_key = 0
                after.dirk = without(after.dirk, bit(tile))
            else:
                value += arrange_rest(plans, evaluator, work, after, others, kind)
            evaluator.kind_known[kind] = False
        add_plan(plans, code, value)


def rate_at(plans: TurnPlans, evaluator: Evaluator, work: Workspace, place: int) -> float:
    """The rating of the action with this rank, counted from 1; or the lowest there is."""
    n = 0
    for i in range(work.n_actions):
        n = insert_ranked(plans.value, plans.code, n, place, evaluator.rate[i], 0)
    return plans.value[n - 1]


# Calls from Python


def turn_plans(
    plans: TurnPlans, evaluator: Evaluator, position: Position
) -> list[tuple[float, int]]:
    """The value of the best turn for each first action considered, the best first."""
    check_game(position)
    work = _position.SHARED
    after = position.clone()
    clear_spots(evaluator)
    plan_turn(plans, evaluator, work, position, after)
    best: dict[int, float] = {}
    for i in range(plans.n):
        code = plans.code[i]
        best[code] = max(plans.value[i], best.get(code, NO_PLAN))
    return sorted([(value, code) for code, value in best.items()], reverse=True)
