"""The answer to ``look``: where a tile could go, what that would bring, and why not elsewhere."""

from __future__ import annotations

from typing import Literal

from alhambra.actions import Action, Build, Place
from alhambra.city import City
from alhambra.pieces import Cell, Tile
from alhambra.reasons import Reason
from alhambra.scoring import Sheet
from alhambra.server.protocol.board import Fit, Removal
from alhambra.server.protocol.to_page import Prospects
from alhambra.server.render.happenings import reason_given, sheet_shown
from alhambra.server.render.state import wall_sides
from alhambra.table import Table

_WORDS: dict[type[Action], Literal["place", "build"]] = {Place: "place", Build: "build"}


def prospects(table: Table, seat: int, tile: Tile, *, version: int, id_: str) -> Prospects:
    """The answer to ``look``, for a tile anywhere on the table."""
    city = table.cities[seat]
    stands = tile in city
    in_reserve = tile in table.reserves[seat]
    changes = _Changes(table, seat)
    fits = [
        changes.fit(cell, city.why_not(tile, cell) or city.with_tile(tile, cell))
        for cell in ([] if stands else city.around())
    ]
    swaps = [
        changes.fit(cell, city.why_not_swap(tile, cell) or _swapped(city, tile, cell))
        for cell in (city.tiles if in_reserve else ())
    ]
    removal = changes.removal(tile) if stands else None
    return {
        "type": "prospects",
        "version": version,
        "id": id_,
        "tile": tile.name,
        "into": _word(table, seat, tile),
        "fits": fits,
        "swaps": swaps,
        "removal": removal,
        "forecast": sheet_shown(changes.best) if changes.best else None,
    }


def _word(table: Table, seat: int, tile: Tile) -> Literal["place", "build"] | None:
    """The action that would put the tile into a cell now."""
    way = table.way_into_city(tile) if seat == table.seat else None
    return _WORDS[way] if way else None


class _Changes:
    """Changes of a city, with what each brings its seat in the next scoring."""

    def __init__(self, table: Table, seat: int) -> None:
        self._table, self._seat = table, seat
        self._now = None if table.is_over else table.sheet().points[seat]
        self.best: Sheet | None = None
        """The next scoring after the change that brings most."""

    def fit(self, cell: Cell, what: City | Reason) -> Fit:
        """The wall and the gain with the resulting city, or the reason why it is not possible."""
        at = (cell.x, cell.y)
        if isinstance(what, Reason):
            reason = reason_given(what)
            return {"cell": at, "wall": None, "gain": None, "sides": [], "reason": reason}
        sides, gain = wall_sides(what), self._gain(what)
        return {"cell": at, "wall": len(sides), "gain": gain, "sides": sides, "reason": None}

    def removal(self, tile: Tile) -> Removal:
        """The same for taking the tile out of the city."""
        city = self._table.cities[self._seat]
        reason = city.why_not_remove(tile)
        if reason:
            return {"wall": None, "gain": None, "sides": [], "reason": reason_given(reason)}
        city.remove(tile)
        sides, gain = wall_sides(city), self._gain(city)
        return {"wall": len(sides), "gain": gain, "sides": sides, "reason": None}

    def _gain(self, city: City) -> int | None:
        if self._now is None:  # no scoring comes
            return None
        sheet = self._table.sheet_with(self._seat, city)
        points = sheet.points[self._seat]
        if self.best is None or points > self.best.points[self._seat]:
            self.best = sheet
        return points - self._now


def _swapped(city: City, tile: Tile, cell: Cell) -> City:
    changed = city.copy()
    changed.swap(tile, cell)
    return changed
