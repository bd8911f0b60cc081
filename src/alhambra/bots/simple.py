"""The bot that plays at random."""

from __future__ import annotations

import random
from dataclasses import dataclass

from alhambra.actions import Action
from alhambra.bots.bot import Stop
from alhambra.view import View


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Plays any legal action, all equally likely."""

    name: str = "random"

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:  # noqa: ARG002
        """One of the legal actions."""
        return rng.choice(view.legal_actions)
