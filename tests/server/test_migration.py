"""A database of an older version is migrated at start, with its games intact."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from alhambra import Record
from alhambra.server.fold import Fold
from alhambra.server.migrations import migrate
from alhambra.server.store import VERSIONS, Event, UnknownEvent
from server.playing import BOT, ME, people, run, serving, settings_for
from server.test_api import finished

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def rows(file: Path, table: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(f"SELECT * FROM {table}").fetchall()


def test_a_database_of_the_first_version_is_migrated_with_its_games(
    file: Path, tmp_path: Path
) -> None:
    async def play() -> tuple[str, str, str]:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            over = (await finished(ana, BOT))["id"]
            going = await ana.set_up(ME, BOT)
            async with ana.look_at(going) as page:
                await page.command("start")
                while not page.legal:
                    await page.read()
            text = (await ana.http.get(f"/api/games/{over}/record")).text
            return over, going["id"], text

    over, going, text = run(play)
    old = tmp_path / "old.sqlite"

    async def make_old() -> None:
        def first(connection: Connection) -> None:
            migrate(connection, "0001")

        engine = create_async_engine(f"sqlite+aiosqlite:///{old}")
        async with engine.begin() as connection:
            await connection.run_sync(first)
        await engine.dispose()

    asyncio.run(make_old())
    with closing(sqlite3.connect(old)) as connection:
        for table in ("events", "persons", "sitters", "entries"):
            for row in rows(file, table):
                marks = ",".join("?" * len(row))
                connection.execute(f"INSERT INTO {table} VALUES ({marks})", row)
        connection.commit()
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
        assert "results" not in names

    async def look() -> None:
        async with serving(settings_for(old)) as server:
            fold = (await server.tables.find(over)).fold
            assert str(fold.record()) == text
            assert (await server.tables.find(going)).fold.status == "playing"
            while not await server.tables.store.results(None, over):
                await asyncio.sleep(0.05)
            [mine, _] = await server.tables.store.results(None, over)
            assert mine.numbers["points"] == Record.parse(text).replay().scores[0]

    run(look)
    assert rows(old, "alembic_version") == rows(file, "alembic_version")
    assert rows(old, "events") == rows(file, "events"), "the log is never changed"


@pytest.mark.parametrize("change", [{"versions": "1/1/2"}, {"kind": "teleported"}])
def test_an_event_of_an_unknown_version_is_refused(change: dict[str, str]) -> None:
    fields = {"kind": "created", "versions": VERSIONS, **change}
    event = Event("game", 1, data={}, at=0, **fields)
    with pytest.raises(UnknownEvent):
        Fold.of([event], ["Ana", "Bruno"])


def test_a_game_of_an_unknown_version_is_left_alone(file: Path) -> None:
    async def play() -> str:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            return str((await ana.set_up(ME, BOT, public=True))["id"])

    game = run(play)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE events SET versions = '9/9/9'")
        connection.commit()

    async def look() -> None:
        async with serving(settings_for(file)) as server, people(server, "Bruno") as [bruno]:
            answer = await bruno.http.get(f"/api/tables/{game}")
            assert answer.status_code == 409
            assert answer.json()["reason"]["code"] == "unknown_event"
            assert (await bruno.http.get("/api/tables")).status_code == 200

    run(look)
    assert json.dumps(rows(file, "events"))
