"""A table in memory: the only place that writes its game and shows it to its pages."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from threading import Event as Flag
from typing import Protocol

from alhambra.game import Game
from alhambra.reasons import AlhambraError
from alhambra.server.log import events as e
from alhambra.server.log.events import LoggedEvent
from alhambra.server.log.fold import Fold
from alhambra.server.log.happenings import AnyHappening
from alhambra.server.log.options import DaysClock, TurnClock
from alhambra.server.render.history import GameLog, boards_message
from alhambra.server.render.table import StateText, table_shown
from alhambra.server.runtime.clocks import TimeSource
from alhambra.server.runtime.json_text import Remembered, text
from alhambra.server.runtime.metrics import Metrics
from alhambra.server.runtime.refusals import refuse
from alhambra.server.runtime.supervision import Supervisor
from alhambra.server.store.store import Conflict, Entry, Fanout, Result, Sitter, Store, Writing
from alhambra.server.table.bot_pool import BotPool
from alhambra.server.table.clock import TurnTimer
from alhambra.server.table.coach import Coach
from alhambra.server.table.decisions import Decision, Sender
from alhambra.server.table.game_length import is_log_full
from alhambra.server.table.page import Page
from alhambra.server.table.replays import ReplayWorkers
from alhambra.server.table.statistics import results_of
from alhambra.server.table.turns import ply_to_undo

log = logging.getLogger("alhambra.table")

_ABOUT_SEATS = {
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
}
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


class LiveTable:
    """One table. Every reader and writer of the fold holds the lock, so that nothing is seen
    before it is committed."""

    def __init__(self, fold: Fold, around: TableServices) -> None:
        self.fold = fold
        self.version = fold.version  # of the log; the fold is ahead while a change is written
        self.lock = asyncio.Lock()
        self.pages: set[Page] = set()
        self.used_at = time.monotonic()
        self.gone = False  # no longer the table in memory: find it again
        self.timer = TurnTimer(self, around.supervisor, around.time)
        self.coach = Coach(self, around.bots, around.supervisor)
        self._around = around
        self._remembered = Remembered()
        self._log = GameLog()
        self._log_lock = asyncio.Lock()
        self._logged: tuple[int, Sequence[str]] = (0, ())  # a version, and the entries until then
        self._stop: Flag | None = None
        self._thinks_at = 0  # the version the bot started from

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
        happened: list[AnyHappening] = []
        before_all, was_over = self.fold.version, self.fold.status == "over"
        acting = self.fold.game.seat if self.fold.game else None
        since, shown = before_all, 0  # what the states in `earlier` show
        earlier: list[tuple[Page, str]] = []
        try:
            for event in events:
                if len(happened) > shown and isinstance(event.event, e.Step):
                    earlier += self._states(since, happened[shown:])
                    since, shown = self.fold.version, len(happened)
                happened += self.fold.apply(event)
            over = self.fold.status == "over" and not was_over
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
            await self._around.fanout.publish(self.fold.id, self.fold.version)
        if over:
            self._around.metrics.games.inc()
        if over or not _ABOUT_SEATS.isdisjoint(map(type, decision.events)):
            self.show_table()
        for page, state in earlier:
            page.post(state)
        with self._guard("showing"):
            self.show_state(since, happened[shown:], acting)
        with self._guard("going on"):
            self.go_on()
            self.coach.go_on()
        return happened

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
            code = "table_moved_on" if isinstance(error, Conflict) else "not_saved"
            raise refuse(code) from error

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
        if self.gone:
            raise refuse("table_moved_on")

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

    # Showing

    @property
    def present(self) -> set[str]:
        """The persons with a page open at this table."""
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
        fold = self.fold
        if fold.status != "playing" or isinstance(fold.options.clock, DaysClock):
            return False
        present = self.present
        return not any(seat.person in present for seat in fold.seats)

    def deadline(self) -> int | None:
        """When the turn's time is over."""
        return self.timer.deadline()

    def table_message(self, page: Page) -> str:
        """The table as this page sees it."""
        return self._table_messages([page])[0][1]

    def _table_messages(self, pages: Iterable[Page]) -> list[tuple[Page, str]]:
        """The table as each of these pages sees it. It is serialized once per person and once for
        all anonymous pages: a table can have hundreds of pages."""
        present, paused = self.present, self.is_paused
        players = {seat.person for seat in self.fold.seats if seat.person}
        spectators = sum(page.person not in players for page in self.pages)
        written: dict[tuple[str | None, frozenset[str]], str] = {}
        found: list[tuple[Page, str]] = []
        for page in pages:
            key = page.person, frozenset(page.muted)
            if key not in written:
                shown = table_shown(
                    self.fold,
                    page.person,
                    present=present,
                    muted=page.muted,
                    paused=paused,
                    spectators=spectators,
                )
                message = {"type": "table", "version": self.fold.version, "table": shown}
                written[key] = text(message)
            found.append((page, written[key]))
        return found

    def show_table(self, but: Page | None = None) -> None:
        """Send the table to all pages, or to all but one."""
        with self._guard("showing"):
            for page, message in self._table_messages(self.pages - {but}):
                page.post(message)

    def _states(self, since: int, happened: list[AnyHappening]) -> list[tuple[Page, str]]:
        """The state for each page, to be sent later: the turn of a bot is written at once, but its
        actions are shown one by one."""
        fold = self.fold
        if fold.game is None or not self.pages:
            return []
        with self._guard("showing"):
            states = StateText(fold, since, happened, self.deadline(), self._remembered)
            return [(page, states.for_seat(page.shown_seat(fold))) for page in self.pages]
        return []

    def show_state(self, since: int, happened: list[AnyHappening], acting: int | None) -> None:
        """Send the state to all pages. The curtain closes when the turn has ended."""
        fold = self.fold
        if fold.game is None or not self.pages:
            return
        states = StateText(fold, since, happened, self.deadline(), self._remembered)
        for page in self.pages:
            try:
                self._show_state_to(page, states, acting)
            except Exception as error:  # the others are told nevertheless
                self._around.supervisor.failed("showing", error, table=fold.id)

    def _show_state_to(self, page: Page, states: StateText, acting: int | None) -> None:
        fold = self.fold
        curtain = page.has_curtain(fold)
        if curtain and fold.playing.seat != acting:
            page.unlocked = None
        page.post(states.for_seat(page.shown_seat(fold)))
        if curtain:
            page.post(text(page.curtain(fold)))

    def show_all(self, page: Page) -> None:
        """Send everything to one page again."""
        page.post(self.table_message(page))
        if self.fold.game is not None:
            version, deadline = self.fold.version, self.deadline()
            states = StateText(self.fold, version, [], deadline, self._remembered)
            page.post(states.for_seat(page.shown_seat(self.fold)))
            if page.has_curtain(self.fold):
                page.post(text(page.curtain(self.fold)))

    async def log(self) -> tuple[int, Sequence[str]]:
        """The version of the game and its log so far, rendered once for all pages."""
        async with self._log_lock:
            async with self.lock:
                self.check_here()
                if self.fold.game is None:
                    raise refuse("not_started")
                version, game = self.fold.version, self.fold.game
                if version == self._logged[0]:
                    return self._logged
                game = game.copy()
            entries = await self._around.replays.run(partial(self._log.follow, game))
            self._logged = version, entries
            return self._logged

    async def boards(self, since: int, caller: str) -> str:
        """The table after this number of actions and after each later one: ``Boards``."""
        async with self.lock:
            self.check_here()
            if self.fold.game is None:
                raise refuse("not_started")
            fold = self.fold
            work = partial(
                boards_message,
                fold.version,
                self.fold.game.copy(),
                since,
                list(fold.sheets),
                open_hands=fold.options.open_hands,
            )
        return await self._around.replays.run_for(caller, work)

    def enter(self, page: Page) -> None:
        """Add a page that shows this table."""
        self.pages.add(page)
        self.timer.go_on()
        self.show_table(but=page)
        self.go_on()

    async def exit(self, page: Page) -> None:
        """Remove a page. With the last player the game pauses, and the used time is logged,
        because the table may be unloaded."""
        self.pages.discard(page)
        self.coach.leave(page)
        self.used_at = time.monotonic()
        if self.is_paused:
            self.timer.pause()
            self.stop_thinking()
            has_clock = isinstance(self.fold.options.clock, TurnClock)
            if has_clock and not is_log_full(self.fold):
                with suppress(AlhambraError):  # logged in commit; the player gains some time
                    await self.commit(Decision([e.Paused()]))
        if not self.gone:
            self.show_table()

    # Bots and clock

    def go_on(self) -> None:
        """Set the clock, and let the bot think if it is a bot's turn."""
        self.used_at = time.monotonic()
        fold = self.fold
        if self._stop and self._thinks_at == fold.version:
            return  # the bot is already thinking
        self.stop_thinking()
        if self.gone or fold.status != "playing" or fold.game is None:
            return
        if self.is_paused:
            self.timer.pause()  # the game may have begun without any of its players
            return
        self.timer.set()
        level = fold.seats[fold.game.seat].bot
        if level:
            self._stop, self._thinks_at = Flag(), fold.version
            turn = self._bot_turn(fold.game.copy(), fold.version, level, self._stop)
            self._around.supervisor.once("bot", turn)

    async def _bot_turn(self, game: Game, version: int, level: str, stop: Flag) -> None:
        try:
            events = await self._around.bots.turn(game, level, stop, self._bot_caller())
            if events is None:
                return
            async with self.lock:
                if self.fold.version == version and not stop.is_set() and not self.gone:
                    await self.commit(Decision(events))
        except Exception:
            self.gone = True  # after reloading from the log the bot tries again
            self.stop_thinking()
            raise

    def _bot_caller(self) -> str:
        """The caller that this table's bots are charged to: the players' address, or the host."""
        seated = [page.address for page in self.pages if self.fold.seats_of(page.person)]
        return min(seated, default=self.fold.host or self.fold.id)

    def stop_thinking(self) -> None:
        """Cancel the bot's turn."""
        if self._stop:
            self._stop.set()
            self._stop = None

    @property
    def is_idle(self) -> bool:
        """Whether it can be unloaded."""
        return not (self.pages or self.lock.locked() or self._stop)

    def close(self) -> None:
        """Unload the table: the log has everything."""
        self.gone = True
        self.timer.stop()
        self.stop_thinking()
        self.coach.close()
