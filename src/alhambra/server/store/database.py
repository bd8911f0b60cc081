"""What differs between kinds of databases. All else is SQL that every kind understands."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from sqlalchemy import ColumnElement, Connection, Engine

from alhambra.server.runtime.refusals import CannotStart
from alhambra.server.store.migrations import known_revisions


class Database(Protocol):
    """A kind of database, with the address of one."""

    @property
    def shown(self) -> str:
        """Its file or address, without a password."""

    @property
    def is_shared(self) -> bool:
        """Whether several processes may use it at the same time."""

    @property
    def now_ms(self) -> ColumnElement[int]:
        """Its clock, in milliseconds since 1970."""

    def prepare(self) -> None:
        """Check it and migrate it to this version, or raise CannotStart."""

    def open_engine(self) -> Engine:
        """An engine for the writer and the readers. Every commit is synced to disk."""

    def problem_of(self, error: BaseException) -> str | None:
        """What is wrong with the database as a whole, in words; None if the error is another."""

    def threat(self) -> str | None:
        """What will soon be wrong, in words, without asking the database."""

    def write_something(self, connection: Connection) -> None:
        """Change nothing, but fail if the database cannot be written."""

    def forbid_writing(self, connection: Connection) -> None:
        """Let others only read until the transaction of this connection ends, however long."""

    def last_line(self, connection: Connection) -> int:
        """The highest number that a line of chat has ever had."""

    def set_last_line(self, connection: Connection, line: int) -> None:
        """Give no line of chat this number or a lower one any more."""


def unusable(database: Database, problem: str) -> CannotStart:
    """The error that says why the server cannot start with this database."""
    return CannotStart(f"The database {database.shown} cannot be used: {problem}.")


@contextmanager
def starting_with(database: Database, engine: Engine) -> Iterator[None]:
    """Use the engine to prepare the database. What is wrong with it becomes CannotStart."""
    try:
        yield
    except Exception as error:
        problem = database.problem_of(error)
        if problem is None:
            raise
        raise unusable(database, problem) from error
    finally:
        engine.dispose()


def checked_revision(
    database: Database, tables: Collection[str], revisions: Sequence[str]
) -> str | None:
    """The version of the schema of a database that has these tables and notes these revisions; None
    if it is new, or if its first start was interrupted. Raises CannotStart if it belongs to another
    program or a newer release."""
    if tables and ("alembic_version" not in tables or (revisions and "events" not in tables)):
        raise unusable(database, "it belongs to another program")
    if not revisions:
        return None
    if revisions[0] not in known_revisions():
        fault = f"a newer version of Alhambra wrote it (schema {revisions[0]})"
        raise unusable(database, fault)
    return revisions[0]
