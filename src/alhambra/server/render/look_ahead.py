"""The answer to ``look``: where a tile could go, the wall it would give, and why not elsewhere."""

from __future__ import annotations

from typing import Literal

from alhambra.actions import Action, Build, Place
from alhambra.city import City
from alhambra.pieces import Cell, Tile
from alhambra.reasons import Reason
from alhambra.server.protocol.board import Fit, Removal
from alhambra.server.protocol.to_page import Prospects
from alhambra.server.render.happenings import reason_given
from alhambra.server.render.state import wall_sides
from alhambra.table import Table

_WORDS: dict[type[Action], Literal["place", "build"]] = {Place: "place", Build: "build"}


def prospects(table: Table, seat: int, tile: Tile, *, version: int, id_: str) -> Prospects:
    """The answer to ``look``, for a tile anywhere on the table."""
    city = table.cities[seat]
    stands = tile in city
    in_reserve = tile in table.reserves[seat]
    return {
        "type": "prospects",
        "version": version,
        "id": id_,
        "tile": tile.name,
        "into": _word(table, seat, tile),
        "fits": [
            _fit(cell, city.why_not(tile, cell) or city.with_tile(tile, cell))
            for cell in ([] if stands else city.around())
        ],
        "swaps": [
            _fit(cell, city.why_not_swap(tile, cell) or _swapped(city, tile, cell))
            for cell in (city.tiles if in_reserve else ())
        ],
        "removal": _removal(city, tile) if stands else None,
    }


def _word(table: Table, seat: int, tile: Tile) -> Literal["place", "build"] | None:
    """The action that would put the tile into a cell now."""
    way = table.way_into_city(tile) if seat == table.seat else None
    return _WORDS[way] if way else None


def _fit(cell: Cell, what: City | Reason) -> Fit:
    """The wall of the resulting city, or the reason why it is not possible."""
    if isinstance(what, Reason):
        return {"cell": (cell.x, cell.y), "wall": None, "sides": [], "reason": reason_given(what)}
    sides = wall_sides(what)
    return {"cell": (cell.x, cell.y), "wall": len(sides), "sides": sides, "reason": None}


def _swapped(city: City, tile: Tile, cell: Cell) -> City:
    changed = city.copy()
    changed.swap(tile, cell)
    return changed


def _removal(city: City, tile: Tile) -> Removal:
    reason = city.why_not_remove(tile)
    if reason:
        return {"wall": None, "sides": [], "reason": reason_given(reason)}
    changed = city.copy()
    changed.remove(tile)
    sides = wall_sides(changed)
    return {"wall": len(sides), "sides": sides, "reason": None}
