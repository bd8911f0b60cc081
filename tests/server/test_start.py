"""Starting: killed at any moment it starts again; what it cannot use it says in one sentence."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
import uvicorn
from sqlalchemy import make_url
from typer.testing import CliRunner

from alhambra.cli import app as command_line
from alhambra.server.runtime.refusals import CannotStart
from alhambra.server.settings import KEY_VARIABLE, signing_key
from alhambra.server.store import schema
from alhambra.server.store.database_urls import prepare
from alhambra.server.store.sqlite import SqliteDatabase, copy_of
from server.helpers.broken_disk import BEFORE, environment, killed_at_every_sync
from server.helpers.databases import make_old, rows
from server.helpers.players import PATIENCE

pytestmark = pytest.mark.compiled_only

NAME = "alhambra.sqlite"
ALL_TABLES = {"alembic_version", *schema.metadata.tables}
EVENTS = [("game", n, "step", '{"action":"pass"}', n, None, None, "1/1/1") for n in range(1, 200)]


def url(folder: Path) -> str:
    return f"sqlite:///{folder / NAME}"


def start(folder: Path) -> None:
    """The part of a start that writes. (Called in another process.)"""
    signing_key(folder)
    prepare(url(folder))


def tables(file: Path) -> set[str]:
    """The tables, without those that SQLite keeps for itself."""
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {name for [name] in found if not name.startswith("sqlite_")}


@pytest.fixture
def before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder as it is before the start."""
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    monkeypatch.setattr(
        uvicorn.Server, "run", lambda *_, **__: None
    )  # one that starts ends at once
    folder = tmp_path / BEFORE
    folder.mkdir()
    return folder


def old_database(file: Path, revision: str = "0001") -> None:
    """A database of an older version with a game in it."""
    make_old(file, revision)
    with closing(sqlite3.connect(file)) as connection:
        connection.executemany("INSERT INTO events VALUES (?,?,?,?,?,?,?,?)", EVENTS)
        connection.execute("INSERT INTO persons VALUES ('p', 'Ana')")
        connection.commit()


# Killed


def test_killed_at_any_sync_of_the_first_start_it_starts_again(
    tmp_path: Path, before: Path
) -> None:
    folders = killed_at_every_sync(tmp_path, "server.test_start", "start")
    assert len(folders) > 4, "it was killed several times"
    for folder in folders:
        key = folder / "secret.key"
        assert not key.exists() or len(key.read_bytes()) == 64
        start(folder)
        assert tables(folder / NAME) == ALL_TABLES


def test_killed_at_any_sync_of_an_upgrade_it_loses_nothing(tmp_path: Path, before: Path) -> None:
    old_database(before / NAME)
    folders = killed_at_every_sync(tmp_path, "server.test_start", "start")
    assert len(folders) > 4, "it was killed several times"
    for folder in folders:
        copy = copy_of(folder / NAME, "0001")
        was_upgraded = rows(folder / NAME, "alembic_version") != [("0001",)]
        assert not was_upgraded or tables(folder / NAME) == ALL_TABLES, "entirely or not at all"
        assert rows(copy, "events") == EVENTS if copy.exists() else not was_upgraded
        start(folder)
        assert tables(folder / NAME) == ALL_TABLES
        assert rows(folder / NAME, "events") == EVENTS == rows(copy, "events")
        assert rows(folder / NAME, "persons") == [("p", "Ana")]


@pytest.mark.parametrize("revision", [None, "0001"])
def test_a_migration_that_an_older_version_left_half_done_is_finished(
    before: Path, revision: str | None
) -> None:
    whole = before / "whole.sqlite"
    make_old(whole, "0002")
    with closing(sqlite3.connect(whole)) as connection:
        query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
        statements = [sql for [sql] in connection.execute(query)]
    prepare(f"sqlite:///{whole}")
    latest = rows(whole, "alembic_version")
    first = next(n for n, sql in enumerate(statements) if "TABLE results" in sql)
    for done in range(first if revision else 1, len(statements) + 1):
        folder = before / str(done)
        folder.mkdir()
        with closing(sqlite3.connect(folder / NAME)) as connection:
            for statement in statements[:done]:
                connection.execute(statement)
            if revision:
                connection.execute("INSERT INTO alembic_version VALUES (?)", (revision,))
            connection.commit()
        start(folder)
        assert tables(folder / NAME) == ALL_TABLES
        assert rows(folder / NAME, "alembic_version") == latest


def test_a_copy_is_kept_before_an_upgrade_and_only_then(before: Path) -> None:
    old_database(before / NAME, "0002")
    for _ in range(2):
        start(before)
        names = {file.name for file in before.iterdir() if not file.name.endswith(("-wal", "-shm"))}
        assert names == {NAME, "secret.key", copy_of(before / NAME, "0002").name}
    start_folder = before / "new"
    start_folder.mkdir()
    start(start_folder)
    assert not copy_of(start_folder / NAME, "0001").exists()


# What it cannot use


def serve(folder: Path, *more: str) -> str:
    """What ``alhambra serve`` complains about, in one line."""
    arguments = ["serve", "--port", "0", "--data", str(folder), *more]
    answer = CliRunner().invoke(command_line, arguments)
    return one_line(answer.exit_code, answer.stderr)


