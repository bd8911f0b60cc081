"""The bot that plans its whole turn with a heuristic evaluation."""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass

from alhambra.actions import Action, action_of
from alhambra.bots.bot import Stop
from alhambra.bots.heuristic import forecast, turn_planning, weights
from alhambra.view import View

_CLOSE = 1e-6  # points; turns that differ by less count as equal


class _Memory(threading.local):
    """The buffers of the planning, one set for each thread."""

    def __init__(self) -> None:
        self.plans = turn_planning.TurnPlans()
        self.evaluator = forecast.Evaluator(weights.ACTION_WEIGHTS)


_MEMORY = _Memory()


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """Plays the best turn it finds, or a random one of its best few."""

    best: int = 1

    @property
    def name(self) -> str:
        """``greedy``, with the number of turns it picks from."""
        return "greedy" if self.best == 1 else f"greedy:best={self.best}"

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:  # noqa: ARG002
        """The first action of the best turn, or of one of the best few."""
        plans = turn_planning.turn_plans(_MEMORY.plans, _MEMORY.evaluator, view.position)
        value, code = plans[min(rng.randrange(self.best), len(plans) - 1)]
        equal = [other for points, other in plans if abs(points - value) < _CLOSE]
        return action_of(rng.choice(equal) if len(equal) > 1 else code)
