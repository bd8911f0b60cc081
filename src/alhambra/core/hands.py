"""Hands of one currency, interpreted; ``hands.pxd`` is the compiled version.

A hand holds the number of cards of each value in two bits, the lowest two for value 1.
"""

from __future__ import annotations

from alhambra.core.bits import bit, lowest_bit


def sums_of(hand: int) -> int:
    """The set of amounts that some cards of the hand add up to."""
    sums = bit(0)
    while hand:
        value = lowest_bit(hand) // 2 + 1
        sums |= sums << value
        hand -= 1 << 2 * (value - 1)
    return sums
