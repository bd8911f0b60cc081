"""The pieces of the game: tiles, money cards, and the cells of a city."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple, NoReturn, Self, TypeVar

from alhambra.core import constants, tables
from alhambra.reasons import InvalidNotation, why


class Kind(StrEnum):
    """The six kinds of building, in the order of their points."""

    PAVILION = "pavilion"
    SERAGLIO = "seraglio"
    ARCADES = "arcades"
    CHAMBERS = "chambers"
    GARDEN = "garden"
    TOWER = "tower"

    @property
    def letter(self) -> str:
        """The initial a tile's name begins with."""
        return self.value[0].upper()

    @property
    def number(self) -> int:
        """0 for pavilion to 5 for tower."""
        return KINDS.index(self)


class Currency(StrEnum):
    """The four currencies; square 1 of the market sells for denars, and so on."""

    DENAR = "denar"
    DIRHAM = "dirham"
    DUCAT = "ducat"
    FLORIN = "florin"

    @property
    def letter(self) -> str:
        """The initial of its colour, with which a card's name begins."""
        return tables.CURRENCY_LETTERS[CURRENCIES.index(self)]

    @property
    def colour(self) -> str:
        """The colour of its cards."""
        return ("blue", "green", "orange", "yellow")[CURRENCIES.index(self)]


class Side(StrEnum):
    """A side of a tile."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"

    @property
    def letter(self) -> Literal["n", "e", "s", "w"]:
        """n, e, s or w."""
        return _SIDE_LETTERS[self]


class Scoring(StrEnum):
    """The three scorings; A and B are also cards of the deck."""

    A = "A"
    B = "B"
    C = "C"

    @classmethod
    def _missing_(cls, value: object) -> Scoring:
        raise InvalidNotation(why("no_such_scoring", word=value))


_SIDE_LETTERS: dict[Side, Literal["n", "e", "s", "w"]] = {
    Side.NORTH: "n",
    Side.EAST: "e",
    Side.SOUTH: "s",
    Side.WEST: "w",
}

KINDS = tuple(Kind)
CURRENCIES = tuple(Currency)
SIDES = tuple(Side)
SCORINGS = tuple(Scoring)


class Cell(NamedTuple):
    """A cell of a city's grid: x grows east, y grows north, the fountain is at 0,0."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.x},{self.y}"

    def __repr__(self) -> str:
        return f"Cell({self.x}, {self.y})"

    @classmethod
    def parse(cls, text: str) -> Cell:
        """Read a cell as records write it.

        >>> Cell.parse("2,-1")
        Cell(2, -1)
        """
        match = _CELL.fullmatch(text)
        if not match:
            raise InvalidNotation(why("no_such_cell", word=text))
        return cls(int(match[1]), int(match[2]))

    @property
    def code(self) -> int:
        """Its number on the core's grid, or -1 for a cell that no city can reach."""
        reach = constants.TILES
        if abs(self.x) > reach or abs(self.y) > reach:
            return -1
        return constants.CENTRE - constants.STRIDE * self.y + self.x

    @classmethod
    @cache
    def of(cls, code: int) -> Cell:
        """The cell with this number."""
        row, column = divmod(code, constants.STRIDE)
        centre, middle = divmod(constants.CENTRE, constants.STRIDE)
        return cls(column - middle, centre - row)

    def beside(self, side: Side) -> Cell:
        """The next cell on a side."""
        x, y = _STEPS[side]
        return Cell(self.x + x, self.y + y)


# At most three digits: no city is that large, and huge numbers take long to read.
_NUMBER = r"(0|-?[1-9][0-9]{0,2})"
_CELL = re.compile(f"{_NUMBER},{_NUMBER}")
_STEPS = {Side.NORTH: (0, 1), Side.EAST: (1, 0), Side.SOUTH: (0, -1), Side.WEST: (-1, 0)}
FOUNTAIN_CELL = Cell(0, 0)


class _Constant:
    """An immutable piece with a name, shared by all games."""

    __slots__ = ("name",)

    name: str

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self.name,)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} {self} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} {self} cannot be changed")


