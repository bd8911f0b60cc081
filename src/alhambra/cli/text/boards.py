"""Market, hands and cities as lines of plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from alhambra.city import City
from alhambra.cli.text.words import coins, count, described, named, points, purses
from alhambra.pieces import CURRENCIES, FOUNTAIN_CELL, Card, Cell
from alhambra.table import Table


def market_lines(table: Table) -> list[str]:
    """The squares of the market and the money row."""
    squares = zip(CURRENCIES, table.market, strict=True)
    tiles = [
        f"For {coins(currency)}: {described(tile) if tile else 'empty'}."
        for currency, tile in squares
    ]
    return ["Market:", *tiles, row_line(table)]


def row_line(table: Table) -> str:
    """The money row."""
    return f"Money row: {named([card for card in table.row if card])}."


def hand_lines(table: Table, seat: int) -> list[str]:
    """A seat's money, and its tiles outside the city."""
    return [*money_lines(table.hands[seat]), *tile_lines(table, seat)]


def money_lines(cards: Sequence[Card]) -> list[str]:
    """A hand."""
    return [f"Money: {count(len(cards), 'card')}.", *purses(cards)]


def tile_lines(table: Table, seat: int) -> list[str]:
    """A seat's tiles outside the city."""
    waiting = waiting_lines(table) if seat == table.seat else []
    return reserve_lines(table, seat) + waiting or ["Reserve: none."]


def reserve_lines(table: Table, seat: int) -> list[str]:
    """The tiles of a reserve."""
    return [f"Reserve: {described(tile)}." for tile in table.reserves[seat]]


def waiting_lines(table: Table) -> list[str]:
    """The tiles the seat to act has yet to place."""
    return [f"To be placed: {described(tile)}." for tile in table.waiting]


def scores_line(table: Table) -> str:
    """Everybody's points."""
    return f"Points: {points(table.names, table.scores)}."


def left_line(table: Table) -> str:
    """What is left to draw."""
    deck, bag = count(table.deck_left, "card"), count(table.bag_left, "tile")
    past = named(table.scored)
    return f"Left: {deck} in the deck, {bag} in the bag. Scorings past: {past}."


def dirk_line(table: Table) -> str:
    """Dirk's tiles."""
    return f"Dirk has {count(len(table.dirk or ()), 'tile')}: {named(table.dirk or ())}."


def city_line(city: City) -> str:
    """How large a city is."""
    return f"{count(len(city), 'tile')}, longest wall {city.longest_wall()}."


def city_lines(name: str, city: City) -> list[str]:
    """A city cell by cell, from north to south and west to east, for screen readers."""
    cells = {FOUNTAIN_CELL: "the fountain", **{c: str(t) for c, t in city.tiles.items()}}
    ordered = sorted(cells, key=lambda cell: (-cell.y, cell.x))
    lines = [f"City of {name}: {city_line(city)}"]
    for y, row in groupby(ordered, key=lambda cell: cell.y):
        lines.append(f"Row {y}: " + "; ".join(f"{cells[cell]} at {cell}" for cell in row) + ".")
    return lines


def map_lines(city: City) -> list[str]:
    r"""A city drawn in text, one word per cell: ``@`` is the fountain, ``.`` an empty cell.

    >>> from alhambra.pieces import Tile
    >>> print(*map_lines(City({(-1, 0): Tile("G8nw")})), sep="\n")
    y\x  -1    0
      0  G8nw  @
    """
    tiles: dict[Cell, object] = {FOUNTAIN_CELL: "@", **city.tiles}
    columns = range(min(c.x for c in tiles), max(c.x for c in tiles) + 1)
    rows = range(max(c.y for c in tiles), min(c.y for c in tiles) - 1, -1)
    words = [[str(tiles.get(Cell(x, y), ".")) for x in columns] for y in rows]
    width = max(len(word) for line in words for word in line)
    grid = zip(["y\\x", *rows], [[str(x) for x in columns], *words], strict=True)
    return [_aligned(str(label), line, width) for label, line in grid]


def _aligned(label: str, words: list[str], width: int) -> str:
    return f"{label:>3}  {'  '.join(word.ljust(width) for word in words)}".rstrip()


def position_lines(table: Table) -> Iterator[str]:
    """The whole position, all hands open."""
    yield scores_line(table)
    yield from market_lines(table)
    yield left_line(table)
    if table.dirk is not None:
        yield dirk_line(table)
    for seat, (name, city) in enumerate(zip(table.names, table.cities, strict=True)):
        yield ""
        yield f"Seat {seat + 1}, {name}."
        yield from hand_lines(table, seat)
        yield f"City: {city_line(city)}"
        yield from map_lines(city)
