"""A list of the best few items, interpreted; ``ranking.pxd`` is the compiled version."""

from __future__ import annotations


def insert_ranked(
    values: list[float], items: list[int], n: int, limit: int, value: float, item: int
) -> int:
    """Insert an item into a list sorted by falling value that keeps at most ``limit`` items. Among
    equal values the earlier item stays first. Returns the new length."""
    if n == limit:
        if value <= values[n - 1]:
            return n
        n -= 1
    place = n
    while place > 0 and values[place - 1] < value:
        values[place] = values[place - 1]
        items[place] = items[place - 1]
        place -= 1
    values[place] = value
    items[place] = item
    return n + 1
