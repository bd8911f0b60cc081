"""Evaluates positions and actions with the champion's network."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from alhambra.core import constants as c
from alhambra.core import turns
from alhambra.core.position import Position, Workspace
from alhambra.neural import features
from alhambra.neural.encoder import Encoder
from alhambra.neural.network import (
    InvalidWeights,
    Network,
    Numbers,
    champion_network,
)
from alhambra.neural.rollouts import result_of, rollouts, worth_of
from alhambra.reasons import why

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
        return worth_of(self.shares[:, seat], self.margins[:, seat])


class _Memory(threading.local):
    """The buffers of one thread."""

    def __init__(self) -> None:
        self.work = Workspace()
        self.encoders = {players: Encoder(players) for players in range(2, 7)}


_MEMORY = _Memory()


def result(position: Position) -> tuple[Numbers, Numbers]:
    """Shares and margins at the end of a game."""
    return result_of(np.array(tuple(position.score)[: position.players], np.int16))


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
    rated = rate_actions(position, network)
    if position.phase == c.AWARDING:
        for i, code in enumerate(rated.codes):
            after = turns.after(position, code)
            if after.phase == c.OVER:
                rated.shares[i], rated.margins[i] = result(after)
    return rated


def rate_actions(position: Position, network: Network | None = None) -> Rated:
    """What the network alone expects after each action, also where the result is known."""
    network = network_for(position, network)
    encoder = _MEMORY.encoders[position.players]
    codes, text = features.afterstates(encoder, _MEMORY.work, position)
    rows = np.frombuffer(text, np.uint8).reshape(len(codes), encoder.width)
    shares, margins = (_by_seat(part, position.seat) for part in network.rate(rows))
    return Rated(codes, shares, margins)


def promising(rated: Rated, seat: int, near: float = NEAR) -> list[int]:
    """The indices of the few actions that are worth a closer look, from the best on: none that is
    ``near`` or more behind."""
    worth = rated.worth(seat)
    order = np.argsort(-worth, kind="stable")[:WIDTH]
    return [int(i) for i in order if worth[i] > worth[order[0]] - near]


def best_actions(positions: Sequence[Position]) -> list[int]:
    """The champion's choice in each of several positions of as many players. That is faster than
    one after the other."""
    if any(position.phase == c.AWARDING for position in positions):
        return [_best_action(position) for position in positions]
    if not positions:
        return []
    encoder = _MEMORY.encoders[positions[0].players]
    listed = [features.afterstates(encoder, _MEMORY.work, position) for position in positions]
    counts = np.array([len(codes) for codes, _ in listed])
    first = np.concatenate([[0], counts.cumsum()[:-1]]).astype(np.int32)
    rows = np.frombuffer(b"".join(text for _, text in listed), np.uint8)
    network = champion_network(positions[0].players)
    shares, margins = network.rate(rows.reshape(-1, encoder.width), first)
    worth = np.split(worth_of(shares[:, 0], margins[:, 0]), first[1:])
    return [codes[int(each.argmax())] for (codes, _), each in zip(listed, worth, strict=True)]


def _best_action(position: Position) -> int:
    rated = evaluate_actions(position)
    return rated.codes[int(rated.worth(position.seat).argmax())]


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
    near = promising(rated, position.seat)
    codes = [rated.codes[i] for i in near]
    if len(codes) > 1:
        follow = rollouts(position.players, network).follow_once
        found = follow(position, codes, ORDERS, DEPTH, ROWS[position.players], seed, stop)
        if len(found.shares):
            means = (part.mean(0).astype(np.float32) for part in (found.shares, found.margins))
            return Rated(codes, *means)
    return Rated(codes, rated.shares[near], rated.margins[near])


def _by_seat(numbers: Numbers, actor: int) -> Numbers:
    """Reorder columns that begin with the actor into the order of the seats."""
    return np.roll(numbers, actor, axis=1)
