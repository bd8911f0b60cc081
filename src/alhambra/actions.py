"""What a player can do: the nine actions and how they are written.

Every action is a value that means the same in every position; ``str`` writes it as records
do and ``parse`` reads it. ``code`` is the number by which the core knows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, overload

from alhambra.core import constants as c
from alhambra.core.listing import Codes
from alhambra.pieces import CURRENCIES, Card, Cell, Tile, cards_in, worth
from alhambra.reasons import AlhambraError, InvalidNotation, why


@dataclass(frozen=True, slots=True)
class Action:
    """Something a player does. There are nine kinds, each with its own notation."""

    word: ClassVar[str]
    form: ClassVar[str]
    code: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", self._code())

    def _code(self) -> int:
        """The core's number, or -1 for an action that no position could allow."""
        raise NotImplementedError

    @staticmethod
    def parse(text: str) -> Action:
        """Read an action as records spell it; no other spelling is accepted.

        >>> Action.parse("buy G8nw b3 b5")
        Buy(tile=Tile('G8nw'), cards=(Card('b3'), Card('b5')))
        """
        words = text.split(" ")
        if not text:
            raise InvalidNotation(why("empty_action"))
        if "" in words or len(text.split()) != len(words):
            raise InvalidNotation(why("wrong_spacing"))
        kind = _KINDS.get(words[0])
        if kind is None:
            raise InvalidNotation(why("no_such_action", word=words[0]))
        return kind._read(words[1:])

    @classmethod
    def _read(cls, words: list[str]) -> Action:
        """Read what follows the first word."""
        raise NotImplementedError

    @classmethod
    def _expect(cls, words: list[str], number: int) -> None:
        if len(words) != number:
            raise InvalidNotation(why("wrong_words", action=cls.word, form=cls.form))


def _coded(kind: int, tile: Tile, rest: int = 0) -> int:
    return kind << c.KIND_SHIFT | tile.index << c.TILE_SHIFT | rest


def _read_cards(words: list[str]) -> tuple[Card, ...]:
    cards = tuple(Card(word) for word in words)
    if list(cards) != sorted(cards):
        raise InvalidNotation(why("cards_unsorted", cards=_listed(sorted(cards))))
    return cards


def _sort_cards(action: Take | Buy) -> None:
    """Sort the cards: their order means nothing, so equal actions compare equal."""
    object.__setattr__(action, "cards", tuple(sorted(action.cards)))


def _listed(items: Iterable[object]) -> str:
    return " ".join(str(item) for item in items)


@dataclass(frozen=True, slots=True)
class Take(Action):
    """``take b3 g2``: cards of the money row, kept sorted."""

    word = "take"
    form = "take CARD …"
    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        _sort_cards(self)
        Action.__post_init__(self)

    def _code(self) -> int:
        if not 1 <= len(self.cards) <= c.ROW:
            return -1
        code = 0
        for card in self.cards:
            code = code << c.CARD_BITS | card.code
        return c.TAKE << c.KIND_SHIFT | code

    @classmethod
    def _read(cls, words: list[str]) -> Action:
        cls._expect(words, max(len(words), 1))
        return cls(_read_cards(words))

    def __str__(self) -> str:
        return f"take {_listed(self.cards)}"


@dataclass(frozen=True, slots=True)
class Buy(Action):
    """``buy G8nw b3 b5``: a tile of the market, and the cards that pay, kept sorted."""

    word = "buy"
    form = "buy TILE CARD …"
    tile: Tile
    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        _sort_cards(self)
        Action.__post_init__(self)

    @property
    def exact(self) -> bool:
        """Is the price paid exactly, which gives another action?"""
        return worth(self.cards) == self.tile.price

    def _code(self) -> int:
        currencies = {card.currency for card in self.cards}
        if len(currencies) != 1 or max(map(self.cards.count, self.cards)) > 3:
            return -1
        payment = sum(1 << 2 * (card.value - 1) for card in self.cards)
        kind = c.BUY_EXACT if self.exact else c.BUY
        currency = CURRENCIES.index(self.cards[0].currency)
        return _coded(kind, self.tile, payment) | currency << c.CURRENCY_SHIFT

    @classmethod
    def _read(cls, words: list[str]) -> Action:
        cls._expect(words, max(len(words), 2))
        return cls(Tile(words[0]), _read_cards(words[1:]))

    def __str__(self) -> str:
        return f"buy {self.tile} {_listed(self.cards)}"


@dataclass(frozen=True, slots=True)
class _OfTile(Action):
    """An action that names a tile alone."""

    kind: ClassVar[int]
    tile: Tile

    def __init_subclass__(cls, word: str, kind: int) -> None:
        cls.word, cls.form, cls.kind = word, f"{word} TILE", kind

    def _code(self) -> int:
        return _coded(self.kind, self.tile)

    @classmethod
    def _read(cls, words: list[str]) -> Action:
        cls._expect(words, 1)
        return cls(Tile(words[0]))

    def __str__(self) -> str:
        return f"{self.word} {self.tile}"


@dataclass(frozen=True, slots=True)
class _IntoCell(Action):
    """An action that names a tile and the cell it goes to."""

    kind: ClassVar[int]
    tile: Tile
    cell: Cell

    def __init_subclass__(cls, word: str, kind: int) -> None:
        cls.word, cls.form, cls.kind = word, f"{word} TILE CELL", kind

    def _code(self) -> int:
        cell = Cell(*self.cell).code
        return _coded(self.kind, self.tile, cell) if cell >= 0 else -1

    @classmethod
    def _read(cls, words: list[str]) -> Action:
        cls._expect(words, 2)
        return cls(Tile(words[0]), Cell.parse(words[1]))

    def __str__(self) -> str:
        return f"{self.word} {self.tile} {self.cell}"


