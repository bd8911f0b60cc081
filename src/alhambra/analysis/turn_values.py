"""What the lines of a turn are worth, by following all of them under the same orders."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from alhambra.actions import Action
from alhambra.analysis.analysis_levels import DEEP, AnalysisLevel
from alhambra.analysis.candidates import Candidate, PlayedTurn, Values, candidates_of
from alhambra.analysis.results import Line, Mark, Turn
from alhambra.analysis.turn_reasons import turn_reasons
from alhambra.neural.endgame import decisions_to_follow
from alhambra.neural.rollouts import MARGIN, rollouts

DECIDED = 0.005  # a turn counts nothing where the share of the win is this close to 0 or 1
SURE = 2.0  # standard errors: a smaller difference is not marked
SUSPECT = 1.5  # standard errors: a smaller one is not followed deeply
MARKS = ((0.10, Mark.BLUNDER), (0.05, Mark.MISTAKE), (0.02, Mark.INACCURACY))
LEAST_MARKED = MARKS[-1][0]
CHOOSE = 3  # one order in three chooses the best line, the others rate it
CLEAR = 1.6  # standard errors; further from the least mark, no more orders are needed
BATCH = 12  # orders between two checks of a difference that is to be confirmed
Stop = Callable[[], bool]


class AnalysisStopped(Exception):
    """The caller's ``stop`` returned true."""


@dataclass(slots=True)
class LineValues:
    """What a line is worth under each order it was tried with: some lines are dropped early."""

    shares: Values  # [order, seat]
    margins: Values

    def worth(self, seat: int) -> Values:
        """What it brings a seat under each order: the share, and a little for points."""
        worth: Values = self.shares[:, seat] + MARGIN * self.margins[:, seat]
        return worth

    def after(self, first: int) -> LineValues:
        """The same without the first orders."""
        return LineValues(self.shares[first:], self.margins[first:])


def analysed_turn(played: PlayedTurn, level: AnalysisLevel, seed: int, stop: Stop) -> Turn:
    """A turn beside the best possible one. The luck of the draw after it is not known yet."""
    seat, start = played.seat, played.start
    lines, choices = candidates_of(played)
    if _is_decided(lines, seat):
        lines = lines[:1]
    values, best = _values(lines, level, seed, seat, stop)
    found = Difference.of(*_rating(values[best], values[0]), seat)
    change = found.shares
    if found.is_suspect and len(values[best].shares) > 1:
        found = _confirmed(lines[best], lines[0], seat, seed_of(seed, 0), stop)
    mark = found.mark if level.follows else None
    reasons, against = (
        turn_reasons(lines[best], lines[0], seat, seed_of(seed, 1)) if mark else ((), None)
    )
    line = _line(lines[0], values[0], seat)
    value = tuple(a + float(b) for a, b in zip(line.shares, change, strict=True))
    return Turn(
        number=played.number,
        ply=played.ply,
        seat=seat,
        bag=start.bag_size,
        scored=start.scored,
        choices=choices,
        line=line,
        best=found.added_to(line, lines[best].actions) if found.gap > 0 else None,
        value=value,
        error=float(change[seat]),
        gap=max(found.gap, 0.0),
        standard_error=found.standard_error,
        points=found.points,
        openness=openness(value[seat], start.players),
        mark=mark,
        marked=_where_it_was_lost(lines, values, seat, len(played.steps)) if mark else None,
        reasons=reasons,
        against=against,
        luck=(0.0,) * start.players,
    )


def openness(share: float, players: int) -> float:
    """1 if all chances are even, 0 if the game is decided."""
    share, even = min(max(share, 0.0), 1.0), 1 / players
    return share * (1 - share) / (even * (1 - even))


def mark_of(gap: float, standard_error: float) -> Mark | None:
    """How bad a turn was; None if that may be due to chance."""
    if gap <= SURE * standard_error:
        return None
    return next((mark for least, mark in MARKS if gap >= least), None)


def _is_decided(lines: Sequence[Candidate], seat: int) -> bool:
    """Whether the line played all but wins the game, or every line all but loses it."""
    shares = [float(line.shares[seat]) for line in lines]
    return shares[0] > 1 - DECIDED or max(shares) < DECIDED


# Following


def _values(
    lines: list[Candidate], level: AnalysisLevel, seed: int, seat: int, stop: Stop
) -> tuple[list[LineValues], int]:
    """The value of each line under each order, and which line looks best. The first orders choose
    it; only that line and the one played are tried with the others. The network's rating is used if
    nothing is to be drawn, the game is decided, or the level does not play on."""
    values = [LineValues(line.shares[None], line.margins[None]) for line in lines]
    drawn = any(line.is_followed_by_a_draw for line in lines)
    if not level.follows or not drawn or _is_decided(lines, seat):
        return values, _best(values, seat)
    first = level.orders // CHOOSE
    values = _follow(lines, lines[0], level, seed, first, 0, stop)
    best = _best(values, seat)
    pair = sorted({0, best})
    chosen = [lines[i] for i in pair]
    more = _follow(chosen, lines[0], level, seed, level.orders - first, first, stop)
    for i, each in zip(pair, more, strict=True):
        values[i] = _joined(values[i], each)
    return values, best


