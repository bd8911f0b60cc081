"""What the lines of a turn are worth, by following all of them under the same orders."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from alhambra.analysis.candidates import Candidate, PlayedTurn, Values, candidates_of
from alhambra.analysis.levels import Level
from alhambra.analysis.results import Line, Mark, Turn
from alhambra.neural.rollouts import MARGIN, TO_THE_END, Rollouts, rollouts

DECIDED = 0.005  # nothing is followed where the share of the win is this close to 0 or 1
SURE = 2.0  # standard errors
MARKS = ((0.10, Mark.BLUNDER), (0.05, Mark.MISTAKE), (0.02, Mark.INACCURACY))
Stop = Callable[[], bool]


class AnalysisStopped(Exception):
    """The caller's ``stop`` returned true."""


@dataclass(slots=True)
class LineValues:
    """What a line is worth under each order."""

    shares: Values  # [order, seat]
    margins: Values

    def worth(self, seat: int) -> Values:
        """What it brings a seat under each order: the share, and a little for points."""
        worth: Values = self.shares[:, seat] + MARGIN * self.margins[:, seat]
        return worth


def analysed_turn(played: PlayedTurn, level: Level, seed: int, stop: Stop) -> Turn:
    """A turn beside the best it could have been. The luck of the draw after it is not known yet."""
    seat, start = played.seat, played.start
    lines, choices = candidates_of(played)
    values = _values(lines, level, seed, played, stop)
    worth = np.array([each.worth(seat) for each in values])  # [line, order]
    means = worth.mean(axis=1)
    best = int(means.argmax())
    mine = values[0].shares.mean(axis=0)
    change = _gain(values, worth)
    gap, reach = _difference(values[best], values[0], seat)
    found = [_line(*pair, seat) for pair in zip(lines, values, strict=True)]
    mark = mark_of(gap, reach)
    value = mine + change
    return Turn(
        number=played.number,
        ply=played.ply,
        seat=seat,
        bag=start.bag_size,
        scored=start.scored,
        choices=choices,
        line=found[0],
        best=found[best] if gap > 0 else None,
        value=tuple(map(float, value)),
        error=float(change[seat]),
        gap=max(gap, 0.0),
        standard_error=reach,
        points=found[best].margin - found[0].margin,
        openness=openness(float(value[seat]), start.players),
        mark=mark,
        marked=_where_it_was_lost(lines, means, len(played.steps)) if mark else None,
        reasons=(),
        against=None,
        luck=(0.0,) * start.players,
    )


def openness(share: float, players: int) -> float:
    """1 if all chances are even, 0 if the game is decided."""
    share, even = min(max(share, 0.0), 1.0), 1 / players
    return share * (1 - share) / (even * (1 - even))


def mark_of(gap: float, standard_error: float) -> Mark | None:
    """How bad a turn was; None if that may be an accident of the orders."""
    if gap <= SURE * standard_error:
        return None
    return next((mark for least, mark in MARKS if gap >= least), None)


def _values(
    lines: list[Candidate], level: Level, seed: int, played: PlayedTurn, stop: Stop
) -> list[LineValues]:
    """The value of each line under each order: the network's rating if nothing is to be drawn, or
    the game is decided, or the level does not follow."""
    top = max(float(line.shares[played.seat]) for line in lines)
    drawn = any(line.is_followed_by_a_draw for line in lines)
    if not level.orders or not drawn or not DECIDED < top < 1 - DECIDED:
        return [LineValues(line.shares[None], line.margins[None]) for line in lines]
    depth = TO_THE_END if played.start.bag_size <= level.late else level.depth
    following = rollouts(played.start.players)
    return [_follow(following, line, level.orders, depth, seed, stop) for line in lines]


def _follow(
    following: Rollouts, line: Candidate, orders: int, depth: int, seed: int, stop: Stop
) -> LineValues:
    last = line.steps[-1]
    found = following.follow(last.position, [last.code], orders, depth, seed, stop=stop)
    if len(found.shares) < orders:
        raise AnalysisStopped
    return LineValues(found.shares[:, 0], found.margins[:, 0])


def _gain(values: list[LineValues], worth: Values) -> Values:
    """What the best line brings each seat beside the one played. Whichever line looks best has been
    lucky, so half of the orders chooses it and the other half rates it, then swapped."""
    orders = worth.shape[1]
    if orders == 1:
        best = values[int(worth[:, 0].argmax())]
        gain: Values = best.shares[0] - values[0].shares[0]
        return gain
    first, second = slice(None, orders // 2), slice(orders // 2, None)
    gains = []
    for choosing, rating in ((first, second), (second, first)):
        best = values[int(worth[:, choosing].mean(axis=1).argmax())]
        gains.append((best.shares[rating] - values[0].shares[rating]).mean(axis=0))
    mean: Values = np.mean(gains, axis=0)
    return mean


def _difference(one: LineValues, other: LineValues, seat: int) -> tuple[float, float]:
    """The mean difference of two lines and its standard error."""
    differences = one.shares[:, seat] - other.shares[:, seat]
    if len(differences) == 1:
        return float(differences[0]), 0.0
    return float(differences.mean()), float(differences.std(ddof=1) / math.sqrt(len(differences)))


def _where_it_was_lost(lines: list[Candidate], means: Values, steps: int) -> int:
    """The action of the turn played after which the best line still possible was worth most less
    than before it."""
    possible = [
        max(mean for line, mean in zip(lines, means, strict=True) if line.prefix >= number)
        for number in range(steps + 1)
    ]
    losses = [before - then for before, then in pairwise(possible)]
    return losses.index(max(losses))


def _line(line: Candidate, values: LineValues, seat: int) -> Line:
    shares, margins = values.shares.mean(axis=0), values.margins.mean(axis=0)
    others = len(shares) / (len(shares) - 1)  # margins are against the average of all
    return Line(line.actions, tuple(map(float, shares)), float(margins[seat]) * others)


def seed_of(seed: int, number: int) -> int:
    """The seed of the orders of one turn."""
    return random.Random(f"{seed}/{number}").getrandbits(60)
