"""Rate limits: token buckets by caller."""

from __future__ import annotations

import time
from collections.abc import Callable

Clock = Callable[[], float]

SWEEP_SECONDS = 10


class Bucket:
    """A token bucket: fills up steadily, and every action takes tokens out."""

    __slots__ = ("_at", "_clock", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: int, clock: Clock = time.monotonic) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._left, self._at = float(most), clock()

    def take(self, cost: int = 1) -> bool:
        """Take this many tokens if there are enough. A full bucket is enough for any cost."""
        self._fill()
        cost = min(cost, self._most)
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def lower(self, left: float) -> None:
        """Lower a bucket to at most this, which may be negative."""
        self._fill()
        self._left = min(self._left, left)

    @property
    def is_full(self) -> bool:
        """Whether the bucket has refilled completely."""
        self._fill()
        return self._left >= self._most

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now


class Buckets:
    """One bucket for each caller. Full ones are dropped, which changes nothing for their callers.
    When too many are in use, new callers share one: no caller can erase what another has used.
    """

    def __init__(
        self, rate: float, most: int, kept: int = 10_000, clock: Clock = time.monotonic
    ) -> None:
        self.rate, self.most = rate, most
        self.used: dict[str, int] | None = None
        """What callers have used since it was last shared with other processes, if it is."""
        self._kept, self._clock = kept, clock
        self._buckets: dict[str, Bucket] = {}
        self._overflow = Bucket(rate, most, clock)
        self._swept_at = clock()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, caller: str, cost: int = 1) -> bool:
        """Charge the caller this cost. False if the caller has used too much."""
        bucket = self._buckets.get(caller)
        if bucket is None:
            bucket = self._new(caller)
        taken = bucket.take(cost)
        if taken and self.used is not None:
            self.used[caller] = self.used.get(caller, 0) + min(cost, self.most)
        return taken

    def lower(self, caller: str, left: float) -> None:
        """Others have used so much that this is left, apart from what is to be shared yet."""
        if bucket := self._buckets.get(caller):
            bucket.lower(left - (self.used or {}).get(caller, 0))

    def _new(self, caller: str) -> Bucket:
        now = self._clock()
        if len(self._buckets) >= self._kept and now - self._swept_at >= SWEEP_SECONDS:
            self._swept_at = now
            used = {name: one for name, one in self._buckets.items() if not one.is_full}
            self._buckets = used
        if len(self._buckets) >= self._kept:
            return self._overflow
        return self._buckets.setdefault(caller, Bucket(self.rate, self.most, self._clock))
