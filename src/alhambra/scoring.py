"""The sheet of a scoring: each seat's tiles, places and points in every kind, and its wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

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


@dataclass(frozen=True, slots=True)
class KindSheet:
    """The scoring of one kind. Each tuple has an entry for each seat, then Dirk's."""

    counts: tuple[int, ...]
    places: tuple[int, ...]  # 1 for the most tiles; tied seats share a place; 0 without a tile
    points: tuple[int, ...]


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
        columns = [core_scoring.kind_sheet(position, number, kind) for kind in range(len(KINDS))]
        kinds = [KindSheet(*map(tuple, column)) for column in columns]
        walls = tuple(building.longest_wall(position, seat) for seat in range(position.players))
        return cls(scoring, dict(zip(KINDS, kinds, strict=True)), walls)

    @property
    def points(self) -> tuple[int, ...]:
        """The points each seat gains: majorities and wall."""
        majorities = (kind.points for kind in self.kinds.values())
        return tuple(map(sum, zip_longest(*majorities, self.walls, fillvalue=0)))


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
