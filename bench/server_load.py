"""How much the server does: ``python bench/server_load.py [--seconds N] [--tables N]``.

On this machine alone, over loopback, each server in a process of its own and all its pages in
this one. The bare FastAPI websocket that sends JSON back is measured in the same run, since the
machine may be busy; the server is compared with it. To be fair to both:

- One client talks to both: a few lines of asyncio that read frames and nothing more. It parses
  JSON only until the cards are dealt; then a player finds the next action in the state with
  regular expressions. So what is measured is the servers, not their callers.
- Both run under the same uvicorn settings with as many messages under way: one for each
  connection of the echo, one for each game. They take turns, ``--rounds`` times; the median of
  the rounds' ratios counts.
- Games are played to their end, purchases and scorings included; then the same players have a
  rematch. An action counts once it has been answered as committed.
- Answers are timed from when the action was due, not from when it was sent, so that a stall is
  not left out of the count.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import re
import resource
import secrets
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from alhambra.fairness import salt_hash
from alhambra.server.protocol.to_page import PROTOCOL

ECHO = """
import sys, uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
app = FastAPI()
@app.websocket("/api/live")
async def echo(socket: WebSocket):
    await socket.accept()
    try:
        while True:
            await socket.send_json(await socket.receive_json())
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
from alhambra.server.run import run
from alhambra.server.limits.amounts import Limits
from alhambra.server.settings import Settings
url = "sqlite:///" + sys.argv[2]
settings = Settings(url, b"bench", limits=Limits.unlimited())
run(settings, "127.0.0.1", int(sys.argv[1]), log_level="WARNING")
"""
ECHOED = json.dumps(
    {"type": "act", "id": "a1b2c3d4-17", "base": 117, "seat": 1, "action": "buy G8nw b3 b5"}
)
PERSONS = ("Ana", "Bruno", "Carla")
TOGETHER = 50
"""Tables that are laid at the same time."""
WITHIN = 0.05
"""Seconds in which an action should be answered."""


@dataclass
class Process:
    """A server that is being measured."""

    port: int
    number: int

    def cpu(self) -> float:
        """Seconds of processor time used so far, where the system tells."""
        try:
            status = Path(f"/proc/{self.number}/stat").read_text(encoding="utf-8")
            fields = status.rpartition(")")[2].split()
        except OSError:
            return 0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ask(self, method: str, path: str, body: object = None, cookie: str = "") -> tuple[Any, str]:
        """The answer to a request, and the cookie that came with it."""
        connection = HTTPConnection("127.0.0.1", self.port)
        headers = {"content-type": "application/json", "cookie": cookie}
        connection.request(method, path, json.dumps(body), headers)
        answer = connection.getresponse()
        found = json.load(answer), (answer.getheader("set-cookie") or "").partition(";")[0]
        connection.close()
        return found


@contextmanager
def process(code: str, *arguments: str) -> Iterator[Process]:
    """A server in a process of its own, once it answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    started = subprocess.Popen([sys.executable, "-c", code, str(port), *arguments])  # noqa: S603
    try:
        found = Process(port, started.pid)
        for _ in range(200):
            time.sleep(0.1)
            try:
                found.ask("GET", "/healthz")
                break
            except OSError:
                continue
        yield found
    finally:
        started.send_signal(signal.SIGTERM)
        started.wait()


# The client


class Line(asyncio.Protocol):
    """A websocket with as little around it as can be. Its key is zero, which leaves what is
    sent as it is; whoever reads it has the same work."""

    def __init__(self, port: int, cookie: str, heard: Callable[[bytes], None]) -> None:
        self._hello = (
            f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        )
        self._buffer = b""
        self._heard = heard
        self.is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        """Ask for a websocket."""
        self.transport = transport
        transport.write(self._hello.encode())

    def data_received(self, data: bytes) -> None:
        """Hand every frame on."""
        buffer = self._buffer + data if self._buffer else data
        start = 0
        if not self.is_open.done():
            start = buffer.find(b"\r\n\r\n") + 4
            if start < 4:
                self._buffer = buffer
                return
            assert b" 101 " in buffer[:20], buffer[:200]
            self.is_open.set_result(None)
        while len(buffer) >= start + 2:
            size, begin = buffer[start + 1], start + 2
            if size == 126:
                size, begin = int.from_bytes(buffer[begin : begin + 2], "big"), begin + 2
            elif size == 127:
                size, begin = int.from_bytes(buffer[begin : begin + 8], "big"), begin + 8
            if len(buffer) < begin + size:
                break
            payload, kind = buffer[begin : begin + size], buffer[start] & 15
            start = begin + size
            if kind == 1:
                self._heard(payload)
            elif kind == 9:  # are you there?
                self._write(0x8A, payload)
        self._buffer = buffer[start:]

    def send(self, text: str) -> None:
        """Send a frame of text."""
        self._write(0x81, text.encode())

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes((kind, 0x80 | size)) if size < 126 else struct.pack(">BBH", kind, 0xFE, size)
        self.transport.write(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        """Hang up."""
        self.transport.close()


async def open_line(port: int, cookie: str, heard: Callable[[bytes], None]) -> Line:
    """A line as a page has it."""
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(port, cookie, heard), "127.0.0.1", port)
    await line.is_open
    return line


