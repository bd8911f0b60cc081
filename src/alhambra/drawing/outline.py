"""Where the walls of a city run: which are inner, which outer, and where they meet."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from alhambra.drawing.pictures import Cell, Side, neighbour

CELL: Final = 100
"""Units of a tile's edge."""

CORNERS: Final = ("nw", "ne", "se", "sw")

# Going clockwise around a tile, y downwards: where a side starts and ends, and its outside.
_START: Final = {"n": (0, 0), "e": (1, 0), "s": (1, 1), "w": (0, 1)}
_END: Final = {"n": (1, 0), "e": (1, 1), "s": (0, 1), "w": (0, 0)}
_OUT: Final = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
_ALONG: Final = {"n": (1, 0), "e": (0, 1), "s": (-1, 0), "w": (0, -1)}

Point = tuple[float, float]
Run = list[Side]


class Corner(NamedTuple):
    """A turret on a tile, and the two outer sides that meet there."""

    cell: Cell
    corner: str
    sides: tuple[Side, Side]


def inner_walls(walls: Mapping[Cell, str]) -> list[Side]:
    """Walls towards another tile, one for each tile that has it; `walls` is by filled cell."""
    return [side for side in _all_walls(walls) if neighbour(side[:2], side[2]) in walls]


def outer_walls(walls: Mapping[Cell, str]) -> list[Side]:
    """Walls towards an empty cell."""
    return [side for side in _all_walls(walls) if neighbour(side[:2], side[2]) not in walls]


def corners(walls: Mapping[Cell, str]) -> list[Corner]:
    """The turrets: convex ones on the tile with both walls, concave ones on the tile in the bend.

    Convex: `+--` around a tile's own corner. Concave: the walls stand on the two
    neighbours and bend around the empty cell diagonally beyond the corner.
    """
    outer = set(outer_walls(walls))
    found = []
    for cell in sorted(walls):
        for corner in CORNERS:
            upright, level = corner[1], corner[0]
            own = ((*cell, level), (*cell, upright))
            bend = ((*neighbour(cell, upright), level), (*neighbour(cell, level), upright))
            meeting = [sides for sides in (own, bend) if outer.issuperset(sides)]
            found += [Corner(cell, corner, sides) for sides in meeting]
    return found


def runs(sides: Iterable[Side]) -> list[Run]:
    """The sides in the order of a clockwise walk, one list for each unbroken piece."""
    left = sorted(sides)
    ends = {_end(side) for side in left}
    heads = [side for side in left if _start(side) not in ends]
    found = [_follow(head, left) for head in heads]
    while left:  # closed all around, so any side may be the first
        found.append(_follow(left[0], left))
    return found


def run_path(run: Run, distance: float, inset: float) -> str:
    """The path of a run, `distance` outside the outline; open ends stop `inset` short."""
    closed = len(run) > 2 and _end(run[-1]) == _start(run[0])
    points = []
    for index, side in enumerate(run):
        before = run[index - 1]
        if index == 0 and not closed:
            points.append(_moved(_point(_start(side)), (side, distance), along=inset))
        elif before[2] != side[2]:
            points.append(_moved(_point(_start(side)), (before, distance), (side, distance)))
    if not closed:
        points.append(_moved(_point(_end(run[-1])), (run[-1], distance), along=-inset))
    line = " L".join(f"{x:g} {y:g}" for x, y in points)
    return f"M{line}Z" if closed else f"M{line}"


def run_badge(run: Run, distance: float) -> Point:
    """A place for a run's number: the middle of its longest straight stretch."""
    stretches: list[Run] = [[]]
    for side in run:
        if stretches[-1] and stretches[-1][-1][2] != side[2]:
            stretches.append([])
        stretches[-1].append(side)
    stretch = max(stretches, key=len)
    (x1, y1), (x2, y2) = _point(_start(stretch[0])), _point(_end(stretch[-1]))
    return _moved(((x1 + x2) / 2, (y1 + y2) / 2), (stretch[0], distance))


def _all_walls(walls: Mapping[Cell, str]) -> list[Side]:
    return [(*cell, side) for cell in sorted(walls) for side in "nesw" if side in walls[cell]]


def _follow(side: Side, left: list[Side]) -> Run:
    run = [side]
    left.remove(side)
    while following := [other for other in left if _start(other) == _end(run[-1])]:
        run.append(following[0])
        left.remove(following[0])
    return run


def _start(side: Side) -> Cell:
    east, down = _START[side[2]]
    return side[0] + east, down - side[1]


def _end(side: Side) -> Cell:
    east, down = _END[side[2]]
    return side[0] + east, down - side[1]


def _point(grid: Cell) -> Point:
    return grid[0] * CELL, grid[1] * CELL


def _moved(point: Point, *outwards: tuple[Side, float], along: float = 0) -> Point:
    x, y = point
    for side, distance in outwards:
        x += _OUT[side[2]][0] * distance + _ALONG[side[2]][0] * along
        y += _OUT[side[2]][1] * distance + _ALONG[side[2]][1] * along
    return x, y
