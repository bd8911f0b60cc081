"""Daily deals: every day one deal for everybody, and one try for each person.

The seed of each day is the SHA-256 of the seed of the next one, back from a secret end. So the seed
of yesterday, which is shown today, has fixed today's since the beginning, and tells nothing of it.
`docs/daily.md` describes the scheme, so that it can be checked with other tools.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from bisect import bisect_left
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from alhambra.server.protocol.daily import DailyCalendar, DailyDay, DailyMine
from alhambra.server.protocol.table import BotSeat, MySeat, SeatChoice, TableOptions
from alhambra.server.runtime.keys import new_key
from alhambra.server.runtime.refusals import refuse
from alhambra.server.runtime.worker_process import MOST_NICE, JobFailed, WorkerDied, WorkerProcess
from alhambra.server.store.practice import DAY_MS, DailyTry, day_at
from alhambra.server.store.store import StoreFailed
from alhambra.server.table.live import LiveTable
from alhambra.server.table.seating import options_of, seated

if TYPE_CHECKING:
    from alhambra.server.table.registry import Tables

MODULE = "alhambra.server.table.daily_process"
LEVEL, BOTS = "mason", 3
OPTIONS = TableOptions(undo=False, coach="never")
LAST = date(2099, 12, 31).toordinal()
"""The end of the chain."""
KEPT_DAYS = 92
"""How many days ago the oldest deal was that can still be played."""
PURPOSE = b"alhambra daily deals"


@lru_cache(maxsize=256)
def seed_of(key: bytes, day: int) -> bytes:
    """The seed of a day, which is numbered as ``date.toordinal`` does."""
    seed = hmac.digest(key, PURPOSE, "sha256")
    for _ in range(LAST - day):
        seed = hashlib.sha256(seed).digest()
    return seed


class DailyDeals:
    """The daily deals of a server."""

    def __init__(self, tables: Tables, key: bytes) -> None:
        self._tables, self._key = tables, key
        self._process = WorkerProcess(MODULE, MOST_NICE)
        self._playing: set[int] = set()  # days whose deal the strongest bot is playing

    async def close(self) -> None:
        """End the process of the strongest bot."""
        await self._process.kill()

    def today(self) -> int:
        """The day by the server's clock, in UTC."""
        return day_at(self._tables.time.wall_ms())

    def _check(self, day: int) -> None:
        if not self.today() - KEPT_DAYS <= day <= self.today():
            raise refuse("no_such_day", day=date.fromordinal(day).isoformat())

    async def begin(self, day: int, person: str, name: str) -> LiveTable:
        """The person's game of a day: a new one at the first try, from then on always the same."""
        self._check(day)
        tables, practice = self._tables, self._tables.store.practice
        tries = {each.day: each for each in await practice.daily_tries(person)}
        if day not in tries:
            await tables.check_games(person)
        late = day < self.today()
        game = await practice.begin_daily(day, person, new_key(), late=late)
        if game is None:
            raise refuse("name_needed")  # forgotten meanwhile
        if await tables.store.heads([game]):
            return await tables.find(game)
        mason = BotSeat(kind="bot", level=LEVEL)
        choices: list[SeatChoice] = [MySeat(kind="me"), *[mason] * BOTS]
        seats, names = seated(choices, person, name)
        seed = seed_of(self._key, day)
        return await tables.lay_dealt(game, person, seats, names, options_of(OPTIONS), seed)

    async def calendar(self, person: str | None) -> DailyCalendar:
        """The days that can be played, and which of them the person has."""
        tries = await self._tries(person)
        today = self.today()
        return {
            "today": _iso(today),
            "next_in": DAY_MS - self._tables.time.wall_ms() % DAY_MS,
            "first": _iso(today - KEPT_DAYS),
            "streak": streak(tries, today),
            "days": [
                {"day": _iso(each.day), "points": each.points, "late": each.late, "game": each.game}
                for each in tries
                if each.day >= today - KEPT_DAYS
            ],
        }

    async def shown(self, day: int, person: str | None) -> DailyDay:
        """A day: its proof, and once the person has finished its deal, how everybody did. Before
        that no numbers are shown."""
        self._check(day)
        practice = self._tables.store.practice
        mine = next((each for each in await self._tries(person) if each.day == day), None)
        scores: list[int] = []
        bot = None
        if mine and mine.points is not None:
            scores = sorted(await practice.daily_points(day))
            bot = await practice.bot_points(day)
            if bot is None:
                self._let_bot_play(day)
        seed = seed_of(self._key, day)
        return {
            "day": _iso(day),
            "commitment": hashlib.sha256(seed).hexdigest(),
            "seed": seed.hex() if day < self.today() else None,
            "mine": _mine(mine, scores) if mine else None,
            "scores": scores,
            "bot": bot,
        }

    async def _tries(self, person: str | None) -> list[DailyTry]:
        return await self._tables.store.practice.daily_tries(person) if person else []

    def _let_bot_play(self, day: int) -> None:
        """Let the strongest bot play the deal of a day, when nobody else needs the processor."""
        if not self._playing:  # one after the other
            self._playing.add(day)
            self._tables.supervisor.once("daily bot", self._bot_plays(day))

    async def _bot_plays(self, day: int) -> None:
        job = {"seed": seed_of(self._key, day).hex()}
        try:
            async for message in self._process.do(job):
                if points := message.get("points"):
                    await self._tables.store.practice.keep_bot_points(day, points)
        except (JobFailed, WorkerDied, OSError, StoreFailed) as error:
            self._tables.supervisor.failed("daily bot", error)  # the next who asks tries again
        finally:
            self._playing.discard(day)
            await asyncio.shield(self._process.kill())


def streak(tries: Sequence[DailyTry], today: int) -> int:
    """The number of days in a row, until today or yesterday, whose deal was finished as a try of
    its day."""
    done = {each.day for each in tries if each.points is not None and not each.late}
    day = today if today in done else today - 1
    length = 0
    while day - length in done:
        length += 1
    return length


def _mine(mine: DailyTry, scores: Sequence[int]) -> DailyMine:
    """The person's own result, and the place among all others."""
    place = None
    if mine.points is not None and not mine.late:
        better = len(scores) - bisect_left(scores, mine.points + 1)
        place = better + 1
    return {"game": mine.game, "points": mine.points, "late": mine.late, "place": place}


def _iso(day: int) -> str:
    return date.fromordinal(day).isoformat()
