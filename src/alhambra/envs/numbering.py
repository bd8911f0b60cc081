"""How the steps of an action are numbered. ``numbering.pxd`` has the same numbers for the compiler;
a test compares the two. A number means the same in every position.

>>> step_name(0), step_name(36), step_name(107), step_name(511)
('take b1', 'take no more', 'build A6sw', 'cell 5')
"""

from __future__ import annotations

from alhambra.core import tables

# Where the numbers of each kind of step begin
TAKE_CARD = 0  # a card of the row; further cards of the same action in rising order
TAKE_NO_MORE = 36
BUY_TILE = 37  # the tiles in their order: P2new, P3sw, …
BUILD_TILE = 91
REMOVE_TILE = 145
SWAP_TILE = 199
PLACE_TILE = 253
RESERVE_TILE = 307
GIVE_TILE = 361
PASS_TURN = 415
PAY_CARD = 416  # in falling order
REPLACE_TILE = 452  # the tile of the city that leaves in a swap
INTO_CELL = 506  # the cell's index in the sorted frontier of the city
STEPS = 618
# A city of 54 tiles and the fountain has at most 2 · 55 + 2 cells beside it.
FRONTIER = 112
CARD_VALUES = 9
CARDS = 36

_TILE_STEPS = {
    "buy": BUY_TILE,
    "build": BUILD_TILE,
    "remove": REMOVE_TILE,
    "swap": SWAP_TILE,
    "place": PLACE_TILE,
    "reserve": RESERVE_TILE,
    "give": GIVE_TILE,
    "replace": REPLACE_TILE,
}


def card_number(card: int) -> int:
    """The place of a card of the core among the 36."""
    return CARD_VALUES * (card >> 4) + (card & 15) - 1


def step_names() -> list[str]:
    """What every step says, in the words of records."""
    names = [""] * STEPS
    tiles = tables.names()
    for word, first in _TILE_STEPS.items():
        names[first : first + len(tiles)] = [f"{word} {tile}" for tile in tiles]
    cards = [f"{letter}{value}" for letter in tables.CURRENCY_LETTERS for value in range(1, 10)]
    names[TAKE_CARD:TAKE_NO_MORE] = [f"take {card}" for card in cards]
    names[PAY_CARD : PAY_CARD + CARDS] = [f"pay {card}" for card in cards]
    names[INTO_CELL:STEPS] = [f"cell {place}" for place in range(FRONTIER)]
    names[TAKE_NO_MORE] = "take no more"
    names[PASS_TURN] = "pass"
    return names


_NAMES = step_names()


def step_name(step: int) -> str:
    """What a step says."""
    if not 0 <= step < STEPS:
        raise ValueError(f"the step must be from 0 to {STEPS - 1}, not {step}")
    return _NAMES[step]
