"""Lookup tables of the rules, computed at import by small functions that state each rule.

Sides are numbered north 0, east 1, south 2, west 3; a set of walls is a mask of four bits.
"""

from __future__ import annotations

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


def all_cards() -> bytes:
    """Every card of the largest game, with its copies."""
    values = [currency << 4 | value for currency in range(c.CURRENCIES) for value in range(1, 10)]
    return bytes(values * max(COPIES) + [c.SCORING_A, c.SCORING_B])


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


def tile_kinds() -> list[int]:
    """The kind of each tile."""
    return [KIND_LETTERS.index(name[0]) for name in names()]


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
    cell = cell_fault(around)
    return cell if cell == c.APART else clash(around, walls) or cell


def clash(around: int, walls: int) -> int:
    """The first side on which a wall would meet none, or the other way round."""
    for side in range(4):
        mine, other = walls >> side & 1, around >> 8 + side & 1
        if around >> 2 * side & 1 and mine != other:
            fault = c.WALL_MEETS_NO_WALL if mine else c.NO_WALL_MEETS_WALL
            return fault | side << c.FAULT_BITS
    return c.FITS


def cell_fault(around: int) -> int:
    """What forbids every tile in a free cell: it has no neighbour, its neighbours have walls on
    every shared side, or a hole would arise. A hole arises where filled and empty cells
    alternate more than twice around the cell."""
    ring = [around >> k & 1 for k in range(8)]
    filled = sum(ring[2 * side] << side for side in range(4))
    if not filled:
        return c.APART
    if filled == around >> 8:
        return c.OUT_OF_REACH
    changes = sum(ring[k] != ring[k - 1] for k in range(8))
    return c.FITS if changes == 2 else c.HOLE


def fitting_walls() -> list[int]:
    """For each cell information: the set of wall masks that fit there."""
    return [
        sum(1 << walls for walls in range(16) if clash(around, walls) == c.FITS)
        if cell_fault(around) == c.FITS
        else 0
        for around in range(4096)
    ]


def stamps() -> list[int]:
    """What a tile with given walls adds to the cell information of its N, E, S, W neighbour."""
    return [
        1 << 2 * opposite | (walls >> side & 1) << 8 + opposite
        for walls in range(16)
        for side, opposite in enumerate((2, 3, 0, 1))
    ]


def byte_flags() -> list[int]:
    """For each set of eight bits a number of eight bytes, with 1 in the byte of each bit that is
    set. Adding such numbers counts for each bit how many sets hold it."""
    return [sum(1 << 8 * k for k in range(8) if bits >> k & 1) for bits in range(256)]


def prizes() -> list[int]:
    """PRIZES as one row: three places for each scoring."""
    return [(*row, 0, 0, 0)[place] for row in PRIZES for place in range(3)]


def shares() -> list[int]:
    """The points for each scoring, kind, number of those with more tiles (0 to 7) and number of
    those with as many. Tied seats share the points of as many places, rounded down."""
    return [
        sum(points + kind for points in row[better : better + tied]) // tied if tied else 0
        for row in PRIZES
        for kind in range(6)
        for better in range(8)
        for tied in range(8)
    ]
