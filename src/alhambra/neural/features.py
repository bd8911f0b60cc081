# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Encodes a position as a row of bytes, the input of the champion's network.

The row holds a block for each seat, the one to act first and the others in turn order, then the
blocks of the table; ``columns`` names every byte. Nothing in it depends on the order of deck or
bag.

The position after an action, before anything is drawn, differs from the one before only in a few
blocks. ``encode_after`` copies the row and rewrites only those. A test checks that this gives the
same row as encoding the new position from scratch.
"""

from __future__ import annotations

from typing import Any

import cython

if not cython.compiled:
    from alhambra.core.bits import *
    from alhambra.core.building import TILE_WALLS
    from alhambra.core.codes import *
    from alhambra.core.constants import *
    from alhambra.core.dealing import window_end, window_start
    from alhambra.core.hands import sums_of
    from alhambra.core.listing import TILE_PRICE, list_actions_unchecked
    from alhambra.core.position import Position, Workspace
    from alhambra.core.scoring import KIND_TILES, TILE_KIND
    from alhambra.core.turns import play_unchecked, richest
    from alhambra.neural.city_features import write_layout
    from alhambra.neural.columns import *
    from alhambra.neural.encoder import Encoder, check_encoder
    from alhambra.neural.score_features import (
        empty_squares,
        seat_after,
        share_kind,
        update_standing,
        write_leads,
        write_margins,
        write_offer_prizes,
    )

# A position from scratch


def encode(encoder: Encoder, work: Workspace, position: Position) -> None:
    """Encode a position from the point of view of the seat to act, into ``base``."""
    row = encoder.base
    players = encoder.players
    table = encoder.table
    for i in range(encoder.width):
        row[i] = 0
    count_bag(encoder, position)
    count_deck(encoder, position)
    for square in range(SQUARES):
        write_square(position, square, row, table + MARKET + SQUARE * square)
    write_money(position, row, table + MONEY)
    for turn in range(players):
        seat = seat_after(position, turn)
        at = SEAT * turn
        write_city(encoder, work, position, seat, row, at)
        for currency in range(CURRENCIES):
            sums = write_purse(encoder, position, seat, currency, row, at)
            encoder.sums[4 * seat + currency] = sums
        write_reserve(position, seat, row, at)
        row[at + POINTS] = small(position.score[seat])
    for square in range(SQUARES):
        write_offers(encoder, position, square, encoder.sums[4 * position.seat + square], row, 0)
    write_dirk(position, row, table + DIRK)
    write_waiting(encoder, position, row, 0, table + WAITING)
    encoder.joined_wall = encoder.joining_wall
    for i in range(PRIZE_TABLE):
        encoder.prizes[i] = 0
    for kind in range(KINDS):
        encoder.joined[kind] = encoder.joining[kind]
        write_leads(encoder, row, 0, kind)
        share_kind(encoder, work, position, row, 0, kind, encoder.prizes)
        write_offer_prizes(encoder, work, position, encoder.prizes, kind, row, 0)
    write_margins(encoder, work, position, encoder.prizes, row, 0)
    write_time(position, row[table + MONEY + MONEY_GAPS], row, table + TIME)
    write_turn(position, row, table + TURN)


def count_bag(encoder: Encoder, position: Position) -> None:
    """Count the tiles in the bag by price, walls and kind."""
    row = encoder.base
    at = encoder.table + BAG
    for i in range(16):
        encoder.priced[i] = 0
        encoder.unseen_walls[i] = 0
        encoder.unseen_kinds[i] = 0
    for i in range(position.bag_size):
        tile = position.bag[i]
        encoder.unseen_walls[TILE_WALLS[tile]] += 1
        encoder.unseen_kinds[TILE_WALLS[tile]] += bit(8 * TILE_KIND[tile])
        encoder.priced[TILE_PRICE[tile]] += 1
        row[at + TILE_KIND[tile]] += 1
    row[at + BAG_TILES] = position.bag_size
    encoder.up_to[0] = 0
    for price in range(1, 16):
        encoder.up_to[price] = encoder.up_to[price - 1] + encoder.priced[price]
    for price in range(2, 14):
        row[at + BAG_PRICES + price - 2] = encoder.priced[price]


def count_deck(encoder: Encoder, position: Position) -> None:
    """Count the money in the deck."""
    row = encoder.base
    at = encoder.table + CARDS
    money = 0
    for i in range(position.deck_size):
        card = position.deck[i]
        if card < SCORING_A:
            row[at + VALUES * (card >> 4) + (card & 15) - 1] += 1
            money += 1
    row[at + CARDS_LEFT] = money


# A seat: its city


def write_city(
    encoder: Encoder, work: Workspace, position: Position, seat: int, row: list[int], at: int
) -> None:
    """Write the layout of a city, and how well the tiles to come fit."""
    key = position.city_key[seat]
    known = LAYOUT * (key & (LAYOUTS - 1))
    if encoder.layout_key[key & (LAYOUTS - 1)] != key:
        write_layout(encoder, work, position, seat, encoder.layout, known)
        encoder.layout_key[key & (LAYOUTS - 1)] = key
    for i in range(LAYOUT):
        row[at + i] = encoder.layout[known + i]
    write_room(encoder, row, at)
    for square in range(SQUARES):
        tile = position.market[square]
        offer = at + OFFERS + OFFER * square
        row[offer + OFFER_CELLS] = 0 if tile == NO_TILE else row[at + FITTING + TILE_WALLS[tile]]
        row[offer + OFFER_GROWTH] = 0 if tile == NO_TILE else row[at + GROWTH + TILE_WALLS[tile]]


def write_room(encoder: Encoder, row: list[int], at: int) -> None:
    """Write for each kind how many of the tiles in the bag would fit somewhere, and the expected
    wall with one of them."""
    kinds = 0
    total = 0
    growth = 0
    for walls in range(16):
        if row[at + FITTING + walls]:
            kinds += encoder.unseen_kinds[walls]
            total += encoder.unseen_walls[walls]
            growth += encoder.unseen_walls[walls] * row[at + GROWTH + walls]
    for kind in range(KINDS):
        row[at + ROOM + kind] = kinds >> 8 * kind & 255
    row[at + ROOM_TILES] = total
    bag = encoder.base[encoder.table + BAG + BAG_TILES]
    row[at + ROOM_GROWTH] = small(16 * growth // bag) if bag else 0


# A seat: its money


def write_purse(
    encoder: Encoder, position: Position, seat: int, currency: int, row: list[int], at: int
) -> int:
    """The cards of a currency and what they can pay; returns the sums."""
    hand = position.hand[4 * seat + currency]
    worth = position.worth[4 * seat + currency]
    first = at + HAND + PURSE * currency
    cards = 0
    for value in range(1, 10):
        copies = hand >> 2 * (value - 1) & 3
        row[first + PURSE_VALUES + value - 1] = copies
        cards += copies
    row[first + PURSE_WORTH] = worth
    row[first + PURSE_CARDS] = cards
    sums = sums_of(hand)
    exact = 0
    for price in range(2, 14):
        exact += encoder.priced[price] * (sums >> price & 1)
    row[at + EXACT + currency] = exact
    row[at + PAYABLE + currency] = encoder.up_to[min(worth, 13)]
    return sums


def write_offers(
    encoder: Encoder, position: Position, square: int, mine: int, row: list[int], at: int
) -> None:
    """Can each seat pay the tile on the square, and how well? ``mine`` are the sums of the seat
    to act. (The city writes the cells and the growth of an offer, the majorities its prizes.)"""
    tile = position.market[square]
    if tile == NO_TILE:
        clear_offers(encoder, square, row, at)
        return
    price = TILE_PRICE[tile]
    values = values_in_row(position, square)
    leader = richest(position, square)
    for turn in range(encoder.players):
        seat = seat_after(position, turn)
        worth = position.worth[4 * seat + square]
        sums = encoder.sums[4 * seat + square] if turn else mine
        above = sums >> price
        offer = at + SEAT * turn + OFFERS + OFFER * square
        row[offer + OFFER_PAYABLE] = worth >= price
        row[offer + OFFER_EXACT] = above & 1
        row[offer + OFFER_EXCESS] = lowest_bit(above) if worth >= price and above else 0
        row[offer + OFFER_MISSING] = small(price - worth)
        row[offer + OFFER_RICHEST] = leader == seat
        row[offer + OFFER_EXACT_NEXT] = with_one_more(sums, values) >> price & 1
        row[offer + OFFER_PAYABLE_NEXT] = values != 0 and worth + highest_bit(values) >= price


def clear_offers(encoder: Encoder, square: int, row: list[int], at: int) -> None:
    """Clear the offers of an empty square."""
    for turn in range(encoder.players):
        for i in range(OFFER):
            row[at + SEAT * turn + OFFERS + OFFER * square + i] = 0


def values_in_row(position: Position, currency: int) -> int:
    """The set of the values that the cards of a currency in the row have."""
    values = 0
    for place in range(ROW):
        card = position.row[place]
        if card != NO_CARD and card >> 4 == currency:
            values |= 1 << (card & 15)
    return values


def with_one_more(sums: int, values: int) -> int:
    """The amounts that can be paid with one card more, of one of the values."""
    found = 0
    while values:
        found |= sums << lowest_bit(values)
        values &= values - 1
    return found


def write_reserve(position: Position, seat: int, row: list[int], at: int) -> None:
    """The tiles of the reserve, how many of them fit somewhere, and the best for the wall."""
    for i in range(POINTS - RESERVED):
        row[at + RESERVED + i] = 0
    rest = position.reserve[seat]
    if rest == 0:
        return
    for kind in range(KINDS):
        row[at + RESERVED + kind] = bit_count(rest & KIND_TILES[kind])
    row[at + RESERVED_TILES] = bit_count(rest)
    fitting = 0
    growth = 0
    while rest:
        walls = TILE_WALLS[lowest_bit(rest)]
        rest &= rest - 1
        fitting += row[at + FITTING + walls] > 0
        growth = max(growth, row[at + GROWTH + walls])
    row[at + RESERVED_FITTING] = fitting
    row[at + RESERVED_GROWTH] = growth


# The table


def write_waiting(encoder: Encoder, position: Position, row: list[int], city: int, at: int) -> None:
    """Write the tiles that wait to be placed."""
    for i in range(WAITING_SIZE):
        row[at + i] = 0
    for kind in range(KINDS):
        encoder.joining[kind] = 0
    encoder.joining_wall = 0
    rest = position.pending
    if rest == 0:
        return
    for kind in range(KINDS):
        row[at + kind] = bit_count(rest & KIND_TILES[kind])
    row[at + WAITING_TILES] = bit_count(rest)
    cells = 0
    homeless = 0
    wall = 0
    while rest:
        tile = lowest_bit(rest)
        walls = TILE_WALLS[tile]
        rest &= rest - 1
        row[at + WAITING_WALLS + walls] += 1
        wall += row[city + GROWTH + walls]
        if row[city + FITTING + walls]:
            cells += row[city + FITTING + walls]
            encoder.joining[TILE_KIND[tile]] += 1
            encoder.joining_wall += row[city + GROWTH + walls] - 8
        else:
            homeless += 1
    row[at + WAITING_CELLS] = small(cells)
    row[at + WAITING_STUCK] = homeless
    row[at + WAITING_GROWTH] = small(wall)


def write_square(position: Position, square: int, row: list[int], at: int) -> None:
    """The tile on a square of the market: there, its kind, price and walls."""
    for i in range(SQUARE):
        row[at + i] = 0
    tile = position.market[square]
    if tile == NO_TILE:
        return
    row[at + SQUARE_FILLED] = 1
    row[at + SQUARE_KIND + TILE_KIND[tile]] = 1
    row[at + SQUARE_PRICE] = TILE_PRICE[tile]
    for side in range(4):
        row[at + SQUARE_WALLS + side] = TILE_WALLS[tile] >> side & 1


def write_money(position: Position, row: list[int], at: int) -> None:
    """The money row: its cards, the worth in each currency, the gaps."""
    for i in range(MONEY_SIZE):
        row[at + i] = 0
    for place in range(ROW):
        card = position.row[place]
        if card == NO_CARD:
            row[at + MONEY_GAPS] += 1
        else:
            row[at + VALUES * (card >> 4) + (card & 15) - 1] += 1
            row[at + MONEY_WORTH + (card >> 4)] += card & 15


def hazard(start: int, end: int, cards: int) -> int:
    """The chance, in 200ths, that a card from these places of the deck is among the first."""
    if cards <= start:
        return 0
    return 200 * (min(cards, end) - start) // (end - start)


def write_time(position: Position, missing: int, row: list[int], at: int) -> None:
    """Scorings that are over, and where in the deck the next scoring cards can be."""
    for i in range(TIME_SIZE):
        row[at + i] = 0
    row[at + min(position.scored, 2)] = 1
    for scoring in range(position.scored, 2):
        pile = 1 + 2 * scoring
        start = window_start(position, pile)
        end = window_end(position, pile)
        row[at + TIME_WINDOWS + 2 * scoring] = small(start)
        row[at + TIME_WINDOWS + 2 * scoring + 1] = small(end)
        if scoring == position.scored:
            row[at + TIME_REFILL] = hazard(start, end, missing)
            row[at + TIME_LATER] = hazard(start, end, missing + 6)


def write_turn(position: Position, row: list[int], at: int) -> None:
    """Write the phase of the turn, and whether the bag can still fill the market."""
    missing = empty_squares(position)
    row[at + TURN_ACTING] = position.phase == ACTING
    row[at + TURN_PLACING] = (position.phase == PLACING) | (position.phase == AWARDING)
    row[at + TURN_OVER] = position.phase == REFILLING
    row[at + TURN_AWARDING] = (position.phase == AWARDING) | (position.phase == HANDING)
    row[at + TURN_ENDING] = missing > position.bag_size
    row[at + TURN_EMPTY] = missing


def write_dirk(position: Position, row: list[int], at: int) -> None:
    """Dirk's tiles."""
    for kind in range(KINDS):
        row[at + kind] = bit_count(position.dirk & KIND_TILES[kind])


