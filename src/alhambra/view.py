"""What a player or spectator knows of a game: everything but the order of deck and bag."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from alhambra.core import dealing, tables
from alhambra.pieces import Card, Cell, Scoring, Tile, cards_in
from alhambra.table import Phase, Table

if TYPE_CHECKING:
    from alhambra.game import Game

_ONE_OF_EACH = 0b01_01_01_01_01_01_01_01_01  # a purse with a card of each value


@dataclass(frozen=True, slots=True)
class Shown:
    """What a screen may show. The hand of another player is shown as a number of cards, unless the
    table plays with open hands. ``cards_to_come`` counts deck and hidden hands together."""

    viewer: int | None
    names: tuple[str, ...]
    seat: int
    phase: Phase
    market: tuple[Tile | None, ...]
    row: tuple[Card | None, ...]
    hands: tuple[tuple[Card, ...] | int, ...]
    cities: tuple[dict[Cell, Tile], ...]
    reserves: tuple[tuple[Tile, ...], ...]
    waiting: tuple[Tile, ...]
    dirk: tuple[Tile, ...] | None
    scores: tuple[int, ...]
    scored: tuple[Scoring, ...]
    discard: tuple[Card, ...]
    deck_left: int
    bag_left: int
    cards_to_come: Counter[Card]
    tiles_to_come: tuple[Tile, ...]


class View(Table):
    """What a seat, or a spectator, knows of a game. Bots choose from it. It holds all hands,
    because every deal, take and payment is public, and hides the order of deck and bag."""

    __slots__ = ("_covered", "_viewer")

    def __init__(self, covered: Game, viewer: int | None) -> None:
        """Made by ``Game.view``. ``covered`` has its deck and bag in a neutral order."""
        self._covered = covered
        self._viewer = viewer
        self._names = covered._names
        self._position = covered._position

    @property
    def viewer(self) -> int | None:
        """Whose view it is; None for a spectator's."""
        return self._viewer

    @property
    def first(self) -> int:
        """The seat that began."""
        return self._covered.first

    def sample(self, rng: random.Random) -> Game:
        """A game that agrees with everything known, with a random hidden order. Later
        reshuffles come from the same generator."""
        position = self._position.clone()
        dealing.sample(position, rng.getrandbits(64))
        game = self._covered._with_hidden(position)
        game._shuffler = rng
        return game

    def shown(self, *, open_hands: bool = False) -> Shown:
        """What a screen of this viewer may show."""
        seats = range(len(self._names))
        visible = [s for s in seats if open_hands or s == self._viewer]
        hands = self.hands
        return Shown(
            viewer=self._viewer,
            names=self.names,
            seat=self.seat,
            phase=self.phase,
            market=self.market,
            row=self.row,
            hands=tuple(hands[s] if s in visible else len(hands[s]) for s in seats),
            cities=tuple(city.tiles for city in self.cities),
            reserves=self.reserves,
            waiting=self.waiting,
            dirk=self.dirk,
            scores=self.scores,
            scored=self.scored,
            discard=self.discard,
            deck_left=self.deck_left,
            bag_left=self.bag_left,
            cards_to_come=Counter(
                card
                for currency, purse in enumerate(self.money_to_come(visible))
                for card in cards_in(purse, currency)
            ),
            tiles_to_come=self.tiles_left(),
        )

    def money_to_come(self, visible: Iterable[int] = ()) -> list[int]:
        """The money that is neither on the table nor in a visible hand, as four purses of the
        core."""
        whole = tables.COPIES[len(self._names)] * _ONE_OF_EACH
        left = [whole - purse for purse in self._position.discard]
        for card in self.row:
            if card:
                left[card.code >> 4] -= 1 << 2 * (card.value - 1)
        purses = self._position.hand
        for seat in visible:
            for currency in range(4):
                left[currency] -= purses[4 * seat + currency]
        return left

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, View)
            and self._viewer == other._viewer
            and self._covered == other._covered
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[View], tuple[Game, int | None]]:
        return View, (self._covered, self._viewer)

    def __repr__(self) -> str:
        who = "a spectator" if self._viewer is None else self._names[self._viewer]
        return f"<View of {who}: {self._covered!r}>"
