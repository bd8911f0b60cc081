"""The legal actions of a seat, grouped as a page offers them."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import Any

from alhambra import actions
from alhambra.actions import Action, action_of
from alhambra.pieces import Tile, worth
from alhambra.server.protocol.board import (
    ChainLink,
    IntoCells,
    LegalShown,
    Payment,
    Placement,
    Purchase,
)
from alhambra.table import Phase, longest_exact_chain
from alhambra.view import View

Found = dict[str, list[Any]]
"""The details of the actions of one kind, by the name of the tile."""


def legal_shown(view: View) -> LegalShown:
    """The legal actions of the seat, as a ``LegalShown``."""
    lists: dict[tuple[type[Action], str], list[Any]] = {}
    buys: list[actions.Buy] = []
    for code in view.legal_actions.numbers():
        place, shown, buy = _shown(code)
        if place in lists:
            lists[place].append(shown)
        else:
            lists[place] = [shown]
        if buy:
            buys.append(buy)
    found: defaultdict[type[Action], Found] = defaultdict(dict)
    for (kind, tile), details in lists.items():
        found[kind][tile] = details
    purchases = _purchases(view.market, found[actions.Buy])
    places, gifts = found[actions.Place], found[actions.Give]
    return {
        "acting": view.phase is Phase.ACT,
        "takes": found[actions.Take].get("", []),
        "purchases": purchases,
        "chain": _chain(purchases, buys),
        "placements": [
            _placement(tile, places.get(tile, []), give=tile in gifts)
            for tile in found[actions.Reserve]
        ],
        "builds": _into(found[actions.Build]),
        "swaps": _into(found[actions.Swap]),
        "removes": list(found[actions.Remove]),
        "can_pass": actions.Pass in found,
    }


@lru_cache(maxsize=1 << 14)
def _shown(code: int) -> tuple[tuple[type[Action], str], Any, actions.Buy | None]:
    """An action's kind and tile, the other details a page needs, and the purchase if it is one."""
    action = action_of(code)
    tile, shown = _details(action)
    return (type(action), tile), shown, action if isinstance(action, actions.Buy) else None


def _details(action: Action) -> tuple[str, Any]:
    match action:
        case actions.Take(cards=cards):
            return "", [card.name for card in cards]
        case actions.Buy(tile=tile, cards=cards, exact=exact):
            payment: Payment = {
                "cards": [card.name for card in cards],
                "worth": worth(cards),
                "exact": exact,
            }
            return tile.name, payment
        case (
            actions.Build(tile=tile, cell=cell)
            | actions.Swap(tile=tile, cell=cell)
            | actions.Place(tile=tile, cell=cell)
        ):
            return tile.name, (cell.x, cell.y)
        case actions.Remove(tile=tile) | actions.Reserve(tile=tile) | actions.Give(tile=tile):
            return tile.name, None
    return "", None


def _purchases(market: tuple[Tile | None, ...], buys: Found) -> list[Purchase]:
    """The tiles that can be bought, with exact payments first, then those that waste least, then
    those with few cards."""
    return [
        {
            "square": square,
            "tile": tile.name,
            "payments": sorted(buys[tile.name], key=lambda pay: (pay["worth"], len(pay["cards"]))),
        }
        for square, tile in enumerate(market)
        if tile and tile.name in buys
    ]


def _chain(purchases: list[Purchase], buys: list[actions.Buy]) -> list[ChainLink]:
    """The longest chain of exact purchases, if it has two or more."""
    squares = {purchase["tile"]: purchase["square"] for purchase in purchases}
    chain = longest_exact_chain(buys)
    if len(chain) < 2:
        return []
    return [
        {
            "square": squares[buy.tile.name],
            "tile": buy.tile.name,
            "cards": [card.name for card in buy.cards],
        }
        for buy in chain
    ]


def _placement(tile: str, cells: list[Any], *, give: bool) -> Placement:
    return {"tile": tile, "cells": cells, "reserve": True, "give": give}


def _into(found: Found) -> list[IntoCells]:
    return [{"tile": tile, "cells": cells} for tile, cells in found.items()]
