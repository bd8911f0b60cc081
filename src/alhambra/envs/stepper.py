# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""A game played in numbered steps. An action is a sequence of steps (``numbering``), and which
steps are open follows from the engine's list of legal actions: each listed action that agrees with
the steps chosen so far opens its next one. Within an action, steps without an alternative are
skipped."""

from __future__ import annotations

from typing import Any

import cython

from alhambra.core import position as _position

if not cython.compiled:
    from alhambra.core.bits import *
    from alhambra.core.building import follow_city, longest_wall_unchecked
    from alhambra.core.checks import (
        check_between,
        check_game,
        check_initialized,
        check_players,
    )
    from alhambra.core.codes import *
    from alhambra.core.constants import *
    from alhambra.core.dealing import deal
    from alhambra.core.listing import list_actions_unchecked
    from alhambra.core.position import Position, Workspace
    from alhambra.core.turns import play_unchecked, settle_with_reshuffles
    from alhambra.envs.numbering import *

    CELLS_AROUND = 672
    PREFIX = 32

WORK = _position.SHARED
OPEN = -1  # more steps are needed


class Stepper:
    """A game, and the steps that have been chosen for its next action."""

    position: Position
    taken: int  # steps since the deal
    prefix: list[int]  # the steps chosen for the next action
    n_prefix: int
    seed: list[int]  # for reshuffles
    # Caches for each seat, by the hash of its city: the cells beside it in order, its longest wall
    around_key: list[int]
    n_around: list[int]
    around: list[int]
    wall_key: list[int]
    wall: list[int]

    def __init__(self) -> None:
        self.position = Position()
        if not cython.compiled:
            self.prefix, self.seed = [0] * PREFIX, [0]
            self.around_key, self.n_around = [0] * 6, [0] * 6
            self.around = [0] * CELLS_AROUND
            self.wall_key, self.wall = [0] * 6, [0] * 6
        self.taken = self.n_prefix = 0
        for seat in range(MAX_PLAYERS):
            self.around_key[seat] = self.wall_key[seat] = 1  # no city has this hash

    def deal(self, players: int, seed: int) -> None:
        """Begin a new game. The same seed gives the same deal and the same reshuffles."""
        check_initialized(self.position)
        check_players(players)
        deal_game(self, WORK, players, seed)

    def follow(self, position: Position) -> None:
        """Go on from this position, which is copied. Chosen steps are forgotten."""
        check_initialized(self.position)
        check_game(position)
        self.position.copy_from(position)
        self.n_prefix = 0

    def copy(self) -> Stepper:
        """A stepper in the same state that shares nothing with this one."""
        check_initialized(self.position)
        other = Stepper()
        copy_stepper(other, self)
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Stepper:
        memo[id(self)] = other = self.copy()
        return other

    @property
    def over(self) -> bool:
        """Is the game over?"""
        check_stepper(self)
        return is_over(self)

    @property
    def chosen(self) -> list[int]:
        """The steps chosen for the next action."""
        return [self.prefix[i] for i in range(self.n_prefix)]

    def legal_steps(self) -> list[int]:
        """The steps that are open, rising."""
        mask = self.mask()
        return [step for step in range(STEPS) if mask[step]]

    def mask(self) -> bytearray:
        """A byte for each step: 1 if it is open."""
        check_stepper(self)
        mask = bytearray(STEPS)
        list_open(self, WORK)
        write_mask(self, WORK, mask)
        return mask

    def choose(self, step: int) -> int:
        """Choose a step without playing. Returns the action if it is complete, otherwise OPEN."""
        check_stepper(self)
        check_between("the step", step, 0, STEPS - 1)
        list_open(self, WORK)
        if not extend(self, WORK, step):
            raise ValueError(f"step {step} is not open here")
        if WORK.n_actions > 1:
            return OPEN
        self.n_prefix = 0
        return WORK.actions[0]

    def step(self, step: int) -> int:
        """Choose a step. An action that is complete is played, with what follows from it. Returns
        the action, or OPEN if more steps are needed."""
        action = self.choose(step)
        self.taken += 1
        if action != OPEN:
            play_action(self, WORK, action)
        return action

    def steps_of(self, action: int) -> list[int]:
        """The steps that are left to choose a listed action."""
        check_stepper(self)
        list_open(self, WORK)
        prepare(self, WORK, self.n_prefix)
        if not is_listed(WORK, action):
            raise ValueError(f"action {action} is not open here")
        before = self.n_prefix
        found: list[int] = []
        while WORK.n_actions > 1 or not found:
            step = step_at(self, WORK, action, self.n_prefix)
            found.append(step)
            extend(self, WORK, step)
        self.n_prefix = before
        return found

    def rewards(self) -> list[float]:
        """For each seat what the game was worth, see ``share_win``; zeros before its end."""
        check_stepper(self)
        if not cython.compiled:
            found = [0.0] * 6
        share_win(self.position, found)
        return [found[seat] for seat in range(self.position.players)]


def check_stepper(stepper: Stepper) -> int:
    """A game has begun."""
    check_initialized(stepper.position)
    check_game(stepper.position)
    return 0


def copy_stepper(stepper: Stepper, other: Stepper) -> None:
    """Copy the state of another stepper into this one, but for its caches."""
    stepper.position.copy_from(other.position)
    stepper.taken = other.taken
    stepper.n_prefix = other.n_prefix
    stepper.seed[0] = other.seed[0]
    for i in range(other.n_prefix):
        stepper.prefix[i] = other.prefix[i]


def deal_game(stepper: Stepper, work: Workspace, players: int, seed: int) -> None:
    """Begin a new game."""
    work.seed[0] = seed
    deal(work, stepper.position, players)
    stepper.seed[0] = work.seed[0]
    stepper.taken = 0
    stepper.n_prefix = 0


def is_over(stepper: Stepper) -> bool:
    """Is the game over?"""
    return stepper.position.phase == OVER


# The cells beside a city, in the order of ``City.around``


def order_of(cell: int) -> int:
    """Cells are ordered from west to east, and in a column from south to north."""
    return (cell & (STRIDE - 1)) << 7 | (127 - cell // STRIDE)


def find_around(stepper: Stepper, work: Workspace, seat: int) -> None:
    """Find the free cells side by side with a seat's city, sorted."""
    if stepper.around_key[seat] == stepper.position.city_key[seat]:
        return
    stepper.around_key[seat] = stepper.position.city_key[seat]
    follow_city(work, stepper.position, seat)
    n = 0
    rest = without(work.laid[seat], work.enclosed[seat])
    while rest:
        cell = work.laid_cell[PLACES * seat + lowest_bit(rest)]
        rest &= rest - 1
        # A cell with several neighbours is added only for the first of them: N, E, S, W.
        n = add_around(stepper, work, seat, n, cell + STRIDE, 0)
        n = add_around(stepper, work, seat, n, cell - 1, 1)
        n = add_around(stepper, work, seat, n, cell - STRIDE, 5)
        n = add_around(stepper, work, seat, n, cell + 1, 21)
    stepper.n_around[seat] = n


