# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Cities: where a tile may be placed, which may be removed, and the wall (sections 5 and 6).

A position stores a city as a set of tiles and their cells. Questions about it need a grid. A
workspace has one grid for each seat and updates it tile by tile as the city changes. What was
computed for a city is cached until the city changes.
"""

from __future__ import annotations

import cython

from alhambra.core import position as _position
from alhambra.core import tables

if not cython.compiled:
    from alhambra.core.bits import *
    from alhambra.core.checks import check_cell, check_seat, check_tile
    from alhambra.core.constants import *
    from alhambra.core.position import Position, Workspace

WORK = _position.SHARED
TILE_WALLS = tables.walls()
FITTING_WALLS = tables.fitting_walls()
STAMPS = tables.stamps()
BYTE_FLAGS = tables.byte_flags()
SIDE_COUNT = [sides.bit_count() for sides in range(16)]
STEP = [-128, 1, 128, -1]  # to the cell north, east, south, west


def put_unchecked(position: Position, seat: int, tile: int, cell: int) -> None:
    """Add the tile to the city in this cell."""
    position.city[seat] |= bit(tile)
    position.cell[tile] = cell
    position.city_key[seat] ^= layout_key(tile, cell)


def lift_out_unchecked(position: Position, seat: int, tile: int) -> None:
    """Remove the tile from the city."""
    position.city[seat] = without(position.city[seat], bit(tile))
    position.city_key[seat] ^= layout_key(tile, position.cell[tile])


def tile_in(position: Position, seat: int, cell: int) -> int:
    """The tile that stands in the cell, or NO_TILE."""
    if cell == CENTRE:
        return FOUNTAIN
    rest = position.city[seat]
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        if position.cell[tile] == cell:
            return tile
    return NO_TILE


# The grid


def follow_city(work: Workspace, position: Position, seat: int) -> None:
    """Update the seat's grid to the city in the position: add, remove and move the tiles that
    have changed since the last call."""
    city = position.city[seat] | bit(FOUNTAIN)
    laid = work.laid[seat]
    if laid == city and work.laid_key[seat] == position.city_key[seat]:
        return
    if laid == 0:
        lay(work, seat, FOUNTAIN, CENTRE)
        laid = bit(FOUNTAIN)
    gone = without(laid, city)
    come = without(city, laid)
    if key_after(work, position, seat, gone, come) != position.city_key[seat]:
        moved = moved_tiles(work, position, seat, laid & position.city[seat])
        gone |= moved
        come |= moved
    touched = come
    while gone:
        tile = lowest_bit(gone)
        gone &= gone - 1
        touched |= lift(work, seat, tile)
    while come:
        tile = lowest_bit(come)
        come &= come - 1
        touched |= lay(work, seat, tile, position.cell[tile])
    touched &= city
    while touched:
        tile = lowest_bit(touched)
        touched &= touched - 1
        touch(work, seat, tile)
    work.laid[seat] = city
    work.laid_key[seat] = position.city_key[seat]
    work.known[seat] = 0


def key_after(work: Workspace, position: Position, seat: int, gone: int, come: int) -> int:
    """The layout key of the city on the grid after these tiles were removed and added."""
    key = work.laid_key[seat]
    while gone:
        tile = lowest_bit(gone)
        gone &= gone - 1
        key ^= layout_key(tile, work.laid_cell[PLACES * seat + tile])
    while come:
        tile = lowest_bit(come)
        come &= come - 1
        key ^= layout_key(tile, position.cell[tile])
    return key


def moved_tiles(work: Workspace, position: Position, seat: int, tiles: int) -> int:
    """The tiles whose cell is another than on the grid."""
    moved = 0
    while tiles:
        tile = lowest_bit(tiles)
        tiles &= tiles - 1
        moved |= bit_if(position.cell[tile] != work.laid_cell[PLACES * seat + tile], tile)
    return moved


def lay(work: Workspace, seat: int, tile: int, cell: int) -> int:
    """Put a tile on the seat's grid and update the cells around it; returns the neighbours."""
    at = CELLS * seat + cell
    work.laid_cell[PLACES * seat + tile] = cell
    fill_cell(work, at, tile)
    return tiles_beside(work, at, filled_sides_of(work.around[at]))


