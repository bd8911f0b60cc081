"""Databases and events, also those of earlier releases."""

import json
import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path

from sqlalchemy import create_engine, make_url, text
from sqlalchemy.pool import NullPool

from alhambra.server.log.events import LoggedEvent, Step
from alhambra.server.log.serialization import read_event
from alhambra.server.store.migrations import migrate
from alhambra.server.store.sql import SqlStore


def logged(
    version: int, kind: str, data: Mapping[str, object], at: int = 0, person: str | None = None
) -> LoggedEvent:
    """An event of the first format, as it is read from the log."""
    return read_event("game", version, kind, json.dumps(data), at, person, None, "1/1/1")


def make_old(file: Path, revision: str) -> None:
    """An empty database of an older version."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        migrate(connection, revision)
    engine.dispose()


def rows(file: Path, table: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(f"SELECT * FROM {table}").fetchall()


def rows_at(url: str, table: str) -> list[tuple[object, ...]]:
    """The rows of a table in any kind of database."""
    is_postgres = url.startswith("postgresql")
    plain = make_url(url).set(drivername="postgresql+psycopg") if is_postgres else make_url(url)
    engine = create_engine(plain, poolclass=NullPool)
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(f"SELECT * FROM {table}"))]


def url_of(file: Path) -> str:
    return f"sqlite:///{file}"


@asynccontextmanager
async def open_store(place: Path | str) -> AsyncIterator[SqlStore]:
    """The store in this file or at this URL, open for some time."""
    store = SqlStore(place if isinstance(place, str) else url_of(place))
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def step(game: str, version: int, action: str = "pass") -> LoggedEvent:
    return LoggedEvent(game, version, Step(action), at=1000 + version)