def add_around(
    stepper: Stepper, work: Workspace, seat: int, n: int, cell: int, earlier: int
) -> int:
    """Insert a cell in its order, if it is free and has none of the earlier neighbours."""
    if work.around[CELLS * seat + cell] & (FILLED | earlier) or n == FRONTIER:
        return n
    first = FRONTIER * seat
    place = n
    while place > 0 and order_of(stepper.around[first + place - 1]) > order_of(cell):
        stepper.around[first + place] = stepper.around[first + place - 1]
        place -= 1
    stepper.around[first + place] = cell
    return n + 1


def cell_number(stepper: Stepper, seat: int, cell: int) -> int:
    """The index of a cell in the sorted frontier."""
    low = FRONTIER * seat
    high = low + stepper.n_around[seat] - 1
    while low < high:
        middle = (low + high) >> 1
        if order_of(stepper.around[middle]) < order_of(cell):
            low = middle + 1
        else:
            high = middle
    return low - FRONTIER * seat


def wall_of(stepper: Stepper, work: Workspace, seat: int) -> int:
    """The longest wall of a city."""
    if stepper.wall_key[seat] != stepper.position.city_key[seat]:
        stepper.wall_key[seat] = stepper.position.city_key[seat]
        stepper.wall[seat] = longest_wall_unchecked(work, stepper.position, seat)
    return stepper.wall[seat]


# Actions as steps


def step_at(stepper: Stepper, work: Workspace, action: int, depth: int) -> int:
    """The step of an action at this depth: the first is at 0."""
    kind = kind_of(action)
    tile = tile_of(action)
    if kind == TAKE:
        return take_step(action & TAKE_MASK, depth)
    if kind == BUY or kind == BUY_EXACT:
        return BUY_TILE + tile if depth == 0 else pay_step(action, depth - 1)
    if kind == BUILD or kind == PLACE:
        if depth:
            return INTO_CELL + cell_number(stepper, stepper.position.seat, rest_of(action))
        return (BUILD_TILE if kind == BUILD else PLACE_TILE) + tile
    if kind == SWAP:
        seat = stepper.position.seat
        if depth:
            return REPLACE_TILE + work.tile_at[CELLS * seat + rest_of(action)]
        return SWAP_TILE + tile
    if kind == REMOVE:
        return REMOVE_TILE + tile
    if kind == RESERVE:
        return RESERVE_TILE + tile
    return GIVE_TILE + tile if kind == GIVE else PASS_TURN


