"""The leases of a process: what became of a change is not known when the database fails, and must
not keep others from a table."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from types import SimpleNamespace
from typing import Any

import pytest

from alhambra.server.store.store import StoreFailed
from alhambra.server.table import leases
from alhambra.server.table.leases import SharedLeases
from server.helpers.live_server import eventually

pytestmark = pytest.mark.compiled_only


class Database:
    """Leases as in the database. What is named in ``failing`` is done, but the answer is lost."""

    def __init__(self) -> None:
        self.owners: dict[str, str] = {}
        self.failing: set[str] = set()
        self.process = ""

    def _answer(self, deed: str) -> None:
        if deed in self.failing:
            raise StoreFailed.of_writing()

    async def renew(self, process: str) -> bool:
        return process == self.process

    async def enrol(self, process: str) -> None:
        self.process = process

    async def held(self, process: str) -> set[str]:
        return {game for game, owner in self.owners.items() if owner == process}

    async def claim(self, process: str, games: Collection[str]) -> set[str]:
        for game in games:
            self.owners.setdefault(game, process)
        self._answer("claim")
        return await self.held(process) & set(games)

    async def give_back(self, process: str, games: Collection[str]) -> None:
        if "nothing" in self.failing:
            raise StoreFailed.of_writing()
        for game in games:
            del self.owners[game]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEW_SECONDS", 0.01)


@asynccontextmanager
async def kept(database: Database) -> AsyncIterator[tuple[SharedLeases, list[str]]]:
    """The leases of a process, and the games that it has lost."""
    lost: list[str] = []
    store: Any = SimpleNamespace(processes=database)
    mine = SharedLeases(store, lambda _: None, lost.append)
    task = asyncio.create_task(mine.keep())
    yield mine, lost
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_what_could_not_be_given_back_is_given_back_later() -> None:
    database = Database()
    async with kept(database) as (mine, _):
        mine.want("a")
        await eventually(lambda: mine.has("a"))
        database.failing = {"nothing"}
        mine.give_back("a")
        await asyncio.sleep(0.05)
        assert database.owners == {"a": mine.process}
        database.failing = set()
        await eventually(lambda: not database.owners)


async def test_a_lease_that_was_taken_unknowingly_is_given_back() -> None:
    database = Database()
    async with kept(database) as (mine, _):
        database.failing = {"claim"}
        mine.want("a")
        await eventually(lambda: "a" in database.owners)
        assert not mine.has("a")
        mine.give_back("a")
        await eventually(lambda: not database.owners)


async def test_one_that_another_process_has_taken_is_lost() -> None:
    database = Database()
    async with kept(database) as (mine, lost):
        mine.want("a")
        await eventually(lambda: mine.has("a"))
        database.owners["a"] = "another"
        await eventually(lambda: not mine.has("a"))
        assert lost == ["a"]
        del database.owners["a"]
        await eventually(lambda: mine.has("a"))
