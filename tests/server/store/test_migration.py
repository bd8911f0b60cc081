"""A database of an older version is migrated at start, with its games intact."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory

from alhambra import Game, Record
from alhambra.server.log.fold import Fold
from alhambra.server.store import migrations
from alhambra.server.store.database_urls import prepare
from alhambra.server.store.store import Line
from server.helpers.databases import logged, make_old, open_store, rows
from server.helpers.games import finished
from server.helpers.live_server import serving
from server.helpers.players import BOT, GUEST, ME, people

pytestmark = pytest.mark.compiled_only


async def test_a_database_of_the_first_version_is_migrated_with_its_games(
    file: Path, tmp_path: Path
) -> None:
    async with serving(file) as server, people(server, "Ana") as [ana]:
        over = (await finished(ana, BOT))["id"]
        async with ana.plays(BOT) as page:
            going = page.game
            await page.own_turn()
        text = (await ana.http.get(f"/api/games/{over}/record")).text
    old = tmp_path / "old.sqlite"

    make_old(old, "0001")
    with closing(sqlite3.connect(old)) as connection:
        for table in ("events", "persons", "sitters", "entries"):
            for row in rows(file, table):
                marks = ",".join("?" * len(row))
                connection.execute(f"INSERT INTO {table} VALUES ({marks})", row)
        connection.commit()
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
        assert "results" not in names
    async with serving(old) as server:
        fold = (await server.tables.find(over)).fold
        assert str(fold.record()) == text
        assert (await server.tables.find(going)).fold.status == "playing"
        while not (counted := await server.tables.store.standings([over])):
            await asyncio.sleep(0.05)
        points = [result.numbers["points"] for result in counted[over]]
        assert points == list(Record.parse(text).replay().scores[:2])
    assert rows(old, "alembic_version") == rows(file, "alembic_version")
    assert rows(old, "events") == rows(file, "events"), "the log is never changed"


def test_names_are_taken_out_of_the_log_of_an_older_version(file: Path) -> None:
    game = Game.new(["Zenobia", "Zara"], seed=7)
    for _ in range(5):
        game.play(game.legal_actions[0])
    record = Record.of(game, {"event": "at the house of Zenobia"})
    host = {"host": "p", "invite": "i"}
    imported = {"record": str(record), "counters": ["bird", "bone"], **host}
    created = {
        "record": str(record),
        "origin": ["a", 5],
        "seed": "00" * 32,
        **host,
        "options": {},
        "seats": [{"kind": "guest", "person": "p", "level": None, "counter": "bird"}] * 2,
    }
    make_old(file, "0002")
    with closing(sqlite3.connect(file)) as connection:
        row = "INSERT INTO events VALUES (?, 1, ?, ?, 7, 'p', NULL, '1/1/1')"
        for game_id, kind, data in (
            ("a", "imported", json.dumps(imported)),
            ("b", "created", json.dumps(created)),
            ("c", "created", '{"record": 7}'),
            ("d", "created", "no JSON"),
        ):
            connection.execute(row, (game_id, kind, data))
        connection.commit()
    prepare(f"sqlite:///{file}")
    log = {str(row[0]): str(row[3]) for row in rows(file, "events")}
    assert "Zenobia" not in str(log) and "Zara" not in str(log)
    assert (log["c"], log["d"]) == ('{"record": 7}', "no JSON")
    for game_id, kind, before in (("a", "imported", imported), ("b", "created", created)):
        data = json.loads(log[game_id])
        assert {**data, "record": ""} == {**before, "record": ""}, "all else is as it was"
        fold = Fold.of([logged(1, kind, data)], ["Ana", "Bruno"])
        given = fold.given or fold.record()
        assert (given.steps, given.deal) == (record.steps, record.deal)


async def test_reports_of_deleted_lines_of_an_older_version_do_not_count_for_new_ones(
    file: Path,
) -> None:
    make_old(file, "0003")
    with closing(sqlite3.connect(file)) as connection:
        line = "INSERT INTO chat VALUES (?, 'a', 5, 'p', NULL, 'Ana', ?, ?)"
        connection.executemany(line, [(3, "hello", "c1"), (7, "rude", "c2")])
        connection.executemany("INSERT INTO reports VALUES (?, 'q', 6)", [(7,), (8,)])
        connection.execute("INSERT INTO persons VALUES ('p', 'Ana')")
        connection.commit()
    before = rows(file, "chat")
    async with open_store(file) as store:
        assert await store.chat.say("a", Line(0, 9, "p", None, "Ana", "polite"), "c3") == 8
        assert [reported.line.text for reported in await store.chat.reports()] == ["rude"]
    assert rows(file, "chat")[:2] == before
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DELETE FROM chat WHERE line = 8")
        connection.commit()
    repeat_from(file, "0003")
    prepare(f"sqlite:///{file}")
    assert rows(file, "sqlite_sequence") == [("chat", 8)], "also when the step was repeated"


async def test_games_of_an_older_version_get_their_turns_when_they_are_loaded(file: Path) -> None:
    days = {"kind": "days", "days": 2}
    async with (
        serving(file) as server,
        people(server, "Ana") as [ana],
        ana.plays(GUEST, clock=days),
    ):
        pass
    kept = rows(file, "turns")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TABLE turns")
        connection.commit()
    repeat_from(file, "0004")
    prepare(f"sqlite:///{file}")
    assert [(game, None, 0) for game, _, _ in kept] == rows(file, "turns")
    async with serving(file) as server:
        await server.tables.sweeper.sweep()
    assert rows(file, "turns") == kept
    repeat_from(file, "0004")
    prepare(f"sqlite:///{file}")
    assert rows(file, "turns") == kept, "also when the step was repeated"


def repeat_from(file: Path, revision: str | None) -> None:
    """Make the database look as if only this step had been noted."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DELETE FROM alembic_version")
        if revision:
            connection.execute("INSERT INTO alembic_version VALUES (?)", (revision,))
        connection.commit()


