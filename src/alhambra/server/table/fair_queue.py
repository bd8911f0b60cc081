"""Queues shared fairly by many callers."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from itertools import zip_longest
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

    def remove(self, caller: str, item: T) -> None:
        """Remove an item that waits."""
        self._queues[caller].remove(item)
        if not self._queues[caller]:
            del self._queues[caller]

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))

    def __iter__(self) -> Iterator[T]:
        """The items in the order in which they will be popped."""
        nothing = object()
        for turn in zip_longest(*self._queues.values(), fillvalue=nothing):
            yield from (item for item in turn if item is not nothing)  # type: ignore[misc]


class AddressQueue(Generic[T]):
    """Addresses take turns, and the persons at an address do: many names at one address do not
    delay those at another."""

    def __init__(self) -> None:
        self._turns: FairQueue[str] = FairQueue()  # an address for each of its items
        self._at: dict[str, FairQueue[T]] = {}

    def push(self, address: str, person: str, item: T) -> None:
        """Add an item of a person at an address."""
        self._turns.push(address, address)
        self._at.setdefault(address, FairQueue()).push(person, item)

    def pop(self) -> T | None:
        """The item whose turn it is; None if nothing waits."""
        address = self._turns.pop()
        if address is None:
            return None
        item = self._at[address].pop()
        self._drop_empty(address)
        return item

    def remove(self, address: str, person: str, item: T) -> None:
        """Remove an item that waits."""
        self._turns.remove(address, address)
        self._at[address].remove(person, item)
        self._drop_empty(address)

    def _drop_empty(self, address: str) -> None:
        if not len(self._at[address]):
            del self._at[address]

    def __len__(self) -> int:
        return len(self._turns)

    def __iter__(self) -> Iterator[T]:
        """The items in the order in which they will be popped."""
        items = {address: iter(queue) for address, queue in self._at.items()}
        return (next(items[address]) for address in self._turns)
