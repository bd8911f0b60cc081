"""What the network learns from: decisions, and the targets that follow from later ones."""

from __future__ import annotations

import torch
from torch import Tensor

from alhambra.training.torch_network import by_turn


class Memory:
    """Rows of one group of games and what followed them, until their targets are known."""

    def __init__(self, chunk: int, games: int, width: int, players: int, device: torch.device):
        shape = (chunk + 1, games)
        self.rows = torch.empty((*shape, width), dtype=torch.uint8, device=device)
        self.best = torch.zeros((*shape, 2 * players), device=device)
        self.result = torch.zeros((*shape, 2 * players), device=device)
        self.actor = torch.zeros(shape, dtype=torch.uint8, device=device)
        self.cut = torch.zeros(shape, dtype=torch.bool, device=device)
        self.done = torch.zeros(shape, dtype=torch.bool, device=device)
        self.filled = 0

    def targets(self, trace: float, players: int) -> Tensor:
        """The λ-returns of all rows but the last, from each actor on."""
        last = len(self.rows) - 1
        coming = self.best[last]
        found = torch.empty((last, *coming.shape), device=coming.device)
        for t in range(last - 1, -1, -1):
            best = self.best[t + 1]
            # An exploring action says nothing about the value of the decisions before it.
            beyond = torch.where(self.cut[t + 1][:, None], best, coming) if t < last - 1 else best
            mixed = (1 - trace) * best + trace * beyond
            coming = torch.where(self.done[t][:, None], self.result[t], mixed)
            found[t] = by_turn(coming, self.actor[t], players)
        return found

    def turn_over(self) -> None:
        """Keep only the last rows, and continue from them."""
        for part in (self.rows, self.best, self.result, self.actor, self.cut, self.done):
            part[0] = part[-1]
        self.filled = 1
