"""The luck of a game: what the draws changed, as the champion's network sees it.

The luck of a draw is the value of the position after it, minus the mean value after other draws
that could have come instead. Its mean over all draws is 0 by construction, however wrong the
network is: a result without luck has the same mean as the result itself, but less variance.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from alhambra.game import Game

if TYPE_CHECKING:
    from alhambra.core.position import Position
    from alhambra.neural.rollouts import Values

SAMPLES = 16  # draws that could have come


def luck_of(game: Game, rng: random.Random) -> tuple[float, ...]:
    """What deal and draws gave each seat, in shares of the win. What the deal gave the seats adds
    up to 0, so it is 0 on average for a bot that plays the deal in every rotation."""
    luck = deal_of(game) + sum(draws_of(game, rng))
    return tuple(map(float, luck))


def deal_of(game: Game) -> Values:
    """What the deal gave each seat."""
    return _value(game.at(0).position) - 1 / len(game.names)


def draws_of(game: Game, rng: random.Random) -> list[Values]:
    """What each draw of a game gave each seat."""
    # imported lazily: most runs do not need the network
    from alhambra.analysis.candidates import turns_of
    from alhambra.core import constants, turns
    from alhambra.neural.rollouts import rollouts

    ends = [turn.steps[-1] for turn in turns_of(game)]
    starts = [turn.start for turn in turns_of(game)][1:]
    found = []
    for last, following in zip(ends, [*starts, game.position], strict=True):
        after = last.position.clone()
        turns.play(after, last.code)
        if after.phase == constants.REFILLING:
            others = rollouts(after.players).follow(
                last.position, [last.code], SAMPLES, 0, rng.getrandbits(64)
            )
            found.append(_value(following) - others.shares[:, 0].mean(axis=0))
    return found


def _value(position: Position) -> Values:
    """What every seat can expect where a seat is to decide, or the result."""
    from alhambra.core import constants
    from alhambra.neural.inference import rate_actions, result

    if position.phase == constants.OVER:
        return result(position)[0].astype(float)
    rated = rate_actions(position)  # as draws that could have come are rated
    best: Values = rated.shares[int(rated.worth(position.seat).argmax())].astype(float)
    return best
