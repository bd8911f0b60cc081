"""What is stored of duplicates: the deal, the bots, and who plays it in which game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from json import loads
from typing import Any

from sqlalchemy import Connection, Row, and_, func, select, update

from alhambra.server.runtime.json_text import text
from alhambra.server.store import schema
from alhambra.server.store.practice import OWN_SEAT, Read
from alhambra.server.store.statements import insert_new, is_known
from alhambra.server.store.writer import Writer


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A deal that several persons play, each at a table of their own against the same bots."""

    id: str
    host: str | None  # None once they have been forgotten
    levels: tuple[str, ...]
    coach: bool
    seed: str = field(repr=False)
    at: int
    closed: bool = False  # by the host
    next: str | None = None


@dataclass(frozen=True, slots=True)
class DuplicateTry:
    """A person's game of a duplicate."""

    duplicate: str
    game: str
    person: str | None
    name: str
    is_over: bool
    numbers: Mapping[str, Any] | None
    """What was counted; None until the game is over, and if a bot has played for the person."""


class DuplicateStore:
    """Duplicates in a database. All methods raise StoreFailed if it does not work."""

    def __init__(self, writer: Writer, read: Read) -> None:
        self._writer, self._read = writer, read

    async def add(self, duplicate: Duplicate, *, after: str | None = None) -> Duplicate:
        """Store a duplicate. With ``after``, as the next one of that, unless there is one: then
        that one is returned."""
        table = schema.duplicates
        adding = table.insert().values(_row_of(duplicate))
        last = update(table).where(table.c.id == after, table.c.next.is_(None))
        query = select(table.c.next).where(table.c.id == after)

        def add(connection: Connection) -> str:
            if after and not connection.execute(last.values(next=duplicate.id)).rowcount:
                return str(connection.execute(query).scalar_one())
            connection.execute(adding)
            return duplicate.id

        added = await self._writer.change(add)
        return duplicate if added == duplicate.id else (await self.all([added]))[0]

    async def all(self, duplicates: Sequence[str]) -> list[Duplicate]:
        """Those of these duplicates that there are, the latest first."""
        table = schema.duplicates
        query = select(table).where(table.c.id.in_(duplicates)).order_by(table.c.at.desc())
        return [_duplicate_of(row) for row in await self._read(query)]

    async def of_person(self, person: str, limit: int) -> list[Duplicate]:
        """The latest duplicates that a person has set up or plays."""
        table, tries = schema.duplicates, schema.duplicate_tries
        played = select(tries.c.duplicate).where(tries.c.person == person)
        query = select(table).where((table.c.host == person) | table.c.id.in_(played))
        rows = await self._read(query.order_by(table.c.at.desc()).limit(limit))
        return [_duplicate_of(row) for row in rows]

    async def begin(self, duplicate: str, person: str, game: str, most: int) -> str | None:
        """The game in which the person plays: this one, unless there is one already. None if as
        many persons as may play have begun, or the person has been forgotten."""
        table = schema.duplicate_tries
        adding = insert_new(table).values(duplicate=duplicate, person=person, game=game)
        own = select(table.c.game).where(table.c.duplicate == duplicate, table.c.person == person)
        count = select(func.count()).select_from(table).where(table.c.duplicate == duplicate)

        def begin(connection: Connection) -> str | None:
            found = connection.execute(own).scalar()
            has_room = connection.execute(count).scalar_one() < most
            if found is None and has_room and is_known(connection, person):
                connection.execute(adding)
                found = connection.execute(own).scalar_one()
            return found

        return await self._writer.change(begin)

    async def tries(self, duplicates: Sequence[str]) -> list[DuplicateTry]:
        """The games that have begun, in the order in which they did, with the results of those that
        are over."""
        table, sitters = schema.duplicate_tries, schema.sitters
        results, entries, log = schema.results, schema.entries, schema.events
        own = and_(sitters.c.game == table.c.game, sitters.c.seat == OWN_SEAT)
        counted = and_(results.c.game == table.c.game, results.c.seat == OWN_SEAT)
        first = and_(log.c.game == table.c.game, log.c.version == 1)
        columns = sitters.c.name, entries.c.status, results.c.counts, results.c.numbers
        query = (
            select(table, *columns)
            .select_from(table)
            .join(sitters, own)
            .join(entries, entries.c.game == table.c.game)
            .join(log, first)
            .outerjoin(results, counted)
            .where(table.c.duplicate.in_(duplicates))
            .order_by(log.c.at, table.c.game)
        )
        return [_try_of(row) for row in await self._read(query)]

    async def close(self, duplicate: str) -> None:
        """Nobody may begin any more."""
        table = schema.duplicates
        closing = update(table).where(table.c.id == duplicate).values(closed=True)
        await self._writer.change(lambda connection: connection.execute(closing))


def _row_of(duplicate: Duplicate) -> dict[str, Any]:
    names = schema.duplicates.columns.keys()
    row = {name: getattr(duplicate, name) for name in names}
    return row | {"levels": text(duplicate.levels)}


def _duplicate_of(row: Row[Any]) -> Duplicate:
    found = dict(row._mapping)
    return Duplicate(**found | {"levels": tuple(loads(found["levels"]))})


def _try_of(row: Row[Any]) -> DuplicateTry:
    numbers = loads(row.numbers) if row.counts else None
    is_over = row.status == "over"
    return DuplicateTry(row.duplicate, row.game, row.person, row.name, is_over, numbers)
