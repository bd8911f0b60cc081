"""Hints for the seat to act: which actions are best, how sure that is, and why, in a line each.

They come from a view, so nothing hidden is used. What an action is worth comes from a race between
the most promising ones; the reasons are in ``hint_reasons``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile
from typing import TYPE_CHECKING

from alhambra.actions import Action, Buy, action_of
from alhambra.analysis.results import Mark, Shares, Why
from alhambra.game import Game
from alhambra.reasons import AlhambraError, why
from alhambra.view import View

if TYPE_CHECKING:
    from alhambra.core.position import Position
    from alhambra.neural.endgame import Ending
    from alhambra.neural.race import RaceRules, Standing, Standings
    from alhambra.neural.rollouts import Stop
    from alhambra.pieces import Tile

SHOWN = 3  # actions in a hint
RACING = 5  # actions that are followed
ROWS = 60_000  # rated by the network, at most
CONFIRMING = 96  # orders, for the two actions of a blunder
FURTHER = 8  # decisions, for the same


class Strength(StrEnum):
    """How good an action is beside the best."""

    STRONG = "strong"
    GOOD = "good"
    FAIR = "fair"
    WEAK = "weak"
    POOR = "poor"


STEPS = (
    (0.02, Strength.GOOD),
    (0.05, Strength.FAIR),
    (0.10, Strength.WEAK),
)
"""How far behind the best an action may be, in shares of the win: the limits of the marks."""
MARKS = {
    Strength.FAIR: Mark.INACCURACY,
    Strength.WEAK: Mark.MISTAKE,
    Strength.POOR: Mark.BLUNDER,
}
BLUNDER = STEPS[-1][0]


@dataclass(frozen=True, slots=True)
class Advice:
    """An action, and what it is worth."""

    action: Action
    strength: Strength
    share: float  # of the win, for the seat to act
    behind: float  # the best action
    error: float  # standard error of that
    reason: Why

    @property
    def mark(self) -> Mark | None:
        """What a review would call it."""
        return MARKS.get(self.strength)


@dataclass(frozen=True, slots=True)
class Hint:
    """Up to three actions from the best on. The first ``leading`` may be the best: one that clearly
    is, several that are equally good, or several that could not be told apart."""

    seat: int
    advice: tuple[Advice, ...]
    leading: int
    equal: bool  # the leading ones are equally good
    shares: Shares  # of the win after the best action, for every seat
    orders: int  # of deck and bag that were followed

    @property
    def best(self) -> Action:
        """The action to play."""
        return self.advice[0].action

    @property
    def clear(self) -> bool:
        """Whether one action is clearly the best."""
        return self.leading == 1


@dataclass(frozen=True, slots=True)
class Missed:
    """A blunder: the action that would have been better, and how much it cost."""

    played: Action
    better: Advice
    cost: float  # of the win
    error: float  # standard error of the cost


def hint(
    table: View | Game, *, seed: int = 1, stop: Stop | None = None, open_hands: bool = True
) -> Hint:
    """The best actions for the seat to act. The same seed gives the same hint. Without
    ``open_hands`` no reason speaks of the money of the other seats. Raises AnalysisStopped if
    ``stop`` returned true meanwhile.

    >>> import alhambra
    >>> game = alhambra.Game.new(["Ana", "Bruno", "Carla"], seed=7)
    >>> found = alhambra.hint(game)
    >>> found.best in game.legal_actions, found.advice[0].strength.value
    (True, 'strong')
    """
    # imported lazily, as in ``evaluate``
    from alhambra.neural.endgame import best_ending, endings
    from alhambra.neural.inference import evaluate_actions
    from alhambra.neural.search import WON

    position = _position(table)
    certain = endings(position)
    rated = evaluate_actions(position)
    order = (-rated.worth(position.seat)).argsort(kind="stable")[:RACING]
    codes = [rated.codes[i] for i in order]
    ending = best_ending(certain, position.seat)
    if ending is not None and ending not in codes:
        codes.append(ending)
    if ending is not None and certain[ending].shares[position.seat] == WON:
        codes = [code for code in codes if code in certain]
    standings = _race(position, codes, seed, _rules(position), certain, stop)
    return _hint_of(position, standings, open_hands)


def missed(
    before: View | Game,
    played: Action,
    *,
    seed: int = 1,
    stop: Stop | None = None,
    open_hands: bool = True,
) -> Missed | None:
    """What was missed if an action was a blunder: surely as bad as that, and still as bad when it
    and the better one are followed further. ``before`` is the table before the action;
    ``open_hands`` as for ``hint``. Raises AnalysisStopped if ``stop`` returned true meanwhile."""
    from alhambra.neural.endgame import endings

    position = _position(before)
    found = hint(before, seed=seed, stop=stop, open_hands=open_hands)
    if played.code in [_code(advice) for advice in found.advice[: found.leading]]:
        return None
    rules, certain = _rules(position), endings(position)
    codes = [_code(found.advice[0]), played.code]
    further = replace(rules, depth=max(rules.depth, FURTHER), batch=CONFIRMING, most=CONFIRMING)
    for each in (rules, further):
        standings = _race(position, codes, seed + 1, each, certain, stop)
        worse = standings.actions[-1]
        if worse.code != played.code or worse.behind < max(BLUNDER, 2 * worse.error):
            return None
    return Missed(played, found.advice[0], worse.behind, worse.error)


def _code(advice: Advice) -> int:
    return advice.action.code


def _position(table: View | Game) -> Position:
    view = table.view(table.seat) if isinstance(table, Game) else table
    if not view.phase.is_decision:
        raise AlhambraError(why("nothing_to_decide"))
    return view.position


def _rules(position: Position) -> RaceRules:
    from alhambra.neural.endgame import decisions_to_follow
    from alhambra.neural.race import RaceRules

    return RaceRules(depth=decisions_to_follow(position, RaceRules().depth))


def _race(
    position: Position,
    codes: Sequence[int],
    seed: int,
    rules: RaceRules,
    certain: Mapping[int, Ending],
    stop: Stop | None,
) -> Standings:
    from alhambra.analysis.turn_values import AnalysisStopped
    from alhambra.neural.endgame import with_endings
    from alhambra.neural.race import race
    from alhambra.neural.rollouts import never, rollouts

    stop = stop or never
    follow = with_endings(rollouts(position.players).follow, certain)
    standings = race(follow, position, codes, seed, rules, ROWS, stop)
    if standings is None or stop():
        raise AnalysisStopped
    return standings


def _hint_of(position: Position, found: Standings, open_hands: bool) -> Hint:
    from alhambra.analysis.hint_reasons import reasons_of

    shown = _varied(found.actions)[:SHOWN]
    leading = sum(each in found.actions[: found.leading] for each in shown)
    codes = [each.code for each in shown]
    reasons = reasons_of(position, codes, leading, open_hands=open_hands)
    advice = tuple(
        Advice(
            action_of(each.code),
            Strength.STRONG if n < leading else strength_of(each.behind),
            float(each.shares[position.seat]),
            each.behind,
            each.error,
            reason,
        )
        for n, (each, reason) in enumerate(zip(shown, reasons, strict=True))
    )
    shares = tuple(map(float, shown[0].shares))
    return Hint(position.seat, advice, leading, found.equal, shares, found.orders)


def _varied(actions: Sequence[Standing]) -> list[Standing]:
    """The actions without other ways to pay for the same tile, as long as enough are left."""
    found: list[Standing] = []
    tiles: set[Tile] = set()
    for number, each in enumerate(actions):
        action = action_of(each.code)
        needed = SHOWN - len(found) >= len(actions) - number
        if isinstance(action, Buy) and action.tile in tiles and not needed:
            continue
        if isinstance(action, Buy):
            tiles.add(action.tile)
        found.append(each)
    return found


def strength_of(behind: float) -> Strength:
    """The word for an action that is not the best.

    >>> strength_of(0.03).value, strength_of(0.3).value
    ('fair', 'poor')
    """
    passed = takewhile(lambda step: behind >= step[0], STEPS)
    number = sum(1 for _ in passed)
    return STEPS[number][1] if number < len(STEPS) else Strength.POOR