# What an action leads to


def encode_after(
    encoder: Encoder,
    work: Workspace,
    position: Position,
    after: Position,
    action: int,
    row: list[int],
    at: int,
) -> None:
    """Play an action in the position encoded last, into ``after``, and encode that position from
    the point of view of the seat that acted, before anything is drawn."""
    after.copy_from(position)
    play_unchecked(after, action)
    for i in range(encoder.width):
        row[at + i] = encoder.base[i]
    for i in range(KINDS):
        encoder.joining[i] = encoder.joined[i]
    encoder.joining_wall = encoder.joined_wall
    kind = kind_of(action)
    if kind == TAKE:
        after_taking(encoder, work, position, after, row, at)
    elif kind == BUY or kind == BUY_EXACT:
        after_buying(encoder, work, after, currency_of(action), row, at)
    elif kind != PASS:
        after_moving(encoder, work, position, after, row, at)
    write_turn(after, row, at + encoder.table + TURN)


def after_taking(
    encoder: Encoder,
    work: Workspace,
    position: Position,
    after: Position,
    row: list[int],
    at: int,
) -> None:
    """Rewrite what taking money changes: the row, the purse, and what each seat could pay with one
    more card."""
    me = after.seat
    table = at + encoder.table
    write_money(after, row, table + MONEY)
    write_time(after, row[table + MONEY + MONEY_GAPS], row, table + TIME)
    for currency in range(CURRENCIES):
        if after.hand[4 * me + currency] == position.hand[4 * me + currency]:
            continue
        sums = write_purse(encoder, after, me, currency, row, at)
        write_offers(encoder, after, currency, sums, row, at)
    if after.bag_size <= LATE:
        write_margins(encoder, work, after, encoder.prizes, row, at)


