"""Moving a database into another, of any kind. It can be interrupted at any time and repeated."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from operator import itemgetter
from typing import Any, Self

from sqlalchemy import Connection, Table, delete, select

from alhambra.server.log.fold import Fold
from alhambra.server.log.serialization import read_event
from alhambra.server.runtime.refusals import CannotStart
from alhambra.server.store import schema
from alhambra.server.store.database import Database
from alhambra.server.store.database_urls import database_at
from alhambra.server.store.statements import insert_many

GAMES_AT_ONCE = 20

_TABLES = [table for table in schema.metadata.sorted_tables if table.info != schema.PASSING]
_OF_GAMES = [table for table in _TABLES if "game" in table.columns]
_OTHERS = [table for table in _TABLES if "game" not in table.columns]

Rows = list[tuple[Any, ...]]


class Transfer:
    """Copies a database game by game, each in one transaction, and checks each by replaying it from
    the new database. While it is open nobody can write to the old one. A game that is the same
    in both is only checked."""

    def __init__(self, source: str, target: str) -> None:
        self.copied = 0
        self.unreadable: list[str] = []
        """Games that this version cannot replay. They are copied as they are."""
        self._databases = database_at(source), database_at(target)
        if self._databases[0].shown == self._databases[1].shown:
            raise CannotStart("The two databases are the same.")
        self._open = ExitStack()
        self._games: list[str] = []

    def __enter__(self) -> Self:
        """Check and migrate both. Raises CannotStart if the new one has games of its own."""
        with ExitStack() as stack:
            for database in self._databases:
                database.prepare()
            connections = [stack.enter_context(_connected(each)) for each in self._databases]
            self._source, self._target = connections
            self._databases[0].forbid_writing(self._source)
            self._games = _games(self._source)
            strangers = set(_games(self._target)).difference(self._games)
            if strangers:
                raise CannotStart(
                    f"The database {self._databases[1].shown} has {len(strangers)} games that the "
                    "other does not have: move into an empty one."
                )
            self._open = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        """Allow writing again."""
        self._open.close()

    def __len__(self) -> int:
        return len(self._games)

    def games(self) -> Generator[str]:
        """Move everything. Yields each game once it is in the new database and has been checked."""
        self._move_others()
        for start in range(0, len(self._games), GAMES_AT_ONCE):
            games = self._games[start : start + GAMES_AT_ONCE]
            found = self._move(games)
            for game in games:
                self._replay(game, found)
                yield game
        line = self._databases[0].last_line(self._source)
        self._databases[1].set_last_line(self._target, line)
        self._target.commit()

    def _move_others(self) -> None:
        """Copy what belongs to no game. What was deleted meanwhile must not stay."""
        for table in _OTHERS:
            self._target.execute(delete(table))
            rows = [tuple(row) for row in self._source.execute(select(table))]
            insert_many(self._target, table, rows)
        self._target.commit()

    def _move(self, games: Sequence[str]) -> dict[Table, Rows]:
        """Copy these games if necessary; everything of them, as it is in the new database."""
        wanted = _rows_of(self._source, games)
        found = _rows_of(self._target, games)
        if found != wanted:
            for table, rows in wanted.items():
                self._target.execute(delete(table).where(table.c.game.in_(games)))
                insert_many(self._target, table, rows)
            self._target.commit()
            self.copied += len(games)
            found = _rows_of(self._target, games)
        self._target.rollback()
        if found != wanted:
            raise AssertionError(f"not copied exactly: {', '.join(games)}")
        return found

    def _replay(self, game: str, found: dict[Table, Rows]) -> None:
        events = [row for row in found[schema.events] if row[0] == game]
        names = [row[2] for row in found[schema.sitters] if row[0] == game]
        try:
            Fold.of([read_event(*row) for row in events], names)
        except Exception:
            self.unreadable.append(game)


@contextmanager
def _connected(database: Database) -> Iterator[Connection]:
    engine = database.open_engine()
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _games(connection: Connection) -> list[str]:
    """All games of a database."""
    query = select(schema.events.c.game).distinct()
    return sorted(connection.execute(query).scalars())


def _rows_of(connection: Connection, games: Sequence[str]) -> dict[Table, Rows]:
    """Everything of these games, in the order of the keys. The databases sort texts differently."""
    found = {}
    for table in _OF_GAMES:
        keys = [list(table.columns).index(key) for key in table.primary_key]
        rows = connection.execute(select(table).where(table.c.game.in_(games)))
        found[table] = sorted(map(tuple, rows), key=itemgetter(*keys))
    return found
