"""The sheet of a scoring: each seat's tiles, places and points in every kind, and its wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import Literal

from alhambra.core import building, tables
from alhambra.core import constants as c
from alhambra.core import scoring as core_scoring
from alhambra.core.position import Position
from alhambra.pieces import KINDS, SCORINGS, Kind, Scoring


def prizes(scoring: Scoring, kind: Kind) -> tuple[int, ...]:
    """The points for the places of a kind, the first place first.

    >>> prizes(Scoring.C, Kind.TOWER)
    (21, 13, 6)
    """
    return tuple(points + kind.number for points in tables.PRIZES[SCORINGS.index(scoring)])


Unpaid = Literal["shared", "behind"]
"""Why tiles bring no points: the points of the place, shared among those tied for it, round down to
nothing; or the place has no points in this scoring."""


@dataclass(frozen=True, slots=True)
class KindSheet:
    """The scoring of one kind. Each tuple has an entry for each seat, then Dirk's."""

    counts: tuple[int, ...]
    places: tuple[int, ...]  # 1 for the most tiles; tied seats share a place; 0 without a tile
    points: tuple[int, ...]
    unpaid: tuple[Unpaid | None, ...]  # None with points, and without a tile


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole scoring, past or hypothetical. With two players Dirk's entries are last."""

    scoring: Scoring
    kinds: Mapping[Kind, KindSheet]
    walls: tuple[int, ...]  # of the seats; Dirk has none

    @classmethod
    def of(cls, position: Position, scoring: Scoring) -> Sheet:
        """The scoring as it would be now."""
        number = SCORINGS.index(scoring)
        kinds = {kind: _kind_sheet(position, number, row) for row, kind in enumerate(KINDS)}
        walls = tuple(building.longest_wall(position, seat) for seat in range(position.players))
        return cls(scoring, kinds, walls)

    @property
    def points(self) -> tuple[int, ...]:
        """The points each seat gains: majorities and wall."""
        majorities = (kind.points for kind in self.kinds.values())
        return tuple(map(sum, zip_longest(*majorities, self.walls, fillvalue=0)))


def _kind_sheet(position: Position, scoring: int, kind: int) -> KindSheet:
    counts, places, points = core_scoring.kind_sheet(position, scoring, kind)
    return _kept_sheet(tuple(counts), tuple(places), tuple(points), len(tables.PRIZES[scoring]))


@lru_cache(maxsize=4096)
def _kept_sheet(
    counts: tuple[int, ...], places: tuple[int, ...], points: tuple[int, ...], paid: int
) -> KindSheet:
    """Cached: most actions change the majority of one kind or none."""
    unpaid: list[Unpaid | None] = [
        None if gained or not place else "shared" if place <= paid else "behind"
        for place, gained in zip(places, points, strict=True)
    ]
    return KindSheet(counts, places, points, tuple(unpaid))


def leaders(points: Sequence[int]) -> tuple[int, ...]:
    """The seats with the most points: one, or several that share the lead.

    >>> leaders((70, 82, 82))
    (1, 2)
    """
    best = max(points)
    return tuple(seat for seat, own in enumerate(points) if own == best)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The points of every seat (with two players Dirk's are last), and the winners once the game is
    over. Tied players share the win; Dirk cannot win."""

    points: tuple[int, ...]
    winners: tuple[int, ...]

    @classmethod
    def of(cls, position: Position) -> Outcome:
        """The outcome of a position; nobody has won before the end."""
        seats = range(position.players)
        points = tuple(position.score)[: len(seats) + (len(seats) == 2)]
        over = position.phase == c.OVER
        return cls(points, leaders(points[: len(seats)]) if over else ())
