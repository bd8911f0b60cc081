"""The end of a game: how far actions are followed there, and turns that certainly end it.

When a turn leaves more empty squares than there are tiles in the bag, the game ends with it. If no
scoring card can turn up any more, only the order of the last tiles is unknown, and there are at
most six: three tiles on four squares. So such a turn can be played exactly: awards and last
placements are known for each order.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from alhambra.core import constants as c
from alhambra.core import dealing, listing, turns
from alhambra.core.position import Position
from alhambra.neural.race import Follow
from alhambra.neural.rollouts import MARGIN, TO_THE_END, Followed
from alhambra.pieces import cards_in

# With at most this many tiles in the bag, following to the end is better than the network's rating
# after a few decisions; with more tiles, that takes too many orders.
LATE = 5
CERTAIN = c.SQUARES - 1  # with more tiles in the bag, no turn can leave enough empty squares
MOST = 10_000  # actions tried; if there are more, they are followed as usual
BEFORE_C = 2  # scorings; then no scoring card is left


@dataclass(frozen=True, slots=True)
class Ending:
    """The result of a game whose end is certain, for every seat: the mean over all orders of the
    tiles that are still drawn."""

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

    @classmethod
    def mean(cls, endings: Sequence[Ending]) -> Ending:
        """The mean of several results."""
        if len(endings) == 1:
            return endings[0]
        shares, margins = zip(*((each.shares, each.margins) for each in endings), strict=True)
        return cls(_means(shares), _means(margins))

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
    return _Solver(most).endings(position)


def best_ending(certain: Mapping[int, Ending], seat: int) -> int | None:
    """The action with the best certain end for a seat."""
    return max(certain, key=lambda code: certain[code].worth(seat), default=None)


def ending_turn(position: Position, most: int = MOST) -> list[int]:
    """The rest of the best turn that certainly ends the game; empty if there is none."""
    solver, codes = _Solver(most), list[int]()
    while position.phase in (c.ACTING, c.PLACING, c.AWARDING):
        code = best_ending(solver.endings(position), position.seat)
        if code is None:
            return []
        codes.append(code)
        position = position.clone()
        turns.play(position, code)
    return codes


def ending_after(position: Position, most: int = MOST) -> Ending | None:
    """The result of the game if it certainly ends with the turn that leaves this position."""
    return _Solver(most).ending_after(position)


def with_endings(follow: Follow, certain: Mapping[int, Ending]) -> Follow:
    """The same, but actions with a certain end are not followed."""

    def followed(position: Position, codes: Sequence[int], orders: int, *given: Any) -> Followed:
        is_open = np.array([code not in certain for code in codes])
        going = [code for code in codes if code not in certain]
        shares = np.empty((orders, len(codes), position.players))
        margins, rows = shares.copy(), 0
        for i, code in enumerate(codes):
            if code in certain:
                shares[:, i], margins[:, i] = certain[code].shares, certain[code].margins
        if going:
            found = follow(position, going, orders, *given)
            shares, margins = shares[: len(found.shares)], margins[: len(found.shares)]
            shares[:, is_open], margins[:, is_open] = found.shares, found.margins
            rows = found.rows
        return Followed(shares, margins, rows)

    return followed


class _TooMany(Exception):
    """More actions than are tried."""


class _Solver:
    """Tries all actions until the game is over."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._known: dict[tuple[object, ...], Ending | None] = {}

    def endings(self, position: Position) -> dict[int, Ending]:
        """The actions that begin a certain end; none if there are too many to try."""
        if position.phase != c.AWARDING and position.bag_size > CERTAIN:
            return {}
        try:
            found = {code: self.after(position, code) for code in listing.list_actions(position)}
        except _TooMany:
            return {}
        return {code: ending for code, ending in found.items() if ending}

    def ending_after(self, position: Position) -> Ending | None:
        """What comes of a turn that is over; None if the game may go on, or if that takes too many
        actions."""
        try:
            if position.phase == c.REFILLING:
                return self.refilled(position)
            awarding = position.phase in (c.AWARDING, c.OVER)
            return self._best(position) if awarding else None
        except _TooMany:
            return None

    def after(self, position: Position, code: int) -> Ending | None:
        """The best ending after an action; None if none is certain."""
        if not self._left:
            raise _TooMany
        self._left -= 1
        position = position.clone()
        turns.play(position, code)
        if position.phase == c.REFILLING:
            return self.refilled(position)
        turns.settle(position)
        return self._best(position)

    def refilled(self, position: Position) -> Ending | None:
        """The mean of the endings that the refill brings; None if the game may go on."""
        if not _ends_with_the_turn(position):
            return None
        found = [self._best(_settled(each)) for each in _orders_of_the_bag(position)]
        return Ending.mean([ending for ending in found if ending])

    def _best(self, position: Position) -> Ending | None:
        """The best ending for the seat to act, or the result."""
        if position.phase == c.OVER:
            return Ending.of(tuple(position.score)[: position.players])
        facts = _facts(position)
        if facts not in self._known:
            codes = listing.list_actions(position)
            found = []
            if _may_end_with_the_turn(position, codes):
                found = [self.after(position, code) for code in codes]
            endings = [ending for ending in found if ending]
            seat = position.seat
            best = max(endings, key=lambda ending: ending.worth(seat), default=None)
            self._known[facts] = best
        return self._known[facts]


