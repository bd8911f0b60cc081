"""Follows actions under sampled orders of deck and bag, where every seat chooses by the network.

This is the only place where that is done: the search of the champion, the analysis of games and
hints all use it.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from alhambra.core import dealing
from alhambra.core.position import Position, Workspace
from alhambra.neural import lookahead
from alhambra.neural.encoder import Encoder
from alhambra.neural.network import Network, Numbers, champion_network, row_width

MARGIN = 0.001  # the value of a point of margin, compared to the share of the win
TO_THE_END = 1000  # decisions; no game is that long
ROWS = 6000  # room for what can be chosen in all branches at one step
BRANCHES = 512
BITS = 64  # of a seed

Values = NDArray[np.float64]
Groups = list[tuple[Position, list[int]]]
Real = TypeVar("Real", np.float32, np.float64)
Stop = Callable[[], bool]


def never() -> bool:
    """A stop for callers that set no time limit."""
    return False


@dataclass(frozen=True, slots=True)
class Followed:
    """What every seat can expect after each action under each order."""

    shares: Values  # [order, action, seat]
    margins: Values
    rows: int  # rated by the network

    def worth(self, seat: int) -> Values:
        """What each action is worth to a seat under each order."""
        return worth_of(self.shares[..., seat], self.margins[..., seat])


class _Interrupted(Exception):
    """The caller's ``stop`` returned true."""


