"""Means with 95 % intervals, of games that come in clusters.

The rotations of a deal are not independent games. A mean is taken over all games, but its
uncertainty is computed from the differences between deals.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

_TAIL = 0.025  # on either side of a 95 % interval
_Z = NormalDist().inv_cdf(1 - _TAIL)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval; without bounds if there is too little data."""

    mean: float
    low: float | None
    high: float | None

    @property
    def half_width(self) -> float | None:
        """Half of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def mean_of_clusters(values: Iterable[tuple[int, float]]) -> Estimate:
    """The mean of values, each given with the number of its cluster.

    A cluster may have any number of values (a bot can have several seats), so this is a ratio of
    two sums, with the variance by linearisation. With clusters of equal size it is the mean of the
    clusters' means.

    >>> mean_of_clusters([(1, 1.0), (1, 0.0), (2, 0.5), (2, 0.5)])
    Estimate(mean=0.5, low=0.5, high=0.5)
    """
    sums: dict[int, float] = {}
    sizes: dict[int, int] = {}
    for cluster, value in values:
        sums[cluster] = sums.get(cluster, 0.0) + value
        sizes[cluster] = sizes.get(cluster, 0) + 1
    clusters, size = len(sums), sum(sizes.values())
    if not clusters:
        return Estimate(math.nan, None, None)
    mean = math.fsum(sums.values()) / size
    if clusters == 1:
        return Estimate(mean, None, None)
    squares = math.fsum((sums[n] - mean * sizes[n]) ** 2 for n in sums)
    error = math.sqrt(clusters / (clusters - 1) * squares) / size
    reach = student_t(clusters - 1) * error
    return Estimate(mean, mean - reach, mean + reach)


def share_of_clusters(values: Iterable[tuple[int, float]]) -> Estimate:
    """The mean of shares from 0 to 1. If all shares are 0, or all are 1, the deals do not differ;
    then the other bound is that of the exact binomial interval with one game for each deal.

    >>> share_of_clusters([(1, 0.5), (2, 1.0), (3, 1.0), (4, 0.5)]).mean
    0.75
    >>> round(share_of_clusters([(1, 1.0), (2, 1.0), (3, 1.0)]).low, 3)
    0.292
    """
    values = list(values)
    found = mean_of_clusters(values)
    if found.low is None or found.high is None:
        return found
    least = _TAIL ** (1 / len({cluster for cluster, _ in values}))
    if found.mean == 1:
        return Estimate(1.0, least, 1.0)
    if found.mean == 0:
        return Estimate(0.0, 0.0, 1 - least)
    return Estimate(found.mean, max(found.low, 0.0), min(found.high, 1.0))


def normal_reach(sigma: float) -> float:
    """Half of the 95 % interval of a normal distribution."""
    return _Z * sigma


def student_t(degrees: int) -> float:
    """The 97.5th percentile of Student's t: exact for one and two degrees of freedom, beyond
    by its expansion around the normal distribution (Abramowitz and Stegun 26.7.5).

    >>> [round(student_t(degrees), 2) for degrees in (1, 2, 5, 10, 30, 1000)]
    [12.71, 4.3, 2.57, 2.23, 2.04, 1.96]
    """
    if degrees == 1:
        return math.tan(math.pi * (0.5 - _TAIL))
    if degrees == 2:
        return (1 - 2 * _TAIL) / math.sqrt(2 * _TAIL * (1 - _TAIL))
    z = _Z
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    powers = enumerate(terms, start=1)
    return z + math.fsum(term / degrees**power for power, term in powers)
