"""What the lines of a turn are worth, by following all of them under the same orders."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from alhambra.actions import Action
from alhambra.analysis.analysis_levels import DEEP, END, AnalysisLevel
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
FIRST = 3  # one order in three only chooses lines: those that are behind the best drop out
EARLY = 3  # orders after which those drop out that are far behind
FAR, BEHIND = 3.0, 1.0  # standard errors behind the best line
CLEAR = 1.6  # standard errors; further from the least mark, no more orders are needed
ENOUGH = 2.5  # standard errors; a difference that is to be marked is followed until it exceeds them
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

    def some(self, orders: slice | list[int]) -> LineValues:
        """The same with some of the orders only."""
        return LineValues(self.shares[orders], self.margins[orders])

    @classmethod
    def certain(cls, line: Candidate, orders: int) -> LineValues:
        """A line with which the game certainly ends."""
        return cls(np.tile(line.shares, (orders, 1)), np.tile(line.margins, (orders, 1)))


def analysed_turn(played: PlayedTurn, level: AnalysisLevel, seed: int, stop: Stop) -> Turn:
    """A turn beside the best possible one. The luck of the draw after it is not known yet."""
    seat, start = played.seat, played.start
    lines, choices = candidates_of(played)
    if _is_decided(lines, seat):
        lines = lines[:1]
    values, best = _values(lines, level, seed, seat, stop)
    found = Difference.by_halves(values, best, seat)
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
    """The value of each line under each order, and which line looks best. After the first orders,
    lines that are clearly worse drop out. The network's rating is used if nothing is to be drawn,
    the game is decided, or the level does not play on."""
    values = [LineValues(line.shares[None], line.margins[None]) for line in lines]
    drawn = any(line.is_followed_by_a_draw for line in lines)
    if not level.follows or not drawn or _is_decided(lines, seat):
        return values, _best(values, seat)
    values = _follow(lines, lines[0], level, seed, EARLY, 0, stop)
    going, done = list(range(len(lines))), EARLY
    for orders, far in ((level.orders // FIRST, FAR), (level.orders, BEHIND)):
        going = _not_behind(values, going, seat, far)
        chosen = [lines[i] for i in going]
        more = _follow(chosen, lines[0], level, seed, orders - done, done, stop)
        for i, each in zip(going, more, strict=True):
            values[i] = _joined(values[i], each)
        done = orders
    return values, _best(values, seat)


def _not_behind(
    values: Sequence[LineValues], going: Sequence[int], seat: int, far: float
) -> list[int]:
    """The line played, and those that are not this many standard errors behind the best."""
    worth = {i: values[i].worth(seat) for i in going}
    best = max(worth.values(), key=lambda each: float(each.mean()))
    behind = {i: best - each for i, each in worth.items()}
    return [i for i, each in behind.items() if i == 0 or each.mean() <= far * _standard_error(each)]


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
    going = [line for line in lines if not line.is_certain]
    if not going:
        return [LineValues.certain(line, orders) for line in lines]
    ends = [(line.steps[-1].position, [line.steps[-1].code]) for line in going]
    follow = rollouts(start.players).follow_groups
    found = follow(ends, orders, depth, seed, first, stop)
    if len(found.shares) < orders:
        raise AnalysisStopped
    each = iter(range(len(going)))
    return [
        LineValues.certain(line, orders)
        if line.is_certain
        else LineValues(found.shares[:, i := next(each)], found.margins[:, i])
        for line in lines
    ]


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

    @classmethod
    def by_halves(cls, values: Sequence[LineValues], best: int, seat: int) -> Difference:
        """How much better the best line is than the one played. The line that looks best has
        usually been lucky. So after the first orders, for which lines may have dropped out, one
        half of the others helps to choose it and the other half rates it, and the other way
        round."""
        orders = len(values[0].shares)
        if orders < 2:
            return cls.of(values[best], values[0], seat)
        first, middle = orders // FIRST, orders // FIRST + (orders - orders // FIRST) // 2
        full = [each for each in values if len(each.shares) == orders]
        found = []
        for chosen_by, rated_by in (
            (slice(middle), slice(middle, None)),
            ([*range(first), *range(middle, orders)], slice(first, middle)),
        ):
            pick = full[_best([each.some(chosen_by) for each in full], seat)]
            found.append(cls.of(pick.some(rated_by), values[0].some(rated_by), seat))
        shares: Values = (found[0].shares + found[1].shares) / 2
        points = (found[0].points + found[1].points) / 2
        rated = slice(first, None)
        error = cls.of(values[best].some(rated), values[0].some(rated), seat).standard_error
        return cls(shares, float(shares[seat]), error, points)

    @property
    def mark(self) -> Mark | None:
        """How bad it is to play the other one."""
        return mark_of(self.gap, self.standard_error)

    @property
    def is_suspect(self) -> bool:
        """Whether it may be worth a mark."""
        return self.gap >= max(LEAST_MARKED, SUSPECT * self.standard_error)

    def is_clear(self, done: float) -> bool:
        """Whether more orders will hardly change that there is a mark, or none. ``done`` is the
        part of the orders that it comes from."""
        error = self.standard_error
        if self.gap > ENOUGH * error and self.gap > LEAST_MARKED + CLEAR * error:
            return True
        # What it takes to be marked in the end, and how far the difference will still move.
        needed = max(LEAST_MARKED, SURE * error * math.sqrt(done))
        return self.gap < needed - CLEAR * error * math.sqrt(1 - done)

    def added_to(self, line: Line, actions: tuple[Action, ...]) -> Line:
        """The one line, if the other one is worth as much as this one."""
        shares = tuple(a + float(b) for a, b in zip(line.shares, self.shares, strict=True))
        return Line(actions, shares, line.margin + self.points)


def _confirmed(
    better: Candidate, played: Candidate, seat: int, seed: int, stop: Stop
) -> Difference:
    """The difference of two lines under new orders, followed deeply. Near the end of the game that
    is not deep enough: what would be marked is followed to the end."""
    bag = played.steps[0].position.bag_size
    if bag > DEEP.late:
        found = _followed_deeply(better, played, seat, DEEP, seed, stop)
        if bag > END.late or not found.mark:
            return found
    return _followed_deeply(better, played, seat, END, seed + 1, stop)


def _followed_deeply(
    better: Candidate, played: Candidate, seat: int, level: AnalysisLevel, seed: int, stop: Stop
) -> Difference:
    """The difference of two lines, under as few orders as make it clear."""
    values: list[LineValues] = []
    done, batch = 0, level.first
    while batch:
        more = _follow((better, played), played, level, seed, batch, done, stop)
        values = [_joined(*pair) for pair in zip(values, more, strict=True)] if values else more
        done += batch
        found = Difference.of(values[0], values[1], seat)
        clear = found.is_clear(done / level.orders)
        batch = 0 if clear else min(level.batch, level.orders - done)
    return found


def _best(values: list[LineValues], seat: int) -> int:
    """The best line; the one played if no other is better."""
    most = max(len(each.shares) for each in values)  # others have dropped out
    full = [i for i, each in enumerate(values) if len(each.shares) == most]
    return max(full, key=lambda i: float(values[i].worth(seat).mean()))


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
