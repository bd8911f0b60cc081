"""Market, hands and cities as lines of plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from alhambra.city import City
from alhambra.cli.complaints import sentence
from alhambra.cli.text.messages import ENGLISH, Messages
from alhambra.cli.text.words import named
from alhambra.pieces import CURRENCIES, FOUNTAIN_CELL, Card, Cell, worth
from alhambra.table import Table


def market_lines(table: Table, words: Messages = ENGLISH) -> list[str]:
    """The squares of the market and the money row."""
    squares = zip(CURRENCIES, table.market, strict=True)
    tiles = [
        f"{words.currency(currency)}: "
        f"{words.tile_in_full(tile) if tile else words.t('market.empty')}."
        for currency, tile in squares
    ]
    return [f"{words.t('market')}:", *tiles, row_line(table, words)]


def row_line(table: Table, words: Messages = ENGLISH) -> str:
    """The money row."""
    cards = " ".join(str(card) for card in table.row if card) or words.t("terminal.none")
    return f"{words.t('terminal.row', cards=cards)}."


def hand_lines(table: Table, seat: int, words: Messages = ENGLISH) -> list[str]:
    """A seat's money, and its tiles outside the city."""
    return [*money_lines(table.hands[seat], words), *tile_lines(table, seat, words)]


def money_lines(cards: Sequence[Card], words: Messages = ENGLISH) -> list[str]:
    """A hand: the cards of each currency, and what they are worth."""
    own = {currency: [c for c in cards if c.currency is currency] for currency in CURRENCIES}
    purses = [
        f"{words.currency(currency)}: {named(held)}, {words.t('terminal.worth', n=worth(held))}."
        for currency, held in own.items()
        if held
    ]
    return [f"{words.t('money')}: {words.t('cards', n=len(cards))}.", *purses]


def tile_lines(table: Table, seat: int, words: Messages = ENGLISH) -> list[str]:
    """A seat's tiles outside the city."""
    waiting = waiting_lines(table, words) if seat == table.seat else []
    none = f"{words.t('reserve')}: {words.t('terminal.none')}."
    return reserve_lines(table, seat, words) + waiting or [none]


def reserve_lines(table: Table, seat: int, words: Messages = ENGLISH) -> list[str]:
    """The tiles of a reserve."""
    return [f"{words.t('reserve')}: {words.tile_in_full(tile)}." for tile in table.reserves[seat]]


def waiting_lines(table: Table, words: Messages = ENGLISH) -> list[str]:
    """The tiles the seat to act has yet to place."""
    return [f"{words.t('waiting')}: {words.tile_in_full(tile)}." for tile in table.waiting]


def scores_line(table: Table, words: Messages = ENGLISH) -> str:
    """Everybody's points."""
    return f"{words.t('terminal.points', points=words.points(table.names, table.scores))}."


def left_lines(table: Table, words: Messages = ENGLISH) -> list[str]:
    """What is left to draw, and the scorings that are past."""
    deck, bag = words.t("cards", n=table.deck_left), words.t("tiles", n=table.bag_left)
    past = [sentence(words.t(f"scoring.{scoring}")) for scoring in table.scored]
    return [words.t("to_come.lead", deck=deck, bag=bag), *past]


def dirk_line(table: Table, words: Messages = ENGLISH) -> str:
    """Dirk's tiles."""
    tiles = table.dirk or ()
    listed = " ".join(map(str, tiles)) or words.t("terminal.none")
    return f"{words.t('dirk')}: {words.t('tiles', n=len(tiles))}: {listed}."


def city_line(city: City, words: Messages = ENGLISH) -> str:
    """How large a city is."""
    wall = f"{words.t('wall.longest')} {city.longest_wall()}"
    return f"{words.t('tiles', n=len(city))}, {wall}."


def city_lines(name: str, city: City, words: Messages = ENGLISH) -> list[str]:
    """A city cell by cell, from north to south and west to east, for screen readers."""
    cells = {FOUNTAIN_CELL: words.t("fountain"), **{c: str(t) for c, t in city.tiles.items()}}
    ordered = sorted(cells, key=lambda cell: (-cell.y, cell.x))
    lines = [f"{words.t('city.of', name=name)}: {city_line(city, words)}"]
    for _, row in groupby(ordered, key=lambda cell: cell.y):
        lines.append("; ".join(f"{cell}: {cells[cell]}" for cell in row) + ".")
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
    yield from left_lines(table)
    if table.dirk is not None:
        yield dirk_line(table)
    for seat, (name, city) in enumerate(zip(table.names, table.cities, strict=True)):
        yield ""
        yield f"Seat {seat + 1}, {name}."
        yield from hand_lines(table, seat)
        yield f"City: {city_line(city)}"
        yield from map_lines(city)
