"""The bot that thinks nothing."""

from __future__ import annotations

import random
from dataclasses import dataclass

from alhambra.actions import Action
from alhambra.bots.bot import Stop
from alhambra.view import View


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Any listed action, evenly."""

    name: str = "random"

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:  # noqa: ARG002
        """One of the listed actions."""
        return rng.choice(view.legal_actions)
