# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Forecasts: the tiles left, when the scorings take place, and what the majorities will give."""

from __future__ import annotations

import cython

from alhambra.bots.heuristic import weights as _weights
from alhambra.core import tables

if not cython.compiled:
    from alhambra.bots.heuristic.weights import *
    from alhambra.core.bits import *
    from alhambra.core.constants import *
    from alhambra.core.dealing import window_end, window_start
    from alhambra.core.position import Position
    from alhambra.core.scoring import KIND_TILES, count_kind

WALL_TILES = _weights.tiles_by(tables.walls()[:54], 16)
PRICE_TILES = _weights.tiles_by(tables.prices(), 14)
ALL_TILES = [(1 << 54) - 1]
PRIZES = tables.prizes()
BEATS = _weights.beating_chances()


class Evaluator:
    """The buffers of an evaluation: the forecast, measurements of cities, and ratings of
    actions."""

    given: list[float]  # the weights for two players, then those for more
    weight: list[float]  # those for this table
    players: int
    tiles_left: int  # in bag and market
    kind_left: list[int]
    price_left: list[int]
    walls_left: list[int]  # for each set of walls
    sold: list[float]  # tiles sold until each scoring
    chance: list[float]  # that it still comes
    dirk_draws: list[int]  # tiles Dirk draws until then
    to_sell: float  # tiles sold until the end
    turns: float  # of these, each player's share
    walls_count: float  # scorings to come
    majority_weight: float
    wall_weight: float
    spread: list[float]  # temperature of ``split_win``, in points
    ahead: list[float]  # 1 for the seat whose turn is next, 0 for the others
    counts: list[int]  # of a kind, Dirk's last
    kind_known: list[bool]
    kind_value: list[float]  # 7 for each kind: what it will give each seat
    kind_gain: list[float]  # what one tile more would
    wall: int  # of the city measured last
    loose: int  # its other outer walls
    start: int  # its northernmost tile
    open_low: int  # a byte for each set of walls: how many cells take it; sets 0 to 7
    open_high: int  # sets 8 to 15
    city_known: list[bool]
    city_key: list[int]
    city_tiles: list[int]
    city_wall: list[int]
    city_loose: list[int]
    city_low: list[int]
    city_high: list[int]
    points: list[float]  # what each seat will have in the end
    kept: list[int]  # a piece of the grid to be put back
    spot_key: list[int]  # best cells found before, by city and tile
    spot_cell: list[int]
    spot_wall: list[int]
    spot_loose: list[int]
    spot_low: list[int]
    spot_high: list[int]
    low_with: int  # of the city measured last with a tile more
    high_with: int
    wall_with: int
    loose_with: int
    rate: list[float]  # the rating of each listed action
    side: list[float]  # how points of each seat count: one's own 1, the others' together -1
    layout: float  # the value of the city before
    best_take: float
    tile_value: list[float]  # for each square that can be paid: its tile's best use
    square_value: list[float]  # the value of the tile to all seats while it is in the market
    kept_rate: float  # of a tile to be placed: in the reserve
    gift_rate: float  # for Dirk

    def __init__(self, weights: list[float]) -> None:
        if not cython.compiled:
            self.weight, self.given = [0.0] * N_WEIGHTS, [0.0] * 2 * N_WEIGHTS
            self.kind_left, self.price_left, self.walls_left = [0] * 6, [0] * 14, [0] * 16
            self.sold, self.chance, self.dirk_draws = [0.0] * 3, [0.0] * 3, [0] * 3
            self.spread, self.ahead, self.counts = [0.0], [0.0] * 7, [0] * 7
            self.kind_known = [False] * 6
            self.kind_value, self.kind_gain = [0.0] * 42, [0.0] * 42
            self.city_known, self.city_key, self.city_tiles = [False] * 6, [0] * 6, [0] * 6
            self.city_wall, self.city_loose = [0] * 6, [0] * 6
            self.city_low, self.city_high = [0] * 6, [0] * 6
            self.points, self.kept = [0.0] * 7, [0] * 9
            self.spot_key, self.spot_cell = [0] * SPOTS, [0] * SPOTS
            self.spot_wall, self.spot_loose = [0] * SPOTS, [0] * SPOTS
            self.spot_low, self.spot_high = [0] * SPOTS, [0] * SPOTS
            self.rate, self.side = [0.0] * MAX_ACTIONS, [0.0] * 7
            self.tile_value, self.square_value = [0.0] * 4, [0.0] * 4
        if len(weights) != 2 * N_WEIGHTS:
            raise ValueError(f"there must be {2 * N_WEIGHTS} weights, not {len(weights)}")
        for i in range(2 * N_WEIGHTS):
            self.given[i] = weights[i]
        self.players = 0


