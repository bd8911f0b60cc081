"""Load test of the server: ``python bench/server_load.py [--seconds N] [--tables N] [--reviews]``.

Everything runs on this machine, over loopback: each server in its own process, all clients in this
one. The baseline is a bare FastAPI websocket that echoes JSON. It is measured in the same run,
because the machine may be busy. To make the comparison fair:

- The same client talks to both: a few lines of asyncio that only read frames. It parses JSON
  until the cards are dealt; from then on it finds the next action in the state with regular
  expressions. So the servers are measured, not their clients.
- Both run with the same uvicorn settings and the same number of messages in flight: one for each
  connection of the echo, one for each game. They alternate, ``--rounds`` times; the median of
  the rounds' ratios counts.
- Games are played to the end, with purchases and scorings; then the same players play a rematch.
  An action counts once it is answered as committed.
- Latency is measured from the time at which an action was due, not from the time it was sent, so
  that stalls are counted.

With ``--reviews`` only this is measured: the latency of play at 200 tables, with and without games
being reviewed meanwhile, in turn on one server.
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
from itertools import chain
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from alhambra import Game, Record
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
SET_UP_AT_ONCE = 50  # tables
LATENCY_LIMIT = 0.05  # seconds
REVIEWED_AT_ONCE = 10  # games, of which one after the other is reviewed; the server allows no more
TABLES_BESIDE_REVIEWS = 200


@dataclass
class Process:
    """A server process that is measured."""

    port: int
    pid: int

    def cpu(self) -> float:
        """Seconds of processor time used so far; 0 on systems without ``/proc``."""
        try:
            status = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8")
            fields = status.rpartition(")")[2].split()
        except OSError:
            return 0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def request(
        self, method: str, path: str, body: object = None, cookie: str = ""
    ) -> tuple[Any, str]:
        """Send an HTTP request. Returns the body of the response and the cookie that it sets."""
        connection = HTTPConnection("127.0.0.1", self.port)
        headers = {"content-type": "application/json", "cookie": cookie}
        connection.request(method, path, json.dumps(body), headers)
        response = connection.getresponse()
        answer = json.load(response)
        connection.close()
        return answer, (response.getheader("set-cookie") or "").partition(";")[0]


@contextmanager
def serving(code: str, *arguments: str) -> Iterator[Process]:
    """Run a server in its own process; yields when it accepts requests."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    started = subprocess.Popen([sys.executable, "-c", code, str(port), *arguments])  # noqa: S603
    try:
        server = Process(port, started.pid)
        for _ in range(600):
            time.sleep(0.1)
            try:
                server.request("GET", "/healthz")
                break
            except OSError:
                continue
        yield server
    finally:
        started.send_signal(signal.SIGTERM)
        started.wait()


# The client

TEXT, PING, PONG = 1, 9, 10  # opcodes of websocket frames
FINAL, MASKED, NO_MASK = 0x80, 0x80, bytes(4)


class WebsocketClient(asyncio.Protocol):
    """A minimal websocket client. Its masking key is zero, so that masking costs it nothing; the
    server unmasks frames as usual."""

    def __init__(self, port: int, cookie: str, on_message: Callable[[bytes], None]) -> None:
        self._handshake = (
            f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        )
        self._buffer = b""
        self._on_message = on_message
        self.is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        """Send the handshake."""
        self.transport = transport
        transport.write(self._handshake.encode())

    def data_received(self, data: bytes) -> None:
        """Call back for every complete text frame; answer pings."""
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
            payload, opcode = buffer[begin : begin + size], buffer[start] & 15
            start = begin + size
            if opcode == TEXT:
                self._on_message(payload)
            elif opcode == PING:
                self._write(PONG, payload)
        self._buffer = buffer[start:]

    def send(self, text: str) -> None:
        """Send a text frame."""
        self._write(TEXT, text.encode())

    def _write(self, opcode: int, payload: bytes) -> None:
        first, size = FINAL | opcode, len(payload)
        if size < 126:
            header = bytes((first, MASKED | size))
        else:
            header = struct.pack(">BBH", first, MASKED | 126, size)
        self.transport.write(header + NO_MASK + payload)

    def close(self) -> None:
        """Close the connection."""
        self.transport.close()


async def connect(port: int, cookie: str, on_message: Callable[[bytes], None]) -> WebsocketClient:
    """Open a websocket as a page does."""
    _, websocket = await asyncio.get_running_loop().create_connection(
        lambda: WebsocketClient(port, cookie, on_message), "127.0.0.1", port
    )
    await websocket.is_open
    return websocket


# The bare echo