def _means(rows: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def _facts(position: Position) -> tuple[object, ...]:
    """What distinguishes positions if the game ends with this turn: single cards matter only while
    they can pay for a tile, and money that is left only for who is awarded a tile."""
    worths = position.worths
    if position.phase == c.ACTING:
        own = position.hand[4 * position.seat : 4 * position.seat + 4]
        purses = zip(own, position.market_tiles, strict=True)
        paying = [0 if tile == c.NO_TILE else purse for purse, tile in purses]
        money = (*worths, *paying, *position.row_cards)
    else:
        money = tuple(_richest(worths[currency::4]) for currency in range(c.CURRENCIES))
    return (
        *(tuple(part) for part in (position.city, position.reserve, position.city_key)),
        *(tuple(part) for part in (position.score, position.market_tiles, position.owners)),
        (position.pending, position.dirk, position.seat, position.phase),
        (position.bag_order, money),
    )


def _richest(worths: Sequence[int]) -> int:
    """The seat that alone has the most, or -1."""
    most = max(worths)
    return worths.index(most) if worths.count(most) == 1 else -1


def _may_end_with_the_turn(position: Position, codes: Sequence[int]) -> bool:
    """False only if no turn that begins here can end the game: even all tiles that can be bought
    would not leave enough empty squares."""
    if position.phase == c.AWARDING:
        return True
    buys = [code for code in codes if code >> c.KIND_SHIFT in (c.BUY, c.BUY_EXACT)]
    tiles = {code >> c.TILE_SHIFT & c.TILE_MASK for code in buys}
    return position.market_tiles.count(c.NO_TILE) + len(tiles) > position.bag_size


def _ends_with_the_turn(position: Position) -> bool:
    """Whether the game ends with the coming refill, and no scoring card can turn up in it."""
    drawn = c.NO_CARD in position.row_cards and position.scored < BEFORE_C
    return not drawn and position.market_tiles.count(c.NO_TILE) > position.bag_size


def _orders_of_the_bag(position: Position) -> Iterable[Position]:
    """The position with each order of the tiles that are left."""
    wanted, found, seed = math.factorial(position.bag_size), dict[bytes, Position](), 0
    while len(found) < wanted:
        each = position.clone()
        dealing.sample(each, seed)
        found.setdefault(each.bag_order, each)
        seed += 1
    return found.values()


def _settled(position: Position) -> Position:
    """The position after all automatic steps. If cards have to be shuffled, their order does not
    matter: nobody takes any of them."""
    turns.settle(position)
    while position.phase == c.RESHUFFLING:
        piles = (cards_in(pile, number) for number, pile in enumerate(position.discard))
        turns.stack(position, bytes(card.code for pile in piles for card in pile))
        turns.settle(position)
    return position
