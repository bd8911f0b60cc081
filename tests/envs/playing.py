"""Random games in numbered steps."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from alhambra.envs.stepper import Stepper


def stepped_games(players: int, games: int, longest: int = 10_000) -> Iterator[Stepper]:
    """A stepper before each step of random games, at most ``longest`` of each; it is one stepper
    that changes."""
    rng = random.Random(players)
    stepper = Stepper()
    for seed in range(games):
        stepper.deal(players, seed)
        while not stepper.over and stepper.taken < longest:
            yield stepper
            stepper.step(rng.choice(stepper.legal_steps()))
        yield stepper


def chosen(observation: dict[str, Any], rng: np.random.Generator) -> Any:
    """An open step, in each of the games."""
    mask = observation["action_mask"]
    return (rng.random(mask.shape) * mask).argmax(-1)