class Rollouts:
    """Follows actions with a network. Has large buffers, and serves one thread."""

    def __init__(self, players: int, network: Network | None = None) -> None:
        self.players = players
        self.network = network or champion_network(players)
        self._work, self._encoder = Workspace(), Encoder(players)
        self._buffer = lookahead.LookaheadBuffer(ROWS, BRANCHES, players, row_width(players))
        self._rated = 0  # rows

    def follow(
        self,
        position: Position,
        codes: Sequence[int],
        orders: int,
        depth: int,
        seed: int,
        first: int = 0,
        stop: Stop = never,
    ) -> Followed:
        """Follow each action for ``depth`` decisions under the orders with the numbers ``first``,
        ``first + 1``, … of this seed. All actions meet the same orders. Positions whose piles hold
        the same pieces have the same orders, so the ends of two lines of a turn can be compared.
        If ``stop`` returns true, the result has fewer orders, perhaps none."""
        return self.follow_groups([(position, codes)], orders, depth, seed, first, stop)

    def follow_groups(
        self,
        groups: Sequence[tuple[Position, Sequence[int]]],
        orders: int,
        depth: int,
        seed: int,
        first: int = 0,
        stop: Stop = never,
    ) -> Followed:
        """The same for actions in several positions, such as the last ones of several lines of a
        turn. That is faster than one position after the other."""
        seeds = _seeds(seed, first, orders)
        waiting = [(position.clone(), list(codes)) for position, codes in groups]
        for position, _ in waiting:
            dealing.hide(position)
        self._rated = 0
        parts: list[tuple[Numbers, Numbers]] = []
        try:
            while seeds:
                parts.append(self._follow_some(waiting, seeds, depth, stop))
                seeds = seeds[len(parts[-1][0]) :]
        except _Interrupted:
            pass
        empty = np.zeros((0, _actions(waiting), self.players), np.float32)
        shares = np.concatenate([empty, *(part[0] for part in parts)]).astype(float)
        margins = np.concatenate([empty, *(part[1] for part in parts)]).astype(float)
        return Followed(shares, margins, self._rated)

    def follow_once(
        self,
        position: Position,
        codes: Sequence[int],
        orders: int,
        depth: int,
        rows: int,
        seed: int,
        stop: Stop = never,
    ) -> Followed:
        """Follow each action, but rate at most ``rows`` rows: under fewer orders and, if that
        is not enough, for fewer decisions. If stopped early, it returns what is known by then."""
        buffer, encoder, work = self._buffer, self._encoder, self._work
        each = min(rows, ROWS) // (depth + 1)
        buffer.clear()
        done = lookahead.expand(buffer, encoder, work, position, list(codes), orders, each, seed)
        chosen, shares, margins = self._look()
        left = rows - buffer.size
        for _ in range(depth):
            if left < buffer.size or stop():
                break
            room = lookahead.play_chosen(buffer, encoder, work, chosen)
            if not room or buffer.size > rows:
                break
            left -= buffer.size
            chosen, shares, margins = self._look()
        shape = (done, len(codes), self.players)
        return Followed(
            shares.reshape(shape).astype(float), margins.reshape(shape).astype(float), rows - left
        )

    def _follow_some(
        self, groups: Groups, seeds: list[int], depth: int, stop: Stop
    ) -> tuple[Numbers, Numbers]:
        """The next few orders: as many as fit into the buffer."""
        orders = min(len(seeds), BRANCHES // _actions(groups))
        while orders:
            found = self._try(groups, seeds[:orders], depth, stop)
            if found:
                return found
            orders //= 2
        if _actions(groups) == 1:
            raise MemoryError("one decision has too many actions")
        halves = [self._follow_some(half, seeds[:1], depth, stop) for half in _halves(groups)]
        return (
            np.concatenate([shares for shares, _ in halves], axis=1),
            np.concatenate([margins for _, margins in halves], axis=1),
        )

    def _try(
        self, groups: Groups, seeds: list[int], depth: int, stop: Stop
    ) -> tuple[Numbers, Numbers] | None:
        """All orders together; fewer if the first decisions have many actions; None if the buffer
        is too small."""
        buffer, encoder, work = self._buffer, self._encoder, self._work
        buffer.clear()
        orders = 0
        for seed in seeds:  # half of the buffer is kept for decisions with more actions
            if orders and buffer.size * (orders + 1) > ROWS // 2 * orders:
                break
            if not all(
                lookahead.expand(buffer, encoder, work, position, codes, 1, ROWS, seed)
                for position, codes in groups
            ):
                break
            orders += 1
        if not orders:
            return None
        chosen, shares, margins = self._look()
        for _ in range(depth):
            if not buffer.size:
                break
            if stop():
                raise _Interrupted
            if not lookahead.play_chosen(buffer, encoder, work, chosen):
                return None
            chosen, shares, margins = self._look()
        done = orders * _actions(groups)  # the last order may have had no room for all groups
        shape = (orders, _actions(groups), self.players)
        return shares[:done].reshape(shape), margins[:done].reshape(shape)

    def _look(self) -> tuple[NDArray[np.int32], Numbers, Numbers]:
        """For each branch the row that is best for the seat to decide, and what every seat can
        expect then; or the result if the game is over."""
        buffer, n, players = self._buffer, self._buffer.branches, self.players
        decisions = buffer.decisions()
        first, count = decisions.first[:n], decisions.count[:n]
        chosen = np.zeros(n, np.int32)
        shares, margins = result_of(decisions.points[:n, :players])
        (going,) = count.nonzero()
        if going.size:
            rows = decisions.rows[: buffer.size]
            self._rated += len(rows)
            rated = self.network.rate(rows, first[going])
            worth = worth_of(rated[0][:, 0], rated[1][:, 0])
            best = np.repeat(np.maximum.reduceat(worth, first[going]), count[going])
            found = np.flatnonzero(worth == best)
            row = found[np.searchsorted(found, first[going])]
            chosen[going] = row - first[going]
            turn = (np.arange(players) - decisions.seat[going, None]) % players
            shares[going] = np.take_along_axis(rated[0][row], turn, axis=1)
            margins[going] = np.take_along_axis(rated[1][row], turn, axis=1)
        return chosen, shares, margins


class _Memory(threading.local):
    """The rollouts of one thread, for each number of players."""

    def __init__(self) -> None:
        self.rollouts: dict[int, Rollouts] = {}


_MEMORY = _Memory()


def rollouts(players: int, network: Network | None = None) -> Rollouts:
    """This thread's rollouts. They are large, so they are made at the first use."""
    if players not in _MEMORY.rollouts:
        _MEMORY.rollouts[players] = Rollouts(players, network)
    found = _MEMORY.rollouts[players]
    found.network = network or champion_network(players)
    return found


def worth_of(shares: NDArray[Real], margins: NDArray[Real]) -> NDArray[Real]:
    """The rating of actions: the share of the win, and a little for each point of margin."""
    worth: NDArray[Real] = shares + MARGIN * margins
    return worth


def result_of(points: NDArray[np.int16]) -> tuple[Numbers, Numbers]:
    """Final points as shares of the win and margins."""
    numbers = points.astype(np.float32)
    best = (numbers == numbers.max(axis=-1, keepdims=True)).astype(np.float32)
    shares: Numbers = best / best.sum(axis=-1, keepdims=True)
    return shares, numbers - numbers.mean(axis=-1, keepdims=True)


def _actions(groups: Groups) -> int:
    return sum(len(codes) for _, codes in groups)


def _halves(groups: Groups) -> tuple[Groups, Groups]:
    """Half of the groups; of a single group half of the actions."""
    if len(groups) == 1:
        ((position, codes),) = groups
        middle = len(codes) // 2
        return [(position, codes[:middle])], [(position, codes[middle:])]
    middle = len(groups) // 2
    return groups[:middle], groups[middle:]


def _seeds(seed: int, first: int, orders: int) -> list[int]:
    """The seed of each order."""
    chance = random.Random(seed)
    draws = (chance.getrandbits(BITS) for _ in range(first + orders))
    return list(islice(draws, first, None))
