"""The bot that plays by a neural network trained by self-play."""

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

# Tiles could be removed and built again for ever if every player preferred that to going on. So
# this share of removals and swaps gives way to the best other action.
RESTLESS = 0.25
LONGEST_LABEL = 28  # so that it fits into a record


@dataclass(frozen=True, slots=True)
class ChampionBot:
    """Plays the action that its network rates best, or searches a few steps further from the best
    few. Uses the package's network for the number of players, or weights from a file."""

    searching: bool = False
    network: Network | None = None
    label: str = "champion"

    @classmethod
    def from_file(cls, file: str | os.PathLike[str], searching: bool = False) -> ChampionBot:
        """A bot with weights written by ``alhambra train``, named by the end of their path. They
        are read at once, so a training may overwrite the file while the bot plays."""
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
        """The best action, by the position before anything is drawn."""
        # Imported lazily: listing the bots needs neither NumPy nor the weights.
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
