"""Which games this process runs: it lets their bots think, and watches their clocks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from alhambra.server.runtime.keys import new_key
from alhambra.server.store.store import Store, StoreFailed

RENEW_SECONDS = 1.0
CHECK_EVERY = 5  # renewals
LOST_AFTER = 2.5  # seconds without a renewal, less than the term in the database
SWEEPER = "sweeper"
"""The lease of the process that wakes games by their deadline."""

Changed = Callable[[str], None]


class Leases(Protocol):
    """The leases of a process."""

    def has(self, game: str) -> bool:
        """Whether this process runs the game."""

    def want(self, game: str) -> None:
        """Ask for a lease, now and whenever somebody gives it back or dies."""

    def give_back(self, game: str) -> None:
        """This process no longer runs the game."""


class OnlyProcess:
    """The leases of a server with a single process: it runs everything."""

    def has(self, _game: str) -> bool:
        """Yes."""
        return True

    def want(self, _game: str) -> None:
        """It has it already."""

    def give_back(self, _game: str) -> None:
        """Nobody else would take it."""


class SharedLeases:
    """Leases in the database. ``gained`` and ``lost`` are called with a game."""

    def __init__(self, store: Store, gained: Changed, lost: Changed) -> None:
        self.process = new_key()
        self._store = store
        self._gained, self._lost = gained, lost
        self._wanted: set[str] = set()
        self._held: set[str] = set()
        self._returned: set[str] = set()
        self._asked = asyncio.Event()
        self._renewed_at = float("-inf")
        self._unchecked = 0  # renewals since the database was asked which leases it has

    def has(self, game: str) -> bool:
        """Whether this process runs the game."""
        return game in self._held

    def want(self, game: str) -> None:
        """Ask for a lease, now and whenever somebody gives it back or dies."""
        if game not in self._wanted:
            self._wanted.add(game)
            self._asked.set()

    def give_back(self, game: str) -> None:
        """This process no longer runs the game."""
        self._wanted.discard(game)
        if game in self._held:
            self._held.discard(game)
            self._returned.add(game)
            self._asked.set()

    async def keep(self) -> None:
        """Renew the process in the database, and claim what is wanted, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            started = loop.time()
            try:
                await self._renew(started)
                await self._check()
                await self._exchange()
            except StoreFailed:
                self._unchecked = CHECK_EVERY  # nobody knows which of the last changes were made
                if loop.time() - self._renewed_at > LOST_AFTER:
                    self._lose_all()
            with suppress(TimeoutError):
                async with asyncio.timeout_at(started + RENEW_SECONDS):
                    while True:
                        await self._asked.wait()
                        try:
                            await self._exchange()
                        except StoreFailed:  # tried again with the next renewal
                            self._unchecked = CHECK_EVERY

    async def close(self) -> None:
        """Let others have everything at once."""
        with suppress(StoreFailed):
            await self._store.processes.retire(self.process)

    async def _renew(self, started: float) -> None:
        """A process that was dead for a moment begins as a new one, without leases."""
        if not await self._store.processes.renew(self.process):
            self._lose_all()
            self.process = new_key()
            await self._store.processes.enrol(self.process)
        self._renewed_at = started

    async def _check(self) -> None:
        """Compare with the database: a lease that nobody knows of would keep others from it."""
        self._unchecked += 1
        if self._unchecked < CHECK_EVERY:
            return
        held = await self._store.processes.held(self.process)
        self._unchecked = 0
        for game in self._held - held:
            self._held.discard(game)
            self._lost(game)
        self._returned |= held - self._held

    async def _exchange(self) -> None:
        """Give back and claim."""
        self._asked.clear()
        if self._returned:
            returned = set(self._returned)
            await self._store.processes.give_back(self.process, returned)
            self._returned -= returned
        missing = self._wanted - self._held
        if not missing:
            return
        for game in await self._store.processes.claim(self.process, missing):
            if game in self._wanted:
                self._held.add(game)
                self._gained(game)
            else:  # it was given back meanwhile
                self._returned.add(game)

    def _lose_all(self) -> None:
        lost, self._held = self._held, set()
        for game in lost:
            self._lost(game)
