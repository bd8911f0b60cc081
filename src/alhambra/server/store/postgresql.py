"""PostgreSQL: checked and migrated before it is used, by one process at a time."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.pool import NullPool

from alhambra.server.runtime.refusals import CannotStart
from alhambra.server.store import schema
from alhambra.server.store.database import checked_revision, starting_with
from alhambra.server.store.migrations import known_revisions, migrate

CONNECT_SECONDS = 3
ANSWER_SECONDS = 10
"""A statement that takes longer has failed."""
FROZEN_SECONDS = 2
MIGRATION = 0x616C68616D627261
"""The advisory lock of the process that migrates."""

_NETWORK = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 1000 * ANSWER_SECONDS,
}
_SESSION = {
    "synchronous_commit": "on",  # also if the database's default gives up durability
    "statement_timeout": f"{ANSWER_SECONDS}s",
    "lock_timeout": f"{ANSWER_SECONDS // 2}s",
    # A process that has frozen in a transaction must not hold up the others.
    "idle_in_transaction_session_timeout": f"{FROZEN_SECONDS}s",
}
_PROBLEMS = {  # by the first characters of SQLSTATE, the longest first
    "25006": "it is read-only",
    "28": "user or password is wrong",
    "3D000": "there is no database of this name on that server",
    "42501": "permission denied",
    "53100": "the disk is full",
    "53200": "there is not enough memory",
    "53300": "it has no free connection",
    "57014": "it takes too long to answer",
    "55P03": "another program is locking it",
    "57P": "it was stopped",
    "58": "the disk cannot be read or written",
    "08": "it cannot be reached",
    "XX": "it is damaged; restore a backup",
}
_PHRASES = {  # errors while connecting have no code
    "password authentication failed": "user or password is wrong",
    "no password supplied": "user or password is wrong",
    "no pg_hba.conf entry": "user or password is wrong",
    "too many connections": "it has no free connection",
    "too many clients": "it has no free connection",
    "starting up": "it is just starting",
    "shutting down": "it was stopped",
}
_UNREACHABLE = "it cannot be reached"


class PostgresDatabase:
    """A database on a PostgreSQL server."""

    def __init__(self, url: sa.URL) -> None:
        if find_spec("psycopg") is None:
            raise CannotStart(
                "PostgreSQL needs the Python package psycopg: pip install 'alhambra[cluster]'."
            )
        self._url = url.set(drivername="postgresql+psycopg")

    @property
    def shown(self) -> str:
        """The address of the server, and the name of the database."""
        host = self._url.host or "this machine"
        return f"{self._url.database} at {host}{f':{self._url.port}' if self._url.port else ''}"

    @property
    def is_shared(self) -> bool:
        """Any number of processes."""
        return True

    @property
    def now_ms(self) -> sa.ColumnElement[int]:
        """The clock of the server."""
        return sa.cast(1000 * sa.func.extract("epoch", sa.func.clock_timestamp()), sa.BigInteger)

    def open_engine(self) -> sa.Engine:
        """An engine for the writer and the readers. Every commit is synced to disk."""
        engine = sa.create_engine(
            self._url,
            connect_args={**_NETWORK, "application_name": "alhambra"},
            hide_parameters=True,
            paramstyle="format",  # so that ``insert_many`` can pass values by position
        )
        sa.event.listen(engine, "connect", _set_up)
        return engine

    def problem_of(self, error: BaseException) -> str | None:
        """What is wrong with the database as a whole, in words; None if the error is another."""
        cause = getattr(error, "orig", error)
        code = getattr(cause, "sqlstate", None) or ""
        for start, problem in _PROBLEMS.items():
            if code.startswith(start):
                return problem
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            return _UNREACHABLE
        if not isinstance(error, OperationalError) or code:
            return None
        words = str(cause)
        found = (problem for phrase, problem in _PHRASES.items() if phrase in words)
        if "does not exist" in words:
            is_user = "role" in words
            return _PROBLEMS["28" if is_user else "3D000"]
        return next(found, _UNREACHABLE)

    def threat(self) -> str | None:
        """Nothing is known without asking."""
        return None

    def write_something(self, connection: sa.Connection) -> None:
        """Write a row that is in the table already."""
        connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))

    # Moving

    def forbid_writing(self, connection: sa.Connection) -> None:
        """Lock all tables against writers, without the limits of time."""
        for limit in ("idle_in_transaction_session_timeout", "statement_timeout"):
            connection.execute(sa.text(f"SET LOCAL {limit} = 0"))
        tables = ", ".join(schema.metadata.tables)
        connection.execute(sa.text(f"LOCK TABLE {tables} IN SHARE MODE"))

    def last_line(self, connection: sa.Connection) -> int:
        """From the sequence, whose last value may not have been used yet."""
        query = sa.text("SELECT last_value - 1 + CAST(is_called AS int) FROM chat_line_seq")
        return int(connection.execute(query).scalar_one())

    def set_last_line(self, connection: sa.Connection, line: int) -> None:
        """Set the sequence."""
        setting = sa.text("SELECT setval('chat_line_seq', :next, false)")
        connection.execute(setting, {"next": line + 1})

    # Starting

    def prepare(self) -> None:
        """Check the database and migrate it to this version, or raise CannotStart. Processes that
        start at the same time wait for each other."""
        engine = sa.create_engine(
            self._url, connect_args=_NETWORK, hide_parameters=True, poolclass=NullPool
        )
        with starting_with(self, engine), engine.begin() as connection:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION)))
            if self._revision(connection) != known_revisions()[0]:
                migrate(connection)
            self.write_something(connection)

    def _revision(self, connection: sa.Connection) -> str | None:
        """The version of the schema; None in a new database."""
        tables = sa.inspect(connection).get_table_names()
        revisions: list[str] = []
        if "alembic_version" in tables:
            found = connection.execute(sa.text("SELECT version_num FROM alembic_version"))
            revisions = list(found.scalars())
        return checked_revision(self, tables, revisions)


def _set_up(connection: Any, _: object) -> None:
    with connection.cursor() as cursor:
        for name, value in _SESSION.items():
            cursor.execute(f"SET {name} = '{value}'")
    connection.commit()
