# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Which actions the seat may choose from (section 3, and 4.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import cython

from alhambra.core import position as _position
from alhambra.core import tables

if not cython.compiled:
    from alhambra.core.bits import *
    from alhambra.core.building import find_frontier, find_removable, follow_city
    from alhambra.core.codes import *
    from alhambra.core.constants import *
    from alhambra.core.position import Position, Workspace

WORK = _position.SHARED
TILE_PRICE = tables.prices()
TILE_WALLS = tables.walls()


def list_actions_unchecked(work: Workspace, position: Position) -> None:
    """List the seat's actions in ``work.actions``; none where the game waits for chance."""
    work.n_actions = 0
    if position.phase == ACTING:
        list_takes(work, position)
        list_purchases(work, position)
        add_redesigns(work, position)
        if work.n_actions == 0:
            work.actions[0] = action(PASS, 0, 0)
            work.n_actions = 1
    elif position.phase == PLACING or position.phase == AWARDING:
        list_placings(work, position)


def list_takes(work: Workspace, position: Position) -> None:
    """List any one card of the row, or several worth at most 5. Computed only when the row has
    changed."""
    row = position.row[0] | position.row[1] << 8 | position.row[2] << 16 | position.row[3] << 24
    if work.takes_row != row:
        work.takes_row = row
        find_takes(work, position)
    n = work.n_actions
    for i in range(work.n_takes):
        work.actions[n + i] = work.takes[1 + i]
    work.n_actions = n + work.n_takes


def find_takes(work: Workspace, position: Position) -> None:
    """Start from the empty set. Each card is added to every set so far, except that a card equal
    to the one before it is added only to the sets that hold that one: so no set comes twice."""
    if not cython.compiled:
        cards, worth = [0] * 4, [0] * 17
    sort_row(position, cards)
    work.takes[0] = 0
    worth[0] = 0
    size = 1
    before = 0  # the first of the sets that hold the previous card
    for i in range(ROW):
        if cards[i] == NO_CARD:
            continue
        first = before if i > 0 and cards[i] == cards[i - 1] else 0
        before = size
        value = cards[i] & 15
        for j in range(first, before if value < TAKE_WORTH else 1):  # 5 and more come alone
            work.takes[size] = work.takes[j] << CARD_BITS | cards[i]
            worth[size] = worth[j] + value
            size += (j == 0) | (worth[size] <= TAKE_WORTH)
    work.n_takes = size - 1


def sort_row(position: Position, cards: list[int]) -> None:
    """The cards of the row, rising: two pairs, then the ends, then the middle."""
    low = min(position.row[0], position.row[1])
    high = max(position.row[0], position.row[1])
    other_low = min(position.row[2], position.row[3])
    other_high = max(position.row[2], position.row[3])
    left = max(low, other_low)
    right = min(high, other_high)
    cards[0] = min(low, other_low)
    cards[1] = min(left, right)
    cards[2] = max(left, right)
    cards[3] = max(high, other_high)


def list_purchases(work: Workspace, position: Position) -> None:
    """Every tile of the market that can be paid, with each irredundant payment."""
    for square in range(SQUARES):
        purse = 4 * position.seat + square
        tile = position.market[square]
        if tile == NO_TILE or position.worth[purse] < TILE_PRICE[tile]:
            continue
        hand = position.hand[purse]
        n = 0
        while hand:
            shift = highest_bit(hand) & ~1
            work.pay_value[n] = (shift >> 1) + 1
            work.pay_count[n] = hand >> shift
            n += 1
            hand &= (1 << shift) - 1
        work.pay_rest[n] = 0
        for i in range(n - 1, -1, -1):
            work.pay_rest[i] = work.pay_rest[i + 1] + work.pay_value[i] * work.pay_count[i]
        work.purchase = square << CURRENCY_SHIFT - TILE_SHIFT | tile
        list_payments(work, 0, TILE_PRICE[tile], 0)


def list_payments(work: Workspace, i: int, due: int, paid: int) -> None:
    """List all ways to cover what is due with the cards i, i + 1, … of falling value. Stopping as
    soon as the price is reached gives irredundant payments: the last card is the smallest."""
    if work.pay_rest[i] < due:
        return
    value = work.pay_value[i]
    list_payments(work, i + 1, due, paid)
    copies = work.pay_count[i]
    while copies > 0:
        copies -= 1
        due -= value
        paid += 1 << 2 * (value - 1)
        if due <= 0:
            work.actions[work.n_actions] = action(BUY if due else BUY_EXACT, work.purchase, paid)
            work.n_actions += 1
            return
        list_payments(work, i + 1, due, paid)


def add_redesigns(work: Workspace, position: Position) -> None:
    """Append the redesigns. They are computed only when the city or the reserve has changed."""
    seat = position.seat
    reserve = position.reserve[seat]
    if not position.city[seat] and not reserve:
        return
    follow_city(work, position, seat)
    first = MAX_REDESIGNS * seat
    if not work.known[seat] & REDESIGNS_KNOWN or work.redesigns_reserve[seat] != reserve:
        work.redesigns_reserve[seat] = reserve
        work.n_redesigns[seat] = list_redesigns(work, position, work.redesigns, first) - first
        work.known[seat] |= REDESIGNS_KNOWN
    n = work.n_actions
    for i in range(work.n_redesigns[seat]):
        work.actions[n + i] = work.redesigns[first + i]
    work.n_actions = n + work.n_redesigns[seat]


def list_redesigns(work: Workspace, position: Position, actions: list[int], n: int) -> int:
    """Build, remove and swap; returns the new end of the list."""
    seat = position.seat
    rest = position.reserve[seat]
    if rest:
        find_frontier(work, position, seat)
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        n = list_cells(work, actions, n, seat, BUILD, tile)
        n = list_swaps(work, position, actions, n, seat, tile)
    find_removable(work, position, seat)
    rest = work.removable[seat]
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        actions[n] = action(REMOVE, tile, 0)
        n += 1
    return n