def after_buying(
    encoder: Encoder,
    work: Workspace,
    after: Position,
    square: int,
    row: list[int],
    at: int,
) -> None:
    """Rewrite what a purchase changes: the square, the purse, and the waiting tiles."""
    table = at + encoder.table
    write_purse(encoder, after, after.seat, square, row, at)
    clear_offers(encoder, square, row, at)
    write_square(after, square, row, table + MARKET + SQUARE * square)
    write_waiting(encoder, after, row, at, table + WAITING)
    update_standing(encoder, work, after, row, at)


def after_moving(
    encoder: Encoder,
    work: Workspace,
    position: Position,
    after: Position,
    row: list[int],
    at: int,
) -> None:
    """Rewrite what changes when a tile goes to the city, the reserve or Dirk."""
    me = after.seat
    table = at + encoder.table
    if after.city_key[me] != position.city_key[me]:
        write_city(encoder, work, after, me, row, at)
    if after.dirk != position.dirk:
        write_dirk(after, row, table + DIRK)
    write_reserve(after, me, row, at)
    write_waiting(encoder, after, row, at, table + WAITING)
    update_standing(encoder, work, after, row, at)


# Calls from Python


def encoded(encoder: Encoder, work: Workspace, position: Position) -> bytes:
    """A position as the seat to act sees it."""
    check_encoder(encoder, position)
    encode(encoder, work, position)
    return bytes([encoder.base[i] for i in range(encoder.width)])


def afterstates(
    encoder: Encoder, work: Workspace, position: Position
) -> tuple[list[int], bytearray]:
    """The listed actions, and the rows of the positions they lead to, one after the other."""
    check_encoder(encoder, position)
    list_actions_unchecked(work, position)
    n = work.n_actions
    codes = [work.actions[i] for i in range(n)]
    text = bytearray(n * encoder.width)
    row: Any = text
    after = Position()
    encode(encoder, work, position)
    for i in range(n):
        encode_after(encoder, work, position, after, codes[i], row, i * encoder.width)
    return codes, text