def fill_cell(work: Workspace, at: int, tile: int) -> None:
    """Fill a cell of a grid, and update the information of the cells around it."""
    first = 4 * TILE_WALLS[tile]
    work.tile_at[at] = tile
    work.around[at] |= FILLED
    work.around[at - STRIDE] |= STAMPS[first]
    work.around[at + 1] |= STAMPS[first + 1]
    work.around[at + STRIDE] |= STAMPS[first + 2]
    work.around[at - 1] |= STAMPS[first + 3]
    work.around[at - STRIDE + 1] |= 32
    work.around[at + STRIDE + 1] |= 128
    work.around[at + STRIDE - 1] |= 2
    work.around[at - STRIDE - 1] |= 8


def lift(work: Workspace, seat: int, tile: int) -> int:
    """Undo ``lay``; returns the neighbours."""
    n = PLACES * seat + tile
    at = CELLS * seat + work.laid_cell[n]
    first = 4 * TILE_WALLS[tile]
    work.around[at] &= ~FILLED
    work.around[at - STRIDE] &= ~STAMPS[first]
    work.around[at + 1] &= ~STAMPS[first + 1]
    work.around[at + STRIDE] &= ~STAMPS[first + 2]
    work.around[at - 1] &= ~STAMPS[first + 3]
    work.around[at - STRIDE + 1] &= ~32
    work.around[at + STRIDE + 1] &= ~128
    work.around[at + STRIDE - 1] &= ~2
    work.around[at - STRIDE - 1] &= ~8
    work.open_ends[seat] -= SIDE_COUNT[work.open_sides[n]]
    work.open_sides[n] = 0
    return tiles_beside(work, at, filled_sides_of(work.around[at]))


def touch(work: Workspace, seat: int, tile: int) -> None:
    """Update on which sides a tile has neighbours, and which of them can be reached on foot."""
    n = PLACES * seat + tile
    at = CELLS * seat + work.laid_cell[n]
    sides = filled_sides_of(work.around[at])
    open_sides = sides & ~TILE_WALLS[tile]
    degree = SIDE_COUNT[open_sides]
    work.open_ends[seat] += degree - SIDE_COUNT[work.open_sides[n]]
    work.filled_sides[n] = sides
    work.open_sides[n] = open_sides
    work.leaves[seat] = without(work.leaves[seat], bit(tile)) | bit_if(degree == 1, tile)
    work.enclosed[seat] = without(work.enclosed[seat], bit(tile)) | bit_if(sides == 15, tile)
    work.neighbours[n] = tiles_beside(work, at, open_sides)


def tiles_beside(work: Workspace, at: int, sides: int) -> int:
    """The tiles on these sides of a cell."""
    return (
        bit_if(sides & 1, work.tile_at[at - STRIDE])
        | bit_if(sides >> 1 & 1, work.tile_at[at + 1])
        | bit_if(sides >> 2 & 1, work.tile_at[at + STRIDE])
        | bit_if(sides >> 3 & 1, work.tile_at[at - 1])
    )


def filled_sides_of(around: int) -> int:
    """On which sides the cell has a neighbour."""
    return (around & 1) | (around >> 1 & 2) | (around >> 2 & 4) | (around >> 3 & 8)


# Where a tile may stand


def find_frontier(work: Workspace, position: Position, seat: int) -> None:
    """Find the free cells beside the city in which some tile could be placed."""
    follow_city(work, position, seat)
    if work.known[seat] & FRONTIER_KNOWN:
        return
    work.known[seat] |= FRONTIER_KNOWN
    grid = CELLS * seat
    first = MAX_FRONTIER * seat
    end = first
    rest = without(work.laid[seat], work.enclosed[seat])
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        end = add_cells_around(work, end, grid, work.laid_cell[PLACES * seat + tile])
    work.n_frontier[seat] = end - first


