"""Bots as somebody might bring them: one that plays, and some that play foul."""

from __future__ import annotations

import os
import random
from typing import cast

from alhambra import Action, Pass, View
from alhambra.actions import Buy, Place, Take
from alhambra.bots import Stop


class Buyer:
    """Buys what it can pay exactly, else anything, else takes the most money."""

    name = "buyer"

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:
        actions = list(view.legal_actions)
        rng.shuffle(actions)
        return max(actions, key=self.worth)

    @staticmethod
    def worth(action: Action) -> float:
        match action:
            case Buy():
                return 100.0 if action.exact else 50.0
            case Place():
                return 10.0
            case Take(cards=cards):
                return float(sum(card.value for card in cards))
        return 0.0


class Forgetful(Buyer):
    """Counts its decisions, which a new game must not know of."""

    name = "forgetful"

    def __init__(self) -> None:
        self.decisions = 0

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:
        self.decisions += 1
        actions = list(view.legal_actions)
        return actions[self.decisions % len(actions)]


class Cheat(Buyer):
    """Passes when it grows tired."""

    name = "cheat"

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:
        return Pass() if view.scores[view.seat] else super().choose(view, rng=rng, stop=stop)


class Crash(Buyer):
    name = "crash"

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:
        raise RuntimeError("out of ideas")


class Mute(Buyer):
    name = "mute"

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:
        return cast(Action, None)


class Gone(Buyer):
    """Takes its process with it."""

    name = "gone"

    def choose(self, view: View, *, rng: random.Random, stop: Stop) -> Action:
        os._exit(7)


class Particular(Buyer):
    """Cannot be made without being told."""

    def __init__(self, taste: str) -> None:
        self.taste = taste


class Impostor(Buyer):
    name = "random"


def not_a_bot() -> None:
    """Has no name to be listed by."""