@pytest.mark.parametrize("revision", [None, "0001", "0002", "0003", "0004", "0005", "0006"])
def test_every_step_can_be_repeated(file: Path, revision: str | None) -> None:
    """Older versions could be killed after a step and before they noted that it was done."""
    game = Game.new(["Zenobia", "Zara"], seed=7)
    data = {"record": str(Record.of(game)), "counters": ["bird", "bone"], "host": "p", "invite": ""}
    make_old(file, "0002")
    with closing(sqlite3.connect(file)) as connection:
        row = "INSERT INTO events VALUES ('a', 1, 'imported', ?, 7, 'p', NULL, '1/1/1')"
        connection.execute(row, (json.dumps(data),))
        connection.commit()
    prepare(f"sqlite:///{file}")
    once = rows(file, "events"), rows(file, "alembic_version")
    repeat_from(file, revision)
    prepare(f"sqlite:///{file}")
    assert (rows(file, "events"), rows(file, "alembic_version")) == once


async def test_a_game_of_an_unknown_version_is_left_alone(file: Path) -> None:
    async with serving(file) as server, people(server, "Ana") as [ana]:
        game = (await ana.set_up(ME, BOT, public=True))["id"]
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE events SET versions = '9/9/9'")
        connection.commit()
    before = rows(file, "events")
    async with serving(file) as server, people(server, "Bruno") as [bruno]:
        answer = await bruno.http.get(f"/api/tables/{game}")
        assert answer.status_code == 409
        assert answer.json()["reason"]["code"] == "unknown_event"
        assert (await bruno.http.get("/api/tables")).status_code == 200
    assert rows(file, "events") == before, "what another version wrote is left alone"


def test_the_names_of_the_steps_have_their_revisions() -> None:
    [folder] = migrations.__path__
    steps = ScriptDirectory(folder).walk_revisions()
    assert migrations.known_revisions() == [step.revision for step in steps]
