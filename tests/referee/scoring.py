"""Majorities and walls: RULES.md sections 6 and 9."""

from collections.abc import Sequence

from .building import City, longest_wall
from .pieces import KINDS, kind

# Section 6: for each kind, what the places earn in scoring A, B and C.
PRIZES = {
    "A": {"P": [1], "S": [2], "A": [3], "C": [4], "G": [5], "T": [6]},
    "B": {"P": [8, 1], "S": [9, 2], "A": [10, 3], "C": [11, 4], "G": [12, 5], "T": [13, 6]},
    "C": {
        "P": [16, 8, 1],
        "S": [17, 9, 2],
        "A": [18, 10, 3],
        "C": [19, 11, 4],
        "G": [20, 12, 5],
        "T": [21, 13, 6],
    },
}


def share_places(counts: Sequence[int], prizes: Sequence[int]) -> list[int]:
    """Section 6: what each one scores for a kind; those tied share the places they take up."""
    points = [0] * len(counts)
    places_taken = 0
    for count in sorted(set(counts), reverse=True):
        tied = [i for i, c in enumerate(counts) if c == count]
        shared = sum(prizes[places_taken : places_taken + len(tied)])
        for i in tied:
            points[i] = shared // len(tied) if count > 0 else 0
        places_taken += len(tied)
    return points


def majorities(scoring: str, tiles: Sequence[Sequence[str]]) -> dict[str, list[int]]:
    """Section 6: for each kind, what each one (Dirk may be among them) scores for it."""
    return {
        k: share_places([sum(kind(t) == k for t in own) for own in tiles], PRIZES[scoring][k])
        for k in KINDS
    }


def score(scoring: str, cities: Sequence[City], dirk: Sequence[str] | None = None) -> list[int]:
    """Sections 6 and 9: points gained in scoring A, B or C by each seat, Dirk's last."""
    tiles = [list(city.values()) for city in cities]
    walls = [longest_wall(city) for city in cities]
    if dirk is not None:
        tiles.append(list(dirk))
        walls.append(0)
    by_kind = majorities(scoring, tiles)
    return [wall + sum(by_kind[k][i] for k in KINDS) for i, wall in enumerate(walls)]
