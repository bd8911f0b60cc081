"""What the load test does with a server: echo, play as fast as possible, or at a steady rate."""

from __future__ import annotations

import asyncio
import gc
import json
import time
from collections.abc import Callable, Sequence
from statistics import quantiles

from server_client import PERSONS, HotSeat, Process, Table, WebsocketClient, connect

ECHOED = json.dumps(
    {"type": "act", "id": "a1b2c3d4-17", "base": 117, "seat": 1, "action": "buy G8nw b3 b5"}
)
SET_UP_AT_ONCE = 50  # tables
TABLES_OF_A_PERSON = 100
LATENCY_LIMIT = 0.05  # seconds
Latencies = tuple[float, list[float]]
"""Actions answered per second, and the latency of each in seconds."""


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
    return await _set_up([Table(server, cookies, n) for n in range(number)])


async def start_hot_seats(server: Process, number: int) -> list[Table]:
    """The same with one page for each table."""
    tables: list[Table] = []
    for n in range(number):
        if n % TABLES_OF_A_PERSON == 0:
            _, cookie = server.request("POST", "/api/me", {"name": f"Ana {n}"})
        tables.append(HotSeat(server, cookie, n))
    return await _set_up(tables)


async def _set_up(tables: list[Table]) -> list[Table]:
    for start in range(0, len(tables), SET_UP_AT_ONCE):
        await asyncio.gather(*(table.set_up() for table in tables[start : start + SET_UP_AT_ONCE]))
    return tables


async def action_rate(
    server: Process, number: int, seconds: float, *meters: Callable[[], float]
) -> tuple[float, ...]:
    """Committed actions per second, and for each of them the server's processor time and what other
    meters count."""
    committed = 0

    def count() -> None:
        nonlocal committed
        committed += 1

    tables = await start_tables(server, number)
    meters = (server.cpu, *meters)
    started, before = time.perf_counter(), [meter() for meter in meters]
    for table in tables:
        table.on_commit, table.acts_at_once = count, True
        table.act()
    await asyncio.sleep(seconds)
    rate = committed / (time.perf_counter() - started)
    after = [meter() for meter in meters]
    for table in tables:
        table.close()
    each = ((now - then) / committed for now, then in zip(after, before, strict=True))
    return rate, *each


async def latencies(server: Process, number: int, rate: float, seconds: float) -> Latencies:
    """Send actions at a steady rate, to one open table after another. Returns how many were
    answered per second, and the latency of each in seconds."""
    tables = await start_tables(server, number)
    found = await play_steadily(tables, rate, seconds)
    for table in tables:
        table.close()
    return found


async def play_steadily(tables: Sequence[Table], rate: float, seconds: float) -> Latencies:
    """The same with these tables."""
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
            n = sent % len(tables)
            if n not in due and tables[n].act():
                due[n] = started + sent / rate
            sent += 1
        await asyncio.sleep(0.001)
    passed = time.perf_counter() - started
    for _ in range(100):
        if due:
            await asyncio.sleep(0.05)
    times += [float("inf")] * len(due)
    return len(times) / passed, times


def spread(times: list[float]) -> str:
    """Median and 99th percentile of latencies."""
    cuts = quantiles(times, n=100)
    return f"median {cuts[49] * 1000:.1f} ms, 99 % within {cuts[98] * 1000:.1f} ms"


def print_row(what: str, measured: str, target: str = "") -> None:
    """Print a row of the results."""
    print(f"| {what} | {measured} | {target} |", flush=True)


def share_in_time(times: list[float]) -> float:
    """How many of these answers came in time."""
    return sum(seconds <= LATENCY_LIMIT for seconds in times) / len(times)
