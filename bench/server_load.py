"""Load test of the server: ``python bench/server_load.py [--seconds N] [--tables N] [--hints]``.

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
being reviewed meanwhile, in turn on one server. ``--hints`` is the same with pages that ask the
coach for one hint after another: as many as the server can find.

``--against FOLDER`` compares this server with another version of it: a clone with an environment of
its own (``make setup``). Both run at the same time, and the same client plays half a second at one
and half a second at the other, so that both suffer alike from what else the machine does; the
median of the ratios of pairs counts.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import gc
import json
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path
from statistics import median, quantiles

from alhambra import Game, Record
from alhambra.server.protocol.to_page import PROTOCOL
from server_client import PERSONS, CoachedTable, Process, Table, WebsocketClient, connect

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
SET_UP_AT_ONCE = 50  # tables
REVIEWED_AT_ONCE = 10  # games, of which one after the other is reviewed; the server allows no more
COACHED_AT_ONCE = 4  # tables whose pages ask for hints
TABLES_BESIDE_REVIEWS = 200
LATENCY_LIMIT = 0.05  # seconds
WHILE_SECONDS = 0.5
Latencies = tuple[float, list[float]]
"""Actions answered per second, and the latency of each in seconds."""
START_TRIES = 900  # ten in a second: on a busy machine a first start takes long


@dataclass(frozen=True)
class Version:
    """A program that can be run and measured: this server, another version of it, or the echo."""

    code: str
    python: str = sys.executable
    protocol: int = PROTOCOL

    @classmethod
    def in_folder(cls, folder: Path) -> Version:
        """The server of a clone, started as its own benchmark starts it."""
        tree = ast.parse((folder / "bench" / "server_load.py").read_text(encoding="utf-8"))
        code = next(
            ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SERVER"
        )
        python = str(folder.absolute() / ".venv" / "bin" / "python")
        return cls(code, python, int(_printed(python, folder, _PROTOCOL_OF)))


_PROTOCOL_OF = """
try:
    from alhambra.server.protocol.to_page import PROTOCOL
except ImportError:  # an older layout
    from alhambra.server.messages import PROTOCOL
print(PROTOCOL)
"""


def _printed(python: str, folder: Path, code: str) -> str:
    """What this program prints in that folder's environment."""
    done = subprocess.run(  # noqa: S603
        [python, "-c", code], cwd=folder / "bench", check=True, capture_output=True, text=True
    )
    return done.stdout


THIS = Version(SERVER)
BARE_ECHO = Version(ECHO)


