"""A batch of games: compiled threads list what can be chosen, a device rates it all at once."""

from __future__ import annotations

import os
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from alhambra.neural.network import row_width
from alhambra.training import selfplay

ROOM = 96  # rows for each game on average; many times what a game has
SPARE = 8192  # and the most that one decision can need
SHARES = 4  # parts of each thread's work, so that none waits long for the slowest
FAR = 0.02  # a choice rated further below the best than this counts as exploring


def threads_for(device: torch.device) -> int:
    """The number of threads that play. With a GPU, one processor is left to feed it."""
    cores = os.cpu_count() or 2
    return max(1, cores - (device.type == "cuda"))


class GameBatch:
    """A number of games, the threads that play them and the device that rates them."""

    def __init__(
        self, games: int, players: int, seed: int, device: torch.device, pool: ThreadPoolExecutor
    ) -> None:
        self.games, self.players, self.device = games, players, device
        self.pool = selfplay.Pool(games, players)
        self._threads = pool
        # On a CPU the same number on every machine, so that the same seed deals the same games
        parts = min(games, SHARES * threads_for(device) if device.type == "cuda" else 4)
        edges = [games * i // parts for i in range(parts + 1)]
        self._slices = list(pairwise(edges))
        width = row_width(players)
        self._rows = [
            torch.empty(
                ((last - first) * ROOM + SPARE, width),
                dtype=torch.uint8,
                pin_memory=device.type == "cuda",
            )
            for first, last in self._slices
        ]
        self._workers = [
            selfplay.Worker(players, seed * 1_000_003 + 7919 * i, rows.numpy())
            for i, rows in enumerate(self._rows)
        ]
        self._on_device = torch.empty((0, width), dtype=torch.uint8, device=device)
        self._under_way: list[Future[int]] = []
        # What the last decisions were
        self.counts = self.start = self.owner = self.actor = self.done = self.points = torch.empty(
            0
        )
        self.most = 0
        self.ended = 0

    def launch(self, fresh: int = 0) -> None:
        """Let the threads play the chosen actions up to the next decisions."""
        self._under_way = [
            self._threads.submit(selfplay.play_on, self.pool, worker, first, last, fresh)
            for worker, (first, last) in zip(self._workers, self._slices, strict=True)
        ]

    def wait(self) -> None:
        """Wait until the threads are done."""
        for part in self._under_way:
            part.result()

    def collect(self) -> Tensor:
        """The rows of everything that can be chosen now, game by game."""
        sizes = [part.result() for part in self._under_way]
        rows = self._gather(sizes)
        decisions = self.pool.decisions()
        counts = decisions.counts
        self.most = int(counts.max())
        self.ended = int(decisions.done.sum())
        self.counts = self._bring(counts).long()
        self.actor = self._bring(decisions.actor)
        self.done = self._bring(decisions.done).bool()
        self.points = self._bring(decisions.points)
        self.start = self.counts.cumsum(0) - self.counts
        numbers = torch.arange(self.games, device=self.device)
        self.owner = torch.repeat_interleave(numbers, self.counts, output_size=len(rows))
        return rows

    def _gather(self, sizes: list[int]) -> Tensor:
        total = sum(sizes)
        if total > len(self._on_device):
            width = self._on_device.shape[1]
            self._on_device = torch.empty(
                (total + total // 4, width), dtype=torch.uint8, device=self.device
            )
        at = 0
        for part, size in zip(self._rows, sizes, strict=True):
            self._on_device[at : at + size].copy_(part[:size], non_blocking=True)
            at += size
        return self._on_device[:total]

    def _bring(self, array: NDArray[np.generic]) -> Tensor:
        return torch.from_numpy(array.copy()).to(self.device)

    def choose(
        self, worth: Tensor, generator: torch.Generator, noise: float = 0.0, slip: float = 0.0
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Choose in every game by the value of each row, with noise and sometimes at random.
        Returns the chosen rows, the best rows, and the games in which the choice is far below the
        best."""
        padded = torch.full((self.games, self.most), -1e9, device=self.device)
        place = torch.arange(len(worth), device=self.device) - self.start[self.owner]
        padded[self.owner, place] = worth
        best = padded.argmax(1)
        chosen = best
        if noise:
            even = torch.rand(padded.shape, device=self.device, generator=generator)
            chosen = (padded - noise * torch.log(-torch.log(even.clamp_(1e-9, 1 - 1e-7)))).argmax(1)
        if slip:
            even = torch.rand((2, self.games), device=self.device, generator=generator)
            anything = torch.minimum((even[0] * self.counts).long(), self.counts - 1)
            chosen = torch.where(even[1] < slip, anything, chosen)
        gap = padded.gather(1, best[:, None]) - padded.gather(1, chosen[:, None])
        np.asarray(self.pool.chosen)[:] = chosen.int().cpu().numpy()
        return self.start + chosen, self.start + best, gap[:, 0] > FAR

    def advised(self) -> Tensor:
        """The greedy bot's choice in every game, -1 where it does not advise the seat."""
        return self._bring(self.pool.decisions().advice).long()
