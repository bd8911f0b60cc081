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

from alhambra.server.log.shared_deals import SharedDeal
from alhambra.server.protocol.daily import BotGame, DailyCalendar, DailyDay, DailyMine
from alhambra.server.runtime.keys import new_key
from alhambra.server.runtime.refusals import refuse
from alhambra.server.runtime.worker_process import MOST_NICE, JobFailed, WorkerDied, WorkerProcess
from alhambra.server.store.practice import DAY_MS, BotTry, DailyTry, day_at
from alhambra.server.store.store import StoreFailed
from alhambra.server.table.live import LiveTable
from alhambra.server.table.shared_deals import own_table

if TYPE_CHECKING:
    from alhambra.server.table.registry import Tables

MODULE = "alhambra.server.table.daily_process"
LEVELS = ("mason",) * 3
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
        await self._bot_try(day)  # so that it is known when the person has finished
        late = day < self.today()
        game = await practice.begin_daily(day, person, new_key(), late=late)
        if game is None:
            raise refuse("name_needed")  # forgotten meanwhile
        shared, seed = SharedDeal("daily", _iso(day)), seed_of(self._key, day)
        return await own_table(tables, shared, game, person, name, levels=LEVELS, seed=seed)

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
        bot: BotTry | None = None
        if mine and mine.points is not None:
            scores = sorted(await practice.daily_points(day))
            bot = await self._bot_try(day)
        seed = seed_of(self._key, day)
        return {
            "day": _iso(day),
            "commitment": hashlib.sha256(seed).hexdigest(),
            "seed": seed.hex() if day < self.today() else None,
            "mine": _mine(mine, scores) if mine else None,
            "scores": scores,
            "bot": bot.points if bot else None,
            "bot_game": _bot_game(bot) if bot else None,
        }

    async def _tries(self, person: str | None) -> list[DailyTry]:
        return await self._tables.store.practice.daily_tries(person) if person else []

    async def _bot_try(self, day: int) -> BotTry | None:
        """What the strongest bot has done. If that is not known, it begins to play."""
        found = await self._tables.store.practice.bot_try(day)
        if found is None:
            self._let_bot_play(day)
        return found

    def _let_bot_play(self, day: int) -> None:
        """Let the strongest bot play the deal of a day, when nobody else needs the processor."""
        if not self._playing:  # one after the other
            self._playing.add(day)
            self._tables.supervisor.once("daily bot", self._bot_plays(day))

    async def _bot_plays(self, day: int) -> None:
        job = {"seed": seed_of(self._key, day).hex()}
        try:
            async for message in self._process.do(job):
                if message.get("record"):
                    await self._keep_bot_try(day, message["points"], message["record"])
        except (JobFailed, WorkerDied, OSError, StoreFailed) as error:
            self._tables.supervisor.failed("daily bot", error)  # the next who asks tries again
        finally:
            self._playing.discard(day)
            await asyncio.shield(self._process.kill())

    async def _keep_bot_try(self, day: int, points: int, record: str) -> None:
        practice = self._tables.store.practice
        if await practice.bot_try(day) is None:  # no other process was faster
            table = await self._tables.keep(None, record)
            await practice.keep_bot_try(day, BotTry(points, table.fold.id, table.fold.invite))


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


def _bot_game(found: BotTry) -> BotGame | None:
    if found.replay is None or found.invite is None:
        return None
    return {"game": found.replay, "invite": found.invite}


def _iso(day: int) -> str:
    return date.fromordinal(day).isoformat()
