# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""One step further: what follows some actions when the hidden order is drawn anew, up to the next
decision, whoever has it, and the rows of all that can be chosen there."""

from __future__ import annotations

from typing import Any

import cython

if not cython.compiled:
    from alhambra.champion.features import Describer, foresee, look
    from alhambra.core.constants import *
    from alhambra.core.dealing import draw_anew
    from alhambra.core.listing import list_actions
    from alhambra.core.position import Position, Workspace
    from alhambra.core.turns import advance, apply


class Prospects:
    """The branches found: of which action, whose decision, where its rows begin and how many they
    are (none when the game is over), and the points then."""

    size: int  # rows
    branches: int
    rows: Any
    found: Any  # action, seat, first row, rows
    points: Any
    sampled: Position
    next: Position
    after: Position

    def __init__(self, rows: Any, found: Any, points: Any) -> None:
        self.size = self.branches = 0
        self.rows, self.found, self.points = rows, found, points
        self.sampled, self.next, self.after = Position(), Position(), Position()


def write_decision(
    prospects: Prospects,
    describer: Describer,
    work: Workspace,
    position: Position,
    codes: list[int],
) -> int:
    """The rows of a decision behind those there are; returns how many, -1 for want of room."""
    list_actions(work, position)
    n = work.n_actions
    if prospects.size + n > prospects.rows.shape[0]:
        return -1
    width = describer.width
    if cython.compiled:
        rows = cython.address(prospects.rows[0, 0])
    else:
        rows = memoryview(prospects.rows.reshape(-1))  # whose items are plain numbers
    for i in range(n):
        codes[i] = work.actions[i]
    look(describer, work, position)
    for i in range(n):
        at = (prospects.size + i) * width
        foresee(describer, work, position, prospects.after, codes[i], rows, at)
    prospects.size += n
    return n


def follow(
    prospects: Prospects,
    describer: Describer,
    work: Workspace,
    position: Position,
    action: int,
    number: int,
) -> int:
    """Play an action and go on to the next decision; returns its rows, -1 for want of room."""
    if not cython.compiled:
        codes = [0] * MAX_ACTIONS
    prospects.next.copy_from(position)
    apply(prospects.next, action)
    advance(work, prospects.next)
    branch = prospects.branches
    if branch == prospects.found.shape[0]:
        return -1
    first = prospects.size
    n = 0
    if prospects.next.phase == OVER:
        for seat in range(position.players):
            prospects.points[branch, seat] = prospects.next.score[seat]
    else:
        n = write_decision(prospects, describer, work, prospects.next, codes)
        if n < 0:
            return -1
    prospects.found[branch, 0] = number
    prospects.found[branch, 1] = prospects.next.seat
    prospects.found[branch, 2] = first
    prospects.found[branch, 3] = n
    prospects.branches = branch + 1
    return n


# Calls from Python


def expand(
    prospects: Prospects,
    describer: Describer,
    work: Workspace,
    position: Position,
    actions: list[int],
    samples: int,
    seed: int,
) -> int:
    """Follow all actions through the same refills, one refill after the other, while there is
    room; returns the number of refills that were followed for all of them."""
    if not cython.compiled:
        wanted = [0] * 64
    n = len(actions)
    for number in range(n):
        wanted[number] = actions[number]
    prospects.size = 0
    prospects.branches = 0
    work.seed[0] = seed
    sampled = prospects.sampled
    sample = 0
    full = False
    with cython.nogil:
        while sample < samples and not full:
            sampled.copy_from(position)
            draw_anew(work, sampled)
            for number in range(n):
                if follow(prospects, describer, work, sampled, wanted[number], number) < 0:
                    full = True
                    break
            if not full:
                sample += 1
    return sample