# The bare echo


async def echo(server: Process, connections: int, seconds: float) -> tuple[float, float]:
    """Messages a second that come back, and the server's processor time for each."""
    count = 0
    lines: list[Line] = []

    def talker(n: int) -> Callable[[bytes], None]:
        def again(_: bytes) -> None:
            nonlocal count
            count += 1
            lines[n].send(ECHOED)

        return again

    lines += [await open_line(server.port, "", talker(n)) for n in range(connections)]
    started, used = time.perf_counter(), server.cpu()
    for line in lines:
        line.send(ECHOED)
    await asyncio.sleep(seconds)
    rate, cpu = count / (time.perf_counter() - started), (server.cpu() - used) / count
    for line in lines:
        line.close()
    return rate, cpu


# Games

_VERSION = re.compile(rb'"type":"state","version":(\d+)')
_SEAT = re.compile(rb'"own":\{"seat":(\d)')
_PLACE = re.compile(rb'"placements":\[\{"tile":"(\w+)","cells":\[(?:\[(-?\d+),(-?\d+)\])?')
_BUY = re.compile(rb'"purchases":\[\{"square":\d,"tile":"(\w+)","payments":\[\{"cards":\[([^]]*)')
_ACTED = re.compile(rb'"id":"act\d+","reason":null\}\]$')
_NEXT = re.compile(rb'"next":"([^"]+)"')
_TAKES = re.compile(rb'"takes":\[\[(.*?)\]\]')


def action_in(frame: bytes, start: int, rng: random.Random) -> str:
    """An action that a state offers: place or buy what can be, else take any money."""
    if found := _PLACE.search(frame, start):
        tile, x, y = (part and part.decode() for part in found.groups())
        return f"place {tile} {x},{y}" if x else f"reserve {tile}"
    if found := _BUY.search(frame, start):
        return f"buy {found[1].decode()} {_words(found[2])}"
    found = _TAKES.search(frame, start)
    return f"take {_words(rng.choice(found[1].split(b'],[')))}" if found else "pass"


def _words(cards: bytes) -> str:
    return cards.replace(b'"', b"").replace(b",", b" ").decode()