def _follow(
    lines: Sequence[Candidate],
    played: Candidate,
    level: AnalysisLevel,
    seed: int,
    orders: int,
    first: int,
    stop: Stop,
) -> list[LineValues]:
    """What lines are worth under some of the orders. All lines of a turn are followed as far."""
    start = played.steps[0].position
    depth = decisions_to_follow(start, level.depth, level.late)
    ends = [(line.steps[-1].position, [line.steps[-1].code]) for line in lines]
    found = rollouts(start.players).follow_groups(ends, orders, depth, seed, first, stop)
    if len(found.shares) < orders:
        raise AnalysisStopped
    return [LineValues(found.shares[:, i], found.margins[:, i]) for i in range(len(lines))]


def _joined(one: LineValues, other: LineValues) -> LineValues:
    return LineValues(
        np.concatenate([one.shares, other.shares]), np.concatenate([one.margins, other.margins])
    )


# Comparing


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better one line is than another: the mean over the orders that both have met."""

    shares: Values  # for each seat
    gap: float  # for the seat whose turn it is
    standard_error: float
    points: float

    @classmethod
    def of(cls, one: LineValues, other: LineValues, seat: int) -> Difference:
        """The difference for the seat whose turn it is."""
        shares, margins = one.shares - other.shares, one.margins - other.margins
        mean = shares.mean(axis=0)
        points = float(margins[:, seat].mean()) * _against_others(mean)
        return cls(mean, float(mean[seat]), _standard_error(shares[:, seat]), points)

    @property
    def mark(self) -> Mark | None:
        """How bad it is to play the other one."""
        return mark_of(self.gap, self.standard_error)

    @property
    def is_suspect(self) -> bool:
        """Whether it may be worth a mark."""
        return self.gap >= max(LEAST_MARKED, SUSPECT * self.standard_error)

    @property
    def is_clear(self) -> bool:
        """Whether more orders will hardly change that there is a mark, or none."""
        away = abs(self.gap - LEAST_MARKED)
        return away > CLEAR * self.standard_error

    def added_to(self, line: Line, actions: tuple[Action, ...]) -> Line:
        """The one line, if the other one is worth as much as this one."""
        shares = tuple(a + float(b) for a, b in zip(line.shares, self.shares, strict=True))
        return Line(actions, shares, line.margin + self.points)


def _confirmed(
    better: Candidate, played: Candidate, seat: int, seed: int, stop: Stop
) -> Difference:
    """The difference of two lines under new orders, followed deeply."""
    values: list[LineValues] = []
    for first in range(0, DEEP.orders, BATCH):
        more = _follow((better, played), played, DEEP, seed, BATCH, first, stop)
        values = [_joined(*pair) for pair in zip(values, more, strict=True)] if values else more
        found = Difference.of(values[0], values[1], seat)
        if found.is_clear:
            break
    return found


def _rating(best: LineValues, played: LineValues) -> tuple[LineValues, LineValues]:
    """The orders that rate two lines. The line that looks best has usually been lucky, so orders
    that chose it do not rate it."""
    first = len(best.shares) // CHOOSE
    return best.after(first), played.after(first)


def _best(values: list[LineValues], seat: int) -> int:
    """The best line; the one played if no other is better."""
    return max(range(len(values)), key=lambda i: float(values[i].worth(seat).mean()))


def _where_it_was_lost(
    lines: list[Candidate], values: list[LineValues], seat: int, steps: int
) -> int:
    """The action of the turn played after which the best line still possible was worth most less
    than before it."""
    played = values[0].worth(seat)
    worth = [each.worth(seat) for each in values]
    ahead = [float((each - played[: len(each)]).mean()) for each in worth]
    possible = [
        max(more for line, more in zip(lines, ahead, strict=True) if line.prefix >= number)
        for number in range(steps + 1)
    ]
    losses = [before - then for before, then in pairwise(possible)]
    return losses.index(max(losses))


def _line(line: Candidate, values: LineValues, seat: int) -> Line:
    shares = values.shares.mean(axis=0)
    margin = float(values.margins[:, seat].mean()) * _against_others(shares)
    return Line(line.actions, tuple(map(float, shares)), margin)


def _against_others(shares: Values) -> float:
    """Margins are relative to the mean of all seats; times this, to the mean of the others."""
    return len(shares) / (len(shares) - 1)


def _standard_error(values: Values) -> float:
    return float(values.std(ddof=1) / math.sqrt(len(values))) if len(values) > 1 else 0.0


def seed_of(seed: int, number: int) -> int:
    """The seed of the orders of one turn; number 0 is for confirming, 1 for reasons."""
    return random.Random(f"{seed}/{number}").getrandbits(60)
