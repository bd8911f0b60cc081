"""The spaces of the environments for PettingZoo and Gymnasium."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from alhambra.envs.layout import observation_size
from alhambra.envs.numbering import STEPS

LONGEST = 5000
"""Steps after which a game is truncated. The rules have no limit; a game of players who try to win
takes some hundred steps."""


def observation_space(players: int) -> spaces.Dict:
    """An observation (``alhambra.envs.layout`` says what it holds) and the steps that are open."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (observation_size(players),), np.uint8),
            "action_mask": spaces.Box(0, 1, (STEPS,), np.int8),
        }
    )


def action_space() -> spaces.Discrete:
    """The numbered steps (``alhambra.envs.numbering``)."""
    return spaces.Discrete(STEPS)


def check_seed(seed: int | None) -> None:
    """Raise ValueError for a seed that is not a number of 64 bits."""
    if seed is not None and not 0 <= seed < 2**64:
        raise ValueError("a seed must be a number from 0 to 2**64 - 1")
