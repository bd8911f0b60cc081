"""Databases and events, also those of earlier releases."""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from sqlalchemy import create_engine

from alhambra.server.log.events import LoggedEvent, Step
from alhambra.server.log.serialization import read_event
from alhambra.server.store.migrations import migrate
from alhambra.server.store.sql import SqlStore

T = TypeVar("T")


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


def with_store(path: Path, deed: Callable[[SqlStore], Awaitable[T]]) -> T:
    """Open the store in this file, do something, and close it again."""

    async def run() -> T:
        store = SqlStore(f"sqlite:///{path}")
        await store.open()
        try:
            return await deed(store)
        finally:
            await store.close()

    return asyncio.run(run())


def step(game: str, version: int, action: str = "pass") -> LoggedEvent:
    return LoggedEvent(game, version, Step(action), at=1000 + version)
