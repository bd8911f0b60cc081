"""What happens after a line of a turn: the champion plays on under sampled orders of deck and bag,
until two more turns of the same seat are over."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from alhambra.actions import Action, Buy, LegalActions, action_of
from alhambra.analysis.candidates import BEFORE_DRAWING
from alhambra.core import building, dealing, turns
from alhambra.core import constants as c
from alhambra.core.position import Position
from alhambra.neural.inference import best_actions
from alhambra.pieces import KINDS, SCORINGS, Kind, Tile, cards_in
from alhambra.scoring import Sheet

TURNS = 2
BITS = 64  # of a seed


@dataclass(slots=True)
class Course:
    """What happened after a line under one order. The lists have an entry per turn of the seat."""

    takers: dict[Tile, int]  # tiles bought in the line and before the next turn, and by whom
    can_pay_exactly: bool = False  # any tile at the next turn
    next_bought: set[Tile] = field(default_factory=set)  # by the seat, at its next turn
    tiles: list[int] = field(default_factory=list)  # bought since the line began
    ahead: list[int] = field(default_factory=list)  # points ahead at the next scoring, if it came
    wall: list[int] = field(default_factory=list)
    kinds: list[dict[Kind, int]] = field(default_factory=list)  # points at the next scoring

    @property
    def is_over(self) -> bool:
        """Whether both turns are over."""
        return len(self.tiles) == TURNS


def courses_of(
    end: Position, actions: Sequence[Action], seat: int, orders: int, seed: int
) -> list[Course]:
    """The courses of a line that leaves this position, under the orders of a seed."""
    chance = random.Random(seed)
    runs = [_Run(end, actions, seat, chance.getrandbits(BITS)) for _ in range(orders)]
    while waiting := [run for run in runs if run.needs_a_decision()]:
        codes = best_actions([run.position for run in waiting])
        for run, code in zip(waiting, codes, strict=True):
            run.play(code)
    return [run.course for run in runs]


class _Run:
    """A course in progress."""

    def __init__(self, end: Position, actions: Sequence[Action], seat: int, seed: int) -> None:
        self.position, self._seat = end.clone(), seat
        dealing.hide(self.position)
        dealing.sample(self.position, seed)
        self._chance = random.Random(seed)
        bought = [action.tile for action in actions if isinstance(action, Buy)]
        self.course = Course(dict.fromkeys(bought, seat))
        self._bought, self._before_next = len(bought), True

    def needs_a_decision(self) -> bool:
        """Play everything that needs no decision. False once the course is over."""
        while not self.course.is_over and self.position.phase >= c.REFILLING:
            if self.position.phase == c.RESHUFFLING:
                turns.stack(self.position, bytes(self._shuffled()))
            else:
                turns.go_on(self.position)
        while self.position.phase == c.OVER and not self.course.is_over:
            self._note()
        return not self.course.is_over

    def _shuffled(self) -> list[int]:
        piles = (cards_in(pile, number) for number, pile in enumerate(self.position.discard))
        order = [card.code for pile in piles for card in pile]
        self._chance.shuffle(order)
        return order

    def play(self, code: int) -> None:
        """Play an action, and note how things stand at the end of the seat's turn."""
        mine = self.position.seat == self._seat
        if mine and self._before_next:
            self._before_next = False
            self.course.can_pay_exactly = any(exact_purchases(self.position))
        action = action_of(code)
        if isinstance(action, Buy):
            self._bought += mine
            if self._before_next:
                self.course.takers[action.tile] = self.position.seat
            elif mine and not self.course.tiles:
                self.course.next_bought.add(action.tile)
        turns.play(self.position, code)
        if mine and self.position.phase in BEFORE_DRAWING:
            self._note()

    def _note(self) -> None:
        course, seat = self.course, self._seat
        course.tiles.append(self._bought)
        course.ahead.append(points_ahead(self.position, seat))
        course.wall.append(building.longest_wall(self.position, seat))
        course.kinds.append(kind_points(self.position, seat))


def exact_purchases(position: Position) -> Iterator[Tile]:
    """The tiles that the seat to act can pay exactly."""
    for action in LegalActions(position, action_of):
        if isinstance(action, Buy) and action.exact:
            yield action.tile


def points_ahead(position: Position, seat: int) -> int:
    """How many points a seat is ahead of the best other one, if the next scoring came now."""
    points = list(position.score)[: position.players]
    if position.phase != c.OVER:
        sheet = Sheet.of(position, SCORINGS[min(position.scored, 2)])
        points = [have + more for have, more in zip(points, sheet.points, strict=False)]
    return points[seat] - max(own for other, own in enumerate(points) if other != seat)


def kind_points(position: Position, seat: int) -> dict[Kind, int]:
    """The points of a seat for each kind, if the next scoring came now; after the end those of the
    last one."""
    kinds = Sheet.of(position, SCORINGS[min(position.scored, 2)]).kinds
    return {kind: kinds[kind].points[seat] for kind in KINDS}
