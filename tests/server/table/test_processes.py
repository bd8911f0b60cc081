"""Two servers on one database: players of one table on different servers play together, one of the
servers runs the bots and clocks, and another takes over when it dies."""

import asyncio
import random
import signal
from contextlib import AsyncExitStack
from itertools import count, pairwise
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from alhambra.server.log.events import Step
from alhambra.server.log.fold import Fold
from alhambra.server.log.serialization import read_event
from alhambra.server.store.processes import Processes
from alhambra.server.store.store import News, Sitter, StoreFailed
from alhambra.server.table.leases import SWEEPER, SharedLeases
from server.helpers.apart import (
    ana_at_one_of_two,
    at,
    beside_a_process,
    play_together,
    playing_apart,
    two_servers,
)
from server.helpers.clocks import Hands
from server.helpers.databases import rows_at
from server.helpers.live_server import Server, eventually
from server.helpers.players import BOT, ME, OPEN, Page, Person, any_action, people
from server.helpers.postgres import PostgresServer
from server.helpers.valkey import ValkeyServer

pytestmark = pytest.mark.compiled_only


@pytest.mark.usefixtures("attentive")
async def test_players_on_different_servers_play_a_whole_game(postgres: PostgresServer) -> None:
    await play_a_whole_game(postgres.new_database(), None)


@pytest.mark.usefixtures("inattentive")
async def test_with_redis_nothing_has_to_be_asked_for(
    postgres: PostgresServer, valkey: ValkeyServer
) -> None:
    await play_a_whole_game(postgres.new_database(), valkey.url)


async def play_a_whole_game(url: str, redis: str | None) -> None:
    async with playing_apart(url, BOT, redis=redis) as (_, _, hers, his):
        assert await hers.refusal("say", text="good luck") is None
        await play_together([hers, his])
        assert hers.board == {**his.board, "seat": hers.board["seat"]}
        assert await hers.refusal("rematch") is None
        while not his.table["next"]:
            await his.read()
        for page in (hers, his):
            versions = [state["version"] for state in page.states]
            assert versions == sorted(versions)
            seen = {happening["type"] for state in page.states for happening in state["happenings"]}
            assert {"bought", "took"} & seen, "others' actions are shown as they happened"
            for before, state in pairwise(page.states):
                assert state["since"] <= before["version"], "nothing is left out"
        assert await his.refusal("say", text="well played") is None
        while lines_heard(hers) != (told := ["good luck", "well played"]):
            await hers.read()
        assert lines_heard(his) == told, "each line once"
    log = rows_at(url, "events")
    assert len({(row[0], row[1]) for row in log}) == len(log)


def lines_heard(page: Page) -> list[str]:
    heard = (message for message in page.heard.messages if message["type"] == "chat")
    return [line["text"] for message in heard for line in message["lines"]]


@pytest.mark.usefixtures("attentive")
async def test_servers_that_both_believe_they_run_a_table_play_nothing_twice(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SharedLeases, "has", lambda *_: True)
    url = postgres.new_database()
    await play_a_whole_game(url, None)
    events = [read_event(*row) for row in rows_at(url, "events")]  # type: ignore[arg-type]
    played = next(event.game for event in events if isinstance(event.event, Step))
    log = sorted((e for e in events if e.game == played), key=lambda event: event.version)
    assert [event.version for event in log] == list(range(1, len(log) + 1))
    assert Fold.of(log, ["Ana", "Bruno", "Carla"]).status == "over", "every action was legal"


