"""The bot that has learned the game by playing itself."""

from __future__ import annotations

import random
from dataclasses import dataclass

from alhambra.actions import Action, action_of
from alhambra.bots.bot import Stop
from alhambra.view import View


@dataclass(frozen=True, slots=True)
class ChampionBot:
    """Takes the action its network rates best, or looks one step further at the best few."""

    searching: bool = False

    @property
    def name(self) -> str:
        """``champion``, or ``champion:search``."""
        return "champion:search" if self.searching else "champion"

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:
        """The best action, by what is known before anything is drawn."""
        # NumPy and the weights come with the first choice, not with the list of bots.
        from alhambra.champion.judgement import rate_actions, rate_further

        position = view.position
        if self.searching and not stop():
            rated = rate_further(position, rng.getrandbits(64))
        else:
            rated = rate_actions(position)
        return action_of(rated.codes[int(rated.worth(position.seat).argmax())])
