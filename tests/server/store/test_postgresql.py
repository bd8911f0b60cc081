"""PostgreSQL: what is wrong with it is said in one sentence, and after a failure it goes on."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from threading import Event as Flag

import pytest
from sqlalchemy import Connection
from typer.testing import CliRunner

from alhambra.cli import app as command_line
from alhambra.server.settings import KEY_VARIABLE
from alhambra.server.store import migrations, schema
from alhambra.server.store.database_urls import database_at, prepare
from alhambra.server.store.statements import is_known
from alhambra.server.store.store import Line, StoreFailed, Writing
from server.helpers.databases import open_store, rows_at, step
from server.helpers.live_server import Server, serving
from server.helpers.players import BOT, ME, PATIENCE, people
from server.helpers.postgres import PostgresServer
from server.helpers.processes import free_port

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def own_postgres(postgres: PostgresServer) -> Iterator[PostgresServer]:
    """The PostgreSQL server, which the test may stop."""
    yield postgres
    if not postgres.listens:
        postgres.start()


def complaint(folder: Path, url: str) -> str:
    """What ``alhambra serve`` says about a database."""
    arguments = ["serve", "--port", "0", "--data", str(folder), "--database-url", url]
    answer = CliRunner().invoke(command_line, arguments)
    assert answer.exit_code == 1, answer.output
    assert answer.stderr.count("\n") == 1, answer.stderr
    return answer.stderr


def test_what_cannot_be_used_is_said_in_one_sentence(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    used = postgres.new_database()
    name = used.rpartition("/")[2]
    for url, problem in (
        (f"postgresql://127.0.0.1:{free_port()}/alhambra", "it cannot be reached"),
        (postgres.url("nowhere"), "there is no database of this name on that server"),
        (postgres.url(name, user="zenobia:secret"), "user or password is wrong"),
    ):
        said = complaint(tmp_path, url)
        assert problem in said and "secret" not in said
    postgres.execute(name, "CREATE TABLE recipes (name text)")
    assert "it belongs to another program" in complaint(tmp_path, used)
    postgres.execute(name, "DROP TABLE recipes")
    prepare(used)
    postgres.execute(name, "UPDATE alembic_version SET version_num = '9999'")
    assert "a newer version of Alhambra wrote it (schema 9999)" in complaint(tmp_path, used)
    assert rows_at(used, "alembic_version") == [("9999",)]


def test_a_wrong_password_is_told(own_postgres: PostgresServer, tmp_path: Path) -> None:
    own_postgres.execute("postgres", "ALTER USER alhambra PASSWORD 'right'")
    rules = own_postgres.folder / "data" / "pg_hba.conf"
    before = rules.read_text()
    rules.write_text("host all all 127.0.0.1/32 scram-sha-256\n")
    own_postgres.restart()
    try:
        for password in ("wrong", ""):
            said = complaint(tmp_path, own_postgres.url("postgres", user=f"alhambra:{password}"))
            assert "user or password is wrong" in said and "wrong@" not in said
    finally:
        rules.write_text(before)
        own_postgres.stop()


def test_processes_that_start_together_migrate_once(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(prepare, [url] * 6))
    assert rows_at(url, "alembic_version") == [(migrations.known_revisions()[0],)]


def test_an_interrupted_migration_leaves_nothing(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new_database()

    def fails(*_: object) -> None:
        raise KeyboardInterrupt

    database = database_at(url)
    with monkeypatch.context() as patched:
        patched.setattr(type(database), "write_something", fails)
        with pytest.raises(KeyboardInterrupt):
            database.prepare()
    name = url.rpartition("/")[2]
    postgres.execute(name, "CREATE TABLE events (only_if_there_is_none int)")
    postgres.execute(name, "DROP TABLE events")
    prepare(url)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--workers 2", "Several workers need a PostgreSQL database and Redis"),
        ("--workers 2 --redis-url redis://127.0.0.1/0", "Several workers need a PostgreSQL"),
        (
            "--workers 2 --database-url postgresql://127.0.0.1/nowhere",
            "Several workers need a PostgreSQL database and Redis",
        ),
        ("--redis-url redis://127.0.0.1/0", "only with a PostgreSQL database"),
        (
            "--redis-url redis://127.0.0.1/0 --database-url postgresql://127.0.0.1/nowhere",
            "need the same signing key: set ALHAMBRA_SECRET_KEY",
        ),
    ],
)
def test_several_processes_are_refused_without_what_they_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str, problem: str
) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    arguments = ["serve", "--port", "0", "--data", str(tmp_path), *options.split()]
    answer = CliRunner().invoke(command_line, arguments)
    assert (answer.exit_code, answer.stderr.count("\n")) == (1, 1)
    assert problem in answer.stderr


# Away and back


@asynccontextmanager
async def serving_from(url: str) -> AsyncIterator[Server]:
    async with serving(Path(), database_url=url) as server:
        yield server


@pytest.mark.parametrize("how", ["stop", "kill"])
async def test_while_the_database_is_away_everything_is_refused_and_later_goes_on(
    own_postgres: PostgresServer, how: str
) -> None:
    url = own_postgres.new_database()
    async with (
        serving_from(url) as server,
        people(server, "Ana") as [ana],
        ana.plays(BOT) as page,
    ):
        await page.own_turn()
        getattr(own_postgres, how)()
        action = page.first_take
        assert (await page.act(action))["reason"]["code"] in ("not_saved", "not_loaded")
        assert (await page.command("say", text="hello"))["reason"]["code"] in (
            "not_saved",
            "not_loaded",
        )
        answer = await ana.http.post("/api/tables", json={"seats": [ME, BOT]})
        assert answer.status_code == 503, answer.text
        ill = await ana.health(503)
        assert set(ill["ill"]) >= {"database"}

        own_postgres.start()
        await ana.health(200)
        assert await page.refusal("say", text="again") is None
        await page.own_turn()
        assert (await page.act(page.first_take))["reason"] is None
    before = rows_at(url, "events")
    assert len({(row[0], row[1]) for row in before}) == len(before)


async def test_after_a_restart_the_first_write_and_the_first_read_succeed(
    own_postgres: PostgresServer,
) -> None:
    async with open_store(own_postgres.new_database()) as store:
        await store.write("a", Writing(events=[step("a", 1)]))
        assert len(await store.events("a")) == 1
        own_postgres.stop()
        own_postgres.start()
        assert len(await store.events("a")) == 1
        await store.write("a", Writing(events=[step("a", 2)]))
        assert len(await store.events("a")) == 2


async def test_what_is_written_for_a_person_while_they_are_forgotten_is_forgotten_too(
    postgres: PostgresServer,
) -> None:
    """Two stores are two processes: one has just looked whether the person is known."""
    url = postgres.new_database()
    looked, go_on = Flag(), Flag()
    line = Line(0, 1, "p", None, "Zenobia", "hello")

    def say_slowly(connection: Connection) -> None:
        assert is_known(connection, "p")
        looked.set()
        assert go_on.wait(PATIENCE)
        row = {"game": "a", "client_id": "c", **asdict(line)}
        connection.execute(schema.chat.insert(), {**row, "line": 1})

    async with open_store(url) as one, open_store(url) as other:
        await one.people.add("p", "Zenobia")
        saying = asyncio.create_task(one.writer.change(say_slowly))
        await asyncio.to_thread(looked.wait, PATIENCE)
        forgetting = asyncio.create_task(other.people.begin_to_forget("p"))
        await asyncio.wait([forgetting], timeout=0.2)  # it waits for the other process
        go_on.set()
        await asyncio.gather(saying, forgetting)
    assert rows_at(url, "chat") == []


async def test_a_database_that_is_away_is_said_to_be(own_postgres: PostgresServer) -> None:
    async with open_store(own_postgres.new_database()) as store:
        own_postgres.kill()
        with pytest.raises(StoreFailed):
            await store.people.add("p", "Ana")
        assert await store.problem() == "it cannot be reached"
        with pytest.raises(StoreFailed) as failed:
            await store.people.name("p")
        assert failed.value.reason.code == "not_loaded"
