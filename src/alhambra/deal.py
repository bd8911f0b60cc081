"""A deal: the order of deck and bag with which a game begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, MutableSequence
from dataclasses import dataclass
from typing import Any, Protocol

from alhambra.core import constants as c
from alhambra.core import dealing, tables
from alhambra.pieces import CARDS, TILES, Card, Scoring, Tile
from alhambra.reasons import InvalidDeal, why

DeckCard = Card | Scoring
_SCORING_CARDS = {c.SCORING_A: Scoring.A, c.SCORING_B: Scoring.B}
_SCORING_CODES = {scoring: code for code, scoring in _SCORING_CARDS.items()}


class Shuffler(Protocol):
    """Anything that can shuffle a list, such as ``random.Random``."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Put the items into a random order."""


@dataclass(frozen=True, slots=True)
class Deal:
    """All cards and tiles in the order they are drawn, start hands and first market included."""

    deck: tuple[DeckCard, ...]
    bag: tuple[Tile, ...]

    @classmethod
    def shuffled(cls, players: int, shuffler: Shuffler) -> Deal:
        """Shuffle as section 2 of the rules says: the money cards, the bag, and each scoring
        card into its pile.

        >>> import random
        >>> len(Deal.shuffled(2, random.Random(1)).deck)
        74
        """
        check_players(players)
        money = _money(players)
        shuffler.shuffle(money)
        bag = list(TILES)
        shuffler.shuffle(bag)
        top = dealing.dealt_cards(_codes(money), players) + c.ROW
        rest = len(money) - top + 2
        deck: list[DeckCard] = list(money)
        for card, number in ((Scoring.A, 1), (Scoring.B, 3)):
            start, end = dealing.pile_bounds(rest, number)
            pile = [card, *deck[top + start : top + end - 1]]
            shuffler.shuffle(pile)
            deck[top + start : top + end - 1] = pile
        return cls(tuple(deck), tuple(bag))

    def check(self, players: int) -> None:
        """Raise InvalidDeal unless a game of this number of players can begin with this deal."""
        self.check_deck(players)
        self.check_bag()

    def check_deck(self, players: int) -> None:
        """The right cards, and the scoring cards in their piles."""
        check_players(players)
        copies = tables.COPIES[players]
        expected = copies * len(CARDS) + 2
        if len(self.deck) != expected:
            raise InvalidDeal(why("wrong_deck_size", found=len(self.deck), expected=expected))
        found = Counter(self.deck)
        cards: tuple[DeckCard, ...] = (*CARDS, Scoring.A, Scoring.B)
        for card in cards:
            wanted = copies if isinstance(card, Card) else 1
            if found[card] != wanted:
                raise InvalidDeal(
                    why("wrong_card_count", card=card, found=found[card], expected=wanted)
                )
        top = dealing.dealt_cards(deck_codes(self.deck), players) + c.ROW
        for card, number in ((Scoring.A, 1), (Scoring.B, 3)):
            start, end = dealing.pile_bounds(len(self.deck) - top, number)
            if not top + start <= self.deck.index(card) < top + end:
                raise InvalidDeal(why("scoring_card_outside_pile", card=card, pile=number + 1))

    def check_bag(self) -> None:
        """All tiles, each once."""
        if len(self.bag) != len(TILES):
            raise InvalidDeal(why("wrong_bag_size", found=len(self.bag), expected=len(TILES)))
        for tile, count in Counter(self.bag).items():
            if count > 1:
                raise InvalidDeal(why("tile_twice", tile=tile))


def check_players(players: int) -> None:
    """Raise InvalidDeal unless the game is for this number of players."""
    if not 2 <= players <= c.MAX_PLAYERS:
        raise InvalidDeal(why("wrong_number_of_players", players=players))


def _money(players: int) -> list[Card]:
    return [card for card in CARDS for _ in range(tables.COPIES[players])]


def _codes(cards: Iterable[Card]) -> bytes:
    return bytes([card.code for card in cards])


def deck_codes(cards: Iterable[DeckCard]) -> bytes:
    """Cards as the core's numbers."""
    return bytes([card.code if isinstance(card, Card) else _SCORING_CODES[card] for card in cards])


def deck_cards(codes: Iterable[int]) -> tuple[DeckCard, ...]:
    """The core's numbers as cards."""
    return tuple(
        _SCORING_CARDS[code] if code in _SCORING_CARDS else Card.of(code) for code in codes
    )


def bag_codes(tiles: Iterable[Tile]) -> bytes:
    """Tiles as the core's numbers."""
    return bytes([tile.index for tile in tiles])
