"""What the bytes of a row mean. ``columns.pxd`` says the same offsets to the compiler; a test
holds the two together. Weights know their columns by these names, so that a byte which comes to
mean something else needs a new one.

>>> len(columns(3)), columns(3)[6], columns(3)[176]
(720, 'me: longest wall', 'seat +1: pavilions in the city')
"""

from __future__ import annotations

import re
from collections.abc import Sequence

# A seat's block
CITY = 0
FITTING = 10
GROWTH = 31
HAND = 47
PURSE = 11
EXACT = 91
PAYABLE = 95
SHOP = 99
STALL = 11
RESERVED = 143
POINTS = 152
LEAD = 153
FORESEEN = 159
ROOM = 161
AHEAD = 169
SEAT = 176
# The table's blocks, after those of the seats
WAITING = 0
MARKET = 26
MONEY = 74
BAG = 115
CARDS = 134
TIME = 171
TURN = 180
DIRK = 186
TABLE = 192
WIDEST = 1248
# Layouts of cities that are kept, and the bytes of each
LAYOUT = 47
LAYOUTS = 16384
# So few tiles in the bag: time to think of who will be handed the last ones
LATE = 8

_KINDS = ("pavilions", "seraglios", "arcades", "chambers", "gardens", "towers")
_CURRENCIES = ("blue", "green", "orange", "yellow")
_VALUES = range(1, 10)
_PRICES = range(2, 14)
_WALLS = tuple(
    "".join(side for k, side in enumerate("nesw") if mask >> k & 1) or "none" for mask in range(16)
)


def small(number: int) -> int:
    """As much of a number as a byte holds."""
    return max(0, min(number, 255))


def edges() -> list[int]:
    """For each number of free sides of a tile (0 to 3), first side of the outline it covers, and
    walls: ``lead + 4 * tail + 16 * longest``. The free sides begin left of the first it covers;
    so many of them are walls from the first on, from the last back, and in a row at most."""
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
    """The name of every byte of a row, for so many players."""
    seat = [*_city(), *_hand(), *_shop(), *_rest()]
    seats = [
        f"seat +{turn}: {name}" if turn else f"me: {name}"
        for turn in range(players)
        for name in seat
    ]
    return [*seats, *_table()]


def renamed(players: int, names: Sequence[int]) -> list[int]:
    """For each column the one that holds the same where the currencies are called otherwise:
    ``names`` says as which of them each is known there."""
    told = columns(players)
    place = {name: i for i, name in enumerate(told)}

    def elsewhere(found: re.Match[str]) -> str:
        return _CURRENCIES[names[_CURRENCIES.index(found[0])]]

    return [place[re.sub("|".join(_CURRENCIES), elsewhere, name)] for name in told]
