"""The store in each kind of database: a log with a lock, and what lies beside it."""

import asyncio
import json
import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from alhambra.server.store import schema, sql
from alhambra.server.store.migrations import known_revisions
from alhambra.server.store.sql import SqlStore
from alhambra.server.store.store import (
    Conflict,
    DueTurn,
    Entry,
    Line,
    Result,
    ReviewedSeat,
    ReviewKind,
    Sitter,
    Writing,
)
from server.helpers.databases import open_store, rows_at, step
from server.helpers.postgres import PostgresServer

pytestmark = pytest.mark.compiled_only


async def test_what_was_written_is_there_after_a_restart(database_url: str) -> None:
    written = [step("a", 1), step("a", 2, "take b3")]
    async with open_store(database_url) as store:
        await store.write("a", Writing(events=written))
    async with open_store(database_url) as store:
        assert await store.events("a") == written
        assert await store.events("b") == []


async def test_a_version_is_written_once(store: SqlStore) -> None:
    await store.write("a", Writing(events=[step("a", 1)]))
    with pytest.raises(Conflict):
        await store.write("a", Writing(events=[step("a", 1, "take b3")]))
    assert await store.events("a") == [step("a", 1)]


async def test_of_many_writers_of_a_version_one_wins_and_other_games_do_not_suffer(
    store: SqlStore,
) -> None:
    writings = [
        store.write("a", Writing(events=[step("a", 1, f"take b{n}")])) for n in range(1, 10)
    ]
    others = [store.write(f"g{n}", Writing(events=[step(f"g{n}", 1)])) for n in range(50)]
    answers = await asyncio.gather(*writings, *others, return_exceptions=True)
    assert [type(answer) for answer in answers[:9]].count(Conflict) == 8
    assert answers[9:] == [None] * 50
    assert len(await store.events("a")) == 1
    assert len(await store.events("g49")) == 1


async def test_a_writing_is_whole_or_not_at_all(store: SqlStore) -> None:
    await store.people.add("p", "Ana")
    await store.write("a", Writing(events=[step("a", 2)]))
    late = Writing(events=[step("a", 1), step("a", 2)], sitters=[Sitter(0, "Ana", "p")])
    with pytest.raises(Conflict):
        await store.write("a", late)
    assert await store.events("a") == [step("a", 2)]
    assert await store.sitters("a") == []


