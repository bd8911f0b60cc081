"""Players of one table who are connected to different servers with one database."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from server.helpers.live_server import GENEROUS, Server, eventually, serving
from server.helpers.players import ME, OPEN, Message, Page, Person, any_action, people
from server.helpers.processes import ServerProcess


@asynccontextmanager
async def two_servers(
    url: str, redis: str | None, **amounts: Any
) -> AsyncIterator[tuple[Server, Server]]:
    limits = replace(GENEROUS, **amounts)
    shared: dict[str, Any] = {"database_url": url, "redis_url": redis, "limits": limits}
    async with serving(Path(), **shared) as one, serving(Path(), **shared) as other:
        if redis:
            await eventually(lambda: one.tables.fanout.is_well and other.tables.fanout.is_well)
        yield one, other


@asynccontextmanager
async def ana_at_one_of_two(
    url: str, redis: str | None = None, **amounts: Any
) -> AsyncIterator[tuple[Server, Server, Person]]:
    async with two_servers(url, redis, **amounts) as (one, other), people(one, "Ana") as [ana]:
        yield one, other, ana


@asynccontextmanager
async def beside_a_process(url: str) -> AsyncIterator[tuple[ServerProcess, Server, Server]]:
    """A server in a process of its own, which may be killed, and one here."""
    process = ServerProcess(Path(), database_url=url)
    await process.start()
    there = Server(f"127.0.0.1:{process.port}", None)  # type: ignore[arg-type]
    async with serving(Path(), database_url=url) as here:
        yield process, there, here


def at(person: Person, server: Server) -> Person:
    """The same person, whose browser reaches another server."""
    there = Person(server, person.name)
    there.http.cookies.update(person.http.cookies)
    there.salts = person.salts
    return there


@asynccontextmanager
async def playing_apart(
    url: str, *bots: Message, redis: str | None = None, **options: Any
) -> AsyncIterator[tuple[Server, Server, Page, Page]]:
    """Ana on one server and Bruno on another sit at one table, with bots, and have begun."""
    async with AsyncExitStack() as stack:
        one, other = await stack.enter_async_context(two_servers(url, redis))
        [ana] = await stack.enter_async_context(people(one, "Ana"))
        [bruno] = await stack.enter_async_context(people(other, "Bruno"))
        table = await ana.set_up(ME, OPEN, *bots, **options)
        hers = await stack.enter_async_context(ana.look_at(table))
        his = await stack.enter_async_context(bruno.look_at(table))
        await sit_and_begin(hers, his)
        yield one, other, hers, his


async def sit_and_begin(host: Page, guest: Page) -> None:
    """Let the guest sit on the second seat, and deal, each fairly from their own page."""
    assert await guest.refusal("sit", seat=1) is None
    while not host.table["seats"][1]["present"]:
        await host.read()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(host.command("start"))
        tasks.create_task(until_dealt(guest))


async def until_dealt(page: Page) -> None:
    while not page.states:
        await page.read()


async def play_together(pages: Sequence[Page], plies: float = float("inf")) -> None:
    """Play so many plies, or to the end; the pages may act at the same moment."""
    goal = max(page.board["ply"] for page in pages) + plies
    async with asyncio.TaskGroup() as tasks:
        for seed, page in enumerate(pages):
            tasks.create_task(_play(page, random.Random(seed), goal))


async def _play(page: Page, rng: random.Random, goal: float) -> None:
    while page.board["phase"] != "over" and page.board["ply"] < goal:
        if page.legal:
            reason = (await page.act(any_action(page.legal, rng)))["reason"]
            assert reason is None or reason["code"] == "table_moved_on"
        else:
            await page.read()
