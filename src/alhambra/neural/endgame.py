"""The end of a game: how far actions are followed there, and turns that certainly end it.

When a turn leaves more empty squares than there are tiles in the bag, the game ends with it. If
the row is full too, nothing is drawn that could matter: awards and last placements are known, and
such a turn can be played exactly.
"""

from __future__ import annotations

from dataclasses import dataclass

from alhambra.core import constants as c
from alhambra.core import listing, turns
from alhambra.core.position import Position
from alhambra.neural.rollouts import MARGIN, TO_THE_END

# With at most this many tiles in the bag, following to the end is better than the network's rating
# after a few decisions; with more tiles, that takes too many orders.
LATE = 5
CERTAIN = 1  # with more tiles in the bag, which square gets which of them would matter
MOST = 3000  # actions tried; if there are more, they are followed as usual


@dataclass(frozen=True, slots=True)
class Ending:
    """The result of a game whose end is certain, for every seat."""

    shares: tuple[float, ...]
    margins: tuple[float, ...]

    @classmethod
    def of(cls, points: tuple[int, ...]) -> Ending:
        """The same as ``result_of``, without NumPy: there may be thousands."""
        best, mean = max(points), sum(points) / len(points)
        share = 1 / points.count(best)
        return cls(
            tuple(share if own == best else 0.0 for own in points),
            tuple(own - mean for own in points),
        )

    def worth(self, seat: int) -> float:
        """What it is worth to a seat, on the scale of ``worth_of``."""
        return self.shares[seat] + MARGIN * self.margins[seat]


def decisions_to_follow(position: Position, depth: int, late: int = LATE) -> int:
    """How many decisions to follow an action: ``depth``, or to the end of the game if at most
    ``late`` tiles are left in the bag."""
    return TO_THE_END if position.bag_size <= late else depth


def endings(position: Position, most: int = MOST) -> dict[int, Ending]:
    """The actions with which the seat to act can certainly end the game in this turn, and the
    results of the best such turns. Every seat plays its remaining actions for its own result.
    Empty if there is none, or if it takes more than ``most`` actions to find out."""
    if position.phase != c.AWARDING and position.bag_size > CERTAIN:
        return {}
    solver = _Solver(most)
    try:
        found = {code: solver.after(position, code) for code in listing.list_actions(position)}
    except _TooMany:
        return {}
    return {code: ending for code, ending in found.items() if ending}


class _TooMany(Exception):
    """More actions than are tried."""


class _Solver:
    """Tries all actions until the game is over."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._known: dict[tuple[object, ...], Ending | None] = {}

    def after(self, position: Position, code: int) -> Ending | None:
        """The best ending after an action; None if none is certain."""
        if not self._left:
            raise _TooMany
        self._left -= 1
        position = position.clone()
        turns.play(position, code)
        if position.phase == c.REFILLING:
            if c.NO_CARD in position.row_cards:
                return None
            if position.market_tiles.count(c.NO_TILE) <= position.bag_size:
                return None
        turns.settle(position)
        return self._best(position)

    def _best(self, position: Position) -> Ending | None:
        """The best ending for the seat to act, or the result."""
        if position.phase == c.OVER:
            return Ending.of(tuple(position.score)[: position.players])
        facts = position.facts()
        if facts not in self._known:
            codes = listing.list_actions(position)
            found = [self.after(position, code) for code in codes]
            endings = [ending for ending in found if ending]
            seat = position.seat
            best = max(endings, key=lambda ending: ending.worth(seat), default=None)
            self._known[facts] = best
        return self._known[facts]