class Tile(_Constant):
    """One of the 54 building tiles, named by kind, price and walls. No two are alike; the same
    name always gives the same object.

    >>> tile = Tile("G8nw")
    >>> tile.kind, tile.price, tile.walls
    (<Kind.GARDEN: 'garden'>, 8, (<Side.NORTH: 'north'>, <Side.WEST: 'west'>))
    """

    __slots__ = ("index", "kind", "price", "walls")

    index: int  # in the order of the rules' list
    kind: Kind
    price: int
    walls: tuple[Side, ...]

    def __new__(cls, name: str) -> Tile:  # noqa: D102
        try:
            return _TILES[name]
        except (KeyError, TypeError):
            raise InvalidNotation(why("no_such_tile", word=name)) from None

    @staticmethod
    def of(index: int) -> Tile:
        """The tile with this number."""
        return TILES[index]

    @property
    def wall_letters(self) -> str:
        """The walls as the name has them: ``nw``."""
        return "".join(side.letter for side in self.walls)

    def __hash__(self) -> int:
        return self.index

    def __lt__(self, other: Tile) -> bool:
        return self.index < other.index


class Card(_Constant):
    """A money card, named by its colour and value. Equal cards are the same object.

    >>> card = Card("b7")
    >>> card.currency, card.value
    (<Currency.DENAR: 'denar'>, 7)
    """

    __slots__ = ("code", "currency", "value")

    code: int  # the core's number for it, in the order of the notation
    currency: Currency
    value: int

    def __new__(cls, name: str) -> Card:  # noqa: D102
        try:
            return _CARDS[name]
        except (KeyError, TypeError):
            raise InvalidNotation(why("no_such_card", word=name)) from None

    @staticmethod
    def of(code: int) -> Card:
        """The card with the core's number."""
        return _CARDS_BY_CODE[code]

    def __hash__(self) -> int:
        return self.code

    def __lt__(self, other: Card) -> bool:
        return self.code < other.code


_Piece = TypeVar("_Piece", Tile, Card)


def _make(cls: type[_Piece], **values: Any) -> _Piece:
    piece = object.__new__(cls)
    for name, value in values.items():
        object.__setattr__(piece, name, value)
    return piece


def _make_tile(index: int, name: str) -> Tile:
    letters = name[1:].lstrip("0123456789")
    return _make(
        Tile,
        index=index,
        name=name,
        kind=KINDS[tables.KIND_LETTERS.index(name[0])],
        price=int(name[1:].rstrip("nesw")),
        walls=tuple(side for side in SIDES if side.letter in letters),
    )


def _make_card(currency: int, value: int) -> Card:
    return _make(
        Card,
        code=currency << 4 | value,
        name=f"{tables.CURRENCY_LETTERS[currency]}{value}",
        currency=CURRENCIES[currency],
        value=value,
    )


TILES = tuple(_make_tile(index, name) for index, name in enumerate(tables.names()))
CARDS = tuple(_make_card(currency, value) for currency in range(4) for value in range(1, 10))
_TILES = {tile.name: tile for tile in TILES}
_CARDS = {card.name: card for card in CARDS}
_CARDS_BY_CODE = {card.code: card for card in CARDS}


@lru_cache(maxsize=1 << 14)
def tiles_in(bits: int) -> tuple[Tile, ...]:
    """The tiles in a bit set of the core."""
    return tuple(TILES[n] for n in _bits(bits))


def tile_set(tiles: Iterable[Tile]) -> int:
    """These tiles as a bit set of the core."""
    return sum(1 << tile.index for tile in set(tiles))


@lru_cache(maxsize=1 << 14)
def cards_in(purse: int, currency: int) -> tuple[Card, ...]:
    """The cards of a hand or payment of the core in one currency, rising."""
    values = [value for value in range(1, 10) for _ in range(purse >> 2 * (value - 1) & 3)]
    return tuple([_CARDS_BY_CODE[currency << 4 | value] for value in values])


def worth(cards: Iterable[Card]) -> int:
    """The sum of the cards' values."""
    return sum(card.value for card in cards)


def _bits(bits: int) -> Iterator[int]:
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
