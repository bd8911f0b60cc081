# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""The layout of a city as bytes of a row: its kinds, its wall, which tiles fit into the cells
around it, and how they would change the wall."""

from __future__ import annotations

import cython

from alhambra.neural import columns as _columns

if not cython.compiled:
    from alhambra.core.bits import *
    from alhambra.core.building import (
        BYTE_FLAGS,
        FITTING_WALLS,
        STEP,
        TILE_WALLS,
        follow_city,
        walk_outline,
    )
    from alhambra.core.constants import *
    from alhambra.core.position import Position, Workspace
    from alhambra.core.scoring import KIND_TILES
    from alhambra.neural.columns import *
    from alhambra.neural.encoder import Encoder

    NO_RUN = 63  # of a side without a wall; 112 sides, the most there are, have 56 runs at most

EDGES = _columns.edges()


def write_layout(
    encoder: Encoder, work: Workspace, position: Position, seat: int, row: list[int], at: int
) -> None:
    """Write the tiles of each kind, the outline, and what fits into the cells around."""
    city = position.city[seat]
    for kind in range(KINDS):
        row[at + kind] = bit_count(city & KIND_TILES[kind])
    row[at + CITY_TILES] = bit_count(city)
    follow_city(work, position, seat)
    walk_outline(work, seat)
    find_runs(encoder, work, seat)
    row[at + WALL_RUNS] = (
        encoder.runs
    )  # two where one goes over the end of the list, as was learned
    join_ends(encoder, work.n_outline)
    wall = 0
    walls = 0
    for run in range(encoder.runs):
        walls += encoder.run_length[run]
        wall = max(wall, encoder.run_length[run])
    row[at + LONGEST_WALL] = wall
    row[at + OUTLINE_SIDES] = small(work.n_outline)
    row[at + OUTER_WALLS] = small(walls)
    write_cells(encoder, work, seat, row, at)
    for walls in range(16):
        row[at + GROWTH + walls] = small(row[at + GROWTH + walls] - wall)


# The outline


def find_runs(encoder: Encoder, work: Workspace, seat: int) -> None:
    """Find the runs of wall along the outline, as if it were not a circle."""
    grid = CELLS * seat
    n = work.n_outline
    runs = 0
    length = 0
    for i in range(n):
        passed = work.outline[i]
        wall = TILE_WALLS[work.tile_at[grid + (passed >> 2)]] >> (passed & 3) & 1
        runs += wall & (length == 0)
        length = length + 1 if wall else 0
        run = runs - 1 if wall else NO_RUN
        encoder.run_of[i] = run
        encoder.run_length[run] = length
        encoder.behind[i] = length
    length = 0
    for i in range(n - 1, -1, -1):
        length = length + 1 if encoder.behind[i] else 0
        encoder.ahead[i] = length
    encoder.runs = runs


def join_ends(encoder: Encoder, n: int) -> None:
    """Join the runs at the two ends of the list, because the outline is a circle."""
    first = encoder.ahead[0]
    last = encoder.behind[n - 1]
    if first == 0 or last == 0 or encoder.runs == 1:
        return
    encoder.run_length[0] = first + last
    for i in range(first):
        encoder.behind[i] += last
    for i in range(n - last, n):
        encoder.ahead[i] += first
        encoder.run_of[i] = 0
    encoder.runs -= 1


# What fits into the cells around, and how it would change the longest wall


def write_cells(encoder: Encoder, work: Workspace, seat: int, row: list[int], at: int) -> None:
    """Write for each set of walls the number of cells that could take it, and the longest wall
    then, plus 8.

    A tile covers the consecutive sides of the outline that face its cell, and replaces them by its
    own free sides. (A tile that would touch another only at a corner would close a hole, so it does
    not fit.)"""
    grid = CELLS * seat
    n = work.n_outline
    cells = 0
    low = 0
    high = 0
    for walls in range(16):
        row[at + GROWTH + walls] = 0
    before = faced(work, n - 1)
    for i in range(n):
        cell = faced(work, i)
        allowed = FITTING_WALLS[work.around[grid + cell] & AROUND]
        if allowed and cell != before:
            cells += 1
            low += BYTE_FLAGS[allowed & 255]
            high += BYTE_FLAGS[allowed >> 8]
            cover(encoder, work, i, cell, allowed, row, at + GROWTH)
        before = cell
    fit = at + FITTING
    for k in range(8):
        row[fit + k] = low >> 8 * k & 255
        row[fit + 8 + k] = high >> 8 * k & 255
    row[at + OPEN_CELLS] = cells
    row[at + CELLS_NO_WALL] = row[fit]
    row[at + CELLS_ONE_WALL] = small(row[fit + 1] + row[fit + 2] + row[fit + 4] + row[fit + 8])
    row[at + CELLS_CORNER] = small(row[fit + 3] + row[fit + 6] + row[fit + 12] + row[fit + 9])


def faced(work: Workspace, i: int) -> int:
    """The cell outside a side of the outline."""
    return (work.outline[i] >> 2) + STEP[work.outline[i] & 3]


def wrapped(i: int, n: int) -> int:
    """The index of a side on an outline of n sides; ``i`` is less than 2 n."""
    return i - n if i >= n else i


def cover(
    encoder: Encoder,
    work: Workspace,
    first: int,
    cell: int,
    allowed: int,
    row: list[int],
    at: int,
) -> None:
    """Update the longest walls for tiles in the cell that the sides from ``first`` on face."""
    n = work.n_outline
    covered = 1
    touched = bit(encoder.run_of[first])
    while covered < 3 and faced(work, wrapped(first + covered, n)) == cell:
        touched |= bit(encoder.run_of[wrapped(first + covered, n)])
        covered += 1
    rest = n - covered
    opening = min(rest, encoder.ahead[wrapped(first + covered, n)])
    closing = min(rest, encoder.behind[wrapped(first + n - 1, n)])
    best = max(opening, closing)
    for run in range(encoder.runs):
        best = max(best, 0 if touched >> run & 1 else encoder.run_length[run])
    join(4 - covered, rest, opening, closing, best, work.outline[first] & 3, allowed, row, at)


def join(
    free: int,
    rest: int,
    opening: int,
    closing: int,
    best: int,
    side: int,
    allowed: int,
    row: list[int],
    at: int,
) -> None:
    """Replace the sides that a tile covers, the first of which was a ``side``, by its free sides.
    The rest of the outline begins and ends with the given numbers of walls, and ``best`` is its
    longest run."""
    while allowed:
        walls = lowest_bit(allowed)
        allowed &= allowed - 1
        edges = EDGES[64 * free + 16 * side + walls]
        lead = edges & 3
        tail = edges >> 2 & 3
        if closing == rest:
            longest = rest + (free if lead == free else lead + tail)
        elif lead == free:
            longest = closing + free + opening
        else:
            longest = max(closing + lead, opening + tail)
        longest = max(longest, edges >> 4, best)
        row[at + walls] = max(row[at + walls], 8 + longest)
