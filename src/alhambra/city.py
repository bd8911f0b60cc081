"""A player's city: where a tile may be placed, which tiles may be removed, and its wall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from alhambra.core import building
from alhambra.core import constants as c
from alhambra.core.position import Position
from alhambra.drawing.pictures import CityPicture, PlacedTile, TilePicture
from alhambra.pieces import FOUNTAIN_CELL, KINDS, SIDES, Cell, Kind, Side, Tile, tiles_in
from alhambra.reasons import IllegalAction, Reason, why


class WallSide(NamedTuple):
    """One side of a tile on the outline of a city."""

    cell: Cell
    side: Side


CellLike = Cell | tuple[int, int]


class City:
    """The tiles a player has built around the fountain.

    >>> city = City()
    >>> city.spots(Tile("G8nw"))
    [Cell(-1, 0), Cell(0, 1)]
    >>> print(city.why_not(Tile("G8nw"), (1, 0)))
    it has a wall on the west side, but its neighbour there has none
    >>> city.place(Tile("G8nw"), (-1, 0))
    >>> city.longest_wall()
    2
    """

    __slots__ = ("_position", "_seat")

    def __init__(
        self, tiles: Mapping[Cell, Tile] | Mapping[tuple[int, int], Tile] | None = None
    ) -> None:
        self._position = Position()
        self._seat = 0
        self._place_all({Cell(*cell): tile for cell, tile in (tiles or {}).items()})

    @classmethod
    def of(cls, position: Position, seat: int) -> City:
        """A copy of the city a seat has in a position."""
        city = cls.__new__(cls)
        city._position = position.clone()
        city._seat = seat
        return city

    def _place_all(self, waiting: dict[Cell, Tile]) -> None:
        """Place the tiles in whatever order the rules allow."""
        while waiting:
            ready = [at for at, tile in waiting.items() if not self.why_not(tile, at)]
            if not ready:
                at, tile = next(iter(waiting.items()))
                self.place(tile, at)
            for at in ready:
                if not self.why_not(waiting[at], at):
                    self.place(waiting.pop(at), at)

    # What stands where

    @property
    def tiles(self) -> dict[Cell, Tile]:
        """The tiles by their cells, without the fountain."""
        cells = self._position.cell
        placed = tiles_in(self._position.city[self._seat])
        return {Cell.of(cells[tile.index]): tile for tile in placed}

    def tile_at(self, cell: CellLike) -> Tile | None:
        """The tile in a cell; None where it is free, and for the fountain."""
        return self.tiles.get(Cell(*cell))

    def cell_of(self, tile: Tile) -> Cell | None:
        """The cell of the tile; None where the city does not have it."""
        return Cell.of(self._position.cell[tile.index]) if tile in self else None

    def __contains__(self, tile: object) -> bool:
        return isinstance(tile, Tile) and self._position.city[self._seat] >> tile.index & 1 == 1

    def __iter__(self) -> Iterator[Tile]:
        return iter(tiles_in(self._position.city[self._seat]))

    def __len__(self) -> int:
        return int(self._position.city[self._seat]).bit_count()

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, City) and self.tiles == other.tiles

    def __hash__(self) -> int:
        return hash(frozenset(self.tiles.items()))

    def __repr__(self) -> str:
        placed = ", ".join(f"{tuple(cell)}: {tile!r}" for cell, tile in self.tiles.items())
        return f"City({{{placed}}})"

    def counts(self) -> dict[Kind, int]:
        """How many tiles of each kind stand here."""
        found = Counter(tile.kind for tile in self)
        return {kind: found[kind] for kind in KINDS}

    def __reduce__(self) -> tuple[Callable[[dict[Cell, Tile]], City], tuple[dict[Cell, Tile]]]:
        return _as_it_stood, (self.tiles,)

    def copy(self) -> City:
        """An independent copy."""
        return City.of(self._position, self._seat)

    # Building

    def spots(self, tile: Tile) -> list[Cell]:
        """The cells where the tile may be placed."""
        if tile in self:
            return []
        return sorted(
            Cell.of(code) for code in building.spots(self._position, self._seat, tile.index)
        )

    def around(self) -> list[Cell]:
        """The free cells side by side with the city."""
        return sorted(Cell.of(code) for code in building.frontier(self._position, self._seat))

    def why_not(self, tile: Tile, cell: CellLike) -> Reason | None:
        """Why the tile may not be placed there; None where it may."""
        cell = Cell(*cell)
        if tile in self:
            return why("already_in_city", tile=tile)
        if cell.code < 0:
            return why("apart", cell=cell)
        fault = building.placing_fault(self._position, self._seat, tile.index, cell.code)
        return _reason_of(fault, cell)

    def place(self, tile: Tile, cell: CellLike) -> None:
        """Place the tile in the cell, or raise IllegalAction with the reason."""
        _refuse(self.why_not(tile, cell))
        building.put(self._position, self._seat, tile.index, Cell(*cell).code)

    def why_not_remove(self, tile: Tile) -> Reason | None:
        """Why the tile may not be removed; None where it may."""
        if tile not in self:
            return why("not_in_city", tile=tile)
        fault = building.removing_fault(self._position, self._seat, tile.index)
        if fault == c.OUT_OF_REACH:
            return why("cuts_off", tile=tile)
        return why("hole") if fault == c.HOLE else None

    def remove(self, tile: Tile) -> None:
        """Remove the tile from the city, or raise IllegalAction with the reason."""
        _refuse(self.why_not_remove(tile))
        building.lift_out(self._position, self._seat, tile.index)

    def why_not_swap(self, tile: Tile, cell: CellLike) -> Reason | None:
        """Why the tile may not replace the one in the cell; None where it may."""
        cell = Cell(*cell)
        if cell == FOUNTAIN_CELL:
            return why("fountain_stays")
        if tile in self:
            return why("already_in_city", tile=tile)
        other = self.tile_at(cell)
        if other is None:
            return why("no_tile_in_cell", cell=cell)
        fault = building.swapping_fault(self._position, self._seat, tile.index, other.index)
        return _reason_of(fault, cell)

    def swap(self, tile: Tile, cell: CellLike) -> Tile:
        """Put the tile in place of the one in the cell and return that one, or raise
        IllegalAction."""
        _refuse(self.why_not_swap(tile, cell))
        old = self.tiles[Cell(*cell)]
        building.lift_out(self._position, self._seat, old.index)
        building.put(self._position, self._seat, tile.index, Cell(*cell).code)
        return old

    def with_tile(self, tile: Tile, cell: CellLike) -> City:
        """The city as it would be with the tile in that cell."""
        city = self.copy()
        city.place(tile, cell)
        return city

    def prospects(self, tile: Tile) -> dict[Cell, int | Reason]:
        """For every free cell beside the city: the longest wall with the tile there, or why
        the tile may not be placed there."""
        found: dict[Cell, int | Reason] = {}
        for cell in self.around():
            found[cell] = self.why_not(tile, cell) or self.with_tile(tile, cell).longest_wall()
        return found

    # The wall

    def longest_wall(self) -> int:
        """The sides in the longest unbroken run of outer wall."""
        return building.longest_wall(self._position, self._seat)

    def wall(self) -> list[WallSide]:
        """The sides of that run, clockwise."""
        run = building.wall_of(self._position, self._seat)
        return [WallSide(Cell.of(cell), SIDES[side]) for cell, side in run]

    # Pictures

    def picture(self) -> CityPicture:
        """What a drawing needs to know."""
        return CityPicture(
            tiles=tuple(PlacedTile(picture_of(tile), *cell) for cell, tile in self.tiles.items()),
            wall=frozenset((cell.x, cell.y, side.letter) for cell, side in self.wall()),
        )

    def _repr_svg_(self) -> str:
        from alhambra.drawing.city import draw_city  # imported lazily: drawing is optional

        return draw_city(self.picture())


def _as_it_stood(tiles: dict[Cell, Tile]) -> City:
    """A city of tiles that are known to be legal: nothing is checked."""
    city = City()
    for cell, tile in tiles.items():
        building.put(city._position, city._seat, tile.index, cell.code)
    return city


def picture_of(tile: Tile) -> TilePicture:
    """What a drawing needs to know of a tile."""
    return TilePicture(tile.kind.value, tile.price, tile.wall_letters)


def pictures_of(tiles: Iterable[Tile]) -> tuple[TilePicture, ...]:
    """What a drawing needs to know of several tiles."""
    return tuple(picture_of(tile) for tile in tiles)


_FAULTS = {
    c.TAKEN: "cell_taken",
    c.APART: "apart",
    c.WALL_MEETS_NO_WALL: "wall_meets_no_wall",
    c.NO_WALL_MEETS_WALL: "no_wall_meets_wall",
    c.OUT_OF_REACH: "out_of_reach",
    c.HOLE: "hole",
}


def _reason_of(fault: int, cell: Cell) -> Reason | None:
    if fault == c.FITS:
        return None
    code = _FAULTS[fault & c.FAULT_MASK]
    if code in ("wall_meets_no_wall", "no_wall_meets_wall"):
        return why(code, side=SIDES[fault >> c.FAULT_BITS])
    return why(code) if code == "hole" else why(code, cell=cell)


def _refuse(reason: Reason | None) -> None:
    if reason:
        raise IllegalAction(reason)
