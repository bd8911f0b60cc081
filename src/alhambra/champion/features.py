# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""A position as a row of bytes, the way the champion sees it.

The row holds a block for each seat, the one to act first and the others in turn order, then what
lies on the table; ``columns`` names every byte. Nothing in it depends on the order of deck or bag.

What an action leads to, before anything is drawn, differs from the position it was chosen in by a
few blocks: ``foresee`` copies the row and writes only those anew. A test says that this gives the
same as describing the new position from scratch.
"""

from __future__ import annotations

from typing import Any

import cython

from alhambra.core import tables

if not cython.compiled:
    from alhambra.champion.columns import *
    from alhambra.champion.layouts import small, write_layout
    from alhambra.core.bits import *
    from alhambra.core.codes import *
    from alhambra.core.constants import *
    from alhambra.core.dealing import pile_start
    from alhambra.core.listing import list_actions
    from alhambra.core.position import Position, Workspace
    from alhambra.core.scoring import prize_of, scorers, share_prizes
    from alhambra.core.turns import apply, richest

TILE_PRICE = tables.prices()
TILE_WALLS = tables.walls()
KIND_TILES = tables.kind_tiles()
TILE_KIND = [k for n in range(54) for k in range(6) if tables.kind_tiles()[k] >> n & 1]


class Describer:
    """Writes rows for one number of players; keeps what the rows of one decision share."""

    players: int
    width: int  # of a row, a multiple of 16
    table: int  # where the blocks of the seats end
    base: list[int]  # the row of the position last looked at
    priced: list[int]  # how many tiles of the bag have each price
    up_to: list[int]  # … or a lower one
    unseen_walls: list[int]  # … have each set of walls
    unseen_kinds: list[int]  # … of each kind, a byte for each, in one number
    sums: list[int]  # what each purse can pay exactly
    prizes: list[int]  # points of each kind and scorer, in the next scoring and in the last
    joining: list[int]  # waiting tiles of each kind that fit, in the row last written
    joining_wall: int  # and what they do to the wall
    joined: list[int]  # those of the position last looked at
    joined_wall: int
    # Layouts of cities, found again by their keys: the same ones come again and again, as what
    # could be rebuilt in a city that stays as it is
    layout_key: list[int]
    layout: list[int]  # the last byte of each says that it is one

    def __init__(self, players: int) -> None:
        self.players = players
        self.table = SEAT * players
        self.width = (self.table + TABLE + 15) // 16 * 16
        if not cython.compiled:
            self.base, self.priced, self.up_to = [0] * WIDEST, [0] * 16, [0] * 16
            self.unseen_walls, self.unseen_kinds, self.sums = [0] * 16, [0] * 16, [0] * 24
            self.prizes = [0] * 84
            self.joining, self.joined = [0] * 6, [0] * 6
            self.layout_key, self.layout = [0] * LAYOUTS, [0] * (LAYOUTS * LAYOUT)


def exact_sums(hand: int) -> int:
    """The set of amounts that some cards of a purse add up to."""
    sums = bit(0)
    while hand:
        value = lowest_bit(hand) // 2 + 1  # two bits tell how many there are of each
        sums |= sums << value
        hand -= 1 << 2 * (value - 1)
    return sums


# A position from scratch


def look(describer: Describer, work: Workspace, position: Position) -> None:
    """Describe a position as the seat to act sees it, into ``base``."""
    row = describer.base
    players = describer.players
    table = describer.table
    for i in range(describer.width):
        row[i] = 0
    look_into_bag(describer, position)
    look_into_deck(describer, position)
    for square in range(SQUARES):
        write_square(position, square, row, table + MARKET + 12 * square)
    write_money(position, row, table + MONEY)
    for turn in range(players):
        seat = (position.seat + turn) % players
        at = SEAT * turn
        write_city(describer, work, position, seat, row, at)
        for currency in range(CURRENCIES):
            sums = write_purse(describer, position, seat, currency, row, at)
            describer.sums[4 * seat + currency] = sums
            write_stall(position, seat, currency, sums, row, at)
        write_reserve(position, seat, row, at)
        row[at + POINTS] = small(position.score[seat])
    write_dirk(position, row, table + DIRK)
    write_waiting(describer, position, row, 0, table + WAITING)
    describer.joined_wall = describer.joining_wall
    for kind in range(KINDS):
        describer.joined[kind] = describer.joining[kind]
        write_leads(describer, row, 0, kind)
        share_kind(describer, work, position, row, 0, kind, describer.prizes)
        write_bids(describer, work, position, describer.prizes, kind, row, 0)
    write_foreseen(describer, describer.prizes, row, 0)
    write_ahead(describer, work, position, describer.prizes, row, 0)
    write_time(position, row[table + MONEY + 40], row, table + TIME)
    write_turn(position, row, table + TURN)


def look_into_bag(describer: Describer, position: Position) -> None:
    """What is still to come, not in which order."""
    row = describer.base
    at = describer.table + BAG
    for i in range(16):
        describer.priced[i] = 0
        describer.unseen_walls[i] = 0
        describer.unseen_kinds[i] = 0
    for i in range(position.bag_size):
        tile = position.bag[i]
        describer.unseen_walls[TILE_WALLS[tile]] += 1
        describer.unseen_kinds[TILE_WALLS[tile]] += bit(8 * TILE_KIND[tile])
        describer.priced[TILE_PRICE[tile]] += 1
        row[at + TILE_KIND[tile]] += 1
    row[at + 6] = position.bag_size
    describer.up_to[0] = 0
    for price in range(1, 16):
        describer.up_to[price] = describer.up_to[price - 1] + describer.priced[price]
    for price in range(2, 14):
        row[at + 5 + price] = describer.priced[price]


def look_into_deck(describer: Describer, position: Position) -> None:
    """The money still to come."""
    row = describer.base
    at = describer.table + CARDS
    money = 0
    for i in range(position.deck_size):
        card = position.deck[i]
        if card < SCORING_A:
            row[at + 9 * (card >> 4) + (card & 15) - 1] += 1
            money += 1
    row[at + 36] = money


# A seat: its city


def write_city(
    describer: Describer, work: Workspace, position: Position, seat: int, row: list[int], at: int
) -> None:
    """The layout, and what it has room for."""
    known = LAYOUT * (position.city_key[seat] & (LAYOUTS - 1))
    key = position.city_key[seat]
    if describer.layout[known + LAYOUT - 1] == 0 or describer.layout_key[known // LAYOUT] != key:
        write_layout(work, position, seat, describer.layout, known)
        describer.layout[known + LAYOUT - 1] = 1
        describer.layout_key[known // LAYOUT] = key
    for i in range(LAYOUT - 1):
        row[at + i] = describer.layout[known + i]
    write_room(describer, row, at)
    for square in range(SQUARES):
        tile = position.market[square]
        stall = at + SHOP + STALL * square
        row[stall + 4] = 0 if tile == NO_TILE else row[at + FITTING + TILE_WALLS[tile]]
        row[stall + 8] = 0 if tile == NO_TILE else row[at + GROWTH + TILE_WALLS[tile]]


def write_room(describer: Describer, row: list[int], at: int) -> None:
    """How many of the tiles in the bag would fit somewhere, kind by kind, and what one of them
    would bring the wall."""
    kinds = 0
    total = 0
    growth = 0
    for walls in range(16):
        if row[at + FITTING + walls]:
            kinds += describer.unseen_kinds[walls]
            total += describer.unseen_walls[walls]
            growth += describer.unseen_walls[walls] * row[at + GROWTH + walls]
    for kind in range(KINDS):
        row[at + ROOM + kind] = kinds >> 8 * kind & 255
    row[at + ROOM + 6] = total
    bag = describer.base[describer.table + BAG + 6]
    row[at + ROOM + 7] = small(16 * growth // bag) if bag else 0


# A seat: its money


def write_purse(
    describer: Describer, position: Position, seat: int, currency: int, row: list[int], at: int
) -> int:
    """The cards of a currency and what they can pay; returns the sums."""
    hand = position.hand[4 * seat + currency]
    worth = position.worth[4 * seat + currency]
    first = at + HAND + PURSE * currency
    cards = 0
    for value in range(1, 10):
        copies = hand >> 2 * (value - 1) & 3
        row[first + 1 + value] = copies
        cards += copies
    row[first] = worth
    row[first + 1] = cards
    sums = exact_sums(hand)
    exact = 0
    for price in range(2, 14):
        if sums >> price & 1:
            exact += describer.priced[price]
    row[at + EXACT + currency] = exact
    row[at + PAYABLE + currency] = describer.up_to[min(worth, 13)]
    return sums


def write_stall(
    position: Position, seat: int, square: int, sums: int, row: list[int], at: int
) -> None:
    """Can the seat pay the tile on the square, and how well? (Bytes 4 and 8 belong to the
    city, 9 and 10 to the majorities.)"""
    first = at + SHOP + STALL * square
    tile = position.market[square]
    if tile == NO_TILE:
        for i in range(STALL):
            row[first + i] = 0
        return
    price = TILE_PRICE[tile]
    worth = position.worth[4 * seat + square]
    above = sums >> price
    row[first] = worth >= price
    row[first + 1] = above & 1
    row[first + 2] = lowest_bit(above) if worth >= price and above else 0
    row[first + 3] = small(price - worth)
    alone = 1
    for other in range(position.players):
        if other != seat and position.worth[4 * other + square] >= worth:
            alone = 0
    row[first + 5] = alone
    exact = 0
    payable = 0
    for place in range(ROW):
        card = position.row[place]
        if card != NO_CARD and card >> 4 == square:
            value = card & 15
            exact |= (sums << value) >> price & 1
            payable |= worth + value >= price
    row[first + 6] = exact
    row[first + 7] = payable


def write_reserve(position: Position, seat: int, row: list[int], at: int) -> None:
    """The tiles of the reserve, how many of them fit somewhere, and the best for the wall."""
    rest = position.reserve[seat]
    for kind in range(KINDS):
        row[at + RESERVED + kind] = bit_count(rest & KIND_TILES[kind])
    row[at + RESERVED + 6] = bit_count(rest)
    fitting = 0
    growth = 0
    while rest:
        walls = TILE_WALLS[lowest_bit(rest)]
        rest &= rest - 1
        fitting += row[at + FITTING + walls] > 0
        growth = max(growth, row[at + GROWTH + walls])
    row[at + RESERVED + 7] = fitting
    row[at + RESERVED + 8] = growth


# Majorities and points, where the waiting tiles that fit count as if they were placed


def standing(describer: Describer, row: list[int], at: int, turn: int, kind: int) -> int:
    """How many tiles of a kind a seat has."""
    tiles = row[at + SEAT * turn + kind]
    return tiles + describer.joining[kind] if turn == 0 else tiles


def write_leads(describer: Describer, row: list[int], at: int, kind: int) -> None:
    """For each seat 16 and by how many tiles of a kind it leads the best other."""
    best = row[at + describer.table + DIRK + kind]
    second = 0
    for turn in range(describer.players):
        tiles = standing(describer, row, at, turn, kind)
        if tiles > best:
            second = best
            best = tiles
        elif tiles > second:
            second = tiles
    for turn in range(describer.players):
        tiles = standing(describer, row, at, turn, kind)
        # Who has as many as the best is the best, or somebody else has as many: then these are
        # the second too.
        row[at + SEAT * turn + LEAD + kind] = 16 + tiles - (second if tiles == best else best)


def count_standing(
    describer: Describer, work: Workspace, row: list[int], at: int, kind: int
) -> None:
    """How many tiles of a kind each has who takes part, and Dirk, who does so among two."""
    for turn in range(describer.players):
        work.count[turn] = standing(describer, row, at, turn, kind)
    work.count[describer.players] = row[at + describer.table + DIRK + kind]


def share_kind(
    describer: Describer,
    work: Workspace,
    position: Position,
    row: list[int],
    at: int,
    kind: int,
    prizes: list[int],
) -> None:
    """What each would get for a kind if the next scoring were now, and if the last were."""
    n = scorers(position)
    count_standing(describer, work, row, at, kind)
    for turn in range(describer.players):
        prizes[7 * kind + turn] = prize_of(work, n, min(position.scored, 2), kind, turn)
        prizes[42 + 7 * kind + turn] = prize_of(work, n, 2, kind, turn)


def write_foreseen(describer: Describer, prizes: list[int], row: list[int], at: int) -> None:
    """The points of all kinds together."""
    for turn in range(describer.players):
        now = 0
        last = 0
        for kind in range(KINDS):
            now += prizes[7 * kind + turn]
            last += prizes[42 + 7 * kind + turn]
        row[at + SEAT * turn + FORESEEN] = small(now)
        row[at + SEAT * turn + FORESEEN + 1] = small(last)


def write_bids(
    describer: Describer,
    work: Workspace,
    position: Position,
    prizes: list[int],
    kind: int,
    row: list[int],
    at: int,
) -> None:
    """What the tiles of a kind on the market would bring each seat in the next scoring and in the
    last."""
    n = scorers(position)
    count_standing(describer, work, row, at, kind)
    for square in range(SQUARES):
        tile = position.market[square]
        if tile == NO_TILE or TILE_KIND[tile] != kind:
            continue
        for turn in range(describer.players):
            stall = at + SEAT * turn + SHOP + STALL * square
            work.count[turn] += 1
            now = prize_of(work, n, min(position.scored, 2), kind, turn)
            last = prize_of(work, n, 2, kind, turn)
            work.count[turn] -= 1
            row[stall + 9] = small(now - prizes[7 * kind + turn])
            row[stall + 10] = small(last - prizes[42 + 7 * kind + turn])


def write_ahead(
    describer: Describer,
    work: Workspace,
    position: Position,
    prizes: list[int],
    row: list[int],
    at: int,
) -> None:
    """How far each seat would be ahead of the best other if the next scoring were now, and if
    the last were; for the last once more, with small differences made large, and again where
    the bag cannot fill the market, so that the end is certain, or one tile bought will make it
    so."""
    if not cython.compiled:
        now, last, handed = [0] * 6, [0] * 6, [0] * 42
    players = describer.players
    for turn in range(players):
        seat = at + SEAT * turn
        wall = row[seat + 6] + (describer.joining_wall if turn == 0 else 0)
        points = position.score[(position.seat + turn) % players] + wall
        now[turn] = points + row[seat + FORESEEN]
        last[turn] = points + row[seat + FORESEEN + 1]
    if position.bag_size <= LATE:
        hand_out(describer, work, position, prizes, last, handed, row, at)
    missing = empty_squares(position)
    for turn in range(players):
        ahead = at + SEAT * turn + AHEAD
        lead = ahead_of_others(last, players, turn)
        row[ahead] = small(128 + ahead_of_others(now, players, turn))
        row[ahead + 1] = small(128 + lead)
        row[ahead + 2] = close(lead)
        row[ahead + 3] = 128
        row[ahead + 4] = 128
        row[ahead + 5] = 128
        row[ahead + 6] = 128
        if position.bag_size < missing:
            row[ahead + 3] = close(lead)
            row[ahead + 4] = verdict(lead)
        # The others have no turn any more where the end is certain.
        if position.bag_size <= missing and (turn == 0 or position.bag_size == missing):
            write_finish(describer, work, position, last, handed, turn, row, at)


def close(lead: int) -> int:
    """A lead as a byte that tells small ones apart."""
    return 128 + 12 * max(-10, min(10, lead))


def verdict(lead: int) -> int:
    """Won, shared or lost."""
    if lead == 0:
        return 128
    return 255 if lead > 0 else 0


def hand_out(
    describer: Describer,
    work: Workspace,
    position: Position,
    prizes: list[int],
    last: list[int],
    handed: list[int],
    row: list[int],
    at: int,
) -> None:
    """Add what the tiles of the market would bring in majorities of the last scoring, were they
    handed out, and tell how many of each kind each seat would get."""
    for i in range(42):
        handed[i] = 0
    for square in range(SQUARES):
        turn = receiver(describer, position, square, row, at)
        if turn >= 0:
            kind = TILE_KIND[position.market[square]]
            handed[7 * kind + turn] += 1
            handed[7 * kind + 6] += 1
    for kind in range(KINDS):
        if handed[7 * kind + 6] == 0:
            continue
        count_standing(describer, work, row, at, kind)
        for turn in range(describer.players):
            work.count[turn] += handed[7 * kind + turn]
        share_prizes(work, scorers(position), 2, kind)
        for turn in range(describer.players):
            last[turn] += work.prize[turn] - prizes[42 + 7 * kind + turn]


def receiver(describer: Describer, position: Position, square: int, row: list[int], at: int) -> int:
    """Who would be handed the tile of a square and has a place for it, as seen from the seat to
    act; -1 where nobody."""
    tile = position.market[square]
    if tile == NO_TILE:
        return -1
    seat = richest(position, square)
    if seat == NOBODY:
        return -1
    turn = (seat + describer.players - position.seat) % describer.players
    return turn if row[at + SEAT * turn + FITTING + TILE_WALLS[tile]] else -1


def write_finish(
    describer: Describer,
    work: Workspace,
    position: Position,
    last: list[int],
    handed: list[int],
    turn: int,
    row: list[int],
    at: int,
) -> None:
    """The best that a seat can have by buying a tile of the market, if the game ends with that."""
    if not cython.compiled:
        final = [0] * 6
    players = describer.players
    seat = at + SEAT * turn
    best = -1000
    for square in range(SQUARES):
        tile = position.market[square]
        if tile == NO_TILE or row[seat + SHOP + STALL * square] == 0:
            continue
        if row[seat + FITTING + TILE_WALLS[tile]] == 0:
            continue
        for other in range(players):
            final[other] = last[other]
        final[turn] += row[seat + GROWTH + TILE_WALLS[tile]] - 8
        owner = receiver(describer, position, square, row, at)
        if owner != turn:
            kind = TILE_KIND[tile]
            count_standing(describer, work, row, at, kind)
            for other in range(players):
                work.count[other] += handed[7 * kind + other]
            share_prizes(work, scorers(position), 2, kind)
            for other in range(players):
                final[other] -= work.prize[other]
            work.count[turn] += 1
            if owner >= 0:
                work.count[owner] -= 1
            share_prizes(work, scorers(position), 2, kind)
            for other in range(players):
                final[other] += work.prize[other]
        best = max(best, ahead_of_others(final, players, turn))
    if best > -1000:
        row[seat + AHEAD + 5] = close(best)
        row[seat + AHEAD + 6] = verdict(best)


def ahead_of_others(points: list[int], players: int, turn: int) -> int:
    """By how many points one leads the best of the others."""
    best = -1000
    for other in range(players):
        if other != turn:
            best = max(best, points[other])
    return points[turn] - best


def update_standing(
    describer: Describer, work: Workspace, position: Position, row: list[int], at: int
) -> None:
    """Leads, prizes and points after the seat's or Dirk's tiles have changed: kinds that have not
    keep what they gave."""
    if not cython.compiled:
        prizes = [0] * 84
    dirk = describer.table + DIRK
    changed = False
    for i in range(84):
        prizes[i] = describer.prizes[i]
    for kind in range(KINDS):
        before = describer.base[kind] + describer.joined[kind]
        if (
            standing(describer, row, at, 0, kind) != before
            or row[at + dirk + kind] != describer.base[dirk + kind]
        ):
            changed = True
            write_leads(describer, row, at, kind)
            share_kind(describer, work, position, row, at, kind, prizes)
            write_bids(describer, work, position, prizes, kind, row, at)
    if changed:
        write_foreseen(describer, prizes, row, at)
    write_ahead(describer, work, position, prizes, row, at)


# The table


def write_waiting(
    describer: Describer, position: Position, row: list[int], city: int, at: int
) -> None:
    """The tiles that wait for a place in the city of the row."""
    for i in range(26):
        row[at + i] = 0
    for kind in range(KINDS):
        describer.joining[kind] = 0
    describer.joining_wall = 0
    rest = position.pending
    if rest == 0:
        return
    for kind in range(KINDS):
        row[at + kind] = bit_count(rest & KIND_TILES[kind])
    row[at + 22] = bit_count(rest)
    cells = 0
    homeless = 0
    wall = 0
    while rest:
        tile = lowest_bit(rest)
        walls = TILE_WALLS[tile]
        rest &= rest - 1
        row[at + 6 + walls] += 1
        wall += row[city + GROWTH + walls]
        if row[city + FITTING + walls]:
            cells += row[city + FITTING + walls]
            describer.joining[TILE_KIND[tile]] += 1
            describer.joining_wall += row[city + GROWTH + walls] - 8
        else:
            homeless += 1
    row[at + 23] = small(cells)
    row[at + 24] = homeless
    row[at + 25] = small(wall)


def write_square(position: Position, square: int, row: list[int], at: int) -> None:
    """The tile on a square of the market: there, its kind, price and walls."""
    for i in range(12):
        row[at + i] = 0
    tile = position.market[square]
    if tile == NO_TILE:
        return
    row[at] = 1
    row[at + 1 + TILE_KIND[tile]] = 1
    row[at + 7] = TILE_PRICE[tile]
    for side in range(4):
        row[at + 8 + side] = TILE_WALLS[tile] >> side & 1


def write_money(position: Position, row: list[int], at: int) -> None:
    """The money row: its cards, the worth in each currency, the gaps."""
    for i in range(41):
        row[at + i] = 0
    for place in range(ROW):
        card = position.row[place]
        if card == NO_CARD:
            row[at + 40] += 1
        else:
            row[at + 9 * (card >> 4) + (card & 15) - 1] += 1
            row[at + 36 + (card >> 4)] += card & 15


def hazard(start: int, end: int, cards: int) -> int:
    """The chance, in 200ths, that a card from these places of the deck is among the first."""
    if cards <= start:
        return 0
    return 200 * (min(cards, end) - start) // (end - start)


def write_time(position: Position, missing: int, row: list[int], at: int) -> None:
    """Scorings that are over, and where in the deck the next scoring cards can be."""
    for i in range(9):
        row[at + i] = 0
    row[at + min(position.scored, 2)] = 1
    passed = position.draw_pile - position.deck_size
    for scoring in range(position.scored, 2):
        pile = 1 + 2 * scoring
        start = max(pile_start(position.draw_pile, pile) - passed, 0)
        end = pile_start(position.draw_pile, pile + 1) - passed
        row[at + 3 + 2 * scoring] = small(start)
        row[at + 4 + 2 * scoring] = small(end)
        if scoring == position.scored:
            row[at + 7] = hazard(start, end, missing)
            row[at + 8] = hazard(start, end, missing + 6)


def empty_squares(position: Position) -> int:
    """How many squares of the market have no tile."""
    missing = 0
    for square in range(SQUARES):
        missing += position.market[square] == NO_TILE
    return missing


def write_turn(position: Position, row: list[int], at: int) -> None:
    """Where in the turn it is, and whether the bag still fills the market."""
    missing = empty_squares(position)
    row[at] = position.phase == ACTING
    row[at + 1] = (position.phase == PLACING) | (position.phase == AWARDING)
    row[at + 2] = position.phase == REFILLING
    row[at + 3] = (position.phase == AWARDING) | (position.phase == HANDING)
    row[at + 4] = missing > position.bag_size
    row[at + 5] = missing


def write_dirk(position: Position, row: list[int], at: int) -> None:
    """Dirk's tiles."""
    for kind in range(KINDS):
        row[at + kind] = bit_count(position.dirk & KIND_TILES[kind])


