"""Bits and random numbers, interpreted; ``bits.pxd`` is the compiled version.

Random numbers are splitmix64 over a seed that the caller owns: an array of one number.
"""

from __future__ import annotations

_WORD = 0xFFFFFFFFFFFFFFFF


def lowest_bit(bits: int) -> int:
    """The number of the lowest bit that is set."""
    return (bits & -bits).bit_length() - 1


def highest_bit(bits: int) -> int:
    """The number of the highest bit that is set."""
    return bits.bit_length() - 1


def bit_count(bits: int) -> int:
    """How many bits are set."""
    return bits.bit_count()


def bit(n: int) -> int:
    """The set that holds only n."""
    return 1 << n


def bit_if(condition: int, n: int) -> int:
    """The set that holds only n if the condition holds, otherwise the empty set."""
    return condition << n


def without(bits: int, removed: int) -> int:
    """``bits`` without ``removed``."""
    return bits & ~removed & _WORD


def next_random(seed: list[int]) -> int:
    """The next 64 random bits."""
    seed[0] = (seed[0] + 0x9E3779B97F4A7C15) & _WORD
    z = seed[0]
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return z ^ (z >> 31)


def random_below(seed: list[int], n: int) -> int:
    """A random number from 0 to n - 1."""
    return ((next_random(seed) >> 32) * n) >> 32


def shuffle(seed: list[int], items: list[int], n: int) -> None:
    """Put the first n items into a random order."""
    for i in range(n - 1, 0, -1):
        j = random_below(seed, i + 1)
        items[i], items[j] = items[j], items[i]


def layout_key(tile: int, cell: int) -> int:
    """A hash of a tile in a cell. The hashes of a city's tiles combine to one that identifies its
    layout."""
    z = ((tile << 14 | cell) * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    return z ^ (z >> 29)
