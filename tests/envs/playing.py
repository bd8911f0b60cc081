"""Random games in numbered steps."""

import random
from collections.abc import Iterator

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
