"""Races between actions: they are followed under more and more common orders of deck and bag, until
one of them is clearly the best or the rest are equally good.

The search of the champion and hints both use this; what an order is worth comes from ``rollouts``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from alhambra.core.position import Position
from alhambra.neural.rollouts import Rollouts, Stop, Values, never, worth_of

LEAST = 8  # orders before anything is decided: fewer can agree by accident


@dataclass(frozen=True, slots=True)
class RaceRules:
    """How long a race goes on, and which actions leave it."""

    depth: int = 4  # decisions that are followed
    batch: int = 16  # orders between two looks at the standings
    most: int = 512  # orders
    clear: float = 2.5  # standard errors; an action that is further behind is not the best
    equal: float = 0.012  # of a win; actions that are surely closer to the best are as good


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
    rollouts: Rollouts,
    position: Position,
    codes: Sequence[int],
    seed: int,
    rules: RaceRules = RaceRules(),  # noqa: B008 - immutable
    rows: int | None = None,
    stop: Stop = never,
) -> Standings | None:
    """The standings once they are decided, about so many rows are rated, or ``stop`` returns true.
    None if not a single order was followed by then. The same seed gives the same standings, unless
    it was stopped. A single action is followed for one batch, for its value."""
    track = _Track(codes, position.seat, position.players)
    while track.orders < rules.most:
        orders = min(_affordable(track, rules.batch, rows), rules.most - track.orders)
        if orders <= 0:
            break
        chosen = [codes[i] for i in track.running]
        found = rollouts.follow(position, chosen, orders, rules.depth, seed, track.orders, stop)
        track.add(found.shares, found.margins, found.rows)
        if track.is_decided(rules) or len(found.shares) < orders:
            break
    return track.standings(rules) if track.orders else None


def _affordable(track: _Track, batch: int, rows: int | None) -> int:
    """The orders that can follow next. With a limit of rows, the first shows what one costs."""
    if rows is None:
        return batch
    if not track.orders:
        return 1
    each = track.rows / track.followed
    return min(batch, int((rows - track.rows) / (each * len(track.running))))


class _Track:
    """What all actions have brought so far. Those that have left have NaN from then on."""

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

    def is_decided(self, rules: RaceRules) -> bool:
        """Whether one action is left, or only equal ones, after those that are clearly worse have
        left."""
        if self.orders < LEAST:
            return False
        behind, error = self._behind()
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
