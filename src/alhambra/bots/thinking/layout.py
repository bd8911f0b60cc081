# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""What the shape of a city is worth: its wall, and how well it can still grow."""

from __future__ import annotations

import cython

from alhambra.bots.thinking import weights as _weights

if not cython.compiled:
    from alhambra.bots.thinking.outlook import *
    from alhambra.bots.thinking.weights import *
    from alhambra.core.bits import *
    from alhambra.core.building import (
        FITTING_WALLS,
        STAMPS,
        STEP,
        TILE_WALLS,
        find_frontier,
    )
    from alhambra.core.constants import *
    from alhambra.core.position import Position, Workspace

SPREAD = _weights.spread_bits()
ROOM = _weights.room_shares()
RING = [-129, -128, -127, -1, 0, 1, 127, 128, 129]  # to a cell and the eight around it


def walk_wall(judge: Judge, work: Workspace, grid: int, start: int) -> None:
    """Walk around a city on its grid, from its northernmost tile, for the longest wall and
    what other outer walls it has."""
    cell = start
    side = 0
    run = 0
    best = 0
    total = 0
    opening = -1
    while True:
        if TILE_WALLS[work.tile_at[grid + cell]] >> side & 1:
            run += 1
            total += 1
            if run > best:
                best = run
        else:
            if opening < 0:
                opening = run
            run = 0
        heading = (side + 1) & 3
        ahead = cell + STEP[heading]
        corner = ahead + STEP[side]
        if work.around[grid + corner] & FILLED:
            cell = corner
            side = (side + 3) & 3
        elif work.around[grid + ahead] & FILLED:
            cell = ahead
        else:
            side = heading
        if cell == start and side == 0:
            break
    if opening >= 0 and run + opening > best:
        best = run + opening
    judge.wall = best
    judge.loose = total - best


def open_city(judge: Judge, work: Workspace, position: Position, seat: int) -> None:
    """Measure a city: its walls, and how many cells take a tile with given walls."""
    find_frontier(work, position, seat)
    judge.open_low = 0
    judge.open_high = 0
    first = MAX_FRONTIER * seat
    for i in range(first, first + work.n_frontier[seat]):
        walls = work.frontier_walls[i]
        judge.open_low += SPREAD[walls & 255]
        judge.open_high += SPREAD[walls >> 8]
    start = CENTRE
    rest = position.city[seat]
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        start = min(start, position.cell[tile])
    judge.start = start
    walk_wall(judge, work, CELLS * seat, start)


def know_city(judge: Judge, work: Workspace, position: Position, seat: int) -> None:
    """Measure a city unless it is known as it stands."""
    if (
        judge.city_known[seat]
        and judge.city_key[seat] == position.city_key[seat]
        and judge.city_tiles[seat] == position.city[seat]
    ):
        return
    open_city(judge, work, position, seat)
    judge.city_known[seat] = True
    judge.city_key[seat] = position.city_key[seat]
    judge.city_tiles[seat] = position.city[seat]
    judge.city_wall[seat] = judge.wall
    judge.city_loose[seat] = judge.loose
    judge.city_low[seat] = judge.open_low
    judge.city_high[seat] = judge.open_high


def open_value(judge: Judge, low: int, high: int) -> float:
    """How many of the tiles to come fit: the share, and more where there is a choice."""
    fitting = 0.0
    for walls in range(8):
        fitting += judge.walls_left[walls] * ROOM[low >> 8 * walls & 255]
    for walls in range(8):
        fitting += judge.walls_left[8 + walls] * ROOM[high >> 8 * walls & 255]
    return fitting / (judge.tiles_left + 0.01)


def layout_value(judge: Judge, wall: int, loose: int, low: int, high: int) -> float:
    """What the shape of a city is worth."""
    cells = low & 255
    return (
        judge.walls_count * (judge.wall_weight * wall + judge.weight[LOOSE] * loose)
        + judge.turns * judge.weight[FITS_LEFT] * open_value(judge, low, high)
        + judge.turns * judge.weight[OPEN_CELLS] * 0.1 * (cells if cells < 8 else 8)
    )