# What an action leads to


def foresee(
    describer: Describer,
    work: Workspace,
    position: Position,
    after: Position,
    action: int,
    row: list[int],
    at: int,
) -> None:
    """Play an action of the position last looked at, into ``after``, and describe that as its
    player sees it before anything is drawn."""
    after.copy_from(position)
    apply(after, action)
    for i in range(describer.width):
        row[at + i] = describer.base[i]
    for i in range(KINDS):
        describer.joining[i] = describer.joined[i]
    describer.joining_wall = describer.joined_wall
    kind = kind_of(action)
    if kind == TAKE:
        after_taking(describer, work, position, after, row, at)
    elif kind == BUY or kind == BUY_EXACT:
        after_buying(describer, work, after, currency_of(action), row, at)
    elif kind != PASS:
        after_moving(describer, work, after, row, at)
    table = at + describer.table
    write_time(after, row[table + MONEY + 40], row, table + TIME)
    write_turn(after, row, table + TURN)


def after_taking(
    describer: Describer,
    work: Workspace,
    position: Position,
    after: Position,
    row: list[int],
    at: int,
) -> None:
    """Another row, another purse, and who could pay what with a card more."""
    me = after.seat
    write_money(after, row, at + describer.table + MONEY)
    for currency in range(CURRENCIES):
        if after.hand[4 * me + currency] == position.hand[4 * me + currency]:
            continue
        sums = write_purse(describer, after, me, currency, row, at)
        for turn in range(describer.players):
            seat = (me + turn) % describer.players
            if turn:
                sums = describer.sums[4 * seat + currency]
            write_stall(after, seat, currency, sums, row, at + SEAT * turn)
    if after.bag_size <= LATE:
        write_ahead(describer, work, after, describer.prizes, row, at)


