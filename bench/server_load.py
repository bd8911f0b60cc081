"""How much the server does: ``python bench/server_load.py [--seconds N] [--tables N]``.

On this machine alone, over loopback. A bare FastAPI websocket that sends JSON back is measured
in the same run, since the machine may be busy; the server is compared with it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import secrets
import signal
import subprocess
import sys
import tempfile
import time
import tracemalloc
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

ECHO = """
import json, sys, uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
app = FastAPI()
@app.websocket("/api/live")
async def echo(socket: WebSocket):
    await socket.accept()
    try:
        while True:
            await socket.send_text(json.dumps(json.loads(await socket.receive_text())))
    except WebSocketDisconnect:
        pass
@app.get("/healthz")
async def healthz():
    return {}
uvicorn.run(app, port=int(sys.argv[1]), log_level="warning", ws="websockets-sansio",
            ws_per_message_deflate=False)
"""
SERVER = """
import sys
from alhambra.server.running import run
from alhambra.server.settings import Limits, Settings
rates = Limits(1e9, 10**9, 1e9, 10**9, 1e9, 10**9)
settings = Settings("sqlite+aiosqlite:///" + sys.argv[2], b"bench", limits=rates)
run(settings, "127.0.0.1", int(sys.argv[1]), log_level="WARNING")
"""
ACTION_MESSAGE = json.dumps(
    {"type": "act", "id": "a1b2c3d4-17", "base": 117, "seat": 1, "action": "buy G8nw b3 b5"}
)
PERSONS = ("Ana", "Bruno", "Carla")


@contextmanager
def process(code: str, *arguments: str) -> Iterator[tuple[int, int]]:
    """A server in a process of its own: its port and its number."""
    port = random.randint(20_000, 60_000)
    started = subprocess.Popen([sys.executable, "-c", code, str(port), *arguments])  # noqa: S603
    try:
        for _ in range(200):
            time.sleep(0.1)
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz")
                break
            except OSError:
                continue
        yield port, started.pid
    finally:
        started.send_signal(signal.SIGTERM)
        started.wait()


def cpu_seconds(number: int) -> float:
    """What a process has used of the processor so far, where the system tells."""
    try:
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# The bare echo


async def echo_rate(port: int, connections: int, seconds: float) -> float:
    """Messages a second that come back."""
    count = 0
    until = time.perf_counter() + seconds

    async def talk() -> None:
        nonlocal count
        async with open_socket(port, "") as socket:
            while time.perf_counter() < until:
                await socket.send(ACTION_MESSAGE)
                await socket.recv()
                count += 1

    await asyncio.gather(*(talk() for _ in range(connections)))
    return count / seconds


def open_socket(port: int, cookie: str) -> connect:
    """A socket as a page has it."""
    headers = {"cookie": cookie}
    url = f"ws://127.0.0.1:{port}/api/live"
    return connect(
        url, additional_headers=headers, compression=None, proxy=None, ping_interval=None
    )


# Games


@dataclass
class Driver:
    """Plays at many tables at once."""

    port: int
    done: int = 0
    refused: int = 0
    times: list[float] = field(default_factory=list)
    cookies: list[str] = field(default_factory=list)

    def post(self, path: str, body: object, cookie: str = "") -> tuple[Any, str]:
        """The answer, and the cookie that came with it."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            json.dumps(body).encode(),
            {"content-type": "application/json", "cookie": cookie},
        )
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            return json.load(answer), (answer.headers["set-cookie"] or "").partition(";")[0]

    def arrive(self) -> None:
        """Say who is there."""
        self.cookies = [self.post("/api/me", {"name": name})[1] for name in PERSONS]

    def new_table(self, *seats: dict[str, str], **options: object) -> Any:
        """A table of the first person's."""
        body = {"seats": [{"kind": "me"}, *seats], "options": options}
        return self.post("/api/tables", body, self.cookies[0])[0]

    async def enter(self, table: Any, person: int) -> ClientConnection:
        """A person's page at a table."""
        socket = await open_socket(self.port, self.cookies[person])
        hello = {"type": "hello", "protocol": 1, "table": table["id"], "invite": table["invite"]}
        await socket.send(json.dumps({**hello, "salt": secrets.token_hex(16)}))
        return socket

    async def three(self) -> list[ClientConnection]:
        """The pages of three persons at a new table, ready to start."""
        table = await asyncio.to_thread(self.new_table, {"kind": "open"}, {"kind": "open"})
        sockets = [await self.enter(table, person) for person in range(3)]
        for seat in (1, 2):
            await sockets[seat].send(json.dumps({"type": "sit", "id": "s", "seat": seat}))
            while '"id":"s"' not in str(await sockets[seat].recv()):
                pass
        return sockets

    async def keep_playing(self, sockets: list[ClientConnection], until: float) -> None:
        """Play at this table, and when the game is over at another."""
        while True:
            await sockets[0].send(json.dumps({"type": "start", "id": "go"}))
            players = [self.play(socket, seat, until) for seat, socket in enumerate(sockets)]
            await asyncio.gather(*players)
            for socket in sockets:
                await socket.close()
            if time.perf_counter() >= until:
                return
            sockets = await self.three()

    async def play(self, socket: ClientConnection, seat: int, until: float) -> None:
        """Act whenever there is something to do."""
        rng, number = random.Random(seat), 0
        while time.perf_counter() < until:
            try:
                async with asyncio.timeout(max(0.01, until - time.perf_counter())):
                    frame = str(await socket.recv())
            except TimeoutError:
                return
            if '"type":"answer"' in frame:
                self.done += '"reason":null' in frame
            if '"phase":"over"' in frame:
                return
            if '"legal":{' in frame:
                number += 1
                await socket.send(action_for(frame, f"p{number}", rng))

    # Many tables, few of them busy

    async def one_page(self, table: Any) -> tuple[ClientConnection, str]:
        """A table around one screen, started; its state as text."""
        socket = await self.enter(table, 0)
        await socket.send(json.dumps({"type": "start", "id": "go"}))
        while True:
            frame = str(await socket.recv())
            if '"legal":{' in frame:
                return socket, frame

    async def act_and_wait(self, pages: list[tuple[ClientConnection, str]], n: int) -> None:
        """Act at one of the tables, and measure how long the answer takes."""
        socket, frame = pages[n]
        started = time.perf_counter()
        await socket.send(action_for(frame, secrets.token_hex(4), random.Random(n)))
        state = frame
        answered = False
        while not answered:
            frame = str(await socket.recv())
            answered = '"type":"answer"' in frame
            state = frame if '"legal":{' in frame else state
        self.times.append(time.perf_counter() - started)
        self.done += 1
        pages[n] = (socket, state)


