"""The bot that plays by Monte Carlo tree search."""

from __future__ import annotations

import random
import threading
from collections import Counter
from dataclasses import dataclass, field
from time import monotonic

from alhambra.actions import Action, action_of
from alhambra.bots.bot import Stop
from alhambra.bots.heuristic import search_tree
from alhambra.bots.threads import BotThreads
from alhambra.core.position import Position
from alhambra.view import View

_AT_ONCE = 8  # playouts between two checks of the time and of ``stop``


class _Memory(threading.local):
    """The tree of each thread. It is kept, because allocating one takes longer than a short
    search."""

    def __init__(self) -> None:
        self.tree = search_tree.SearchTree()


_MEMORY = _Memory()


@dataclass(frozen=True, slots=True)
class SearchBot:
    """Monte Carlo tree search for a number of playouts or a time, on one or several threads."""

    playouts: int | None = None
    milliseconds: int | None = None
    threads: int = 1
    _pool: BotThreads = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Threads are started with the first choice that needs them."""
        object.__setattr__(self, "_pool", BotThreads(self.threads))

    @property
    def name(self) -> str:
        """``search`` with its options."""
        effort = f"{self.milliseconds}ms" if self.milliseconds else str(self.playouts)
        threads = f":threads={self.threads}" if self.threads != 1 else ""
        return f"search:{effort}{threads}"

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:
        """The action with the most visits."""
        legal = view.legal_actions
        seeds = [rng.getrandbits(64) for _ in range(self.threads)]
        if len(legal) == 1:
            return legal[0]
        position = view.position
        end = monotonic() + self.milliseconds / 1000 if self.milliseconds else None
        if self.threads == 1:
            return action_of(_most_visited([self._search(position, seeds[0], end, stop)]))
        searches = [self._pool.submit(self._search, position, seed, end, stop) for seed in seeds]
        return action_of(_most_visited([search.result() for search in searches]))

    def _search(
        self, position: Position, seed: int, end: float | None, stop: Stop
    ) -> list[tuple[int, int, float, float]]:
        """Search with one tree, and return the statistics of its root."""
        tree = _MEMORY.tree
        search_tree.start_search(tree, position, seed)
        left = -(-self.playouts // self.threads) if self.playouts else None
        while left is None or left > 0:
            now = _AT_ONCE if left is None else min(left, _AT_ONCE)
            search_tree.run_playouts(tree, now)
            if left is not None:
                left -= now
            if stop() or (end is not None and monotonic() >= end):
                break
        return search_tree.root_statistics(tree)


def _most_visited(results: list[list[tuple[int, int, float, float]]]) -> int:
    """The action with the most visits in all trees together; ties go to the higher rating."""
    visits: Counter[int] = Counter()
    for result in results:
        for code, seen, _, _ in result:
            visits[code] += seen
    return visits.most_common(1)[0][0]