@contextmanager
def serving(version: Version, *arguments: str) -> Iterator[Process]:
    """Run a server in its own process; yields when it accepts requests."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [version.python, "-c", version.code, str(port), *arguments]
    started = subprocess.Popen(command)  # noqa: S603
    try:
        server = Process(port, started.pid, version.protocol)
        for _ in range(START_TRIES):
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


async def latencies(server: Process, number: int, rate: float, seconds: float) -> Latencies:
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


class Reviews:
    """Games that are reviewed."""

    def __init__(self, server: Process) -> None:
        self._server, self._asked, self.done = server, 0, 0
        self._cookie = server.request("POST", "/api/me", {"name": "Reader"})[1]

    async def beside(self, playing: Coroutine[None, None, Latencies]) -> Latencies:
        """Play while games are reviewed."""
        games = ask_for_reviews(self._server, self._cookie, self._asked)
        self._asked += len(games)
        found = await playing
        self.done += stop_reviews(self._server, self._cookie, games)
        return found


class Hints:
    """Pages that ask for hints."""

    def __init__(self, server: Process) -> None:
        self._server, self.done = server, 0
        self._cookie = server.request("POST", "/api/me", {"name": "Reader"})[1]

    async def beside(self, playing: Coroutine[None, None, Latencies]) -> Latencies:
        """Play while hints are found."""
        tables = [CoachedTable(self._server, self._cookie) for _ in range(COACHED_AT_ONCE)]
        for table in tables:
            await table.set_up()
        found = await playing
        for table in tables:
            self.done += table.hints
            table.close()
        return found


def print_beside(what: str, options: argparse.Namespace, folder: Path) -> None:
    """Measure the latency of play with and without reviews or hints, in turn, and print the
    rows."""
    tables, seconds = TABLES_BESIDE_REVIEWS, options.seconds
    quiet: list[list[float]] = []
    busy: list[list[float]] = []
    with serving(THIS, str(folder / "beside.sqlite")) as server:
        work = Reviews(server) if what == "reviews" else Hints(server)
        for _ in range(options.rounds):
            quiet.append(asyncio.run(latencies(server, tables, options.rate, seconds))[1])
            playing = latencies(server, tables, options.rate, seconds)
            busy.append(asyncio.run(work.beside(playing))[1])
    for how, rounds in (("without", quiet), ("with", busy)):
        by_round = ", ".join(f"{quantiles(times, n=100)[98] * 1000:.1f}" for times in rounds)
        measured = f"{spread(list(chain(*rounds)))}; by rounds {by_round} ms"
        print_row(f"{tables} tables, {options.rate:.0f} actions/s, {how} {what}", measured)
    ratio = median(
        quantiles(beside, n=100)[98] / quantiles(alone, n=100)[98]
        for alone, beside in zip(quiet, busy, strict=True)
    )
    count = f"{work.done} {'turns reviewed' if what == 'reviews' else 'hints'}"
    print_row(f"99th percentile with {what} ({count}) to that without", f"{ratio:.2f}", "1.0")


def spread(times: list[float]) -> str:
    """Median and 99th percentile of latencies."""
    cuts = quantiles(times, n=100)
    return f"median {cuts[49] * 1000:.1f} ms, 99 % within {cuts[98] * 1000:.1f} ms"


def table_size(games: int = 200) -> float:
    """Bytes of an open table in mid-game, with its cache of rendered messages and what its pages
    were sent last."""
    from alhambra.fairness import FairDealer
    from alhambra.server.log.events import LoggedEvent, Step
    from alhambra.server.log.fold import Fold
    from alhambra.server.log.seats import Seat
    from alhambra.server.render.table import SeenParts, StateText
    from alhambra.server.runtime.json_text import Remembered
    from alhambra.server.table.page import Page

    async def send_nothing(_: str) -> None:
        pass

    def open_table(seed: int) -> tuple[Fold, Remembered, SeenParts]:
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
        return made, remembered, shown.parts

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
        with serving(BARE_ECHO) as server:
            echoes.append(asyncio.run(echo_rate(server, options.tables, options.seconds / 2)))
        with serving(THIS, str(folder / f"{n}.sqlite")) as server:
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


async def alternately(
    servers: Sequence[Process], number: int, seconds: float
) -> list[list[tuple[int, float]]]:
    """Play at one server after the other, a short while each, while the tables of the other wait.
    Returns for each server the committed actions and the processor time of every while."""
    playing = [await start_tables(server, number) for server in servers]
    committed = [0] * len(servers)

    def counter(n: int) -> Callable[[], None]:
        def count() -> None:
            committed[n] += 1

        return count

    for n, tables in enumerate(playing):
        for table in tables:
            table.on_commit = counter(n)
    found: list[list[tuple[int, float]]] = [[] for _ in servers]
    for _ in range(round(seconds / WHILE_SECONDS) + 1):
        for n, (server, tables) in enumerate(zip(servers, playing, strict=True)):
            found[n].append((committed[n], server.cpu()))
            for table in tables:
                table.acts_at_once = True
                table.act()
            await asyncio.sleep(WHILE_SECONDS)
            for table in tables:
                table.acts_at_once = False
            await asyncio.sleep(WHILE_SECONDS / 5)  # for what is on its way
    for table in chain(*playing):
        table.close()
    return [
        [(after[0] - before[0], after[1] - before[1]) for before, after in pairwise(each)]
        for each in found
    ]


def compare(other: Path, options: argparse.Namespace, folder: Path) -> None:
    """Measure the server of another folder and this one alternately, and print the rows."""
    versions = (Version.in_folder(other), THIS)
    whiles: list[list[tuple[int, float]]] = [[], []]
    within: list[list[float]] = [[], []]
    for n in range(options.rounds):
        with ExitStack() as stack:
            files = [str(folder / f"{side}{n}.sqlite") for side in ("other", "this")]
            pairs = zip(versions, files, strict=True)
            servers = [stack.enter_context(serving(version, file)) for version, file in pairs]
            measured = asyncio.run(alternately(servers, options.tables, options.seconds))
        for side, found in zip(whiles, measured, strict=True):
            side += found
        for version, file, shares in zip(versions, files, within, strict=True):
            if options.open:
                with serving(version, f"{file}.open") as server:
                    measuring = latencies(server, options.open, options.rate, options.seconds)
                    shares.append(share_in_time(asyncio.run(measuring)[1]))
    print("| what | other | this | ratio |\n|---|---|---|---|")
    cpu = [[1e6 * cpu / actions for actions, cpu in side if actions] for side in whiles]
    ratio = median(b / a for a, b in zip(*cpu, strict=False))
    what = f"processor time an action, {options.tables} games of three, {len(cpu[0])} whiles"
    print(f"| {what} | {median(cpu[0]):.0f} µs | {median(cpu[1]):.0f} µs | {ratio:.2f} |")
    best = [quantiles(side, n=10)[0] for side in cpu]
    what = "the least disturbed tenth of them: at most"
    print(f"| {what} | {best[0]:.0f} µs | {best[1]:.0f} µs | {best[1] / best[0]:.2f} |")
    if options.open:
        row = " | ".join(f"{median(shares):.1%}" for shares in within)
        print(
            f"| {options.open:,} tables open, {options.rate:,.0f} actions/s, within 50 ms "
            f"| {row} | |"
        )
    size_of = "import server_load; print(server_load.table_size())"
    folders = (other, Path(__file__).parents[1])
    sizes = [
        float(_printed(version.python, path, size_of))
        for version, path in zip(versions, folders, strict=True)
    ]
    row = " | ".join(f"{size / 1000:.1f} kB" for size in sizes)
    print(f"| an open, idle table, without connections | {row} | {sizes[1] / sizes[0]:.2f} |")


def share_in_time(times: list[float]) -> float:
    """How many of these answers came in time."""
    return sum(seconds <= LATENCY_LIMIT for seconds in times) / len(times)


def main() -> None:
    """Measure everything, and print a table of the results."""
    parser = argparse.ArgumentParser(description="Measure how much load the server can take.")
    parser.add_argument("--seconds", type=float, default=8, help="length of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of echo and games")
    parser.add_argument("--tables", type=int, default=64, help="games played at full speed")
    parser.add_argument("--open", type=int, default=1000, help="open tables for the latency")
    parser.add_argument("--rate", type=float, default=500, help="actions per second at them")
    parser.add_argument("--reviews", action="store_true", help="only play beside reviews")
    parser.add_argument("--hints", action="store_true", help="only play beside hints")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="compare with this clone")
    options = parser.parse_args()
    file_limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (file_limit, file_limit))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {time.strftime('%Y-%m-%d')}\n")
    if options.against:
        with tempfile.TemporaryDirectory() as folder:
            compare(options.against, options, Path(folder))
        return
    print("| what | measured | target |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for what in ("reviews", "hints"):
            if getattr(options, what):
                print_beside(what, options, Path(folder))
                return
        print_rates(options, Path(folder))
        with serving(THIS, str(Path(folder) / "open.sqlite")) as server:
            measuring = latencies(server, options.open, options.rate, options.seconds)
            rate, times = asyncio.run(measuring)
    share = share_in_time(times)
    what = f"{options.open:,} tables of three open, {rate:,.0f} actions/s, answered within 50 ms"
    print_row(what, f"{share:.1%} ({spread(times)})", "≥ 99 %")
    size = f"{table_size() / 1000:.1f} kB"
    print_row("an open, idle table, without connections", size, "< 60 kB")


if __name__ == "__main__":
    main()
