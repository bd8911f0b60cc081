"""The only writer of the database: changes that arrive while it is busy are committed together."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from dataclasses import asdict
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Table, select
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from alhambra.server.log.events import LoggedEvent
from alhambra.server.log.serialization import kind_of, versions_of, write_data
from alhambra.server.runtime.json_text import text
from alhambra.server.runtime.work_thread import WorkThread
from alhambra.server.store import schema
from alhambra.server.store.database import Database
from alhambra.server.store.statements import delete_where, insert_many, upsert
from alhambra.server.store.store import Conflict, StoreFailed, Writing

log = logging.getLogger("alhambra.store")

MOST_AT_ONCE = 500

T = TypeVar("T")
Change = Callable[[Connection], Any]
Part = tuple[str, Writing] | Change
Job = tuple[Part, "asyncio.Future[Any]"]


class Writer:
    """Commits changes in order of arrival, all waiting ones together. It works in its own thread,
    so that a commit is one round trip, regardless of its number of statements.

    ``problem`` says what is wrong with the database, None after a commit; ``tried_at`` is when."""

    def __init__(self, engine: Engine, database: Database) -> None:
        self.problem: str | None = None
        self.tried_at = float("-inf")
        self._engine = engine
        self._database = database
        self._connection: Connection | None = None
        self._thread = WorkThread("writer")
        self._jobs: asyncio.Queue[Job | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._work(), name="writer")

    async def write(self, game: str, writing: Writing) -> None:
        """Write, and return once it is on disk. Raises Conflict or StoreFailed."""
        await self._queue((game, writing))

    async def change(self, change: Callable[[Connection], T]) -> T:
        """Call ``change`` in a transaction, and return its result once it is on disk."""
        changed: T = await self._queue(change)
        return changed

    async def _queue(self, part: Part) -> Any:
        if self._task.done():
            raise StoreFailed.of_writing()
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait((part, done))
        return await done

    @property
    def has_ended(self) -> bool:
        """Whether the writer has stopped."""
        return self._task.done()

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        self._jobs.put_nowait(None)
        await self._task
        self._thread.close()
        self._disconnect()

    async def _work(self) -> None:
        job = await self._jobs.get()
        while job is not None:
            jobs = [job]
            while not self._jobs.empty() and len(jobs) < MOST_AT_ONCE:
                job = self._jobs.get_nowait()
                if job is None:
                    break
                jobs.append(job)
            parts = [part for part, _ in jobs]
            try:
                outcomes = await self._thread.call(self._commit_all, parts)
            except Exception as error:  # the writer continues; the waiting callers get the error
                log.exception("the writer failed")
                outcomes = [error] * len(jobs)
            for (_, done), outcome in zip(jobs, outcomes, strict=True):
                _settle(done, outcome)
            if job is not None:
                job = await self._jobs.get()

    def _commit_all(self, parts: Sequence[Part]) -> list[Any]:
        """The result or error of each part. If the parts cannot be committed together, each is
        committed separately; with a broken database all fail together."""
        try:
            outcomes = self._commit(parts)
        except Exception as error:
            self._start_anew()
            problem = self._database.problem_of(error)
            if problem:
                self._tried(problem)
                log.warning("not written", extra={"problem": problem})
                return [_failure(part, error) for part in parts]
            if len(parts) == 1:
                return [_failure(parts[0], error)]
            return [outcome for part in parts for outcome in self._commit_all([part])]
        self._tried(None)
        return outcomes

    def _commit(self, parts: Sequence[Part]) -> list[Any]:
        """Write and commit. If the connection turns out to be lost before the commit, as after a
        restart of the database, everything is written once more on a new one."""
        is_new = self._connection is None
        try:
            connection = self._connected()
            results = _write(connection, parts)
        except DBAPIError as error:
            if is_new or not error.connection_invalidated:
                raise
            self._disconnect()
            connection = self._connected()
            results = _write(connection, parts)
        connection.commit()
        return results

    def _tried(self, problem: str | None) -> None:
        self.problem, self.tried_at = problem, time.monotonic()

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _start_anew(self) -> None:
        """Roll back. If even that fails, replace the connection."""
        try:
            if self._connection is not None:
                self._connection.rollback()
        except Exception:
            log.exception("replacing the database connection")
            self._disconnect()

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.invalidate()
            with suppress(Exception):
                connection.close()


def _settle(done: asyncio.Future[Any], outcome: Any) -> None:
    if done.done():
        return
    if isinstance(outcome, Exception):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)


def _failure(part: Part, error: Exception) -> Exception:
    """The error that the caller of this write gets."""
    if isinstance(error, IntegrityError) and not callable(part):
        return Conflict(part[0])
    if isinstance(error, SQLAlchemyError):
        failed = StoreFailed.of_writing()
        failed.__cause__ = error
        return failed
    return error


def _write(connection: Connection, parts: Sequence[Part]) -> list[Any]:
    writings = [part for part in parts if not callable(part)]
    _append(connection, [event for _, writing in writings for event in writing.events])
    return [_carry_out(connection, part) for part in parts]


def _carry_out(connection: Connection, part: Part) -> Any:
    """Write everything of a part but its events."""
    if callable(part):
        return part(connection)
    game, writing = part
    if not (writing.sitters or writing.entry or writing.results or writing.turn):
        return None  # most writes: events alone
    known = _known_persons(connection, writing)
    if not {sitter.person for sitter in writing.sitters} <= known:
        raise Conflict(game)  # a person was forgotten meanwhile and must not be seated
    for table, rows in _beside(game, writing, known).items():
        if rows:
            connection.execute(_UPSERTS[table], rows)
    if writing.entry and writing.entry.status == "over":
        delete_where(connection, schema.turns, game=game)
    return None


def _known_persons(connection: Connection, writing: Writing) -> set[str | None]:
    """The persons with a seat or a result who have not been forgotten. Until the commit nobody can
    forget them."""
    named = {sitter.person for sitter in writing.sitters}
    named |= {result.person for result in writing.results}
    named.discard(None)
    key = schema.persons.c.key
    query = select(key).where(key.in_(named)).order_by(key).with_for_update(read=True)
    rows = connection.execute(query) if named else ()
    return {None, *(row.key for row in rows)}


def _append(connection: Connection, events: Sequence[LoggedEvent]) -> None:
    """Append events to their logs. They are sorted by game, so that two processes that write the
    same games at once do not wait for each other."""
    rows = [_row(event) for event in sorted(events, key=lambda event: event.game)]
    insert_many(connection, schema.events, rows)


def _row(event: LoggedEvent) -> tuple[Any, ...]:
    """The values of an event in the order of the columns."""
    return (
        event.game,
        event.version,
        kind_of(event.event),
        write_data(event),
        event.at,
        event.person,
        event.client_id,
        versions_of(event.event),
    )


def _beside(
    game: str, writing: Writing, known: Set[str | None]
) -> dict[Table, list[dict[str, Any]]]:
    """The rows of a write outside the log."""
    sitters = [
        {"game": game, "seat": sitter.seat, "name": sitter.name, "person": sitter.person}
        for sitter in writing.sitters
    ]
    results = [
        {
            "game": game,
            "seat": result.seat,
            "person": result.person if result.person in known else None,
            "counts": result.counts,
            "numbers": text(result.numbers),
        }
        for result in writing.results
    ]
    return {
        schema.sitters: sitters,
        schema.entries: [asdict(writing.entry)] if writing.entry else [],
        schema.results: results,
        schema.turns: [{"game": game, **asdict(writing.turn)}] if writing.turn else [],
    }


_UPSERTS = {
    table: upsert(table) for table in (schema.sitters, schema.entries, schema.results, schema.turns)
}
