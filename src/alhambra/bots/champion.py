"""The bot that has learned the game by playing itself."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from alhambra.actions import Action, Remove, Swap, action_of
from alhambra.bots.bot import Stop
from alhambra.view import View

# Where nobody wants to move on, tiles can be taken out of a city and put back for ever. So now and
# then what only passes the time gives way to the best of the rest.
RESTLESS = 0.25


@dataclass(frozen=True, slots=True)
class ChampionBot:
    """Takes the action its network rates best, or looks some steps further at the best few. The
    network is the one of the package, or that of a file which ``alhambra train`` has written."""

    searching: bool = False
    weights: Path | None = None

    @property
    def name(self) -> str:
        """``champion``, or ``champion:search``; with weights of one's own the end of their path."""
        word = "/".join(self.weights.parts[-2:]) if self.weights else "champion"
        return f"{word}:search" if self.searching else word

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:
        """The best action, by what is known before anything is drawn."""
        # NumPy and the weights come with the first choice, not with the list of bots.
        from alhambra.champion.judgement import rate_actions, rate_further
        from alhambra.champion.network import own_network

        position = view.position
        network = own_network(self.weights, position.players) if self.weights else None
        if self.searching and not stop():
            rated = rate_further(position, rng.getrandbits(64), stop, network)
        else:
            rated = rate_actions(position, network)
        order = (-rated.worth(position.seat)).argsort(kind="stable")
        actions = [action_of(rated.codes[i]) for i in order]
        if isinstance(actions[0], Remove | Swap) and rng.random() < RESTLESS:
            return next((a for a in actions if not isinstance(a, Remove | Swap)), actions[0])
        return actions[0]
