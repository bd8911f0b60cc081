"""Measuring the engine: playouts, clones, the loop from Python, two threads."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter, process_time

from alhambra.core import constants as c
from alhambra.core.playouts import play_games, time_clones
from alhambra.core.position import Workspace
from alhambra.game import Game

PLAYERS = 3
NAMES = ("Ana", "Bruno", "Carla")
POLICIES = {"uniform": c.UNIFORM, "light": c.LIGHT}
LOOP_SHARE = 20  # the Python loop is slower: it plays one game for this many of the engine


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast games are played."""

    decisions_per_s: float
    games_per_s: float


def timed(play: Callable[[], int], games: int) -> Speed:
    """The speed of ``play``, which plays ``games`` games and returns the number of decisions.
    Measured in processor time, like the limit program."""
    start = process_time()
    decisions = play()
    elapsed = max(process_time() - start, 1e-9)
    return Speed(decisions / elapsed, games / elapsed)


def best(measure: Callable[[], Speed], repeats: int) -> Speed:
    """The fastest of several runs: other programs slow some of them down."""
    return max((measure() for _ in range(repeats)), key=lambda speed: speed.decisions_per_s)


def playouts(policy: str, games: int, seed: int) -> Speed:
    """Games played by the engine alone."""
    work = Workspace(seed)
    return timed(lambda: play_games(work, seed, games, PLAYERS, POLICIES[policy]), games)


def python_loop(games: int, seed: int) -> Speed:
    """Games played from Python: list the actions, pick one, push it."""
    games = max(1, games // LOOP_SHARE)
    rng = random.Random(seed)
    return timed(lambda: sum(_play_from_python(rng) for _ in range(games)), games)


def _play_from_python(rng: random.Random) -> int:
    game = Game.new(NAMES, shuffler=rng)
    decisions = 0
    while not game.is_over:
        actions = game.legal_actions
        game.push(actions[int(rng.random() * len(actions))])
        decisions += 1
    return decisions


def clone_ns(repeats: int, times: int = 100_000) -> float:
    """Nanoseconds to clone a position."""
    position = Game.new(NAMES, seed=1).position
    return min(time_clones(position, times) for _ in range(repeats)) * 1e9


def on_threads(number: int, games: int, seed: int) -> float:
    """Decisions per second of wall-clock time, summed over this number of threads. Each plays its
    own games."""
    works = [Workspace() for _ in range(number)]

    def play(n: int) -> int:
        return play_games(works[n], seed + n * games, games, PLAYERS, c.UNIFORM)

    with ThreadPoolExecutor(number) as pool:
        start = perf_counter()
        decisions = sum(pool.map(play, range(number)))
        return decisions / (perf_counter() - start)


def threads(games: int, seed: int, repeats: int) -> dict[str, float]:
    """The speed with one thread and with two, and the ratio."""
    pairs = [(on_threads(1, games, seed), on_threads(2, games, seed)) for _ in range(repeats)]
    one, two = (max(speeds) for speeds in zip(*pairs, strict=True))
    return {
        "one_decisions_per_s": one,
        "two_decisions_per_s": two,
        "speed_up": max(second / first for first, second in pairs),
    }
