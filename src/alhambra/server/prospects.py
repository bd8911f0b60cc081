"""A tile was picked: where could it go, what wall would it give, and why not elsewhere?"""

from __future__ import annotations

from typing import Literal

from alhambra.city import City
from alhambra.pieces import Cell, Tile
from alhambra.reasons import Reason
from alhambra.server.messages import Prospects
from alhambra.server.shapes import Fit, Removal
from alhambra.server.telling import reason_given
from alhambra.table import Phase, Table


def prospects(table: Table, seat: int, tile: Tile, *, version: int, id_: str) -> Prospects:
    """The answer to ``look``, for a tile wherever it lies."""
    city = table.cities[seat]
    stands = tile in city
    in_reserve = tile in table.reserves[seat]
    return {
        "type": "prospects",
        "version": version,
        "id": id_,
        "tile": tile.name,
        "into": _word(table, seat, tile, in_reserve),
        "fits": [] if stands else [_fit(cell, what) for cell, what in city.prospects(tile).items()],
        "swaps": [_swap(city, tile, cell) for cell in city.tiles] if in_reserve else [],
        "removal": _removal(city, tile) if stands else None,
    }


def _word(
    table: Table, seat: int, tile: Tile, in_reserve: bool
) -> Literal["place", "build"] | None:
    """The action by which the tile would go into a cell now."""
    if seat != table.seat:
        return None
    if tile in table.waiting and table.phase in (Phase.PLACE, Phase.AWARD):
        return "place"
    return "build" if in_reserve and table.phase is Phase.ACT else None


def _fit(cell: Cell, what: int | Reason) -> Fit:
    wall = what if isinstance(what, int) else None
    reason = None if isinstance(what, int) else reason_given(what)
    return {"cell": (cell.x, cell.y), "wall": wall, "reason": reason}


def _swap(city: City, tile: Tile, cell: Cell) -> Fit:
    reason = city.why_not_swap(tile, cell)
    if reason:
        return _fit(cell, reason)
    changed = city.copy()
    changed.swap(tile, cell)
    return _fit(cell, changed.longest_wall())


def _removal(city: City, tile: Tile) -> Removal:
    reason = city.why_not_remove(tile)
    if reason:
        return {"wall": None, "reason": reason_given(reason)}
    changed = city.copy()
    changed.remove(tile)
    return {"wall": changed.longest_wall(), "reason": None}
