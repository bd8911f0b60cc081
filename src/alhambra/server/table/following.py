"""Following what other processes that share the database do to the tables that are in memory here.

They publish hints, but a hint may be lost. So the database is asked regularly too, less often while
hints arrive.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine, Mapping, Sequence
from typing import Any, Protocol

from alhambra.server.log.events import LoggedEvent
from alhambra.server.runtime.locks import KeyedLocks
from alhambra.server.runtime.supervision import Supervisor
from alhambra.server.settings import Settings
from alhambra.server.store.store import NOBODY, Fanout, News, Store, StoreFailed
from alhambra.server.table.chat import post_new_lines
from alhambra.server.table.forgetting import close_pages
from alhambra.server.table.leases import SharedLeases
from alhambra.server.table.live import ABOUT_SEATS, LiveTable, distinct_names
from alhambra.server.table.page import Page

ASK_SECONDS = 1.0
ASK_SELDOM = 5  # times as long, while news arrives
GAMES_AT_ONCE = 500


class Followed(Protocol):
    """The parts of the server that following needs."""

    store: Store
    fanout: Fanout
    supervisor: Supervisor
    settings: Settings
    pages: set[Page]

    @property
    def shown(self) -> Mapping[str, LiveTable]:
        """The tables that have pages or are run by this process."""

    def shown_table(self, game: str) -> LiveTable | None:
        """The table if it is one of those."""

    async def find_readable(self, game: str) -> LiveTable | None:
        """The table, loaded again if it is gone; None if its game cannot be read."""


class Follower:
    """Lets the pages of this process see what other processes do."""

    def __init__(self, around: Followed, leases: SharedLeases) -> None:
        self._around, self._leases = around, leases
        self._announcing = KeyedLocks()
        self._announced: dict[str, tuple[str, set[str], int] | None] = {}
        """What others know of each table: this process, persons, and the number of spectators."""

    def hear(self, news: News) -> None:
        """Look at what another process has changed."""
        if news.about == "person":
            self._start(self._look_at_people({news.subject}))
        elif table := self._around.shown_table(news.subject):
            match news.about:
                case "log":
                    self._start(self._follow_to(table, news.version))
                case "pages":
                    self._start(self._look_elsewhere([news.subject]))
                case "chat":
                    self._start(self._follow_chat(table))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._around.supervisor.once("following", work)

    async def keep_asking(self) -> None:
        """Regularly ask the database for what was missed. Tables whose last write failed are loaded
        again."""
        rounds = 0
        while True:
            await asyncio.sleep(ASK_SECONDS)
            rounds += 1
            for game in [game for game, table in self._around.shown.items() if table.gone]:
                with self._around.supervisor.guard("following", table=game):
                    await self._around.find_readable(game)
            try:
                await self._announce_again()
                if rounds % ASK_SELDOM == 0 or not self._around.fanout.is_well:
                    await self._ask()
            except StoreFailed:  # logged by the store; asked again in a moment
                continue

    async def _ask(self) -> None:
        games = list(self._around.shown)
        for start in range(0, len(games), GAMES_AT_ONCE):
            some = games[start : start + GAMES_AT_ONCE]
            heads = await self._around.store.heads(some)
            last_lines = await self._around.store.chat.last_lines(some)
            await self._look_elsewhere(some)
            for game in some:
                table = self._around.shown_table(game)
                if table is None:
                    continue
                await self._follow_to(table, heads.get(game, 0))
                if table.pages and last_lines.get(game, 0) not in {0, *table.shown_lines}:
                    await self._follow_chat(table)
        await self._look_at_people({page.person for page in self._around.pages if page.person})

    async def _follow_to(self, table: LiveTable, version: int) -> None:
        """Show a table's pages everything up to this version, if they have not seen it."""
        with self._around.supervisor.guard("following", table=table.fold.id):
            if table.version >= version:
                return
            async with table.lock:
                await catch_up(self._around.store, table, version)

    async def _follow_chat(self, table: LiveTable) -> None:
        limit = self._around.settings.limits.chat_lines
        post_new_lines(table, await self._around.store.chat.lines(table.fold.id, limit))

    async def _look_at_people(self, persons: Collection[str]) -> None:
        """Close the pages of those who have been forgotten; note whom the others mute now."""
        store = self._around.store
        known = await store.people.known(persons)
        close_pages(self._around.pages, set(persons) - known)
        if len(persons) == 1:
            for person in known:
                muted = await store.chat.muted(person)
                for page in self._around.pages:
                    if page.person == person:
                        page.muted = muted

    # Pages elsewhere

    async def announce(self, game: str) -> None:
        """Let other processes know which pages this one has at a table."""
        async with self._announcing.holding(game):
            process, table = self._leases.process, self._around.shown_table(game)
            persons = {page.person for page in table.pages if page.person} if table else set()
            spectators = len(table.spectators) if table else 0
            pages = process, persons, spectators
            if pages == self._announced.get(game, (process, set(), 0)):
                return
            self._announced[game] = None  # until it is written, nobody knows what others know
            await self._around.store.processes.set_presence(process, game, persons, spectators)
            if persons or spectators:
                self._announced[game] = pages
            else:
                del self._announced[game]
            await self._around.fanout.publish(News("pages", game))

    async def _announce_again(self) -> None:
        """Announce what could not be written, and everything if this process was dead for a
        moment: then it has begun as another one."""
        process = self._leases.process
        for game, known in list(self._announced.items()):
            if known is None or known[0] != process:
                await self.announce(game)

    async def _look_elsewhere(self, games: Sequence[str]) -> None:
        """See which pages other processes have at these tables."""
        process = self._leases.process
        found = await self._around.store.processes.presence_elsewhere(process, games)
        for game in games:
            if table := self._around.shown_table(game):
                table.find_elsewhere(found.get(game, NOBODY))


async def catch_up(store: Store, table: LiveTable, version: int | None = None) -> None:
    """Show a table's pages what the log has beyond their version. The caller holds the lock.
    ``version`` is known to be in the log."""
    if table.gone or (version is not None and table.version >= version):
        return
    events = await store.events(table.fold.id, after=table.version)
    if events:
        await follow(store, table, events)


async def follow(store: Store, table: LiveTable, events: Sequence[LoggedEvent]) -> None:
    """Show a table's pages these events, which are in the log."""
    names: Sequence[str] = table.fold.names
    if not ABOUT_SEATS.isdisjoint(type(logged.event) for logged in events):
        names = distinct_names(await store.sitters(table.fold.id))
    await table.follow(events, names)
