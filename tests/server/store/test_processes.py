"""Leases: one process alive has the lease of a game, and those of a dead one are free."""

import asyncio

import pytest

from alhambra.server.store import processes
from alhambra.server.store.sql import SqlStore
from alhambra.server.store.store import Presence
from server.helpers.databases import open_store, rows_at

pytestmark = pytest.mark.compiled_only

GAMES = {"a", "b", "c"}


async def test_a_lease_belongs_to_one_process_until_it_is_given_back(store: SqlStore) -> None:
    for process in ("one", "other"):
        await store.processes.enrol(process)
    assert await store.processes.claim("one", {"a", "b"}) == {"a", "b"}
    assert await store.processes.claim("other", GAMES) == {"c"}
    assert await store.processes.claim("one", GAMES) == {"a", "b"}
    await store.processes.give_back("other", {"a", "c"})
    assert await store.processes.held("one") == {"a", "b"}, "nobody gives back those of another"
    assert await store.processes.claim("one", GAMES) == GAMES
    await store.processes.retire("one")
    assert await store.processes.held("one") == set()
    assert await store.processes.claim("other", GAMES) == GAMES


async def test_the_leases_of_a_dead_process_are_free(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.processes.enrol("other")
    with monkeypatch.context() as patched:
        patched.setattr(processes, "TERM_MS", 0)
        await store.processes.enrol("dead")
    await store.processes.claim("dead", GAMES)
    assert await store.processes.claim("other", {"a"}) == {"a"}
    assert not await store.processes.renew("dead"), "it is told that it was dead"
    assert await store.processes.renew("other")
    assert not await store.processes.renew("unknown")


async def test_of_processes_that_claim_at_once_one_has_it(database_url: str) -> None:
    games = {f"g{n}" for n in range(40)}
    async with open_store(database_url) as one, open_store(database_url) as other:
        await asyncio.gather(one.processes.enrol("one"), other.processes.enrol("other"))
        mine, theirs = await asyncio.gather(
            one.processes.claim("one", games), other.processes.claim("other", games)
        )
    assert mine | theirs == games and not mine & theirs
    assert len(rows_at(database_url, "leases")) == 40


async def test_what_long_dead_processes_left_is_removed(
    store: SqlStore, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(processes, "TERM_MS", -2 * processes._KEPT_MS)
        await store.processes.enrol("dead")
    await store.processes.claim("dead", GAMES)
    await store.processes.enrol("other")
    assert rows_at(database_url, "leases") == []
    assert [row[0] for row in rows_at(database_url, "processes")] == ["other"]


async def test_presence_is_that_of_other_processes_alive(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = store.processes
    for process in ("one", "two", "three"):
        await shared.enrol(process)
    await shared.set_presence("one", "a", {"ana"}, 1)
    await shared.set_presence("two", "a", {"bruno"}, 2)
    assert await shared.presence_elsewhere("one", ["a", "b"]) == {
        "a": Presence(frozenset({"bruno"}), 2)
    }
    assert await shared.presence_elsewhere("three", ["a"]) == {
        "a": Presence(frozenset({"ana", "bruno"}), 3)
    }
    await shared.set_presence("one", "a", (), 0)
    monkeypatch.setattr(processes, "TERM_MS", -1)
    await shared.enrol("two")
    assert await shared.presence_elsewhere("three", ["a"]) == {}
