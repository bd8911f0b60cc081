# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""The layout of a city as bytes of a row: its kinds, its wall, what the cells around it would take
and how that would change the wall."""

from __future__ import annotations

import cython

from alhambra.champion import columns as _columns
from alhambra.core import tables

if not cython.compiled:
    from alhambra.champion.columns import *
    from alhambra.core.bits import *
    from alhambra.core.building import STEP, find_frontier, longest_run, walk_outline
    from alhambra.core.constants import *
    from alhambra.core.position import Position, Workspace

TILE_WALLS = tables.walls()
KIND_TILES = tables.kind_tiles()
SPREAD = _columns.spread()
EDGES = _columns.edges()


def small(number: int) -> int:
    """As much of a number as a byte holds."""
    return max(0, min(number, 255))


def write_layout(work: Workspace, position: Position, seat: int, row: list[int], at: int) -> None:
    """Tiles of each kind, the outline, what the cells around could take and would bring."""
    city = position.city[seat]
    for kind in range(KINDS):
        row[at + kind] = bit_count(city & KIND_TILES[kind])
    find_frontier(work, position, seat)
    low = 0
    high = 0
    first = MAX_FRONTIER * seat
    for i in range(first, first + work.n_frontier[seat]):
        low += SPREAD[work.frontier_walls[i] & 255]
        high += SPREAD[work.frontier_walls[i] >> 8]
    fit = at + FITTING
    for k in range(8):
        row[fit + k] = low >> 8 * k & 255
        row[fit + 8 + k] = high >> 8 * k & 255
    row[at + 26] = work.n_frontier[seat]
    row[at + 27] = row[fit]
    row[at + 28] = small(row[fit + 1] + row[fit + 2] + row[fit + 4] + row[fit + 8])
    row[at + 29] = small(row[fit + 3] + row[fit + 6] + row[fit + 12] + row[fit + 9])
    row[at + 30] = bit_count(city)
    walk_outline(work, seat)
    wall = longest_run(work, seat)
    row[at + 6] = wall
    write_outline(work, seat, row, at)
    for walls in range(16):
        row[at + GROWTH + walls] = 0
    find_growth(work, seat, wall, row, at + GROWTH)


def write_outline(work: Workspace, seat: int, row: list[int], at: int) -> None:
    """The length of the outline, its walls and its runs of wall."""
    grid = CELLS * seat
    walls = 0
    runs = 0
    before = 0
    for i in range(work.n_outline):
        passed = work.outline[i]
        wall = TILE_WALLS[work.tile_at[grid + (passed >> 2)]] >> (passed & 3) & 1
        walls += wall
        runs += wall & (1 - before)
        before = wall
    row[at + 7] = small(work.n_outline)
    row[at + 8] = small(walls)
    row[at + 9] = small(runs)


# What a tile more would do to the longest wall


def find_growth(work: Workspace, seat: int, wall: int, row: list[int], at: int) -> None:
    """For each set of walls that fits somewhere: 8 and what the best cell adds to the wall.

    A tile covers the sides of the outline that face its cell, which follow one another, and puts
    its own free sides in their place. (Where a tile would touch another by a corner only, it would
    close a hole, and does not fit.)"""
    if not cython.compiled:
        walled, faced, sides = [0] * 256, [0] * 256, [0] * 256
        run_of, run_length = [0] * 256, [0] * 256
        allowed = [0] * CELLS
    grid = CELLS * seat
    n = work.n_outline
    for i in range(n):
        cell = work.outline[i] >> 2
        side = work.outline[i] & 3
        sides[i] = side
        walled[i] = TILE_WALLS[work.tile_at[grid + cell]] >> side & 1
        faced[i] = cell + STEP[side]
        allowed[faced[i]] = 0
    first = MAX_FRONTIER * seat
    for i in range(first, first + work.n_frontier[seat]):
        allowed[work.frontier[i]] = work.frontier_walls[i]
    runs = find_runs(walled, n, run_of, run_length)
    for i in range(n):
        cell = faced[i]
        if allowed[cell] == 0 or cell == faced[i - 1 if i else n - 1]:
            continue
        covered = 1
        while covered < 3 and faced[after(i, covered, n)] == cell:
            covered += 1
        rest = n - covered
        opening = 0
        while opening < rest and walled[after(i, covered + opening, n)]:
            opening += 1
        closing = 0
        while closing < rest and walled[after(i, n - 1 - closing, n)]:
            closing += 1
        best = max(opening, closing)
        for run in range(runs):
            if run_length[run] > best and not is_covered(run_of, run, i, covered, n):
                best = run_length[run]
        cover(4 - covered, rest, opening, closing, best, sides[i], allowed[cell], wall, row, at)


def after(start: int, sides: int, n: int) -> int:
    """So many sides further on an outline of n, less than once around."""
    i = start + sides
    return i - n if i >= n else i


def find_runs(walled: list[int], n: int, run_of: list[int], run_length: list[int]) -> int:
    """Which run of wall each side of the outline belongs to, and how long each is; returns how
    many there are. Sides without a wall belong to none."""
    runs = 0
    for i in range(n):
        run_of[i] = 255
        if walled[i]:
            if i == 0 or not walled[i - 1]:
                run_length[runs] = 0
                runs += 1
            run_of[i] = runs - 1
            run_length[runs - 1] += 1
    if runs > 1 and walled[0] and walled[n - 1]:  # one run over the end of the list
        runs -= 1
        i = n - 1
        while run_of[i] == runs:
            run_of[i] = 0
            run_length[0] += 1
            i -= 1
    return runs


def is_covered(run_of: list[int], run: int, start: int, covered: int, n: int) -> bool:
    """Whether a tile covers a part of the run."""
    for k in range(covered):
        if run_of[after(start, k, n)] == run:
            return True
    return False


def cover(
    free: int,
    rest: int,
    opening: int,
    closing: int,
    best: int,
    side: int,
    allowed: int,
    wall: int,
    row: list[int],
    at: int,
) -> None:
    """The free sides of a tile take the place of those it covers, the first of which was a
    ``side``. The rest of the outline begins and ends with so many walls, and ``best`` is its
    longest run."""
    for walls in range(16):
        if not allowed >> walls & 1:
            continue
        edges = EDGES[64 * free + 16 * side + walls]
        lead = edges & 15
        tail = edges >> 4
        if lead == free:
            longest = closing + free + opening if closing < rest else rest + free
        elif closing == rest:
            longest = rest + lead + tail
        else:
            longest = max(closing + lead, opening + tail)
        if free == 3 and lead == 0 and tail == 0 and walls >> side & 1:
            longest = max(longest, 1)
        longest = max(longest, best)
        row[at + walls] = max(row[at + walls], small(8 + longest - wall))
