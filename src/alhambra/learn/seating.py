"""A network for one number of players, made the beginning of one for another."""

from __future__ import annotations

import numpy as np

from alhambra.champion.columns import SEAT, TABLE
from alhambra.champion.network import Layer, Network, row_width


def seated_anew(network: Network, players: int) -> Network:
    """The same network at another table: each of the others there is seen as one of the others
    here, and those who are seen as the same one share its weight."""
    before = network.players
    seen_as = [0] + [1 + turn * (before - 1) // (players - 1) for turn in range(players - 1)]
    source = np.full(row_width(players), -1)
    shared = np.ones(row_width(players), np.float32)
    for turn, old in enumerate(seen_as):
        block = slice(SEAT * turn, SEAT * (turn + 1))
        source[block] = np.arange(SEAT * old, SEAT * (old + 1))
        shared[block] = 1 / seen_as.count(old)
    source[SEAT * players : SEAT * players + TABLE] = np.arange(
        SEAT * before, SEAT * before + TABLE
    )
    known = source >= 0  # the rest is room at the end of the row
    first, *others, head = network.layers
    weight = np.where(known[:, None], first.weight[source], 0) * shared[:, None]
    heads = [*seen_as, *(before + old for old in seen_as)]
    return Network(
        players,
        np.where(known, network.mean[source], 0).astype(np.float32),
        np.where(known, network.scale[source], 1).astype(np.float32),
        (
            Layer(weight.astype(np.float32), first.bias),
            *others,
            Layer(head.weight[:, heads], head.bias[heads]),
        ),
        network.made_by,
    )