def action_for(frame: str, number: str, rng: random.Random) -> str:
    """Any of the actions that a frame offers."""
    state = next(m for m in reversed(json.loads(frame)) if m["type"] == "state")
    legal = state["own"]["legal"]
    actions = [f"take {' '.join(cards)}" for cards in legal["takes"]]
    for purchase in legal["purchases"]:
        payment = purchase["payments"][0]["cards"]
        actions = [f"buy {purchase['tile']} {' '.join(payment)}"]
    for entry in legal["placements"]:
        cells = [f"place {entry['tile']} {x},{y}" for x, y in entry["cells"]]
        actions = cells or [f"reserve {entry['tile']}"]
    return json.dumps(
        {
            "type": "act",
            "id": number,
            "base": state["version"],
            "seat": state["board"]["seat"],
            "action": rng.choice(actions or ["pass"]),
            "confirm": True,
        }
    )


async def action_rate(port: int, number: int, tables: int, seconds: float) -> tuple[float, float]:
    """Committed actions a second, games of three over websockets, and the processor's seconds
    for each."""
    driver = Driver(port)
    driver.arrive()
    laid = [await driver.three() for _ in range(tables)]
    started, used = time.perf_counter(), cpu_seconds(number)
    until = started + seconds
    await asyncio.gather(*(driver.keep_playing(sockets, until) for sockets in laid))
    passed = time.perf_counter() - started
    return driver.done / passed, (cpu_seconds(number) - used) / driver.done