class Build(_IntoCell, word="build", kind=c.BUILD):
    """``build T11 2,-1``: a reserve tile into the city."""

    __slots__ = ()


class Remove(_OfTile, word="remove", kind=c.REMOVE):
    """``remove T11``: a city tile into the reserve."""

    __slots__ = ()


class Swap(_IntoCell, word="swap", kind=c.SWAP):
    """``swap T11 2,-1``: a reserve tile replaces the tile in that cell."""

    __slots__ = ()


class Place(_IntoCell, word="place", kind=c.PLACE):
    """``place G8nw -1,0``: a bought or awarded tile into the city."""

    __slots__ = ()


class Reserve(_OfTile, word="reserve", kind=c.RESERVE):
    """``reserve G8nw``: a bought or awarded tile into the reserve."""

    __slots__ = ()


class Give(_OfTile, word="give", kind=c.GIVE):
    """``give G8nw``: a bought tile to Dirk, with two players."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """``pass``: only when nothing else is possible."""

    word = "pass"
    form = "pass"

    def _code(self) -> int:
        return c.PASS << c.KIND_SHIFT

    @classmethod
    def _read(cls, words: list[str]) -> Action:
        cls._expect(words, 0)
        return cls()

    def __str__(self) -> str:
        return "pass"


_ORDER: tuple[type[Action], ...] = (
    Take,
    Buy,
    Build,
    Remove,
    Swap,
    Place,
    Reserve,
    Give,
    Pass,
)
_KINDS = {kind.word: kind for kind in _ORDER}
_OF_TILE: dict[int, type[_OfTile]] = {kind.kind: kind for kind in (Remove, Reserve, Give)}
_INTO_CELL: dict[int, type[_IntoCell]] = {kind.kind: kind for kind in (Build, Swap, Place)}


@lru_cache(maxsize=1 << 16)
def action_of(code: int) -> Action:
    """The action with the core's number."""
    kind = code >> c.KIND_SHIFT
    if kind == c.TAKE:
        codes = [code >> c.CARD_BITS * i & c.CARD_MASK for i in range(c.ROW - 1, -1, -1)]
        return _decoded(Take, code, cards=tuple([Card.of(card) for card in codes if card]))
    if kind == c.PASS:
        return Pass()
    tile = Tile.of(code >> c.TILE_SHIFT & c.TILE_MASK)
    rest = code & c.REST_MASK
    if kind in (c.BUY, c.BUY_EXACT):
        cards = cards_in(rest, code >> c.CURRENCY_SHIFT & 3)
        return _decoded(Buy, code, tile=tile, cards=cards)
    if kind in _INTO_CELL:
        return _decoded(_INTO_CELL[kind], code, tile=tile, cell=Cell.of(rest))
    return _decoded(_OF_TILE[kind], code, tile=tile)


def _decoded(kind: type[Action], code: int, **fields: object) -> Action:
    """An action whose code is known and need not be computed."""
    action = object.__new__(kind)
    object.__setattr__(action, "code", code)
    for name, value in fields.items():
        object.__setattr__(action, name, value)
    return action


def read_kindly(text: str) -> Action:
    """Read an action as a person may type it: any case, spaces, plus signs and commas, cards
    in any order, minus signs of any length.

    >>> str(read_kindly("  TAKE  G2 + b3 "))
    'take b3 g2'
    """
    for dash in "−–—":
        text = text.replace(dash, "-")
    words = _join_cells(text.lower().replace("+", " ").split())
    if not words:
        raise InvalidNotation(why("empty_action"))
    first, rest = words[0], words[1:]
    if first == Take.word:
        return Action.parse(_listed([first, *_sorted_cards(rest)]))
    if rest:
        rest[0] = rest[0][:1].upper() + rest[0][1:]
    if first == Buy.word and rest:
        rest = [rest[0], *map(str, _sorted_cards(rest[1:]))]
    return Action.parse(_listed([first, *rest]))


def _join_cells(words: list[str]) -> list[str]:
    """Join ``2 , -1`` and ``2, -1`` into one word, and drop commas between cards."""
    text = " ".join(words).replace(" ,", ",")
    if text.startswith(("take", "buy")):
        return text.replace(",", " ").split()
    return text.replace(", ", ",").replace("(", "").replace(")", "").split()


def _sorted_cards(words: list[str]) -> list[Card]:
    return sorted(Card(word) for word in words)


class LegalActions(Codes, Sequence[Action]):
    """The listed actions of a position: iterate, ``in``, ``len``, ``bool``, by number."""

    __slots__ = ()

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Action: ...
        @overload
        def __getitem__(self, index: slice) -> list[Action]: ...
        def __getitem__(self, index: int | slice) -> Action | list[Action]: ...
        def __iter__(self) -> Iterator[Action]: ...

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            try:
                action = Action.parse(action)
            except AlhambraError:
                return False
        return isinstance(action, Action) and action.code in self.numbers()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LegalActions) and set(self.numbers()) == set(other.numbers())

    def __hash__(self) -> int:
        return hash(frozenset(self.numbers()))

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions: {', '.join(map(str, self))}>"