async def echo_rate(server: Process, connections: int, seconds: float) -> tuple[float, float]:
    """Echoed messages per second, and the server's processor time for each."""
    count = 0
    websockets: list[WebsocketClient] = []

    def resender(n: int) -> Callable[[bytes], None]:
        def on_message(_: bytes) -> None:
            nonlocal count
            count += 1
            websockets[n].send(ECHOED)

        return on_message

    websockets += [await connect(server.port, "", resender(n)) for n in range(connections)]
    started, cpu_before = time.perf_counter(), server.cpu()
    for websocket in websockets:
        websocket.send(ECHOED)
    await asyncio.sleep(seconds)
    rate, cpu = count / (time.perf_counter() - started), (server.cpu() - cpu_before) / count
    for websocket in websockets:
        websocket.close()
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
    """A legal action from a state: the first placement or purchase, else any money."""
    if found := _PLACE.search(frame, start):
        tile, x, y = (part and part.decode() for part in found.groups())
        return f"place {tile} {x},{y}" if x else f"reserve {tile}"
    if found := _BUY.search(frame, start):
        return f"buy {found[1].decode()} {_card_list(found[2])}"
    found = _TAKES.search(frame, start)
    return f"take {_card_list(rng.choice(found[1].split(b'],[')))}" if found else "pass"


def _card_list(cards: bytes) -> str:
    return cards.replace(b'"', b"").replace(b",", b" ").decode()


class Table:
    """A table with three players. Each has a page (a websocket) and acts for their own seat."""

    def __init__(self, server: Process, cookies: list[str], number: int) -> None:
        self._server, self._cookies = server, cookies
        self._rng = random.Random(number)
        self._commands = 0
        self._websockets: list[WebsocketClient] = []  # by page
        self._begun: asyncio.Future[None] | None = None
        self._dealing = True
        self._salts: dict[tuple[str, int], str] = {}  # by table and page
        self._rematch: asyncio.Task[None] | None = None
        self._next_action: tuple[int, str] | None = None  # the page that can act, and its message
        self.acts_at_once = False
        self.on_commit: Callable[[], None] = lambda: None

    async def set_up(self) -> None:
        """Create the table, seat all players, and start the game."""
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        table, _ = self._server.request("POST", "/api/tables", {"seats": seats}, self._cookies[0])
        await self._enter(table["id"], table["invite"])
        for seat in (1, 2):
            self._command(seat, "sit", seat=seat)
        await self._start()

    async def _enter(self, table: str, invite: str | None) -> None:
        self._dealing = True
        for page, cookie in enumerate(self._cookies):
            websocket = await connect(self._server.port, cookie, self._handler(page))
            self._websockets.append(websocket)
            hello = {"type": "hello", "protocol": PROTOCOL, "table": table, "invite": invite}
            websocket.send(json.dumps(hello))

    async def _start(self) -> None:
        """Repeat the command until the game begins: it is refused while a seat is free."""
        self._begun = asyncio.get_running_loop().create_future()
        while not self._begun.done():
            self._command(0, "start")
            await asyncio.wait([self._begun], timeout=0.1)

    def _command(self, page: int, kind: str, **fields: object) -> None:
        self._commands += 1
        command = {"type": kind, "id": f"c{self._commands}", **fields}
        self._websockets[page].send(json.dumps(command))

    def _handler(self, page: int) -> Callable[[bytes], None]:
        def on_message(frame: bytes) -> None:
            if not self._websockets:
                return  # closed
            if _ACTED.search(frame, max(0, len(frame) - 100)):
                self.on_commit()
            start = frame.find(b'"legal":{')
            if self._dealing and start < 0:
                self._deal_fairly(page, frame)
            if start >= 0:
                self._prepare_action(page, frame, start)
            elif page == 0 and (found := _NEXT.search(frame)):
                self.close()
                self._rematch = asyncio.create_task(self._play_rematch(found[1].decode()))
            elif page == 0 and b'"phase":"over"' in frame:
                self._command(0, "rematch")

        return on_message

    def _deal_fairly(self, page: int, frame: bytes) -> None:
        """Commit to a salt and reveal it, each when the table asks for it."""
        for message in json.loads(frame):
            if message["type"] != "table" or message["table"]["status"] != "open":
                continue
            table, shown = message["table"], message["table"]["fairness"]
            mine = [n for n, seat in enumerate(table["seats"]) if seat["yours"]]
            key = table["id"], page
            if mine and key not in self._salts and shown["stage"] != "revealing":
                salt = self._salts[key] = secrets.token_hex(32)
                hashed = salt_hash(shown["commitment"], salt)
                self._command(page, "commit_salt", round=shown["round"], hash=hashed)
            elif shown["stage"] == "revealing" and key in self._salts:
                if any(e["seat"] in mine and e["salt"] is None for e in shown["salts"]):
                    salt = self._salts[key]
                    self._command(page, "reveal_salt", round=shown["round"], salt=salt)

    def _prepare_action(self, page: int, frame: bytes, start: int) -> None:
        version, seat = _VERSION.search(frame), _SEAT.search(frame)  # a rematch changes seats
        assert version is not None
        assert seat is not None
        self._commands += 1
        message = (
            f'{{"type":"act","id":"act{self._commands}","base":{int(version[1])},'
            f'"seat":{int(seat[1])},"action":"{action_in(frame, start, self._rng)}",'
            f'"confirm":true}}'
        )
        self._next_action = page, message
        self._dealing = False
        if self._begun and not self._begun.done():
            self._begun.set_result(None)
        if self.acts_at_once:
            self.act()

    def act(self) -> bool:
        """Send the next action. Returns whether there was one."""
        if self._next_action is None:
            return False
        page, message = self._next_action
        self._next_action = None
        self._websockets[page].send(message)
        return True

    async def _play_rematch(self, table: str) -> None:
        """Start the next game with the same players."""
        await self._enter(table, None)
        await self._start()

    def close(self) -> None:
        """Close all pages."""
        if self._rematch:
            self._rematch.cancel()
        for websocket in self._websockets:
            websocket.close()
        self._websockets = []


