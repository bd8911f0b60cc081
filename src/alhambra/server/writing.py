"""One writer for the whole database: what comes while it is busy is committed together."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import Any

from sqlalchemy import Connection, Engine, Table, delete
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from alhambra.server import schema
from alhambra.server.as_json import text
from alhambra.server.store import Conflict, Event, Writing

MOST_AT_ONCE = 500
ROWS_AT_ONCE = 100

Part = tuple[str, Writing]
Job = tuple[str, Writing, "asyncio.Future[None]"]


class Writer:
    """Commits writings in the order they came, as many at once as are waiting. It works in a
    thread of its own: there a commit is one way to and fro, however many statements it has."""

    def __init__(self, engine: Engine) -> None:
        self._connection = engine.connect()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._jobs: asyncio.Queue[Job | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._work(), name="writer")

    async def write(self, game: str, writing: Writing) -> None:
        """Done once it is on disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait((game, writing, done))
        await done

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        self._jobs.put_nowait(None)
        await self._task
        self._thread.shutdown()
        self._connection.close()

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        job = await self._jobs.get()
        while job is not None:
            jobs = [job]
            while not self._jobs.empty() and len(jobs) < MOST_AT_ONCE:
                job = self._jobs.get_nowait()
                if job is None:
                    break
                jobs.append(job)
            parts = [(game, writing) for game, writing, _ in jobs]
            errors = await loop.run_in_executor(self._thread, self._commit_all, parts)
            for committed, error in zip(jobs, errors, strict=True):
                _settle(committed, error)
            if job is not None:
                job = await self._jobs.get()

    def _commit_all(self, parts: Sequence[Part]) -> list[Exception | None]:
        """All at once; if one of them cannot be, each on its own. What went wrong with each."""
        try:
            _commit(self._connection, parts)
        except Exception as error:
            self._connection.rollback()
            if len(parts) == 1:
                is_conflict = isinstance(error, IntegrityError)
                return [Conflict(parts[0][0]) if is_conflict else error]
        else:
            return [None] * len(parts)
        return [error for part in parts for error in self._commit_all([part])]


def _settle(job: Job, error: Exception | None) -> None:
    done = job[2]
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


def _commit(connection: Connection, parts: Sequence[Part]) -> None:
    _append(connection, [event for _, writing in parts for event in writing.events])
    for game, writing in parts:
        for table, values in _beside(game, writing):
            connection.execute(_upsert(table, values))
    connection.commit()


_COLUMNS = [column.name for column in schema.events.columns]
_APPEND = f"INSERT INTO events ({', '.join(_COLUMNS)}) VALUES "  # noqa: S608
_ROW = f"({', '.join('?' * len(_COLUMNS))})"


def _append(connection: Connection, events: Sequence[Event]) -> None:
    """Many rows in a statement: after each statement this thread stands in line for the
    interpreter."""
    for start in range(0, len(events), ROWS_AT_ONCE):
        rows = [_row(event) for event in events[start : start + ROWS_AT_ONCE]]
        statement = _APPEND + ",".join([_ROW] * len(rows))
        connection.exec_driver_sql(statement, tuple(chain.from_iterable(rows)))


def _row(event: Event) -> tuple[Any, ...]:
    """In the order of the columns."""
    return (
        event.game,
        event.version,
        event.kind,
        text(event.data),
        event.at,
        event.person,
        event.client_id,
        event.versions,
    )


def _beside(game: str, writing: Writing) -> list[tuple[Table, dict[str, Any]]]:
    """The rows that lie beside the log."""
    rows: list[tuple[Table, dict[str, Any]]] = []
    for sitter in writing.sitters:
        values = {"seat": sitter.seat, "name": sitter.name, "person": sitter.person}
        rows.append((schema.sitters, {"game": game, **values}))
    if entry := writing.entry:
        values = {name: getattr(entry, name) for name in schema.entries.columns.keys()}  # noqa: SIM118
        rows.append((schema.entries, values))
    for result in writing.results:
        values = {"game": game, "seat": result.seat, "person": result.person}
        numbers = text(result.numbers)
        rows.append((schema.results, {**values, "counts": result.counts, "numbers": numbers}))
    return rows


def _upsert(table: Table, values: dict[str, Any]) -> Any:
    keys = [column.name for column in table.primary_key]
    change = {name: value for name, value in values.items() if name not in keys}
    return insert(table).values(values).on_conflict_do_update(index_elements=keys, set_=change)


async def delete_where(connection: AsyncConnection, table: Table, **values: Any) -> None:
    """Delete the rows with these values."""
    found = [table.c[name] == value for name, value in values.items()]
    await connection.execute(delete(table).where(*found))
