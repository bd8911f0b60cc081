"""Rollouts on several threads: each follows a part of the orders."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor

import numpy as np

from alhambra.core.position import Position
from alhambra.neural.network import Network
from alhambra.neural.rollouts import Followed, Stop, never, rollouts


class ParallelRollouts:
    """Follows actions as ``Rollouts`` does, on the threads of a pool."""

    def __init__(self, players: int, network: Network, pool: Executor, threads: int) -> None:
        self._players, self._network = players, network
        self._pool, self._threads = pool, threads

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
        """See ``Rollouts.follow``."""

        def part(begin: int, number: int) -> Followed:
            own = rollouts(self._players, self._network)
            return own.follow(position, codes, number, depth, seed, first + begin, stop)

        each = -(-orders // self._threads)
        pieces = [(begin, min(each, orders - begin)) for begin in range(0, orders, each)]
        parts = [self._pool.submit(part, *piece) for piece in pieces]
        done: list[Followed] = []
        for (_, number), result in zip(pieces, [each.result() for each in parts], strict=True):
            done.append(result)
            if len(result.shares) < number:
                break  # the orders after a gap would not be those with the next numbers
        return Followed(
            np.concatenate([each.shares for each in done]),
            np.concatenate([each.margins for each in done]),
            sum(each.rows for each in done),
        )