def value_with(judge: Judge, work: Workspace, seat: int, cell: int, tile: int) -> float:
    """The layout value of the open city with a tile more, which is taken away again."""
    grid = CELLS * seat
    at = grid + cell
    low = judge.open_low
    high = judge.open_high
    for k in range(9):
        around = work.around[at + RING[k]]
        judge.kept[k] = around
        if not around & FILLED:
            walls = FITTING_WALLS[around & AROUND]
            low -= SPREAD[walls & 255]
            high -= SPREAD[walls >> 8]
    mark_tile(work, at, tile)
    for k in range(9):
        around = work.around[at + RING[k]]
        if not around & FILLED:
            walls = FITTING_WALLS[around & AROUND]
            low += SPREAD[walls & 255]
            high += SPREAD[walls >> 8]
    wall = judge.wall
    loose = judge.loose
    walk_wall(judge, work, grid, min(cell, judge.start))
    value = layout_value(judge, judge.wall, judge.loose, low, high)
    judge.wall_with = judge.wall
    judge.loose_with = judge.loose
    judge.low_with = low
    judge.high_with = high
    judge.wall = wall
    judge.loose = loose
    for k in range(9):
        work.around[at + RING[k]] = judge.kept[k]
    return value


def mark_tile(work: Workspace, at: int, tile: int) -> None:
    """Fill a cell of a grid for a moment: like ``building.lay``, without its bookkeeping."""
    first = 4 * TILE_WALLS[tile]
    work.tile_at[at] = tile
    work.around[at] |= FILLED
    for side in range(4):
        work.around[at + STEP[side]] |= STAMPS[first + side]
    work.around[at - STRIDE + 1] |= 32
    work.around[at + STRIDE + 1] |= 128
    work.around[at + STRIDE - 1] |= 2
    work.around[at - STRIDE - 1] |= 8


def city_value(judge: Judge, work: Workspace, position: Position, seat: int) -> float:
    """What the shape of a seat's city is worth."""
    know_city(judge, work, position, seat)
    return layout_value(
        judge,
        judge.city_wall[seat],
        judge.city_loose[seat],
        judge.city_low[seat],
        judge.city_high[seat],
    )


def forget_spots(judge: Judge) -> None:
    """Forget all best cells."""
    for i in range(SPOTS):
        judge.spot_key[i] = 0


def best_spot(judge: Judge, work: Workspace, position: Position, seat: int, tile: int) -> int:
    """Where a tile stands best in the city measured last: an entry of ``judge.spot_cell``, 0 in
    it where the tile fits nowhere. It is remembered by the city, though with time a wall may
    come to count less against room to grow."""
    key = position.city_key[seat] ^ layout_key(tile, CENTRE) ^ bit(63)
    entry: int = key & (SPOTS - 1)
    if judge.spot_key[entry] == key:
        return entry
    judge.spot_key[entry] = key
    judge.spot_cell[entry] = 0
    best = -1e9
    walls = TILE_WALLS[tile]
    first = MAX_FRONTIER * seat
    for i in range(first, first + work.n_frontier[seat]):
        if work.frontier_walls[i] >> walls & 1:
            value = value_with(judge, work, seat, work.frontier[i], tile)
            if value > best:
                best = value
                judge.spot_cell[entry] = work.frontier[i]
                judge.spot_wall[entry] = judge.wall_with
                judge.spot_loose[entry] = judge.loose_with
                judge.spot_low[entry] = judge.low_with
                judge.spot_high[entry] = judge.high_with
    return entry


def spot_value(judge: Judge, entry: int) -> float:
    """The layout value of a city with a tile on its best spot."""
    return layout_value(
        judge,
        judge.spot_wall[entry],
        judge.spot_loose[entry],
        judge.spot_low[entry],
        judge.spot_high[entry],
    )
