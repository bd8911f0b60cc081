"""The legal actions of a seat, grouped as a page offers them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from alhambra.actions import (
    Action,
    Build,
    Buy,
    Give,
    Pass,
    Place,
    Remove,
    Reserve,
    Swap,
    Take,
    action_of,
)
from alhambra.pieces import Tile, worth
from alhambra.server.shapes import ChainLink, IntoCells, LegalShown, Payment, Placement, Purchase
from alhambra.view import View

Found = dict[Tile | None, list[Any]]


def legal_shown(view: View) -> LegalShown:
    """All that the seat may do now."""
    found: dict[type[Action], Found] = {}
    for code in view.legal_actions.numbers():
        kind, tile, shown = _shown(code)
        found.setdefault(kind, {}).setdefault(tile, []).append(shown)
    purchases = _purchases(view.market, found.get(Buy, {}))
    places, gifts = found.get(Place, {}), found.get(Give, {})
    return {
        "takes": found.get(Take, {}).get(None, []),
        "purchases": purchases,
        "chain": _chain(purchases),
        "placements": [
            _placement(tile, places.get(tile, []), give=tile in gifts)
            for tile in found.get(Reserve, {})
            if tile
        ],
        "builds": _into(found.get(Build, {})),
        "swaps": _into(found.get(Swap, {})),
        "removes": [tile.name for tile in found.get(Remove, {}) if tile],
        "can_pass": Pass in found,
    }


@lru_cache(maxsize=1 << 14)
def _shown(code: int) -> tuple[type[Action], Tile | None, Any]:
    """An action: what it does, with which tile, and what else a page needs to know of it."""
    action = action_of(code)
    match action:
        case Take(cards=cards):
            return Take, None, [card.name for card in cards]
        case Buy(tile=tile, cards=cards, exact=exact):
            payment: Payment = {
                "cards": [card.name for card in cards],
                "worth": worth(cards),
                "exact": exact,
            }
            return Buy, tile, payment
        case Build(tile=tile, cell=cell) | Swap(tile=tile, cell=cell) | Place(tile=tile, cell=cell):
            return type(action), tile, (cell.x, cell.y)
        case Remove(tile=tile) | Reserve(tile=tile) | Give(tile=tile):
            return type(action), tile, None
    return Pass, None, None


def _purchases(market: tuple[Tile | None, ...], buys: Found) -> list[Purchase]:
    """The tiles that can be bought, with exact payments first, then those that waste least, then
    those with few cards."""
    return [
        {
            "square": square,
            "tile": tile.name,
            "payments": sorted(buys[tile], key=lambda pay: (pay["worth"], len(pay["cards"]))),
        }
        for square, tile in enumerate(market)
        if tile and tile in buys
    ]


def _chain(purchases: list[Purchase]) -> list[ChainLink]:
    """The longest of ``view.exact_chains``, without listing them all: it has an exact purchase
    of every square that offers one."""
    links: list[ChainLink] = []
    for purchase in purchases:
        best = purchase["payments"][0]
        if best["exact"]:
            square, tile = purchase["square"], purchase["tile"]
            links.append({"square": square, "tile": tile, "cards": best["cards"]})
    return links if len(links) > 1 else []


def _placement(tile: Tile, cells: list[Any], *, give: bool) -> Placement:
    return {"tile": tile.name, "cells": cells, "reserve": True, "give": give}


def _into(found: Found) -> list[IntoCells]:
    return [{"tile": tile.name, "cells": cells} for tile, cells in found.items() if tile]