# What is to come


def update_forecast(evaluator: Evaluator, position: Position) -> None:
    """Update what is left in the bag, when the scorings take place, and how long the game lasts."""
    n = position.players
    if evaluator.players != n:
        evaluator.players = n
        for i in range(N_WEIGHTS):
            evaluator.weight[i] = evaluator.given[i if n == 2 else N_WEIGHTS + i]
    gone = position.pending | position.dirk
    for seat in range(n):
        gone |= position.city[seat] | position.reserve[seat]
    bag = without(ALL_TILES[0], gone)
    for square in range(SQUARES):
        if position.owner[square] != NOBODY:
            bag = without(bag, bit(position.market[square]))
    evaluator.tiles_left = bit_count(bag)
    for kind in range(KINDS):
        evaluator.kind_left[kind] = bit_count(bag & KIND_TILES[kind])
        evaluator.kind_known[kind] = False
    for price in range(2, 14):
        evaluator.price_left[price] = bit_count(bag & PRICE_TILES[price])
    for walls in range(16):
        evaluator.walls_left[walls] = bit_count(bag & WALL_TILES[walls])
    forecast_scorings(evaluator, position)


def forecast_scorings(evaluator: Evaluator, position: Position) -> None:
    """For each scoring: the tiles sold until then, and the chance that it still comes."""
    bag = position.bag_size
    for scoring in range(3):
        evaluator.dirk_draws[scoring] = 0
    if position.players == 2 and position.scored < 2:
        first = min(6, bag) if position.scored == 0 else 0
        evaluator.dirk_draws[1] = first
        evaluator.dirk_draws[2] = first + (bag - first) // 3 * 2 // 3
        bag -= evaluator.dirk_draws[2]
    phase = position.phase
    going = phase == ACTING or phase == PLACING or phase == REFILLING or phase == RESHUFFLING
    to_sell = bag + 1.0 if going else 0.0
    evaluator.to_sell = to_sell
    evaluator.sold[2] = to_sell
    evaluator.chance[2] = 1.0 if position.phase != OVER else 0.0
    for scoring in range(2):
        evaluator.chance[scoring] = 0.0
        evaluator.sold[scoring] = 0.0
        if position.scored <= scoring and going:
            sold = 0.5 * cards_until(position, 1 + 2 * scoring)
            evaluator.sold[scoring] = min(sold, to_sell)
            chance = 1.9 - 1.2 * sold / to_sell
            evaluator.chance[scoring] = min(1.0, max(0.0, chance))
    evaluator.walls_count = evaluator.chance[0] + evaluator.chance[1] + evaluator.chance[2]
    evaluator.turns = to_sell / position.players
    early = to_sell / 50.0
    weight = evaluator.weight
    evaluator.majority_weight = weight[MAJORITIES] + early * weight[MAJORITIES_EARLY]
    evaluator.wall_weight = weight[WALL] + early * weight[WALL_EARLY]
    spread = weight[LUCK] + weight[LUCK_TILE] * to_sell
    evaluator.spread[0] = min(weight[LUCK_MOST], spread)


def cards_until(position: Position, pile: int) -> float:
    """The expected number of cards drawn until the scoring card of a pile turns up."""
    return 0.5 * (window_start(position, pile) + window_end(position, pile)) + 0.5


