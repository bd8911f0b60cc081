"""The analysis of a finished game, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from alhambra.analysis.analysis_levels import analysis_level
from alhambra.analysis.candidates import turns_of
from alhambra.analysis.results import Analysis, Shares, Turn
from alhambra.analysis.summary import whole
from alhambra.analysis.turn_values import AnalysisStopped, Stop, analysed_turn, seed_of
from alhambra.game import Game
from alhambra.neural.inference import result
from alhambra.neural.rollouts import never
from alhambra.reasons import AlhambraError, why
from alhambra.record import Record


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an analysis is, after each turn."""

    done: int  # turns
    turns: int  # in all
    number: int  # of the turn that is done, counted from 1
    shares: Shares  # what the turn left to each seat: a point of the curve


OnProgress = Callable[[Progress], None]


def analyse(
    game: Game | Record,
    level: str = "quick",
    *,
    seed: int = 1,
    progress: OnProgress | None = None,
    stop: Stop = never,
) -> Analysis:
    """Analyse a finished game: the errors of each player and the luck of deal and draws.

    The same seed gives the same result. ``progress`` is called after each turn. If ``stop``
    returns true, AnalysisStopped is raised. A game that is not over raises AlhambraError.

    >>> import random
    >>> game, rng = Game.new(["Ana", "Bruno"], seed=1), random.Random(1)
    >>> while not game.is_over:
    ...     _ = game.play(rng.choice(game.legal_actions))
    >>> found = analyse(game, "instant")
    >>> account = found.seats[0].account
    >>> parts = account.deal + account.luck - account.errors + account.others
    >>> abs(parts - account.result) < 1e-9
    True
    """
    game = finished_game(game)
    found = analysed_turns(game, level, seed, progress=progress, stop=stop)
    return assembled(game, level, seed, found)


def finished_game(game: Game | Record) -> Game:
    """The game, replayed if it is a record; it must be over."""
    game = game.replay() if isinstance(game, Record) else game
    if not game.is_over:
        raise AlhambraError(why("game_not_finished"))
    return game


def what_if(game: Game | Record, turn: Turn) -> Game:
    """The game in which the better line of a turn was played, or the line played if there is none
    better. Nothing is drawn yet, and it can be played on: ``game.at(turn.ply)`` is the same game at
    the start of the line.

    >>> import random
    >>> game, rng = Game.new(["Ana", "Bruno"], seed=1), random.Random(1)
    >>> while not game.is_over:
    ...     _ = game.play(rng.choice(game.legal_actions))
    >>> turn = next(turn for turn in analyse(game, "instant").turns if turn.best)
    >>> other = what_if(game, turn)
    >>> other.actions == game.actions[: turn.ply] + turn.best.actions
    True
    """
    played = game.replay() if isinstance(game, Record) else game
    other = played.at(turn.ply)
    for action in (turn.best or turn.line).actions:
        other.play(action, reveal=False)
    return other


def analysed_turns(
    game: Game,
    level: str,
    seed: int,
    part: slice = slice(None),
    progress: OnProgress | None = None,
    stop: Stop = never,
) -> Iterator[Turn]:
    """Some of the turns of a game, analysed one after the other; several processes can share the
    turns of one game."""
    chosen, played = analysis_level(level), list(turns_of(game))[part]
    for done, turn in enumerate(played, 1):
        if stop():
            raise AnalysisStopped
        found = analysed_turn(turn, chosen, seed_of(seed, turn.number), stop)
        if progress:
            progress(Progress(done, len(played), found.number, found.played))
        yield found


def assembled(game: Game, level: str, seed: int, turns: Iterable[Turn]) -> Analysis:
    """The analysis of a game from those of its turns, in order."""
    shares = tuple(map(float, result(game.position)[0]))
    return whole(level, seed, game.names, shares, list(turns))
