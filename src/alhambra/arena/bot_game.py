"""One game between bots, played to its end or to a limit."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from alhambra.actions import Action
from alhambra.arena.errors import BotFault
from alhambra.arena.times import Times
from alhambra.bots import Bot, Stop, never
from alhambra.game import Game
from alhambra.happenings import Scored
from alhambra.reasons import IllegalAction
from alhambra.record import Record
from alhambra.scoring import Sheet

PLIES = 1000  # the rules have no limit; a game whose players try to buy is far shorter


@dataclass(slots=True)
class Player:
    """A bot on a seat: the name it entered under, its random generator and its times."""

    name: str
    bot: Bot
    rng: random.Random
    times: Times = field(default_factory=Times)


class BotGame:
    """A game while bots play it."""

    def __init__(
        self,
        game: Game,
        players: Sequence[Player],
        number: int,
        file: str,
        header: Mapping[str, str],
    ) -> None:
        """``number`` identifies the game in its run, ``file`` is the name of the record and
        ``header`` holds its extra header lines."""
        self.game = game
        self.players = players
        self.sheets: list[Sheet] = []  # of the scorings so far
        self._number = number
        self._file = file
        self._header = header

    def play(self, plies: int, stop: Stop = never) -> None:
        """Play to the end or to the limit of plies. Raises BotFault if a bot fails or cheats."""
        while not self.game.is_over and self.game.ply < plies:
            seat = self.game.seat
            action = self._choice(seat, stop)
            try:
                happenings = self.game.play(action)
            except IllegalAction as error:
                fault = f"played the illegal action {str(action)!r}: {error}"
                raise self._fault(seat, fault) from None
            self.sheets += [h.sheet for h in happenings if isinstance(h, Scored)]

    def record(self, **more: str) -> str:
        """The record so far, with ``more`` lines in its header."""
        return str(Record.of(self.game, {**self._header, **more}))

    def _choice(self, seat: int, stop: Stop) -> Action:
        player, view = self.players[seat], self.game.view(seat)
        begin = time.perf_counter()
        try:
            action = player.bot.choose(view, rng=player.rng, stop=stop)
        except Exception as error:
            raise self._fault(seat, f"failed with {type(error).__name__}: {error}") from error
        player.times.add(time.perf_counter() - begin)
        if not isinstance(action, Action):
            raise self._fault(seat, f"returned {action!r}, which is not an action")
        return action

    def _fault(self, seat: int, what: str) -> BotFault:
        name = self.players[seat].name
        where = f"in game {self._number}, seat {seat + 1}, after {self.game.ply} plies"
        return BotFault(f"the bot {name} {what} ({where})", name, self.record(), self._file)