# Majorities


def kind_points(evaluator: Evaluator, kind: int, who: int) -> float:
    """What a kind will give in all scorings to come, from ``evaluator.counts``."""
    total = 0.0
    for scoring in range(3):
        if evaluator.chance[scoring] > 0.0:
            growth = (
                evaluator.kind_left[kind] * evaluator.sold[scoring] / (evaluator.tiles_left + 0.01)
            )
            total += evaluator.chance[scoring] * expected_prize(
                evaluator, kind, who, scoring, growth
            )
    return total


def expected_prize(evaluator: Evaluator, kind: int, who: int, scoring: int, growth: float) -> float:
    """The sum of the points of each place times its probability, given the tiles of the kind that
    are sold before the scoring."""
    players = evaluator.players
    mine = evaluator.counts[who]
    alive = 1.0
    if mine == 0:
        alive = growth / players
        if alive > 0.9:
            alive = 0.9
        if alive <= 0.0:
            return 0.0
    bucket = cython.cast(cython.int, 16.0 * growth / players + 0.5)
    if bucket > BEATS_ROWS - 1:
        bucket = BEATS_ROWS - 1
    row = BEATS_ROW * bucket + BEATS_EVEN
    first = 1.0
    second = 0.0
    third = 0.0
    for other in range(players):
        if other != who:
            beaten = BEATS[row + BEATS_TILE * (evaluator.counts[other] - mine)]
            third = third * (1.0 - beaten) + second * beaten
            second = second * (1.0 - beaten) + first * beaten
            first = first * (1.0 - beaten)
    if players == 2:
        drawn = (
            evaluator.dirk_draws[scoring]
            * evaluator.kind_left[kind]
            / (evaluator.tiles_left + 0.01)
        )
        lead = evaluator.counts[2] + drawn - mine - 0.5 * growth
        step = cython.cast(cython.int, BEATS_TILE * lead + (BEATS_EVEN + 0.5)) - BEATS_EVEN
        if step > BEATS_EVEN - 1:
            step = BEATS_EVEN - 1
        if step < 1 - BEATS_EVEN:
            step = 1 - BEATS_EVEN
        beaten = BEATS[row + step]
        third = third * (1.0 - beaten) + second * beaten
        second = second * (1.0 - beaten) + first * beaten
        first = first * (1.0 - beaten)
    points = first * (PRIZES[3 * scoring] + kind)
    if scoring > 0:
        points += second * (PRIZES[3 * scoring + 1] + kind)
    if scoring > 1:
        points += third * (PRIZES[3 * scoring + 2] + kind)
    return alive * points


def update_kind(evaluator: Evaluator, position: Position, kind: int) -> None:
    """Update what a kind will give each seat, and how much more with one more tile."""
    count_kind(position, kind, evaluator.counts)
    for seat in range(position.players):
        now = kind_points(evaluator, kind, seat)
        evaluator.counts[seat] += 1
        more = kind_points(evaluator, kind, seat)
        evaluator.counts[seat] -= 1
        evaluator.kind_value[MAX_SCORERS * kind + seat] = now
        evaluator.kind_gain[MAX_SCORERS * kind + seat] = more - now
    evaluator.kind_known[kind] = True


def kind_margin(
    evaluator: Evaluator, position: Position, kind: int, who: int, added: int, shares: list[float]
) -> float:
    """The gain of a seat in a kind from additional tiles, less the weighted gains of the others.
    Dirk is number ``players``."""
    count_kind(position, kind, evaluator.counts)
    if not evaluator.kind_known[kind]:
        update_kind(evaluator, position, kind)
    evaluator.counts[who] += added
    margin = 0.0
    for seat in range(position.players):
        change = (
            kind_points(evaluator, kind, seat) - evaluator.kind_value[MAX_SCORERS * kind + seat]
        )
        margin += shares[seat] * change
    evaluator.counts[who] -= added
    return evaluator.majority_weight * margin
