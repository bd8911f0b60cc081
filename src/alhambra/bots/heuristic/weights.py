"""The weights and lookup tables of the evaluation."""

from __future__ import annotations

from math import erf, sqrt

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
LUCK = 18
LUCK_TILE = 19
LUCK_MOST = 20
N_WEIGHTS = 21
SPOTS = 2048  # best cells remembered
# The table of ``beating_chances``
BEATS_ROWS = 64
BEATS_ROW = 128  # the length of a row
BEATS_EVEN = 64  # the column of a lead of no tiles
BEATS_TILE = 4  # columns for each tile of lead

# The value of each part of the evaluation in points, with two players and with more. The first
# pair is for choosing actions (tuned by self-play), the second for predicting results (fitted to
# them). For choosing, money counts more than the points it will bring, and a tile that has to go
# to the reserve counts as a lost turn.
#                      two,  more    two,  more
TABLE = (
    (WALL, 1.078, 0.76, 1.053, 0.995),  # a side of the longest wall, for each scoring to come
    (LOOSE, 0.33, 0.03, 0.109, 0.219),  # another side of outer wall, likewise
    (FITS_LEFT, 2.898, 2.75, 3.19, 1.699),  # for each tile still to be bought: that it fits well
    (OPEN_CELLS, 0.525, 0.7, -0.494, 0.442),  # likewise, for ten cells open on all sides
    (WORTH, 0.998, 0.87, 0.562, 0.649),  # likewise, for 10 in a currency, up to 12
    (EXCESS, 0.488, 0.49, 0.186, 0.28),  # likewise, beyond 12
    (CARDS, 2.03, 1.83, 0.738, 0.913),  # likewise, for ten cards
    (EXACT_SHARE, 0.496, 0.5, 0.336, 0.248),  # likewise, for all prices payable exactly
    (PAYABLE_SHARE, -0.205, 0.0, -0.184, -0.237),  # likewise, payable at all
    (EXACT_TILE, 0.803, 0.93, 0.143, 0.227),  # of a tile's gain: in the market, payable exactly
    (PAYABLE_TILE, -0.046, 0.15, -0.004, 0.026),  # likewise, payable at all
    (AWARD, 0.808, 1.2, 1.327, 1.038),  # likewise, would be awarded at the end
    (RESERVE_TILE, -4.7, -3.2, 0.924, 0.794),  # likewise, in the reserve and fits
    (RESERVE_STUCK, -4.5, -1.9, 0.161, 0.465),  # likewise, and does not fit
    (MAJORITIES, 1.0, 1.0, 1.021, 0.833),  # an expected point of the majorities, late
    (MAJORITIES_EARLY, 1.142, 0.76, -0.192, -0.014),  # more of it early
    (WALL_EARLY, 0.751, 0.67, -0.52, -0.151),  # more for a side of the longest wall, early
    (TURN, 1.749, 1.582, 1.987, 1.805),  # to be next
    (LUCK, 3.0, 3.0, 3.0, 4.0),  # temperature of ``split_win``, in points: at least
    (LUCK_TILE, 0.4, 0.4, 0.4, 0.25),  # more for each tile to be sold
    (LUCK_MOST, 13.5, 13.5, 13.5, 17.0),  # at most
)
ACTION_WEIGHTS = [row[column] for column in (1, 2) for row in sorted(TABLE)]
OUTCOME_WEIGHTS = [row[column] for column in (3, 4) for row in sorted(TABLE)]


def tiles_by(numbers: list[int], size: int) -> list[int]:
    """For each value the set of tiles that have it."""
    return [sum(1 << tile for tile, n in enumerate(numbers) if n == key) for key in range(size)]


def beating_chances() -> list[float]:
    """The chance that another player ends up ahead. A row for each variance of the difference, in
    eighths; a column for each lead of the other player, in quarters of a tile."""
    leads = [column / BEATS_TILE for column in range(-BEATS_EVEN, BEATS_ROW - BEATS_EVEN)]
    return [_beats(lead, row / 8 + 0.02) for row in range(BEATS_ROWS) for lead in leads]


def _beats(lead: float, variance: float) -> float:
    return 0.5 * (1 + erf(lead / sqrt(2 * variance)))


def room_shares() -> list[float]:
    """For each number of cells that take a tile: how well it can be placed, from 0 to 1."""
    return [1 - 0.35**cells for cells in range(256)]
