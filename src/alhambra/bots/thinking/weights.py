"""The numbers of the evaluation, and tables it looks things up in."""

from __future__ import annotations

from math import erf, sqrt

from alhambra.core import tables

WALL = 0
LOOSE = 1
FITS_LEFT = 2
OPEN_CELLS = 3
WORTH = 4
EXCESS = 5
CARDS = 6
EXACT_SHARE = 7
PAYABLE_SHARE = 8
EXACT_TILE = 9
PAYABLE_TILE = 10
AWARD = 11
RESERVE_TILE = 12
RESERVE_STUCK = 13
MAJORITIES = 14
TURN = 15
MAJORITIES_EARLY = 16
WALL_EARLY = 17
N_WEIGHTS = 18
SPOTS = 2048  # best cells remembered

# What each part of the evaluation is worth in points: with two players, with more
TABLE = (
    (WALL, 1.051, 0.971),  # a side of the longest wall, for each scoring to come
    (LOOSE, 0.097, 0.054),  # another side of outer wall, likewise
    (FITS_LEFT, 2.368, 2.595),  # for each tile one will still buy: that it fits well
    (OPEN_CELLS, -0.208, -0.157),  # likewise, for ten cells open on all sides
    (WORTH, 0.573, 0.753),  # likewise, for 10 in a currency, up to 12
    (EXCESS, 0.262, 0.286),  # likewise, beyond 12
    (CARDS, 1.105, 0.939),  # likewise, for ten cards
    (EXACT_SHARE, 0.299, 0.289),  # likewise, for all prices payable exactly
    (PAYABLE_SHARE, -0.196, -0.265),  # likewise, payable at all
    (EXACT_TILE, 0.258, 0.268),  # of a tile's gain: it lies in the market and can be paid exactly
    (PAYABLE_TILE, 0.0, 0.044),  # likewise, paid at all
    (AWARD, 1.112, 1.033),  # likewise, it would be awarded at the end
    (RESERVE_TILE, 0.539, 0.576),  # likewise, it is in the reserve and fits
    (RESERVE_STUCK, 0.076, 0.1),  # likewise, and does not fit
    (MAJORITIES, 0.992, 0.964),  # an expected point of the majorities, late
    (MAJORITIES_EARLY, -0.047, -0.129),  # more of it early
    (WALL_EARLY, -0.466, -0.084),  # more for a side of the longest wall, early
    (TURN, 1.749, 1.582),  # to be next
)
WEIGHTS = [two for _, two, _ in sorted(TABLE)] + [more for _, _, more in sorted(TABLE)]


def tile_kinds() -> list[int]:
    """The kind of each tile."""
    return [tables.KIND_LETTERS.index(name[0]) for name in tables.names()]


def tiles_by(numbers: list[int], size: int) -> list[int]:
    """For each number the set of tiles that have it."""
    return [sum(1 << tile for tile, n in enumerate(numbers) if n == key) for key in range(size)]


def spread_bits() -> list[int]:
    """For each byte a word of eight bytes: 1 in each whose bit is set."""
    return [sum((byte >> k & 1) << 8 * k for k in range(8)) for byte in range(256)]


def beating_chances() -> list[float]:
    """The chance that another comes out ahead. 32 rows of 128: the row is how open it still
    is (the variance of the difference, in halves), the column the lead in quarters, from -16."""
    return [_beats(lead / 4, open_ / 2 + 0.02) for open_ in range(32) for lead in range(-64, 64)]


def _beats(lead: float, variance: float) -> float:
    return 0.5 * (1 + erf(lead / sqrt(2 * variance)))


def room_shares() -> list[float]:
    """How well a tile is provided for by so many cells that take it."""
    return [1 - 0.35**cells for cells in range(256)]
