# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""What an action does, and what follows at the end of a turn and of the game (sections 3, 4,
8 and 9). Only calls from Python check that an action is legal; ``listing`` decides that."""

from __future__ import annotations

from typing import Any

import cython

from alhambra.core import position as _position

if not cython.compiled:
    from alhambra.core.bits import *
    from alhambra.core.building import lift_out_unchecked, put_unchecked, tile_in
    from alhambra.core.checks import check_game
    from alhambra.core.codes import *
    from alhambra.core.constants import *
    from alhambra.core.listing import is_legal, payment_worth, square_of
    from alhambra.core.position import Position, Workspace
    from alhambra.core.scoring import score

WORK = _position.SHARED


def play_unchecked(position: Position, action: int) -> None:
    """Play an action. If it ends the turn, the phase is REFILLING: nothing is drawn yet."""
    seat = position.seat
    kind = kind_of(action)
    tile = tile_of(action)
    position.steps += 1
    if kind == PLACE or kind == RESERVE or kind == GIVE:
        position.pending = without(position.pending, bit(tile))
        if kind == PLACE:
            put_unchecked(position, seat, tile, rest_of(action))
        elif kind == RESERVE:
            position.reserve[seat] |= bit(tile)
        else:
            position.dirk |= bit(tile)
        end_placing(position)
        return
    if kind == BUY_EXACT:
        buy(position, tile, rest_of(action))
        return  # and act again
    if kind == TAKE:
        take(position, action & TAKE_MASK)
    elif kind == BUY:
        buy(position, tile, rest_of(action))
    elif kind == BUILD:
        position.reserve[seat] = without(position.reserve[seat], bit(tile))
        put_unchecked(position, seat, tile, rest_of(action))
    elif kind == REMOVE:
        lift_out_unchecked(position, seat, tile)
        position.reserve[seat] |= bit(tile)
    elif kind == SWAP:
        swap(position, tile, rest_of(action))
    end_actions(position)


def take(position: Position, cards: int) -> None:
    """Move cards from the row to the hand."""
    while cards:
        card = cards & CARD_MASK
        cards >>= CARD_BITS
        for place in range(ROW):
            if position.row[place] == card:
                position.row[place] = NO_CARD
                break
        add_card(position, position.seat, card)


def add_card(position: Position, seat: int, card: int) -> None:
    """A card into a hand."""
    purse = 4 * seat + (card >> 4)
    value = card & 15
    position.hand[purse] += 1 << 2 * (value - 1)
    position.worth[purse] += value


def buy(position: Position, tile: int, payment: int) -> None:
    """Move the cards to the discard pile, and the tile to those that wait to be placed."""
    square = square_of(position, tile)
    position.pending |= bit(tile)
    position.market[square] = NO_TILE
    purse = 4 * position.seat + square
    position.hand[purse] -= payment
    position.worth[purse] -= payment_worth(payment)
    position.discard[square] += payment


def swap(position: Position, tile: int, cell: int) -> None:
    """Put the tile into the cell, and the tile that was there into the reserve."""
    seat = position.seat
    other = tile_in(position, seat, cell)
    lift_out_unchecked(position, seat, other)
    put_unchecked(position, seat, tile, cell)
    position.reserve[seat] = without(position.reserve[seat], bit(tile)) | bit(other)


def end_actions(position: Position) -> None:
    """Go on to placing the bought tiles, after the last action of a turn."""
    position.phase = PLACING if position.pending else REFILLING


def end_placing(position: Position) -> None:
    """End the turn after its last tile, or go on to the next receiver of awarded tiles."""
    if position.pending:
        return
    if position.phase == AWARDING:
        position.steps = 0
        position.phase = HANDING
    else:
        position.phase = REFILLING


# The end of a turn


def refill(work: Workspace, position: Position) -> None:
    """Steps 2 to 5 of section 4. Stops in RESHUFFLING if the discard pile has to become a new deck
    first."""
    position.steps = 0
    if not refill_row(position):
        position.phase = RESHUFFLING
        return
    full = refill_market(position)
    score_due(work, position)
    if full:
        position.seat = 0 if position.seat + 1 == position.players else position.seat + 1
        position.phase = ACTING
    else:
        position.phase = ENDING


def refill_row(position: Position) -> bool:
    """Fill the row; false if the deck runs out while the discard pile has cards."""
    for place in range(ROW):
        while position.row[place] == NO_CARD:
            if position.deck_size == 0:
                return not (
                    position.discard[0]
                    | position.discard[1]
                    | position.discard[2]
                    | position.discard[3]
                )
            position.deck_size -= 1
            card = position.deck[position.deck_size]
            if card < SCORING_A:
                position.row[place] = card
            else:
                position.due = card - SCORING_A + 1
    return True


def refill_market(position: Position) -> bool:
    """Fill the squares, the lowest first; false where the bag runs out."""
    full = True
    for square in range(SQUARES):
        if position.market[square] == NO_TILE:
            if position.bag_size:
                position.bag_size -= 1
                position.market[square] = position.bag[position.bag_size]
            else:
                full = False
    return full


def score_due(work: Workspace, position: Position) -> None:
    """Carry out the scoring whose card has turned up, then draw Dirk's tiles."""
    if position.due == 0:
        return
    score(work, position, position.due - 1)
    position.scored = position.due
    position.due = 0
    if position.players == 2:
        dirk_draws(position, DIRK_TILES if position.scored == 1 else position.bag_size // 3)


def dirk_draws(position: Position, tiles: int) -> None:
    """Draw up to ``tiles`` tiles for Dirk."""
    while tiles and position.bag_size:
        tiles -= 1
        position.bag_size -= 1
        position.dirk |= bit(position.bag[position.bag_size])


# The end of the game


def award(position: Position) -> None:
    """Award each tile left on a square to the seat that alone holds the most of its currency."""
    for square in range(SQUARES):
        position.owner[square] = NOBODY
        if position.market[square] != NO_TILE:
            position.owner[square] = richest(position, square)
    position.phase = HANDING


def richest(position: Position, currency: int) -> int:
    """The seat that alone holds the most of a currency, or NOBODY."""
    who = NOBODY
    most = 0
    for seat in range(position.players):
        worth = position.worth[4 * seat + currency]
        if worth > most:
            most = worth
            who = seat
        elif worth == most:
            who = NOBODY
    return who


def next_receiver(work: Workspace, position: Position) -> None:
    """Let the next seat that was awarded tiles place them; after the last seat comes scoring C."""
    for step in range(1, position.players + 1):
        seat = (position.seat + step) % position.players
        for square in range(SQUARES):
            if position.owner[square] == seat:
                position.pending |= bit(position.market[square])
                position.market[square] = NO_TILE
                position.owner[square] = NOBODY
        if position.pending:
            position.seat = seat
            position.phase = AWARDING
            return
    score(work, position, 2)
    position.scored = 3
    position.phase = OVER


# Reshuffling


def gather_discard(position: Position) -> int:
    """Move the discard pile into the empty deck, the smallest card at the bottom."""
    n = 0
    for currency in range(CURRENCIES):
        for value in range(1, 10):
            copies = position.discard[currency] >> 2 * (value - 1) & 3
            while copies:
                position.deck[n] = currency << 4 | value
                n += 1
                copies -= 1
        position.discard[currency] = 0
    position.deck_size = n
    position.phase = REFILLING
    return n


def reshuffle(work: Workspace, position: Position) -> None:
    """Make the discard pile the new deck, in random order."""
    shuffle(work.seed, position.deck, gather_discard(position))


# Automatic steps


def go_on_unchecked(work: Workspace, position: Position) -> None:
    """Carry out one automatic step; shuffling is not one."""
    if position.phase == REFILLING:
        refill(work, position)
    elif position.phase == ENDING:
        award(position)
    elif position.phase == HANDING:
        next_receiver(work, position)


def settle_unchecked(work: Workspace, position: Position) -> None:
    """Carry out automatic steps until a seat is to act, a shuffle is needed or the game is over."""
    while position.phase >= REFILLING and position.phase != RESHUFFLING:
        go_on_unchecked(work, position)


def settle_with_reshuffles(work: Workspace, position: Position) -> None:
    """Carry out automatic steps and shuffles until a seat is to act or the game is over."""
    while position.phase >= REFILLING:
        if position.phase == RESHUFFLING:
            reshuffle(work, position)
        go_on_unchecked(work, position)


# Calls from Python


def check_action(position: Position, action: int) -> int:
    """The action may be played."""
    check_game(position)
    if not is_legal(position, action):
        raise ValueError(f"action {action} is not legal here")
    return 0


def play(position: Position, action: int) -> None:
    """Play a legal action, see ``play_unchecked``."""
    check_action(position, action)
    play_unchecked(position, action)


def go_on(position: Position) -> None:
    """See ``go_on_unchecked``."""
    check_game(position)
    go_on_unchecked(WORK, position)


def settle(position: Position) -> None:
    """See ``settle_unchecked``."""
    check_game(position)
    settle_unchecked(WORK, position)


def after(position: Position, action: int) -> Position:
    """The settled position after an action; the given position does not change."""
    check_action(position, action)
    result = position.clone()
    play_unchecked(result, action)
    settle_unchecked(WORK, result)
    return result


def push(position: Position, action: int, events: list[Any]) -> Position:
    """See ``after``. Appends the action to the events, and None if it ended a turn."""
    result = after(position, action)
    events.append(action)
    if result.steps == 0 and position.phase != AWARDING:
        events.append(None)
    return result


def pop(events: list[Any], own_steps: set[int]) -> int:
    """Remove the events of the last step, which begins with an action or with one of ``own_steps``.
    Returns how many are left."""
    n = len(events)
    while n:
        n -= 1
        event = events.pop()
        if isinstance(event, int) or n in own_steps:
            break
    return n


def stack(position: Position, cards: bytes) -> None:
    """Make the discarded cards the new deck in this order, the top card first."""
    if position.phase != RESHUFFLING:
        raise ValueError("the deck is not reshuffled now")
    pile = position.clone()
    n = gather_discard(pile)
    if sorted(cards) != [pile.deck[i] for i in range(n)]:
        raise ValueError("these are not the discarded cards")
    gather_discard(position)
    for i in range(n):
        position.deck[n - 1 - i] = cards[i]