def add_cells_around(work: Workspace, n: int, grid: int, cell: int) -> int:
    """Add the free cells around a cell. A cell with several neighbours in the city is added only
    for the first of them, in the order N, E, S, W."""
    n = add_cell(work, n, grid, cell + STRIDE, 0)
    n = add_cell(work, n, grid, cell - 1, 1)
    n = add_cell(work, n, grid, cell - STRIDE, 5)
    return add_cell(work, n, grid, cell + 1, 21)


def add_cell(work: Workspace, n: int, grid: int, cell: int, earlier: int) -> int:
    """Append a cell to the frontier, and count it if it is free, has none of the earlier
    neighbours and can take a tile. (Written without a branch.)"""
    around = work.around[grid + cell]
    walls = FITTING_WALLS[around & AROUND]
    work.frontier[n] = cell
    work.frontier_walls[n] = walls
    return n + (((around & (FILLED | earlier)) == 0) & (walls != 0))


# Which tiles may be removed


def find_removable(work: Workspace, position: Position, seat: int) -> None:
    """Find the tiles that may be removed: all others stay reachable, and no hole is left, which
    means that at least one side of the tile is open to the outside."""
    follow_city(work, position, seat)
    if work.known[seat] & REMOVABLE_KNOWN:
        return
    work.known[seat] |= REMOVABLE_KNOWN
    city = position.city[seat]
    removable = work.leaves[seat]
    if work.open_ends[seat] > 2 * bit_count(city):  # one can walk in circles
        rest = without(city, removable | work.enclosed[seat])
        while rest:
            tile = lowest_bit(rest)
            rest &= rest - 1
            removable |= bit_if(connected_without(work, seat, tile), tile)
    work.removable[seat] = without(removable & city, work.enclosed[seat])


def connected_without(work: Workspace, seat: int, tile: int) -> bool:
    """Do the neighbours of this tile stay connected on foot without it?"""
    first = PLACES * seat
    targets = work.neighbours[first + tile]
    if not targets:  # the tile stands alone, as ``put`` can bring about
        return True
    reached = bit(lowest_bit(targets))
    front = reached
    while front and without(targets, reached):
        fresh = without(work.neighbours[first + lowest_bit(front)], reached | bit(tile))
        front = (front & (front - 1)) | fresh
        reached |= fresh
    return without(targets, reached) == 0


# The wall


def longest_wall_unchecked(work: Workspace, position: Position, seat: int) -> int:
    """The sides in the longest unbroken run of outer wall."""
    follow_city(work, position, seat)
    if not work.known[seat] & WALL_KNOWN:
        work.known[seat] |= WALL_KNOWN
        walk_outline(work, seat)
        work.wall[seat] = longest_run(work, CELLS * seat)
    return work.wall[seat]


def walk_outline(work: Workspace, seat: int) -> None:
    """Trace the outline of a city from its northernmost tile."""
    start = CENTRE
    rest = work.laid[seat]
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        start = min(start, work.laid_cell[PLACES * seat + tile])
    trace_outline(work, CELLS * seat, start)


def trace_outline(work: Workspace, grid: int, start: int) -> None:
    """Walk clockwise along the outside of the city on a grid, from the north side of its
    northernmost tile, and store every side passed."""
    cell = start
    side = 0
    n = 0
    while True:
        work.outline[n] = cell << 2 | side
        n += 1
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
    work.n_outline = n


def longest_run(work: Workspace, grid: int) -> int:
    """The longest run of walls on the outline, which is a circle; all walls on it are counted in
    ``work.outer_walls``."""
    best = 0
    run = 0
    total = 0
    opening = -1  # the run before the first gap continues the last one
    for i in range(work.n_outline):
        passed = work.outline[i]
        if TILE_WALLS[work.tile_at[grid + (passed >> 2)]] >> (passed & 3) & 1:
            run += 1
            total += 1
            if run > best:
                best = run
                work.run_start = i + 1 - run
        else:
            if opening < 0:
                opening = run
            run = 0
    if opening >= 0 and run + opening > best:
        best = run + opening
        work.run_start = work.n_outline - run
    work.outer_walls = total
    return best


# Calls from Python


