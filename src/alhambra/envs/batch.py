# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Many games played in numbered steps side by side, without the GIL. ``alhambra.envs.vector``
offers them as a vector environment."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import cython
import numpy as np

from alhambra.bots.heuristic import weights as _weights
from alhambra.neural.read_only import read_only

if not cython.compiled:
    from alhambra.bots.heuristic.city_shape import clear_spots
    from alhambra.bots.heuristic.forecast import Evaluator
    from alhambra.bots.heuristic.turn_planning import TurnPlans, best_plan, plan_turn
    from alhambra.core.bits import *
    from alhambra.core.checks import check_between, check_initialized, check_players
    from alhambra.core.constants import *
    from alhambra.core.listing import list_actions_unchecked
    from alhambra.core.playouts import choose_uniform
    from alhambra.core.position import Position, Workspace
    from alhambra.envs.numbering import *
    from alhambra.envs.observer import Observer, write_observation
    from alhambra.envs.stepper import (
        Stepper,
        copy_stepper,
        deal_game,
        extend,
        list_open,
        play_action,
        share_win,
        write_mask,
    )

    EVERY_SEAT, AGAINST_RANDOM, AGAINST_GREEDY = range(3)
    GAME_BYTES = 1


class Batch:
    """The games. ``chosen`` and ``seeds`` are for Python to write; the rest is read."""

    games: int
    players: int
    opponents: int  # who plays the other seats
    longest: int  # steps after which a game is cut off
    states: Any
    observations: Any
    masks: Any
    seats: Any  # the seat that is observed, and whose step is next
    rewards: Any  # of that seat, or of the seat whose step ended the game
    returns: Any  # of every seat
    ended: Any
    cut: Any
    refused: Any  # whether the step was not open
    chosen: Any  # the steps to take
    seeds: Any

    def __init__(self, games: int, players: int, opponents: int, longest: int) -> None:
        check_players(players)
        check_between("the number of games", games, 1, 1 << 20)
        check_between("the kind of opponents", opponents, EVERY_SEAT, AGAINST_GREEDY)
        check_between("the number of steps", longest, 1, NO_LIMIT)
        self.games = games
        self.players = players
        self.opponents = opponents
        self.longest = longest
        self.states = np.zeros((games, GAME_BYTES), np.uint8 if cython.compiled else object)
        if not cython.compiled:
            self.states[:, 0] = [Stepper() for _ in range(games)]
        self.observations = np.zeros((games, Observer(players).size), np.uint8)
        self.masks = np.zeros((games, STEPS), np.uint8)
        self.seats = np.zeros(games, np.uint8)
        self.rewards = np.zeros(games)
        self.returns = np.zeros((games, players))
        self.ended = np.ones(games, np.uint8)  # so that a first step deals
        self.cut = np.zeros(games, np.uint8)
        self.refused = np.zeros(games, np.uint8)
        self.chosen = np.zeros(games, np.int64)
        self.seeds = np.zeros(games, np.uint64)

    def arrays(self) -> SimpleNamespace:
        """What Python reads. The games write into these arrays with every step."""
        check_initialized(self.states)
        return read_only(
            observations=self.observations,
            masks=self.masks,
            seats=self.seats,
            rewards=self.rewards,
            returns=self.returns,
            ended=self.ended,
            cut=self.cut,
            refused=self.refused,
        )


class BatchWorker:
    """What one thread needs to play games."""

    def __init__(self, players: int) -> None:
        check_players(players)
        self.work = Workspace()
        self.stepper = Stepper()
        self.observer = Observer(players)
        self.plans = TurnPlans()
        self.evaluator = Evaluator(_weights.ACTION_WEIGHTS)
        self.after = Position()


def check_range(batch: Batch, worker: BatchWorker, first: int, last: int) -> int:
    """The worker can play these games."""
    check_initialized(batch.states)
    check_initialized(worker.stepper)
    check_between("the first game", first, 0, batch.games)
    check_between("the end of the games", last, first, batch.games)
    if worker.observer.players != batch.players:
        raise ValueError("the worker is for another number of players")
    if batch.chosen.shape[0] != batch.games or batch.seeds.shape[0] != batch.games:
        raise ValueError("each game needs a step and a seed")
    return 0


def save_game(batch: Batch, game: int, stepper: Stepper) -> None:
    """Store a game."""
    if cython.compiled:
        save_position(batch.states, game, stepper.position)  # type: ignore[name-defined]
        memcpy(  # type: ignore[name-defined]
            cython.address(batch.states[game, STATE]),  # type: ignore[name-defined]
            cython.address(stepper.taken),
            extra_size(stepper),  # type: ignore[name-defined]
        )
    else:
        batch.states[game, 0] = stepper.copy()


