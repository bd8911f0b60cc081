"""What is stored of chats: lines, who mutes whom, and complaints."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Row, func, select

from alhambra.server.store import schema
from alhambra.server.store.practice import Read
from alhambra.server.store.statements import delete_where, insert_new, is_known
from alhambra.server.store.store import Line, Reported
from alhambra.server.store.writer import Writer


class ChatLines:
    """The chats in a database. All methods raise StoreFailed if it does not work."""

    def __init__(self, writer: Writer, read: Read) -> None:
        self._writer, self._read = writer, read

    async def say(self, game: str, line: Line, client_id: str) -> int | None:
        """Store a line of chat and return its number; None if it was already stored."""
        row = insert_new(schema.chat).values(
            game=game,
            at=line.at,
            person=line.person,
            seat=line.seat,
            name=line.name,
            text=line.text,
            client_id=client_id,
        )
        query = row.returning(schema.chat.c.line)

        def say(connection: Connection) -> int | None:
            if not is_known(connection, line.person):
                return None
            number: int | None = connection.execute(query).scalar()
            return number

        return await self._writer.change(say)

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

    async def last_lines(self, games: Collection[str]) -> dict[str, int]:
        """The number of the last line of chat at each of these tables."""
        chat = schema.chat
        query = select(chat.c.game, func.max(chat.c.line).label("last"))
        rows = await self._read(query.where(chat.c.game.in_(games)).group_by(chat.c.game))
        return {row.game: row.last for row in rows}

    async def line(self, game: str, number: int) -> Line | None:
        """A line of chat by its number."""
        table = schema.chat
        rows = await self._read(select(table).where(table.c.line == number, table.c.game == game))
        return _line_of(rows[0]) if rows else None

    async def mute(self, key: str, other: str, muted: bool) -> None:
        """Store whether a person mutes another."""

        def change(connection: Connection) -> None:
            delete_where(connection, schema.mutes, person=key, other=other)
            if muted and is_known(connection, key):
                connection.execute(insert_new(schema.mutes).values(person=key, other=other))

        await self._writer.change(change)

    async def muted(self, key: str) -> set[str]:
        """The persons whom a person has muted."""
        table = schema.mutes
        return {row.other for row in await self._read(select(table).where(table.c.person == key))}

    async def report(self, key: str, line: int, at: int) -> None:
        """Store a complaint about a line of chat, once per person."""
        row = insert_new(schema.reports).values(line=line, person=key, at=at)

        def report(connection: Connection) -> None:
            if is_known(connection, key):
                connection.execute(row)

        await self._writer.change(report)

    async def reports(self) -> list[Reported]:
        """The reported lines of chat, the latest complaint first."""
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


def _line_of(row: Row[Any]) -> Line:
    return Line(row.line, row.at, row.person, row.seat, row.name, row.text)