async def test_the_file_is_written_through(file: Path) -> None:
    def pragmas(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    async with open_store(file) as store:
        assert await store.writer.change(pragmas) == ["wal", 2]


async def test_commits_are_synced_whatever_the_default_of_the_database(
    postgres: PostgresServer,
) -> None:
    url = postgres.new_database()
    name = url.rpartition("/")[2]
    postgres.execute(name, f"ALTER DATABASE {name} SET synchronous_commit = off")
    async with open_store(url) as store:
        shown = text("SHOW synchronous_commit")
        assert await store.writer.change(lambda other: other.execute(shown).scalar()) == "on"


async def test_lists_of_tables(store: SqlStore) -> None:
    await store.people.add("p", "Ana")
    await store.people.add("q", "Ana")
    for n, (status, public) in enumerate(
        [("open", True), ("playing", True), ("over", True), ("open", False)]
    ):
        entry = Entry(f"g{n}", status, public, n == 1, 1, at=n)  # type: ignore[arg-type]
        sitters = [Sitter(0, "Ana", "p" if n != 1 else "q")]
        await store.write(f"g{n}", Writing(entry=entry, sitters=sitters))
    assert [entry.game for entry in await store.entries("p", 2)] == ["g3", "g2"]
    assert [entry.game for entry in await store.entries("q", 2)] == ["g1"]
    assert await store.unfinished("p") == 2
    assert await store.uncounted() == ["g2"]
    assert set(await store.names(["g0", "g1"])) == {"g0", "g1"}


async def test_turns_are_due_in_order_until_the_game_is_over(store: SqlStore) -> None:
    for game, due in (("a", 30), ("b", 10), ("c", 20)):
        await store.write(game, Writing(turn=DueTurn(1, due)))
    await store.write("b", Writing(turn=DueTurn(2, 25)))
    assert await store.due(30) == ["c", "b"]
    assert await store.turns(["a", "b", "d"]) == {"a": DueTurn(1, 30), "b": DueTurn(2, 25)}
    over = Entry("b", "over", False, True, 0, at=9)
    await store.write("b", Writing(entry=over))
    assert await store.due(31) == ["c", "a"]


async def test_a_game_under_way_is_listed_however_many_are_newer(store: SqlStore) -> None:
    await store.people.add("p", "Ana")
    sitters = [Sitter(0, "Ana", "p")]
    for n, status in enumerate(["playing", "over", "playing", "open", "over", "over"]):
        entry = Entry(f"g{n}", status, False, True, 0, at=n)  # type: ignore[arg-type]
        await store.write(f"g{n}", Writing(entry=entry, sitters=sitters))
    listed = [entry.game for entry in await store.entries("p", 2)]
    assert listed == ["g2", "g0", "g5", "g4"]


async def test_people_chat_and_results_can_be_forgotten(store: SqlStore) -> None:
    await store.people.add("p", "Ana")
    assert await store.people.rename("p", "Anna")
    await store.people.add("q", "Bruno")
    assert await store.people.name("p") == "Anna"
    number = await store.chat.say("a", Line(0, 5, "p", 0, "Anna", "<b>hello</b>"), "c1")
    assert number is not None
    assert await store.chat.say("a", Line(0, 5, "p", 0, "Anna", "hello"), "c1") is None
    await store.chat.say("a", Line(0, 6, "q", 1, "Bruno", "hello Anna"), "c1")
    await store.chat.mute("q", "p", muted=True)
    await store.chat.report("q", number, 7)
    await store.chat.report("q", number, 8)
    assert await store.chat.muted("q") == {"p"}
    result = Result("a", 1, "p", True, {"points": 90})
    await store.write("a", Writing(sitters=[Sitter(1, "Anna", "p")], results=[result]))
    assert await store.results("p") == [result]
    assert (await store.has_finished("p"), await store.has_finished("q")) == (True, False)

    await store.people.begin_to_forget("p")
    assert not await store.people.rename("p", "Anna")
    assert await store.people.name("p") is None
    assert await store.people.known(["p", "q"]) == {"q"}
    assert (await store.people.leaving(), await store.people.games_of("p")) == (["p"], ["a"])
    assert await store.people.seats_of("a", "p") == [Sitter(1, "Player 2", None)]
    assert "Anna" not in str(await store.sitters("a"))
    assert await store.chat.say("a", Line(0, 9, "p", 0, "Anna", "still here"), "c2") is None
    with pytest.raises(Conflict):
        await store.write("b", Writing(sitters=[Sitter(0, "Anna", "p")]))
    await store.write("a", Writing(sitters=[Sitter(1, "Player 2", None)], results=[result]))
    await store.people.end_forgetting("p")
    assert (await store.people.leaving(), await store.people.games_of("p")) == ([], [])
    assert [line.name for line in await store.chat.lines("a", 10)] == ["Bruno"]
    assert await store.results("p") == []
    assert not await store.has_finished("p")
    assert await store.chat.muted("q") == set()


async def test_the_number_of_a_deleted_line_is_not_used_again(database_url: str) -> None:
    async with open_store(database_url) as store:
        await store.people.add("p", "Ana")
        await store.people.add("q", "Bruno")
        deleted = await store.chat.say("a", Line(0, 5, "p", 0, "Ana", "rude"), "c1")
        await store.chat.report("q", deleted or 0, 6)
        assert [reported.line.text for reported in await store.chat.reports()] == ["rude"]
        await store.people.begin_to_forget("p")
    assert rows_at(database_url, "reports") == []
    async with open_store(database_url) as store:
        assert await store.chat.say("a", Line(0, 7, "q", 1, "Bruno", "polite"), "c2") != deleted
        assert await store.chat.reports() == []


async def test_the_migrations_make_the_tables_that_the_program_uses(store: SqlStore) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection)
        return list(compare_metadata(context, schema.metadata))

    assert await store.writer.change(differences) == []


async def test_a_database_is_migrated_once(database_url: str) -> None:
    for _ in range(2):
        async with open_store(database_url) as store:
            await store.problem()
    assert rows_at(database_url, "alembic_version") == [(known_revisions()[0],)]


async def test_the_numbers_of_a_person_are_not_parsed_on_the_event_loop(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.people.add("p", "Ana")
    kind, entry = ReviewKind(1, "quick"), Entry("a", "over", False, False, 0, at=1)
    results = [Result("a", 1, "p", True, {"points": 90})]
    await store.write("a", Writing([step("a", 1)], entry=entry, results=results))
    await store.keep_review("a", kind, [{"turns": 3}, {"turns": 4}], b"analysis")
    parsers: set[threading.Thread] = set()

    def loads(text: str) -> object:
        parsers.add(threading.current_thread())
        return json.loads(text)

    monkeypatch.setattr(sql, "loads", loads)
    assert await store.results("p") == results
    assert await store.reviewed("p", kind) == [ReviewedSeat("a", {"turns": 4})]
    assert parsers and threading.current_thread() not in parsers
