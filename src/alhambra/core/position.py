# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""A position: everything about a game but its history, in a fixed number of bytes."""

from __future__ import annotations

from typing import NoReturn

import cython

if not cython.compiled:
    from alhambra.core.constants import *


class Position:
    """The state of a game. Only the modules of the core change one."""

    city: list[int]  # for each seat the set of its tiles, without the fountain
    reserve: list[int]
    city_key: list[int]  # a hash of the layout of each city, for caches
    pending: int  # tiles the seat has yet to place
    dirk: int
    hand: list[int]  # for each seat and currency: two bits for each value
    discard: list[int]
    cell: list[int]  # where a tile that stands in a city stands
    score: list[int]  # for each seat; with two players Dirk's comes third
    worth: list[int]  # of each hand
    deck: list[int]  # the top card last
    bag: list[int]  # the next tile last
    row: list[int]
    market: list[int]
    owner: list[int]  # at the end: who is yet to place the tile on a square
    steps: int  # actions of this turn so far
    deck_size: int
    bag_size: int
    draw_pile: int  # cards in the deck after set-up: where the piles were cut
    players: int
    seat: int
    phase: int
    due: int  # 1 or 2: scoring A or B has turned up
    scored: int  # scorings that are over
    checked: bool  # ``checks.check_game`` found no fault, and no tile was put freely since

    def __init__(self) -> None:
        if not cython.compiled:
            self.city, self.reserve, self.city_key = [0] * 6, [0] * 6, [0] * 6
            self.hand, self.worth, self.discard = [0] * 24, [0] * 24, [0] * 4
            self.cell, self.score = [0] * 54, [0] * 7
            self.deck, self.bag = [0] * 110, [0] * 54
            self.row, self.market, self.owner = [0] * 4, [0] * 4, [0] * 4
            self.pending = self.dirk = self.deck_size = self.bag_size = self.draw_pile = 0
            self.players = self.seat = self.phase = self.due = self.scored = self.steps = 0
            self.checked = False

    def clone(self) -> Position:
        """A copy that shares nothing with this one."""
        other = Position.__new__(Position) if cython.compiled else Position()
        other.copy_from(self)
        return other

    def copy_from(self, other: Position) -> None:
        """Copy the state of another position into this one."""
        if cython.compiled:
            # All fields as one block of memory: the .pxd file says how.
            read_fields(self, cython.address(other.city[0]))  # type: ignore[name-defined]
            self.checked = other.checked
        else:
            for name, value in vars(other).items():
                setattr(self, name, value[:] if isinstance(value, list) else value)

    def is_same(self, other: Position) -> bool:
        """Has the other position the same fields?"""
        if cython.compiled:
            return same_fields(self, cython.address(other.city[0]))  # type: ignore[name-defined,no-any-return]
        return {**vars(self), "checked": other.checked} == vars(other)

    def __reduce__(self) -> NoReturn:
        raise ValueError("a position has no history: pickle its game or view, or use clone()")

    # The arrays of bytes as Python reads them

    @property
    def row_cards(self) -> list[int]:
        """The money row."""
        return [self.row[i] for i in range(ROW)]

    @property
    def market_tiles(self) -> list[int]:
        """The squares of the market."""
        return [self.market[i] for i in range(SQUARES)]

    @property
    def owners(self) -> list[int]:
        """Who is yet to place the tile on each square."""
        return [self.owner[i] for i in range(SQUARES)]

    @property
    def worths(self) -> list[int]:
        """What each purse is worth."""
        return [self.worth[i] for i in range(MAX_PLAYERS * CURRENCIES)]

    @property
    def deck_order(self) -> bytes:
        """The deck, the top card first."""
        return bytes([self.deck[i] for i in range(self.deck_size - 1, -1, -1)])

    @property
    def bag_order(self) -> bytes:
        """The bag, the next tile first."""
        return bytes([self.bag[i] for i in range(self.bag_size - 1, -1, -1)])

    def facts(self) -> tuple[object, ...]:
        """Everything that distinguishes positions, for comparisons."""
        city = 0
        for seat in range(MAX_PLAYERS):
            city |= self.city[seat]
        cells = tuple([self.cell[n] if city >> n & 1 else -1 for n in range(TILES)])
        return (
            tuple(self.city),
            tuple(self.reserve),
            tuple(self.city_key),
            self.pending,
            self.dirk,
            tuple(self.hand),
            tuple(self.worths),
            tuple(self.discard),
            cells,
            tuple(self.score),
            self.deck_order,
            self.bag_order,
            tuple(self.row_cards),
            tuple(self.market_tiles),
            tuple(self.owners),
            self.draw_pile,
            (self.players, self.seat, self.phase, self.due, self.scored, self.steps),
        )


