"""Makes a network for another number of players or of an earlier version a starting point."""

from __future__ import annotations

import re

import numpy as np

from alhambra.neural.columns import columns
from alhambra.neural.network import Layer, Network, row_width

_SEAT = re.compile(r"(?:me|seat \+(\d)): ")


def transfer(network: Network, players: int) -> Network:
    """The same network for another number of players. Each of the other seats there is mapped to
    one of the other seats here, and seats that are mapped to the same one share its weights.
    Columns are found by their names; new ones have weight 0, and a scale of 0 until
    ``standardise`` has set it."""
    before = network.players
    seen_as = [0] + [1 + turn * (before - 1) // (players - 1) for turn in range(players - 1)]
    known = {name: i for i, name in enumerate(network.column_names)}
    width, first = row_width(players), network.layers[0]
    mean, scale = np.zeros(width, np.float32), np.zeros(width, np.float32)
    weight = np.zeros((width, first.bias.size), np.float32)
    for i, name in enumerate(columns(players)):
        shared = 1
        if seat := _SEAT.match(name):
            old = seen_as[int(seat[1] or 0)]
            name = (f"seat +{old}: " if old else "me: ") + name[seat.end() :]
            shared = seen_as.count(old)
        if (source := known.get(name)) is not None:
            mean[i], scale[i] = network.mean[source], network.scale[source]
            weight[i] = first.weight[source] / shared
    *others, head = network.layers[1:]
    heads = [*seen_as, *(before + old for old in seen_as)]
    head = Layer(head.weight[:, heads], head.bias[heads])
    layers = (Layer(weight, first.bias), *others, head)
    return Network(
        players,
        mean,
        scale,
        layers,
        network.made_by,
        inverse_temperature=network.inverse_temperature,
    )
