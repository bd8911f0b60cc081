"""Who else plays: bots by name. The one place where the command line meets them."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Protocol, cast

from alhambra.actions import Action
from alhambra.cli.complaints import Complaint
from alhambra.view import View

RANDOM = "random"


class Opponent(Protocol):
    """Decides by what its seat knows."""

    def choose(self, view: View, *, rng: random.Random, stop: Callable[[], bool]) -> Action:
        """The action to play."""


class Random:
    """Plays any listed action, evenly. Here, so that nothing else has to be loaded for it."""

    def choose(self, view: View, *, rng: random.Random, stop: Callable[[], bool]) -> Action:  # noqa: ARG002
        """Any of them."""
        return rng.choice(view.legal_actions)


def bot_named(name: str) -> Opponent:
    """The bot of that name; all but the random one are loaded when asked for."""
    if name == RANDOM:
        return Random()
    try:
        bots = import_module("alhambra.bots")
    except ModuleNotFoundError:
        raise Complaint(f"there is no bot {name!r}; there are: {RANDOM}") from None
    return cast(Opponent, bots.bot_named(name))


def never() -> bool:
    """A bot may think to the end."""
    return False
