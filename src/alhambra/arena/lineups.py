"""Which bots sit at a table together, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import TypeVar

T = TypeVar("T")


def lineups(bots: Sequence[T], players: int) -> tuple[tuple[T, ...], ...]:
    """The line-ups that take turns. With as many bots as players there is one. With fewer bots,
    the free seats are filled with the same bots in every way; with more, every choice of
    ``players`` bots is a line-up.

    >>> ["".join(lineup) for lineup in lineups("AB", 3)]
    ['AAB', 'ABB']
    >>> ["".join(lineup) for lineup in lineups("ABB", 3)]
    ['ABB']
    >>> ["".join(lineup) for lineup in lineups("ABC", 2)]
    ['AB', 'AC', 'BC']
    """
    different = tuple(dict.fromkeys(bots))
    if len(bots) < players:
        fillings = combinations_with_replacement(different, players - len(bots))
        order = {bot: n for n, bot in enumerate(different)}
        found = [tuple(sorted((*bots, *more), key=order.__getitem__)) for more in fillings]
    else:
        found = list(combinations(bots, players))
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to be played; all its numbers count from 1. ``lineup`` counts from 0."""

    game: int
    deal: int
    rotation: int
    lineup: int

    @classmethod
    def of(cls, game: int, players: int, lineups: int) -> Pairing:
        """The game with this number: all rotations of a deal in a row, line-ups in turn.

        >>> Pairing.of(5, players=2, lineups=2)
        Pairing(game=5, deal=3, rotation=1, lineup=0)
        """
        deal, rotation = divmod(game - 1, players)
        return cls(game, deal + 1, rotation + 1, deal % lineups)

    def seats(self, lineup: Sequence[T]) -> tuple[T, ...]:
        """The line-up by seat; each rotation moves every bot by one seat.

        >>> Pairing(2, 1, 2, 0).seats("ABC")
        ('C', 'A', 'B')
        """
        moved = self.rotation - 1
        return tuple(lineup[(seat - moved) % len(lineup)] for seat in range(len(lineup)))

    @property
    def record_name(self) -> str:
        """The name of the record's file."""
        return f"{self.deal:05}-{self.rotation}.alhambra"


def whole_games(games: int, players: int, lineups: int) -> int:
    """The number of games, rounded up so that each line-up plays the same number of deals and each
    deal is played in all rotations.

    >>> whole_games(100, players=3, lineups=1)
    102
    """
    block = players * lineups
    return -(-games // block) * block
