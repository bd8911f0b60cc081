"""The legal actions of a seat, grouped as a page offers them."""

from __future__ import annotations

from typing import cast

from alhambra.actions import Action, Build, Buy, Give, Pass, Place, Remove, Reserve, Swap, Take
from alhambra.pieces import Cell, Tile, worth
from alhambra.server.shapes import ChainLink, IntoCells, LegalShown, Payment, Placement
from alhambra.view import View


def legal_shown(view: View) -> LegalShown:
    """All that the seat may do now."""
    takes: list[Take] = []
    buys: dict[Tile, list[Buy]] = {}
    into: dict[type[Action], dict[Tile, list[Cell]]] = {Build: {}, Swap: {}, Place: {}}
    named: dict[type[Action], list[Tile]] = {Remove: [], Reserve: [], Give: []}
    can_pass = False
    for action in view.legal_actions:
        kind = type(action)  # not isinstance: actions are abstract, which makes that slow
        if kind is Take:
            takes.append(cast(Take, action))
        elif kind is Buy:
            buy = cast(Buy, action)
            buys.setdefault(buy.tile, []).append(buy)
        elif kind in into:
            aimed = cast(Place, action)
            into[kind].setdefault(aimed.tile, []).append(aimed.cell)
        elif kind is Pass:
            can_pass = True
        else:
            named[kind].append(cast(Remove, action).tile)
    market = view.market
    return {
        "takes": [[card.name for card in take.cards] for take in takes],
        "purchases": [
            {"square": square, "tile": tile.name, "payments": _payments(buys[tile])}
            for square, tile in enumerate(market)
            if tile in buys
        ],
        "chain": _chain(market, buys),
        "placements": [
            _placement(tile, into[Place].get(tile, []), give=tile in named[Give])
            for tile in view.waiting
            if tile in named[Reserve]  # not while an action is due
        ],
        "builds": _into(into[Build]),
        "swaps": _into(into[Swap]),
        "removes": [tile.name for tile in named[Remove]],
        "can_pass": can_pass,
    }


def _payments(buys: list[Buy]) -> list[Payment]:
    """Exact ones first, then those that waste least, then those with few cards."""
    found: list[Payment] = [
        {"cards": [card.name for card in buy.cards], "worth": worth(buy.cards), "exact": buy.exact}
        for buy in buys
    ]
    return sorted(found, key=lambda pay: (pay["worth"], len(pay["cards"])))


def _chain(market: tuple[Tile | None, ...], buys: dict[Tile, list[Buy]]) -> list[ChainLink]:
    """The longest of ``view.exact_chains``, without listing them all: it has an exact purchase
    of every square that offers one."""
    links: list[ChainLink] = []
    for square, tile in enumerate(market):
        exact = next((buy for buy in buys.get(tile, ()) if buy.exact), None) if tile else None
        if exact:
            cards = [card.name for card in exact.cards]
            links.append({"square": square, "tile": exact.tile.name, "cards": cards})
    return links if len(links) > 1 else []


def _placement(tile: Tile, cells: list[Cell], *, give: bool) -> Placement:
    return {"tile": tile.name, "cells": _pairs(cells), "reserve": True, "give": give}


def _into(found: dict[Tile, list[Cell]]) -> list[IntoCells]:
    return [{"tile": tile.name, "cells": _pairs(cells)} for tile, cells in found.items()]


def _pairs(cells: list[Cell]) -> list[tuple[int, int]]:
    return [(cell.x, cell.y) for cell in cells]
