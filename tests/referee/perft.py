"""Counting lines of play, a check that two statements of the rules agree."""

import copy

from .game import Referee


def after(game: Referee, action: str) -> Referee:
    """The game after an action; the game itself stays as it is."""
    changed = copy.deepcopy(game)
    changed.play(action)
    return changed


def perft(game: Referee, depth: int) -> int:
    """The number of lines of play with ``depth`` actions. A line that meets the end or a reshuffle
    counts once."""
    if depth == 0 or game.phase in ("reshuffle", "over"):
        return 1
    return sum(perft(after(game, action), depth - 1) for action in game.legal())
