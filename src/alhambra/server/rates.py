"""How much somebody may do in a while."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable


class Bucket:
    """Fills up steadily; each deed takes one out."""

    __slots__ = ("_at", "_clock", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._left, self._at = float(most), clock()

    def take(self) -> bool:
        """Is one left?"""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """One for each caller, the latest kept."""

    def __init__(self, rate: float, most: int, kept: int = 10_000) -> None:
        self._rate, self._most, self._kept = rate, most, kept
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, caller: str) -> bool:
        """May this caller do one more?"""
        bucket = self._buckets.pop(caller, None) or Bucket(self._rate, self._most)
        self._buckets[caller] = bucket
        if len(self._buckets) > self._kept:
            self._buckets.popitem(last=False)
        return bucket.take()
