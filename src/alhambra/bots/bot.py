"""What a bot is: a name, and a choice made from a view."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from alhambra.actions import Action
from alhambra.view import View

Stop = Callable[[], bool]
"""Called often while a bot thinks. Once it returns true, the bot returns the best action found so
far. The ``is_set`` of a ``threading.Event`` can be used."""


def never() -> bool:
    """A stop for callers that set no time limit."""
    return False


@runtime_checkable
class Bot(Protocol):
    """A computer player. It keeps no state between two choices."""

    @property
    def name(self) -> str:
        """Its name with its options; ``bot_named`` makes the same bot from it."""

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:
        """One of the legal actions of a view whose seat is to act. All randomness comes from
        ``rng``, so that the same generator gives the same choice."""
