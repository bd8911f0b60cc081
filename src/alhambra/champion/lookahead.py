# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Some steps further: what follows some actions when the hidden order is drawn anew, decision by
decision, and the rows of all that can be chosen at each."""

from __future__ import annotations

from typing import Any

import cython
import numpy as np

if not cython.compiled:
    from alhambra.champion.describer import Describer
    from alhambra.champion.features import foresee, look
    from alhambra.champion.states import STATE, keep, recall
    from alhambra.core.constants import *
    from alhambra.core.dealing import draw_anew
    from alhambra.core.listing import list_actions
    from alhambra.core.position import Position, Workspace
    from alhambra.core.turns import advance, apply


class Prospects:
    """The branches: in each one action was played under one order of what is hidden, and somebody
    has to decide now, or the game is over."""

    size: int  # rows
    branches: int
    rows: Any  # what can be chosen in all branches, one behind the other
    codes: Any  # the action of each row
    seat: Any  # who decides
    first: Any  # the first row of a branch
    count: Any  # how many rows it has; none where the game is over
    action: Any  # the one played last
    points: Any  # how it ended
    states: Any
    next: Position
    after: Position

    def __init__(self, rows: int, branches: int, players: int, width: int) -> None:
        self.size = self.branches = 0
        self.rows = np.zeros((rows, width), np.uint8)
        # Interpreted, actions have to be plain numbers, which may be shifted further.
        self.codes = np.zeros(rows, np.uint32 if cython.compiled else object)
        self.seat = np.zeros(branches, np.int32)
        self.first = np.zeros(branches, np.int32)
        self.count = np.zeros(branches, np.int32)
        self.action = np.zeros(branches, np.uint32 if cython.compiled else object)
        self.points = np.zeros((branches, players), np.int16)
        self.states = np.zeros((branches, STATE), np.uint8 if cython.compiled else object)
        self.next, self.after = Position(), Position()


def write_decision(
    prospects: Prospects, describer: Describer, work: Workspace, position: Position, branch: int
) -> int:
    """What can be chosen in a branch, behind the rows there are; -1 for want of room."""
    prospects.seat[branch] = position.seat
    prospects.first[branch] = prospects.size
    prospects.count[branch] = 0
    if position.phase == OVER:
        for seat in range(position.players):
            prospects.points[branch, seat] = position.score[seat]
        return 0
    list_actions(work, position)
    n = work.n_actions
    first = prospects.size
    if first + n > prospects.codes.shape[0]:
        return -1
    width = describer.width
    if cython.compiled:
        rows = cython.address(prospects.rows[0, 0])
    else:
        rows = memoryview(prospects.rows.reshape(-1))  # whose items are plain numbers
    for i in range(n):
        prospects.codes[first + i] = work.actions[i]
    look(describer, work, position)
    for i in range(n):
        code = prospects.codes[first + i]
        foresee(describer, work, position, prospects.after, code, rows, (first + i) * width)
    keep(prospects.states, branch, position)
    prospects.count[branch] = n
    prospects.size = first + n
    return n


# Calls from Python


def expand(
    prospects: Prospects,
    describer: Describer,
    work: Workspace,
    position: Position,
    actions: list[int],
    samples: int,
    rows: int,
    seed: int,
) -> int:
    """Follow all actions through the same orders, one order after the other, up to so many rows;
    returns the number of orders that were followed for all of them, one at least if there is
    room."""
    if not cython.compiled:
        wanted = [0] * 64
    n = len(actions)
    for number in range(n):
        wanted[number] = actions[number]
    sampled = position.clone()
    prospects.size = 0
    prospects.branches = 0
    work.seed[0] = seed
    sample = 0
    with cython.nogil:
        while (
            sample < samples
            and prospects.branches == sample * n
            and (sample == 0 or prospects.size * (sample + 1) <= rows * sample)
        ):
            sampled.copy_from(position)
            draw_anew(work, sampled)
            for number in range(n):
                prospects.next.copy_from(sampled)
                apply(prospects.next, wanted[number])
                advance(work, prospects.next)
                branch = prospects.branches
                if write_decision(prospects, describer, work, prospects.next, branch) < 0:
                    break
                prospects.branches += 1
            else:
                sample += 1
    prospects.branches = sample * n
    return sample


def go_on(prospects: Prospects, describer: Describer, work: Workspace, chosen: Any) -> bool:
    """Play the chosen rows, each counted from the first of its branch, on to the next decisions;
    false where there is no room for those."""
    enough = True
    with cython.nogil:
        for branch in range(prospects.branches):  # before the codes give way to the next ones
            if prospects.count[branch]:
                row = prospects.first[branch] + chosen[branch]
                prospects.action[branch] = prospects.codes[row]
        prospects.size = 0
        for branch in range(prospects.branches):
            if prospects.count[branch]:
                recall(prospects.states, branch, prospects.next)
                apply(prospects.next, prospects.action[branch])
                advance(work, prospects.next)
                if write_decision(prospects, describer, work, prospects.next, branch) < 0:
                    enough = False
                    break
    return enough
