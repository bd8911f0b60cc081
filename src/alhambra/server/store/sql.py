"""The store in a database, through SQLAlchemy. The SQL of games, results and reviews is here, the
rest in the modules beside it. It is the same for every kind of database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from json import loads
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Engine,
    Row,
    Select,
    and_,
    func,
    select,
)
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from alhambra.server.log.events import LoggedEvent
from alhambra.server.log.serialization import read_event
from alhambra.server.runtime.json_text import text
from alhambra.server.store import schema
from alhambra.server.store.chat_lines import ChatLines
from alhambra.server.store.database_urls import database_at
from alhambra.server.store.duplicates import DuplicateStore
from alhambra.server.store.people import People
from alhambra.server.store.practice import Practice
from alhambra.server.store.processes import Processes
from alhambra.server.store.statements import upsert
from alhambra.server.store.store import (
    DueTurn,
    Entry,
    Result,
    ReviewedSeat,
    ReviewKind,
    Sitter,
    StoreFailed,
    Writing,
)
from alhambra.server.store.writer import Writer

T = TypeVar("T")

READERS = 2
TRY_SECONDS = 5
"""For this long after a commit, ``problem`` reports its result without a new trial."""
ANSWER_SECONDS = 3


class SqlStore:
    """Games in a database. There is one writer; readers have their own connections. Both work in
    threads with a synchronous engine: that is one round trip per job, where an asynchronous
    engine needs one per statement."""

    def __init__(self, url: str, *, is_prepared: bool = False) -> None:
        self.url = url
        self._database = database_at(url)
        self._is_prepared = is_prepared
        self._engine: Engine | None = None
        self._reading: Engine | None = None
        self._writer: Writer | None = None
        self._trial: asyncio.Task[None] | None = None
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    async def open(self) -> None:
        """Check, migrate and open the database. Raises CannotStart."""
        if not self._is_prepared:
            await asyncio.to_thread(self._database.prepare)
        self._engine = self._database.open_engine()
        # Readers need no transactions: to begin and end one takes two more round trips.
        self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._writer = Writer(self._engine, self._database)

    async def close(self) -> None:
        """Finish pending writes, and close the database."""
        if self._writer:
            await self._writer.close()
        self._readers.shutdown()
        if self._engine:
            self._engine.dispose()

    @property
    def writer(self) -> Writer:
        """The writer of the open database."""
        assert self._writer is not None, "the store is not open"
        return self._writer

    async def problem(self) -> str | None:
        """Why it cannot write, or None. If nothing was written lately, it tries with a small
        write; concurrent callers share one trial."""
        writer = self.writer
        if self._trial is None and time.monotonic() - writer.tried_at > TRY_SECONDS:
            self._trial = asyncio.create_task(self._try())
        if self._trial is not None:
            await asyncio.wait([self._trial], timeout=ANSWER_SECONDS)
        if writer.has_ended or self._trial is not None:
            return "it does not answer"
        return self._database.threat() or writer.problem

    async def _try(self) -> None:
        try:
            await self.writer.change(self._database.write_something)
        except StoreFailed:
            pass  # the writer knows why
        finally:
            self._trial = None

    async def write(self, game: str, writing: Writing) -> None:
        """Write durably. Raises Conflict if a version already exists or a person who would be
        seated has been forgotten."""
        await self.writer.write(game, writing)

    async def _read(self, query: Select[Any]) -> Sequence[Row[Any]]:
        return await self._in_reader(lambda: self._read_here(query))

    async def _read_each(self, query: Select[Any], parse: Callable[[Row[Any]], T]) -> list[T]:
        """Rows, parsed in a reader: there may be many."""
        return await self._in_reader(lambda: [parse(row) for row in self._read_here(query)])

    async def _in_reader(self, read: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._readers, read)
        except SQLAlchemyError as error:
            raise StoreFailed.of_reading() from error

    def _read_here(self, query: Select[Any]) -> Sequence[Row[Any]]:
        assert self._reading is not None, "the store is not open"
        try:
            return _rows(self._reading, query)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            return _rows(self._reading, query)  # the database was restarted: connect again

    # Games

    async def events(self, game: str, after: int = 0) -> list[LoggedEvent]:
        """The log of a game after this version."""
        log = schema.events
        query = select(log).where(log.c.game == game, log.c.version > after).order_by(log.c.version)
        return await self._read_each(query, _event_of)

    async def heads(self, games: Collection[str]) -> dict[str, int]:
        """The latest version of each of these games."""
        log = schema.events
        query = select(log.c.game, func.max(log.c.version).label("head"))
        rows = await self._read(query.where(log.c.game.in_(games)).group_by(log.c.game))
        return {row.game: row.head for row in rows}

    async def sitters(self, game: str) -> list[Sitter]:
        """The names at a table."""
        return (await self.names([game])).get(game, [])

    async def names(self, games: Sequence[str]) -> dict[str, list[Sitter]]:
        """The names at several tables."""
        table = schema.sitters
        query = select(table).where(table.c.game.in_(games)).order_by(table.c.game, table.c.seat)
        found: dict[str, list[Sitter]] = {}
        for row in await self._read(query):
            found.setdefault(row.game, []).append(Sitter(row.seat, row.name, row.person))
        return found

    async def entries(self, person: str, limit: int) -> list[Entry]:
        """All games in progress of a person, and then their latest other tables."""
        table = schema.entries
        sat = select(schema.sitters.c.game).where(schema.sitters.c.person == person)
        query = select(table).where(table.c.game.in_(sat)).order_by(table.c.at.desc())
        playing = table.c.status == "playing"
        rows = [
            *await self._read(query.where(playing)),
            *await self._read(query.where(~playing).limit(limit)),
        ]
        return [_entry_of(row) for row in rows]

    async def public_entries(self, limit: int, per_host: int) -> list[Entry]:
        """The latest public tables that are not over, at most ``per_host`` of each host. The host
        is the person of the first event."""
        table, log = schema.entries, schema.events
        host = func.coalesce(log.c.person, table.c.game)
        rank = func.row_number().over(partition_by=host, order_by=table.c.at.desc())
        ranked = (
            select(table, rank.label("rank"))
            .join(log, and_(log.c.game == table.c.game, log.c.version == 1))
            .where(table.c.public, table.c.status != "over")
            .subquery()
        )
        query = select(ranked).where(ranked.c.rank <= per_host)
        rows = await self._read(query.order_by(ranked.c.at.desc()).limit(limit))
        return [_entry_of(row) for row in rows]

    async def unfinished(self, person: str) -> int:
        """The number of tables with a seat of this person whose game is not over."""
        entries, sitters = schema.entries, schema.sitters
        sat = select(sitters.c.game).where(sitters.c.person == person)
        query = select(func.count()).select_from(entries)
        rows = await self._read(query.where(entries.c.game.in_(sat), entries.c.status != "over"))
        return int(rows[0][0])

    async def due(self, before: int) -> list[str]:
        """The games with a clock in days whose turn is due before this time, the earliest first."""
        table = schema.turns
        query = select(table.c.game).where(table.c.due < before).order_by(table.c.due)
        return [row.game for row in await self._read(query)]

    async def turns(self, games: Sequence[str]) -> dict[str, DueTurn]:
        """The turns of those of these games that have a clock in days."""
        table = schema.turns
        rows = await self._read(select(table).where(table.c.game.in_(games)))
        return {row.game: DueTurn(row.seat, row.due) for row in rows}

    async def uncounted(self) -> list[str]:
        """Games that are over and have no results yet: older releases stored none."""
        table, counted = schema.entries, schema.results
        query = select(table.c.game).where(
            table.c.status == "over", table.c.game.not_in(select(counted.c.game))
        )
        return [row.game for row in await self._read(query)]

    # Processes

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use the database at the same time."""
        return self._database.is_shared

    @property
    def processes(self) -> Processes:
        """The processes that share the database."""
        return Processes(self.writer, self._read, self._database.now_ms)

    @cached_property
    def people(self) -> People:
        """People."""
        return People(self.writer, self._read)

    @cached_property
    def chat(self) -> ChatLines:
        """Chats."""
        return ChatLines(self.writer, self._read)

    @property
    def practice(self) -> Practice:
        """Daily deals and puzzles."""
        return Practice(self.writer, self._read)

    @property
    def duplicates(self) -> DuplicateStore:
        """Deals that several persons play."""
        return DuplicateStore(self.writer, self._read)

    # Results

    async def standings(self, games: Sequence[str]) -> dict[str, list[Result]]:
        """The results of every seat, for those of these games that are over."""
        table = schema.results
        query = select(table).where(table.c.game.in_(games)).order_by(table.c.game, table.c.seat)
        found: dict[str, list[Result]] = {}
        for row in await self._read(query):
            found.setdefault(row.game, []).append(_result_of(row))
        return found

    async def results(self, person: str) -> list[Result]:
        """The results of a person that count."""
        table = schema.results
        query = select(table).where(table.c.person == person, table.c.counts)
        query = query.order_by(table.c.game, table.c.seat)
        return await self._read_each(query, _result_of)

    async def has_finished(self, person: str) -> bool:
        """Whether a person has played any game to its end, counted or not."""
        table = schema.results
        return bool(await self._read(select(table.c.game).where(table.c.person == person).limit(1)))

    # Reviews

    async def review(self, game: str, kind: ReviewKind) -> bytes | None:
        """The stored analysis of a game; None if there is none of this kind."""
        table = schema.reviews
        query = select(table.c.analysis).where(table.c.game == game, _is_of(kind))
        rows = await self._read(query)
        return rows[0].analysis if rows else None

    async def keep_review(
        self, game: str, kind: ReviewKind, seats: Sequence[Mapping[str, Any]], analysis: bytes
    ) -> None:
        """Store the analysis of a game, and the numbers of each seat."""
        row = {"game": game, "version": kind.version, "level": kind.level}
        row |= {"seats": text(seats), "analysis": analysis}
        keeping = upsert(schema.reviews)
        await self.writer.change(lambda connection: connection.execute(keeping, row))

    async def reviewed(self, person: str, kind: ReviewKind) -> list[ReviewedSeat]:
        """A person's seats in reviewed games that count, the game that ended last at the end."""
        table, results, entries = schema.reviews, schema.results, schema.entries
        query = (
            select(table.c.game, table.c.seats, results.c.seat)
            .join(results, results.c.game == table.c.game)
            .join(entries, entries.c.game == table.c.game)
            .where(results.c.person == person, results.c.counts, _is_of(kind))
            .order_by(entries.c.at, table.c.game, results.c.seat)
        )
        return await self._read_each(
            query, lambda row: ReviewedSeat(row.game, loads(row.seats)[row.seat])
        )


def _rows(engine: Engine, query: Select[Any]) -> Sequence[Row[Any]]:
    with engine.connect() as connection:
        return connection.execute(query).all()


def _is_of(kind: ReviewKind) -> ColumnElement[bool]:
    table = schema.reviews
    return and_(table.c.version == kind.version, table.c.level == kind.level)


def _result_of(row: Row[Any]) -> Result:
    return Result(row.game, row.seat, row.person, row.counts, loads(row.numbers))


def _event_of(row: Row[Any]) -> LoggedEvent:
    return read_event(
        row.game,
        row.version,
        row.kind,
        row.data,
        row.at,
        row.person,
        row.client_id,
        row.versions,
    )


def _entry_of(row: Row[Any]) -> Entry:
    return Entry(row.game, row.status, row.public, row.days, row.open_seats, row.at)
