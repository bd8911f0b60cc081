"""The bot that has learned the game by playing itself."""

from __future__ import annotations

import random
from dataclasses import dataclass

from alhambra.actions import Action, Remove, Swap, action_of
from alhambra.bots.bot import Stop
from alhambra.view import View

# Where nobody wants to move on, tiles can be taken out of a city and put back for ever. So now and
# then what only passes the time gives way to the best of the rest.
RESTLESS = 0.25


@dataclass(frozen=True, slots=True)
class ChampionBot:
    """Takes the action its network rates best, or looks some steps further at the best few."""

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
            rated = rate_further(position, rng.getrandbits(64), stop)
        else:
            rated = rate_actions(position)
        order = (-rated.worth(position.seat)).argsort(kind="stable")
        actions = [action_of(rated.codes[i]) for i in order]
        if isinstance(actions[0], Remove | Swap) and rng.random() < RESTLESS:
            return next((a for a in actions if not isinstance(a, Remove | Swap)), actions[0])
        return actions[0]
