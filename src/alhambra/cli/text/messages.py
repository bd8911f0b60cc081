"""Texts for players in seven languages: the page's message files, those of reviews, lessons and
puzzles, and a few for the terminal."""

from __future__ import annotations

import json
import locale
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files

from alhambra.pieces import Card, Currency, Side, Tile, worth
from alhambra.reasons import AlhambraError, InvalidNotation, Reason

LANGUAGES = ("en", "de", "es", "pt", "it", "ro", "hu")
AND = {"en": "and", "de": "und", "es": "y", "pt": "e", "it": "e", "ro": "și", "hu": "és"}
PARTS = ("lessons", "practice", "review", "terminal")  # folders of texts that not every page loads
HOLE = re.compile(r"\{(\w+)\}")
Message = str | Mapping[str, str]


def system_language() -> str:
    """The language of the system's locale if there are texts in it, otherwise English."""
    settings = [os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    chosen = next((value for value in settings if value), None) or locale.getlocale()[0] or "en"
    language = chosen[:2].lower()
    return language if language in LANGUAGES else "en"


def plural(language: str, n: int) -> str:
    """Which form of a message goes with a number, as defined by Unicode CLDR.

    >>> plural("en", 1), plural("ro", 1), plural("ro", 19), plural("ro", 20)
    ('one', 'one', 'few', 'other')
    """
    if language == "ro":
        few = n == 0 or (n != 1 and 1 <= n % 100 <= 19)
        return "one" if n == 1 else "few" if few else "other"
    return "one" if n == 1 or (language == "pt" and n == 0) else "other"


class Messages:
    """All texts of a language.

    >>> ENGLISH.t("cards", n=3)
    '3 cards'
    >>> ENGLISH.listed(["b3", "g2", "o1"])
    'b3, g2 and o1'
    """

    def __init__(self, language: str) -> None:
        self.language = language
        folder = files("alhambra") / "messages"
        self._texts: dict[str, Message] = {}
        for part in (folder, *(folder / part for part in PARTS)):
            text = (part / f"{language}.json").read_text(encoding="utf-8")
            self._texts.update(json.loads(text))

    def t(self, key: str, **params: object) -> str:
        """A text with its holes filled in; ``n`` chooses the plural."""
        message = self._texts[key]
        if not isinstance(message, str):
            n = params.get("n", 0)
            form = plural(self.language, n if isinstance(n, int) else 0)
            message = message.get(form, message["other"])
        return HOLE.sub(lambda hole: str(params.get(hole[1], "")), message)

    def listed(self, items: Iterable[object]) -> str:
        """Items joined by commas and the language's "and"."""
        words = [str(item) for item in items]
        parts = [", ".join(words[:-1]), *words[-1:]]
        return f" {AND[self.language]} ".join(filter(None, parts))

    # Pieces

    def tile(self, tile: Tile) -> str:
        """A tile with its name: "Garden 8 (G8nw)"."""
        return f"{self.t(f'tile.{tile.kind}', n=tile.price)} ({tile})"

    def tile_in_full(self, tile: Tile) -> str:
        """A tile with its name and its walls.

        >>> ENGLISH.tile_in_full(Tile("G8nw"))
        'G8nw, Garden 8, walls to the north and west'
        """
        words = f"{tile}, {self.t(f'tile.{tile.kind}', n=tile.price)}"
        if not tile.walls:
            return self.t("tile.without_walls", tile=words)
        sides = self.listed(self.t(f"side.{side[0]}") for side in tile.walls)
        return self.t("tile.with_walls", tile=words, sides=sides, n=len(tile.walls))

    def card(self, card: Card) -> str:
        """A card: "7 denars"."""
        return self.t(f"currency.{card.currency}", n=card.value)

    def payment(self, cards: Sequence[Card]) -> str:
        """Cards of one currency that pay together: "3 + 5 denars"."""
        values = " + ".join(str(card.value) for card in cards)
        return self.t(f"currency.{cards[0].currency}.paid", sum=values, n=worth(cards))

    def currency(self, currency: Currency) -> str:
        """The name of a currency."""
        return self.t(f"currency.{currency}.name")

    def points(self, names: Sequence[str], numbers: Iterable[int]) -> str:
        """The points of everybody as one list."""
        pairs = zip(self.scorers(names), numbers, strict=True)
        return ", ".join(f"{name} {number}" for name, number in pairs)

    def scorers(self, names: Sequence[str]) -> tuple[str, ...]:
        """The names of all who score: the players, and Dirk in a two-player game.

        >>> ENGLISH.scorers(["Ana", "Bruno"])
        ('Ana', 'Bruno', 'Dirk')
        """
        return (*names, self.t("dirk")) if len(names) == 2 else tuple(names)

    # Reasons

    def reason(self, reason: Reason) -> str:
        """Why something is refused; in English if no player at a table needs it.

        >>> ENGLISH.reason(Reason("wrong_currency", {"tile": "T11", "currency": "florin"}))
        'Tower 11 (T11) must be paid for in florins.'
        """
        key = f"reason.{reason.code}"
        if key not in self._texts:
            return str(reason)
        params = {name: self._param(name, value) for name, value in reason.params.items()}
        return self.t(key, **params)

    def error(self, error: AlhambraError) -> str:
        """The reason of an error."""
        return self.reason(error.reason)

    def _param(self, name: str, value: str | int) -> str | int:
        if name == "side":
            return self.t(f"side.{Side(str(value))[0]}")
        if name == "currency":
            return self.t(f"currency.{value}.plain")
        if name == "tile":
            try:
                return self.tile(Tile(str(value)))
            except InvalidNotation:
                return value
        return value


@cache
def messages_in(language: str) -> Messages:
    """The texts of a language, read once."""
    return Messages(language)


ENGLISH = messages_in("en")