@pytest.mark.usefixtures("attentive")
async def test_after_an_outage_others_are_followed_again(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing_apart(postgres.new_database()) as (one, other, hers, his):
        failures = count()

        async def fail(*_: Any) -> Any:
            next(failures)
            raise StoreFailed.of_reading()

        with monkeypatch.context() as away:
            for server in (one, other):
                away.setattr(server.tables.store, "heads", fail)
            await eventually(lambda: next(failures) > 40)
            for server in (one, other):
                assert not server.tables.supervisor.ill, "it asks as often as before"
        await play_together([hers, his], 12)


@pytest.mark.usefixtures("attentive")
async def test_who_is_there_is_announced_again_after_an_outage(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        two_servers(postgres.new_database(), None) as (one, other),
        people(one, "Ana") as [ana],
        people(other, "Bruno") as [bruno],
    ):
        table = await ana.set_up(ME, OPEN)

        async def fail(*_: Any) -> None:
            raise StoreFailed.of_writing()

        async with bruno.look_at(table) as his:
            with monkeypatch.context() as away:
                away.setattr(Processes, "set_presence", fail)
                looking = ana.look_at(table)
                await looking.__aenter__()
                await his.ping()
            while not his.table["seats"][0]["present"]:
                await his.read()
            await other.tables.store.processes.retire(one_process(one))
            while his.table["seats"][0]["present"]:
                await his.read()
            while not his.table["seats"][0]["present"]:
                await his.read()  # it has begun again as another process
            await looking.__aexit__(None, None, None)
            while his.table["seats"][0]["present"]:
                await his.read()


async def test_one_of_the_servers_wakes_games_by_their_deadline(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_servers(postgres.new_database(), None) as servers:
        asked: set[str] = set()
        for server in servers:

            async def noted(_: int, address: str = server.address) -> list[str]:
                asked.add(address)
                return []

            monkeypatch.setattr(server.tables.store, "due", noted)
        await eventually(lambda: any(each.tables.leases.has(SWEEPER) for each in servers))
        asked.clear()
        for server in servers:
            await server.tables.sweeper.sweep()
        assert len(asked) == 1


async def test_news_may_come_while_a_table_is_loaded_again(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ana_at_one_of_two(postgres.new_database()) as (_, other, ana):
        table = await ana.set_up(ME, BOT)
        async with ana.look_at(table) as hers, at(ana, other).look_at(table):
            tables, game = other.tables, table["id"]
            gone, read = tables._live[game], tables.store.sitters
            gone.gone = True  # as after a write that failed
            assert await hers.refusal("set_options", options={"undo": False}) is None
            head = (await tables.store.heads([game]))[game]

            heard: list[News] = []

            async def news_meanwhile(game: str) -> list[Sitter]:
                if tables._live[game] is not gone and not heard:
                    heard.append(News("log", game, head))
                    tables._follower.hear(heard[0])
                    await asyncio.sleep(0.2)
                return await read(game)

            monkeypatch.setattr(tables.store, "sitters", news_meanwhile)
            assert (await tables.find(game)).version == head
            assert heard


def one_process(server: Server) -> str:
    """The name of a server among those that share the database."""
    assert isinstance(server.tables.leases, SharedLeases)
    return server.tables.leases.process


CHAT: dict[str, Any] = {"chat_per_second": 0.001, "chat_at_once": 4}


async def test_servers_share_limits(postgres: PostgresServer, valkey: ValkeyServer) -> None:
    async with (
        two_servers(postgres.new_database(), valkey.url, **CHAT) as servers,
        people(servers[0], "Ana") as [ana],
        people(servers[0], "Bruno") as [bruno],
    ):
        table = await ana.set_up(ME, BOT)
        said = 0
        for server in 4 * servers:
            async with at(ana, server).look_at(table) as page:
                said += await page.refusal("say", text="hello") is None
            await share(*servers)
        assert 4 <= said <= 5, "what was said here last is not known there before the next line"
        async with at(bruno, servers[1]).look_at(table) as page:
            assert await page.refusal("say", text="hello") is None


async def test_without_redis_each_server_has_its_own_limits(postgres: PostgresServer) -> None:
    with ValkeyServer.running() as own:
        url = postgres.new_database()
        async with two_servers(url, own.url, **CHAT) as servers, people(servers[0], "Ana") as [ana]:
            own.kill()
            await eventually(lambda: not servers[0].tables.fanout.is_well)
            table = await ana.set_up(ME, BOT)
            for server in servers:
                async with at(ana, server).look_at(table) as page:
                    said = [await page.refusal("say", text="hello") for _ in range(5)]
                    assert said == [*[None] * 4, "too_fast"]
                assert not server.tables.supervisor.ill


async def share(*servers: Server) -> None:
    """Let the servers know now what the others have used."""
    for server in servers:
        assert server.tables.shared_rates
        await server.tables.shared_rates.share()


@pytest.mark.usefixtures("attentive")
async def test_spectators_of_all_servers_are_counted(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    async with ana_at_one_of_two(url, spectators_per_table=1) as (one, other, ana):
        table = await ana.set_up(ME, OPEN, public=True)
        async with Person(one, "").look_at(table), at(ana, other).look_at(table) as page:
            while not page.table["spectators"]:
                await page.read()
            assert await Person(other, "").refusal_to_enter(table["id"]) == "table_full"


@pytest.mark.usefixtures("inattentive")
async def test_whom_somebody_mutes_is_muted_at_all_servers(
    postgres: PostgresServer, valkey: ValkeyServer
) -> None:
    async with (
        two_servers(postgres.new_database(), valkey.url) as (one, other),
        people(one, "Ana", "Bruno") as [ana, bruno],
    ):
        table = await ana.set_up(ME, OPEN)
        async with (
            ana.look_at(table) as here,
            at(ana, other).look_at(table) as there,
            at(bruno, other).look_at(table) as his,
        ):
            assert await his.refusal("say", text="first") is None
            said = await here.until(lambda m: m["type"] == "chat" and m["lines"])
            line = said["lines"][0]["line"]
            assert await here.refusal("mute", line=line, muted=True) is None
            await eventually(lambda: any(page.muted for page in other.tables.pages))
            assert await his.refusal("say", text="second") is None
            assert await here.refusal("mute", line=line, muted=False) is None
            await eventually(lambda: not any(page.muted for page in other.tables.pages))
            assert await his.refusal("say", text="third") is None
            while "third" not in lines_heard(there):
                await there.read()
            assert lines_heard(there) == ["first", "third"]


@pytest.mark.usefixtures("inattentive")
async def test_a_forgotten_person_has_no_page_at_another_server(
    postgres: PostgresServer, valkey: ValkeyServer
) -> None:
    async with ana_at_one_of_two(postgres.new_database(), valkey.url) as (_, other, ana):
        table = await ana.set_up(ME, BOT)
        async with at(ana, other).look_at(table) as page:
            await ana.delete_data()
            with pytest.raises(ConnectionClosed):
                await page.until(lambda _: False)


@pytest.mark.usefixtures("attentive")
async def test_while_redis_is_away_play_goes_on(postgres: PostgresServer) -> None:
    with ValkeyServer.running() as own:
        async with playing_apart(postgres.new_database(), redis=own.url) as (one, _, hers, his):
            own.kill()
            await eventually(lambda: not one.tables.fanout.is_well)
            await play_together([hers, his], 12)
            own.start()
            await eventually(lambda: one.tables.fanout.is_well)


@pytest.mark.usefixtures("attentive")
async def test_when_a_process_dies_another_runs_its_bots_within_five_seconds(
    postgres: PostgresServer,
) -> None:
    """Ana plays on the process that is killed, which runs the table; Bruno on the other."""
    url = postgres.new_database()
    async with beside_a_process(url) as (process, there, here), AsyncExitStack() as stack:
        here.tables.time = hands = Hands()
        [ana] = await stack.enter_async_context(people(there, "Ana"))
        [bruno] = await stack.enter_async_context(people(here, "Bruno"))
        table = await ana.set_up(ME, OPEN, BOT, clock={"kind": "turn", "seconds": 3600})
        hers = await stack.enter_async_context(ana.look_at(table))
        assert hers.table["yours"]
        async with bruno.look_at(table) as his:
            assert await his.refusal("sit", seat=1) is None
            while not hers.table["seats"][1]["present"]:
                await hers.read()
        while hers.table["seats"][1]["present"]:
            await hers.read()
        assert await hers.refusal("start") is None
        while table["id"] not in {row[0] for row in rows_at(url, "leases")}:
            await asyncio.sleep(0.05)
        his = await stack.enter_async_context(bruno.look_at(table))
        assert not here.tables.leases.has(table["id"]), "the other process runs it"
        await process.end(signal.SIGKILL)
        died = asyncio.get_running_loop().time()
        await eventually(lambda: here.tables.leases.has(table["id"]))
        assert asyncio.get_running_loop().time() - died < 5
        hers = await stack.enter_async_context(at(ana, here).look_at(table))
        async with asyncio.TaskGroup() as tasks:
            for seed, page in enumerate((hers, his)):
                tasks.create_task(play_until_bot_has(page, random.Random(seed)))
        hands.passed = 3_600_000
        live = await here.tables.find(table["id"])
        live.timer.set()
        while not any(seat["replaced"] for seat in his.table["seats"]):
            await his.read()


async def play_until_bot_has(page: Page, rng: random.Random) -> None:
    """Play until the bot, which has the third seat, has had a turn."""
    while page.board["seat"] != 2:
        if page.legal:
            await page.act(any_action(page.legal, rng))
        else:
            await page.read()
    while page.board["seat"] == 2:
        await page.read()
