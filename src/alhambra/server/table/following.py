"""Following what other processes commit to the tables that are in memory here."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Protocol

from alhambra.server.log.events import LoggedEvent
from alhambra.server.runtime.supervision import Supervisor
from alhambra.server.store.store import NOBODY, Fanout, Sitter, Store
from alhambra.server.table.leases import SharedLeases
from alhambra.server.table.live import LiveTable, distinct_names

ASK_SECONDS = 1.0
ASK_SELDOM = 5  # this many times more seldom while news arrives
GAMES_AT_ONCE = 500


class Followers(Protocol):
    """The parts of the server that following needs."""

    store: Store
    fanout: Fanout
    supervisor: Supervisor

    @property
    def shown(self) -> Mapping[str, LiveTable]:
        """The tables that have pages or are run by this process."""

    async def find_readable(self, game: str) -> LiveTable | None:
        """The table, loaded again if it is gone; None if its game cannot be read."""


async def catch_up(store: Store, table: LiveTable, version: int | None = None) -> None:
    """Show a table's pages what the log has beyond their version. The caller holds the lock.
    ``version`` is known to be in the log."""
    if table.gone or (version is not None and table.version >= version):
        return
    events = await store.events(table.fold.id, after=table.version)
    if events:
        await follow(store, table, events)


async def follow(store: Store, table: LiveTable, events: list[LoggedEvent]) -> None:
    """Show a table's pages these events, which are in the log."""
    sitters: list[Sitter] = await store.sitters(table.fold.id)
    await table.follow(events, distinct_names(sitters))


async def announce(around: Followers, table: LiveTable, process: str) -> None:
    """Let other processes know which pages this one has at a table."""
    async with table.announcing:
        persons = {page.person for page in table.pages if page.person}
        spectators = len(table.spectators)
        if (process, persons, spectators) == table.announced:
            return
        game = table.fold.id
        await around.store.processes.set_presence(process, game, persons, spectators)
        table.announced = process, persons, spectators
        await around.fanout.publish(game, table.version)


async def keep_following(around: Followers, leases: SharedLeases) -> None:
    """Regularly ask the log for news of the tables that are shown: what was published may be lost.
    Tables whose last write failed are loaded again."""
    rounds = 0
    while True:
        await asyncio.sleep(ASK_SECONDS)
        rounds += 1
        shown = dict(around.shown)
        for game in [game for game, table in shown.items() if table.gone]:
            with around.supervisor.guard("following", table=game):
                await around.find_readable(game)
        if rounds % ASK_SELDOM and around.fanout.is_well:
            continue
        games = list(shown)
        for start in range(0, len(games), GAMES_AT_ONCE):
            heads = await around.store.heads(games[start : start + GAMES_AT_ONCE])
            for game, version in heads.items():
                await follow_to(around, shown[game], version)
            await look_elsewhere(around, leases, games[start : start + GAMES_AT_ONCE])


async def look_elsewhere(around: Followers, leases: SharedLeases, games: list[str]) -> None:
    """See which pages other processes have at these tables, and that they see ours."""
    found = await around.store.processes.presence_elsewhere(leases.process, games)
    for game in games:
        if table := around.shown.get(game):
            table.find_elsewhere(found.get(game, NOBODY))
            if table.announced[0] != leases.process:  # this process was dead for a moment
                await announce(around, table, leases.process)


async def follow_to(around: Followers, table: LiveTable, version: int) -> None:
    """Show a table's pages everything up to this version, if they have not seen it."""
    with around.supervisor.guard("following", table=table.fold.id):
        if table.version >= version:
            return
        async with table.lock:
            await catch_up(around.store, table, version)
