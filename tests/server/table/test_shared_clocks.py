"""Clocks of turns at servers that share a database: each knows how long a turn has lasted."""

import asyncio
import signal
from typing import Any

import pytest

from server.helpers.apart import at, beside_a_process, playing_apart, two_servers
from server.helpers.clocks import Hands
from server.helpers.databases import rows_at
from server.helpers.players import GUEST, Message, people
from server.helpers.postgres import PostgresServer

pytestmark = pytest.mark.compiled_only

HOUR: Message = {"kind": "turn", "seconds": 3600}


async def test_a_server_that_loads_a_table_knows_how_long_the_turn_has_lasted(
    postgres: PostgresServer,
) -> None:
    async with two_servers(postgres.new_database(), None) as (one, other):
        one.tables.time = other.tables.time = hands = Hands()
        async with people(one, "Ana") as [ana], ana.plays(GUEST, clock=HOUR) as page:
            hands.passed += 50_000
            async with at(ana, other).look_at(page.table["id"]) as there:
                assert abs(there.state["deadline"] - page.state["deadline"]) < 5_000
                assert there.table["seats"][0]["present"]


@pytest.mark.usefixtures("attentive")
async def test_a_turn_that_a_server_learns_of_late_has_already_lasted(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new_database()
    async with playing_apart(url, clock=HOUR) as (one, other, hers, his):
        acting, waiting = (hers, his) if hers.legal else (his, hers)

        async def nothing_new(*_: Any) -> dict[str, int]:
            return {}

        with monkeypatch.context() as late:
            for server in (one, other):
                late.setattr(server.tables.store, "heads", nothing_new)
            await acting.act(acting.first_take)
            begin_earlier(postgres, url, 50_000)
        await waiting.own_turn()
        earlier = acting.state["deadline"] - waiting.state["deadline"]
        assert 49_000 < earlier < 51_000


async def test_a_turn_has_lasted_while_the_server_lived_that_has_died(
    postgres: PostgresServer,
) -> None:
    url = postgres.new_database()
    async with beside_a_process(url) as (process, there, here), people(there, "Ana") as [ana]:
        async with ana.plays(GUEST, clock=HOUR) as page:
            while not rows_at(url, "presence"):
                await asyncio.sleep(0.02)
            await process.end(signal.SIGKILL)
            begin_earlier(postgres, url, 1_000_000)
        die_earlier(postgres, url, 300_000)
        async with at(ana, here).look_at(page.table["id"]) as page:
            left = page.state["deadline"] - here.tables.time.page_ms()
            assert 2_800_000 < left < 2_905_000, "the time after its death does not count"


def begin_earlier(postgres: PostgresServer, url: str, milliseconds: int) -> None:
    """As if all that was done had been done earlier."""
    postgres.execute(url.rpartition("/")[2], f"UPDATE events SET at = at - {milliseconds}")


def die_earlier(postgres: PostgresServer, url: str, milliseconds: int) -> None:
    """As if the processes with pages had been last alive earlier."""
    with_pages = "WHERE id IN (SELECT process FROM presence)"
    earlier = f"UPDATE processes SET until = until - {milliseconds} {with_pages}"
    postgres.execute(url.rpartition("/")[2], earlier)