def check_in_city(position: Position, seat: int, tile: int) -> int:
    """The tile stands in the seat's city."""
    check_seat(seat)
    check_tile(tile)
    if not position.city[seat] >> tile & 1:
        raise ValueError(f"tile {tile} does not stand in the city of seat {seat}")
    return 0


def wall_of(position: Position, seat: int) -> list[tuple[int, int]]:
    """The longest run of wall, clockwise, as cells and sides."""
    check_seat(seat)
    follow_city(WORK, position, seat)
    walk_outline(WORK, seat)
    run = longest_run(WORK, CELLS * seat)
    passed = [WORK.outline[(WORK.run_start + i) % WORK.n_outline] for i in range(run)]
    return [(side >> 2, side & 3) for side in passed]


def longest_wall(position: Position, seat: int) -> int:
    """The sides in the longest unbroken run of outer wall."""
    check_seat(seat)
    return longest_wall_unchecked(WORK, position, seat)


def spots(position: Position, seat: int, tile: int) -> list[int]:
    """The cells that can take the tile."""
    check_seat(seat)
    check_tile(tile)
    find_frontier(WORK, position, seat)
    first = MAX_FRONTIER * seat
    return [
        WORK.frontier[i]
        for i in range(first, first + WORK.n_frontier[seat])
        if WORK.frontier_walls[i] >> TILE_WALLS[tile] & 1
    ]


def frontier(position: Position, seat: int) -> list[int]:
    """The free cells side by side with the city."""
    check_seat(seat)
    cells = {CENTRE} | {position.cell[n] for n in range(TILES) if position.city[seat] >> n & 1}
    return sorted({cell + step for cell in cells for step in STEP} - cells)


def placing_fault(position: Position, seat: int, tile: int, cell: int) -> int:
    """What forbids the tile in the cell, as ``tables.fault``; TAKEN where the cell is filled."""
    check_seat(seat)
    check_tile(tile)
    check_cell(cell)
    follow_city(WORK, position, seat)
    around = WORK.around[CELLS * seat + cell]
    if around & FILLED:
        return TAKEN
    return tables.fault(around & AROUND, TILE_WALLS[tile])


def swapping_fault(position: Position, seat: int, tile: int, other: int) -> int:
    """What forbids the tile in the place of the other. Only a shared side can clash: where none
    does, the new tile is reached the same way as the other."""
    check_seat(seat)
    check_tile(tile)
    check_in_city(position, seat, other)
    follow_city(WORK, position, seat)
    clashes = (TILE_WALLS[tile] ^ TILE_WALLS[other]) & WORK.filled_sides[PLACES * seat + other]
    if not clashes:
        return FITS
    side = lowest_bit(clashes)
    fault = WALL_MEETS_NO_WALL if TILE_WALLS[tile] >> side & 1 else NO_WALL_MEETS_WALL
    return fault | side << FAULT_BITS


def removing_fault(position: Position, seat: int, tile: int) -> int:
    """What forbids removing a tile of the city: a HOLE, or others OUT_OF_REACH."""
    check_in_city(position, seat, tile)
    find_removable(WORK, position, seat)
    if WORK.removable[seat] >> tile & 1:
        return FITS
    return HOLE if WORK.enclosed[seat] >> tile & 1 else OUT_OF_REACH


def put(position: Position, seat: int, tile: int, cell: int) -> None:
    """Put the tile into the cell, whether the rules allow it or not. Another city that has the
    tile loses it."""
    check_seat(seat)
    check_tile(tile)
    check_cell(cell)
    if position.city[seat] >> tile & 1:
        raise ValueError(f"tile {tile} already stands in the city")
    if tile_in(position, seat, cell) != NO_TILE:
        raise ValueError(f"another tile stands in cell {cell}")
    for other in range(MAX_PLAYERS):
        if position.city[other] >> tile & 1:  # a tile has one cell
            lift_out_unchecked(position, other, tile)
    put_unchecked(position, seat, tile, cell)
    position.checked = False


def lift_out(position: Position, seat: int, tile: int) -> None:
    """Take the tile out of the city, whether the rules allow it or not."""
    check_in_city(position, seat, tile)
    lift_out_unchecked(position, seat, tile)
