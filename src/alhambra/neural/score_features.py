# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Majorities and points in a row, where the waiting tiles that fit count as if they were placed."""

from __future__ import annotations

import cython

if not cython.compiled:
    from alhambra.core.building import TILE_WALLS
    from alhambra.core.constants import *
    from alhambra.core.position import Position, Workspace
    from alhambra.core.scoring import TILE_KIND, rank_of, scorers, share_of, share_prizes
    from alhambra.core.turns import richest
    from alhambra.neural.columns import *
    from alhambra.neural.encoder import Encoder


def standing(encoder: Encoder, row: list[int], at: int, turn: int, kind: int) -> int:
    """How many tiles of a kind a seat has."""
    tiles = row[at + SEAT * turn + kind]
    return tiles + encoder.joining[kind] if turn == 0 else tiles


def write_leads(encoder: Encoder, row: list[int], at: int, kind: int) -> None:
    """For each seat 16 and by how many tiles of a kind it leads the best other."""
    best = row[at + encoder.table + DIRK + kind]
    second = 0
    for turn in range(encoder.players):
        tiles = standing(encoder, row, at, turn, kind)
        if tiles > best:
            second = best
            best = tiles
        elif tiles > second:
            second = tiles
    for turn in range(encoder.players):
        tiles = standing(encoder, row, at, turn, kind)
        # Who has as many as the best is the best, or somebody else has as many: then these are
        # the second too.
        row[at + SEAT * turn + LEAD + kind] = 16 + tiles - (second if tiles == best else best)


def count_standing(encoder: Encoder, work: Workspace, row: list[int], at: int, kind: int) -> None:
    """How many tiles of a kind each has who takes part, and Dirk, who does so among two."""
    for turn in range(encoder.players):
        work.count[turn] = standing(encoder, row, at, turn, kind)
    work.count[encoder.players] = row[at + encoder.table + DIRK + kind]


def share_kind(
    encoder: Encoder,
    work: Workspace,
    position: Position,
    row: list[int],
    at: int,
    kind: int,
    prizes: list[int],
) -> None:
    """What each would get for a kind if the next scoring were now, and if the last were; the sums
    of all kinds in the row change with it."""
    n = scorers(position)
    scoring = min(position.scored, 2)
    count_standing(encoder, work, row, at, kind)
    for turn in range(encoder.players):
        rank = rank_of(work, n, turn)
        now = share_of(scoring, kind, rank)
        last = share_of(2, kind, rank)
        own = at + SEAT * turn
        prize = MAX_SCORERS * kind + turn
        row[own + NEXT_PRIZES] += now - prizes[prize]
        row[own + LAST_PRIZES] += last - prizes[LAST_SCORING + prize]
        prizes[prize] = now
        prizes[LAST_SCORING + prize] = last


