"""A turn that was played, and the other turns it could have been.

A turn is judged by the table it leaves, before anything is drawn. Two sequences of actions that
leave the same table are the same line. Turns that certainly end the game are played exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from alhambra.actions import Action, action_of
from alhambra.core import constants as c
from alhambra.core import turns
from alhambra.core.position import Position
from alhambra.game import Game
from alhambra.neural.endgame import ending_after, ending_turn
from alhambra.neural.inference import evaluate_actions, evaluate_position
from alhambra.neural.rollouts import worth_of

Values = NDArray[np.float64]

WIDTH = 5  # actions looked at where a turn begins
WIDTH_LATER = 2  # actions looked at, besides the one played, at each later decision
NEAR = 0.05  # lines rated further below the best than this are not followed
BEFORE_DRAWING = (c.REFILLING, c.RESHUFFLING)


@dataclass(frozen=True, slots=True)
class Step:
    """An action, and the position it was played in."""

    position: Position
    code: int


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """The decisions of one turn of a game."""

    number: int  # counted from 1
    ply: int  # actions before it
    steps: tuple[Step, ...]

    @property
    def start(self) -> Position:
        """The position before its first action."""
        return self.steps[0].position

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.start.seat


@dataclass(slots=True)
class Candidate:
    """A turn as it could be played: its decisions, and the table it leaves."""

    steps: tuple[Step, ...]
    end: Position
    prefix: int  # the actions of the turn played after which it is still possible
    shares: Values  # what the network expects of the table for each seat
    margins: Values
    is_certain: bool  # the game ends with it, and the shares are its result

    @property
    def actions(self) -> tuple[Action, ...]:
        """What is done in it."""
        return tuple(action_of(step.code) for step in self.steps)

    @property
    def is_followed_by_a_draw(self) -> bool:
        """Is something drawn after it that matters?"""
        return self.end.phase in BEFORE_DRAWING and not self.is_certain

    def worth(self, seat: int) -> float:
        """What the network expects, with a little for points."""
        return float(worth_of(self.shares, self.margins)[seat])


def turns_of(game: Game) -> Iterator[PlayedTurn]:
    """The turns of a game. Placing awarded tiles after the last one is a turn of its own."""
    position = game.at(0).position
    steps: list[Step] = []
    number, ply, first = 1, 0, 0
    for event in game.events:
        if not isinstance(event, Action):
            turns.stack(position, bytes(card.code for card in event))
            turns.settle(position)
            continue
        if steps and position.steps == 0:
            yield PlayedTurn(number, first, tuple(steps))
            steps, first, number = [], ply, number + 1
        steps.append(Step(position, event.code))
        position = turns.after(position, event.code)
        ply += 1
    if steps:
        yield PlayedTurn(number, first, tuple(steps))


def candidates_of(played: PlayedTurn) -> tuple[list[Candidate], int]:
    """The line played, then the others worth a look, each table once; and how many other actions
    were possible at its decisions."""
    seat = played.seat
    lines = [finished(played.steps, len(played.steps))]
    known = {_table(lines[0].end): lines[0]}
    choices, ending = 0, False
    for number, step in enumerate(played.steps):
        before = played.steps[:number]
        if not ending and (codes := ending_turn(step.position)):
            ending = True
            _add(finished((*before, *_steps(step.position, codes)), number), lines, known)
        rated = evaluate_actions(step.position)
        choices += len(rated.codes) - 1
        worth = rated.worth(seat)
        width = WIDTH_LATER if number else WIDTH
        for i in np.argsort(-worth, kind="stable")[:width]:
            if rated.codes[i] == step.code or worth[i] < worth.max() - NEAR:
                continue
            _add(finished((*before, Step(step.position, rated.codes[i])), number), lines, known)
    best = max(line.worth(seat) for line in lines)
    lines = [line for line in lines if line is lines[0] or line.worth(seat) >= best - NEAR]
    for line in lines[1:]:
        line.prefix = _still_possible(line, played.steps)
    return lines, choices


def _add(
    line: Candidate, lines: list[Candidate], known: dict[tuple[object, ...], Candidate]
) -> None:
    """Add a line, unless it leaves the same table as another one."""
    if (table := _table(line.end)) in known:
        known[table].prefix = max(known[table].prefix, line.prefix)
    else:
        known[table] = line
        lines.append(line)


def _steps(position: Position, codes: Iterable[int]) -> Iterator[Step]:
    for code in codes:
        yield Step(position, code)
        position = after(position, code)


def finished(steps: tuple[Step, ...], prefix: int = 0) -> Candidate:
    """The turn that begins with these actions and goes on as the champion would."""
    end = after(steps[-1].position, steps[-1].code)
    rest: list[Step] = []
    while end.phase in (c.ACTING, c.PLACING) or (end.phase == c.AWARDING and end.steps):
        rated = evaluate_actions(end)
        rest.append(Step(end, rated.codes[int(rated.worth(end.seat).argmax())]))
        end = after(end, rest[-1].code)
    ending = ending_after(end)
    if ending:
        shares, margins = np.array(ending.shares), np.array(ending.margins)
    else:
        rating = evaluate_position(_after_awards(end))
        shares, margins = rating[0].astype(float), rating[1].astype(float)
    return Candidate((*steps, *rest), end, prefix, shares, margins, ending is not None)


def _after_awards(position: Position) -> Position:
    """The end of the game if only awarded tiles are left to place, as the champion would."""
    while position.phase == c.AWARDING:
        rated = evaluate_actions(position)
        position = after(position, rated.codes[int(rated.worth(position.seat).argmax())])
    return position


def after(position: Position, code: int) -> Position:
    """The position after an action and everything that follows without a draw."""
    position = position.clone()
    turns.play(position, code)
    while position.phase in (c.ENDING, c.HANDING):
        turns.go_on(position)
    return position


def _table(position: Position) -> tuple[object, ...]:
    """What distinguishes the tables that turns leave."""
    return position.facts()[:-1]


def _still_possible(line: Candidate, played: tuple[Step, ...]) -> int:
    """After how many actions of the turn played the table of a line could still be left, by its
    other actions in any order that is legal."""
    left = [step.code for step in line.steps]
    for number, step in enumerate(played[:-1], 1):
        if step.code not in left:
            break
        left.remove(step.code)
        end = _played(played[number].position, left)
        if end is not None and _table(end) == _table(line.end):
            line.prefix = max(line.prefix, number)
    return line.prefix


def _played(position: Position, codes: list[int]) -> Position | None:
    """The position after these actions, or None if they are not legal there."""
    for code in codes:
        try:
            position = after(position, code)
        except ValueError:
            return None
    return position
