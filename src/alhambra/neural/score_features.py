# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Majorities and points as bytes of a row. Waiting tiles that fit count as placed."""

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
    """Write for each seat its lead in tiles of a kind over the best other, plus 16."""
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
        # A seat with as many tiles as the best is the best itself, or is tied with it; then the
        # second best has as many too.
        row[at + SEAT * turn + LEAD + kind] = 16 + tiles - (second if tiles == best else best)


def count_standing(encoder: Encoder, work: Workspace, row: list[int], at: int, kind: int) -> None:
    """Count the tiles of a kind of each seat, and with two players Dirk's."""
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
    """Write what each seat would get for a kind if the next scoring took place now, and if the
    last one did, and update the sums over all kinds."""
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
    """Write what the tiles of a kind in the market would bring each seat in the next scoring and
    in the last."""
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
    """Write by how many points each seat would lead the best other if the next scoring took place
    now, and if the last one did. The lead after the last is written a second time on a finer
    scale for small differences, and again where the end is certain because the bag cannot fill the
    market, or will be after one more purchase."""
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
        # Where the end is certain, the others have no more turns.
        if position.bag_size <= missing and (turn == 0 or position.bag_size == missing):
            write_last_purchase(encoder, work, position, last, handed, turn, row, at)


def seat_after(position: Position, turns: int) -> int:
    """The seat that acts this many turns after the current one; fewer turns than players."""
    seat = position.seat + turns
    return seat - position.players if seat >= position.players else seat


def empty_squares(position: Position) -> int:
    """How many squares of the market have no tile."""
    missing = 0
    for square in range(SQUARES):
        missing += position.market[square] == NO_TILE
    return missing


def small_lead(lead: int) -> int:
    """A lead as a byte, on a scale that distinguishes small leads."""
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
    """Add what the tiles of the market would bring in the last scoring if they were awarded now,
    and count how many of each kind each seat would get."""
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
    """The seat that would be awarded the tile of a square and can place it, counted from the seat
    to act; -1 if there is none."""
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
    """The best result that a seat can reach by buying a tile of the market if that ends the game.
    Also computed where the seat has already bought, as a hypothetical further purchase."""
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
    """The lead in points over the best of the others."""
    best = -1000
    for other in range(players):
        if other != turn:
            best = max(best, points[other])
    return points[turn] - best


def update_standing(
    encoder: Encoder, work: Workspace, position: Position, row: list[int], at: int
) -> None:
    """Update leads, prizes and points after the tiles of the seat or of Dirk have changed. Only
    the kinds that have changed are computed."""
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
