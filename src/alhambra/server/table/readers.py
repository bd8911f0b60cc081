"""What readers of a whole game ask a table for: its log, and its boards from some action on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from alhambra.server.log.fold import Fold
from alhambra.server.render.history import GameLog, boards_message
from alhambra.server.runtime.refusals import refuse
from alhambra.server.table.replays import ReplayWorkers

if TYPE_CHECKING:
    from alhambra.server.table.live import LiveTable


class Readers:
    """Answers the readers of one game; replays run in workers."""

    def __init__(self, table: LiveTable, replays: ReplayWorkers) -> None:
        self._table = table
        self._replays = replays
        self._log = GameLog()
        self._lock = asyncio.Lock()
        self._logged: tuple[int, Sequence[str]] = (0, ())  # a version, and the entries until then

    async def log(self) -> tuple[int, Sequence[str]]:
        """The version of the game and its log so far, rendered once for all pages."""
        async with self._lock:
            async with self._table.lock:
                self._table.check_here()
                version, game = self._fold.version, self._fold.game
                if game is None:
                    raise refuse("not_started")
                if version == self._logged[0]:
                    return self._logged
                game = game.copy()
            entries = await self._replays.run(partial(self._log.follow, game))
            self._logged = version, entries
            return self._logged

    async def boards(self, since: int, caller: str) -> str:
        """The table after this number of actions and after each later one: ``Boards``."""
        async with self._table.lock:
            self._table.check_here()
            fold = self._fold
            if fold.game is None:
                raise refuse("not_started")
            work = partial(
                boards_message,
                fold.version,
                fold.game.copy(),
                since,
                list(fold.sheets),
                open_hands=fold.options.open_hands,
            )
        return await self._replays.run_for(caller, work)

    @property
    def _fold(self) -> Fold:
        return self._table.fold
