# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Scorings: majorities in each kind, and walls (section 6). Scorings A, B, C are 0, 1, 2."""

from __future__ import annotations

import cython

from alhambra.core import position as _position
from alhambra.core import tables

if not cython.compiled:
    from alhambra.core.bits import *
    from alhambra.core.building import longest_wall_unchecked
    from alhambra.core.checks import check_between
    from alhambra.core.constants import *
    from alhambra.core.position import Position, Workspace

WORK = _position.SHARED
TILE_KIND = tables.tile_kinds()
KIND_TILES = tables.kind_tiles()
SHARES = tables.shares()


def score(work: Workspace, position: Position, scoring: int) -> None:
    """Add the points of a scoring to the scores."""
    n = scorers(position)
    for kind in range(KINDS):
        count_kind(position, kind, work.count)
        share_prizes(work, n, scoring, kind)
        for who in range(n):
            position.score[who] += work.prize[who]
    for seat in range(position.players):
        position.score[seat] += longest_wall_unchecked(work, position, seat)


def scorers(position: Position) -> int:
    """How many take part in the majorities: with two players Dirk does."""
    return position.players + (position.players == 2)


def count_kind(position: Position, kind: int, counts: list[int]) -> None:
    """Count the tiles of a kind in the city of each seat, and with two players Dirk's."""
    for seat in range(position.players):
        counts[seat] = bit_count(position.city[seat] & KIND_TILES[kind])
    if position.players == 2:
        counts[2] = bit_count(position.dirk & KIND_TILES[kind])


def share_prizes(work: Workspace, scorers: int, scoring: int, kind: int) -> None:
    """Compute places (1 is the best, 0 without a tile) and points from the counts of a kind."""
    for who in range(scorers):
        work.place[who] = place_of(work, scorers, who)
        work.prize[who] = prize_of(work, scorers, scoring, kind, who)


def place_of(work: Workspace, scorers: int, who: int) -> int:
    """The place, counted from 1: one more than the number of those with more tiles; 0 without a
    tile."""
    if work.count[who] == 0:
        return 0
    place = 1
    for other in range(scorers):
        place += work.count[other] > work.count[who]
    return place


def prize_of(work: Workspace, scorers: int, scoring: int, kind: int, who: int) -> int:
    """The points of a place, shared among those tied for it."""
    return share_of(scoring, kind, rank_of(work, scorers, who))


def rank_of(work: Workspace, scorers: int, who: int) -> int:
    """``tied + 8 * better``: the number of those with as many tiles (this one included) and of
    those with more; 0 without a tile."""
    count = work.count[who]
    if count == 0:
        return 0
    rank = 0
    for other in range(scorers):
        rank += 8 * (work.count[other] > count) + (work.count[other] == count)
    return rank


def share_of(scoring: int, kind: int, rank: int) -> int:
    """The points of a rank."""
    return SHARES[64 * (KINDS * scoring + kind) + rank]


# Questions from Python


def kind_sheet(
    position: Position, scoring: int, kind: int
) -> tuple[list[int], list[int], list[int]]:
    """Counts, places and points of a kind as if the scoring took place now."""
    check_between("the scoring", scoring, 0, 2)
    check_between("the kind", kind, 0, KINDS - 1)
    n = scorers(position)
    count_kind(position, kind, WORK.count)
    share_prizes(WORK, n, scoring, kind)
    counts = [WORK.count[who] for who in range(n)]
    places = [WORK.place[who] for who in range(n)]
    return counts, places, [WORK.prize[who] for who in range(n)]
