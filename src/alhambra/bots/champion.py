"""The bot that has learned the game by playing itself."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from alhambra.actions import Action, Remove, Swap, action_of
from alhambra.bots.bot import Stop
from alhambra.view import View

if TYPE_CHECKING:
    from alhambra.neural.network import Network

# Where nobody wants to move on, tiles can be taken out of a city and put back for ever. So now and
# then what only passes the time gives way to the best of the rest.
RESTLESS = 0.25
LONGEST_LABEL = 28  # so that records have room for it


@dataclass(frozen=True, slots=True)
class ChampionBot:
    """Takes the action its network rates best, or looks some steps further at the best few. The
    network is the one of the package for as many players, or one of somebody's own training."""

    searching: bool = False
    network: Network | None = None
    label: str = "champion"

    @classmethod
    def from_file(cls, file: str | os.PathLike[str], searching: bool = False) -> ChampionBot:
        """With the weights that ``alhambra train`` has written; it goes by the end of their path.
        They are read now, so that a training may go on while it plays."""
        from alhambra.neural.network import Network

        path = Path(os.path.abspath(file))  # noqa: PTH100 - a link keeps its own name
        label = f"{path.parent.name}/{path.name}"
        if len(label) > LONGEST_LABEL:
            label = "…" + label[1 - LONGEST_LABEL :]
        return cls(searching, Network.load(path), label)

    @property
    def name(self) -> str:
        """``champion``, or ``champion:search``."""
        return f"{self.label}:search" if self.searching else self.label

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:
        """The best action, by what is known before anything is drawn."""
        # NumPy and the weights come with the first choice, not with the list of bots.
        from alhambra.neural.inference import evaluate_actions, search_actions

        position = view.position
        if self.searching and not stop():
            rated = search_actions(position, rng.getrandbits(64), stop, self.network)
        else:
            rated = evaluate_actions(position, self.network)
        order = (-rated.worth(position.seat)).argsort(kind="stable")
        actions = [action_of(rated.codes[i]) for i in order]
        if isinstance(actions[0], Remove | Swap) and rng.random() < RESTLESS:
            return next((a for a in actions if not isinstance(a, Remove | Swap)), actions[0])
        return actions[0]
