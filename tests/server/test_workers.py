"""Several workers: one address, any of them answers, and one that dies is replaced."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from alhambra.server.settings import KEY_VARIABLE
from event_loop import Loop
from server.helpers.live_server import Server
from server.helpers.players import BOT, Message, Person, people
from server.helpers.postgres import PostgresServer
from server.helpers.processes import line_of
from server.helpers.valkey import ValkeyServer

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc"),
]


Workers = tuple[asyncio.subprocess.Process, Server]


@asynccontextmanager
async def serving_workers(folder: Path, url: str, redis: str) -> AsyncIterator[Workers]:
    """``alhambra serve --workers 2``."""
    program = "from alhambra.cli import main; main()"
    options = f"--workers 2 --port 0 --data {folder} --database-url {url} --redis-url {redis}"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", program, "serve", *options.split()),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, KEY_VARIABLE: "a key for tests that is long enough"},
    )
    try:
        address = (await line_of(process)).strip().removeprefix("Alhambra is at http://")
        yield process, Server(address.rstrip("/"), None)  # type: ignore[arg-type]
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@pytest.fixture
def workers(loop: Loop, tmp_path: Path, postgres: PostgresServer, valkey: ValkeyServer) -> Workers:
    return loop.enter(serving_workers(tmp_path, postgres.new_database(), valkey.url))


def children(parent: int) -> list[int]:
    """The processes that this one has started and that serve."""
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [pid for pid in map(int, found) if "spawn_main" in command_of(pid)]


def command_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text()


async def metrics_say(person: Person, line: str) -> None:
    """Wait until any worker's metrics have a line that begins like this."""
    while line not in (await person.http.get("/metrics", headers={"connection": "close"})).text:
        await asyncio.sleep(0.1)


async def test_a_worker_that_dies_is_replaced_and_all_end_with_the_first(workers: Workers) -> None:
    process, server = workers
    first = children(process.pid)
    assert len(first) == 2
    async with people(server, "Ana") as [ana]:
        async with ana.plays(BOT) as page:
            await page.own_turn()
            table: Message = page.table
        await metrics_say(ana, "alhambra_workers 2.0")
        os.kill(first[0], signal.SIGKILL)
        await metrics_say(ana, "alhambra_workers 1.0")
        while len(now := children(process.pid)) < 2 or first[0] in now:
            await asyncio.sleep(0.1)
        async with ana.look_at(table["id"]) as page:
            await page.own_turn()
            assert (await page.act(page.first_take))["reason"] is None
        await metrics_say(ana, "alhambra_workers 2.0")
        await metrics_say(ana, 'alhambra_commands_total{answer="done"} ')
    process.send_signal(signal.SIGTERM)
    assert await process.wait() == 0
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{server.url}/healthz")


async def test_workers_do_not_outlive_their_parent(workers: Workers) -> None:
    process, _ = workers
    found = children(process.pid)
    process.kill()
    await process.wait()
    while any(Path(f"/proc/{pid}/exe").exists() for pid in found):
        await asyncio.sleep(0.1)
