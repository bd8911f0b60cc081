# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Writes observations. ``layout`` says what they hold and where."""

from __future__ import annotations

import cython

from alhambra.core import position as _position
from alhambra.envs import layout

if not cython.compiled:
    from alhambra.core.bits import *
    from alhambra.core.checks import check_between, check_players
    from alhambra.core.constants import *
    from alhambra.core.dealing import window_end, window_start
    from alhambra.core.position import Position, Workspace
    from alhambra.envs.numbering import *
    from alhambra.envs.stepper import Stepper, check_stepper, find_around, wall_of

    def byte_of(number: int) -> int:
        """A number limited to the range of a byte."""
        return max(0, min(number, 255))


WORK = _position.SHARED


class Observer:
    """Writes the observations of games with one number of players."""

    players: int
    size: int

    def __init__(self, players: int) -> None:
        check_players(players)
        parts = layout.parts(players)
        self.players = players
        self.size = layout.observation_size(players)
        self.hands = parts["hands"].start
        self.money = parts["money"].start
        self.points = parts["points"].start
        self.walls = parts["walls"].start
        self.turn = parts["turn"].start
        self.cities = parts["cities"].start
        self.reserves = parts["reserves"].start
        self.cells = parts["cells"].start
        self.frontier = parts["frontier"].start
        self.market = parts["market"].start
        self.row = parts["row"].start
        self.waiting = parts["waiting"].start
        self.dirk = parts["dirk"].start
        self.bag = parts["bag"].start
        self.deck = parts["deck"].start
        self.discard = parts["discard"].start
        self.scorings = parts["scorings"].start
        self.scored = parts["scored"].start
        self.phase = parts["phase"].start
        self.verb = parts["verb"].start
        self.chosen = parts["chosen"].start
        self.cards = parts["cards"].start

    def __reduce__(self) -> tuple[object, ...]:
        return Observer, (self.players,)

    def observe(self, stepper: Stepper, seat: int) -> bytearray:
        """What a seat knows."""
        check_observer(self, stepper)
        check_between("the seat", seat, 0, self.players - 1)
        row = bytearray(self.size)
        write_observation(self, WORK, stepper, seat, row)
        return row


def check_observer(observer: Observer, stepper: Stepper) -> int:
    """The observer can write observations of this game."""
    check_stepper(stepper)
    if observer.players != stepper.position.players:
        found, players = stepper.position.players, observer.players
        raise ValueError(f"an observer for {players} players cannot observe a game of {found}")
    return 0


def write_observation(
    observer: Observer, work: Workspace, stepper: Stepper, seat: int, row: bytearray
) -> None:
    """Write what a seat knows."""
    for i in range(observer.size):
        row[i] = 0
    write_seats(observer, work, stepper, seat, row)
    write_frontier(observer, work, stepper, seat, row)
    write_table(observer, stepper.position, row)
    write_time(observer, stepper.position, row)
    write_chosen(observer, stepper, row)


def write_tiles(row: bytearray, at: int, tiles: int) -> None:
    """Mark the tiles of a set."""
    while tiles:
        row[at + lowest_bit(tiles)] = 1
        tiles &= tiles - 1


def write_hand(row: bytearray, at: int, hand: int) -> None:
    """Count the cards of one currency, which are two bits for each value."""
    while hand:
        value = lowest_bit(hand) >> 1
        row[at + value] = hand >> 2 * value & 3
        hand &= ~(3 << 2 * value)


def write_cell(row: bytearray, at: int, cell: int) -> None:
    """Write the coordinates of a cell; the row of the core's grid grows to the south."""
    row[at] = cell & (STRIDE - 1)
    row[at + 1] = STRIDE - cell // STRIDE


def write_seats(
    observer: Observer, work: Workspace, stepper: Stepper, seat: int, row: bytearray
) -> None:
    """Write what each seat has."""
    for turn in range(observer.players):
        owner = (seat + turn) % observer.players
        for currency in range(CURRENCIES):
            purse = CURRENCIES * owner + currency
            write_hand(
                row,
                observer.hands + CARDS * turn + CARD_VALUES * currency,
                stepper.position.hand[purse],
            )
            row[observer.money + CURRENCIES * turn + currency] = byte_of(
                stepper.position.worth[purse]
            )
        row[observer.points + turn] = byte_of(stepper.position.score[owner])
        row[observer.walls + turn] = wall_of(stepper, work, owner)
        row[observer.turn + turn] = (owner == stepper.position.seat) & (
            stepper.position.phase != OVER
        )
        write_tiles(row, observer.cities + TILES * turn, stepper.position.city[owner])
        write_tiles(row, observer.reserves + TILES * turn, stepper.position.reserve[owner])
        write_cells(observer, stepper.position, owner, row)


def write_cells(observer: Observer, position: Position, owner: int, row: bytearray) -> None:
    """Write where the tiles of a city stand."""
    rest = position.city[owner]
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - 1
        write_cell(row, observer.cells + 2 * tile, position.cell[tile])


def write_frontier(
    observer: Observer, work: Workspace, stepper: Stepper, seat: int, row: bytearray
) -> None:
    """Write the cells beside the own city."""
    find_around(stepper, work, seat)
    for i in range(stepper.n_around[seat]):
        write_cell(row, observer.frontier + 2 * i, stepper.around[FRONTIER * seat + i])


def write_table(observer: Observer, position: Position, row: bytearray) -> None:
    """Write market, money row, and what is in each pile."""
    for square in range(SQUARES):
        if position.market[square] != NO_TILE:
            row[observer.market + TILES * square + position.market[square]] = 1
        write_hand(row, observer.discard + CARD_VALUES * square, position.discard[square])
    for i in range(ROW):
        if position.row[i] != NO_CARD:
            row[observer.row + card_number(position.row[i])] += 1
    write_tiles(row, observer.waiting, position.pending)
    write_tiles(row, observer.dirk, position.dirk)
    for i in range(position.bag_size):
        row[observer.bag + position.bag[i]] = 1
    for i in range(position.deck_size):
        card = position.deck[i]
        if card < SCORING_A:
            row[observer.deck + card_number(card)] += 1


def write_time(observer: Observer, position: Position, row: bytearray) -> None:
    """Write the phase of the game and where the scoring cards can be."""
    for scoring in range(position.scored, 2):
        pile = 1 + 2 * scoring
        row[observer.scorings + 2 * scoring] = byte_of(window_start(position, pile))
        row[observer.scorings + 2 * scoring + 1] = byte_of(window_end(position, pile))
    row[observer.scored + min(position.scored, 2)] = 1
    if position.phase <= AWARDING:
        row[observer.phase + position.phase] = 1


def write_chosen(observer: Observer, stepper: Stepper, row: bytearray) -> None:
    """Write the steps that have been chosen for the next action."""
    if stepper.n_prefix:
        row[observer.verb + verb_of(stepper.prefix[0])] = 1
    for i in range(stepper.n_prefix):
        step = stepper.prefix[i]
        if step < TAKE_NO_MORE:
            row[observer.cards + step] += 1
        elif PAY_CARD <= step < REPLACE_TILE:
            row[observer.cards + step - PAY_CARD] += 1
        elif BUY_TILE <= step < PASS_TURN:
            row[observer.chosen + (step - BUY_TILE) % TILES] = 1


def verb_of(step: int) -> int:
    """The place of the action that begins with this step among ``VERBS``."""
    if step < BUY_TILE:
        return 0
    if step < BUILD_TILE:
        return 1
    if step < REMOVE_TILE:
        return 2
    return 3 if step < PLACE_TILE else 4
