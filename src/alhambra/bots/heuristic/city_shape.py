# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""What the shape of a city is worth: its wall, and how well it can still grow."""

from __future__ import annotations

import cython

from alhambra.bots.heuristic import weights as _weights

if not cython.compiled:
    from alhambra.bots.heuristic.forecast import *
    from alhambra.bots.heuristic.weights import *
    from alhambra.core.bits import *
    from alhambra.core.building import (
        BYTE_FLAGS,
        FITTING_WALLS,
        TILE_WALLS,
        fill_cell,
        find_frontier,
        longest_run,
        trace_outline,
    )
    from alhambra.core.constants import *
    from alhambra.core.position import Position, Workspace

ROOM = _weights.room_shares()
RING = [-129, -128, -127, -1, 0, 1, 127, 128, 129]  # to a cell and the eight around it


def measure_walls(evaluator: Evaluator, work: Workspace, grid: int, start: int) -> None:
    """Find the longest wall of the city on a grid, and how many other outer walls it has."""
    trace_outline(work, grid, start)
    evaluator.wall = longest_run(work, grid)
    evaluator.loose = work.outer_walls - evaluator.wall


def measure_city(evaluator: Evaluator, work: Workspace, position: Position, seat: int) -> None:
    """Measure a city: its walls, and how many cells take a tile with given walls."""
    find_frontier(work, position, seat)
    evaluator.open_low = 0
    evaluator.open_high = 0
    first = MAX_FRONTIER * seat
    for i in range(first, first + work.n_frontier[seat]):
        walls = work.frontier_walls[i]
        evaluator.open_low += BYTE_FLAGS[walls & 255]
        evaluator.open_high += BYTE_FLAGS[walls >> 8]
    start = CENTRE
    rest = position.city[seat]
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        start = min(start, position.cell[tile])
    evaluator.start = start
    measure_walls(evaluator, work, CELLS * seat, start)


def measure_if_changed(
    evaluator: Evaluator, work: Workspace, position: Position, seat: int
) -> None:
    """Measure a city unless it was measured last and has not changed."""
    if (
        evaluator.city_known[seat]
        and evaluator.city_key[seat] == position.city_key[seat]
        and evaluator.city_tiles[seat] == position.city[seat]
    ):
        return
    measure_city(evaluator, work, position, seat)
    evaluator.city_known[seat] = True
    evaluator.city_key[seat] = position.city_key[seat]
    evaluator.city_tiles[seat] = position.city[seat]
    evaluator.city_wall[seat] = evaluator.wall
    evaluator.city_loose[seat] = evaluator.loose
    evaluator.city_low[seat] = evaluator.open_low
    evaluator.city_high[seat] = evaluator.open_high


def fitting_value(evaluator: Evaluator, low: int, high: int) -> float:
    """How well the tiles to come fit: the share that fits, and more where there are several
    cells for a tile."""
    fitting = 0.0
    for walls in range(8):
        fitting += evaluator.walls_left[walls] * ROOM[low >> 8 * walls & 255]
    for walls in range(8):
        fitting += evaluator.walls_left[8 + walls] * ROOM[high >> 8 * walls & 255]
    return fitting / (evaluator.tiles_left + 0.01)


def shape_value(evaluator: Evaluator, wall: int, loose: int, low: int, high: int) -> float:
    """What the shape of a city is worth."""
    cells = low & 255
    return (
        evaluator.walls_count * (evaluator.wall_weight * wall + evaluator.weight[LOOSE] * loose)
        + evaluator.turns * evaluator.weight[FITS_LEFT] * fitting_value(evaluator, low, high)
        + evaluator.turns * evaluator.weight[OPEN_CELLS] * 0.1 * (cells if cells < 8 else 8)
    )


def measured_value(evaluator: Evaluator) -> float:
    """What the shape of the city measured last is worth."""
    return shape_value(
        evaluator, evaluator.wall, evaluator.loose, evaluator.open_low, evaluator.open_high
    )


def value_with_tile(
    evaluator: Evaluator, work: Workspace, seat: int, cell: int, tile: int
) -> float:
    """The value of the measured city's shape with one more tile. The tile is removed again."""
    grid = CELLS * seat
    at = grid + cell
    low = evaluator.open_low
    high = evaluator.open_high
    for k in range(9):
        around = work.around[at + RING[k]]
        evaluator.kept[k] = around
        if not around & FILLED:
            walls = FITTING_WALLS[around & AROUND]
            low -= BYTE_FLAGS[walls & 255]
            high -= BYTE_FLAGS[walls >> 8]
    fill_cell(work, at, tile)
    for k in range(9):
        around = work.around[at + RING[k]]
        if not around & FILLED:
            walls = FITTING_WALLS[around & AROUND]
            low += BYTE_FLAGS[walls & 255]
            high += BYTE_FLAGS[walls >> 8]
    wall = evaluator.wall
    loose = evaluator.loose
    measure_walls(evaluator, work, grid, min(cell, evaluator.start))
    value = shape_value(evaluator, evaluator.wall, evaluator.loose, low, high)
    evaluator.wall_with = evaluator.wall
    evaluator.loose_with = evaluator.loose
    evaluator.low_with = low
    evaluator.high_with = high
    evaluator.wall = wall
    evaluator.loose = loose
    for k in range(9):
        work.around[at + RING[k]] = evaluator.kept[k]
    return value


def city_value(evaluator: Evaluator, work: Workspace, position: Position, seat: int) -> float:
    """What the shape of a seat's city is worth."""
    measure_if_changed(evaluator, work, position, seat)
    return shape_value(
        evaluator,
        evaluator.city_wall[seat],
        evaluator.city_loose[seat],
        evaluator.city_low[seat],
        evaluator.city_high[seat],
    )


def clear_spots(evaluator: Evaluator) -> None:
    """Clear the cache of best cells."""
    for i in range(SPOTS):
        evaluator.spot_key[i] = 0


def best_spot(
    evaluator: Evaluator, work: Workspace, position: Position, seat: int, tile: int
) -> int:
    """The best cell for a tile in the city measured last, as an index into ``evaluator.spot_cell``;
    the entry is 0 if the tile fits nowhere. Results are cached by city, although during a game
    the best cell may change, as walls lose value compared to room to grow."""
    key = position.city_key[seat] ^ layout_key(tile, CENTRE) ^ bit(63)
    entry: int = key & (SPOTS - 1)
    if evaluator.spot_key[entry] == key:
        return entry
    evaluator.spot_key[entry] = key
    evaluator.spot_cell[entry] = 0
    best = -1e9
    walls = TILE_WALLS[tile]
    first = MAX_FRONTIER * seat
    for i in range(first, first + work.n_frontier[seat]):
        if work.frontier_walls[i] >> walls & 1:
            value = value_with_tile(evaluator, work, seat, work.frontier[i], tile)
            if value > best:
                best = value
                evaluator.spot_cell[entry] = work.frontier[i]
                evaluator.spot_wall[entry] = evaluator.wall_with
                evaluator.spot_loose[entry] = evaluator.loose_with
                evaluator.spot_low[entry] = evaluator.low_with
                evaluator.spot_high[entry] = evaluator.high_with
    return entry


def spot_value(evaluator: Evaluator, entry: int) -> float:
    """The value of the city's shape with a tile on its best cell."""
    return shape_value(
        evaluator,
        evaluator.spot_wall[entry],
        evaluator.spot_loose[entry],
        evaluator.spot_low[entry],
        evaluator.spot_high[entry],
    )
