"""Evaluates positions and actions with the champion's network."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from alhambra.core import constants as c
from alhambra.core import turns
from alhambra.core.position import Position, Workspace
from alhambra.neural import features, lookahead
from alhambra.neural.encoder import Encoder
from alhambra.neural.network import (
    InvalidWeights,
    Network,
    Numbers,
    champion_network,
    row_width,
)
from alhambra.reasons import why

MARGIN = 0.001  # the value of a point of margin, compared to the share of the win
NEAR = 0.06  # actions rated further below the best than this are not searched
WIDTH = 6  # actions searched
ORDERS = 12  # sampled orders of deck and bag for each
DEPTH = 4  # decisions after it, of any seat
# Rated in all, for each number of players: no more than in the time a person hardly notices
ROWS = {2: 2600, 3: 2500, 4: 2200, 5: 2000, 6: 2000}


@dataclass(frozen=True, slots=True)
class Rated:
    """Actions by their codes, and for each what every seat can expect: by seat, not by turn."""

    codes: list[int]
    shares: Numbers
    margins: Numbers

    def worth(self, seat: int) -> Numbers:
        """What each action is worth to a seat."""
        return _worth(self.shares[:, seat], self.margins[:, seat])


class _Memory(threading.local):
    """The buffers of one thread."""

    def __init__(self) -> None:
        self.work = Workspace()
        self.encoders = {players: Encoder(players) for players in range(2, 7)}
        self._buffers: dict[int, lookahead.LookaheadBuffer] = {}

    def buffer(self, players: int) -> lookahead.LookaheadBuffer:
        """The buffer for this number of players. It is large, so it is made at the first use."""
        if players not in self._buffers:
            width = row_width(players)
            self._buffers[players] = lookahead.LookaheadBuffer(
                ROWS[players], WIDTH * ORDERS, players, width
            )
        return self._buffers[players]


_MEMORY = _Memory()


def result(position: Position) -> tuple[Numbers, Numbers]:
    """Shares and margins at the end of a game."""
    return _shares_of(np.array(tuple(position.score)[: position.players], np.int16))


def evaluate_position(position: Position) -> tuple[Numbers, Numbers]:
    """What every seat can expect where no decision is due: before a refill, or at the end."""
    if position.phase == c.OVER:
        return result(position)
    players = position.players
    encoder = _MEMORY.encoders[players]
    row = np.frombuffer(features.encoded(encoder, _MEMORY.work, position), np.uint8)
    shares, margins = champion_network(players).rate(row[None])
    return _by_seat(shares, position.seat)[0], _by_seat(margins, position.seat)[0]


def network_for(position: Position, own: Network | None) -> Network:
    """The champion's network, or ``own`` if it is for this number of players."""
    if own is None:
        return champion_network(position.players)
    if own.players != position.players:
        found, players = str(own.players), str(position.players)
        raise InvalidWeights(why("weights_players", found=found, players=players))
    return own


def evaluate_actions(position: Position, network: Network | None = None) -> Rated:
    """What every seat can expect after each action, before anything is drawn. For an action that
    ends the game this is the actual result."""
    network = network_for(position, network)
    encoder = _MEMORY.encoders[position.players]
    codes, text = features.afterstates(encoder, _MEMORY.work, position)
    rows = np.frombuffer(text, np.uint8).reshape(len(codes), encoder.width)
    shares, margins = (_by_seat(part, position.seat) for part in network.rate(rows))
    if position.phase == c.AWARDING:
        for i, code in enumerate(codes):
            after = turns.after(position, code)
            if after.phase == c.OVER:
                shares[i], margins[i] = result(after)
    return Rated(codes, shares, margins)


def search_actions(
    position: Position,
    seed: int,
    stop: Callable[[], bool] = lambda: False,
    network: Network | None = None,
) -> Rated:
    """The most promising actions, rated by playing on under sampled orders of deck and bag, where
    every seat chooses by the network. All actions get the same orders."""
    network = network_for(position, network)
    rated = evaluate_actions(position, network)
    worth = rated.worth(position.seat)
    order = np.argsort(-worth, kind="stable")[:WIDTH]
    near = [int(i) for i in order if worth[i] > worth[order[0]] - NEAR]
    if len(near) > 1:
        further = _follow(position, [rated.codes[i] for i in near], seed, stop, network)
        if further:
            return further
    return Rated([rated.codes[i] for i in near], rated.shares[near], rated.margins[near])


def _follow(
    position: Position, codes: list[int], seed: int, stop: Callable[[], bool], network: Network
) -> Rated | None:
    """The mean over the orders; None if not even one fits into the buffer."""
    players, work = position.players, _MEMORY.work
    buffer, encoder = _MEMORY.buffer(players), _MEMORY.encoders[players]
    most = ROWS[players]
    each = most // (DEPTH + 1)
    orders = lookahead.expand(buffer, encoder, work, position, codes, ORDERS, each, seed)
    if not orders:
        return None
    chosen, shares, margins = _look(buffer, network)
    left = most - buffer.size
    for _ in range(DEPTH):
        if left < buffer.size or stop():
            break
        if not lookahead.play_chosen(buffer, encoder, work, chosen):
            break
        left -= buffer.size
        chosen, shares, margins = _look(buffer, network)
    shape = (orders, len(codes), players)
    return Rated(codes, shares.reshape(shape).mean(0), margins.reshape(shape).mean(0))


def _look(
    buffer: lookahead.LookaheadBuffer, network: Network
) -> tuple[NDArray[np.int32], Numbers, Numbers]:
    """For each branch the row that is best for the seat to decide, and what every seat can expect
    then; or the result if the game is over."""
    n, players = buffer.branches, network.players
    decisions = buffer.decisions()
    first, count = decisions.first[:n], decisions.count[:n]
    chosen = np.zeros(n, np.int32)
    shares, margins = _shares_of(decisions.points[:n, :players])
    (going,) = count.nonzero()
    if going.size:
        rows = decisions.rows[: buffer.size]
        rated = network.rate(rows, first[going])
        worth = _worth(rated[0][:, 0], rated[1][:, 0])
        best = np.repeat(np.maximum.reduceat(worth, first[going]), count[going])
        found = np.flatnonzero(worth == best)
        row = found[np.searchsorted(found, first[going])]
        chosen[going] = row - first[going]
        turn = (np.arange(players) - decisions.seat[going, None]) % players
        shares[going] = np.take_along_axis(rated[0][row], turn, axis=1)
        margins[going] = np.take_along_axis(rated[1][row], turn, axis=1)
    return chosen, shares, margins


def _worth(shares: Numbers, margins: Numbers) -> Numbers:
    """The rating of actions: the share of the win, and a little for each point of margin."""
    worth: Numbers = shares + MARGIN * margins
    return worth


def _shares_of(points: NDArray[np.int16]) -> tuple[Numbers, Numbers]:
    """Final points as shares of the win and margins."""
    numbers = points.astype(np.float32)
    best = (numbers == numbers.max(axis=-1, keepdims=True)).astype(np.float32)
    shares: Numbers = best / best.sum(axis=-1, keepdims=True)
    return shares, numbers - numbers.mean(axis=-1, keepdims=True)


def _by_seat(numbers: Numbers, actor: int) -> Numbers:
    """Reorder columns that begin with the actor into the order of the seats."""
    return np.roll(numbers, actor, axis=1)
