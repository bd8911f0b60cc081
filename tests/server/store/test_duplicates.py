"""Duplicates in every kind of database."""

import asyncio
from dataclasses import replace

from alhambra.server.log.events import Status
from alhambra.server.log.shared_deals import SharedDeal
from alhambra.server.store.duplicates import Duplicate
from alhambra.server.store.practice import OWN_SEAT
from alhambra.server.store.sql import SqlStore
from alhambra.server.store.store import Entry, Result, Sitter, Writing
from server.helpers.databases import step

FIRST = Duplicate("first", "ana", ("mason", "vizier"), coach=True, seed="5e" * 32, at=7)


async def test_a_duplicate_is_kept_as_it_was_set_up(store: SqlStore) -> None:
    later = replace(FIRST, id="later", host="bruno", coach=False, at=8)
    for each in (FIRST, later):
        assert await store.duplicates.add(each) == each
    assert await store.duplicates.all(["first", "later", "none"]) == [later, FIRST]
    await store.duplicates.close("first")
    assert await store.duplicates.all(["first"]) == [replace(FIRST, closed=True)]


async def test_only_one_comes_next(store: SqlStore) -> None:
    await store.duplicates.add(FIRST)
    wishes = [replace(FIRST, id=f"wish {number}") for number in range(2)]
    found = await asyncio.gather(*(store.duplicates.add(each, after="first") for each in wishes))
    assert found[0] == found[1] in wishes
    assert [each.next for each in await store.duplicates.all(["first"])] == [found[0].id]
    assert await store.duplicates.all([each.id for each in wishes]) == [found[0]]


async def test_each_person_has_one_game_until_it_is_full(store: SqlStore) -> None:
    duplicates = store.duplicates
    for name in ("ana", "bruno", "carla"):
        await store.people.add(name, name)
    assert await duplicates.begin("first", "ana", "one", 2) == "one"
    assert await duplicates.begin("first", "ana", "two", 2) == "one"
    assert await duplicates.begin("first", "bruno", "three", 2) == "three"
    assert await duplicates.begin("first", "carla", "four", 2) is None
    assert await duplicates.begin("first", "ana", "five", 2) == "one"
    assert await duplicates.begin("second", "ana", "six", 2) == "six"
    found = await store.practice.shared_deals(["one", "three", "none"])
    assert set(found) == {"one", "three"}
    assert found["one"] == SharedDeal("duplicate", "first")


async def sits(store: SqlStore, game: str, name: str, *, over: bool, counts: bool = True) -> None:
    """A game of a duplicate in which a person sits."""
    status: Status = "over" if over else "playing"
    result = Result(game, OWN_SEAT, name, counts, {"points": 90})
    await store.write(
        game,
        Writing(
            [step(game, 1)],
            [Sitter(OWN_SEAT, name, name)],
            Entry(game, status, public=False, days=False, open_seats=0, at=7),
            [result] if over else [],
        ),
    )


async def test_results_of_those_who_played_to_the_end(store: SqlStore) -> None:
    await store.duplicates.add(FIRST)
    people = {"ana": (True, True), "bruno": (False, True), "carla": (True, False)}
    for name in people:
        await store.people.add(name, name)
        await store.duplicates.begin("first", name, f"game of {name}", 9)
        assert await store.duplicates.tries(["first"]) == []
    for name, (over, counts) in people.items():
        await sits(store, f"game of {name}", name, over=over, counts=counts)
    found = await store.duplicates.tries(["first"])
    assert [(each.person, each.is_over, each.numbers) for each in found] == [
        ("ana", True, {"points": 90}),
        ("bruno", False, None),
        ("carla", True, None),
    ]
    for name in ("ana", "bruno"):
        assert [each.id for each in await store.duplicates.of_person(name, 9)] == ["first"]
    assert await store.duplicates.of_person("david", 9) == []


async def test_nobody_forgotten_is_named(store: SqlStore) -> None:
    await store.duplicates.add(FIRST)
    await store.people.add("ana", "Ana")
    await store.duplicates.begin("first", "ana", "one", 9)
    await sits(store, "one", "ana", over=True)
    await store.people.begin_to_forget("ana")
    assert await store.duplicates.begin("second", "ana", "two", 9) is None
    [tried] = await store.duplicates.tries(["first"])
    assert (tried.person, tried.name, tried.numbers) == (None, "Player 1", {"points": 90})
    assert await store.duplicates.all(["first"]) == [replace(FIRST, host=None)]
