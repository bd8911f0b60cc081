"""The turns of games as tasks for several processes: one turn each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from alhambra.analysis import Turn
from alhambra.analysis.analysis_levels import analysis_level
from alhambra.analysis.candidates import PlayedTurn, turns_of
from alhambra.analysis.turn_values import analysed_turn, seed_of
from alhambra.bots.bot import never
from alhambra.game import Game
from alhambra.record import Record

SEED = 1


@dataclass(frozen=True, slots=True)
class AnalysedTurn:
    """A turn of one of several games."""

    game: int  # its number among them
    turn: Turn


@dataclass(frozen=True, slots=True)
class TurnTask:
    """A turn to be analysed."""

    game: int
    record: str
    level: str
    number: int  # counted from 0

    @property
    def bots(self) -> tuple[str, ...]:
        """Nobody plays."""
        return ()

    def play(self) -> AnalysedTurn:
        """Analyse it. The result does not depend on the process."""
        played = _turns(self.record)[self.number]
        seed = seed_of(SEED, played.number)
        return AnalysedTurn(
            self.game, analysed_turn(played, analysis_level(self.level), seed, never)
        )


@lru_cache(maxsize=2)  # a process works on one game, and then on the next
def _turns(record: str) -> list[PlayedTurn]:
    return list(turns_of(Record.parse(record).replay()))


def tasks_of(number: int, game: Game, level: str) -> Iterator[TurnTask]:
    """All turns of a game, the last one first: late turns take longest, and one that is begun at
    the end would leave the other processes idle."""
    record, turns = str(Record.of(game)), sum(1 for _ in turns_of(game))
    return (TurnTask(number, record, level, turn) for turn in reversed(range(turns)))
