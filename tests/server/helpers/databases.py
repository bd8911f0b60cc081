"""Databases and events, also those of earlier releases."""

import json
import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path

from sqlalchemy import create_engine

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


@asynccontextmanager
async def open_store(file: Path) -> AsyncIterator[SqlStore]:
    """The store in this file, open for some time."""
    store = SqlStore(f"sqlite:///{file}")
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def step(game: str, version: int, action: str = "pass") -> LoggedEvent:
    return LoggedEvent(game, version, Step(action), at=1000 + version)
