"""What is stored of people: names, and what is left to do when they are forgotten."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, Text, cast, delete, exists, func, select, update

from alhambra.server.store import schema
from alhambra.server.store.practice import Read, forget_practice
from alhambra.server.store.statements import delete_where, insert_new
from alhambra.server.store.store import Sitter
from alhambra.server.store.writer import Writer

FORGOTTEN = "Player {seat}"
"""The name on the seat of somebody whose data was deleted."""


class People:
    """The people in a database. All methods raise StoreFailed if it does not work."""

    def __init__(self, writer: Writer, read: Read) -> None:
        self._writer, self._read = writer, read

    async def name(self, key: str) -> str | None:
        """The name of a person; None if unknown."""
        table = schema.persons
        rows = await self._read(select(table.c.name).where(table.c.key == key))
        return rows[0].name if rows else None

    async def known(self, keys: Collection[str]) -> set[str]:
        """Those of these persons who have not been forgotten."""
        key = schema.persons.c.key
        return {row.key for row in await self._read(select(key).where(key.in_(keys)))}

    async def add(self, key: str, name: str) -> None:
        """Add a person."""
        row = schema.persons.insert().values(key=key, name=name)
        await self._writer.change(lambda connection: connection.execute(row))

    async def rename(self, key: str, name: str) -> bool:
        """Change the name of a person; False if they have been forgotten."""
        table = schema.persons
        change = update(table).where(table.c.key == key).values(name=name)
        return await self._writer.change(
            lambda connection: bool(connection.execute(change).rowcount)
        )

    async def begin_to_forget(self, key: str) -> None:
        """Delete a person's data, and remember that their seats are still to be given up."""
        await self._writer.change(lambda connection: _forget(connection, key))

    async def leaving(self) -> list[str]:
        """The persons whose seats are still to be given up."""
        return [row.person for row in await self._read(select(schema.leaving))]

    async def games_of(self, key: str) -> list[str]:
        """The games where a person sits, and open tables they have set up."""
        sitters, entries, log = schema.sitters, schema.entries, schema.events
        first = (log.c.game == entries.c.game) & (log.c.version == 1) & (log.c.person == key)
        hosted = select(entries.c.game).where(entries.c.status == "open", exists().where(first))
        sat = select(sitters.c.game).where(sitters.c.person == key)
        return [row.game for row in await self._read(select(sat.union(hosted).subquery()))]

    async def seats_of(self, game: str, key: str) -> list[Sitter]:
        """A person's seats at a table, anonymous as they will be stored."""
        table = schema.sitters
        query = select(table).where(table.c.game == game, table.c.person == key)
        rows = await self._read(query.order_by(table.c.seat))
        return [Sitter(row.seat, row.name, None) for row in rows]

    async def end_forgetting(self, key: str) -> None:
        """All seats have been given up."""
        await self._writer.change(
            lambda connection: delete_where(connection, schema.leaving, person=key)
        )


def _forget(connection: Connection, key: str) -> None:
    """Delete a person's data outside the log. The log has only their random key, which the seats
    keep until they are given up, game by game. The person is deleted first: that waits for
    everything that another process is writing for them."""
    delete_where(connection, schema.persons, key=key)
    sitters, log = schema.sitters, schema.events
    sat = select(sitters.c.game).where(sitters.c.person == key)
    imported = select(log.c.game).where(
        log.c.game.in_(sat), log.c.version == 1, log.c.kind == "imported"
    )
    own = (sitters.c.person == key) | sitters.c.game.in_(imported)
    anonymous = func.replace(FORGOTTEN, "{seat}", cast(sitters.c.seat + 1, Text))
    connection.execute(update(sitters).where(own).values(name=anonymous))
    results = schema.results
    connection.execute(update(results).where(results.c.person == key).values(person=None))
    said = select(schema.chat.c.line).where(schema.chat.c.person == key)
    connection.execute(delete(schema.reports).where(schema.reports.c.line.in_(said)))
    for table, column in (
        (schema.chat, "person"),
        (schema.mutes, "person"),
        (schema.mutes, "other"),
        (schema.reports, "person"),
    ):
        delete_where(connection, table, **{column: key})
    forget_practice(connection, key)
    connection.execute(insert_new(schema.leaving).values(person=key))
