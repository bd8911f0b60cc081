"""Pieces and numbers in words that read well aloud."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from alhambra.pieces import CURRENCIES, Card, Currency, Tile, worth


def listed(items: Iterable[object], last: str = "and") -> str:
    """Items as an English list.

    >>> listed(["b3", "g2", "o1"])
    'b3, g2 and o1'
    """
    words = [str(item) for item in items]
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def count(number: int, noun: str) -> str:
    """A number of things.

    >>> count(1, "card"), count(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def coins(currency: Currency) -> str:
    """The plural of a currency's name."""
    return f"{currency}s"


def described(tile: Tile) -> str:
    """A tile by name and in words.

    >>> described(Tile("G8nw"))
    'G8nw, garden, price 8, walls north and west'
    """
    sides = listed(tile.walls)
    walls = f"wall{'s' if len(tile.walls) > 1 else ''} {sides}" if sides else "no walls"
    return f"{tile}, {tile.kind}, price {tile.price}, {walls}"


def spelled(card: Card) -> str:
    """A card by name and in words.

    >>> spelled(Card("b7"))
    'b7, 7 denars, blue'
    """
    return f"{card}, {count(card.value, card.currency)}, {card.currency.colour}"


def named(items: Sequence[object]) -> str:
    """Names separated by spaces, or "none"."""
    return " ".join(map(str, items)) if items else "none"


def purses(cards: Sequence[Card]) -> list[str]:
    """Cards by currency, with what each currency is worth.

    >>> purses([Card("b3"), Card("b5"), Card("y1")])
    ['Denars: b3 b5, worth 8.', 'Florins: y1, worth 1.']
    """
    own = {currency: [c for c in cards if c.currency is currency] for currency in CURRENCIES}
    return [
        f"{coins(currency).capitalize()}: {named(held)}, worth {worth(held)}."
        for currency, held in own.items()
        if held
    ]


def scorers(names: Sequence[str]) -> tuple[str, ...]:
    """The names of all who score: the players, and Dirk in a two-player game.

    >>> scorers(["Ana", "Bruno"])
    ('Ana', 'Bruno', 'Dirk')
    """
    return (*names, "Dirk") if len(names) == 2 else tuple(names)


def points(names: Sequence[str], numbers: Iterable[int]) -> str:
    """The points of everybody as one list."""
    pairs = zip(scorers(names), numbers, strict=True)
    return ", ".join(f"{name} {number}" for name, number in pairs)
