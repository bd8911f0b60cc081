"""Races between actions: all are followed under the same orders of deck and bag, until one is
clearly the best, the rest are equally good, or more orders would gain next to nothing.

The search of the champion and hints both use this; what an order is worth comes from ``rollouts``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from alhambra.core.position import Position
from alhambra.neural.rollouts import Followed, Stop, Values, never, worth_of

NO_LIMIT = 1_000_000  # orders; more than any rules allow
LEAST = 8  # orders before anything is decided: fewer can agree by accident
_NORMAL = NormalDist()

Follow = Callable[[Position, Sequence[int], int, int, int, int, Stop], Followed]
"""Follows actions, see ``Rollouts.follow``."""


@dataclass(frozen=True, slots=True)
class RaceRules:
    """When a race ends, and when actions drop out of it."""

    depth: int = 4  # decisions that are followed
    batch: int = 16  # orders between two checks of the standings, at first
    most: int = 512  # orders
    clear: float = 2.5  # standard errors; an action that is further behind is not the best
    equal: float = 0.012  # of a win; actions that are surely closer to the best are as good
    # Of a win. If positive, it is the only rule: the race ends when all orders that could still
    # follow are expected to gain less, and an action drops out when it contributes little to that.
    gain: float = 0.0


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of an action."""

    code: int
    shares: Values  # what every seat can expect
    margins: Values
    behind: float  # the best action, under the orders that both have met
    error: float  # standard error of that
    orders: int


@dataclass(frozen=True, slots=True)
class Standings:
    """The actions from the best on. The first ``leading`` may be the best, the others are not."""

    actions: tuple[Standing, ...]
    leading: int
    equal: bool  # the leading ones are equally good, as far as the rules care
    rows: int  # rated by the network

    @property
    def clear(self) -> bool:
        """Whether only one action may be the best."""
        return self.leading == 1

    @property
    def orders(self) -> int:
        """How many the best action has met."""
        return self.actions[0].orders


def race(
    follow: Follow,
    position: Position,
    codes: Sequence[int],
    seed: int,
    rules: RaceRules = RaceRules(),  # noqa: B008 - immutable
    rows: int | None = None,
    stop: Stop = never,
    seconds: float | None = None,
) -> Standings | None:
    """The standings once they are decided, about ``rows`` rows are rated, the time is up or
    ``stop`` returns true. None if not a single order was followed by then. The same seed gives the
    same standings, unless time or ``stop`` ended the race. A single action is followed for one
    batch, to find its value."""
    track = _Track(codes, position.seat, position.players)
    limits = _Limits(rows, seconds, stop)
    while True:
        left = min(limits.orders_left(track), rules.most - track.orders)
        orders = min(left, _batch(track, rules) if track.orders or not limits.any else 1)
        if orders <= 0:
            break
        chosen = [codes[i] for i in track.running]
        found = follow(
            position, chosen, orders, rules.depth, seed, track.orders, limits.are_reached
        )
        track.add(found.shares, found.margins, found.rows)
        if len(found.shares) < orders or track.is_decided(rules, left - orders):
            break
    return track.standings(rules) if track.orders else None


