"""Measuring the environments, each beside something that everybody knows."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from itertools import accumulate
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

from alhambra.cli.complaints import Complaint

PLAYERS = 3
GAMES = 256  # side by side in the vector environment
LABELS = {
    "vector": "vectors, one thread",
    "threads": "vectors, two threads",
    "raw_env": "PettingZoo, raw_env",
    "env": "PettingZoo, env",
    "openspiel": "OpenSpiel, python_alhambra",
}
YARDSTICKS = {
    "vector": "target",
    "threads": "one thread",
    "raw_env": "connect_four_v3, raw_env",
    "env": "connect_four_v3, env",
    "openspiel": "backgammon",
}
TARGET = 300_000  # steps/s of the vector environment on one core
Measure = Callable[[], float]


def results(amount: int, repeats: int) -> dict[str, dict[str, float]]:
    """The speeds and their ratios. The two of a pair are run alternately; a ratio is the median of
    those of the pairs. ``amount`` is about how many hundred steps are measured at a time."""
    steps = 100 * amount
    with warnings.catch_warnings():
        # PettingZoo has deprecated how its games are imported; pygame looks for what is deprecated.
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            pairs = _pairs(steps)
        except ModuleNotFoundError as missing:
            raise Complaint(
                f"{missing.name} is not installed: pip install 'alhambra[envs,openspiel]' pygame"
            ) from None
        return {name: _compare(*pair, repeats) for name, pair in pairs.items()}


def _pairs(steps: int) -> dict[str, tuple[Measure, Measure]]:
    from pettingzoo.classic import connect_four_v3

    from alhambra.envs import pettingzoo as alhambra_v0

    def one_thread(clock: Callable[[], float] = process_time) -> float:
        return vector_speed(1, 20 * steps, clock)

    return {
        "vector": (one_thread, lambda: TARGET),
        "threads": (
            lambda: vector_speed(2, 20 * steps, perf_counter),
            lambda: one_thread(perf_counter),
        ),
        "raw_env": (
            lambda: pettingzoo_speed(alhambra_v0.raw_env(PLAYERS), steps),
            lambda: pettingzoo_speed(connect_four_v3.raw_env(), steps),
        ),
        "env": (
            lambda: pettingzoo_speed(alhambra_v0.env(PLAYERS), steps),
            lambda: pettingzoo_speed(connect_four_v3.env(), steps),
        ),
        "openspiel": (
            lambda: openspiel_speed(f"python_alhambra(players={PLAYERS})", steps),
            lambda: openspiel_speed("backgammon", steps),
        ),
    }


def _compare(ours: Measure, other: Measure, repeats: int) -> dict[str, float]:
    pairs = [(ours(), other()) for _ in range(repeats)]
    return {
        "steps_per_s": max(pair[0] for pair in pairs),
        "other_steps_per_s": max(pair[1] for pair in pairs),
        "ratio": median(a / b for a, b in pairs),
    }


def vector_speed(threads: int, steps: int, clock: Callable[[], float]) -> float:
    """Steps per second of random games played side by side, without the time to choose them."""
    from alhambra.envs.vector import AlhambraVectorEnv

    env = AlhambraVectorEnv(GAMES, PLAYERS, opponents=None, threads=threads, copy=False)
    rng = np.random.default_rng(1)
    observation, _ = env.reset(seed=1)
    elapsed, rounds = 0.0, max(1, steps // GAMES)
    for _ in range(rounds):
        mask = observation["action_mask"]
        chosen = (rng.random(mask.shape, np.float32) * mask).argmax(1)
        start = clock()
        observation = env.step(chosen)[0]
        elapsed += clock() - start
    env.close()
    return rounds * GAMES / max(elapsed, 1e-9)


def pettingzoo_speed(env: Any, steps: int) -> float:
    """Steps per second of random games, as PettingZoo's own benchmark plays them."""
    rng = random.Random(1)
    env.reset(seed=1)
    start = process_time()
    for n in range(steps):
        if not env.agents:
            env.reset(seed=n)
        observation, _, over, cut, _ = env.last()
        mask = observation["action_mask"]
        env.step(None if over or cut else rng.choice(np.flatnonzero(mask).tolist()))
    return steps / max(process_time() - start, 1e-9)


def openspiel_speed(name: str, steps: int) -> float:
    """Decisions per second of random games played from Python; what chance does is not counted."""
    import pyspiel

    import alhambra.envs.openspiel  # noqa: F401 - registers python_alhambra

    rng = random.Random(1)
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    decisions = 0
    start = process_time()
    while decisions < steps:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            drawn = rng.choices(outcomes, cum_weights=list(accumulate(chances)))
            state.apply_action(drawn[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions / max(process_time() - start, 1e-9)
