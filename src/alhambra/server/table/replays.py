"""Worker threads for replays of whole games, which never run on the event loop, and their cache."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

from alhambra.server.runtime.refusals import refuse

THREADS = 2
QUEUE_LENGTH = 64
JOBS_PER_CALLER = 12
"""A page asks for the moves, the statistics, positions and the review of a game at the same time,
and somebody may open several."""
CACHED_PLIES = 60_000
"""Several hundred ordinary games."""

T = TypeVar("T")


class ReplayWorkers:
    """A few threads for the replays of a server."""

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="replay")
        self._jobs: Counter[str] = Counter()

    async def run(self, work: Callable[[], T]) -> T:
        """The result of work that a table needs."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def run_for(self, caller: str, work: Callable[[], T]) -> T:
        """The result of work that a caller asked for. Refused if the caller, or the server, has
        too many unfinished jobs."""
        if self._jobs[caller] >= JOBS_PER_CALLER:
            raise refuse("too_fast")
        if self._jobs.total() >= QUEUE_LENGTH:
            raise refuse("busy")
        self._jobs[caller] += 1
        try:
            return await self.run(work)
        finally:
            self._jobs[caller] -= 1
            if not self._jobs[caller]:
                del self._jobs[caller]

    async def close(self) -> None:
        """Drop queued jobs, and wait for running ones."""
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)


class ReplayCache:
    """Cached results for finished games. Concurrent callers with the same key share one job."""

    def __init__(self, workers: ReplayWorkers, most_plies: int = CACHED_PLIES) -> None:
        self._workers = workers
        self._most_plies = most_plies
        self._plies = 0
        self._kept: OrderedDict[Hashable, tuple[asyncio.Task[Any], int]] = OrderedDict()

    async def get(self, key: Hashable, plies: int, caller: str, work: Callable[[], T]) -> T:
        """The cached result for this key, or that of the work. ``plies`` is its size."""
        if key in self._kept:
            self._kept.move_to_end(key)
        else:
            task = asyncio.create_task(self._workers.run_for(caller, work), name="replay")
            self._kept[key] = task, plies
            self._plies += plies
            task.add_done_callback(lambda done: self._settle(key, done))
            while self._plies > self._most_plies and len(self._kept) > 1:
                self._drop(next(iter(self._kept)))
        return cast(T, await asyncio.shield(self._kept[key][0]))

    def _settle(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        """Do not cache a failure: the next caller tries again."""
        failed = task.cancelled() or task.exception() is not None
        if failed and key in self._kept and self._kept[key][0] is task:
            self._drop(key)

    def _drop(self, key: Hashable) -> None:
        _, plies = self._kept.pop(key)
        self._plies -= plies