async def start_tables(server: Process, number: int) -> list[Table]:
    """Tables whose games have begun; nobody has acted yet."""
    cookies = [server.request("POST", "/api/me", {"name": name})[1] for name in PERSONS]
    tables = [Table(server, cookies, n) for n in range(number)]
    for start in range(0, number, SET_UP_AT_ONCE):
        await asyncio.gather(*(table.set_up() for table in tables[start : start + SET_UP_AT_ONCE]))
    return tables


async def action_rate(server: Process, number: int, seconds: float) -> tuple[float, float]:
    """Committed actions per second, and the server's processor time for each."""
    committed = 0

    def count() -> None:
        nonlocal committed
        committed += 1

    tables = await start_tables(server, number)
    started, cpu_before = time.perf_counter(), server.cpu()
    for table in tables:
        table.on_commit, table.acts_at_once = count, True
        table.act()
    await asyncio.sleep(seconds)
    rate = committed / (time.perf_counter() - started)
    cpu = (server.cpu() - cpu_before) / committed
    for table in tables:
        table.close()
    return rate, cpu


async def latencies(
    server: Process, number: int, rate: float, seconds: float
) -> tuple[float, list[float]]:
    """Send actions at a steady rate, to one open table after another. Returns how many were
    answered per second, and the latency of each in seconds."""
    tables = await start_tables(server, number)
    due: dict[int, float] = {}
    times: list[float] = []

    def timer(n: int) -> Callable[[], None]:
        return lambda: times.append(time.perf_counter() - due.pop(n))

    for n, table in enumerate(tables):
        table.on_commit = timer(n)
    gc.collect()
    gc.freeze()  # so that the client's garbage collection does not count as latency
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


def ask_for_reviews(server: Process, cookie: str, first_seed: int) -> list[str]:
    """Upload games of three, and ask for their reviews: minutes of work."""
    games = []
    for seed in range(first_seed, first_seed + REVIEWED_AT_ONCE):
        rng = random.Random(seed)
        game = Game.new(PERSONS, shuffler=rng)
        while not game.is_over:
            game.play(rng.choice(game.legal_actions))
        table, _ = server.request("POST", "/api/records", {"text": str(Record.of(game))}, cookie)
        games.append(table["id"])
        server.request("POST", f"/api/games/{table['id']}/review", None, cookie)
    return games


def stop_reviews(server: Process, cookie: str, games: list[str]) -> int:
    """Stop what is not done. Returns how many turns were reviewed."""
    turns, states = 0, []
    for game in reversed(games):  # first those that wait
        path = f"/api/games/{game}/review"
        before, _ = server.request("GET", path, None, cookie)
        turns += before["read"]
        states.append(before["state"])
        server.request("DELETE", path, None, cookie)
    assert "running" in states, f"no game was being reviewed at the end: {states}"
    return turns


def print_reviews(options: argparse.Namespace, folder: Path) -> None:
    """Measure the latency of play with and without reviews, in turn, and print the rows."""
    tables, seconds = TABLES_BESIDE_REVIEWS, options.seconds
    quiet: list[list[float]] = []
    busy: list[list[float]] = []
    turns = 0
    with serving(SERVER, str(folder / "reviews.sqlite")) as server:
        cookie = server.request("POST", "/api/me", {"name": "Reader"})[1]
        for n in range(options.rounds):
            quiet.append(asyncio.run(latencies(server, tables, options.rate, seconds))[1])
            games = ask_for_reviews(server, cookie, n * REVIEWED_AT_ONCE)
            busy.append(asyncio.run(latencies(server, tables, options.rate, seconds))[1])
            turns += stop_reviews(server, cookie, games)
    for what, rounds in (("without", quiet), ("with", busy)):
        by_round = ", ".join(f"{quantiles(times, n=100)[98] * 1000:.1f}" for times in rounds)
        measured = f"{spread(list(chain(*rounds)))}; by rounds {by_round} ms"
        print_row(f"{tables} tables, {options.rate:.0f} actions/s, {what} reviews", measured)
    ratio = median(
        quantiles(with_reviews, n=100)[98] / quantiles(without, n=100)[98]
        for without, with_reviews in zip(quiet, busy, strict=True)
    )
    what = f"99th percentile with reviews ({turns} turns reviewed) to that without"
    print_row(what, f"{ratio:.2f}", "1.0")


