"""The rules as tables, computed once at import from small functions that state them.

Sides are numbered north 0, east 1, south 2, west 3; a set of walls is a mask of four bits.
"""

from __future__ import annotations

import itertools

from alhambra.core import constants as c

SIDES = "nesw"
KIND_LETTERS = "PSACGT"
CURRENCY_LETTERS = "bgoy"

# RULES.md, section 1: price and walls of every tile, a line for each kind.
_TILES = """
2new 3sw 4es 5nw 6n 7e 8
3esw 4ne 5sw 6es 7w 8s 9
4nes 5nw 6sw 6ne 7es 8n 8e 9 10
5nsw 6es 7sw 7ne 8nw 9w 9s 10 11
6esw 7nsw 8sw 8ne 8nw 9e 10n 10w 10 11 12s
7new 8nes 9es 9ne 9nw 10w 11n 11s 11 12 13e
"""

# Section 6: points of the first kind for the places of each scoring; every further kind
# gives one more.
PRIZES = ((1,), (8, 1), (16, 8, 1))

# The currencies' copies of a value, by the number of players (section 9).
COPIES = (0, 0, 2, 3, 3, 3, 3)


def names() -> list[str]:
    """The 54 tiles in their order: P2new, P3sw, …"""
    lines = _TILES.strip().splitlines()
    return [
        letter + word
        for letter, line in zip(KIND_LETTERS, lines, strict=True)
        for word in line.split()
    ]


def prices() -> list[int]:
    """The price of each tile."""
    return [int(name[1:].rstrip(SIDES)) for name in names()]


def walls() -> list[int]:
    """The walls of each tile, the fountain's last."""
    letters = [name[1:].lstrip("0123456789") for name in names()]
    return [sum(1 << SIDES.index(side) for side in word) for word in letters] + [0]


def kind_tiles() -> list[int]:
    """For each kind the set of its tiles."""
    return [
        sum(1 << n for n, name in enumerate(names()) if name[0] == letter)
        for letter in KIND_LETTERS
    ]


def fault(around: int, walls: int) -> int:
    """What forbids a tile with these walls in a free cell (section 5), or FITS.

    ``around`` is the cell information of ``constants``: which of the eight cells around are
    filled, and on which sides the neighbour has a wall.
    """
    ring = [around >> k & 1 for k in range(8)]
    needed = around >> 8
    filled = sum(ring[2 * side] << side for side in range(4))
    if not filled:
        return c.APART
    for side in range(4):
        mine, other = walls >> side & 1, needed >> side & 1
        if filled >> side & 1 and mine != other:
            clash = c.WALL_MEETS_NO_WALL if mine else c.NO_WALL_MEETS_WALL
            return clash | side << c.FAULT_BITS
    if needed == filled:
        return c.OUT_OF_REACH
    changes = sum(ring[k] != ring[k - 1] for k in range(8))
    return c.FITS if changes == 2 else c.HOLE


def fitting_walls() -> list[int]:
    """For each cell information: the set of wall masks a tile may have there."""
    return [
        sum(1 << walls for walls in range(16) if fault(around, walls) == c.FITS)
        if possible(around)
        else 0
        for around in range(4096)
    ]


def possible(around: int) -> bool:
    """Can this cell information come up? Only a filled neighbour has a wall."""
    return not any(around >> 8 + side & 1 and not around >> 2 * side & 1 for side in range(4))


def stamps() -> list[int]:
    """What a tile with given walls adds to the information of its N, E, S, W neighbour."""
    return [
        1 << 2 * opposite | (walls >> side & 1) << 8 + opposite
        for walls in range(16)
        for side, opposite in enumerate((2, 3, 0, 1))
    ]


def takeable() -> list[int]:
    """For each row of four values (0 for no card, 6 for 6 or more), in rising order of the
    cards: the set of those sets of places that may be taken (section 3)."""
    return [
        sum(
            1 << chosen
            for chosen in range(1, 16)
            if may_take([value for i, value in enumerate(values) if chosen >> i & 1])
        )
        for values in itertools.product(range(7), repeat=c.ROW)
    ]


def may_take(values: list[int]) -> bool:
    """Any one card, or several worth at most 5 together."""
    return all(values) and (len(values) == 1 or sum(values) <= 5)


def sets_without_twin() -> list[int]:
    """For each place of the sorted row: the sets that hold its card but not the one before.

    When the two are equal such a set is the same as the one with the card before.
    """
    return [
        sum(1 << chosen for chosen in range(16) if chosen >> i & 1 and not chosen >> (i - 1) & 1)
        if i
        else 0
        for i in range(c.ROW)
    ]


def prizes() -> list[int]:
    """PRIZES as one row: three places for each scoring."""
    return [(*row, 0, 0, 0)[place] for row in PRIZES for place in range(3)]
