"""The best few of many, for the interpreter; ``ranking.pxd`` says the same to the compiler."""

from __future__ import annotations


def insert_ranked(
    values: list[float], items: list[int], n: int, limit: int, value: float, item: int
) -> int:
    """Insert an item into a list that falls by value and keeps at most ``limit`` items; of equal
    values the earlier stays first. Returns the new length."""
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
