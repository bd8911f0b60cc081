# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Looks some decisions ahead: plays actions under sampled hidden orders, and writes the rows of
all that can be chosen at each next decision."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import cython
import numpy as np

from alhambra.neural.read_only import read_only

if not cython.compiled:
    from alhambra.core.bits import next_random
    from alhambra.core.checks import check_between
    from alhambra.core.constants import *
    from alhambra.core.dealing import check_piles, sample_unchecked
    from alhambra.core.listing import is_legal, list_actions_unchecked
    from alhambra.core.position import Position, Workspace
    from alhambra.core.turns import play_unchecked, settle_with_reshuffles
    from alhambra.neural.encoder import Encoder, check_encoder
    from alhambra.neural.features import encode, encode_after
    from alhambra.neural.saved_positions import STATE, load_position, save_position

    MOST_ACTIONS = 64


class LookaheadBuffer:
    """The branches. In each, one action was played under one hidden order, and now either a seat
    has to decide or the game is over."""

    size: int  # rows
    branches: int
    rows: Any  # what can be chosen in all branches, one after the other
    codes: Any  # the action of each row
    seat: Any  # who decides
    first: Any  # the first row of a branch
    count: Any  # how many rows it has; none where the game is over
    action: Any  # the one played last
    reshuffles: Any  # the state of the random numbers for its reshuffles
    points: Any  # how it ended
    states: Any
    next: Position
    after: Position

    def __init__(self, rows: int, branches: int, players: int, width: int) -> None:
        self.size = self.branches = 0
        self.rows = np.zeros((rows, width), np.uint8)
        # Interpreted, actions have to be Python ints: NumPy's would overflow when shifted.
        self.codes = np.zeros(rows, np.uint32 if cython.compiled else object)
        self.seat = np.zeros(branches, np.int32)
        self.first = np.zeros(branches, np.int32)
        self.count = np.zeros(branches, np.int32)
        self.action = np.zeros(branches, np.uint32 if cython.compiled else object)
        self.reshuffles = np.zeros(branches, np.uint64 if cython.compiled else object)
        self.points = np.zeros((branches, players), np.int16)
        self.states = np.zeros((branches, STATE), np.uint8 if cython.compiled else object)
        self.next, self.after = Position(), Position()

    def clear(self) -> None:
        """Remove all branches."""
        self.size = self.branches = 0

    def decisions(self) -> SimpleNamespace:
        """The arrays ``seat``, ``first``, ``count``, ``points`` and ``rows``."""
        return read_only(
            seat=self.seat,
            first=self.first,
            count=self.count,
            points=self.points,
            rows=self.rows,
        )


def write_decision(
    buffer: LookaheadBuffer, encoder: Encoder, work: Workspace, position: Position, branch: int
) -> int:
    """Append the rows of what can be chosen in a branch; -1 if there is no room."""
    buffer.seat[branch] = position.seat
    buffer.first[branch] = buffer.size
    buffer.count[branch] = 0
    if position.phase == OVER:
        for seat in range(position.players):
            buffer.points[branch, seat] = position.score[seat]
        return 0
    list_actions_unchecked(work, position)
    n = work.n_actions
    first = buffer.size
    if first + n > buffer.codes.shape[0]:
        return -1
    width = encoder.width
    if cython.compiled:
        rows = cython.address(buffer.rows[0, 0])
    else:
        rows = memoryview(buffer.rows.reshape(-1))  # whose items are plain numbers
    for i in range(n):
        buffer.codes[first + i] = work.actions[i]
    encode(encoder, work, position)
    for i in range(n):
        code = buffer.codes[first + i]
        encode_after(encoder, work, position, buffer.after, code, rows, (first + i) * width)
    save_position(buffer.states, branch, position)
    buffer.count[branch] = n
    buffer.size = first + n
    return n


# Calls from Python


def check_buffer(buffer: LookaheadBuffer, encoder: Encoder) -> int:
    """The buffer takes the rows and the points of games that this encoder encodes."""
    if buffer.rows.shape[1] != encoder.width or buffer.points.shape[1] != encoder.players:
        raise ValueError(f"the buffer is not made for games of {encoder.players}")
    return 0


def expand(
    buffer: LookaheadBuffer,
    encoder: Encoder,
    work: Workspace,
    position: Position,
    actions: list[int],
    samples: int,
    rows: int,
    seed: int,
) -> int:
    """Play all actions under the same orders, one order after the other, and add the branches to
    those in the buffer; stop before they have more rows than ``rows``. Returns the number of
    orders that were completed for all actions, at least one if there is room."""
    if not cython.compiled:
        wanted = [0] * MOST_ACTIONS
    check_encoder(encoder, position)
    check_piles(position)
    check_buffer(buffer, encoder)
    n = len(actions)
    check_between("the number of actions", n, 0, MOST_ACTIONS)
    for number in range(n):
        wanted[number] = actions[number]
        if not is_legal(position, wanted[number]):
            raise ValueError(f"action {wanted[number]} is not legal here")
    if n:
        samples = min(samples, (buffer.seat.shape[0] - buffer.branches) // n)
    sampled = position.clone()
    start = buffer.size
    end = start  # of the rows of completed orders
    first = buffer.branches
    work.seed[0] = seed
    sample = 0
    with cython.nogil:
        while (
            sample < samples
            and buffer.branches == first + sample * n
            and (sample == 0 or (end - start) * (sample + 1) <= rows * sample)
        ):
            sampled.copy_from(position)
            sample_unchecked(work, sampled)
            order = work.seed[0]
            reshuffles = next_random(work.seed)  # the same for all actions
            for number in range(n):
                buffer.next.copy_from(sampled)
                play_unchecked(buffer.next, wanted[number])
                work.seed[0] = reshuffles
                settle_with_reshuffles(work, buffer.next)
                branch = buffer.branches
                buffer.reshuffles[branch] = work.seed[0]
                if write_decision(buffer, encoder, work, buffer.next, branch) < 0:
                    break
                buffer.branches += 1
            else:
                sample += 1
                end = buffer.size
            work.seed[0] = order
    buffer.branches = first + sample * n
    buffer.size = end
    return sample


def play_chosen(buffer: LookaheadBuffer, encoder: Encoder, work: Workspace, chosen: Any) -> bool:
    """Play the chosen rows, each counted from the first of its branch, up to the next decisions;
    false if there is no room for those."""
    check_buffer(buffer, encoder)
    check_between("the number of branches", buffer.branches, 0, chosen.shape[0])
    for branch in range(buffer.branches):
        if buffer.count[branch]:
            check_between("the chosen row", chosen[branch], 0, buffer.count[branch] - 1)
    enough = True
    with cython.nogil:
        for branch in range(buffer.branches):  # before the codes are overwritten
            if buffer.count[branch]:
                row = buffer.first[branch] + chosen[branch]
                buffer.action[branch] = buffer.codes[row]
        buffer.size = 0
        for branch in range(buffer.branches):
            if buffer.count[branch]:
                load_position(buffer.states, branch, buffer.next)
                play_unchecked(buffer.next, buffer.action[branch])
                work.seed[0] = buffer.reshuffles[branch]
                settle_with_reshuffles(work, buffer.next)
                buffer.reshuffles[branch] = work.seed[0]
                if write_decision(buffer, encoder, work, buffer.next, branch) < 0:
                    enough = False
                    break
    return enough
