"""SQLite: one file, checked, copied before an upgrade, and migrated before it is used."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.pool import NullPool

from alhambra.server.runtime.files import sync_folder
from alhambra.server.runtime.refusals import CannotStart
from alhambra.server.store.database import checked_revision, starting_with, unusable
from alhambra.server.store.migrations import known_revisions, migrate

BUSY_SECONDS = 10
LEAST_FREE = 1_000_000  # bytes; with less the disk counts as full

_PROBLEMS = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_BUSY: "another program is locking it",
    sqlite3.SQLITE_LOCKED: "another program is locking it",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_PERM: "permission denied",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened, or no files can be created beside it",
    sqlite3.SQLITE_NOTADB: "it is not an SQLite database",
    sqlite3.SQLITE_CORRUPT: "it is damaged; restore a backup",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written",
    sqlite3.SQLITE_NOMEM: "there is not enough memory",
}


_WRITE_SOMETHING = "PRAGMA user_version = 0"
"""Writes a page and changes nothing: fails if the database is read-only or the disk is full."""

_DAYS_BEFORE_1970 = 2_440_587.5


class SqliteDatabase:
    """A database in a file."""

    def __init__(self, url: sa.URL) -> None:
        assert url.database
        self.file = Path(url.database)
        self._url = url.set(drivername="sqlite")

    @property
    def shown(self) -> str:
        """The file."""
        return str(self.file)

    @property
    def is_shared(self) -> bool:
        """One process: the file is not meant for several machines."""
        return False

    @property
    def now_ms(self) -> sa.ColumnElement[int]:
        """The clock of this machine."""
        return sa.cast((sa.func.julianday("now") - _DAYS_BEFORE_1970) * 86_400_000, sa.BigInteger)

    def open_engine(self) -> sa.Engine:
        """An engine for the writer and the readers. Every commit is synced to disk."""
        engine = sa.create_engine(self._url, hide_parameters=True)
        sa.event.listen(engine, "connect", _set_up)
        return engine

    def problem_of(self, error: BaseException) -> str | None:
        """What is wrong with the disk or the file, in words; None if the error is another."""
        code = getattr(getattr(error, "orig", error), "sqlite_errorcode", None)
        if code is None:
            return None
        code &= 0xFF  # without the details of extended codes
        if code == sqlite3.SQLITE_IOERR and is_full(self.file):
            code = sqlite3.SQLITE_FULL
        return _PROBLEMS.get(code)

    def threat(self) -> str | None:
        """Whether the disk is almost full."""
        return _PROBLEMS[sqlite3.SQLITE_FULL] if is_full(self.file) else None

    def write_something(self, connection: sa.Connection) -> None:
        """Write a page and change nothing."""
        connection.exec_driver_sql(_WRITE_SOMETHING)

    # Moving

    def forbid_writing(self, connection: sa.Connection) -> None:
        """Hold the lock of the only writer."""
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    def last_line(self, connection: sa.Connection) -> int:
        """What SQLite keeps for AUTOINCREMENT."""
        query = sa.text("SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = 'chat'")
        return int(connection.execute(query).scalar_one())

    def set_last_line(self, connection: sa.Connection, line: int) -> None:
        """The table has a row for a table only once something was inserted."""
        connection.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = 'chat'"))
        made = sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES ('chat', :line)")
        connection.execute(made, {"line": line})

    # Starting

    def prepare(self) -> None:
        """Check the database and migrate it to this version, or raise CannotStart."""
        if not self.file.parent.is_dir():
            raise CannotStart(f"The folder {self.file.parent} for the database does not exist.")
        self._check_writable()
        engine = _engine_with_real_transactions(self._url)
        with starting_with(self, engine):
            self._prepare(engine)

    def _check_writable(self) -> None:
        """Refuse a read-only file now: SQLite would open it and fail later."""
        try:
            os.close(os.open(self.file, os.O_RDWR))
        except FileNotFoundError:
            return  # a new database
        except OSError as error:
            raise unusable(self, f"it cannot be written ({error.strerror})") from error

    def _prepare(self, engine: sa.Engine) -> None:
        with closing(engine.raw_connection()) as raw:
            connection = raw.driver_connection
            assert isinstance(connection, sqlite3.Connection)
            self._check_pages(connection)
            revision = self._check_revision(connection)
            connection.execute("PRAGMA journal_mode=WAL")
            is_current = revision == known_revisions()[0]
            if not is_current and _has_games(connection):
                _copy(connection, self.file, revision or "unfinished")
        with engine.begin() as in_transaction:
            if not is_current:
                migrate(in_transaction)
            self.write_something(in_transaction)

    def _check_pages(self, connection: sqlite3.Connection) -> None:
        [found] = connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise unusable(self, f"it is damaged ({found}); restore a backup")

    def _check_revision(self, connection: sqlite3.Connection) -> str | None:
        """The version of the schema; None in a database whose first start was interrupted."""
        tables = {name for [name] in connection.execute("SELECT name FROM sqlite_master")}
        found = []
        if "alembic_version" in tables:
            found = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        revisions = [revision for [revision] in found]
        return checked_revision(self, tables, revisions)


def _set_up(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def is_full(file: Path) -> bool:
    """Whether almost no space is left on the disk of this file."""
    try:
        return shutil.disk_usage(file.parent).free < LEAST_FREE
    except OSError:
        return False


def _engine_with_real_transactions(url: sa.URL) -> sa.Engine:
    """An engine that commits nothing before the end of the transaction, so that a migration
    happens completely or not at all. By default sqlite3 commits each CREATE TABLE by itself."""
    engine = sa.create_engine(url, hide_parameters=True, poolclass=NullPool)

    @sa.event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
        connection.execute("PRAGMA synchronous=FULL")

    @sa.event.listens_for(engine, "begin")
    def began(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _has_games(connection: sqlite3.Connection) -> bool:
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone()
    return bool(found and connection.execute("SELECT 1 FROM events LIMIT 1").fetchone())


def copy_of(file: Path, revision: str) -> Path:
    """Where the copy of a database is kept before an upgrade from this revision."""
    return file.with_name(f"{file.name}.before-upgrade-from-{revision}")


def _copy(connection: sqlite3.Connection, file: Path, revision: str) -> None:
    """Keep a copy beside the database. It has its name only once it is complete and synced."""
    copy = copy_of(file, revision)
    unfinished = copy.with_name(f"{copy.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    connection.execute("VACUUM INTO ?", (str(unfinished),))
    with unfinished.open("rb+") as opened:
        os.fsync(opened.fileno())
    unfinished.chmod(file.stat().st_mode)
    unfinished.replace(copy)
    sync_folder(copy.parent)
