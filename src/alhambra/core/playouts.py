# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Games played to the end by simple policies, without the GIL."""

from __future__ import annotations

from time import perf_counter

import cython

if not cython.compiled:
    from alhambra.core.bits import *
    from alhambra.core.checks import check_between, check_game, check_players
    from alhambra.core.codes import *
    from alhambra.core.constants import *
    from alhambra.core.dealing import deal
    from alhambra.core.listing import list_actions_unchecked
    from alhambra.core.position import Position, Workspace
    from alhambra.core.turns import play_unchecked, settle_with_reshuffles

# An exact purchase, then a purchase, then a tile into the city, then money, then the rest.
LIGHT_RANK = [2, 4, 5, 3, 1, 1, 3, 1, 1, 1]


def choose_uniform(work: Workspace) -> int:
    """Any listed action, all equally likely."""
    return work.actions[random_below(work.seed, work.n_actions)]


def choose_light(work: Workspace) -> int:
    """Any action of the best class, all equally likely."""
    if not cython.compiled:
        chosen = [0] * MAX_ACTIONS
    best = 0
    count = 0
    for i in range(work.n_actions):
        rank = LIGHT_RANK[kind_of(work.actions[i])]
        if rank > best:
            best = rank
            count = 0
        chosen[count] = work.actions[i]
        count += rank == best
    return chosen[random_below(work.seed, count)]


def choose(work: Workspace, policy: int) -> int:
    """The policy's choice among the listed actions."""
    return choose_light(work) if policy == LIGHT else choose_uniform(work)


def play_out(work: Workspace, position: Position, policy: int, limit: int) -> None:
    """Play with one policy for all seats, to the end or for ``limit`` actions."""
    while position.phase != OVER and limit > 0:
        limit -= 1
        list_actions_unchecked(work, position)
        chosen = choose(work, policy)
        work.decisions += 1
        play_unchecked(position, chosen)
        settle_with_reshuffles(work, position)


# Calls from Python


def play_games(work: Workspace, seed: int, games: int, players: int, policy: int) -> int:
    """Play games with random deals, each with its own seed; returns the number of decisions."""
    check_players(players)
    check_between("the policy", policy, UNIFORM, LIGHT)
    position = Position()
    before = work.decisions
    with cython.nogil:
        for g in range(games):
            work.seed[0] = seed + g
            deal(work, position, players)
            play_out(work, position, policy, NO_LIMIT)
    return work.decisions - before


def finish(position: Position, seed: int, policy: int) -> Position:
    """The end of the game when all seats play on with one policy."""
    check_game(position)
    check_between("the policy", policy, UNIFORM, LIGHT)
    work = Workspace(seed)
    end = position.clone()
    play_out(work, end, policy, NO_LIMIT)
    return end


def time_clones(position: Position, times: int) -> float:
    """Seconds for one clone."""
    if times < 1:
        raise ValueError("cloning must be timed at least once")
    copy = position
    start = perf_counter()
    for _ in range(times):
        copy = position.clone()
    elapsed = perf_counter() - start
    assert copy.phase == position.phase
    return elapsed / times
