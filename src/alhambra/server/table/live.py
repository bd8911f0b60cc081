"""A table in memory: the only place that writes its game."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence, Set
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from alhambra.bots import steady_bot
from alhambra.reasons import AlhambraError, why
from alhambra.server.log import events as e
from alhambra.server.log.events import LoggedEvent
from alhambra.server.log.fold import Fold
from alhambra.server.log.happenings import AnyHappening
from alhambra.server.log.options import DaysClock, TurnClock
from alhambra.server.runtime.clocks import TimeSource
from alhambra.server.runtime.metrics import Metrics
from alhambra.server.runtime.refusals import refuse
from alhambra.server.runtime.supervision import Supervisor
from alhambra.server.store.store import (
    NOBODY,
    Conflict,
    Entry,
    Fanout,
    News,
    Presence,
    Result,
    Sitter,
    Store,
    Writing,
)
from alhambra.server.table.bot_pool import BotPool
from alhambra.server.table.bot_turns import BotTurns
from alhambra.server.table.clock import TurnTimer
from alhambra.server.table.coach import Coach
from alhambra.server.table.decisions import Decision, Overtaken, Sender
from alhambra.server.table.display import Display
from alhambra.server.table.game_length import is_log_full
from alhambra.server.table.leases import Leases
from alhambra.server.table.page import Page
from alhambra.server.table.readers import Readers
from alhambra.server.table.replays import ReplayWorkers
from alhambra.server.table.seating import name_for_seat
from alhambra.server.table.statistics import results_of
from alhambra.server.table.turns import ply_to_undo

log = logging.getLogger("alhambra.table")

ABOUT_SEATS = {
    e.Created,
    e.SeatSet,
    e.HostChanged,
    e.OptionsSet,
    e.SaltCommitted,
    e.StartAsked,
    e.SaltsFrozen,
    e.SaltRevealed,
    e.RoundDrawn,
    e.Started,
    e.Replaced,
    e.Returned,
    e.Coached,
    e.Rematched,
}
_ASKS_FOR_SALTS = {e.StartAsked, e.SaltsFrozen, e.RoundDrawn}
SALTS_WITHIN = 5_000
"""Milliseconds that pages have to send a hash or a salt before the table may go on without them."""
_LISTED = {e.Created, e.Imported, e.SeatSet, e.OptionsSet, e.Started}


class TableServices(Protocol):
    """The parts of the server that a live table needs."""

    store: Store
    fanout: Fanout
    bots: BotPool
    replays: ReplayWorkers
    metrics: Metrics
    supervisor: Supervisor
    time: TimeSource
    leases: Leases

    def pages_changed(self, table: LiveTable) -> None:
        """Let other processes know which pages this one has at the table."""


@dataclass(slots=True)
class _Change:
    """Events that were applied to the fold, as pages will be shown them."""

    since: int  # the version that the pages have
    acting: int | None
    was_over: bool
    is_about_seats: bool
    happened: list[AnyHappening] = field(default_factory=list)
    shown: int = 0  # how many of them the states in `earlier` show
    earlier: list[tuple[Page, str]] = field(default_factory=list)


class LiveTable:
    """One table. Every reader and writer of the fold holds the lock, so that nothing is seen
    before it is committed."""

    def __init__(self, fold: Fold, around: TableServices) -> None:
        self.fold = fold
        self.version = fold.version  # of the log; the fold is ahead while a change is written
        self.lock = asyncio.Lock()
        self.pages: set[Page] = set()
        self.elsewhere = NOBODY  # the pages that other processes have
        self.shown_lines: set[int] = set()  # of chat, the latest
        self.used_at = time.monotonic()
        self.gone = False  # no longer the table in memory: find it again
        self.timer = TurnTimer(self, around.supervisor, around.time)
        self.coach = Coach(self, around.bots, around.supervisor)
        self.bot = BotTurns(self, around.bots, around.supervisor)
        self.display = Display(self, around.supervisor)
        self.readers = Readers(self, around.replays)
        self._overtaken = False  # gone because another process wrote first
        self._around = around
        self._salts_asked_at = around.time.monotonic_ms()

    # Changing

    async def commit(self, decision: Decision, sender: Sender | None = None) -> list[AnyHappening]:
        """Apply the decision to the fold, write it to disk, and only then show it to the pages."""
        self.check_here()
        started = time.perf_counter()
        await self._prepare_undo(decision)
        before = list(self.fold.names)
        for sitter in decision.sitters:
            self.fold.names[sitter.seat] = sitter.name
        events = self._logged_events(decision.events, sender)
        change, before_all = self._begin_change(events), self.fold.version
        try:
            self._apply(events, change)
            over = self.fold.status == "over" and not change.was_over
            await self._write(events, decision.sitters, over)
        except BaseException as error:
            if isinstance(error, AlhambraError) and self.fold.version == before_all:
                self.fold.names = before  # refused: nothing has changed
            else:
                self.gone = True  # memory may be ahead: only the log knows
            raise
        self.version = self.fold.version
        self._around.metrics.committed.observe(time.perf_counter() - started)
        self._around.metrics.events.inc(len(events))
        with self._guard("publishing"):
            await self._around.fanout.publish(News("log", self.fold.id, self.version))
        if over:
            self._around.metrics.games.inc()
        self._show(change)
        return change.happened

    async def follow(self, events: Sequence[LoggedEvent], names: Sequence[str]) -> None:
        """Apply events that another process has committed, and show them to the pages as if they
        had been committed here. The caller holds the lock."""
        self.check_here()
        change = self._begin_change(events)
        try:
            await self._prepare_undo(Decision([logged.event for logged in events]))
            self.fold.names = list(names)
            self._apply(events, change)
        except BaseException:
            self.gone = True
            raise
        self.version = self.fold.version
        self.timer.follow(events[-1].at)
        self._show(change)

    def _begin_change(self, events: Sequence[LoggedEvent]) -> _Change:
        fold = self.fold
        acting = fold.game.seat if fold.game else None
        is_about_seats = not ABOUT_SEATS.isdisjoint(type(logged.event) for logged in events)
        return _Change(fold.version, acting, fold.status == "over", is_about_seats)

    def _apply(self, events: Sequence[LoggedEvent], change: _Change) -> None:
        """Apply the events to the fold. A turn of a bot is committed at once, but each of its
        actions is shown."""
        happened = change.happened
        if any(type(event.event) in _ASKS_FOR_SALTS for event in events):
            self._salts_asked_at = self._around.time.monotonic_ms()
        for event in events:
            if len(happened) > change.shown and isinstance(event.event, e.Step):
                change.earlier += self.display.states(change.since, happened[change.shown :])
                change.since, change.shown = self.fold.version, len(happened)
            happened += self.fold.apply(event)

    def _show(self, change: _Change) -> None:
        """Show the pages what is now in the log, and go on."""
        over = self.fold.status == "over" and not change.was_over
        if over or change.is_about_seats:
            self.display.show_table()
        for page, state in change.earlier:
            page.post_state(state)
        with self._guard("showing"):
            self.display.show_state(change.since, change.happened[change.shown :], change.acting)
        with self._guard("going on"):
            self.go_on()
            self.coach.go_on()

    async def _write(
        self, events: Sequence[LoggedEvent], sitters: Sequence[Sitter], over: bool
    ) -> None:
        listed = over or any(type(logged.event) in _LISTED for logged in events)
        results = await self._results() if over else ()
        entry, turn = self.entry() if listed else None, self.timer.due_turn()
        writing = Writing(events, sitters, entry, results, turn)
        try:
            await self._around.store.write(self.fold.id, writing)
        except Exception as error:
            log.warning("not written", extra={"table": self.fold.id, "problem": repr(error)})
            if isinstance(error, Conflict):
                self._overtaken = True
                raise Overtaken(why("table_moved_on")) from error
            raise refuse("not_saved") from error

    def _guard(self, part: str) -> AbstractContextManager[None]:
        """Guard the work after a commit: the commit stays, and a failure must not stop the rest."""
        return self._around.supervisor.guard(part, table=self.fold.id)

    async def _results(self) -> list[Result]:
        """The results of the finished game, counted again if something was taken back."""
        if self.fold.tally is not None:
            return results_of(self.fold)
        return await self._around.replays.run(partial(results_of, self.fold))

    async def _prepare_undo(self, decision: Decision) -> None:
        """Replay the game if the decision undoes more than it has snapshots for."""
        ply = ply_to_undo(self.fold, decision)
        if ply is not None and not self.fold.playing.can_go_back_to(ply):
            game = self.fold.playing.copy()
            await self._around.replays.run(game.rebuild_snapshots)
            self.fold.game = game

    def _logged_events(self, events: Sequence[e.Event], sender: Sender | None) -> list[LoggedEvent]:
        """The next events of the log. Only the last has the command's id, because they are written
        together or not at all."""
        at, version, used = self._around.time.wall_ms(), self.fold.version, None
        if self.fold.status == "playing" and isinstance(self.fold.options.clock, TurnClock):
            used = self.timer.used()
        person = sender.person if sender else None
        logged: list[LoggedEvent] = []
        for left, event in zip(range(len(events) - 1, -1, -1), events, strict=True):
            version += 1
            client_id = sender.client_id if sender and not left else None
            mark = sender.fingerprint if sender and not left else None
            logged.append(
                LoggedEvent(self.fold.id, version, event, at, person, client_id, mark, used)
            )
        return logged

    def check_here(self) -> None:
        """Refuse if the table is gone: its fold may contain events that were never written."""
        if self._overtaken:
            raise Overtaken(why("table_moved_on"))
        if self.gone:
            raise refuse("table_moved_on")

    def check_salts_are_late(self) -> None:
        """Refuse to go on without salts that were asked for a moment ago. The wait starts
        again when the table is loaded."""
        if self._around.time.monotonic_ms() - self._salts_asked_at < SALTS_WITHIN:
            raise refuse("salts_awaited", seconds=SALTS_WITHIN // 1000)

    def entry(self) -> Entry:
        """The entry for lists of tables."""
        fold = self.fold
        return Entry(
            fold.id,
            fold.status,
            fold.options.public,
            isinstance(fold.options.clock, DaysClock),
            sum(seat.kind == "open" for seat in fold.seats),
            self._around.time.wall_ms(),
        )

    # Pages

    @property
    def present(self) -> set[str]:
        """The persons with a page open at this table."""
        return self._present_here | self.elsewhere.persons

    @property
    def _present_here(self) -> set[str]:
        return {page.person for page in self.pages if page.person}

    def has_seat(self, page: Page) -> bool:
        """Whether the page belongs to a player of this table or to its host."""
        person = page.person
        return person is not None and (person == self.fold.host or bool(self.fold.seats_of(person)))

    @property
    def spectators(self) -> list[Page]:
        """The pages of spectators."""
        return [page for page in self.pages if not self.has_seat(page)]

    @property
    def is_paused(self) -> bool:
        """Whether the game waits because no player is connected."""
        return self._is_paused_without(self.present)

    def _is_paused_without(self, present: Set[str]) -> bool:
        fold = self.fold
        if fold.status != "playing" or isinstance(fold.options.clock, DaysClock):
            return False
        return not any(seat.person in present for seat in fold.seats)

    def deadline(self) -> int | None:
        """When the turn's time is over."""
        return self.timer.deadline()

    def enter(self, page: Page) -> None:
        """Add a page that shows this table."""
        self.pages.add(page)
        self._around.pages_changed(self)
        self.timer.go_on()
        self.display.show_table(but=page)
        self.go_on()

    async def exit(self, page: Page) -> None:
        """Remove a page. With the last player the game pauses, and the used time is logged,
        because the table may be unloaded."""
        self.pages.discard(page)
        self._around.pages_changed(self)
        self.coach.leave(page)
        self.used_at = time.monotonic()
        if self._is_paused_without(self._present_here):
            if self.is_paused:
                self.timer.pause()
            self.bot.stop()
            has_clock = isinstance(self.fold.options.clock, TurnClock)
            if has_clock and self.is_run_here and not is_log_full(self.fold):
                with suppress(AlhambraError):  # logged in commit; the player gains some time
                    await self.commit(Decision([e.Paused()]))
            self._around.leases.give_back(self.fold.id)
        if not self.gone:
            self.display.show_table()

    def find_elsewhere(self, presence: Presence) -> None:
        """Note which pages other processes have."""
        if presence == self.elsewhere:
            return
        self.elsewhere = presence
        if self.is_paused:
            self.timer.pause()
        else:
            self.timer.go_on()
        self.display.show_table()

    # Bots and clock

    def go_on(self) -> None:
        """Set the clock, and let the bot think if it is a bot's turn."""
        self.used_at = time.monotonic()
        fold = self.fold
        if self.bot.thinks_about == fold.version:
            return
        self.bot.stop()
        if self.gone or fold.status != "playing" or fold.game is None:
            return
        if self.is_paused:
            self.timer.pause()  # the game may have begun without any of its players
        if self._is_paused_without(self._present_here):
            self._around.leases.give_back(fold.id)
            return  # a process with a page of a player runs it
        level = fold.seats[fold.game.seat].bot
        if not self.is_run_here:
            self.timer.stop()
            if level or self.timer.deadline() is not None:
                self._around.leases.want(fold.id)
            return
        self.timer.set()
        if level:
            chance = fold.dealer.chance(fold.ply) if fold.dealer else None
            level = steady_bot(level) if fold.shared else level
            self.bot.begin(level, chance)

    @property
    def is_run_here(self) -> bool:
        """Whether this process runs the bots and the clock of this table."""
        return self._around.leases.has(self.fold.id)

    def stop_running(self) -> None:
        """Another process may run this table now."""
        self.bot.stop()
        self.timer.stop()

    @property
    def is_idle(self) -> bool:
        """Whether it can be unloaded."""
        return not (self.pages or self.lock.locked() or self.bot.is_thinking)

    def close(self) -> None:
        """Unload the table: the log has everything."""
        self.gone = True
        self.stop_running()
        self.coach.close()


def distinct_names(sitters: Sequence[Sitter]) -> list[str]:
    """The names made distinct: somebody may be called what a forgotten person's seat is called."""
    names: list[str] = []
    for sitter in sitters:
        names.append(name_for_seat(sitter.name, names))
    return names