def list_cells(work: Workspace, actions: list[int], n: int, seat: int, kind: int, tile: int) -> int:
    """Every cell of the city that can take the tile."""
    walls = TILE_WALLS[tile]
    first = MAX_FRONTIER * seat
    for i in range(first, first + work.n_frontier[seat]):
        actions[n] = action(kind, tile, work.frontier[i])
        n += work.frontier_walls[i] >> walls & 1
    return n


def list_swaps(
    work: Workspace, position: Position, actions: list[int], n: int, seat: int, tile: int
) -> int:
    """The tiles of the city that this one can replace: those with the same walls on every side
    that has a neighbour. (Such a tile can still be reached, see ``building.swapping_fault``.)"""
    first = PLACES * seat
    walls = TILE_WALLS[tile]
    rest = position.city[seat]
    while rest:
        other = lowest_bit(rest)
        rest &= rest - 1
        actions[n] = action(SWAP, tile, position.cell[other])
        n += ((walls ^ TILE_WALLS[other]) & work.filled_sides[first + other]) == 0
    return n


def list_placings(work: Workspace, position: Position) -> None:
    """For each waiting tile: the city, the reserve or, with two players and a tile just bought,
    Dirk."""
    seat = position.seat
    find_frontier(work, position, seat)
    gift = position.phase == PLACING and position.players == 2
    n = work.n_actions
    rest = position.pending
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        n = list_cells(work, work.actions, n, seat, PLACE, tile)
        work.actions[n] = action(RESERVE, tile, 0)
        n += 1
        if gift:
            work.actions[n] = action(GIVE, tile, 0)
            n += 1
    work.n_actions = n


def payment_worth(payment: int) -> int:
    """The worth of a payment, or of a hand in one currency."""
    total = 0
    for value in range(1, 10):
        total += value * (payment >> 2 * (value - 1) & 3)
    return total


def square_of(position: Position, tile: int) -> int:
    """The square of the market that has the tile, or NOBODY's."""
    for square in range(SQUARES):
        if position.market[square] == tile:
            return square
    return NOBODY


def is_covered(hand: int, payment: int) -> bool:
    """Are all cards of the payment in the hand?"""
    for value in range(9):
        if hand >> 2 * value & 3 < payment >> 2 * value & 3:
            return False
    return True


def may_buy(position: Position, action: int) -> bool:
    """Can the tile be bought with this payment? Any cards of the square's currency that are worth
    at least the price will do, also with cards to spare."""
    tile = tile_of(action)
    square = square_of(position, tile)
    if position.phase != ACTING or square != currency_of(action):
        return False
    payment = rest_of(action)
    worth = payment_worth(payment)
    exact = kind_of(action) == BUY_EXACT
    if worth < TILE_PRICE[tile] or exact != (worth == TILE_PRICE[tile]):
        return False
    return is_covered(position.hand[4 * position.seat + square], payment)


# Questions from Python


class Listed:
    """The actions listed last for Python, with a copy of the position. As a rule the next action
    played is one of them, so that its legality is known without listing them again."""

    position: Position
    codes: Any
    first: Any
    size: int

    def __init__(self) -> None:
        self.position = Position()
        self.size = -1

    def keep(self, position: Position, codes: Any, first: Any, size: int) -> None:
        """Remember this list instead of the one before."""
        self.position.copy_from(position)
        self.codes = codes
        self.first = first
        self.size = size

    def is_of(self, position: Position) -> bool:
        """Were the actions of this position listed last?"""
        return self.size >= 0 and self.position.is_same(position)


LISTED = Listed()


class Codes:
    """The listed actions of a position, each made by a function of its code when asked for."""

    codes: Any
    first: Any
    size: int
    decode: Callable[[int], Any]

    @cython.locals(position=Position)
    def __init__(self, position: Position, decode: Callable[[int], Any]) -> None:
        list_actions_unchecked(WORK, position)
        self.size = WORK.n_actions
        self.decode = decode
        if cython.compiled:
            self.codes = cython.cast(cython.p_char, WORK.actions)[: 4 * self.size]
            self.first = cython.cast(cython.p_uint, cython.cast(cython.p_char, self.codes))
        else:
            self.codes = WORK.actions[: self.size]
            self.first = self.codes
        LISTED.keep(position, self.codes, self.first, self.size)

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Any]:
        return map(self.decode, self.numbers())

    @cython.locals(place=cython.Py_ssize_t)
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self.decode(number) for number in self.numbers()[index]]
        place = index
        if place < 0:
            place += self.size
        if place < 0 or place >= self.size:
            raise IndexError("legal action index out of range")
        return self.decode(self.first[place])

    def numbers(self) -> list[int]:
        """The codes themselves."""
        return [self.first[i] for i in range(self.size)]


def list_actions(position: Position) -> list[int]:
    """The listed actions."""
    list_actions_unchecked(WORK, position)
    return [WORK.actions[i] for i in range(WORK.n_actions)]


def is_legal(position: Position, action: int) -> bool:
    """May the action be played? A listed one, or a purchase with cards to spare."""
    kind = kind_of(action)
    if kind == BUY or kind == BUY_EXACT:
        return may_buy(position, action)
    if LISTED.is_of(position):
        return is_among(LISTED.first, LISTED.size, action)
    list_actions_unchecked(WORK, position)
    return is_among(WORK.actions, WORK.n_actions, action)


def is_among(actions: list[int], n: int, action: int) -> bool:
    """Is it one of the first ``n`` of these actions?"""
    for i in range(n):
        if actions[i] == action:
            return True
    return False
