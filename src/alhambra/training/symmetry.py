"""The rules are symmetric in the four currencies, and so are the networks.

Most units of the first layers belong to a currency, in groups of four; the others belong to none.
A permutation of the currencies permutes the columns, and the units within each group. Weights that
are exchanged by a permutation are always equal: they begin equal, and learn from the mean of their
gradients. So a network sees every position under all 24 permutations at once, and has a quarter of
the weights to learn.
"""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from alhambra.neural.columns import renamed
from alhambra.neural.network import row_width

NAMES = tuple(permutations(range(4)))

Places = NDArray[np.int64]  # for each permutation, which unit takes the place of which


def places_of_columns(players: int) -> Places:
    """How the permutations move the bytes of a row."""
    room = range(len(renamed(players, NAMES[0])), row_width(players))
    return np.array([[*renamed(players, names), *room] for names in NAMES])


def places_of_units(size: int, owned: float = 0.0) -> Places:
    """How the permutations move the units of a layer. Each currency owns the share ``owned`` of
    them: groups of four come first, then the units of no currency."""
    kinds = int(owned * size)
    return np.array(
        [
            [*(4 * kind + name for kind in range(kinds) for name in names), *range(4 * kinds, size)]
            for names in NAMES
        ]
    )


def alike(before: Places, after: Places) -> NDArray[np.int64]:
    """A number for each weight between two layers, equal for weights that are exchanged by a
    permutation."""
    size = after.shape[1]
    first = np.full((before.shape[1], size), before.shape[1] * size)
    for sources, goals in zip(before, after, strict=True):
        np.minimum(first, sources[:, None] * size + goals[None, :], out=first)
    return np.unique(first, return_inverse=True)[1].reshape(first.shape)


class Symmetry:
    """Which weights of a network have to be equal."""

    def __init__(
        self, players: int, sizes: tuple[int, ...], owned: float, device: torch.device
    ) -> None:
        *inner, last = sizes
        columns = places_of_columns(players)
        layers = [columns, *(places_of_units(size, owned) for size in inner)]
        layers += [places_of_units(last), places_of_units(2 * players)]
        one = places_of_units(1)
        self._columns = torch.tensor(columns, device=device)
        # For each parameter: to which set each of its weights belongs, and how large the sets are
        self._sets: list[tuple[Tensor, Tensor]] = []
        for before, after in pairwise(layers):
            for numbers in (alike(before, after).T, alike(one, after)[0]):
                flat = torch.tensor(numbers.ravel(), device=device)
                self._sets.append((flat, flat.bincount()))

    def over_names(self, usual: Tensor) -> Tensor:
        """The mean of a statistic of the columns over all permutations of the currencies."""
        return usual[self._columns].mean(0)

    @torch.no_grad()
    def begin(self, net: nn.Module) -> None:
        """Make the weights symmetric without reducing their size."""
        for part, (flat, count) in zip(net.parameters(), self._sets, strict=True):
            root = count.sqrt()[flat]
            part.copy_(self._mean(part, flat, count) * root.view_as(part))

    def share_gradients(self, net: nn.Module) -> None:
        """Replace the gradients of equal weights by their mean."""
        for part, (flat, count) in zip(net.parameters(), self._sets, strict=True):
            assert part.grad is not None
            part.grad.copy_(self._mean(part.grad, flat, count))

    @torch.no_grad()
    def holds(self, net: nn.Module) -> bool:
        """Are the weights symmetric?"""
        return all(
            torch.allclose(part, self._mean(part, flat, count), atol=1e-5)
            for part, (flat, count) in zip(net.parameters(), self._sets, strict=True)
        )

    @staticmethod
    def _mean(part: Tensor, flat: Tensor, count: Tensor) -> Tensor:
        total = torch.zeros(len(count), device=part.device).scatter_add_(0, flat, part.reshape(-1))
        return (total / count)[flat].view_as(part)
