"""Hands of one currency, for the interpreter; ``hands.pxd`` says the same to the compiler.

A hand has two bits for each value, the lowest two for the cards of value 1: how many there are.
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
