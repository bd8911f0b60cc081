"""The bot whose turn it is at a table."""

from __future__ import annotations

from threading import Event as Flag
from typing import TYPE_CHECKING

from alhambra.game import Game
from alhambra.server.runtime.supervision import Supervisor
from alhambra.server.table.bot_pool import BotPool
from alhambra.server.table.decisions import Decision, Overtaken

if TYPE_CHECKING:
    from alhambra.server.table.live import LiveTable


class BotTurns:
    """Lets one bot at a time play a turn at one table."""

    def __init__(self, table: LiveTable, bots: BotPool, supervisor: Supervisor) -> None:
        self._table = table
        self._bots = bots
        self._supervisor = supervisor
        self._stop: Flag | None = None  # while a bot thinks
        self._started_at = 0  # the version it thinks about

    @property
    def is_thinking(self) -> bool:
        """Whether a bot thinks."""
        return self._stop is not None

    @property
    def thinks_about(self) -> int | None:
        """The version a bot thinks about; None if none does."""
        return self._started_at if self._stop else None

    def begin(self, level: str, chance: int | None) -> None:
        """Let a bot of this level think about the present turn."""
        fold = self._table.fold
        self._stop, self._started_at = Flag(), fold.version
        turn = self._turn(fold.playing.copy(), fold.version, level, self._stop, chance)
        self._supervisor.once("bot", turn)

    def stop(self) -> None:
        """Cancel the turn."""
        if self._stop:
            self._stop.set()
            self._stop = None

    async def _turn(
        self, game: Game, version: int, level: str, stop: Flag, chance: int | None
    ) -> None:
        table = self._table
        try:
            events = await self._bots.turn(game, level, stop, self._caller(), chance)
            if events is None:
                return
            async with table.lock:
                if table.fold.version == version and not stop.is_set() and not table.gone:
                    await table.commit(Decision(events))
        except Overtaken:
            self.stop()  # the table is gone, and is loaded again
        except Exception:
            table.gone = True  # after reloading from the log the bot tries again
            self.stop()
            raise

    def _caller(self) -> str:
        """The caller that this table's bots are charged to: the players' address, or the host."""
        fold = self._table.fold
        seated = [page.address for page in self._table.pages if fold.seats_of(page.person)]
        return min(seated, default=fold.host or fold.id)
