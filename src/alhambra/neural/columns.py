"""What the bytes of a row mean. ``columns.pxd`` has the same offsets for the compiler; a test
compares the two. Files of weights refer to columns by these names, so a byte whose meaning changes
needs a new name.

>>> len(columns(3)), columns(3)[6], columns(3)[176]
(720, 'me: longest wall', 'seat +1: pavilions in the city')
"""

from __future__ import annotations

import re
from collections.abc import Sequence

# Where a block begins in its parent block, how long it is where it comes several times (PURSE,
# OFFER, SQUARE, VALUES), and where the bytes are in it.
# A seat's block: its city
CITY = 0
LONGEST_WALL = 6
OUTLINE_SIDES = 7
OUTER_WALLS = 8
WALL_RUNS = 9
FITTING = 10
OPEN_CELLS = 26
CELLS_NO_WALL = 27
CELLS_ONE_WALL = 28
CELLS_CORNER = 29
CITY_TILES = 30
GROWTH = 31
# Its money: for each currency a purse, then what the purses can pay
HAND = 47
PURSE = 11
PURSE_WORTH = 0
PURSE_CARDS = 1
PURSE_VALUES = 2
EXACT = 91
PAYABLE = 95
# The tiles of the market, as offers to this seat
OFFERS = 99
OFFER = 11
OFFER_PAYABLE = 0
OFFER_EXACT = 1
OFFER_EXCESS = 2
OFFER_MISSING = 3
OFFER_CELLS = 4
OFFER_RICHEST = 5
OFFER_EXACT_NEXT = 6
OFFER_PAYABLE_NEXT = 7
OFFER_GROWTH = 8
OFFER_NEXT_PRIZE = 9
OFFER_LAST_PRIZE = 10
# Its reserve, its points, and where these will lead
RESERVED = 143
RESERVED_TILES = 149
RESERVED_FITTING = 150
RESERVED_GROWTH = 151
POINTS = 152
LEAD = 153
NEXT_PRIZES = 159
LAST_PRIZES = 160
ROOM = 161
ROOM_TILES = 167
ROOM_GROWTH = 168
NEXT_MARGIN = 169
LAST_MARGIN = 170
CLOSE_MARGIN = 171
CERTAIN_MARGIN = 172
CERTAIN_RESULT = 173
BUYING_MARGIN = 174
BUYING_RESULT = 175
SEAT = 176
# The table's blocks, after those of the seats: tiles that wait
WAITING = 0
WAITING_WALLS = 6
WAITING_TILES = 22
WAITING_CELLS = 23
WAITING_STUCK = 24
WAITING_GROWTH = 25
WAITING_SIZE = 26
# The market: a block for each square
MARKET = 26
SQUARE = 12
SQUARE_FILLED = 0
SQUARE_KIND = 1
SQUARE_PRICE = 7
SQUARE_WALLS = 8
# The money row: nine values for each currency
MONEY = 74
VALUES = 9
MONEY_WORTH = 36
MONEY_GAPS = 40
MONEY_SIZE = 41
# What is hidden in the bag and in the deck
BAG = 115
BAG_TILES = 6
BAG_PRICES = 7
CARDS = 134
CARDS_LEFT = 36
# The time: scorings that are over, where the next can be, and how likely they are
TIME = 171
TIME_WINDOWS = 3
TIME_REFILL = 7
TIME_LATER = 8
TIME_SIZE = 9
# The turn
TURN = 180
TURN_ACTING = 0
TURN_PLACING = 1
TURN_OVER = 2
TURN_AWARDING = 3
TURN_ENDING = 4
TURN_EMPTY = 5
# Dirk, and the ends of everything
DIRK = 186
TABLE = 192
WIDEST = 1248
# Prizes of each kind and scorer: in the next scoring, then in the last
LAST_SCORING = 42
PRIZE_TABLE = 84
# Tiles handed out at the end, of each kind: a count for each seat, then for all
HANDED = 7
HANDED_TO_ALL = 6
HANDED_TABLE = 42
# Layouts of cities that are kept, and the bytes of each
LAYOUT = 47
LAYOUTS = 16384
# A bag this small: it matters who will be awarded the last tiles
LATE = 8

_KINDS = ("pavilions", "seraglios", "arcades", "chambers", "gardens", "towers")
_CURRENCIES = ("blue", "green", "orange", "yellow")
_VALUES = range(1, 10)
_PRICES = range(2, 14)
_WALLS = tuple(
    "".join(side for k, side in enumerate("nesw") if mask >> k & 1) or "none" for mask in range(16)
)


def small(number: int) -> int:
    """A number limited to the range of a byte."""
    return max(0, min(number, 255))


