"""What a bot is: a name, and a choice made from a view."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from alhambra.actions import Action
from alhambra.view import View

Stop = Callable[[], bool]
"""Asked often while a bot thinks; once it says yes, the bot answers with the best it has found.
The ``is_set`` of a ``threading.Event`` is one."""


def never() -> bool:
    """A stop for whoever has all the time in the world."""
    return False


@runtime_checkable
class Bot(Protocol):
    """A player made of code. It keeps nothing between two choices."""

    @property
    def name(self) -> str:
        """What it goes by, with its options: ``bot_named`` makes the same bot of it."""

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:
        """One of the listed actions, for a view whose seat is to act. All randomness comes
        from the generator, so that the same one gives the same choice."""
