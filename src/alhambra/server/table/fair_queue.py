"""A queue shared fairly by many callers."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Each caller has a queue, and the callers take turns: a caller with many items delays another
    by a single one."""

    def __init__(self) -> None:
        self._queues: OrderedDict[str, deque[T]] = OrderedDict()

    def push(self, caller: str, item: T) -> None:
        """Add an item to the caller's queue."""
        self._queues.setdefault(caller, deque()).append(item)

    def pop(self) -> T | None:
        """The first item of the caller whose turn it is; None if nothing waits."""
        if not self._queues:
            return None
        caller, queue = self._queues.popitem(last=False)
        item = queue.popleft()
        if queue:
            self._queues[caller] = queue  # now the last
        return item
