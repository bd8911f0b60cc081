"""Processes that share a database: which one runs the bots and the clock of a game, and whose pages
each has at a table.

A process is alive until its row expires, by the clock of the database. The leases of a dead process
can be claimed by others, and its pages are gone.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from json import loads
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, delete, select, update
from sqlalchemy.dialects.postgresql import insert

from alhambra.server.runtime.json_text import text
from alhambra.server.store import schema
from alhambra.server.store.statements import delete_where, upsert
from alhambra.server.store.store import NOBODY, Presence
from alhambra.server.store.writer import Writer

TERM_MS = 3_000
"""A process that is not renewed for this long is dead."""

_KEPT_MS = 600_000  # rows of dead processes, until they are removed

Read = Callable[[Select[Any]], Awaitable[Sequence[Row[Any]]]]


class Processes:
    """The processes of a database. All methods raise StoreFailed if it does not work."""

    def __init__(self, writer: Writer, read: Read, now: ColumnElement[int]) -> None:
        self._writer, self._read, self._now = writer, read, now

    async def enrol(self, process: str) -> None:
        """Add a new process, alive for some seconds, and remove what long dead ones left."""
        processes = schema.processes

        def enrol(connection: Connection) -> None:
            connection.execute(delete(processes).where(processes.c.until < self._now - _KEPT_MS))
            known = select(processes.c.id)
            for table in (schema.leases, schema.presence):
                connection.execute(delete(table).where(table.c.process.not_in(known)))
            row = upsert(processes).values(id=process, until=self._now + TERM_MS)
            connection.execute(row)

        await self._writer.change(enrol)

    async def renew(self, process: str) -> bool:
        """Keep a process alive. False if it was dead or unknown: others may have its leases."""
        table = schema.processes
        alive = (table.c.id == process) & (table.c.until > self._now)
        change = update(table).where(alive).values(until=self._now + TERM_MS)
        return await self._writer.change(
            lambda connection: bool(connection.execute(change).rowcount)
        )

    async def retire(self, process: str) -> None:
        """Remove a process that ends, with its leases."""

        def retire(connection: Connection) -> None:
            for table in (schema.leases, schema.presence):
                delete_where(connection, table, process=process)
            delete_where(connection, schema.processes, id=process)

        await self._writer.change(retire)

    async def claim(self, process: str, games: Collection[str]) -> set[str]:
        """Take the leases of these games that nobody alive has; those that the process has now."""
        processes, leases = schema.processes, schema.leases
        alive = select(processes.c.id).where(processes.c.until > self._now)
        adding = insert(leases)
        claiming = adding.on_conflict_do_update(
            index_elements=["game"],
            set_={"process": adding.excluded.process},
            where=leases.c.process.not_in(alive),
        )
        # Sorted, so that two processes that claim the same games do not wait for each other.
        rows = [{"game": game, "process": process} for game in sorted(games)]
        held = select(leases.c.game).where(leases.c.game.in_(games), leases.c.process == process)

        def claim(connection: Connection) -> set[str]:
            connection.execute(claiming, rows)
            return set(connection.execute(held).scalars())

        return await self._writer.change(claim)

    async def held(self, process: str) -> set[str]:
        """The games whose lease this process has."""
        table = schema.leases
        rows = await self._read(select(table.c.game).where(table.c.process == process))
        return {row.game for row in rows}

    async def give_back(self, process: str, games: Collection[str]) -> None:
        """Let others have the leases of these games."""
        table = schema.leases
        mine = delete(table).where(table.c.game.in_(games), table.c.process == process)
        await self._writer.change(lambda connection: connection.execute(mine))

    async def set_presence(
        self, process: str, game: str, persons: Collection[str], spectators: int
    ) -> None:
        """Store whose pages a process has at a table."""
        table = schema.presence
        row = {"game": game, "process": process, "persons": text(sorted(persons))}
        setting = upsert(table).values(**row, spectators=spectators)

        def change(connection: Connection) -> None:
            if persons or spectators:
                connection.execute(setting)
            else:
                delete_where(connection, table, game=game, process=process)

        await self._writer.change(change)

    async def presence_elsewhere(self, process: str, games: Collection[str]) -> dict[str, Presence]:
        """Whose pages the other processes that are alive have at these tables."""
        table, processes = schema.presence, schema.processes
        query = (
            select(table.c.game, table.c.persons, table.c.spectators)
            .join(processes, processes.c.id == table.c.process)
            .where(
                table.c.game.in_(games), table.c.process != process, processes.c.until > self._now
            )
        )
        found: dict[str, Presence] = {}
        for row in await self._read(query):
            known = found.get(row.game, NOBODY)
            persons = known.persons | frozenset(loads(row.persons))
            found[row.game] = Presence(persons, known.spectators + row.spectators)
        return found

    async def presence_of_dead(self, game: str) -> list[tuple[frozenset[str], int]]:
        """The persons whose pages each dead process had at a table, and when it was last alive."""
        table, processes = schema.presence, schema.processes
        query = (
            select(table.c.persons, processes.c.until)
            .join(processes, processes.c.id == table.c.process)
            .where(table.c.game == game, processes.c.until <= self._now)
        )
        rows = await self._read(query)
        return [(frozenset(loads(row.persons)), row.until - TERM_MS) for row in rows]
