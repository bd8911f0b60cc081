# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""What the rows of one decision share."""

from __future__ import annotations

import cython

if not cython.compiled:
    from alhambra.core.checks import check_game, check_players
    from alhambra.core.position import Position
    from alhambra.neural.columns import *


class Encoder:
    """Writes rows for one number of players; keeps what the rows of one decision share."""

    players: int
    width: int  # of a row, a multiple of 16
    table: int  # where the blocks of the seats end
    base: list[int]  # the row of the position last looked at
    priced: list[int]  # how many tiles of the bag have each price
    up_to: list[int]  # … or a lower one
    unseen_walls: list[int]  # … have each set of walls
    unseen_kinds: list[int]  # … of each kind, a byte for each, in one number
    sums: list[int]  # what each purse can pay exactly
    prizes: list[int]  # points of each kind and scorer, in the next scoring and in the last
    joining: list[int]  # waiting tiles of each kind that fit, in the row last written
    joining_wall: int  # and what they do to the wall
    joined: list[int]  # those of the position last looked at
    joined_wall: int
    # The outline of a city while its layout is written
    runs: int  # how many runs of wall there are
    run_of: list[int]  # which of them each side belongs to
    run_length: list[int]
    behind: list[int]  # how far the wall of each side goes back, itself included
    ahead: list[int]  # and on
    # A cache of layouts by their keys: the same layouts recur, since many actions do not change
    # the city
    layout_key: list[int]
    layout: list[int]

    def __init__(self, players: int) -> None:
        check_players(players)
        self.players = players
        self.table = SEAT * players
        self.width = (self.table + TABLE + 15) // 16 * 16
        if not cython.compiled:
            self.base, self.priced, self.up_to = [0] * WIDEST, [0] * 16, [0] * 16
            self.unseen_walls, self.unseen_kinds, self.sums = [0] * 16, [0] * 16, [0] * 24
            self.prizes = [0] * PRIZE_TABLE
            self.joining, self.joined = [0] * 6, [0] * 6
            self.run_of, self.run_length = [0] * 256, [0] * 128
            self.behind, self.ahead = [0] * 256, [0] * 256
            self.layout_key, self.layout = [0] * LAYOUTS, [0] * (LAYOUTS * LAYOUT)
        self.layout_key[0] = 1  # no layout has this key; 0 is that of the empty city


def check_encoder(encoder: Encoder, position: Position) -> int:
    """The encoder can write rows of this position."""
    check_game(position)
    if encoder.players != position.players:
        found, players = position.players, encoder.players
        raise ValueError(f"an encoder for {players} players cannot encode a game of {found}")
    return 0
