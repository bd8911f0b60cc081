"""The clock of a table: whose time is over is replaced by a bot."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from alhambra.reasons import AlhambraError
from alhambra.server.deeds import Decision
from alhambra.server.seats import STAND_IN
from alhambra.server.setup_shapes import TurnClock
from alhambra.server.showing import now_ms
from alhambra.server.supervision import Supervisor

if TYPE_CHECKING:
    from alhambra.server.live import LiveTable

log = logging.getLogger("alhambra.table")


class TurnTimer:
    """Watches the turn's time. A clock of seconds stands still while nobody is there; also
    while the server is down, since the log says when something last happened."""

    def __init__(self, table: LiveTable, supervisor: Supervisor) -> None:
        self._table = table
        self._supervisor = supervisor
        self._paused_at: int | None = table.fold.changed_at
        self._turn_at = table.fold.turn_at
        self._added = 0
        self._handle: asyncio.TimerHandle | None = None

    def deadline(self) -> int | None:
        """When the turn's time is over, in milliseconds since 1970."""
        fold = self._table.fold
        found = fold.deadline
        if found is None or not isinstance(fold.options.clock, TurnClock):
            return found
        if fold.turn_at != self._turn_at:
            self._turn_at, self._added = fold.turn_at, 0
        return found + self._added

    def pause(self) -> None:
        """Nobody is there."""
        self.stop()
        if self._paused_at is None:
            self._paused_at = now_ms()

    def go_on(self) -> None:
        """Somebody is there again."""
        if self._paused_at is not None and not self._table.is_paused:
            self.deadline()
            self._added += now_ms() - self._paused_at
            self._paused_at = None

    def set(self) -> None:
        """Watch the turn that is played now."""
        self.stop()
        deadline = self.deadline()
        if deadline is not None:
            delay = max(0, deadline - now_ms()) / 1000
            version = self._table.fold.version
            self._handle = asyncio.get_running_loop().call_later(delay, self._ring, version)

    def stop(self) -> None:
        """Watch no longer."""
        if self._handle:
            self._handle.cancel()
            self._handle = None

    def _ring(self, version: int) -> None:
        self._supervisor.once("clock", self._replace(version))

    async def _replace(self, version: int) -> None:
        table = self._table
        async with table.lock:
            if table.gone or table.fold.version != version:
                return
            seat = table.fold.playing.seat
            data = {"seat": seat, "level": STAND_IN, "cause": "time"}
            try:
                await table.commit(Decision([("replaced", data)]))
            except AlhambraError as error:
                log.warning("not replaced", extra={"table": table.fold.id, "problem": str(error)})
