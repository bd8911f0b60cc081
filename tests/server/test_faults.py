"""Two servers on one database, and faults in the manner of Jepsen: whatever fails, nothing that was
acknowledged is lost or done twice, and play goes on."""

import asyncio
import os
import random
import sys
from itertools import cycle
from pathlib import Path

import pytest

from server.helpers.cluster import Cluster, running_cluster
from server.helpers.databases import rows_at
from server.helpers.history import History, check, check_alive, set_up

pytestmark = pytest.mark.compiled_only

FAULTS = int(os.environ.get("ALHAMBRA_FAULTS", "4"))
SEED = int(os.environ.get("ALHAMBRA_SEED", random.randrange(10**6)))
TABLES = 3
PAUSE = 0.1  # seconds between the actions of a player, so that other tests have a processor too
WITHIN = float(os.environ.get("ALHAMBRA_WITHIN", "20"))
"""Seconds until play goes on. Five are promised, on a machine that does nothing else."""


@pytest.mark.skipif(sys.platform == "win32", reason="stops processes by signals")
@pytest.mark.seconds(120 + 60 * FAULTS)
async def test_whatever_fails_nothing_is_lost_and_play_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng, history = random.Random(SEED), History()
    async with running_cluster(tmp_path) as cluster:
        players = await set_up(cluster.servers, history, TABLES, PAUSE)
        kinds = list(cluster.faults)
        rng.shuffle(kinds)
        for number, kind in zip(range(FAULTS), cycle(kinds), strict=False):
            await asyncio.sleep(rng.uniform(0.2, 1))
            seconds = await suffer(cluster, kind, history, players, rng)
            with capsys.disabled():
                print(f"{number + 1}/{FAULTS} {kind}: {seconds:.1f} s (seed {SEED})", flush=True)
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        check(history, rows_at(cluster.url, "events"), rows_at(cluster.url, "chat"))
    assert history.acknowledged > 10 * FAULTS
    assert any(line.is_acknowledged for line in history.lines.values())


async def suffer(
    cluster: Cluster,
    kind: str,
    history: History,
    players: list[asyncio.Task[None]],
    rng: random.Random,
) -> float:
    """Let something fail, and wait until persons and bots have acted at each table since. Returns
    how many seconds that took."""
    loop = asyncio.get_running_loop()
    async with asyncio.TaskGroup() as failing:
        cluster.has_begun.clear()
        failing.create_task(cluster.faults[kind](rng))
        await cluster.has_begun.wait()
        began = loop.time()
        waiting = {host: await cluster.steps(games) for host, games in history.tables.items()}
        while waiting:
            assert loop.time() - began < WITHIN, f"{kind}: play does not go on"
            check_alive(players)
            await asyncio.sleep(0.05)
            for host, before in list(waiting.items()):
                if (await cluster.steps(history.tables[host])).is_beyond(before):
                    del waiting[host]
        return loop.time() - began