async def latencies(
    port: int, tables: int, rate: float, seconds: float
) -> tuple[float, list[float]]:
    """With many tables open, actions at a steady rate: the rate kept, and how long each took."""
    driver = Driver(port)
    driver.arrive()
    guests = [{"kind": "guest", "name": name} for name in PERSONS[1:]]
    pages = [
        await driver.one_page(driver.new_table(*guests, open_hands=True)) for _ in range(tables)
    ]
    tasks = set()
    started, sent = time.perf_counter(), 0
    busy: set[int] = set()
    while (now := time.perf_counter() - started) < seconds:
        while sent < now * rate:
            n = sent % tables
            sent += 1
            if n not in busy:
                busy.add(n)
                tasks.add(asyncio.create_task(one_action(driver, pages, n, busy)))
        await asyncio.sleep(0.001)
    await asyncio.gather(*tasks)
    kept = driver.done / (time.perf_counter() - started)
    for socket, _ in pages:
        await socket.close()
    return kept, driver.times


async def one_action(
    driver: Driver, pages: list[tuple[ClientConnection, str]], n: int, busy: set[int]
) -> None:
    """Act at a table that is not busy, and let it be free again."""
    await driver.act_and_wait(pages, n)
    busy.discard(n)


def table_size(games: int = 200) -> float:
    """Bytes of an open table in mid-game, without connections."""
    from alhambra.game import Game
    from alhambra.server.fold import Fold
    from alhambra.server.seating import Seat
    from alhambra.server.store import Event

    folds = []

    def fold(seed: int) -> Fold:
        made = Fold(f"table-{seed}", list(PERSONS), status="playing", version=1)
        made.seats = [Seat("person", name, None, "bird") for name in PERSONS]
        made.game = Game.new(list(PERSONS), seed=seed)
        rng = random.Random(seed)
        while made.playing.ply < 80 and not made.playing.is_over:
            action = rng.choice(made.playing.legal_actions)
            data = {"action": str(action), "confirm": True}
            event = Event(made.id, made.version + 1, "step", data, 0, "Ana", f"id-{made.version}")
            made.dealer = made.dealer or _dealer()
            made.apply(event)
        return made

    fold(0)
    tracemalloc.start()
    folds = [fold(seed) for seed in range(1, games + 1)]
    size = tracemalloc.get_traced_memory()[0] / games
    tracemalloc.stop()
    assert len(folds) == games
    return size


def _dealer() -> Any:
    from alhambra.fairness import FairDealer

    return FairDealer(bytes(32))


def row(what: str, measured: str, wanted: str) -> None:
    """A line of the table."""
    print(f"| {what} | {measured} | {wanted} |", flush=True)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--open", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=500)
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {time.strftime('%Y-%m-%d')}\n")
    print("| what | measured | wanted |\n|---|---|---|")
    with process(ECHO) as (port, number):
        used = cpu_seconds(number)
        echo = asyncio.run(echo_rate(port, 64, options.seconds / 2))
        echo_cpu = (cpu_seconds(number) - used) / (echo * options.seconds / 2)
    row("bare JSON websocket echo, 64 connections", f"{echo:,.0f}/s", "")
    with tempfile.TemporaryDirectory() as folder:
        with process(SERVER, str(Path(folder) / "rate.sqlite")) as (port, number):
            playing = action_rate(port, number, options.tables, options.seconds)
            rate, action_cpu = asyncio.run(playing)
        wanted = min(1500, 0.15 * echo)
        what = f"committed actions, {options.tables} games of three"
        row(what, f"{rate:,.0f}/s ({rate / echo:.2f} of echo)", f"≥ {wanted:,.0f}/s")
        cpu = f"{echo_cpu * 1e6:.0f} µs, {action_cpu * 1e6:.0f} µs"
        ratio = f"{echo_cpu / action_cpu:.2f}" if action_cpu else "?"
        row("processor time of the server for an echo, for an action", f"{cpu} ({ratio})", "")
        with process(SERVER, str(Path(folder) / "open.sqlite")) as (port, _):
            coroutine = latencies(port, options.open, options.rate, options.seconds)
            kept, times = asyncio.run(coroutine)
    share = sum(seconds <= 0.05 for seconds in times) / len(times)
    cuts = quantiles(times, n=100)
    what = f"{options.open:,} tables open, {kept:,.0f} actions/s, answered within 50 ms"
    spread = f"median {cuts[49] * 1000:.1f} ms, 99 % within {cuts[98] * 1000:.0f} ms"
    row(what, f"{share:.1%} ({spread})", "≥ 99 %")
    row("an open, idle table, without connections", f"{table_size() / 1000:.1f} kB", "< 60 kB")


if __name__ == "__main__":
    main()
