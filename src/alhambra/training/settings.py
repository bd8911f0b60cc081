"""The settings of a training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that determines the result of a training."""

    players: int
    seed: int = 1
    sizes: tuple[int, ...] = (512, 256, 128)
    owned: float = 3 / 16  # of the units of each layer but the last belong to each currency
    games: int = 12288  # in each of the two groups
    chunk: int = 64  # decisions of each game between two targets
    chunks: int = 16  # kept for learning
    batch: int = 16384
    updates: int = 8  # for each step of a group
    trace: float = 0.7  # λ
    rate: float = 1e-3
    average: float = 0.004  # the rate at which the averaged network follows the learning one
    warm_games: int = 2048
    noise: tuple[float, float] = (0.02, 0.003)  # from the first step to the last
    margin: tuple[float, float] = (0.15, 0.02)
    slip: tuple[float, float] = (0.01, 0.002)
    match_games: int = 1536

    @classmethod
    def for_device(cls, players: int, device: str, **others: Any) -> Settings:
        """Defaults for a device: smaller numbers on a CPU."""
        if device != "cuda":
            small = {"games": 128, "chunk": 32, "chunks": 12, "batch": 1024, "updates": 2}
            fewer = {"warm_games": 192, "match_games": 100}
            others = {**small, **fewer, **others}
        return cls(players, **others)
