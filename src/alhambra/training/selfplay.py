# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Many games played side by side, without the GIL.

Positions are rated for all games at once, by a network on a fast device. ``play_on`` plays the
chosen action of each game, continues to the next decision of a seat that is played by the network,
and writes the rows of everything that can be chosen there. Other seats can be played by simple
policies, which are computed here. For advised seats the greedy bot's choice is written too.
"""

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
    from alhambra.core.dealing import deal
    from alhambra.core.listing import list_actions_unchecked
    from alhambra.core.playouts import choose_light, choose_uniform, play_out
    from alhambra.core.position import Position, Workspace
    from alhambra.core.turns import play_unchecked, settle_with_reshuffles
    from alhambra.neural.encoder import Encoder
    from alhambra.neural.features import encode, encode_after
    from alhambra.neural.saved_positions import STATE, load_position, save_position

    NETWORK, RIVAL, ADVISED, LIGHTLY, GREEDILY, EVENLY = range(6)
    LONGEST, STAGGER = 400, 150


class Pool:
    """The games: who decides in each, among how many candidates, and how it ended."""

    games: int
    players: int
    states: Any
    first: Any  # the row of a game's first candidate, in the buffer of its worker
    counts: Any
    chosen: Any  # which of its candidates is to be played
    action: Any  # and its code
    advice: Any  # which of them the greedy bot would play, where it advises; else -1
    length: Any  # decisions so far
    actor: Any
    done: Any  # whether a game has ended since the decision before; then another began
    points: Any  # how it ended
    policy: Any  # who decides for each seat

    def __init__(self, games: int, players: int) -> None:
        check_players(players)
        self.games = games
        self.players = players
        self.states = np.zeros((games, STATE), np.uint8 if cython.compiled else object)
        self.first = np.zeros(games, np.int32)
        self.counts = np.zeros(games, np.int32)
        self.chosen = np.zeros(games, np.int32)
        self.action = np.zeros(games, np.uint32)
        self.advice = np.zeros(games, np.int32)
        self.length = np.zeros(games, np.int32)
        self.actor = np.zeros(games, np.uint8)
        self.done = np.zeros(games, np.uint8)
        self.points = np.zeros((games, players), np.int16)
        self.policy = np.zeros((games, players), np.uint8)

    def decisions(self) -> SimpleNamespace:
        """The arrays ``first``, ``counts``, ``actor``, ``advice``, ``done`` and ``points``.
        ``chosen`` and ``policy`` are for Python to write, and are checked."""
        return read_only(
            first=self.first,
            counts=self.counts,
            actor=self.actor,
            advice=self.advice,
            done=self.done,
            points=self.points,
        )


class Worker:
    """The buffers of one thread, and the rows it writes."""

    work: Workspace
    game: Position
    after: Position
    encoder: Encoder
    plans: TurnPlans
    evaluator: Evaluator
    rows: Any
    codes: Any  # the action each row is about

    def __init__(self, players: int, seed: int, rows: Any) -> None:
        self.work = Workspace(seed)
        self.game = Position()
        self.after = Position()
        self.encoder = Encoder(players)
        self.plans = TurnPlans()
        self.evaluator = Evaluator(_weights.ACTION_WEIGHTS)
        self.rows = rows
        self.codes = np.zeros(len(rows), np.uint32)


def choose_greedily(worker: Worker, position: Position) -> int:
    """The first action of the best turn, see ``bots.greedy``."""
    clear_spots(worker.evaluator)
    plan_turn(worker.plans, worker.evaluator, worker.work, position, worker.after)
    return best_plan(worker.plans)


def choose_by(worker: Worker, position: Position, policy: int) -> int:
    """The choice of a simple policy."""
    if policy == GREEDILY:
        return choose_greedily(worker, position)
    list_actions_unchecked(worker.work, position)
    if policy == LIGHTLY:
        return choose_light(worker.work)
    return choose_uniform(worker.work)


def begin(pool: Pool, worker: Worker, game: int, stagger: int) -> None:
    """Deal a game, and play some actions lightly if the games should be at different points."""
    deal(worker.work, worker.game, pool.players)
    pool.length[game] = 0
    if stagger:
        play_out(worker.work, worker.game, LIGHT, random_below(worker.work.seed, STAGGER))
        if worker.game.phase == OVER:
            deal(worker.work, worker.game, pool.players)


def to_decision(pool: Pool, worker: Worker, position: Position, game: int) -> None:
    """Continue to the next decision of the network, in a new game if this one ends before that.
    Games that take too long are finished by the light policy."""
    while True:
        if pool.length[game] > LONGEST:
            play_out(worker.work, position, LIGHT, NO_LIMIT)
        if position.phase == OVER:
            note_end(pool, worker, game)
            begin(pool, worker, game, 0)
        policy = pool.policy[game, position.seat]
        if policy <= ADVISED:
            return
        play_unchecked(position, choose_by(worker, position, policy))
        settle_with_reshuffles(worker.work, position)
        pool.length[game] += 1


def note_end(pool: Pool, worker: Worker, game: int) -> None:
    """Store the result of a game."""
    pool.done[game] = 1
    for seat in range(pool.players):
        pool.points[game, seat] = worker.game.score[seat]


def list_candidates(
    pool: Pool, worker: Worker, work: Workspace, position: Position, game: int, row: int
) -> int:
    """Write the rows of what can be chosen; returns the row after the last, or -1 if there is no
    room."""
    advised = pool.policy[game, position.seat] == ADVISED
    advice = choose_greedily(worker, position) if advised else 0
    list_actions_unchecked(work, position)
    n = work.n_actions
    if row + n > worker.codes.shape[0]:
        return -1
    pool.first[game] = row
    pool.counts[game] = n
    pool.actor[game] = position.seat
    pool.advice[game] = -1
    for i in range(n):
        worker.codes[row + i] = work.actions[i]
        if advised and work.actions[i] == advice:
            pool.advice[game] = i
    encode(worker.encoder, work, position)
    width = worker.encoder.width
    if cython.compiled:
        rows = cython.address(worker.rows[0, 0])
    else:
        rows = memoryview(worker.rows.reshape(-1))
    for i in range(n):
        encode_after(
            worker.encoder,
            work,
            position,
            worker.after,
            worker.codes[row + i],
            rows,
            (row + i) * width,
        )
    return row + n


def play_on(pool: Pool, worker: Worker, first: int, last: int, fresh: int) -> int:
    """Play the chosen actions of games first … last - 1, continue to the next decisions and write
    the candidates; returns the number of rows. With ``fresh`` new games are dealt: 1 at the start,
    2 at different points."""
    check_initialized(worker.encoder)
    check_between("the last game", last, 0, pool.games)
    check_between("the first game", first, 0, last)
    check_between("the number of players", worker.encoder.players, pool.players, pool.players)
    check_between(
        "the width of a row", worker.rows.shape[1], worker.encoder.width, worker.encoder.width
    )
    rows = min(worker.rows.shape[0], worker.codes.shape[0])
    for game in range(first, last):
        check_between("the chosen row", pool.first[game] + pool.chosen[game], 0, rows - 1)
        if not fresh:  # then the game has begun, and has candidates
            check_between("the candidate", pool.chosen[game], 0, pool.counts[game] - 1)
    row = 0
    work = worker.work
    position = worker.game
    with cython.nogil:
        for game in range(first, last):  # before the codes are overwritten
            pool.action[game] = worker.codes[pool.first[game] + pool.chosen[game]]
        for game in range(first, last):
            pool.done[game] = 0
            if fresh:
                begin(pool, worker, game, fresh == 2)
            else:
                load_position(pool.states, game, position)
                play_unchecked(position, pool.action[game])
                settle_with_reshuffles(work, position)
                pool.length[game] += 1
            to_decision(pool, worker, position, game)
            save_position(pool.states, game, position)
            row = list_candidates(pool, worker, work, position, game, row)
            if row < 0:
                break
    if row < 0:
        raise MemoryError("more candidates than the buffer has rows for")
    return row