class Workspace:
    """Scratch memory of one thread: random numbers, the list of actions, analyses of cities.

    Analyses of cities are kept for each seat.
    """

    seed: list[int]
    actions: list[int]
    n_actions: int
    takes: list[int]  # nothing, then the ways to take money from takes_row
    n_takes: int
    takes_row: int
    # For each seat the city that is laid out on its grid
    laid: list[int]  # its tiles and the fountain
    laid_key: list[int]
    laid_cell: list[int]
    around: list[int]  # the grids: what is known of each cell
    tile_at: list[int]
    filled_sides: list[int]  # for each tile the sides with a neighbour
    open_sides: list[int]  # … over which one can walk
    neighbours: list[int]  # … and the tiles one walks to
    open_ends: list[int]  # how many open sides the city has in all
    leaves: list[int]  # the tiles with one open side
    enclosed: list[int]  # the tiles with a neighbour on every side
    # What has been computed for it
    known: list[int]
    n_frontier: list[int]
    frontier: list[int]  # free cells that can take some tile, MAX_FRONTIER for each seat
    frontier_walls: list[int]  # the sets of walls they can take
    removable: list[int]
    wall: list[int]
    redesigns_reserve: list[int]
    n_redesigns: list[int]
    redesigns: list[int]  # MAX_REDESIGNS for each seat
    outline: list[int]  # the sides around the city last walked: cell << 2 | side
    n_outline: int
    run_start: int  # where on the outline the longest wall begins
    outer_walls: int  # how many sides of the outline are walls
    count: list[int]  # of the kind being scored, for each seat and Dirk
    place: list[int]
    prize: list[int]
    purchase: int  # the tile being paid for
    pay_value: list[int]
    pay_count: list[int]
    pay_rest: list[int]
    decisions: int

    def __init__(self, seed: int = 0) -> None:
        if not cython.compiled:
            self.seed = [0]
            self.actions, self.n_actions = [0] * MAX_ACTIONS, 0
            self.takes, self.n_takes, self.takes_row = [0] * 17, 0, 0
            self.laid, self.laid_key, self.laid_cell = [0] * 6, [0] * 6, [0] * 336
            self.around, self.tile_at = [0] * (6 * CELLS), [0] * (6 * CELLS)
            self.filled_sides, self.open_sides = [0] * 336, [0] * 336
            self.neighbours, self.open_ends = [0] * 336, [0] * 6
            self.leaves, self.enclosed, self.known = [0] * 6, [0] * 6, [0] * 6
            self.n_frontier, self.frontier, self.frontier_walls = [0] * 6, [0] * 1536, [0] * 1536
            self.removable, self.wall = [0] * 6, [0] * 6
            self.redesigns_reserve, self.n_redesigns = [0] * 6, [0] * 6
            self.redesigns = [0] * (6 * MAX_REDESIGNS)
            self.outline, self.n_outline, self.run_start = [0] * MAX_OUTLINE, 0, 0
            self.count, self.place, self.prize = [0] * 7, [0] * 7, [0] * 7
            self.purchase = 0
            self.pay_value, self.pay_count, self.pay_rest = [0] * 10, [0] * 10, [0] * 10
        self.seed[0] = seed
        self.decisions = 0


# For calls from Python. They hold the GIL from start to end, so they can share one workspace.
# Code that releases the GIL needs its own.
SHARED = Workspace()
