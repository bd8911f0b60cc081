"""What can be drawn, as plain data: tiles, cards, a city, a whole table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

KINDS: Final = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
CURRENCIES: Final = ("denar", "dirham", "ducat", "florin")
COUNTERS: Final = ("bird", "bone", "petal", "hexagon", "arch", "cross")
STEPS: Final = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}

Cell = tuple[int, int]
"""East and north of the fountain."""

Side = tuple[int, int, str]
"""A cell and one of its sides, `n`, `e`, `s` or `w`."""


@dataclass(frozen=True, slots=True)
class TilePicture:
    """A building tile.

    >>> TilePicture("garden", 8, "nw")
    TilePicture(kind='garden', price=8, walls='nw')
    """

    kind: str
    price: int
    walls: str = ""

    def __post_init__(self) -> None:
        _expect(self.kind, KINDS, "kind of tile")
        for side in self.walls:
            _expect(side, tuple(STEPS), "side")


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile standing in a city, `x` cells east and `y` cells north of the fountain."""

    tile: TilePicture
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class CityPicture:
    """A city; its fountain at 0, 0 is implied.

    `wall` holds the sides of the longest run, drawn in gold. `highlighted` cells get a
    frame. `ghost` is a tile tried out, drawn pale and not part of the city.
    """

    tiles: Sequence[PlacedTile] = ()
    wall: frozenset[Side] = frozenset()
    title: str = ""
    highlighted: frozenset[Cell] = frozenset()
    ghost: PlacedTile | None = None

    def __post_init__(self) -> None:
        cells = {(0, 0)}
        for placed in self.tiles:
            cell = (placed.x, placed.y)
            if cell in cells:
                raise ValueError(f"two tiles stand in the cell {cell}")
            cells.add(cell)
        strangers = self.wall - self._outer_walls(cells)
        if strangers:
            raise ValueError(f"these sides are not outer walls of the city: {sorted(strangers)}")

    def _outer_walls(self, cells: set[Cell]) -> set[Side]:
        return {
            (placed.x, placed.y, side)
            for placed in self.tiles
            for side in placed.tile.walls
            if neighbour((placed.x, placed.y), side) not in cells
        }


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A money card."""

    currency: str
    value: int

    def __post_init__(self) -> None:
        _expect(self.currency, CURRENCIES, "currency")


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """A player: `hand` is the cards, or only how many; `waiting` are tiles to be placed.

    Without a `counter` the seat gets the shape that belongs to its number.
    """

    name: str
    points: int
    hand: Sequence[CardPicture] | int
    city: CityPicture
    reserve: Sequence[TilePicture] = ()
    waiting: Sequence[TilePicture] = ()
    counter: str = ""

    def __post_init__(self) -> None:
        if self.counter:
            _expect(self.counter, COUNTERS, "counter")


@dataclass(frozen=True, slots=True)
class DirkPicture:
    """The imaginary third player of a game for two."""

    tiles: Sequence[TilePicture]
    points: int = 0
    name: str = "Dirk"


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A whole game. `None` in `market` and `row` is an empty place.

    `turn` is the seat to play, counted from 0, or `None` when nobody is; `phase` says in
    words what comes next.
    """

    seats: Sequence[SeatPicture]
    market: Sequence[TilePicture | None]
    row: Sequence[CardPicture | None]
    deck: int
    bag: int
    turn: int | None = None
    phase: str = ""
    dirk: DirkPicture | None = None
    title: str = "Alhambra"

    def __post_init__(self) -> None:
        if not 1 <= len(self.seats) <= len(COUNTERS):
            raise ValueError(f"a table has 1 to {len(COUNTERS)} seats, not {len(self.seats)}")
        if len(self.market) != len(CURRENCIES):
            raise ValueError(f"the market has four squares, not {len(self.market)}")
        if self.turn is not None and not 0 <= self.turn < len(self.seats):
            raise ValueError(f"there is no seat {self.turn}")


def neighbour(cell: Cell, side: str) -> Cell:
    """The cell beyond a side.

    >>> neighbour((0, 0), "n")
    (0, 1)
    """
    east, north = STEPS[side]
    return cell[0] + east, cell[1] + north


def _expect(value: str, known: tuple[str, ...], what: str) -> None:
    if value not in known:
        raise ValueError(f"there is no {what} {value!r}: use one of {', '.join(known)}")
