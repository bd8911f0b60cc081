"""The clock of a table: when a player's time is over, a bot takes over the seat."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from alhambra.reasons import AlhambraError
from alhambra.server.log.events import Replaced
from alhambra.server.log.options import DaysClock, TurnClock
from alhambra.server.runtime.clocks import TimeSource
from alhambra.server.runtime.refusals import refuse
from alhambra.server.runtime.supervision import Supervisor
from alhambra.server.store.store import DueTurn
from alhambra.server.table.decisions import Decision
from alhambra.server.table.seating import STAND_IN

if TYPE_CHECKING:
    from alhambra.server.table.live import LiveTable

log = logging.getLogger("alhambra.table")

DAY_MS = 86_400_000


class TurnTimer:
    """Measures the used time of a turn. It runs while a player of the table is connected, also
    while a bot plays for the seat, so that leaving and returning gains no time. Events carry the
    time used so far, so a table that is loaded again continues from there. A clock in days is a
    deadline instead."""

    def __init__(self, table: LiveTable, supervisor: Supervisor, time: TimeSource) -> None:
        self._table = table
        self._supervisor = supervisor
        self._time = time
        self._turn = table.fold.turn
        self._used = table.fold.used
        self._since: int | None = None  # None while it is stopped
        self._handle: asyncio.TimerHandle | None = None

    # Measuring

    def used(self) -> int:
        """Milliseconds used in this turn."""
        if self._table.fold.turn != self._turn:
            self._turn, self._used = self._table.fold.turn, 0
            if self._since is not None:
                self._since = self._time.monotonic_ms()
        return self._used_so_far()

    def _used_so_far(self) -> int:
        running = 0 if self._since is None else self._time.monotonic_ms() - self._since
        return self._used + running

    def left(self) -> int | None:
        """Milliseconds left in this turn; None without a clock."""
        fold = self._table.fold
        if fold.status != "playing":
            return None
        match fold.options.clock:
            case TurnClock(seconds=seconds):
                return seconds * 1000 - self.used()
            case DaysClock(days=days):
                return fold.turn_at + days * DAY_MS - self._time.wall_ms()
        return None

    def due_turn(self) -> DueTurn | None:
        """The turn of a game in progress with a clock in days, as it is stored."""
        fold = self._table.fold
        if fold.status != "playing" or not isinstance(fold.options.clock, DaysClock):
            return None
        seat = fold.playing.seat
        time = 0 if fold.seats[seat].bot else fold.options.clock.days * DAY_MS
        return DueTurn(seat, fold.turn_at + time)

    def deadline(self) -> int | None:
        """The deadline of the player, in the time that is sent to pages; None for a bot."""
        fold, left = self._table.fold, self.left()
        if left is None or fold.seats[fold.playing.seat].bot:
            return None
        return self._time.page_ms() + left

    def check_left(self, seat: int) -> None:
        """Refuse to give a seat back in a turn whose time is over."""
        left = self.left()
        if left is not None and left <= 0 and self._table.fold.playing.seat == seat:
            raise refuse("time_is_over", seat=seat + 1)

    # Running

    def pause(self) -> None:
        """Stop the clock: no player is connected."""
        self.stop()
        self._used, self._since = self.used(), None

    def go_on(self) -> None:
        """Start the clock again if a player is connected."""
        if self._since is None and not self._table.is_paused:
            self._since = self._time.monotonic_ms()

    def take_over(self, other: TurnTimer) -> None:
        """Continue from the timer of the same table before it was reloaded."""
        if other._turn == self._turn:
            self._used = max(self._used, other._used_so_far())
        if other._since is not None:
            self._since = self._time.monotonic_ms()

    def has_run_since(self, at: int) -> None:
        """Continue from the latest event, at this time: since then players have been connected to
        another process."""
        self._used += max(0, self._time.wall_ms() - at)
        self._since = self._time.monotonic_ms()

    def has_run(self, since: int, until: int) -> None:
        """Add the time since the latest event in which players were connected to a process that
        has died."""
        self._used += max(0, until - since)

    def follow(self, at: int) -> None:
        """Continue from the time that the latest event has: another process measured it, at this
        time."""
        self.used()
        self._used = self._table.fold.used
        if self._since is not None:
            self.has_run_since(at)

    def set(self) -> None:
        """Call back when the time of this turn is over."""
        self.stop()
        left = None if self.deadline() is None else self.left()
        if left is not None:
            loop, version = asyncio.get_running_loop(), self._table.fold.version
            self._handle = loop.call_later(max(0, left) / 1000, self._ring, version)

    def stop(self) -> None:
        """Cancel the callback."""
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
            left = self.left()
            if left is None or left > 0:
                self.set()
                return
            seat = table.fold.playing.seat
            try:
                await table.commit(Decision([Replaced(seat, STAND_IN, "time")]))
            except AlhambraError as error:
                log.warning("not replaced", extra={"table": table.fold.id, "problem": str(error)})
