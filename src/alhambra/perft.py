"""Counting lines of play, to check that two implementations of the rules agree."""

from __future__ import annotations

from alhambra.actions import Action
from alhambra.game import Game
from alhambra.table import Phase


def perft(game: Game, depth: int) -> int:
    """The number of lines of play with ``depth`` actions. A line that reaches the end of the game
    or a reshuffle stops there and counts once.

    >>> game = Game.new(["Ana", "Bruno", "Carla"], seed=7)
    >>> perft(game, 1) == len(game.legal_actions)
    True
    """
    _check(depth)
    return _count(_without_shuffler(game), depth)


def divide(game: Game, depth: int) -> dict[Action, int]:
    """``perft`` for each first action; empty where there is none to play."""
    _check(depth)
    game = _without_shuffler(game)
    if depth == 0 or _stops(game):
        return {}
    return {action: _after(game, action, depth - 1) for action in game.legal_actions}


def _check(depth: int) -> None:
    if depth < 0:
        raise ValueError(f"the depth must be at least 0, not {depth}")


def _without_shuffler(game: Game) -> Game:
    """The same game, which stops where the discard pile has to be shuffled."""
    copy = game.at(game.ply)
    if copy.phase is Phase.REFILL:
        copy.reveal()
    return copy


def _stops(game: Game) -> bool:
    return game.phase in (Phase.OVER, Phase.RESHUFFLE)


def _after(game: Game, action: Action, depth: int) -> int:
    game.push(action)
    count = _count(game, depth)
    game.pop()
    return count


def _count(game: Game, depth: int) -> int:
    if depth == 0 or _stops(game):
        return 1
    actions = game.legal_actions
    if depth == 1:
        return len(actions)
    return sum(_after(game, action, depth - 1) for action in actions)