class Table:
    """A table with a page for each of three persons, who act for their own seats."""

    def __init__(self, server: Process, cookies: list[str], number: int) -> None:
        self._server, self._cookies = server, cookies
        self._rng = random.Random(number)
        self._numbers = 0
        self._lines: list[Line] = []
        self._begun: asyncio.Future[None] | None = None
        self._dealing = True
        self._salts: dict[tuple[str, int], str] = {}  # by table and page
        self._next: asyncio.Task[None] | None = None
        self._waiting: tuple[int, str] | None = None  # the page that can act, and its message
        self.holds_back = True
        self.committed: Callable[[], None] = lambda: None

    async def set_up(self) -> None:
        """Lay the table, let all sit down, and start."""
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        table, _ = self._server.ask("POST", "/api/tables", {"seats": seats}, self._cookies[0])
        await self._enter(table["id"], table["invite"])
        for seat in (1, 2):
            self._command(seat, "sit", seat=seat)
        await self._start()

    async def _enter(self, table: str, invite: str | None) -> None:
        self._dealing = True
        for page, cookie in enumerate(self._cookies):
            line = await open_line(self._server.port, cookie, self._hearer(page))
            self._lines.append(line)
            hello = {"type": "hello", "protocol": PROTOCOL, "table": table, "invite": invite}
            line.send(json.dumps(hello))

    async def _start(self) -> None:
        """Ask until everybody sits."""
        self._begun = asyncio.get_running_loop().create_future()
        while not self._begun.done():
            self._command(0, "start")
            await asyncio.wait([self._begun], timeout=0.1)

    def _command(self, page: int, kind: str, **fields: object) -> None:
        self._numbers += 1
        self._lines[page].send(json.dumps({"type": kind, "id": f"c{self._numbers}", **fields}))

    def _hearer(self, page: int) -> Callable[[bytes], None]:
        def heard(frame: bytes) -> None:
            if not self._lines:
                return  # hung up
            if _ACTED.search(frame, max(0, len(frame) - 100)):
                self.committed()
            start = frame.find(b'"legal":{')
            if self._dealing and start < 0:
                self._deal_fairly(page, frame)
            if start >= 0:
                self._think(page, frame, start)
            elif page == 0 and (found := _NEXT.search(frame)):
                self.close()
                self._next = asyncio.create_task(self._go_on_at(found[1].decode()))
            elif page == 0 and b'"phase":"over"' in frame:
                self._command(0, "rematch")

        return heard

    def _deal_fairly(self, page: int, frame: bytes) -> None:
        """Commit to a salt, and reveal it, when it is due."""
        for message in json.loads(frame):
            if message["type"] != "table" or message["table"]["status"] != "open":
                continue
            table, shown = message["table"], message["table"]["fairness"]
            mine = [n for n, seat in enumerate(table["seats"]) if seat["yours"]]
            place = table["id"], page
            if mine and place not in self._salts and shown["stage"] != "revealing":
                salt = self._salts[place] = secrets.token_hex(32)
                found = salt_hash(shown["commitment"], salt)
                self._command(page, "commit_salt", round=shown["round"], hash=found)
            elif shown["stage"] == "revealing" and place in self._salts:
                if any(e["seat"] in mine and e["salt"] is None for e in shown["salts"]):
                    salt = self._salts[place]
                    self._command(page, "reveal_salt", round=shown["round"], salt=salt)

    def _think(self, page: int, frame: bytes, start: int) -> None:
        version, seat = _VERSION.search(frame), _SEAT.search(frame)  # a rematch changes seats
        assert version is not None
        assert seat is not None
        self._numbers += 1
        message = (
            f'{{"type":"act","id":"act{self._numbers}","base":{int(version[1])},'
            f'"seat":{int(seat[1])},"action":"{action_in(frame, start, self._rng)}",'
            f'"confirm":true}}'
        )
        self._waiting = page, message
        self._dealing = False
        if self._begun and not self._begun.done():
            self._begun.set_result(None)
        if not self.holds_back:
            self.act()

    def act(self) -> bool:
        """Send the next action, if there is one."""
        if self._waiting is None:
            return False
        page, message = self._waiting
        self._waiting = None
        self._lines[page].send(message)
        return True

    async def _go_on_at(self, table: str) -> None:
        """The game is over: the same players at the next table."""
        await self._enter(table, None)
        await self._start()

    def close(self) -> None:
        """Hang up."""
        if self._next:
            self._next.cancel()
        for line in self._lines:
            line.close()
        self._lines = []


async def lay(server: Process, number: int) -> list[Table]:
    """Some tables, started, at which nobody has acted yet."""
    cookies = [server.ask("POST", "/api/me", {"name": name})[1] for name in PERSONS]
    tables = [Table(server, cookies, n) for n in range(number)]
    for start in range(0, number, TOGETHER):
        await asyncio.gather(*(table.set_up() for table in tables[start : start + TOGETHER]))
    return tables


async def action_rate(server: Process, number: int, seconds: float) -> tuple[float, float]:
    """Committed actions a second, and the server's processor time for each."""
    done = 0

    def committed() -> None:
        nonlocal done
        done += 1

    tables = await lay(server, number)
    started, used = time.perf_counter(), server.cpu()
    for table in tables:
        table.committed, table.holds_back = committed, False
        table.act()
    await asyncio.sleep(seconds)
    rate, cpu = done / (time.perf_counter() - started), (server.cpu() - used) / done
    for table in tables:
        table.close()
    return rate, cpu


async def latencies(
    server: Process, number: int, rate: float, seconds: float
) -> tuple[float, list[float]]:
    """With many tables open, actions at a steady rate, table after table: how many a second
    were answered, and how long each took."""
    tables = await lay(server, number)
    due: dict[int, float] = {}
    times: list[float] = []

    def timer(n: int) -> Callable[[], None]:
        return lambda: times.append(time.perf_counter() - due.pop(n))

    for n, table in enumerate(tables):
        table.committed = timer(n)
    gc.collect()
    gc.freeze()  # the client's own pauses are not the server's
    started, sent = time.perf_counter(), 0
    while (now := time.perf_counter() - started) < seconds:
        while sent < now * rate:
            n = sent % number
            if n not in due and tables[n].act():
                due[n] = started + sent / rate
            sent += 1
        await asyncio.sleep(0.001)
    passed = time.perf_counter() - started
    for _ in range(100):
        if due:
            await asyncio.sleep(0.05)
    times += [float("inf")] * len(due)
    for table in tables:
        table.close()
    return len(times) / passed, times