def take_step(cards: int, depth: int) -> int:
    """The card at this depth; after the last one that no more are taken."""
    shift = CARD_BITS * (ROW - 1)
    while shift and not cards >> shift:
        shift -= CARD_BITS
    shift -= CARD_BITS * depth
    if shift < 0:
        return TAKE_NO_MORE
    return TAKE_CARD + card_number(cards >> shift & CARD_MASK)


def pay_step(action: int, depth: int) -> int:
    """The card of a payment at this depth, the highest first."""
    payment = rest_of(action)
    shift = 0
    while payment:
        shift = highest_bit(payment) & ~1
        copies = payment >> shift
        if depth < copies:
            break
        depth -= copies
        payment -= copies << shift
    return PAY_CARD + CARD_VALUES * currency_of(action) + (shift >> 1)


def list_open(stepper: Stepper, work: Workspace) -> None:
    """List the actions that agree with the steps chosen so far."""
    list_actions_unchecked(work, stepper.position)
    for depth in range(stepper.n_prefix):
        keep_step(stepper, work, depth, stepper.prefix[depth])


def keep_step(stepper: Stepper, work: Workspace, depth: int, step: int) -> None:
    """Keep the listed actions that have this step."""
    prepare(stepper, work, depth)
    n = 0
    for i in range(work.n_actions):
        work.actions[n] = work.actions[i]
        n += step_at(stepper, work, work.actions[i], depth) == step
    work.n_actions = n


def prepare(stepper: Stepper, work: Workspace, depth: int) -> None:
    """Find the cells that the second step of an action is counted by."""
    if depth:
        follow_city(work, stepper.position, stepper.position.seat)
        find_around(stepper, work, stepper.position.seat)


def write_mask(stepper: Stepper, work: Workspace, mask: bytearray) -> None:
    """Mark the next step of every listed action in a mask that is empty."""
    prepare(stepper, work, stepper.n_prefix)
    for i in range(work.n_actions):
        mask[step_at(stepper, work, work.actions[i], stepper.n_prefix)] = 1


def extend(stepper: Stepper, work: Workspace, step: int) -> bool:
    """Choose a step of the listed actions, and further steps as long as there is only one to choose
    from. Keeps the actions that have them. False if there are none."""
    keep_step(stepper, work, stepper.n_prefix, step)
    if work.n_actions == 0:
        return False
    while True:
        stepper.prefix[stepper.n_prefix] = step
        stepper.n_prefix += 1
        if work.n_actions == 1:
            return True
        prepare(stepper, work, stepper.n_prefix)
        step = step_at(stepper, work, work.actions[0], stepper.n_prefix)
        if not is_shared(stepper, work, step):
            return True


def is_shared(stepper: Stepper, work: Workspace, step: int) -> bool:
    """Is this the next step of all listed actions?"""
    for i in range(work.n_actions):
        if step_at(stepper, work, work.actions[i], stepper.n_prefix) != step:
            return False
    return True


def is_listed(work: Workspace, action: int) -> bool:
    """Is it one of the listed actions?"""
    for i in range(work.n_actions):
        if work.actions[i] == action:
            return True
    return False


def play_action(stepper: Stepper, work: Workspace, action: int) -> None:
    """Play an action and what follows from it, up to the next decision or the end."""
    stepper.n_prefix = 0
    work.seed[0] = stepper.seed[0]
    play_unchecked(stepper.position, action)
    settle_with_reshuffles(work, stepper.position)
    stepper.seed[0] = work.seed[0]


def share_win(position: Position, rewards: list[float]) -> None:
    """1 for a win and ``-1 / (players - 1)`` otherwise; those tied for the win share both. Zeros
    before the end, so that the sum is always 0."""
    best = position.score[0]
    winners = 0
    for seat in range(position.players):
        best = max(best, position.score[seat])
    for seat in range(position.players):
        winners += position.score[seat] == best
    others = position.players - 1
    for seat in range(position.players):
        share = 1.0 / winners if position.score[seat] == best else 0.0
        rewards[seat] = 0.0
        if position.phase == OVER:
            rewards[seat] = (share * position.players - 1.0) / others
