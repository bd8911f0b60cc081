"""OpenSpiel's own search as a bot of the arena, with random playouts to the end of the game:

    alhambra arena bench/openspiel_search.py:Search200ms greedy

It searches for about that time before every step. (Its own limit of time crashes now and then, in
OpenSpiel 2.0. So it gets as many simulations as fit into the time at the speed of those before.)
"""

from __future__ import annotations

import random
from time import perf_counter
from typing import Any

import pyspiel

import alhambra.envs.openspiel  # noqa: F401 - registers python_alhambra
from alhambra import Action, View
from alhambra.actions import action_of
from alhambra.bots import Stop
from alhambra.core import dealing
from alhambra.envs.stepper import OPEN, Stepper

UCT = 2.0  # OpenSpiel's own examples use it
MEMORY = 1000  # megabytes
FEWEST = 3  # simulations


class OpenSpielSearch:
    """OpenSpiel's ``MCTSBot``, which rates states by random playouts."""

    name = "openspiel"
    seconds = 1.0

    def __init__(self) -> None:
        self._speed = 100.0  # simulations per second

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:  # noqa: ARG002
        """The action that the steps it chooses lead to."""
        position = view.position.clone()
        dealing.hide(position)
        game = pyspiel.load_game(f"python_alhambra(players={position.players})")
        state = game.new_initial_state()
        state.game_in_steps.follow(position)
        stepper, action = Stepper(), OPEN
        stepper.follow(position)
        while action == OPEN:
            step = self._step(game, state, rng)
            action = stepper.choose(step)
            if action == OPEN:
                state.apply_action(step)
        return action_of(action)

    def _step(self, game: Any, state: Any, rng: random.Random) -> int:
        simulations = max(FEWEST, int(self._speed * self.seconds))
        evaluator = pyspiel.RandomRolloutEvaluator(1, rng.getrandbits(31))
        seed = rng.getrandbits(31)
        bot = pyspiel.MCTSBot(game, evaluator, UCT, simulations, MEMORY, False, seed, False)
        start = perf_counter()
        step = int(bot.step_with_policy(state)[1])
        speed = simulations / max(perf_counter() - start, 1e-6)
        self._speed += (speed - self._speed) / 4
        return step


class Search50ms(OpenSpielSearch):
    """With a twentieth of a second for each step."""

    name = "openspiel:50ms"
    seconds = 0.05


class Search200ms(OpenSpielSearch):
    """With a fifth of a second for each step."""

    name = "openspiel:200ms"
    seconds = 0.2