def table_size(games: int = 200) -> float:
    """Bytes of an open table in mid-game, with what it remembers of what it has shown."""
    from alhambra.fairness import FairDealer
    from alhambra.game import Game
    from alhambra.server.log.events import LoggedEvent, Step
    from alhambra.server.log.fold import Fold
    from alhambra.server.log.seats import Seat
    from alhambra.server.render.table import StateText
    from alhambra.server.runtime.json_text import Remembered
    from alhambra.server.table.page import Page

    async def nowhere(_: str) -> None:
        pass

    def table(seed: int) -> tuple[Fold, Remembered]:
        made = Fold(f"table-{seed}", list(PERSONS), status="playing", version=1)
        made.seats = [Seat("person", name, None, "bird") for name in PERSONS]
        made.game = Game.new(list(PERSONS), seed=seed)
        made.dealer = FairDealer(bytes(32))
        rng = random.Random(seed)
        while made.playing.ply < 80 and not made.playing.is_over:
            step = Step(str(rng.choice(made.playing.legal_actions)), confirm=True)
            made.apply(LoggedEvent(made.id, made.version + 1, step, 0, "Ana", f"id-{made.version}"))
        remembered = Remembered()
        shown = StateText(made, made.version, [], None, remembered)
        for name in PERSONS:
            shown.for_seat(Page(nowhere, name, name).shown_seat(made))
        return made, remembered

    table(0)
    tracemalloc.start()
    tables = [table(seed) for seed in range(1, games + 1)]
    size = tracemalloc.get_traced_memory()[0] / len(tables)
    tracemalloc.stop()
    return size


def row(what: str, measured: str, wanted: str = "") -> None:
    """A line of the table."""
    print(f"| {what} | {measured} | {wanted} |", flush=True)


def rates(options: argparse.Namespace, folder: Path) -> None:
    """Echo and games in turns."""
    echoes: list[tuple[float, float]] = []
    games: list[tuple[float, float]] = []
    for n in range(options.rounds):
        with process(ECHO) as server:
            echoes.append(asyncio.run(echo(server, options.tables, options.seconds / 2)))
        with process(SERVER, str(folder / f"{n}.sqlite")) as server:
            games.append(asyncio.run(action_rate(server, options.tables, options.seconds)))
    echoed, acted = median(e[0] for e in echoes), median(g[0] for g in games)
    by_clock = median(g[0] / e[0] for e, g in zip(echoes, games, strict=True))
    by_cpu = median(e[1] / g[1] for e, g in zip(echoes, games, strict=True))
    cpu = [median(seconds for _, seconds in pairs) * 1e6 for pairs in (echoes, games)]
    what = f"bare JSON websocket echo, {options.tables} connections"
    row(what, f"{echoed:,.0f}/s, {cpu[0]:.0f} µs each")
    row(
        f"committed actions, {options.tables} games of three",
        f"{acted:,.0f}/s, {cpu[1]:.0f} µs each",
        f"≥ {min(1500, 0.15 * echoed):,.0f}/s",
    )
    row("actions to echoes: by the clock, by processor time", f"{by_clock:.2f}, {by_cpu:.2f}")


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--open", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=500)
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {time.strftime('%Y-%m-%d')}\n")
    print("| what | measured | wanted |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        rates(options, Path(folder))
        with process(SERVER, str(Path(folder) / "open.sqlite")) as server:
            measuring = latencies(server, options.open, options.rate, options.seconds)
            kept, times = asyncio.run(measuring)
    share = sum(seconds <= WITHIN for seconds in times) / len(times)
    cuts = quantiles(times, n=100)
    what = f"{options.open:,} tables of three open, {kept:,.0f} actions/s, answered within 50 ms"
    spread = f"median {cuts[49] * 1000:.1f} ms, 99 % within {cuts[98] * 1000:.0f} ms"
    row(what, f"{share:.1%} ({spread})", "≥ 99 %")
    row("an open, idle table, without connections", f"{table_size() / 1000:.1f} kB", "< 60 kB")


if __name__ == "__main__":
    main()