def spread(times: list[float]) -> str:
    """Median and 99th percentile of latencies."""
    cuts = quantiles(times, n=100)
    return f"median {cuts[49] * 1000:.1f} ms, 99 % within {cuts[98] * 1000:.1f} ms"


def table_size(games: int = 200) -> float:
    """Bytes of an open table in mid-game, with its cache of rendered messages."""
    from alhambra.fairness import FairDealer
    from alhambra.server.log.events import LoggedEvent, Step
    from alhambra.server.log.fold import Fold
    from alhambra.server.log.seats import Seat
    from alhambra.server.render.table import StateText
    from alhambra.server.runtime.json_text import Remembered
    from alhambra.server.table.page import Page

    async def send_nothing(_: str) -> None:
        pass

    def open_table(seed: int) -> tuple[Fold, Remembered]:
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
            shown.for_seat(Page(send_nothing, name, name).shown_seat(made))
        return made, remembered

    open_table(0)  # imports and shared caches do not count
    tracemalloc.start()
    tables = [open_table(seed) for seed in range(1, games + 1)]
    size = tracemalloc.get_traced_memory()[0] / len(tables)
    tracemalloc.stop()
    return size


def print_row(what: str, measured: str, target: str = "") -> None:
    """Print a row of the results."""
    print(f"| {what} | {measured} | {target} |", flush=True)


def print_rates(options: argparse.Namespace, folder: Path) -> None:
    """Measure echo and games alternately, and print the rows about them."""
    echoes: list[tuple[float, float]] = []
    games: list[tuple[float, float]] = []
    for n in range(options.rounds):
        with serving(ECHO) as server:
            echoes.append(asyncio.run(echo_rate(server, options.tables, options.seconds / 2)))
        with serving(SERVER, str(folder / f"{n}.sqlite")) as server:
            games.append(asyncio.run(action_rate(server, options.tables, options.seconds)))
    echoed, acted = median(e[0] for e in echoes), median(g[0] for g in games)
    by_clock = median(g[0] / e[0] for e, g in zip(echoes, games, strict=True))
    by_cpu = median(e[1] / g[1] for e, g in zip(echoes, games, strict=True))
    cpu = [median(seconds for _, seconds in pairs) * 1e6 for pairs in (echoes, games)]
    what = f"bare JSON websocket echo, {options.tables} connections"
    print_row(what, f"{echoed:,.0f}/s, {cpu[0]:.0f} µs each")
    print_row(
        f"committed actions, {options.tables} games of three",
        f"{acted:,.0f}/s, {cpu[1]:.0f} µs each",
        f"≥ {min(1500, 0.15 * echoed):,.0f}/s",
    )
    print_row("actions to echoes: by the clock, by processor time", f"{by_clock:.2f}, {by_cpu:.2f}")


def main() -> None:
    """Measure everything, and print a table of the results."""
    parser = argparse.ArgumentParser(description="Measure how much load the server can take.")
    parser.add_argument("--seconds", type=float, default=8, help="length of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of echo and games")
    parser.add_argument("--tables", type=int, default=64, help="games played at full speed")
    parser.add_argument("--open", type=int, default=1000, help="open tables for the latency")
    parser.add_argument("--rate", type=float, default=500, help="actions per second at them")
    parser.add_argument("--reviews", action="store_true", help="only play beside reviews")
    options = parser.parse_args()
    file_limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (file_limit, file_limit))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {time.strftime('%Y-%m-%d')}\n")
    print("| what | measured | target |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        if options.reviews:
            print_reviews(options, Path(folder))
            return
        print_rates(options, Path(folder))
        with serving(SERVER, str(Path(folder) / "open.sqlite")) as server:
            measuring = latencies(server, options.open, options.rate, options.seconds)
            rate, times = asyncio.run(measuring)
    share = sum(seconds <= LATENCY_LIMIT for seconds in times) / len(times)
    what = f"{options.open:,} tables of three open, {rate:,.0f} actions/s, answered within 50 ms"
    print_row(what, f"{share:.1%} ({spread(times)})", "≥ 99 %")
    size = f"{table_size() / 1000:.1f} kB"
    print_row("an open, idle table, without connections", size, "< 60 kB")


if __name__ == "__main__":
    main()
