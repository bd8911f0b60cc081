"""SQL that is used in several places, the same for every kind of database."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from sqlalchemy import Connection, Dialect, Table, delete, insert, select

# SQLite took `ON CONFLICT` from PostgreSQL: its compiler renders the same construct.
from sqlalchemy.dialects.postgresql import Insert
from sqlalchemy.dialects.postgresql import insert as insert_with_conflicts

from alhambra.server.store import schema

ROWS_AT_ONCE = 100


def upsert(table: Table) -> Insert:
    """Insert rows; a row with the same key is replaced."""
    adding = insert_with_conflicts(table)
    keys = [column.name for column in table.primary_key]
    change = {name: adding.excluded[name] for name in table.columns.keys() if name not in keys}  # noqa: SIM118
    return adding.on_conflict_do_update(index_elements=keys, set_=change)


def insert_new(table: Table) -> Insert:
    """Insert rows; a row that would break a unique key is left out."""
    return insert_with_conflicts(table).on_conflict_do_nothing()


def delete_where(connection: Connection, table: Table, **values: Any) -> None:
    """Delete the rows with these values."""
    found = [table.c[name] == value for name, value in values.items()]
    connection.execute(delete(table).where(*found))


def is_known(connection: Connection, person: str) -> bool:
    """Whether the person has not been forgotten. Until the commit nobody can forget them."""
    key = schema.persons.c.key
    query = select(key).where(key == person).with_for_update(read=True)
    return bool(connection.execute(query).first())


def insert_many(connection: Connection, table: Table, rows: Sequence[Sequence[Any]]) -> None:
    """Insert rows, each with its values in the order of the columns, many with each statement:
    after every statement its thread has to wait for the GIL."""
    beginning, values = _insertion(connection.dialect, table)
    for start in range(0, len(rows), ROWS_AT_ONCE):
        some = rows[start : start + ROWS_AT_ONCE]
        statement = beginning + ", ".join([values] * len(some))
        connection.exec_driver_sql(statement, tuple(chain.from_iterable(some)))


@lru_cache
def _insertion(dialect: Dialect, table: Table) -> tuple[str, str]:
    """The beginning of the statement, and what it has for each row. SQLAlchemy would compile it for
    every number of rows, which takes milliseconds."""
    row = dict.fromkeys(table.columns.keys())
    statement = str(insert(table).values([row]).compile(dialect=dialect))
    beginning, word, values = statement.partition(" VALUES ")
    return beginning + word, values
