"""Evaluation of a game for hints and reports: what every seat can expect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from alhambra.actions import Action, action_of

if TYPE_CHECKING:
    from alhambra.neural.network import Numbers
    from alhambra.view import View


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a seat can expect: its share of the win, and its points ahead of the average of the
    others."""

    share: float
    margin: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The expectation of each seat now, and of the seat to act after each legal action. ``best`` is
    the action that the champion would play: if shares are almost equal, points decide."""

    seats: tuple[Expectation, ...]
    actions: dict[Action, Expectation]
    best: Action | None


def evaluate(view: View) -> Evaluation:
    """What the champion expects of a game, if all play on like the champion.

    >>> import alhambra
    >>> game = alhambra.Game.new(["Ana", "Bruno", "Carla"], seed=7)
    >>> judged = alhambra.evaluate(game.view(0))
    >>> round(sum(seat.share for seat in judged.seats), 5), len(judged.actions)
    (1.0, 4)
    """
    # imported lazily: most programs that import alhambra do not need NumPy
    from alhambra.neural.inference import evaluate_actions, evaluate_position

    position = view.position
    if not view.legal_actions:
        return Evaluation(_expectations(*evaluate_position(position)), {}, None)
    rated = evaluate_actions(position)
    best = int(rated.worth(position.seat).argmax())
    mine = position.seat
    actions = {
        action_of(code): _expectations(rated.shares[i], rated.margins[i])[mine]
        for i, code in enumerate(rated.codes)
    }
    seats = _expectations(rated.shares[best], rated.margins[best])
    return Evaluation(seats, actions, action_of(rated.codes[best]))


def _expectations(shares: Numbers, margins: Numbers) -> tuple[Expectation, ...]:
    """Convert margins, which the network gives against the average of all seats, to margins
    against the average of the others."""
    others = len(shares) / (len(shares) - 1)
    return tuple(
        Expectation(float(share), float(margin) * others)
        for share, margin in zip(shares, margins, strict=True)
    )
