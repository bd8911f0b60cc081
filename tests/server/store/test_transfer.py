"""Moving a database: everything arrives, also after interruptions, and nothing is mixed."""

import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from psycopg import OperationalError
from typer.testing import CliRunner

from alhambra.cli import app as command_line
from alhambra.server.runtime.refusals import CannotStart
from alhambra.server.store import schema, transfer
from alhambra.server.store.store import Line, Writing
from alhambra.server.store.transfer import Transfer
from server.helpers.databases import open_store, rows_at, step, url_of
from server.helpers.games import finished
from server.helpers.live_server import serving
from server.helpers.players import BOT, ME, people
from server.helpers.postgres import PostgresServer

pytestmark = pytest.mark.compiled_only


def everything(url: str) -> dict[str, list[tuple[object, ...]]]:
    return {name: sorted(rows_at(url, name), key=repr) for name in schema.metadata.tables}


async def play(file: Path) -> str:
    """A database with a finished game, one in progress, a new table, chat and people."""
    async with serving(file) as server, people(server, "Ana", "Bruno") as [ana, bruno]:
        await finished(ana, BOT)
        async with ana.plays(BOT) as page:
            await page.own_turn()
            for text in ("hello", "farewell"):
                assert await page.refusal("say", text=text) is None
        await bruno.set_up(ME, BOT)
    return url_of(file)


def move(source: str, target: str, games: int = 1000) -> Transfer:
    """Move this number of games, then be interrupted."""
    with Transfer(source, target) as moving:
        for _, _ in zip(range(games), moving.games(), strict=False):
            pass
    return moving


async def test_everything_arrives_and_can_be_moved_back(
    file: Path, tmp_path: Path, postgres: PostgresServer
) -> None:
    source, target = await play(file), postgres.new_database()
    arguments = ["move-database", source, target]
    answer = CliRunner().invoke(command_line, arguments)
    assert answer.output == "3 games copied, 3 games replayed and found the same.\n"
    assert everything(target) == everything(source)
    answer = CliRunner().invoke(command_line, arguments)
    assert answer.output == "0 games copied, 3 games replayed and found the same.\n"
    back = url_of(tmp_path / "back.sqlite")
    move(target, back)
    assert everything(back) == everything(source)
    numbers = []
    for url in (source, target, back):
        async with open_store(url) as store:
            await store.people.add("p", "Carla")
            numbers.append(await store.chat.say("a", Line(0, 5, "p", None, "Carla", "hello"), "c"))
    assert numbers == [3, 3, 3], "chat goes on with the next number"


async def test_the_number_of_a_deleted_line_is_not_used_after_a_move(
    file: Path, tmp_path: Path, postgres: PostgresServer
) -> None:
    async with open_store(file) as store:
        await store.people.add("p", "Ana")
        await store.chat.say("a", Line(0, 5, "p", None, "Ana", "hello"), "c")
        await store.people.begin_to_forget("p")
    places = [url_of(file), postgres.new_database(), url_of(tmp_path / "back.sqlite")]
    for source, target in pairwise(places):
        move(source, target)
    async with open_store(places[-1]) as store:
        await store.people.add("q", "Bruno")
        assert await store.chat.say("a", Line(0, 5, "q", None, "Bruno", "hello"), "c") == 2


async def test_a_move_that_was_interrupted_is_repeated(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "GAMES_AT_ONCE", 1)
    target = url_of(tmp_path / "new.sqlite")
    source = await play(file)
    for done in range(3):
        assert move(source, target, games=done).copied <= 1 or done == 0
    async with open_store(file) as store:
        [(person, *_), _] = rows_at(source, "persons")
        await store.people.begin_to_forget(str(person))
    assert move(source, target).copied > 0
    assert everything(target) == everything(source), "also what was changed or deleted meanwhile"


def refusal(source: str, target: str) -> str:
    with pytest.raises(CannotStart) as refused:
        move(source, target)
    return str(refused.value)


async def test_games_are_never_mixed_with_others(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    for place, games in ((file, "ab"), (other, "ac")):
        async with open_store(place) as store:
            for game in games:
                await store.write(game, Writing(events=[step(game, 1)]))
    before = everything(url_of(other))
    assert "has 1 games that the other does not have" in refusal(url_of(file), url_of(other))
    assert "are the same" in refusal(url_of(file), url_of(file))
    assert everything(url_of(other)) == before


async def test_a_game_that_cannot_be_read_is_copied_as_it_is(file: Path, tmp_path: Path) -> None:
    async with open_store(file) as store:
        await store.write("a", Writing(events=[step("a", 1)]))
    source, target = url_of(file), url_of(tmp_path / "new.sqlite")
    answer = CliRunner().invoke(command_line, ["move-database", source, target])
    assert "cannot replay them: a\n" in answer.output
    assert everything(target) == everything(source)


async def test_nobody_writes_to_the_old_database_meanwhile(
    file: Path, tmp_path: Path, postgres: PostgresServer
) -> None:
    source, target = url_of(file), postgres.new_database()
    async with open_store(file) as store:
        await store.people.add("p", "Ana")
    with (
        Transfer(source, target),
        closing(sqlite3.connect(file, timeout=0)) as other,
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        other.execute("DELETE FROM persons")
    move(source, target)
    name = target.rpartition("/")[2]
    impatient = "SET lock_timeout = 1; DELETE FROM persons"
    with (
        Transfer(target, url_of(tmp_path / "back.sqlite")),
        pytest.raises(OperationalError, match="lock timeout"),
    ):
        postgres.execute(name, impatient)
