"""Duplicates: several persons play the same deal, each at a table of their own, as in bridge.

`docs/duplicates.md` says who sees what, and when.
"""

from __future__ import annotations

import hashlib
import math
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from alhambra.fairness import SEED_BYTES
from alhambra.pieces import KINDS, Tile
from alhambra.server.log.fold import Fold
from alhambra.server.log.shared_deals import SharedDeal
from alhambra.server.protocol.duplicates import (
    DuplicatePlayer,
    DuplicateResult,
    DuplicateSetup,
    DuplicateShown,
    DuplicateSummary,
)
from alhambra.server.protocol.table import BotSeat
from alhambra.server.runtime.keys import new_key
from alhambra.server.runtime.refusals import refuse
from alhambra.server.store.duplicates import Duplicate, DuplicateTry
from alhambra.server.table.live import LiveTable
from alhambra.server.table.seating import check_level
from alhambra.server.table.shared_deals import own_table

if TYPE_CHECKING:
    from alhambra.server.table.registry import Tables

OPEN_DAYS = 14
DAY_MS = 86_400_000


class Duplicates:
    """The duplicates of a server."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    # Setting up and playing

    async def set_up(self, person: str, setup: DuplicateSetup) -> Duplicate:
        """A new duplicate."""
        for level in setup.levels:
            check_level(BotSeat(kind="bot", level=level), len(setup.levels) + 1)
        return await self._tables.store.duplicates.add(
            self._new(person, setup.levels, coach=setup.coach)
        )

    async def again(self, key: str, person: str) -> Duplicate:
        """The next duplicate for the same persons, against the same bots. One of them who may see
        the results sets it up, for all."""
        last = await self._find(key)
        if not self._is_open(last, await self._tries(last), person):
            raise refuse("not_over")
        new = self._new(person, last.levels, coach=last.coach)
        return await self._tables.store.duplicates.add(new, after=key)

    def _new(self, person: str, levels: Sequence[str], *, coach: bool) -> Duplicate:
        seed = secrets.token_hex(SEED_BYTES)
        now = self._tables.time.wall_ms()
        return Duplicate(new_key(), person, tuple(levels), coach, seed, now)

    async def begin(self, key: str, person: str, name: str) -> LiveTable:
        """The person's table: a new one at the first call, from then on always the same."""
        tables, store = self._tables, self._tables.store.duplicates
        duplicate = await self._find(key)
        if _own(await self._tries(duplicate), person) is None:
            if self._is_closed(duplicate):
                raise refuse("duplicate_closed")
            await tables.check_games(person)
        limit = tables.settings.limits.players_per_duplicate
        game = await store.begin(key, person, new_key(), limit)
        if game is None and not await tables.store.people.known([person]):
            raise refuse("name_needed")  # forgotten meanwhile
        if game is None:
            raise refuse("duplicate_full", limit=limit)
        return await own_table(
            tables,
            SharedDeal("duplicate", key),
            game,
            person,
            name,
            levels=duplicate.levels,
            seed=bytes.fromhex(duplicate.seed),
            coach=duplicate.coach,
        )

    async def close(self, key: str, person: str) -> None:
        """The host lets nobody begin any more."""
        if (await self._find(key)).host != person:
            raise refuse("not_your_table")
        await self._tables.store.duplicates.close(key)

    # Showing

    async def listed(self, person: str) -> list[DuplicateSummary]:
        """The latest duplicates that a person has set up or plays."""
        store, limit = self._tables.store.duplicates, self._tables.settings.limits.lists
        found = await store.of_person(person, limit)
        tries = await store.tries([each.id for each in found])
        return [
            self._summary(each, [t for t in tries if t.duplicate == each.id], person)
            for each in found
        ]

    def _summary(
        self, duplicate: Duplicate, tries: Sequence[DuplicateTry], person: str
    ) -> DuplicateSummary:
        own = _own(tries, person)
        return {
            "id": duplicate.id,
            "at": duplicate.at,
            "closed": self._is_closed(duplicate),
            "names": [each.name for each in tries],
            "stage": "new" if own is None else "over" if own.is_over else "playing",
        }

    async def shown(self, key: str, person: str | None) -> DuplicateShown:
        """A duplicate, with the results if the person may see them."""
        duplicate = await self._find(key)
        tries = await self._tries(duplicate)
        is_open = self._is_open(duplicate, tries, person)
        players = [_player(each, tries, person, is_open=is_open) for each in tries]
        seed = bytes.fromhex(duplicate.seed)
        return {
            "id": duplicate.id,
            "yours": person is not None and duplicate.host == person,
            "levels": list(duplicate.levels),
            "coach": duplicate.coach,
            "at": duplicate.at,
            "until": duplicate.at + OPEN_DAYS * DAY_MS,
            "closed": self._is_closed(duplicate),
            "open": is_open,
            "commitment": hashlib.sha256(seed).hexdigest(),
            "seed": duplicate.seed if is_open else None,
            "players": sorted(players, key=_rank),
            "next": duplicate.next,
        }

    async def may_read(self, fold: Fold, person: str | None) -> bool:
        """Whether a person who does not play there may see a game of a duplicate that is over."""
        if fold.shared is None or fold.shared.kind != "duplicate":
            return False
        found = await self._tables.store.duplicates.all([fold.shared.id])
        return any([self._is_open(each, await self._tries(each), person) for each in found])

    def _is_open(
        self, duplicate: Duplicate, tries: Sequence[DuplicateTry], person: str | None
    ) -> bool:
        """Whether this person may see results and games: a player once their own game is over, and
        others once nobody may begin any more."""
        own = _own(tries, person)
        return own.is_over if own else self._is_closed(duplicate)

    def _is_closed(self, duplicate: Duplicate) -> bool:
        until = duplicate.at + OPEN_DAYS * DAY_MS
        return duplicate.closed or self._tables.time.wall_ms() >= until

    async def _find(self, key: str) -> Duplicate:
        found = await self._tables.store.duplicates.all([key])
        if not found:
            raise refuse("no_such_duplicate")
        return found[0]

    async def _tries(self, duplicate: Duplicate) -> list[DuplicateTry]:
        return await self._tables.store.duplicates.tries([duplicate.id])


def _own(tries: Sequence[DuplicateTry], person: str | None) -> DuplicateTry | None:
    """The person's own try."""
    return next((each for each in tries if person and each.person == person), None)


def _rank(player: DuplicatePlayer) -> float:
    result = player["result"]
    return result["place"] if result else math.inf


def _player(
    tried: DuplicateTry, tries: Sequence[DuplicateTry], person: str | None, *, is_open: bool
) -> DuplicatePlayer:
    yours = person is not None and tried.person == person
    may_read = yours or (is_open and tried.is_over)
    return {
        "name": tried.name,
        "yours": yours,
        "is_over": tried.is_over,
        "game": tried.game if may_read else None,
        "result": _result(tried.numbers, tries) if is_open and tried.numbers else None,
    }


def _result(numbers: Mapping[str, Any], tries: Sequence[DuplicateTry]) -> DuplicateResult:
    better = [t for t in tries if t.numbers and t.numbers["points"] > numbers["points"]]
    kinds = Counter(Tile(name).kind for name, *_ in numbers["city"])
    return {
        "place": len(better) + 1,
        "points": numbers["points"],
        "table_place": numbers["place"],
        "by_scoring": numbers["by_scoring"],
        "kinds": {kind.value: kinds[kind] for kind in KINDS},
        "wall": numbers["walls"]["C"],
        "purchases": numbers["purchases"],
        "exact": numbers["exact"],
        "city": numbers["city"],
    }
