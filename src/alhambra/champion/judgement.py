"""What the champion thinks of a position: its network, asked in the right way."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from alhambra.champion import features, lookahead
from alhambra.champion.network import Numbers, champion_network, row_width
from alhambra.core import constants as c
from alhambra.core import turns
from alhambra.core.position import Position, Workspace

MARGIN = 0.001  # what a point ahead is worth beside the share of the win
NEAR = 0.08  # actions rated so much below the best are not looked at further
WIDTH = 6  # actions looked at further
REFILLS = 12  # ways to fill row and market for each
ROWS = 6000  # no more than can be rated in the time a person hardly notices


@dataclass(frozen=True, slots=True)
class Rated:
    """Actions by their codes, and for each what every seat can expect: by seat, not by turn."""

    codes: list[int]
    shares: Numbers
    margins: Numbers

    def worth(self, seat: int) -> Numbers:
        """What each action is worth to a seat."""
        worth: Numbers = self.shares[:, seat] + MARGIN * self.margins[:, seat]
        return worth


class _Prospects:
    """Room for what ``lookahead`` finds."""

    def __init__(self, players: int) -> None:
        self.rows = np.zeros((ROWS, row_width(players)), np.uint8)
        self.branches = np.zeros((WIDTH * REFILLS, 4), np.int32)
        self.points = np.zeros((WIDTH * REFILLS, players), np.int16)
        self.found_by = lookahead.Prospects(self.rows, self.branches, self.points)


class _Memory(threading.local):
    """What a thread works with."""

    def __init__(self) -> None:
        self.work = Workspace()
        self.describers = {players: features.Describer(players) for players in range(2, 7)}
        self._prospects: dict[int, _Prospects] = {}

    def prospects(self, players: int) -> _Prospects:
        """Made when they are first needed: they are large."""
        if players not in self._prospects:
            self._prospects[players] = _Prospects(players)
        return self._prospects[players]


_MEMORY = _Memory()


def result(position: Position) -> tuple[Numbers, Numbers]:
    """Shares and margins at the end of a game."""
    return _shares_of(np.array(tuple(position.score)[: position.players], np.int16))


def rate_position(position: Position) -> tuple[Numbers, Numbers]:
    """What every seat can expect where nobody is to decide: before a refill, or at the end."""
    if position.phase == c.OVER:
        return result(position)
    players = position.players
    describer = _MEMORY.describers[players]
    row = np.frombuffer(features.description(describer, _MEMORY.work, position), np.uint8)
    shares, margins = champion_network(players).rate(row[None])
    return _by_seat(shares, position.seat)[0], _by_seat(margins, position.seat)[0]


def rate_actions(position: Position) -> Rated:
    """What every seat can expect after each action, before anything is drawn. Where an action
    ends the game, that is no guess."""
    players = position.players
    network, describer = champion_network(players), _MEMORY.describers[players]
    codes, text = features.afterstates(describer, _MEMORY.work, position)
    rows = np.frombuffer(text, np.uint8).reshape(len(codes), describer.width)
    shares, margins = (_by_seat(part, position.seat) for part in network.rate(rows))
    if position.phase == c.AWARDING:
        for i, code in enumerate(codes):
            after = turns.after(position, code)
            if after.phase == c.OVER:
                shares[i], margins[i] = result(after)
    return Rated(codes, shares, margins)


def rate_further(position: Position, seed: int) -> Rated:
    """The actions with the best prospects, rated by what the next to decide would make of each of
    some refills. All actions meet the same refills."""
    rated = rate_actions(position)
    worth = rated.worth(position.seat)
    order = np.argsort(-worth, kind="stable")[:WIDTH]
    near = [int(i) for i in order if worth[i] > worth[order[0]] - NEAR]
    if len(near) > 1:
        further = _follow(position, [rated.codes[i] for i in near], seed)
        if further:
            return further
    return Rated([rated.codes[i] for i in near], rated.shares[near], rated.margins[near])


def _follow(position: Position, codes: list[int], seed: int) -> Rated | None:
    """The mean over refills of the next decision's best; None where not even one fits."""
    players = position.players
    prospects = _MEMORY.prospects(players)
    refills = lookahead.expand(
        prospects.found_by,
        _MEMORY.describers[players],
        _MEMORY.work,
        position,
        codes,
        REFILLS,
        seed,
    )
    if not refills:
        return None
    branches = prospects.branches[: refills * len(codes)]
    size = int((branches[:, 2] + branches[:, 3]).max())
    network = champion_network(players)
    rated = network.rate(prospects.rows[:size]) if size else None
    total = np.zeros((2, len(codes), players), np.float32)
    for branch, (number, seat, first, n) in enumerate(branches.tolist()):
        if n and rated:
            shares, margins = rated[0][first : first + n], rated[1][first : first + n]
            best = int(np.argmax(shares[:, 0] + MARGIN * margins[:, 0]))
            total[0, number] += _by_seat(shares[best : best + 1], seat)[0]
            total[1, number] += _by_seat(margins[best : best + 1], seat)[0]
        else:
            share, margin = _shares_of(prospects.points[branch, :players])
            total[0, number] += share
            total[1, number] += margin
    return Rated(codes, total[0] / refills, total[1] / refills)


def _shares_of(points: NDArray[np.int16]) -> tuple[Numbers, Numbers]:
    """Final points as shares of the win and margins."""
    numbers = points.astype(np.float32)
    best = (numbers == numbers.max()).astype(np.float32)
    return best / best.sum(), numbers - numbers.mean()


def _by_seat(numbers: Numbers, actor: int) -> Numbers:
    """Columns that begin with the actor, in the order of the seats."""
    return np.roll(numbers, actor, axis=1)
