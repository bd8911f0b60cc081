"""What happens after a line of a turn: the champion plays on under sampled orders of deck and bag,
until two more turns of the same seat are over."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from alhambra.actions import Action, Buy, action_of
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
class Simulation:
    """What happened after a line under one order."""

    takers: dict[Tile, int]  # tiles bought in the line and before the next turn, and by whom
    next_bought: set[Tile] = field(default_factory=set)  # by the seat, at its next turn
    later_bought: set[Tile] = field(default_factory=set)  # by the seat, at both turns
    tiles: list[int] = field(default_factory=list)  # bought since the line began, at each turn
    # At the end of the second turn:
    ahead: int = 0  # points at the next scoring, if it came
    wall: int = 0
    kinds: dict[Kind, int] = field(default_factory=dict)  # points at the next scoring

    @property
    def is_over(self) -> bool:
        """Whether both turns are over."""
        return len(self.tiles) == TURNS


def simulations_of(
    lines: Sequence[tuple[Position, Sequence[Action]]], seat: int, orders: int, seed: int
) -> list[list[Simulation]]:
    """Simulations of lines that leave these positions, under the orders of a seed."""
    chance = random.Random(seed)
    seeds = [chance.getrandbits(BITS) for _ in range(orders)]
    found = [[_Run(end, actions, seat, each) for each in seeds] for end, actions in lines]
    runs = [run for some in found for run in some]
    while waiting := [run for run in runs if run.needs_a_decision()]:
        codes = best_actions([run.position for run in waiting])
        for run, code in zip(waiting, codes, strict=True):
            run.play(code)
    return [[run.simulation for run in some] for some in found]


class _Run:
    """A simulation in progress."""

    def __init__(self, end: Position, actions: Sequence[Action], seat: int, seed: int) -> None:
        self.position, self._seat = end.clone(), seat
        dealing.hide(self.position)
        dealing.sample(self.position, seed)
        self._chance = random.Random(seed)
        bought = [action.tile for action in actions if isinstance(action, Buy)]
        self.simulation = Simulation(dict.fromkeys(bought, seat))
        self._bought, self._before_next = len(bought), True

    def needs_a_decision(self) -> bool:
        """Play everything that needs no decision. False once the simulation is over."""
        while not self.simulation.is_over and self.position.phase >= c.REFILLING:
            if self.position.phase == c.RESHUFFLING:
                turns.stack(self.position, bytes(self._shuffled()))
            else:
                turns.go_on(self.position)
        while self.position.phase == c.OVER and not self.simulation.is_over:
            self._note()
        return not self.simulation.is_over

    def _shuffled(self) -> list[int]:
        piles = (cards_in(pile, number) for number, pile in enumerate(self.position.discard))
        order = [card.code for pile in piles for card in pile]
        self._chance.shuffle(order)
        return order

    def play(self, code: int) -> None:
        """Play an action, and note how things stand at the end of the seat's turn."""
        mine = self.position.seat == self._seat
        self._before_next = self._before_next and not mine
        action = action_of(code)
        if isinstance(action, Buy):
            if self._before_next:
                self.simulation.takers[action.tile] = self.position.seat
            elif mine:
                self._note_purchase(action.tile)
        turns.play(self.position, code)
        if mine and self.position.phase in BEFORE_DRAWING:
            self._note()

    def _note_purchase(self, tile: Tile) -> None:
        self._bought += 1
        self.simulation.later_bought.add(tile)
        if not self.simulation.tiles:
            self.simulation.next_bought.add(tile)

    def _note(self) -> None:
        simulation, position, seat = self.simulation, self.position, self._seat
        simulation.tiles.append(self._bought)
        if simulation.is_over:
            simulation.ahead = points_ahead(position, seat)
            simulation.wall = building.longest_wall(position, seat)
            simulation.kinds = kind_points(position, seat)


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