def _batch(track: _Track, rules: RaceRules) -> int:
    """The number of orders until the next check of the standings."""
    return max(rules.batch, track.orders // 4) if rules.gain else rules.batch


class _Limits:
    """What may be spent on a race. The first order shows what one costs."""

    def __init__(self, rows: int | None, seconds: float | None, stop: Stop) -> None:
        self.any = rows is not None or seconds is not None
        self._rows, self._stop, self._begin = rows, stop, monotonic()
        self._end = None if seconds is None else self._begin + seconds

    def are_reached(self) -> bool:
        """Whether to stop at once."""
        return self._stop() or (self._end is not None and monotonic() >= self._end)

    def orders_left(self, track: _Track) -> int:
        """How many more orders all running actions can meet, at the cost so far."""
        orders = math.inf
        if self._rows is not None and track.orders:
            orders = (self._rows - track.rows) / max(track.rows, 1)  # 0 if all ended the game
        if self._end is not None and track.orders:
            now = monotonic()
            orders = min(orders, (self._end - now) / max(now - self._begin, 1e-6))
        if orders == math.inf:
            return NO_LIMIT
        return int(orders * track.followed / len(track.running))


class _Track:
    """The results of all actions so far. Those that have dropped out have NaN from then on."""

    def __init__(self, codes: Sequence[int], seat: int, players: int) -> None:
        self._codes, self._seat = codes, seat
        self._shares = np.zeros((0, len(codes), players))
        self._margins = np.zeros((0, len(codes), players))
        self.running: NDArray[np.intp] = np.arange(len(codes))
        self.rows = self.followed = 0  # an action under an order counts as one

    @property
    def orders(self) -> int:
        return len(self._shares)

    def add(self, shares: Values, margins: Values, rows: int) -> None:
        self._shares = self._extended(self._shares, shares)
        self._margins = self._extended(self._margins, margins)
        self.rows += rows
        self.followed += shares.shape[0] * shares.shape[1]

    def _extended(self, before: Values, more: Values) -> Values:
        wide = np.full((len(more), *before.shape[1:]), np.nan)
        wide[:, self.running] = more
        return np.concatenate([before, wide])

    def is_decided(self, rules: RaceRules, left: int) -> bool:
        """Whether one action is left, or only equal ones, after those that are clearly worse have
        left; or whether the orders that are left would hardly change anything."""
        if self.orders < LEAST:
            return False
        behind, error = self._behind()
        if rules.gain:
            # Means over all orders will differ from those so far by about this much.
            still = error * math.sqrt(left / (self.orders + left))
            gains = np.array([expected_gain(behind[i], still[i]) for i in self.running])
            part = rules.gain / (2 * len(self.running))
            self.running = self.running[(gains > part) | (behind[self.running] == 0)]
            return bool(gains.sum() < rules.gain)
        self.running = self.running[behind[self.running] <= rules.clear * error[self.running]]
        return len(self.running) == 1 or self._all_equal(rules)

    def _all_equal(self, rules: RaceRules) -> bool:
        """Whether all that are running are surely as good as the best."""
        behind, error = self._behind()
        reach = behind[self.running] + 2 * error[self.running]
        return self.orders >= LEAST and bool((reach < rules.equal).all())

    def _behind(self) -> tuple[Values, Values]:
        """How far each action is behind the best one, and the standard error of that."""
        worth = worth_of(self._shares[..., self._seat], self._margins[..., self._seat])
        best = self.running[np.argmax(worth[:, self.running].mean(axis=0))]
        gaps = worth[:, best, None] - worth
        met = np.count_nonzero(~np.isnan(gaps), axis=0)
        mean: Values = np.nansum(gaps, axis=0) / met
        spread = np.nansum((gaps - mean) ** 2, axis=0) / np.maximum(met - 1, 1)
        return mean, np.sqrt(spread / met)

    def standings(self, rules: RaceRules) -> Standings:
        behind, error = self._behind()
        left = np.isin(np.arange(len(self._codes)), self.running, invert=True)
        order = np.lexsort((behind, left))
        met = np.count_nonzero(~np.isnan(self._shares[..., 0]), axis=0)
        actions = tuple(
            Standing(
                self._codes[i],
                np.nanmean(self._shares[:, i], axis=0),
                np.nanmean(self._margins[:, i], axis=0),
                float(behind[i]),
                float(error[i]),
                int(met[i]),
            )
            for i in order
        )
        return Standings(actions, len(self.running), self._all_equal(rules), self.rows)


def expected_gain(behind: float, error: float) -> float:
    """How much better than the best an action will turn out on average, counting 0 where it is not,
    if it is behind by now and the difference will change with this standard deviation.

    >>> expected_gain(0.0, 0.1) > 0.03 > expected_gain(0.1, 0.1) > expected_gain(0.3, 0.1) > 0
    True
    """
    if error <= 0:
        return 0.0
    z = behind / error
    return error * (_NORMAL.pdf(z) - z * _NORMAL.cdf(-z))
