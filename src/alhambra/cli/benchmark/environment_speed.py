"""Measuring the environments, each beside something that everybody knows."""

from __future__ import annotations

import os
import random
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

from alhambra.cli.complaints import Complaint

PLAYERS = 3
GAMES = 256  # side by side in the vector environment
TARGET = 300_000  # steps/s of the vector environment on one core
Measure = Callable[[], float]


@dataclass(frozen=True)
class Pair:
    """What is measured in turns with something to compare it with."""

    key: str
    label: str
    other_label: str
    ours: Measure
    other: Measure


def results(amount: int, repeats: int) -> dict[str, dict[str, Any]]:
    """The speeds and their ratios, with labels. The two of a pair are run alternately; a ratio is
    the median of those of the pairs. ``amount`` is about how many hundred steps are measured at a
    time."""
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
        return {pair.key: _compare(pair, repeats) for pair in pairs}


def _pairs(steps: int) -> list[Pair]:
    from pettingzoo.classic import connect_four_v3

    from alhambra.envs import pettingzoo as alhambra_v0

    played = f"python_alhambra(players={PLAYERS})"
    return [
        *_vector_pairs(20 * steps, os.cpu_count() or 1),
        *(
            Pair(
                kind,
                f"PettingZoo, {kind}",
                f"connect_four_v3, {kind}",
                partial(pettingzoo_speed, getattr(alhambra_v0, kind)(PLAYERS), steps),
                partial(pettingzoo_speed, getattr(connect_four_v3, kind)(), steps),
            )
            for kind in ("raw_env", "env")
        ),
        Pair(
            "openspiel",
            "OpenSpiel, python_alhambra",
            "backgammon",
            lambda: openspiel_speed(played, steps),
            lambda: openspiel_speed("backgammon", steps),
        ),
    ]


def _vector_pairs(steps: int, cores: int) -> list[Pair]:
    """One thread beside the target, then 2, 4, 8, … threads beside one."""
    alone = partial(vector_speed, 1, steps, process_time)
    pairs = [Pair("vector", "vectors, one thread", "target", alone, lambda: TARGET)]
    threads = 2
    while threads <= cores:
        many = partial(vector_speed, threads, steps, perf_counter)
        one = partial(vector_speed, 1, steps, perf_counter)
        label = f"vectors, {threads} threads"
        pairs.append(Pair(f"threads_{threads}", label, "one thread", many, one))
        threads *= 2
    return pairs


def _compare(pair: Pair, repeats: int) -> dict[str, Any]:
    measured = [(pair.ours(), pair.other()) for _ in range(repeats)]
    return {
        "label": pair.label,
        "other_label": pair.other_label,
        "steps_per_s": max(ours for ours, _ in measured),
        "other_steps_per_s": max(other for _, other in measured),
        "ratio": median(ours / other for ours, other in measured),
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
