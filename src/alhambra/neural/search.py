"""The search of the champion: a race between the most promising actions, limited by rows or time.
It ends early if the choice is clear, and plays certain ends of the game exactly."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from time import monotonic

from alhambra.core.position import Position
from alhambra.neural.endgame import (
    Ending,
    best_ending,
    decisions_to_follow,
    endings,
    with_endings,
)
from alhambra.neural.inference import NEAR, evaluate_actions, network_for, promising
from alhambra.neural.network import Network
from alhambra.neural.parallel_rollouts import ParallelRollouts
from alhambra.neural.race import RaceRules, race
from alhambra.neural.rollouts import Stop, rollouts

DEPTH = 8  # decisions after each action, of any seat
BATCH = 16  # orders between two checks of the standings, for each thread
MOST = 2048  # orders
GAIN = 0.00005  # of a win; a search ends when continuing is expected to gain less
NEAR_LATE = 0.12  # NEAR if actions are followed to the end: ratings are least accurate there
WON = 1.0  # share of the win


@dataclass(frozen=True, slots=True)
class Effort:
    """The limits of a decision: rows rated by the network, or seconds. With a pool, orders are
    followed on several threads."""

    rows: int | None = None
    seconds: float | None = None
    pool: Executor | None = None
    threads: int = 1


def best_actions(
    position: Position,
    seed: int,
    effort: Effort,
    stop: Stop,
    network: Network | None = None,
) -> list[int]:
    """The codes of the most promising actions, from the best on. The same seed gives the same
    answer if only rows limit it."""
    begin = monotonic()
    network = network_for(position, network)
    rated = evaluate_actions(position, network)
    depth = decisions_to_follow(position, DEPTH)
    near = NEAR if depth == DEPTH else NEAR_LATE
    codes = [rated.codes[i] for i in promising(rated, position.seat, near)]
    if len(rated.codes) == 1:
        return codes
    certain = endings(position)
    ending = best_ending(certain, position.seat)
    if ending is not None:
        codes = _first(ending, codes)
        if len(certain) == len(rated.codes) or _wins(certain[ending], position.seat):
            return codes
    if len(codes) == 1:
        return codes
    rules = RaceRules(depth=depth, batch=BATCH * effort.threads, most=MOST, gain=GAIN)
    follower = (
        ParallelRollouts(position.players, network, effort.pool, effort.threads)
        if effort.pool
        else rollouts(position.players, network)
    )
    left = None if effort.seconds is None else effort.seconds - (monotonic() - begin)
    follow = with_endings(follower.follow, certain)
    found = race(follow, position, codes, seed, rules, effort.rows, stop, left)
    return [action.code for action in found.actions] if found else codes


def _wins(ending: Ending, seat: int) -> bool:
    return ending.shares[seat] >= WON


def _first(code: int, codes: Sequence[int]) -> list[int]:
    """The codes with this one in front."""
    return [code, *(other for other in codes if other != code)]
