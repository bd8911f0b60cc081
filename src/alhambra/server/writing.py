"""One writer for the whole database: what comes while it is busy is committed together."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Table, delete
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from alhambra.server import schema
from alhambra.server.store import Conflict, Event, Writing

MOST_AT_ONCE = 500

Job = tuple[str, Writing, "asyncio.Future[None]"]


class Writer:
    """Commits writings in the order they came, as many at once as are waiting."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
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

    async def _work(self) -> None:
        async with self._engine.connect() as connection:
            while True:
                job = await self._jobs.get()
                jobs: list[Job] = []
                while job is not None:
                    jobs.append(job)
                    if self._jobs.empty() or len(jobs) == MOST_AT_ONCE:
                        break
                    job = self._jobs.get_nowait()
                await self._commit_all(connection, jobs)
                if job is None:
                    return

    async def _commit_all(self, connection: AsyncConnection, jobs: Sequence[Job]) -> None:
        """All at once; if one of them cannot be, each on its own."""
        if not jobs:
            return
        try:
            await _commit(connection, jobs)
        except Exception as error:
            await connection.rollback()
            if len(jobs) > 1:
                for job in jobs:
                    await self._commit_all(connection, [job])
                return
            is_conflict = isinstance(error, IntegrityError)
            _settle(jobs[0], Conflict(jobs[0][0]) if is_conflict else error)
            return
        for job in jobs:
            _settle(job, None)


def _settle(job: Job, error: Exception | None) -> None:
    done = job[2]
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


async def _commit(connection: AsyncConnection, jobs: Sequence[Job]) -> None:
    rows = [_row(event) for _, writing, _ in jobs for event in writing.events]
    if rows:
        await connection.execute(schema.events.insert(), rows)
    for game, writing, _ in jobs:
        for table, values in _beside(game, writing):
            await connection.execute(_upsert(table, values))
    await connection.commit()


def _row(event: Event) -> dict[str, Any]:
    return {
        "game": event.game,
        "version": event.version,
        "kind": event.kind,
        "data": json.dumps(event.data, separators=(",", ":")),
        "at": event.at,
        "person": event.person,
        "client_id": event.client_id,
        "versions": event.versions,
    }


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
        numbers = json.dumps(result.numbers, separators=(",", ":"))
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