def edges() -> list[int]:
    """For each number of free sides of a tile (0 to 3), first side of the outline it covers, and
    walls: ``lead + 4 * tail + 16 * longest``. The free sides begin left of the first it covers.
    ``lead`` counts the walls from the first free side on, ``tail`` those from the last one back,
    ``longest`` the most in a row."""
    found = []
    for free in range(4):
        for side in range(4):
            for walls in range(16):
                sides = "".join(str(walls >> (side + 3 + i & 3) & 1) for i in range(free))
                runs = sides.split("0")
                found.append(len(runs[0]) + 4 * len(runs[-1]) + 16 * max(map(len, runs)))
    return found


def _city() -> list[str]:
    return [
        *(f"{kind} in the city" for kind in _KINDS),
        *("longest wall", "sides of the outline", "outer walls", "runs of wall"),
        *(f"cells for walls {walls}" for walls in _WALLS),
        *("cells for any tile", "cells for no wall", "cells for one wall", "cells for a corner"),
        "tiles in the city",
        *(f"wall with a tile of walls {walls}, and 8" for walls in _WALLS),
    ]


def _hand() -> list[str]:
    return [
        *(
            name
            for money in _CURRENCIES
            for name in (
                f"{money}: worth",
                f"{money}: cards",
                *(f"{money}: cards of {value}" for value in _VALUES),
            )
        ),
        *(f"tiles of the bag {money} pays exactly" for money in _CURRENCIES),
        *(f"tiles of the bag {money} pays" for money in _CURRENCIES),
    ]


def _shop() -> list[str]:
    return [
        f"{money} square: {what}"
        for money in _CURRENCIES
        for what in (
            "can be paid",
            "can be paid exactly",
            "least paid too much",
            "what is missing",
            "cells for its tile",
            "nobody else has as much",
            "exactly with one card of the row",
            "payable with one card of the row",
            "wall with its tile, and 8",
            "its majority in the next scoring",
            "its majority in the last",
        )
    ]


def _rest() -> list[str]:
    return [
        *(f"{kind} in reserve" for kind in _KINDS),
        *("tiles in reserve", "tiles in reserve that fit"),
        *("wall with the best tile in reserve, and 8", "points"),
        *(f"lead in {kind}, and 16" for kind in _KINDS),
        *("majorities in the next scoring", "majorities in the last"),
        *(f"{kind} of the bag that fit" for kind in _KINDS),
        *("tiles of the bag that fit", "wall with a tile of the bag, and 8, in 16ths"),
        *("ahead after the next scoring, and 128", "ahead after the last, and 128"),
        "ahead after the last by up to 10, times 12, and 128",
        "ahead by up to 10 where the end is certain, times 12, and 128",
        "ahead where the end is certain: 0, 128 or 255",
        "ahead by up to 10 if it ends the game by buying, times 12, and 128",
        "ahead if it ends the game by buying: 0, 128 or 255",
    ]


def _table() -> list[str]:
    return [
        *(f"waiting: {kind}" for kind in _KINDS),
        *(f"waiting: walls {walls}" for walls in _WALLS),
        *(
            "waiting: tiles",
            "waiting: cells",
            "waiting: without a cell",
            "waiting: wall, and 8 each",
        ),
        *(
            f"{money} square: {what}"
            for money in _CURRENCIES
            for what in ("filled", *_KINDS, "price", "wall n", "wall e", "wall s", "wall w")
        ),
        *(f"row: {money} {value}" for money in _CURRENCIES for value in _VALUES),
        *(f"row: worth in {money}" for money in _CURRENCIES),
        "row: gaps",
        *(f"bag: {kind}" for kind in _KINDS),
        "bag: tiles",
        *(f"bag: price {price}" for price in _PRICES),
        *(f"deck: {money} {value}" for money in _CURRENCIES for value in _VALUES),
        "deck: money cards",
        *("before scoring A", "before scoring B", "before scoring C"),
        *("A: earliest place", "A: end of its places", "B: earliest place", "B: end of its places"),
        *("scoring with the next refill, in 200ths", "… with six cards more"),
        *("to act", "to place", "turn over", "last placing", "bag cannot fill the market"),
        "empty squares",
        *(f"Dirk: {kind}" for kind in _KINDS),
    ]


def columns(players: int) -> list[str]:
    """The name of every byte of a row, for this number of players."""
    seat = [*_city(), *_hand(), *_shop(), *_rest()]
    seats = [
        f"seat +{turn}: {name}" if turn else f"me: {name}"
        for turn in range(players)
        for name in seat
    ]
    return [*seats, *_table()]


def renamed(players: int, names: Sequence[int]) -> list[int]:
    """For each column the column with the same meaning when the currencies are exchanged:
    ``names[i]`` is the currency that takes the place of currency i."""
    names_here = columns(players)
    place = {name: i for i, name in enumerate(names_here)}

    def elsewhere(found: re.Match[str]) -> str:
        return _CURRENCIES[names[_CURRENCIES.index(found[0])]]

    return [place[re.sub("|".join(_CURRENCIES), elsewhere, name)] for name in names_here]
