"""The spaces of the environments for PettingZoo and Gymnasium."""

from __future__ import annotations

from numbers import Integral
from operator import index

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


def check_seed(seed: int | None) -> int | None:
    """The seed. Raises ValueError if it is not a number of 64 bits."""
    if seed is None:
        return None
    if not isinstance(seed, Integral) or not 0 <= seed < 2**64:
        raise ValueError(f"a seed must be a whole number from 0 to 2**64 - 1, not {seed!r}")
    return int(seed)


def check_longest(longest: int) -> int:
    """The number of steps after which a game is truncated. Raises ValueError if it is below 1."""
    if index(longest) < 1:
        raise ValueError(f"the number of steps must be at least 1, not {longest}")
    return longest
