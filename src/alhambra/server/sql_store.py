"""The store in a database: SQLite through SQLAlchemy. All SQL is here and in ``writing``."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import (
    Engine,
    Row,
    Select,
    and_,
    create_engine,
    event,
    func,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from alhambra.server import schema
from alhambra.server.migrations import migrate
from alhambra.server.store import Entry, Event, Line, Reported, Result, Sitter, Writing
from alhambra.server.writing import Writer, delete_where

READERS = 2
FORGOTTEN = "Player {seat}"
"""The name on the seat of somebody whose data was deleted."""


class SqlStore:
    """Games in a database. One writer of games; readers have their own connections. Both work in
    threads with a plain engine: that is one way to and fro, where the asynchronous engine needs
    one for each of its steps."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine: AsyncEngine | None = None
        self._plain: Engine | None = None
        self._writer: Writer | None = None
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    @property
    def engine(self) -> AsyncEngine:
        """The open database."""
        assert self._engine is not None, "the store is not open"
        return self._engine

    async def open(self) -> None:
        """Open and migrate."""
        self._engine = create_async_engine(self.url, hide_parameters=True)
        plain = make_url(self.url).set(drivername="sqlite")
        self._plain = create_engine(plain, hide_parameters=True)
        for engine in (self._engine.sync_engine, self._plain):
            event.listen(engine, "connect", _set_up_sqlite)
        async with self._engine.begin() as connection:
            await connection.run_sync(migrate)
        self._writer = Writer(self._plain)

    async def close(self) -> None:
        """Write what is under way, and let go."""
        if self._writer:
            await self._writer.close()
        self._readers.shutdown()
        if self._engine and self._plain:
            await self._engine.dispose()
            self._plain.dispose()

    async def is_well(self) -> bool:
        """Does it answer?"""
        return bool(await self._read(select(text("1"))))

    async def write(self, game: str, writing: Writing) -> None:
        """Write durably, or raise Conflict where a version exists already."""
        assert self._writer is not None, "the store is not open"
        await self._writer.write(game, writing)

    async def _read(self, query: Select[Any]) -> Sequence[Row[Any]]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._read_here, query)

    def _read_here(self, query: Select[Any]) -> Sequence[Row[Any]]:
        assert self._plain is not None, "the store is not open"
        with self._plain.connect() as connection:
            return connection.execute(query).all()

    # Games

    async def events(self, game: str) -> list[Event]:
        """The whole log of a game."""
        log = schema.events
        query = select(log).where(log.c.game == game).order_by(log.c.version)

        def read() -> list[Event]:
            return [_event_of(row) for row in self._read_here(query)]

        return await asyncio.get_running_loop().run_in_executor(self._readers, read)

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

    async def entries(self, person: str | None, limit: int) -> list[Entry]:
        """The latest public tables that are not over; or of a person all games under way, then
        their latest other tables."""
        table = schema.entries
        query = select(table).order_by(table.c.at.desc())
        if person is None:
            query = query.where(table.c.public, table.c.status != "over")
            rows = await self._read(query.limit(limit))
        else:
            sat = select(schema.sitters.c.game).where(schema.sitters.c.person == person)
            query, playing = query.where(table.c.game.in_(sat)), table.c.status == "playing"
            rows = [
                *await self._read(query.where(playing)),
                *await self._read(query.where(~playing).limit(limit)),
            ]
        return [
            Entry(row.game, row.status, row.public, row.days, row.open_seats, row.at)
            for row in rows
        ]

    async def public_entries(self, limit: int, per_host: int) -> list[Entry]:
        """The latest public tables that are not over, so many of each host. The host is who wrote
        the first event."""
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
        return [
            Entry(row.game, row.status, row.public, row.days, row.open_seats, row.at)
            for row in rows
        ]

    async def on_days(self) -> list[str]:
        """The games under way on a clock of days."""
        table = schema.entries
        rows = await self._read(
            select(table.c.game).where(table.c.days, table.c.status == "playing")
        )
        return [row.game for row in rows]

    async def uncounted(self) -> list[str]:
        """Games that are over and have no results yet: an older version kept none."""
        table, counted = schema.entries, schema.results
        query = select(table.c.game).where(
            table.c.status == "over", table.c.game.not_in(select(counted.c.game))
        )
        return [row.game for row in await self._read(query)]

    # People

    async def person(self, key: str) -> str | None:
        """The name of a person."""
        table = schema.persons
        rows = await self._read(select(table.c.name).where(table.c.key == key))
        return rows[0].name if rows else None

    async def name_person(self, key: str, name: str) -> None:
        """Add a person, or change the name."""
        row = insert(schema.persons).values(key=key, name=name)
        async with self.engine.begin() as connection:
            await connection.execute(
                row.on_conflict_do_update(index_elements=["key"], set_={"name": name})
            )

    async def forget(self, key: str) -> list[str]:
        """Delete a person's data. The log names them only by their key, which tells nothing."""
        table = schema.sitters
        games = [row.game for row in await self._read(select(table).where(table.c.person == key))]
        anonymous = func.replace(FORGOTTEN, "{seat}", table.c.seat + 1)
        async with self.engine.begin() as connection:
            await connection.execute(
                update(table).where(table.c.person == key).values(person=None, name=anonymous)
            )
            await connection.execute(
                update(schema.results).where(schema.results.c.person == key).values(person=None)
            )
            await delete_where(connection, schema.persons, key=key)
            await delete_where(connection, schema.chat, person=key)
            await delete_where(connection, schema.mutes, person=key)
            await delete_where(connection, schema.mutes, other=key)
            await delete_where(connection, schema.reports, person=key)
        return games

    # Chat

    async def say(self, game: str, line: Line, client_id: str) -> int | None:
        """Keep a line of chat, and number it; None for one that came before."""
        row = insert(schema.chat).values(
            game=game,
            at=line.at,
            person=line.person,
            seat=line.seat,
            name=line.name,
            text=line.text,
            client_id=client_id,
        )
        query = row.on_conflict_do_nothing().returning(schema.chat.c.line)
        async with self.engine.begin() as connection:
            number: int | None = (await connection.execute(query)).scalar()
        return number

    async def said(self, game: str, person: str, client_id: str) -> str | None:
        """The text of a person's line of chat, by the id it was sent with."""
        table = schema.chat
        query = select(table.c.text).where(
            table.c.game == game, table.c.person == person, table.c.client_id == client_id
        )
        rows = await self._read(query)
        return rows[0].text if rows else None

    async def lines(self, game: str, limit: int) -> list[Line]:
        """The last lines of chat."""
        table = schema.chat
        query = select(table).where(table.c.game == game).order_by(table.c.line.desc())
        return [_line_of(row) for row in reversed(await self._read(query.limit(limit)))]

    async def mute(self, key: str, other: str, muted: bool) -> None:
        """Remember whom a person does not want to hear."""
        async with self.engine.begin() as connection:
            await delete_where(connection, schema.mutes, person=key, other=other)
            if muted:
                await connection.execute(schema.mutes.insert().values(person=key, other=other))

    async def muted(self, key: str) -> set[str]:
        """Whom a person does not want to hear."""
        table = schema.mutes
        return {row.other for row in await self._read(select(table).where(table.c.person == key))}

    async def report(self, key: str, line: int, at: int) -> None:
        """Keep a complaint about a line of chat, once."""
        row = insert(schema.reports).values(line=line, person=key, at=at)
        async with self.engine.begin() as connection:
            await connection.execute(row.on_conflict_do_nothing())

    async def reports(self) -> list[Reported]:
        """The lines of chat that somebody has complained about, the latest complaint first."""
        chat, reports = schema.chat, schema.reports
        times, last = func.count().label("times"), func.max(reports.c.at).label("last")
        query = (
            select(chat, times, last)
            .join(reports, reports.c.line == chat.c.line)
            .group_by(chat.c.line)
            .order_by(last.desc())
        )
        return [
            Reported(row.game, _line_of(row), row.times, row.last)
            for row in await self._read(query)
        ]

    # Results

    async def points(self, games: Sequence[str]) -> dict[str, list[int]]:
        """The points of every seat of those games that are over."""
        table = schema.results
        query = select(table).where(table.c.game.in_(games)).order_by(table.c.game, table.c.seat)
        found: dict[str, list[int]] = {}
        for row in await self._read(query):
            found.setdefault(row.game, []).append(json.loads(row.numbers)["points"])
        return found

    async def results(self, person: str | None, game: str | None = None) -> list[Result]:
        """The results of a person that count, or all of a game."""
        table = schema.results
        query = select(table).order_by(table.c.game, table.c.seat)
        if game is not None:
            query = query.where(table.c.game == game)
        else:
            query = query.where(table.c.person == person, table.c.counts)
        return [
            Result(row.game, row.seat, row.person, row.counts, json.loads(row.numbers))
            for row in await self._read(query)
        ]


def _event_of(row: Row[Any]) -> Event:
    return Event(
        row.game,
        row.version,
        row.kind,
        json.loads(row.data),
        row.at,
        row.person,
        row.client_id,
        row.versions,
    )


def _line_of(row: Row[Any]) -> Line:
    return Line(row.line, row.at, row.person, row.seat, row.name, row.text)


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()
