"""The legal actions of a seat, grouped as a page offers them."""

from __future__ import annotations

from alhambra.actions import Build, Buy, Give, Pass, Place, Remove, Reserve, Swap, Take
from alhambra.pieces import Cell, Tile, worth
from alhambra.server.shapes import ChainLink, IntoCells, LegalShown, Payment, Placement
from alhambra.view import View


def legal_shown(view: View) -> LegalShown:
    """All that the seat may do now."""
    takes: list[Take] = []
    buys: dict[Tile, list[Buy]] = {}
    builds: dict[Tile, list[Cell]] = {}
    swaps: dict[Tile, list[Cell]] = {}
    places: dict[Tile, list[Cell]] = {}
    removes: list[str] = []
    gifts: set[Tile] = set()
    reserves: set[Tile] = set()
    can_pass = False
    for action in view.legal_actions:
        match action:
            case Take():
                takes.append(action)
            case Buy(tile=tile):
                buys.setdefault(tile, []).append(action)
            case Build(tile=tile, cell=cell):
                builds.setdefault(tile, []).append(cell)
            case Swap(tile=tile, cell=cell):
                swaps.setdefault(tile, []).append(cell)
            case Place(tile=tile, cell=cell):
                places.setdefault(tile, []).append(cell)
            case Remove(tile=tile):
                removes.append(tile.name)
            case Reserve(tile=tile):
                reserves.add(tile)
            case Give(tile=tile):
                gifts.add(tile)
            case Pass():
                can_pass = True
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
            _placement(tile, places.get(tile, []), tile in reserves, tile in gifts)
            for tile in view.waiting
            if tile in reserves  # not while an action is due
        ],
        "builds": _into(builds),
        "swaps": _into(swaps),
        "removes": removes,
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


def _placement(tile: Tile, cells: list[Cell], reserve: bool, give: bool) -> Placement:
    return {"tile": tile.name, "cells": _pairs(cells), "reserve": reserve, "give": give}


def _into(found: dict[Tile, list[Cell]]) -> list[IntoCells]:
    return [{"tile": tile.name, "cells": _pairs(cells)} for tile, cells in found.items()]


def _pairs(cells: list[Cell]) -> list[tuple[int, int]]:
    return [(cell.x, cell.y) for cell in cells]
