"""Regular work for all tables: unloading idle ones, and waking games in which something is due."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

from alhambra.server.runtime.clocks import TimeSource
from alhambra.server.runtime.metrics import Metrics
from alhambra.server.settings import Settings
from alhambra.server.store.store import Writing
from alhambra.server.table.forgetting import PersonServices, give_up_seats
from alhambra.server.table.leases import SWEEPER, Leases
from alhambra.server.table.live import LiveTable
from alhambra.server.table.replays import ReplayWorkers
from alhambra.server.table.statistics import results_of

SWEEP_SECONDS = 20


class SweptTables(PersonServices, Protocol):
    """The parts of the server that sweeping needs."""

    settings: Settings
    metrics: Metrics
    replays: ReplayWorkers
    time: TimeSource
    leases: Leases

    @property
    def loaded(self) -> Mapping[str, LiveTable]:
        """All tables in memory."""

    def unload(self, game: str, table: LiveTable) -> None:
        """Remove an idle table from memory."""

    def is_unreadable(self, game: str) -> bool:
        """Whether the game is known to be one that cannot be read."""


class Sweeper:
    """Sweeps every few seconds. What concerns the database is done by one process only: the one
    that has the lease."""

    def __init__(self, around: SweptTables) -> None:
        self._around = around
        self._now = asyncio.Event()
        self._uncounted: list[str] | None = None  # looked up once: only older releases left any

    async def keep(self) -> None:
        """Sweep until cancelled."""
        while True:
            await self.sweep()
            with suppress(TimeoutError):
                async with asyncio.timeout(SWEEP_SECONDS):
                    await self._now.wait()
            self._now.clear()

    def hurry(self) -> None:
        """Sweep at once: this process has got the lease."""
        self._now.set()

    async def sweep(self) -> None:
        """Unload idle tables, wake games in which a clock in days or a bot is due, and count the
        results of games that an older release left uncounted."""
        around = self._around
        await self._tidy()
        if not around.leases.has(SWEEPER):
            return
        for person in await around.store.people.leaving():
            await self._by_itself(give_up_seats(around, person), person)
        soon = around.time.wall_ms() + 1000 * SWEEP_SECONDS
        for game in await around.store.due(soon):
            await self._by_itself(self._wake(game, soon), game)
        if self._uncounted is None:
            self._uncounted = await around.store.uncounted()
        for game in list(self._uncounted):
            await self._by_itself(self._count(game), game)

    async def _tidy(self) -> None:
        """Unload idle tables. Those whose last write failed are loaded again, and shown to their
        pages."""
        loaded = self._around.loaded
        before = time.monotonic() - self._around.settings.idle_seconds
        for game in list(loaded):
            table = loaded.get(game)
            if table is None:  # it was unloaded while another was loaded
                continue
            if table.gone and table.pages:
                await self._by_itself(self._reload(game), game)
            elif table.is_idle and table.used_at < before:
                self._around.unload(game, table)
        self._around.metrics.tables.set(len(loaded))

    async def _by_itself(self, work: Coroutine[Any, Any, None], about: str) -> None:
        """Guard the work for one game or person: its failure must not stop the others."""
        with self._around.supervisor.guard("sweeper", about=about):
            await work

    async def _reload(self, game: str) -> None:
        await self._around.find_readable(game)

    async def _wake(self, game: str, soon: int) -> None:
        """Let the clock or a bot act in a game with a clock in days, also while no page shows it.
        A game of an older release may turn out to be due later."""
        around = self._around
        if around.is_unreadable(game) or not await around.find_readable(game):
            return
        async with around.holding(game) as table:
            turn = table.timer.due_turn()
            if turn and turn.due >= soon:
                await around.store.write(game, Writing(turn=turn))
            else:
                table.go_on()

    async def _count(self, game: str) -> None:
        """Count a game's results. What cannot be written is tried again by the next sweep."""
        if table := await self._around.find_readable(game):
            results = await self._around.replays.run(partial(results_of, table.fold))
            await self._around.store.write(game, Writing(results=results))
        if self._uncounted:
            self._uncounted.remove(game)
