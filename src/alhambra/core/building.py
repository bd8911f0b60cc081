# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Cities: where a tile may stand, which may leave, and the wall around (section 5 and 6).

A city is a set of tiles and their cells. To ask anything of it, it is stamped onto the grid
of a workspace, looked at, and wiped off.
"""

from __future__ import annotations

import cython

from alhambra.core import position as _position
from alhambra.core import tables

if not cython.compiled:
    from alhambra.core.bits import *
    from alhambra.core.constants import *
    from alhambra.core.position import Position, Workspace

WORK = _position.SHARED
TILE_WALLS = tables.walls()
FITTING_WALLS = tables.fitting_walls()
STAMPS = tables.stamps()
STEP = [-128, 1, 128, -1]  # to the cell north, east, south, west


def stamp(work: Workspace, cell: int, tile: int) -> None:
    """Tell the cells around that this one is filled, and where it has walls."""
    first = 4 * TILE_WALLS[tile]
    work.tile_at[cell] = tile
    work.around[cell] |= FILLED
    work.around[cell - STRIDE] |= STAMPS[first]
    work.around[cell + 1] |= STAMPS[first + 1]
    work.around[cell + STRIDE] |= STAMPS[first + 2]
    work.around[cell - 1] |= STAMPS[first + 3]
    work.around[cell - STRIDE + 1] |= 32
    work.around[cell + STRIDE + 1] |= 128
    work.around[cell + STRIDE - 1] |= 2
    work.around[cell - STRIDE - 1] |= 8


def wipe(work: Workspace, cell: int) -> None:
    wipe_three(work, cell - STRIDE)
    wipe_three(work, cell)
    wipe_three(work, cell + STRIDE)


def wipe_three(work: Workspace, cell: int) -> None:
    work.around[cell - 1] = 0
    work.around[cell] = 0
    work.around[cell + 1] = 0


def stamp_city(work: Workspace, position: Position, seat: int) -> None:
    stamp(work, CENTRE, FOUNTAIN)
    rest = position.city[seat]
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        stamp(work, position.cell[tile], tile)


def wipe_city(work: Workspace, position: Position, seat: int) -> None:
    wipe(work, CENTRE)
    rest = position.city[seat]
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        wipe(work, position.cell[tile])


def into_city(position: Position, seat: int, tile: int, cell: int) -> None:
    """Let the tile stand in the cell."""
    position.city[seat] |= bit(tile)
    position.cell[tile] = cell
    position.city_key[seat] ^= layout_key(tile, cell)


def out_of_city(position: Position, seat: int, tile: int) -> None:
    """Take the tile off its cell."""
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


# Where a tile may stand


def analyse_city(work: Workspace, position: Position, seat: int) -> None:
    """Bring the frontier, the removable tiles and the filled sides of a city up to date."""
    city = position.city[seat]
    if (
        work.known[seat]
        and work.known_key[seat] == position.city_key[seat]
        and work.known_city[seat] == city
    ):
        return
    work.known[seat] = True
    work.known_key[seat] = position.city_key[seat]
    work.known_city[seat] = city
    work.redesigns_known[seat] = False
    stamp_city(work, position, seat)
    find_frontier(work, position, seat)
    find_removable(work, position, seat)
    wipe_city(work, position, seat)


def find_frontier(work: Workspace, position: Position, seat: int) -> None:
    """The free cells along a stamped city that can take some tile."""
    first = MAX_FRONTIER * seat
    end = add_cells_around(work, first, CENTRE)
    rest = position.city[seat]
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        end = add_cells_around(work, end, position.cell[tile])
    work.n_frontier[seat] = end - first


def add_cells_around(work: Workspace, n: int, cell: int) -> int:
    n = add_cell(work, n, cell - STRIDE)
    n = add_cell(work, n, cell + 1)
    n = add_cell(work, n, cell + STRIDE)
    return add_cell(work, n, cell - 1)


def add_cell(work: Workspace, n: int, cell: int) -> int:
    """Write a cell behind the frontier; it counts if it is free, new and can take a tile."""
    around = work.around[cell]
    walls = FITTING_WALLS[around & AROUND]
    work.frontier[n] = cell
    work.frontier_walls[n] = walls
    work.around[cell] = around | SEEN
    return n + (((around & (FILLED | SEEN)) == 0) & (walls != 0))


def filled_sides_of(around: int) -> int:
    return (around & 1) | (around >> 1 & 2) | (around >> 2 & 4) | (around >> 3 & 8)


# Which tiles may leave


def find_removable(work: Workspace, position: Position, seat: int) -> None:
    """The tiles of a stamped city that may leave it: all others stay reachable, and there is
    no hole, which means that one side of the tile is open to the outside."""
    first = 56 * seat
    city = position.city[seat]
    leaves = 0
    enclosed = 0
    sides = filled_sides_of(work.around[CENTRE])
    link_tile(work, FOUNTAIN, CENTRE, sides)
    open_ends = bit_count(sides)
    rest = city
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        cell = position.cell[tile]
        sides = filled_sides_of(work.around[cell])
        work.filled_sides[first + tile] = sides
        open_sides = sides & ~TILE_WALLS[tile]
        link_tile(work, tile, cell, open_sides)
        degree = bit_count(open_sides)
        open_ends += degree
        leaves |= bit_if(degree == 1, tile)
        enclosed |= bit_if(sides == 15, tile)
    removable = leaves
    if open_ends > 2 * bit_count(city):  # one can walk in circles: inner tiles may be free too
        rest = without(city, leaves | enclosed)
        while rest:
            tile = lowest_bit(rest)
            rest &= rest - 1
            removable |= bit_if(connected_without(work, tile), tile)
    work.removable[seat] = without(removable, enclosed)
    work.enclosed[seat] = enclosed


def link_tile(work: Workspace, tile: int, cell: int, open_sides: int) -> None:
    """Note which tiles one can walk to from this one."""
    work.neighbours[tile] = (
        bit_if(open_sides & 1, work.tile_at[cell - STRIDE])
        | bit_if(open_sides >> 1 & 1, work.tile_at[cell + 1])
        | bit_if(open_sides >> 2 & 1, work.tile_at[cell + STRIDE])
        | bit_if(open_sides >> 3 & 1, work.tile_at[cell - 1])
    )


def connected_without(work: Workspace, tile: int) -> bool:
    """Can the neighbours of this tile still be walked between when it is gone?"""
    targets = work.neighbours[tile]
    reached = bit(lowest_bit(targets))
    front = reached
    while front and without(targets, reached):
        fresh = without(work.neighbours[lowest_bit(front)], reached | bit(tile))
        front = (front & (front - 1)) | fresh
        reached |= fresh
    return without(targets, reached) == 0


# The wall


def longest_wall(work: Workspace, position: Position, seat: int) -> int:
    """The sides in the longest unbroken run of outer wall."""
    stamp_city(work, position, seat)
    start = CENTRE
    rest = position.city[seat]
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        if position.cell[tile] < start:
            start = position.cell[tile]
    walk_outline(work, start)
    run = longest_run(work)
    wipe_city(work, position, seat)
    return run


def walk_outline(work: Workspace, start: int) -> None:
    """Walk clockwise along the outside of a stamped city, from the north side of its
    northernmost tile, and write down every side passed."""
    cell = start
    side = 0
    n = 0
    while True:
        work.outline[n] = cell << 2 | side
        n += 1
        heading = (side + 1) & 3
        ahead = cell + STEP[heading]
        corner = ahead + STEP[side]
        if work.around[corner] & FILLED:
            cell = corner
            side = (side + 3) & 3
        elif work.around[ahead] & FILLED:
            cell = ahead
        else:
            side = heading
        if cell == start and side == 0:
            break
    work.n_outline = n


def longest_run(work: Workspace) -> int:
    """The longest run of walls on the outline, which is a circle."""
    best = 0
    run = 0
    opening = -1  # the run before the first gap continues the last one
    for i in range(work.n_outline):
        passed = work.outline[i]
        if TILE_WALLS[work.tile_at[passed >> 2]] >> (passed & 3) & 1:
            run += 1
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
    return best


# Questions from Python


def wall_of(position: Position, seat: int) -> list[tuple[int, int]]:
    """The sides of the longest run of wall in walking order, as cells and sides."""
    run = longest_wall(WORK, position, seat)
    passed = [WORK.outline[(WORK.run_start + i) % WORK.n_outline] for i in range(run)]
    return [(side >> 2, side & 3) for side in passed]


def wall_length(position: Position, seat: int) -> int:
    """The sides in the longest unbroken run of outer wall."""
    return longest_wall(WORK, position, seat)


def spots(position: Position, seat: int, tile: int) -> list[int]:
    """The cells that can take the tile."""
    analyse_city(WORK, position, seat)
    first = MAX_FRONTIER * seat
    return [
        WORK.frontier[i]
        for i in range(first, first + WORK.n_frontier[seat])
        if WORK.frontier_walls[i] >> TILE_WALLS[tile] & 1
    ]


def frontier(position: Position, seat: int) -> list[int]:
    """The free cells side by side with the city."""
    cells = {CENTRE} | {position.cell[n] for n in range(TILES) if position.city[seat] >> n & 1}
    return sorted({cell + step for cell in cells for step in STEP} - cells)


def placing_fault(position: Position, seat: int, tile: int, cell: int) -> int:
    """What forbids the tile in the cell, as ``tables.fault``; TAKEN where another stands."""
    stamp_city(WORK, position, seat)
    around = WORK.around[cell]
    wipe_city(WORK, position, seat)
    if around & FILLED:
        return TAKEN
    return tables.fault(around & AROUND, TILE_WALLS[tile])


def swapping_fault(position: Position, seat: int, tile: int, other: int) -> int:
    """What forbids the tile in the place of the other: only a shared side can clash, since
    where none does the other's way in is the new tile's too."""
    analyse_city(WORK, position, seat)
    clashes = (TILE_WALLS[tile] ^ TILE_WALLS[other]) & WORK.filled_sides[56 * seat + other]
    if not clashes:
        return FITS
    side = lowest_bit(clashes)
    fault = WALL_MEETS_NO_WALL if TILE_WALLS[tile] >> side & 1 else NO_WALL_MEETS_WALL
    return fault | side << FAULT_BITS


def removing_fault(position: Position, seat: int, tile: int) -> int:
    """What forbids removing a tile of the city: a HOLE, or others OUT_OF_REACH."""
    analyse_city(WORK, position, seat)
    if WORK.removable[seat] >> tile & 1:
        return FITS
    return HOLE if WORK.enclosed[seat] >> tile & 1 else OUT_OF_REACH


def put(position: Position, seat: int, tile: int, cell: int) -> None:
    """Let the tile stand in the cell, unchecked."""
    into_city(position, seat, tile, cell)


def lift(position: Position, seat: int, tile: int) -> None:
    """Take the tile out of the city, unchecked."""
    out_of_city(position, seat, tile)


def tile_on(position: Position, seat: int, cell: int) -> int:
    """The tile in the cell, the fountain's number, or NO_TILE."""
    return tile_in(position, seat, cell)
