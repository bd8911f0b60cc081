"""The sweep: what fails for one game, or once, does not keep the rest from being looked after."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from alhambra.server.store.sql import SqlStore
from alhambra.server.store.store import DueTurn, StoreFailed, Writing
from alhambra.server.table import bot_pool
from alhambra.server.table.clock import DAY_MS
from server.helpers.games import finished
from server.helpers.live_server import Server, eventually, serving
from server.helpers.players import BOT, GUEST, ME, Person, any_action, people

pytestmark = pytest.mark.compiled_only

DAYS = {"kind": "days", "days": 2}
WHEN_ALL_ARE_DUE = 10**15  # milliseconds since 1970


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweep does not wait for long."""
    monkeypatch.setattr("alhambra.server.table.sweeper.SWEEP_SECONDS", 0.01)


async def test_what_fails_for_one_game_does_not_keep_the_others_waiting(
    server: Server, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = server.tables
    for _ in range(2):
        async with ana.plays(BOT, clock=DAYS):
            pass
    monkeypatch.setattr(tables.time, "wall_ms", lambda: WHEN_ALL_ARE_DUE)
    failing, other = await tables.store.due(WHEN_ALL_ARE_DUE)
    for game in (failing, other):
        tables._live.pop(game).close()
    find = tables.find_readable

    async def fails(game: str) -> Any:
        if game == failing:
            raise OSError("no disk")
        return await find(game)

    monkeypatch.setattr(tables, "find_readable", fails)
    await tables.sweeper.sweep()
    assert tables.in_memory(other)
    failures = (await ana.http.get("/metrics")).text
    assert 'alhambra_failures_total{part="sweeper"} 1.0' in failures


async def test_only_games_that_are_due_are_loaded(
    server: Server, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = server.tables
    async with ana.plays(GUEST, clock=DAYS) as page:
        acting = page.board["seat"]
        [turn] = (await tables.store.turns([page.game])).values()
        assert turn == DueTurn(acting, tables._live[page.game].fold.turn_at + 2 * DAY_MS)
    await eventually(lambda: tables._live[page.game].is_idle)
    tables._live.pop(page.game).close()
    await tables.sweeper.sweep()
    assert not tables.in_memory(page.game)
    monkeypatch.setattr(tables.time, "wall_ms", lambda: turn.due)
    await tables.sweeper.sweep()
    live = tables.in_memory(page.game)
    assert live
    await eventually(lambda: live.fold.seats[acting].replaced is not None)


async def test_results_that_are_missing_are_looked_for_once_and_counted_until_they_are_written(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("alhambra.server.table.sweeper.SWEEP_SECONDS", 1_000)
    async with serving(file) as server, people(server, "Ana") as [ana]:
        over = (await finished(ana, BOT))["id"]
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DELETE FROM results")
        connection.commit()
    write, uncounted = SqlStore.write, SqlStore.uncounted
    looked: list[None] = []
    tried: list[None] = []

    async def fails_at_first(store: SqlStore, game: str, writing: Writing) -> None:
        if writing.results:
            tried.append(None)
            if len(tried) == 1:
                raise StoreFailed.of_writing()
        await write(store, game, writing)

    async def noted(store: SqlStore) -> list[str]:
        looked.append(None)
        return await uncounted(store)

    monkeypatch.setattr(SqlStore, "write", fails_at_first)
    monkeypatch.setattr(SqlStore, "uncounted", noted)
    async with serving(file) as server:
        await eventually(lambda: len(tried) == 1)
        for _ in range(3):
            await server.tables.sweeper.sweep()
        assert await server.tables.store.standings([over])
        assert (len(looked), len(tried)) == (1, 2)


@pytest.mark.usefixtures("often")
async def test_a_sweep_that_fails_is_told_and_begins_again(
    server: Server, stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails() -> list[str]:
        raise OSError("no disk")

    with monkeypatch.context() as patched:
        patched.setattr(server.tables.store.people, "leaving", fails)
        ill = await stranger.health(503)
        assert ill == {"well": False, "ill": {"sweeper": "OSError"}}
    assert await stranger.health(200) == {"well": True, "ill": {}}


@pytest.mark.parametrize("sweeping", [True, False], ids=["by the sweep", "with the next message"])
async def test_a_bot_that_failed_tries_again(
    file: Path, monkeypatch: pytest.MonkeyPatch, sweeping: bool
) -> None:
    broken = iter([True, True])

    def turn(*work: Any) -> Any:
        if next(broken, False):
            raise ZeroDivisionError
        return whole_turn(*work)

    whole_turn = bot_pool.whole_turn
    monkeypatch.setattr(bot_pool, "whole_turn", turn)
    monkeypatch.setattr("alhambra.server.table.sweeper.SWEEP_SECONDS", 0.01 if sweeping else 1_000)
    rng = random.Random(1)
    async with (
        serving(file) as server,
        people(server, "Ana") as [ana],
        ana.plays(BOT) as page,
    ):
        for _ in range(3):
            while not page.legal:
                if not sweeping:
                    await page.send("ping")
                await page.read()
            await page.act(any_action(page.legal, rng))


async def test_a_table_unloaded_while_a_page_says_hello_is_loaded_again(
    server: Server, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ana.set_up(ME, BOT)
    store, live = server.tables.store, server.tables._live
    muted = store.chat.muted

    async def unloads_first(person: str) -> Any:
        live.pop(table["id"]).close()
        return await muted(person)

    monkeypatch.setattr(store.chat, "muted", unloads_first)
    async with ana.look_at(table) as page:
        await page.command("start")
