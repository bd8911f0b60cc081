"""What is stored of daily deals and puzzles: who has tried which, and ratings."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from json import loads
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, select, update

from alhambra.puzzles.ratings import Rating, begun, rated
from alhambra.server.log.shared_deals import SharedDeal
from alhambra.server.store import schema
from alhambra.server.store.statements import delete_where, insert_new, is_known, upsert
from alhambra.server.store.writer import Writer

Read = Callable[[Select[Any]], Awaitable[Sequence[Row[Any]]]]
OWN_SEAT = 0
"""The seat of the person in the game of a shared deal."""
DAY_MS = 86_400_000
_EPOCH = date(1970, 1, 1).toordinal()


def day_at(ms: int) -> int:
    """The day of a time, in UTC, numbered as ``date.toordinal`` does."""
    return _EPOCH + ms // DAY_MS


@dataclass(frozen=True, slots=True)
class DailyTry:
    """A person's game of a daily deal. ``points`` is None until the person has finished it."""

    day: int
    game: str
    late: bool  # begun or finished after the day, when its seed was known: without a place
    points: int | None


@dataclass(frozen=True, slots=True)
class BotTry:
    """What the strongest bot has done with a daily deal, and the link to its game."""

    points: int
    replay: str | None = None  # the game; None for a day that an older release has stored
    invite: str | None = None


class Practice:
    """Daily deals and puzzles in a database. All methods raise StoreFailed if it does not work."""

    def __init__(self, writer: Writer, read: Read) -> None:
        self._writer, self._read = writer, read

    # Daily deals

    async def begin_daily(self, day: int, person: str, game: str, *, late: bool) -> str | None:
        """The game in which the person plays the deal of this day: this one, unless there is one
        already. None if the person has been forgotten."""
        table = schema.daily_tries
        adding = insert_new(table).values(game=game, day=day, person=person, late=late)
        query = select(table.c.game).where(table.c.day == day, table.c.person == person)

        def begin(connection: Connection) -> str | None:
            if not is_known(connection, person):
                return None
            connection.execute(adding)
            return str(connection.execute(query).scalar_one())

        return await self._writer.change(begin)

    async def daily_tries(self, person: str) -> list[DailyTry]:
        """The tries of a person, the latest day first."""
        table = schema.daily_tries
        query = _with_results(select(table)).where(table.c.person == person)
        rows = await self._read(query.order_by(table.c.day.desc()))
        return [DailyTry(row.day, row.game, _is_late(row), _points(row)) for row in rows]

    async def daily_points(self, day: int) -> list[int]:
        """The points of everybody who has finished the deal on its day."""
        table = schema.daily_tries
        query = _with_results(select(table)).where(table.c.day == day, table.c.late.is_(False))
        rows = [row for row in await self._read(query) if not _is_late(row)]
        return [points for row in rows if (points := _points(row)) is not None]

    async def bot_try(self, day: int) -> BotTry | None:
        """What the strongest bot has done with the deal of a day, once it is known."""
        table = schema.daily_bots
        rows = await self._read(select(table).where(table.c.day == day))
        return BotTry(rows[0].points, rows[0].replay, rows[0].invite) if rows else None

    async def keep_bot_try(self, day: int, found: BotTry) -> None:
        """Store what the strongest bot has done, unless that is known."""
        adding = insert_new(schema.daily_bots).values(day=day, **asdict(found))
        await self._writer.change(lambda connection: connection.execute(adding))

    # Shared deals

    async def shared_deals(self, games: Sequence[str]) -> dict[str, SharedDeal]:
        """Whose deal is played in those of these games that share one."""
        daily, duplicates = schema.daily_tries, schema.duplicate_tries
        days = await self._read(select(daily).where(daily.c.game.in_(games)))
        found = {
            row.game: SharedDeal("daily", date.fromordinal(row.day).isoformat()) for row in days
        }
        rows = await self._read(select(duplicates).where(duplicates.c.game.in_(games)))
        return found | {row.game: SharedDeal("duplicate", row.duplicate) for row in rows}

    # Puzzles

    async def puzzle_tries(self, person: str) -> dict[str, bool]:
        """The puzzles that a person has tried, and whether the first try was right."""
        table = schema.puzzle_tries
        rows = await self._read(select(table).where(table.c.person == person))
        return {row.puzzle: row.solved for row in rows}

    async def puzzle_rating(self, person: str) -> Rating:
        """The rating of a person."""
        table = schema.puzzle_ratings
        query = select(table).where(table.c.kind == "person", table.c.name == person)
        rows = await self._read(query)
        return Rating(rows[0].mu, rows[0].sigma) if rows else begun()

    async def rated_puzzles(self) -> Mapping[str, Rating]:
        """The ratings of all puzzles that somebody has tried."""
        table = schema.puzzle_ratings
        rows = await self._read(select(table).where(table.c.kind == "puzzle"))
        return {row.name: Rating(row.mu, row.sigma) for row in rows}

    async def note_puzzle(self, person: str, puzzle: str, *, easy: bool, solved: bool) -> bool:
        """Store a try and rate person and puzzle; False if it is not the person's first, or
        the person has been forgotten."""
        row = {"person": person, "puzzle": puzzle, "solved": solved}
        adding = (
            insert_new(schema.puzzle_tries).values(**row).returning(schema.puzzle_tries.c.puzzle)
        )

        def note(connection: Connection) -> bool:
            if not is_known(connection, person) or connection.execute(adding).first() is None:
                return False
            own = _rating(connection, "person", person) or begun()
            its = _rating(connection, "puzzle", puzzle) or begun(easy=easy)
            for key, rating in zip(
                (("person", person), ("puzzle", puzzle)),
                rated(own, its, solved=solved),
                strict=True,
            ):
                values = {"kind": key[0], "name": key[1], "mu": rating.mu, "sigma": rating.sigma}
                connection.execute(upsert(schema.puzzle_ratings), values)
            return True

        return await self._writer.change(note)


def forget_practice(connection: Connection, person: str) -> None:
    """Delete what is known of a person; games of shared deals keep their points, without a name."""
    for table, column in (
        (schema.daily_tries, "person"),
        (schema.duplicate_tries, "person"),
        (schema.duplicates, "host"),
    ):
        own = update(table).where(table.c[column] == person)
        connection.execute(own.values({column: None}))
    delete_where(connection, schema.puzzle_tries, person=person)
    delete_where(connection, schema.puzzle_ratings, kind="person", name=person)


def _rating(connection: Connection, kind: str, name: str) -> Rating | None:
    table = schema.puzzle_ratings
    query = select(table).where(table.c.kind == kind, table.c.name == name).with_for_update()
    row = connection.execute(query).first()
    return Rating(row.mu, row.sigma) if row else None


def _with_results(query: Select[Any]) -> Select[Any]:
    """Tries with the results of those that are over, and when they ended."""
    tries, results, entries = schema.daily_tries, schema.results, schema.entries
    own = and_(results.c.game == tries.c.game, results.c.seat == OWN_SEAT)
    query = query.add_columns(results.c.counts, results.c.numbers, entries.c.at)
    joined = query.select_from(tries).outerjoin(results, own)
    return joined.outerjoin(entries, entries.c.game == tries.c.game)


def _is_late(row: Row[Any]) -> bool:
    return bool(row.late or (row.counts and row.at is not None and day_at(row.at) > row.day))


def _points(row: Row[Any]) -> int | None:
    return int(loads(row.numbers)["points"]) if row.counts else None
