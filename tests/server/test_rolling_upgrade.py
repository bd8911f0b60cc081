"""A rolling upgrade: the last release and this one serve the same tables."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from alhambra.server.log.fold import Fold
from alhambra.server.log.serialization import read_event
from alhambra.server.protocol.to_page import PROTOCOL
from alhambra.server.store.migrations import known_revisions
from server.helpers.apart import at, play_together, sit_and_begin
from server.helpers.databases import rows_at
from server.helpers.last_release import serving_last_release
from server.helpers.live_server import serving
from server.helpers.players import BOT, ME, OPEN, Page, Person, people
from server.helpers.postgres import PostgresServer
from server.helpers.valkey import ValkeyServer

pytestmark = pytest.mark.compiled_only


async def test_games_go_on_while_servers_are_replaced(
    tmp_path: Path, postgres: PostgresServer, valkey: ValkeyServer
) -> None:
    url = postgres.new_database()
    async with AsyncExitStack() as stack, AsyncExitStack() as upgrading:
        old = await upgrading.enter_async_context(serving_last_release(tmp_path, url, valkey.url))
        [ana, bruno] = await stack.enter_async_context(people(old, "Ana", "Bruno"))
        before: int = (await ana.http.get("/api/about")).json()["protocol"]
        hers, his = await begin(upgrading, ana, bruno, before, before)
        await play_together([hers, his], 5)
        schema = rows_at(url, "alembic_version")

        new = await stack.enter_async_context(
            serving(Path(), database_url=url, redis_url=valkey.url)
        )
        assert rows_at(url, "alembic_version") == [(known_revisions()[0],)] != schema
        await play_together([hers, his], 5)  # the old server does not mind
        there = at(bruno, new)
        stack.push_async_callback(there.http.aclose)
        his = await stack.enter_async_context(there.look_at(hers.game))
        await play_together([hers, his], 10)
        assert await his.refusal("say", text="I am at the new server") is None
        await hers.until(lambda message: message["type"] == "chat" and message["lines"])

        # A table of the new server, with a guest at the old one.
        mine, yours = await begin(upgrading, there, ana, PROTOCOL, before)
        await play_together([mine, yours], 10)

        await upgrading.aclose()
        hers = await stack.enter_async_context(at(ana, new).look_at(hers.game, protocol=before))
        await play_together([hers, his])  # her page is still the old one
        assert hers.board == {**his.board, "seat": hers.board["seat"]}
    check_logs(url)


async def begin(
    stack: AsyncExitStack, host: Person, guest: Person, *protocols: int
) -> tuple[Page, Page]:
    """Pages that speak these protocols, at a table with a bot, where the game has begun."""
    table = await host.set_up(ME, OPEN, BOT)
    hosts, guests = [
        await stack.enter_async_context(person.look_at(table, protocol=protocol))
        for person, protocol in zip((host, guest), protocols, strict=True)
    ]
    await sit_and_begin(hosts, guests)
    return hosts, guests


def check_logs(url: str) -> None:
    """The log of each game has every version once, and can be replayed."""
    logs: dict[Any, list[Any]] = {}
    for row in sorted(rows_at(url, "events"), key=lambda row: str(row[0]) + f"{row[1]:9}"):
        logs.setdefault(row[0], []).append(read_event(*row))  # type: ignore[arg-type]
    ended = [Fold.of(log, ["Ana", "Bruno", "Carla"]).status for log in logs.values()]
    assert sorted(ended) == ["over", "playing"]
