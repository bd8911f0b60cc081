"""Two servers on one PostgreSQL and one Valkey, and what can go wrong with them."""

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from server.helpers.live_server import Server
from server.helpers.postgres import PostgresServer
from server.helpers.processes import ServerProcess
from server.helpers.valkey import ValkeyServer

STEAL = """
UPDATE leases SET process = other.id
FROM processes AS other WHERE other.id <> leases.process
"""
STEPS = """
SELECT count(*) FILTER (WHERE person IS NOT NULL), count(*) FILTER (WHERE person IS NULL)
FROM events WHERE kind = 'step' AND game = ANY(%s)
"""


@dataclass
class Steps:
    """Actions at a table, of persons and of bots."""

    persons: int
    bots: int

    def is_beyond(self, before: "Steps") -> bool:
        return self.persons > before.persons and self.bots > before.bots


class Cluster:
    """The servers, and faults. Each fault returns when it is over. From ``has_begun`` on play has
    to go on: while a server is away the others go on, but nobody can without the database."""

    def __init__(self, postgres: PostgresServer, valkey: ValkeyServer, folder: Path) -> None:
        self.postgres, self.valkey = postgres, valkey
        self.url = postgres.new_database()
        self.processes = [
            ServerProcess(
                Path(),
                log=folder / f"server{n}.log",
                database_url=self.url,
                redis_url=valkey.url,
            )
            for n in range(2)
        ]
        self.has_begun = asyncio.Event()

    @property
    def servers(self) -> list[Server]:
        """As browsers reach them."""
        return [
            Server(f"127.0.0.1:{process.port}", None)  # type: ignore[arg-type]
            for process in self.processes
        ]

    @property
    def faults(self) -> dict[str, Callable[[random.Random], Coroutine[Any, Any, None]]]:
        return {
            "a server is killed": self.kill,
            "a server is frozen": self.freeze,
            "Redis is away": self.lose_redis,
            "PostgreSQL is restarted": self.restart_postgres,
            "leases are stolen": self.steal_leases,
            "a server is killed while Redis is away": self.kill_without_redis,
            "a server is frozen while PostgreSQL is restarted": self.freeze_and_restart,
        }

    async def kill(self, rng: random.Random) -> None:
        """As if its machine had lost power. It comes back later."""
        process = rng.choice(self.processes)
        self.has_begun.set()
        assert await process.end(signal.SIGKILL) == -signal.SIGKILL
        await asyncio.sleep(rng.uniform(0, 3))
        await process.start()

    async def freeze(self, rng: random.Random) -> None:
        """Shorter than the term of its leases, or longer: then others take over meanwhile."""
        self.has_begun.set()
        await self._freeze(rng)

    async def _freeze(self, rng: random.Random) -> None:
        process = rng.choice(self.processes).process
        assert process is not None
        os.kill(process.pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(rng.uniform(0.2, 6))
        finally:
            os.kill(process.pid, signal.SIGCONT)

    async def lose_redis(self, rng: random.Random) -> None:
        self.has_begun.set()
        self.valkey.kill()
        await asyncio.sleep(rng.uniform(0.2, 3))
        await asyncio.to_thread(self.valkey.start)

    async def restart_postgres(self, rng: random.Random) -> None:
        """In good order, or as after a crash."""
        await self._restart_postgres(rng)
        self.has_begun.set()

    async def _restart_postgres(self, rng: random.Random) -> None:
        end = rng.choice((self.postgres.stop, self.postgres.kill))
        await asyncio.to_thread(end)
        await asyncio.sleep(rng.uniform(0, 2))
        await asyncio.to_thread(self.postgres.start)

    async def steal_leases(self, _: random.Random) -> None:
        """The database says that another server runs each table: now both believe it."""
        self.has_begun.set()
        await asyncio.to_thread(self.postgres.execute, self.url.rpartition("/")[2], STEAL)

    async def kill_without_redis(self, rng: random.Random) -> None:
        self.valkey.kill()
        await self.kill(rng)
        await asyncio.to_thread(self.valkey.start)

    async def freeze_and_restart(self, rng: random.Random) -> None:
        async with asyncio.TaskGroup() as both:
            both.create_task(self._freeze(rng))
            both.create_task(self._restart_postgres(rng))
        self.has_begun.set()

    async def steps(self, games: Sequence[str]) -> Steps:
        """What has been done at a table and at those of its rematches so far."""
        return await asyncio.to_thread(self._steps, list(games))

    def _steps(self, games: list[str]) -> Steps:
        with psycopg.connect(self.url) as connection:
            found = connection.execute(STEPS, [games]).fetchone()
        assert found is not None
        return Steps(*found)


@asynccontextmanager
async def running_cluster(folder: Path) -> AsyncIterator[Cluster]:
    with ExitStack() as stack:
        postgres = stack.enter_context(PostgresServer.running())
        valkey = stack.enter_context(ValkeyServer.running())
        cluster = Cluster(postgres, valkey, folder)
        try:
            for process in cluster.processes:
                await process.start()
            yield cluster
        finally:
            for process in cluster.processes:
                if process.process and process.process.returncode is None:
                    await process.end(signal.SIGKILL)