def load_game(batch: Batch, game: int, stepper: Stepper) -> None:
    """Read a stored game."""
    if cython.compiled:
        load_position(batch.states, game, stepper.position)  # type: ignore[name-defined]
        memcpy(  # type: ignore[name-defined]
            cython.address(stepper.taken),
            cython.address(batch.states[game, STATE]),  # type: ignore[name-defined]
            extra_size(stepper),  # type: ignore[name-defined]
        )
    else:
        copy_stepper(stepper, batch.states[game, 0])


def begin_game(batch: Batch, worker: BatchWorker, game: int) -> None:
    """Deal, and play to the first decision of the observed seat."""
    worker.work.seed[0] = batch.seeds[game]
    batch.seeds[game] = next_random(worker.work.seed)
    batch.seats[game] = random_below(worker.work.seed, batch.players)
    state = worker.work.seed[0]
    deal_game(worker.stepper, worker.work, batch.players, state)
    for seat in range(MAX_PLAYERS):
        worker.stepper.around_key[seat] = worker.stepper.wall_key[seat] = 1
    batch.ended[game] = 0
    batch.cut[game] = 0
    batch.refused[game] = 0
    play_opponents(batch, worker, game, NO_LIMIT)  # for each of them one turn at most


def opponent_choice(batch: Batch, worker: BatchWorker) -> int:
    """The action of a seat that is not observed."""
    if batch.opponents == AGAINST_GREEDY:
        clear_spots(worker.evaluator)
        plan_turn(
            worker.plans, worker.evaluator, worker.work, worker.stepper.position, worker.after
        )
        return best_plan(worker.plans)
    list_actions_unchecked(worker.work, worker.stepper.position)
    worker.work.seed[0] = worker.stepper.seed[0]
    action = choose_uniform(worker.work)
    worker.stepper.seed[0] = worker.work.seed[0]
    return action


def play_opponents(batch: Batch, worker: BatchWorker, game: int, longest: int) -> None:
    """Play to the next decision of the observed seat, or until that many steps have been taken.
    Without opponents, every seat is observed when it is to act."""
    if batch.opponents == EVERY_SEAT:
        if worker.stepper.position.phase != OVER:
            batch.seats[game] = worker.stepper.position.seat
        return
    while (
        worker.stepper.position.phase != OVER
        and worker.stepper.position.seat != batch.seats[game]
        and worker.stepper.taken < longest
    ):
        worker.stepper.taken += 1
        play_action(worker.stepper, worker.work, opponent_choice(batch, worker))


def take_step_in(batch: Batch, worker: BatchWorker, game: int) -> None:
    """Take the chosen step, or begin the next game if this one has ended."""
    if batch.ended[game] | batch.cut[game]:
        begin_game(batch, worker, game)
        return
    load_game(batch, game, worker.stepper)
    step = batch.chosen[game]
    worker.stepper.taken += 1
    list_open(worker.stepper, worker.work)
    batch.refused[game] = not (0 <= step < STEPS and extend(worker.stepper, worker.work, step))
    if batch.refused[game] == 0 and worker.work.n_actions == 1:
        play_action(worker.stepper, worker.work, worker.work.actions[0])
        play_opponents(batch, worker, game, batch.longest)
    batch.ended[game] = worker.stepper.position.phase == OVER
    batch.cut[game] = worker.stepper.taken >= batch.longest and not batch.ended[game]


def show_game(batch: Batch, worker: BatchWorker, game: int) -> None:
    """Store the game, and write what its observed seat knows and may do."""
    if cython.compiled:
        mask = cython.address(batch.masks[game, 0])
        row = cython.address(batch.observations[game, 0])
    else:
        mask, row, shares = batch.masks[game], batch.observations[game], [0.0] * 6
    save_game(batch, game, worker.stepper)
    seat = batch.seats[game]
    for i in range(STEPS):
        mask[i] = 0
    if batch.cut[game] == 0:
        list_open(worker.stepper, worker.work)
        write_mask(worker.stepper, worker.work, mask)
    write_observation(worker.observer, worker.work, worker.stepper, seat, row)
    share_win(worker.stepper.position, shares)
    for i in range(batch.players):
        batch.returns[game, i] = shares[i]
    batch.rewards[game] = shares[seat]


def deal_games(batch: Batch, worker: BatchWorker, first: int, last: int) -> int:
    """Begin another game in each of these places."""
    check_range(batch, worker, first, last)
    with cython.nogil:
        for game in range(first, last):
            begin_game(batch, worker, game)
            show_game(batch, worker, game)
    return 0


def step_games(batch: Batch, worker: BatchWorker, first: int, last: int) -> int:
    """Take the chosen step in each of these games. Where a game has ended, another one
    begins instead."""
    check_range(batch, worker, first, last)
    with cython.nogil:
        for game in range(first, last):
            take_step_in(batch, worker, game)
            show_game(batch, worker, game)
    return 0


def stepper_of(batch: Batch, game: int) -> Stepper:
    """A copy of a game, to look at or to play on."""
    check_initialized(batch.states)
    check_between("the game", game, 0, batch.games - 1)
    stepper = Stepper()
    load_game(batch, game, stepper)
    return stepper
