# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Checks of the arguments of calls from Python. Compiled code indexes plain arrays without bounds
checks, so a number out of range would read or write other memory. Each check raises ValueError."""

from __future__ import annotations

import cython

if not cython.compiled:
    from alhambra.core.bits import bit
    from alhambra.core.constants import *
    from alhambra.core.position import Position

MIDDLE = CENTRE % STRIDE  # the row and the column of the fountain


def check_between(what: str, number: int, lowest: int, highest: int) -> int:
    """The number is one of lowest … highest."""
    if number < lowest or number > highest:
        raise ValueError(f"{what} must be from {lowest} to {highest}, not {number}")
    return 0


def check_initialized(part: object) -> int:
    """The object this is a part of was not made by ``__new__`` alone, which leaves None there."""
    if part is None:
        raise ValueError("this object has not been initialized")
    return 0


def check_players(players: int) -> int:
    """The game can be played by this number of players."""
    return check_between("the number of players", players, 2, MAX_PLAYERS)


def check_seat(seat: int) -> int:
    """A position has room for this seat, whether somebody plays there or not."""
    return check_between("the seat", seat, 0, MAX_PLAYERS - 1)


def check_tile(tile: int) -> int:
    """A tile other than the fountain."""
    return check_between("the tile", tile, 0, TILES - 1)


def check_cell(cell: int) -> int:
    """A cell that a city can reach."""
    check_between("the cell", cell, 0, CELLS - 1)
    check_between("the cell's row", cell // STRIDE, MIDDLE - TILES, MIDDLE + TILES)
    return check_between("the cell's column", cell % STRIDE, MIDDLE - TILES, MIDDLE + TILES)


def check_dealt(position: Position) -> int:
    """A game has begun in this position."""
    if position.players == 0:
        raise ValueError("no game has been dealt in this position")
    return 0


def check_game(position: Position) -> int:
    """A game that can be played on: dealt, and no tile is in two places, as ``building.put`` can
    bring about."""
    if position.checked:
        return 0
    check_dealt(position)
    seen = position.pending | position.dirk
    doubled = (position.pending & position.dirk) != 0
    for seat in range(MAX_PLAYERS):
        more = position.city[seat] | position.reserve[seat]
        doubled |= (seen & more) != 0 or (position.city[seat] & position.reserve[seat]) != 0
        seen |= more
    for square in range(SQUARES):
        if position.market[square] != NO_TILE:
            more = bit(position.market[square])
            doubled |= (seen & more) != 0
            seen |= more
    for i in range(position.bag_size):
        more = bit(position.bag[i])
        doubled |= (seen & more) != 0
        seen |= more
    if doubled:
        raise ValueError("a tile is in two places, so the game cannot be played on")
    position.checked = True
    return 0
