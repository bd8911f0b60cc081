"""The registry of all tables: finds them, loads them from the log, creates and unloads them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from alhambra.fairness import SEED_BYTES, FairDealer
from alhambra.reasons import why
from alhambra.server.limits.quotas import Quotas, RequestRates
from alhambra.server.limits.shared_rates import SharedRates
from alhambra.server.limits.sockets import Sockets
from alhambra.server.log.events import (
    Created,
    DealShared,
    Event,
    Imported,
    LoggedEvent,
    Paused,
    Started,
)
from alhambra.server.log.fold import Fold
from alhambra.server.log.options import Options
from alhambra.server.log.seats import Seat
from alhambra.server.log.serialization import UnknownEvent
from alhambra.server.log.shared_deals import SharedDeal
from alhambra.server.protocol.table import SeatChoice, TableOptions
from alhambra.server.runtime.clocks import TimeSource
from alhambra.server.runtime.keys import new_key
from alhambra.server.runtime.locks import KeyedLocks
from alhambra.server.runtime.metrics import Metrics
from alhambra.server.runtime.refusals import Refused, refuse
from alhambra.server.runtime.supervision import Supervisor
from alhambra.server.settings import Settings
from alhambra.server.store.store import (
    NOBODY,
    Conflict,
    Fanout,
    NoFanout,
    Sitter,
    Store,
    Writing,
)
from alhambra.server.table.bot_pool import BotPool
from alhambra.server.table.daily import DailyDeals
from alhambra.server.table.duplicates import Duplicates
from alhambra.server.table.finished_games import FinishedGames, read_record
from alhambra.server.table.following import Follower, catch_up, follow
from alhambra.server.table.leases import SWEEPER, Leases, OnlyProcess, SharedLeases
from alhambra.server.table.live import LiveTable, distinct_names
from alhambra.server.table.names import clean_names
from alhambra.server.table.page import Page
from alhambra.server.table.replays import ReplayWorkers
from alhambra.server.table.reviews import Reviews
from alhambra.server.table.seating import COUNTERS, FREE, options_of, seated
from alhambra.server.table.sweeper import Sweeper

log = logging.getLogger("alhambra.tables")

BEAT_SECONDS = 2


class Tables:
    """The tables of a server, each in memory at most once."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        fanout: Fanout | None = None,
        request_rates: RequestRates | None = None,
    ) -> None:
        self.store = store
        self.settings = settings
        self.metrics = Metrics()
        self.time = TimeSource()
        self.fanout: Fanout = fanout or NoFanout()
        self.supervisor = Supervisor(self.metrics.failures, failing=self.metrics.failing)
        self.quotas = Quotas(settings.limits)
        self.shared_rates: SharedRates | None = None
        if settings.redis_url and request_rates:
            buckets = {"requests": request_rates.requests, "files": request_rates.files}
            buckets |= self.quotas.buckets
            self.shared_rates = SharedRates(settings.redis_url, settings.key, buckets)
        self.sockets = Sockets(settings.limits)
        self.bots = BotPool(settings.bot_threads, self.metrics, self.supervisor, settings.own_bots)
        self.replays = ReplayWorkers()
        self.finished = FinishedGames(self.replays)
        self.reviews = Reviews(
            store, self.finished, self.quotas, self.metrics, self.supervisor, settings
        )
        self.daily = DailyDeals(self, settings.key)
        self.duplicates = Duplicates(self)
        self._shared: SharedLeases | None = None
        if store.is_shared:
            self._shared = SharedLeases(store, self._gained, self._lost_lease)
            self._follower = Follower(self, self._shared)
            self.fanout.subscribe(self._follower.hear)
        self.leases: Leases = self._shared or OnlyProcess()
        self.sweeper = Sweeper(self)
        self.pages: set[Page] = set()  # all open pages, including those that show no table yet
        self._live: dict[str, LiveTable] = {}
        self._unreadable: set[str] = set()
        self._loading = KeyedLocks()

    async def open(self) -> None:
        """Start the background tasks."""
        self.supervisor.watch_loop()
        self.metrics.workers.set(1)
        self.metrics.heartbeat.set_to_current_time()
        self.supervisor.keep("heartbeat", self._beat)
        if self._shared:
            self.supervisor.keep("leases", self._shared.keep)
            self.supervisor.keep("following", self._follower.keep_asking)
            self.supervisor.keep("news", self.fanout.keep)
            self._shared.want(SWEEPER)
        if self.shared_rates:
            self.supervisor.keep("limits", self.shared_rates.keep)
        self.supervisor.keep("sweeper", self.sweeper.keep)
        self.reviews.open()

    async def close(self) -> None:
        """Stop bots and reviews, and unload all tables. Everything acknowledged is in the log."""
        for table in self._live.values():
            table.close()
        await self.bots.close()
        await self.supervisor.close()
        if self._shared:
            await self._shared.close()
            await self.fanout.close()
        if self.shared_rates:
            await self.shared_rates.close()
        await self.replays.close()
        await self.daily.close()

    # Finding

    async def find(self, game: str) -> LiveTable:
        """The table, loaded into memory if necessary; refused if there is none."""
        table = self._live.get(game)
        if table is not None and not table.gone:
            table.used_at = time.monotonic()
            return table
        async with self._loading.holding(game):
            table = self._live.get(game)
            if table is None or table.gone:
                table = await self._load(game, table)
        return table

    def is_unreadable(self, game: str) -> bool:
        """Whether the game is known to be one that cannot be read."""
        return game in self._unreadable

    async def find_readable(self, game: str) -> LiveTable | None:
        """The table; None if its game cannot be read, which is logged the first time."""
        try:
            return await self.find(game)
        except UnknownEvent as error:
            if game not in self._unreadable:
                self._unreadable.add(game)
                self.metrics.unreadable.set(len(self._unreadable))
                log.error("game cannot be read", exc_info=error, extra={"table": game})
            return None

    @asynccontextmanager
    async def holding(self, game: str) -> AsyncIterator[LiveTable]:
        """The table with its lock held. If a write failed while the lock was awaited, the table is
        loaded again, because the old one may be ahead of the log."""
        table = await self.find(game)
        await table.lock.acquire()
        while table.gone:
            table.lock.release()
            table = await self.find(game)
            await table.lock.acquire()
        try:
            yield table
        finally:
            table.lock.release()

    @asynccontextmanager
    async def reading(self, game: str, *, latest: bool = False) -> AsyncIterator[LiveTable]:
        """The table as it is in the log. Its lock is held, so that no change is seen whose write
        may still fail. Refused if a write takes too long. With ``latest`` also what other
        processes have just committed is seen."""
        table = await self.find(game)
        await self._lock_to_read(table)
        while table.gone:  # the last write failed
            table.lock.release()
            table = await self.find(game)
            await self._lock_to_read(table)
        try:
            if latest and self._shared:
                await catch_up(self.store, table)
            yield table
        finally:
            table.lock.release()

    async def _lock_to_read(self, table: LiveTable) -> None:
        try:
            async with asyncio.timeout(self.settings.read_seconds):
                await table.lock.acquire()
        except TimeoutError:
            raise refuse("busy") from None

    @property
    def loaded(self) -> Mapping[str, LiveTable]:
        """All tables in memory."""
        return self._live

    def in_memory(self, game: str) -> LiveTable | None:
        """The table if it is in memory."""
        table = self._live.get(game)
        return None if table is None or table.gone else table

    def lose(self, game: str, page: Page) -> None:
        """Remove a closed page, also from a table that could not be loaded again."""
        if table := self._live.get(game):
            table.pages.discard(page)

    async def _load(self, game: str, old: LiveTable | None) -> LiveTable:
        events = await self.store.events(game)
        if not events:
            raise refuse("no_such_table")
        if old is None:
            self._make_room()
        sitters = await self.store.sitters(game)
        seen = old.version if old else len(events)  # pages are shown the rest as it happened
        fold = await self.replays.run(lambda: _folded(events[:seen], sitters))
        table = LiveTable(fold, self)
        if old is not None:
            table.pages, table.elsewhere = old.pages, old.elsewhere
            table.shown_lines = old.shown_lines
            table.timer.take_over(old.timer)
            table.coach.take_over(old.coach)
            old.close()
        elif self._shared:
            await self._look_elsewhere(table, events[-1])
        self._put(table)
        if old is not None and events[seen:]:
            async with table.lock:  # there may be news of these events meanwhile
                await follow(self.store, table, events[seen:])
        elif old is not None:
            for page in table.pages:
                table.display.show_all(page)
            table.go_on()
            table.coach.go_on()
        return table

    async def _look_elsewhere(self, table: LiveTable, latest: LoggedEvent) -> None:
        """Note the pages that other processes have at a table that has just been loaded. While
        players were among them, also at a process that has died, the clock has been running."""
        assert self._shared
        process, game = self._shared.process, table.fold.id
        found = await self.store.processes.presence_elsewhere(process, [game])
        table.elsewhere = found.get(game, NOBODY)
        if isinstance(latest.event, Paused):
            return
        if not table.is_paused:
            table.timer.has_run_since(latest.at)
            return
        players = {seat.person for seat in table.fold.seats}
        dead = await self.store.processes.presence_of_dead(game)
        ends = [until for persons, until in dead if persons & players]
        table.timer.has_run(latest.at, max(ends, default=latest.at))

    def _make_room(self) -> None:
        """If too many tables are in memory, unload those that have been idle for longest."""
        most = self.settings.limits.tables_in_memory
        if len(self._live) < most:
            return
        idle = [table for table in self._live.values() if table.is_idle]
        for table in sorted(idle, key=lambda table: table.used_at)[: max(1, most // 10)]:
            self.unload(table.fold.id, table)
        if len(self._live) >= most:
            raise refuse("server_full")

    def unload(self, game: str, table: LiveTable) -> None:
        """Remove an idle table from memory."""
        table.close()
        del self._live[game]
        self.leases.give_back(game)

    def _put(self, table: LiveTable) -> None:
        self._live[table.fold.id] = table
        self.metrics.tables.set(len(self._live))

    @property
    def shown(self) -> Mapping[str, LiveTable]:
        """The tables that have pages or are run by this process."""
        live = self._live.items()
        return {game: table for game, table in live if table.pages or self.leases.has(game)}

    def shown_table(self, game: str) -> LiveTable | None:
        """The table if it has pages or is run by this process."""
        table = self._live.get(game)
        return table if table and (table.pages or self.leases.has(game)) else None

    def pages_changed(self, table: LiveTable) -> None:
        """Let other processes know which pages this one has at the table."""
        if self._shared:
            self.supervisor.once("presence", self._follower.announce(table.fold.id))

    def _gained(self, game: str) -> None:
        """This process runs the game from now on."""
        if game == SWEEPER:
            self.sweeper.hurry()
        else:
            self.supervisor.once("lease", self._run(game))

    async def _run(self, game: str) -> None:
        """Go on with a game that another process may have run until now."""
        table = self.in_memory(game)
        if table is None:
            self.leases.give_back(game)
            return
        async with table.lock:
            await catch_up(self.store, table)
            if not table.gone:
                table.go_on()

    def _lost_lease(self, game: str) -> None:
        if table := self._live.get(game):
            table.stop_running()

    # Creating

    async def create(
        self,
        person: str,
        name: str,
        choices: Sequence[SeatChoice],
        options: TableOptions,
        *,
        record: str | None = None,
        origin: tuple[str, int] | None = None,
    ) -> LiveTable:
        """A new table. With a record, its game continues from there; ``origin`` is the record's
        game and ply."""
        seats, names = seated(choices, person, name, self.settings.own_bots)
        if any(seat.person == person for seat in seats):
            await self.check_games(person)
        if options.youngest is not None and options.youngest >= len(seats):
            raise refuse("no_such_seat", seat=options.youngest + 1)
        return await self.lay(
            person, seats, names, options_of(options), record=record, origin=origin
        )

    async def lay(
        self,
        person: str,
        seats: Sequence[Seat],
        names: Sequence[str],
        options: Options,
        *,
        previous: str | None = None,
        record: str | None = None,
        origin: tuple[str, int] | None = None,
    ) -> LiveTable:
        """A new table with these seats and names."""
        created = Created(
            tuple(seats),
            options,
            person,
            new_key(),
            secrets.token_hex(SEED_BYTES),
            previous,
            record,
            origin,
        )
        people = [seat.person for seat in seats]
        return await self._first(created, person, names, people)

    async def lay_dealt(
        self,
        game: str,
        person: str,
        seats: Sequence[Seat],
        names: Sequence[str],
        options: Options,
        seed: bytes,
        shared: SharedDeal,
    ) -> LiveTable:
        """A new table with this id whose cards are dealt at once, by the seed of a shared deal. If
        it has been set up meanwhile, the table that is there."""
        created = Created(tuple(seats), options, person, new_key(), seed.hex())
        begun = [DealShared(shared), Started(FairDealer(seed).scheme)]
        people = [seat.person for seat in seats]
        async with self._loading.holding(game):
            try:
                return await self._first(created, person, names, people, game, begun)
            except Refused:
                if not await self.store.events(game):
                    raise
        return await self.find(game)

    async def keep(self, person: str | None, sent: str) -> LiveTable:
        """An uploaded record, to replay and to continue from; without a person, one of a bot."""
        host = person or ""
        record, written = await self.replays.run_for(host, lambda: read_record(sent))
        imported = Imported(written, host, new_key(), COUNTERS[: len(record.names)])
        names = clean_names(record.names)
        return await self._first(imported, host, names, [person, *[None] * 5])

    async def _first(
        self,
        first: Created | Imported,
        person: str,
        names: Sequence[str],
        people: Sequence[str | None],
        game: str | None = None,
        then: Sequence[Event] = (),
    ) -> LiveTable:
        """Write the first events of a game."""
        self._make_room()
        game, at = game or new_key(), self.time.wall_ms()
        events = [
            LoggedEvent(game, version, event, at, person)
            for version, event in enumerate((first, *then), start=1)
        ]
        if first.record is not None:
            fold = await self.replays.run_for(person, lambda: Fold.of(events, names))
        else:
            fold = Fold.of(events, names)
        table = LiveTable(fold, self)
        sitters = [Sitter(n, name, people[n]) for n, name in enumerate(names)]
        try:
            await self.store.write(game, Writing(events, sitters, table.entry()))
        except Conflict as error:  # a person was forgotten meanwhile
            raise refuse("table_moved_on") from error
        self._put(table)
        return table

    async def go_on_from(
        self,
        fold: Fold,
        ply: int,
        person: str,
        name: str,
        choices: Sequence[SeatChoice],
        options: TableOptions,
        *,
        line: Sequence[str] = (),
        same_luck: bool,
    ) -> LiveTable:
        """A new table that continues from a ply of a finished game, after the actions of a line."""
        if ply > fold.ply:
            raise refuse("no_such_ply", plies=fold.ply, ply=ply)
        if len(choices) != len(fold.seats):
            expected = len(fold.seats)
            raise refuse("wrong_number_of_seats", expected=expected, found=len(choices))
        if ply == fold.ply and fold.playing.is_over:
            raise refuse("game_over")
        record = await self.finished.record_at(fold, ply, person, line=line, same_luck=same_luck)
        origin = (fold.id, ply)
        return await self.create(person, name, choices, options, record=record, origin=origin)

    async def check_games(self, person: str) -> None:
        """Refuse one more seat to a person with too many games that are not over."""
        limit = self.settings.limits.unfinished_games
        if await self.store.unfinished(person) >= limit:
            raise refuse("too_many_games", limit=limit)

    async def rematch(self, table: LiveTable, person: str) -> str:
        """A new table with the same players, each one seat further."""
        await self.check_games(person)
        fold = table.fold
        known = await self.store.people.known([seat.person for seat in fold.seats if seat.person])
        seats: list[Seat] = []
        names: list[str] = []
        for seat, name in zip(fold.seats, fold.names, strict=True):
            stays = seat.person is None or seat.person in known
            seats.append(seat.again() if stays else Seat("open", None, None, seat.counter))
            names.append(name if stays else FREE)
        seats, names = seats[1:] + seats[:1], names[1:] + names[:1]
        options = replace(fold.options, youngest=None)
        laid = await self.lay(person, seats, names, options, previous=fold.id)
        return laid.fold.id

    # Background work

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            self.metrics.heartbeat.set_to_current_time()


def _folded(events: Sequence[LoggedEvent], sitters: Sequence[Sitter]) -> Fold:
    try:
        return Fold.of(events, distinct_names(sitters))
    except UnknownEvent:
        raise
    except Exception as error:
        raise UnknownEvent(why("unreadable_game")) from error