def write_offer_prizes(
    encoder: Encoder,
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
    scoring = min(position.scored, 2)
    for square in range(SQUARES):
        tile = position.market[square]
        if tile == NO_TILE or TILE_KIND[tile] != kind:
            continue
        count_standing(encoder, work, row, at, kind)
        for turn in range(encoder.players):
            offer = at + SEAT * turn + OFFERS + OFFER * square
            prize = MAX_SCORERS * kind + turn
            work.count[turn] += 1
            rank = rank_of(work, n, turn)
            work.count[turn] -= 1
            row[offer + OFFER_NEXT_PRIZE] = small(share_of(scoring, kind, rank) - prizes[prize])
            row[offer + OFFER_LAST_PRIZE] = small(
                share_of(2, kind, rank) - prizes[LAST_SCORING + prize]
            )


def write_margins(
    encoder: Encoder,
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
        now, last, handed = [0] * 6, [0] * 6, [0] * HANDED_TABLE
    players = encoder.players
    for turn in range(players):
        seat = at + SEAT * turn
        wall = row[seat + LONGEST_WALL] + (encoder.joining_wall if turn == 0 else 0)
        points = position.score[seat_after(position, turn)] + wall
        now[turn] = points + row[seat + NEXT_PRIZES]
        last[turn] = points + row[seat + LAST_PRIZES]
    if position.bag_size <= LATE:
        award_tiles(encoder, work, position, prizes, last, handed, row, at)
    missing = empty_squares(position)
    for turn in range(players):
        seat = at + SEAT * turn
        lead = lead_over_others(last, players, turn)
        row[seat + NEXT_MARGIN] = small(128 + lead_over_others(now, players, turn))
        row[seat + LAST_MARGIN] = small(128 + lead)
        row[seat + CLOSE_MARGIN] = small_lead(lead)
        row[seat + CERTAIN_MARGIN] = 128
        row[seat + CERTAIN_RESULT] = 128
        row[seat + BUYING_MARGIN] = 128
        row[seat + BUYING_RESULT] = 128
        if position.bag_size < missing:
            row[seat + CERTAIN_MARGIN] = small_lead(lead)
            row[seat + CERTAIN_RESULT] = result_of(lead)
        # The others have no turn any more where the end is certain.
        if position.bag_size <= missing and (turn == 0 or position.bag_size == missing):
            write_last_purchase(encoder, work, position, last, handed, turn, row, at)


def seat_after(position: Position, turns: int) -> int:
    """Who acts so many turns after the seat, less than once around."""
    seat = position.seat + turns
    return seat - position.players if seat >= position.players else seat


def empty_squares(position: Position) -> int:
    """How many squares of the market have no tile."""
    missing = 0
    for square in range(SQUARES):
        missing += position.market[square] == NO_TILE
    return missing


def small_lead(lead: int) -> int:
    """A lead as a byte that tells small ones apart."""
    return 128 + 12 * max(-10, min(10, lead))


def result_of(lead: int) -> int:
    """Won, shared or lost."""
    if lead == 0:
        return 128
    return 255 if lead > 0 else 0


def award_tiles(
    encoder: Encoder,
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
    for i in range(HANDED_TABLE):
        handed[i] = 0
    for square in range(SQUARES):
        turn = receiver(encoder, position, square, row, at)
        if turn >= 0:
            kind = TILE_KIND[position.market[square]]
            handed[HANDED * kind + turn] += 1
            handed[HANDED * kind + HANDED_TO_ALL] += 1
    for kind in range(KINDS):
        if handed[HANDED * kind + HANDED_TO_ALL] == 0:
            continue
        count_standing(encoder, work, row, at, kind)
        for turn in range(encoder.players):
            work.count[turn] += handed[HANDED * kind + turn]
        share_prizes(work, scorers(position), 2, kind)
        for turn in range(encoder.players):
            last[turn] += work.prize[turn] - prizes[LAST_SCORING + MAX_SCORERS * kind + turn]


def receiver(encoder: Encoder, position: Position, square: int, row: list[int], at: int) -> int:
    """Who would be handed the tile of a square and has a place for it, as seen from the seat to
    act; -1 where nobody."""
    tile = position.market[square]
    if tile == NO_TILE:
        return -1
    seat = richest(position, square)
    if seat == NOBODY:
        return -1
    turn = (seat + encoder.players - position.seat) % encoder.players
    return turn if row[at + SEAT * turn + FITTING + TILE_WALLS[tile]] else -1


def write_last_purchase(
    encoder: Encoder,
    work: Workspace,
    position: Position,
    last: list[int],
    handed: list[int],
    turn: int,
    row: list[int],
    at: int,
) -> None:
    """The best that a seat can have by buying a tile of the market, if the game ends with that;
    also where it has bought already and one more is only a thought."""
    if not cython.compiled:
        final = [0] * 6
    players = encoder.players
    seat = at + SEAT * turn
    best = -1000
    for square in range(SQUARES):
        tile = position.market[square]
        if tile == NO_TILE or row[seat + OFFERS + OFFER * square + OFFER_PAYABLE] == 0:
            continue
        if row[seat + FITTING + TILE_WALLS[tile]] == 0:
            continue
        for other in range(players):
            final[other] = last[other]
        final[turn] += row[seat + GROWTH + TILE_WALLS[tile]] - 8
        owner = receiver(encoder, position, square, row, at)
        if owner != turn:
            kind = TILE_KIND[tile]
            count_standing(encoder, work, row, at, kind)
            for other in range(players):
                work.count[other] += handed[HANDED * kind + other]
            share_prizes(work, scorers(position), 2, kind)
            for other in range(players):
                final[other] -= work.prize[other]
            work.count[turn] += 1
            if owner >= 0:
                work.count[owner] -= 1
            share_prizes(work, scorers(position), 2, kind)
            for other in range(players):
                final[other] += work.prize[other]
        best = max(best, lead_over_others(final, players, turn))
    if best > -1000:
        row[seat + BUYING_MARGIN] = small_lead(best)
        row[seat + BUYING_RESULT] = result_of(best)


def lead_over_others(points: list[int], players: int, turn: int) -> int:
    """By how many points one leads the best of the others."""
    best = -1000
    for other in range(players):
        if other != turn:
            best = max(best, points[other])
    return points[turn] - best


def update_standing(
    encoder: Encoder, work: Workspace, position: Position, row: list[int], at: int
) -> None:
    """Leads, prizes and points after the seat's or Dirk's tiles have changed: kinds that have not
    keep what they gave."""
    if not cython.compiled:
        prizes = [0] * PRIZE_TABLE
    dirk = encoder.table + DIRK
    for i in range(PRIZE_TABLE):
        prizes[i] = encoder.prizes[i]
    for kind in range(KINDS):
        before = encoder.base[kind] + encoder.joined[kind]
        if (
            standing(encoder, row, at, 0, kind) != before
            or row[at + dirk + kind] != encoder.base[dirk + kind]
        ):
            write_leads(encoder, row, at, kind)
            share_kind(encoder, work, position, row, at, kind, prizes)
            write_offer_prizes(encoder, work, position, prizes, kind, row, at)
    write_margins(encoder, work, position, prizes, row, at)
