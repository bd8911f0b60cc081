"""Killed at random moments under load and started again: no acknowledged action is lost, none
is done twice, and bots go on."""

import asyncio
import itertools
import os
import random
import signal
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from alhambra.server.log.events import Step
from alhambra.server.log.fold import Fold
from alhambra.server.log.serialization import read_event
from server.helpers.live_server import Server
from server.helpers.players import BOT, ME, OPEN, Message, Page, Person, any_action
from server.helpers.processes import ServerProcess

pytestmark = pytest.mark.compiled_only

KILLS = int(os.environ.get("ALHAMBRA_KILLS", "4"))
TABLES = 5
LOST = (OSError, WebSocketException, httpx.HTTPError, EOFError)


@dataclass
class Ledger:
    """What the server has acknowledged: the command's id, with game, version and action."""

    acknowledged: dict[str, tuple[str, int, str]] = field(default_factory=dict)
    refused: int = 0


async def play(person: Person, table: str, ledger: Ledger, rng: random.Random) -> None:
    """Play on whatever happens: connect again, send again what was not answered, and when the
    game is over, play the next."""
    unanswered: Message | None = None
    numbers = itertools.count(1)
    while True:
        try:
            async with person.look_at(table) as page:
                if unanswered:
                    await send(page, unanswered, table, ledger)
                    unanswered = None
                if page.table["status"] == "open" and page.table["yours"]:
                    await page.command("start")
                while not page.states or page.board["phase"] != "over":
                    if not page.states or not page.legal:
                        await page.read()
                        continue
                    unanswered = {
                        "id": f"{person.name}-{next(numbers)}",
                        "base": page.state["version"],
                        "seat": page.board["seat"],
                        "action": any_action(page.legal, rng),
                        "confirm": True,
                    }
                    await send(page, unanswered, table, ledger)
                    unanswered = None
                while not page.table["next"]:
                    await page.command("rematch")
                table = page.table["next"]
        except LOST:
            await asyncio.sleep(0.05)


async def send(page: Page, command: Message, table: str, ledger: Ledger) -> None:
    answer = await page.command("act", **command)
    if answer["reason"]:
        assert answer["reason"]["code"] in ("table_moved_on", "not_saved", "game_over"), answer
        ledger.refused += 1
    else:
        ledger.acknowledged[command["id"]] = (table, answer["version"], command["action"])


async def set_up(server: Server, ledger: Ledger) -> list[asyncio.Task[None]]:
    """Some tables, each with two persons and a bot, all of whom begin to play."""
    tasks = []
    for n in range(TABLES):
        host = await Person(server, f"host{n}").arrive()
        guest = await Person(server, f"guest{n}").arrive()
        table = await host.set_up(ME, OPEN, BOT)
        async with host.look_at(table) as page, guest.look_at(table) as other:
            await other.command("sit", seat=1)
            assert await page.refusal("start") is None
        rng = random.Random(n)
        for person in (host, guest):
            await person.http.aclose()  # its cookies stay
            tasks.append(asyncio.create_task(play(person, table["id"], ledger, rng)))
    return tasks


def logs(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    """The log of every game, as it lies on disk."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    with closing(sqlite3.connect(file)) as connection:
        for row in connection.execute("SELECT * FROM events ORDER BY game, version"):
            found.setdefault(row[0], []).append(row)
    return found


@pytest.mark.seconds(60 + 40 * KILLS)
async def test_nothing_acknowledged_is_lost_and_nothing_done_twice(file: Path) -> None:
    ledger = Ledger()
    rng = random.Random()
    process = ServerProcess(file)
    await process.start()
    server = Server(f"127.0.0.1:{process.port}", None)  # type: ignore[arg-type]
    tasks = await set_up(server, ledger)
    for _ in range(KILLS):
        await asyncio.sleep(rng.uniform(0.1, 0.9))
        assert await process.end(signal.SIGKILL) == -signal.SIGKILL
        await process.start()
    before = len(ledger.acknowledged)
    steps = {game: bot_steps(log) for game, log in logs(file).items()}
    async with asyncio.timeout(30):
        while len(ledger.acknowledged) < before + 20:
            await asyncio.sleep(0.1)
            check_alive(tasks)
    went_on = {game for game, log in logs(file).items() if bot_steps(log) > steps.get(game, 0)}
    assert went_on, "bots go on"
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert await process.end(signal.SIGTERM) in (0, -signal.SIGTERM), "it ends in good order"
    check(file, ledger)


def check_alive(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.done():
            task.result()


def bot_steps(log: list[tuple[Any, ...]]) -> int:
    return sum(row[2] == "step" and row[5] is None for row in log)


def check(file: Path, ledger: Ledger) -> None:
    games = logs(file)
    assert len(ledger.acknowledged) > 20
    ids: set[tuple[str, str]] = set()
    for game, log in games.items():
        assert [row[1] for row in log] == list(range(1, len(log) + 1)), "no version is missing"
        events = [read_event(*row) for row in log]
        fold = Fold.of(events, ["Ana", "Bruno", "Carla"])
        assert fold.version == len(log)
        for event in events:
            if event.client_id and event.person:
                assert (event.person, event.client_id) not in ids, "nothing is done twice"
                ids.add((event.person, event.client_id))
        by_version = {event.version: event for event in events}
        for client_id, (table, version, action) in ledger.acknowledged.items():
            if table == game:
                event = by_version[version]
                assert event.client_id == client_id, "what was acknowledged is there"
                assert event.event == Step(action, confirm=True)