def serve_with(folder: Path, **settings: str) -> str:
    """The same on a broken disk."""
    program = "from alhambra.cli import main; main()"
    arguments = [sys.executable, "-c", program, "serve", "--port", "0", "--data", str(folder)]
    answer = subprocess.run(
        arguments,
        env=environment(folder.parent, **settings),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    return one_line(answer.returncode, answer.stderr)


def one_line(code: int, output: str) -> str:
    assert code == 1, output
    assert output.count("\n") == 1 and "Traceback" not in output, output
    return output


def test_a_file_that_is_no_database_is_refused(before: Path) -> None:
    (before / NAME).write_text("Dear diary, " * 1000)
    assert "it is not an SQLite database" in serve(before)
    assert (before / NAME).read_text().startswith("Dear diary")


def test_the_database_of_another_program_is_refused(before: Path) -> None:
    with closing(sqlite3.connect(before / NAME)) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    assert "it belongs to another program" in serve(before)
    assert tables(before / NAME) == {"recipes"}


def test_the_database_of_a_newer_version_is_refused(before: Path) -> None:
    start(before)
    with closing(sqlite3.connect(before / NAME)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    assert "a newer version of Alhambra wrote it (schema 9999)" in serve(before)
    assert rows(before / NAME, "alembic_version") == [("9999",)]


def in_one_file(folder: Path) -> bytearray:
    """A database with a game, without a write-ahead log."""
    old_database(folder / NAME)
    start(folder)
    with closing(sqlite3.connect(folder / NAME)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    return bytearray((folder / NAME).read_bytes())


def test_a_truncated_database_is_refused(before: Path) -> None:
    content = in_one_file(before)
    (before / NAME).write_bytes(content[: len(content) // 2])
    assert "it is damaged" in serve(before)


def test_a_damaged_page_is_found(before: Path) -> None:
    content = in_one_file(before)
    at = content.index(b'{"action":"pass"}') & ~4095  # the page of the events
    content[at : at + 200] = os.urandom(200)
    (before / NAME).write_bytes(content)
    assert "it is damaged" in serve(before)


def test_a_folder_that_is_not_there_is_told(before: Path) -> None:
    address = url(before / "nowhere")
    assert f"{before / 'nowhere'} for the database does not exist" in serve(
        before, "--database-url", address
    )
    (before / "file").touch()
    assert "cannot be created: Not a directory" in serve(before / "file" / "folder")


@pytest.mark.parametrize(
    "address", ["mysql://host/db", "postgresql://host", "sqlite://", "nonsense"]
)
def test_another_kind_of_database_is_refused(before: Path, address: str) -> None:
    assert "not of the form sqlite:///FILE or postgresql://" in serve(
        before, "--database-url", address
    )


def test_a_read_only_database_is_refused(before: Path) -> None:
    start(before)
    assert "it cannot be written (Read-only file system)" in serve_with(
        before, BROKEN_DISK_READ_ONLY="yes"
    )


def test_a_full_disk_is_told_and_leaves_nothing_half_done(before: Path) -> None:
    full = {"BROKEN_DISK_FULL_WHILE": str(before.parent)}
    assert "secret.key cannot be read or written: No space left on device" in serve_with(
        before, **full
    )
    assert list(before.iterdir()) == [], "no empty key"
    key = signing_key(before)
    assert "the disk is full" in serve_with(before, **full)
    start(before)
    assert signing_key(before) == key
    assert tables(before / NAME) == ALL_TABLES


def test_a_locked_database_is_refused(before: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start(before)
    monkeypatch.setattr("alhambra.server.store.sqlite.BUSY_SECONDS", 0)
    with closing(sqlite3.connect(before / NAME, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        assert "another program is locking it" in serve(before)


def test_a_disk_that_fails_because_it_is_full_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite reports some writes to a full disk as failures of the disk."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    database = SqliteDatabase(make_url(f"sqlite:///{NAME}"))
    for free, problem in ((10**9, "cannot be read or written"), (0, "the disk is full")):
        usage = SimpleNamespace(free=free)
        monkeypatch.setattr(shutil, "disk_usage", lambda _, usage=usage: usage)
        assert problem in (database.problem_of(error) or "")


# The key


def test_the_key_has_its_name_only_once_it_is_on_disk(
    before: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[bool, bool]] = []
    sync = os.fsync

    def noted(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        synced.append((is_folder, (before / "secret.key").exists()))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    key = signing_key(before)
    assert synced == [(False, False), (True, True)], "first the content, then the name"
    assert [file.read_bytes() for file in before.iterdir()] == [key]


def test_a_short_key_is_refused(before: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (before / "secret.key").touch()
    assert "secret.key has 0 bytes, and at least 32 are needed" in serve(before)
    monkeypatch.setenv(KEY_VARIABLE, "hunter2")
    assert f"{KEY_VARIABLE} has 7 bytes, and at least 32 are needed" in serve(before)
    with pytest.raises(CannotStart):
        signing_key(before)


def test_the_signing_key_is_made_once_for_its_owner_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    key = signing_key(tmp_path)
    assert len(key) >= 32
    assert signing_key(tmp_path) == key
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600
    monkeypatch.setenv(KEY_VARIABLE, "from outside, and long enough to sign with")
    assert signing_key(tmp_path) == b"from outside, and long enough to sign with"
