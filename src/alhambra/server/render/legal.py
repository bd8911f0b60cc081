"""The legal actions of a seat, grouped as a page offers them.

They are hardly ever the same as before, so their JSON is put together from texts that are cached
for each action.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from alhambra import actions
from alhambra.actions import Action, action_of
from alhambra.pieces import Card, Tile, worth
from alhambra.table import Phase, longest_exact_chain
from alhambra.view import View

Found = Mapping[str, list[str]]
"""The details of the actions of one kind, by the name of the tile."""

Market = Mapping[Tile, int]
"""The squares of the tiles that can be bought."""


def legal_text(view: View) -> str:
    """The legal actions of the seat, as a ``LegalShown``."""
    found: defaultdict[type[Action], dict[str, list[str]]] = defaultdict(dict)
    buys: list[actions.Buy] = []
    for code in view.legal_actions.numbers():
        kind, tile, details, buy = _written(code)
        group = found[kind]
        if tile in group:
            group[tile].append(details)
        else:
            group[tile] = [details]
        if buy:
            buys.append(buy)
    squares = {tile: n for n, tile in enumerate(view.market) if tile} if buys else {}
    fields = (
        f'"acting":{_truth(view.phase is Phase.ACT)}',
        f'"takes":{_list(found[actions.Take].get("", ()))}',
        f'"purchases":{_list(_purchases(squares, buys))}',
        f'"chain":{_list(_chain(squares, buys))}',
        f'"placements":{_list(_placements(found))}',
        f'"builds":{_list(_into(found[actions.Build]))}',
        f'"swaps":{_list(_into(found[actions.Swap]))}',
        f'"removes":{_names(found[actions.Remove])}',
        f'"can_pass":{_truth(actions.Pass in found)}',
    )
    return f"{{{','.join(fields)}}}"


@lru_cache(maxsize=1 << 14)
def _written(code: int) -> tuple[type[Action], str, str, actions.Buy | None]:
    """An action's kind and tile, the other details a page needs, and the purchase if it is one."""
    action = action_of(code)
    tile, details = _details(action)
    return type(action), tile, details, action if isinstance(action, actions.Buy) else None


def _details(action: Action) -> tuple[str, str]:
    match action:
        case actions.Take(cards=cards):
            return "", _cards(cards)
        case (
            actions.Build(tile=tile, cell=cell)
            | actions.Swap(tile=tile, cell=cell)
            | actions.Place(tile=tile, cell=cell)
        ):
            return tile.name, f"[{cell.x},{cell.y}]"
        case (
            actions.Buy(tile=tile)
            | actions.Remove(tile=tile)
            | actions.Reserve(tile=tile)
            | actions.Give(tile=tile)
        ):
            return tile.name, ""
    return "", ""


def _purchases(squares: Market, buys: Sequence[actions.Buy]) -> Iterator[str]:
    """Each a ``Purchase``, with exact payments first, then those that waste least, then those with
    few cards."""
    payments: dict[int, list[tuple[int, int, str]]] = {}
    for buy in buys:
        payments.setdefault(squares[buy.tile], []).append(_payment(buy))
    names = {square: tile.name for tile, square in squares.items()}
    for square, found in sorted(payments.items()):
        ways = _list(text for _, _, text in sorted(found, key=_by_waste))
        yield f'{{"square":{square},"tile":"{names[square]}","payments":{ways}}}'


def _by_waste(payment: tuple[int, int, str]) -> tuple[int, int]:
    return payment[:2]


@lru_cache(maxsize=1 << 12)
def _payment(buy: actions.Buy) -> tuple[int, int, str]:
    """What the cards are worth, how many they are, and the ``Payment``."""
    value = worth(buy.cards)
    text = f'{{"cards":{_cards(buy.cards)},"worth":{value},"exact":{_truth(buy.exact)}}}'
    return value, len(buy.cards), text


def _chain(squares: Market, buys: Sequence[actions.Buy]) -> Iterator[str]:
    """Each a ``ChainLink``: the longest chain of exact purchases, if it has two or more."""
    chain = longest_exact_chain(buys)
    if len(chain) > 1:
        for buy in chain:
            cards = _cards(buy.cards)
            yield f'{{"square":{squares[buy.tile]},"tile":"{buy.tile.name}","cards":{cards}}}'


def _placements(found: Mapping[type[Action], Found]) -> Iterator[str]:
    """Each a ``Placement``."""
    places, gifts = found[actions.Place], found[actions.Give]
    for tile in found[actions.Reserve]:
        cells, give = _list(places.get(tile, ())), _truth(tile in gifts)
        yield f'{{"tile":"{tile}","cells":{cells},"reserve":true,"give":{give}}}'


def _into(found: Found) -> Iterator[str]:
    """Each an ``IntoCells``."""
    for tile, cells in found.items():
        yield f'{{"tile":"{tile}","cells":{_list(cells)}}}'


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _list(items: Iterable[str]) -> str:
    return f"[{','.join(items)}]"


def _names(names: Iterable[str]) -> str:
    return _list(f'"{name}"' for name in names)


def _cards(cards: Iterable[Card]) -> str:
    return _names(card.name for card in cards)