def after_buying(
    describer: Describer,
    work: Workspace,
    after: Position,
    square: int,
    row: list[int],
    at: int,
) -> None:
    """An empty square, less money, and a tile that waits."""
    table = at + describer.table
    write_purse(describer, after, after.seat, square, row, at)
    for turn in range(describer.players):
        for i in range(STALL):
            row[at + SEAT * turn + SHOP + STALL * square + i] = 0
    write_square(after, square, row, table + MARKET + 12 * square)
    write_waiting(describer, after, row, at, table + WAITING)
    update_standing(describer, work, after, row, at)


def after_moving(
    describer: Describer, work: Workspace, after: Position, row: list[int], at: int
) -> None:
    """A tile has gone to the city, the reserve or Dirk."""
    table = at + describer.table
    write_city(describer, work, after, after.seat, row, at)
    write_reserve(after, after.seat, row, at)
    write_waiting(describer, after, row, at, table + WAITING)
    write_dirk(after, row, table + DIRK)
    update_standing(describer, work, after, row, at)


# Calls from Python


def description(describer: Describer, work: Workspace, position: Position) -> bytes:
    """A position as the seat to act sees it."""
    look(describer, work, position)
    return bytes([describer.base[i] for i in range(describer.width)])


def afterstates(
    describer: Describer, work: Workspace, position: Position
) -> tuple[list[int], bytearray]:
    """The listed actions, and the rows of what each leads to, one after the other."""
    list_actions(work, position)
    n = work.n_actions
    codes = [work.actions[i] for i in range(n)]
    text = bytearray(n * describer.width)
    row: Any = text
    after = Position()
    look(describer, work, position)
    for i in range(n):
        foresee(describer, work, position, after, codes[i], row, i * describer.width)
    return codes, text
