"""The bot that plays by a neural network trained by self-play."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from alhambra.actions import Action, Remove, Swap, action_of
from alhambra.bots.bot import Stop
from alhambra.bots.threads import BotThreads
from alhambra.view import View

if TYPE_CHECKING:
    from alhambra.core.position import Position
    from alhambra.neural.network import Network

# Tiles could be removed and built again for ever if every player preferred that to going on. So
# this share of removals and swaps gives way to the best other action.
RESTLESS = 0.25
LONGEST_NAME = 35  # so that it fits into a record


@dataclass(frozen=True, slots=True)
class Search:
    """How a champion searches: for a time, or until a number of rows is rated by the network."""

    rows: int | None = None
    milliseconds: int | None = None
    threads: int = 1

    @property
    def name(self) -> str:
        """As the bot's name has it."""
        effort = f"{self.milliseconds}ms" if self.milliseconds else f"{self.rows}rows"
        return effort + (f":threads={self.threads}" if self.threads != 1 else "")


@dataclass(frozen=True, slots=True)
class ChampionBot:
    """Plays the action that its network rates best, or searches further from the best few: a fixed
    number of orders and decisions, or as ``search`` says. Uses the package's network for the number
    of players, or weights from a file."""

    searching: bool = False
    network: Network | None = None
    label: str = "champion"
    search: Search | None = None
    _pool: BotThreads | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Threads are started with the first choice that needs them."""
        several = self.search and self.search.threads > 1
        pool = BotThreads(self.search.threads) if self.search and several else None
        object.__setattr__(self, "_pool", pool)

    @classmethod
    def from_file(
        cls,
        file: str | os.PathLike[str],
        searching: bool = False,
        search: Search | None = None,
    ) -> ChampionBot:
        """A bot with weights written by ``alhambra train``, named by the end of their path. They
        are read at once, so a training may overwrite the file while the bot plays."""
        from alhambra.neural.network import Network

        path = Path(os.path.abspath(file))  # noqa: PTH100 - a link keeps its own name
        label = f"{path.parent.name}/{path.name}"
        bot = cls(searching, Network.load(path), label, search)
        if (too_long := len(bot.name) - LONGEST_NAME) > 0:
            return replace(bot, label="…" + label[too_long + 1 :])
        return bot

    @property
    def name(self) -> str:
        """``champion``, ``champion:search``, or ``champion:search:200ms``."""
        parts = [self.label]
        if self.searching:
            parts.append("search")
        if self.search:
            parts.append(self.search.name)
        return ":".join(parts)

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:
        """The best action, by the position before anything is drawn."""
        actions = [action_of(code) for code in self._ranked(view.position, rng, stop)]
        if isinstance(actions[0], Remove | Swap) and rng.random() < RESTLESS:
            return next((a for a in actions if not isinstance(a, Remove | Swap)), actions[0])
        return actions[0]

    def _ranked(self, position: Position, rng: random.Random, stop: Stop) -> list[int]:
        """The codes of the best actions, or of all, from the best on."""
        # Imported lazily: listing the bots needs neither NumPy nor the weights.
        from alhambra.neural.inference import evaluate_actions, search_actions
        from alhambra.neural.search import Effort, best_actions

        if not self.searching or stop():
            rated = evaluate_actions(position, self.network)
        elif self.search:
            milliseconds, threads = self.search.milliseconds, self.search.threads
            seconds = milliseconds / 1000 if milliseconds else None
            effort = Effort(self.search.rows, seconds, self._pool, threads)
            return best_actions(position, rng.getrandbits(64), effort, stop, self.network)
        else:
            rated = search_actions(position, rng.getrandbits(64), stop, self.network)
        order = (-rated.worth(position.seat)).argsort(kind="stable")
        return [rated.codes[i] for i in order]
