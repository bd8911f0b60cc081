"""A network that begins at another table thinks there as it did before."""

from itertools import pairwise

import numpy as np
import pytest

from alhambra.neural.columns import SEAT, TABLE, columns
from alhambra.neural.network import Layer, Network, padded, row_width
from alhambra.training.transfer import transfer


def some_network(players: int) -> Network:
    rng = np.random.default_rng(players)
    widths = (row_width(players), 12, 2 * players)
    layers = tuple(
        Layer(
            rng.normal(0, 0.05, (before, after)).astype(np.float32),
            rng.normal(0, 1, after).astype(np.float32),
        )
        for before, after in pairwise(widths)
    )
    mean = rng.normal(3, 1, widths[0]).astype(np.float32)
    return Network(players, mean, np.ones(widths[0], np.float32), layers, {})


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_with_more_of_the_same_others_each_is_judged_as_the_one_was(players: int) -> None:
    small = some_network(2)
    rows = np.random.default_rng(1).integers(0, 6, (8, row_width(2)), np.uint8)
    me, other, table = rows[:, :SEAT], rows[:, SEAT : 2 * SEAT], rows[:, 2 * SEAT :]
    wide = np.zeros((8, row_width(players)), np.uint8)
    repeated = np.concatenate([me, *[other] * (players - 1), table], axis=1)
    size = min(repeated.shape[1], wide.shape[1])
    wide[:, :size] = repeated[:, :size]
    small.layers[0].weight[2 * SEAT + TABLE :] = 0  # what lies beyond the row is room
    shares, margins = small.rate(rows)
    more_shares, more_margins = transfer(small, players).rate(wide)
    np.testing.assert_allclose(
        more_shares[:, 1] / more_shares[:, 0], shares[:, 1] / shares[:, 0], rtol=1e-3
    )
    np.testing.assert_allclose(more_margins[:, 0], margins[:, 0], rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(more_margins[:, -1], margins[:, 1], rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(more_shares.sum(1), 1, rtol=1e-5)


def test_at_the_same_table_it_stays_what_it_is() -> None:
    network = some_network(4)
    rows = np.random.default_rng(2).integers(0, 6, (8, row_width(4)), np.uint8)
    network.layers[0].weight[4 * SEAT + TABLE :] = 0
    for one, same in zip(network.rate(rows), transfer(network, 4).rate(rows), strict=True):
        np.testing.assert_allclose(one, same, rtol=1e-5)


def test_weights_of_an_earlier_version_are_found_by_the_names_of_their_columns() -> None:
    network = some_network(3)
    names = columns(3)
    left_out = {5, 40, 600}
    kept = [i for i in range(len(names)) if i not in left_out]
    room = padded(len(kept)) - len(kept)
    first, last = network.layers
    earlier = Network(
        3,
        np.pad(network.mean[kept], (0, room)),
        np.pad(network.scale[kept], (0, room)),
        (Layer(np.pad(first.weight[kept], ((0, room), (0, 0))), first.bias), last),
        {},
        tuple(names[i] for i in kept),
    )
    again = transfer(earlier, 3)
    assert np.array_equal(again.layers[0].weight[kept], first.weight[kept])
    assert np.array_equal(again.mean[kept], network.mean[kept])
    new = sorted(left_out)
    assert not again.layers[0].weight[new].any() and not again.scale[new].any()
    assert not again.names
