"""Killed at random moments under load and started again: no acknowledged action is lost, none
is done twice, and bots go on."""

import asyncio
import os
import random
import signal
from pathlib import Path

import pytest

from server.helpers.databases import rows
from server.helpers.history import History, check, check_alive, set_up
from server.helpers.live_server import Server
from server.helpers.processes import ServerProcess

pytestmark = pytest.mark.compiled_only

KILLS = int(os.environ.get("ALHAMBRA_KILLS", "4"))
TABLES = 5


def bot_steps(file: Path) -> int:
    return sum(row[2] == "step" and row[5] is None for row in rows(file, "events"))


@pytest.mark.seconds(60 + 40 * KILLS)
async def test_nothing_acknowledged_is_lost_and_nothing_done_twice(file: Path) -> None:
    history, rng = History(), random.Random()
    process = ServerProcess(file)
    await process.start()
    server = Server(f"127.0.0.1:{process.port}", None)  # type: ignore[arg-type]
    players = await set_up([server], history, TABLES)
    for _ in range(KILLS):
        await asyncio.sleep(rng.uniform(0.1, 0.9))
        assert await process.end(signal.SIGKILL) == -signal.SIGKILL
        await process.start()
    before, bots_before = history.acknowledged, bot_steps(file)
    async with asyncio.timeout(30):
        while history.acknowledged < before + 20 or bot_steps(file) == bots_before:
            await asyncio.sleep(0.1)
            check_alive(players)
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    assert await process.end(signal.SIGTERM) in (0, -signal.SIGTERM), "it ends in good order"
    assert history.acknowledged > 20
    check(history, rows(file, "events"), rows(file, "chat"))
