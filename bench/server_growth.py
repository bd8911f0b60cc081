"""How the server grows: workers that share PostgreSQL and Redis, and thousands of open tables."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import ClassVar, LiteralString

import psycopg

from server_client import Process, cpu_of, family
from server_play import action_rate, echo_rate, play_steadily, print_row, spread, start_hot_seats
from server_versions import BARE_ECHO, SHARED, THIS, serving

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.helpers.postgres import PostgresServer
from server.helpers.valkey import ValkeyServer

OPEN_TABLES = (100, 1_000, 10_000)
ACTIONS_PER_SECOND = 300  # at them
IDLE_SECONDS = 10


class DurablePostgres(PostgresServer):
    """A PostgreSQL server that syncs every commit to disk."""

    settings: ClassVar = {**PostgresServer.settings, "fsync": "on", "shared_buffers": "128MB"}


@contextmanager
def workers(postgres: PostgresServer, redis: str, number: int) -> Iterator[tuple[Process, str]]:
    """Workers with a new database, and its URL."""
    url = postgres.new_database()
    with serving(SHARED, url, redis, str(number)) as server:
        while number > 1 and f"alhambra_workers {number}.0" not in server.text("/metrics"):
            time.sleep(0.1)
        yield server, url


def print_cluster(options: argparse.Namespace, folder: Path) -> None:
    """Play at one process with SQLite, at one worker and at two with PostgreSQL and Redis, in turn,
    and print the rows."""
    rounds: dict[str, list[tuple[float, ...]]] = {}
    with DurablePostgres.running() as postgres, ValkeyServer.running() as valkey:

        def database() -> float:
            return sum(map(cpu_of, family(postgres.pid)))

        def redis() -> float:
            return cpu_of(valkey.pid)

        for n in range(options.rounds):
            with serving(BARE_ECHO) as server:
                echo = asyncio.run(echo_rate(server, options.tables, options.seconds / 2))
            rounds.setdefault("a bare echo", []).append(echo)
            with serving(THIS, str(folder / f"{n}.sqlite")) as server:
                alone = asyncio.run(action_rate(server, options.tables, options.seconds))
            rounds.setdefault("SQLite, one process", []).append(alone)
            for number, name in ((1, "PostgreSQL, one worker"), (2, "PostgreSQL, two workers")):
                with workers(postgres, valkey.url, number) as (server, url):

                    def written(url: str = url) -> float:
                        return bytes_written(url)

                    playing = action_rate(
                        server, options.tables, options.seconds, database, redis, written
                    )
                    found = (*asyncio.run(playing), bytes_stored(url))
                    rounds.setdefault(name, []).append(found)
    for name, each in rounds.items():
        rate, *costs = (median(column) for column in zip(*each, strict=True))
        shown = f"{rate:,.0f}/s, {1e6 * costs[0]:.0f} µs each"
        if costs[1:]:
            _, database_cpu, redis_cpu, ahead, stored = costs
            shown += (
                f", PostgreSQL {1e6 * database_cpu:.0f} µs, Redis {1e6 * redis_cpu:.0f} µs, "
                f"{ahead:,.0f} bytes written ahead, {stored:,.0f} bytes kept"
            )
        print_row(name, shown)
    both = zip(rounds["SQLite, one process"], rounds["PostgreSQL, two workers"], strict=True)
    ratio = median(two[0] / one[0] for one, two in both)
    print_row("two workers to one process with SQLite", f"{ratio:.2f}", "≥ 0.5")


def bytes_written(url: str) -> float:
    """The length of the log that PostgreSQL writes ahead."""
    return number_at(url, "SELECT pg_current_wal_lsn() - '0/0'")


def bytes_stored(url: str) -> float:
    """What an event takes in the database, with its indexes."""
    return number_at(url, "SELECT pg_total_relation_size('events')::float / count(*) FROM events")


def number_at(url: str, query: LiteralString) -> float:
    """The answer to a query."""
    with psycopg.connect(url) as connection:
        found = connection.execute(query).fetchone()
    assert found is not None
    return float(found[0])


def print_growth(options: argparse.Namespace, folder: Path) -> None:
    """Measure a server with few and with many open tables, and print the rows."""
    for number in OPEN_TABLES:
        with serving(THIS, str(folder / f"{number}.sqlite")) as server:
            print_row(
                f"{number:,} open tables", asyncio.run(cost_of_tables(server, number, options))
            )


async def cost_of_tables(server: Process, number: int, options: argparse.Namespace) -> str:
    """What an action costs at this number of tables, and what a table costs that only waits."""
    empty = server.memory()
    tables = await start_hot_seats(server, number)
    size = (server.memory() - empty) / number
    before = server.cpu()
    await asyncio.sleep(IDLE_SECONDS)
    idle = (server.cpu() - before) / IDLE_SECONDS
    started, before = time.perf_counter(), server.cpu()
    _, times = await play_steadily(tables, ACTIONS_PER_SECOND, options.seconds)
    passed, cpu = time.perf_counter() - started, server.cpu() - before
    cost = (cpu - idle * passed) / len(times)
    for table in tables:
        table.close()
    return (
        f"{1e6 * cost:.0f} µs an action, {spread(times)}; a table: {size / 1000:.0f} kB, "
        f"{1e6 * idle / number:.0f} µs a second"
    )
