# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Set-up (sections 2 and 9), and what is known of the hidden order (section 7).

Decks and bags come in here in drawing order; a position holds them the other way round.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from alhambra.core import position as _position
from alhambra.core import tables

if not cython.compiled:
    from alhambra.core.bits import *
    from alhambra.core.checks import check_between, check_dealt, check_players
    from alhambra.core.constants import *
    from alhambra.core.position import Position, Workspace
    from alhambra.core.turns import add_card, dirk_draws, refill_market, refill_row

WORK = _position.SHARED
COPIES = tables.COPIES
MOST_OF_CARD = [tables.all_cards().count(card) for card in range(256)]


def pile_start(cards: int, pile: int) -> int:
    """Where a pile begins in a draw pile of ``cards`` cards, A and B counted. Without A and B the
    piles 0 to 4 are as equal as possible; piles 1 and 3 have a scoring card in addition."""
    money = cards - 2
    start = pile * (money // 5) + min(pile, money % 5)
    return start + (pile > 1) + (pile > 3)


def fill_cards(cards: list[int], players: int) -> int:
    """All money cards in order; returns how many."""
    n = 0
    for currency in range(CURRENCIES):
        for value in range(1, 10):
            for _ in range(COPIES[players]):
                cards[n] = currency << 4 | value
                n += 1
    return n


def start_hands(deck: Sequence[int], players: int, ends: list[int]) -> int:
    """Note where in the deck each seat's start hand ends; returns the end of the last."""
    n = 0
    for seat in range(players):
        worth = 0
        while worth < START_WORTH:
            worth += deck[n] & 15
            n += 1
        ends[seat] = n
    return n


def set_up_unchecked(
    position: Position, players: int, deck: Sequence[int], cards: int, bag: Sequence[int]
) -> int:
    """Set up a game. Returns the set of seats among which the youngest starts; the lowest of
    them is to act."""
    if not cython.compiled:
        ends = [0] * 6
    clear(position)
    position.players = players
    start_hands(deck, players, ends)
    dealt = 0
    fewest = 99
    lowest = 99
    tied = 0
    for seat in range(players):
        count = ends[seat] - dealt
        worth = 0
        for i in range(dealt, ends[seat]):
            add_card(position, seat, deck[i])
            worth += deck[i] & 15
        dealt = ends[seat]
        if count < fewest or (count == fewest and worth < lowest):
            fewest = count
            lowest = worth
            tied = 0
        if count == fewest and worth == lowest:
            tied |= 1 << seat
    position.deck_size = cards - dealt
    for i in range(dealt, cards):
        position.deck[cards - 1 - i] = deck[i]
    refill_row(position)
    position.draw_pile = position.deck_size
    for i in range(TILES):
        position.bag[TILES - 1 - i] = bag[i]
    position.bag_size = TILES
    refill_market(position)
    if players == 2:
        dirk_draws(position, DIRK_TILES)
    position.seat = lowest_bit(tied)
    return tied


def clear(position: Position) -> None:
    """An empty table."""
    for seat in range(MAX_PLAYERS):
        position.city[seat] = 0
        position.reserve[seat] = 0
        position.city_key[seat] = 0
    for who in range(MAX_SCORERS):
        position.score[who] = 0
    for purse in range(MAX_PLAYERS * CURRENCIES):
        position.hand[purse] = 0
        position.worth[purse] = 0
    for i in range(4):
        position.discard[i] = 0
        position.row[i] = NO_CARD
        position.market[i] = NO_TILE
        position.owner[i] = NOBODY
    position.pending = 0
    position.dirk = 0
    position.steps = 0
    position.phase = ACTING
    position.due = 0
    position.scored = 0


def deal(work: Workspace, position: Position, players: int) -> None:
    """Set up a game with cards and tiles in random order."""
    if not cython.compiled:
        deck, bag, ends = [0] * DECK, [0] * TILES, [0] * 6
    cards = fill_cards(deck, players)
    shuffle(work.seed, deck, cards)
    for i in range(TILES):
        bag[i] = i
    shuffle(work.seed, bag, TILES)
    top = start_hands(deck, players, ends) + ROW
    rest = cards + 2 - top
    for pile in range(1, 4, 2):
        start = top + pile_start(rest, pile)
        end = top + pile_start(rest, pile + 1)
        place = start + random_below(work.seed, end - start)
        for i in range(cards, place, -1):
            deck[i] = deck[i - 1]
        deck[place] = SCORING_A + (pile == 3)
        cards += 1
    set_up_unchecked(position, players, deck, cards, bag)


# The hidden order


def hide(position: Position) -> None:
    """Sort deck and bag, so that a view reveals nothing of their order."""
    sort_small(position.deck, position.deck_size)
    sort_small(position.bag, position.bag_size)


def sort_small(items: list[int], n: int) -> None:
    """Sort the first n items."""
    if not cython.compiled:
        copies = [0] * 256
    for i in range(256):
        copies[i] = 0
    for i in range(n):
        copies[items[i]] += 1
    end = 0
    for item in range(256):
        for _ in range(copies[item]):
            items[end] = item
            end += 1


def sample_unchecked(work: Workspace, position: Position) -> None:
    """Put deck and bag into a random order that agrees with all that players know. A and B are
    equally likely at each place of their piles that is not drawn yet; the rest is shuffled."""
    if not cython.compiled:
        money = [0] * DECK
    n = 0
    a = -1
    b = -1
    size = position.deck_size
    for i in range(size):
        card = position.deck[i]
        if card < SCORING_A:
            money[n] = card
            n += 1
        elif card == SCORING_A:
            a = scoring_place(work, position, 1)
        else:
            b = scoring_place(work, position, 3)
    shuffle(work.seed, money, n)
    for i in range(size):
        if i == a:
            position.deck[size - 1 - i] = SCORING_A
        elif i == b:
            position.deck[size - 1 - i] = SCORING_B
        else:
            n -= 1
            position.deck[size - 1 - i] = money[n]
    shuffle(work.seed, position.bag, position.bag_size)


def window_start(position: Position, pile: int) -> int:
    """The first place, from the top of the deck, where the scoring card of pile 1 or 3 can be."""
    passed = position.draw_pile - position.deck_size
    return max(pile_start(position.draw_pile, pile) - passed, 0)


def window_end(position: Position, pile: int) -> int:
    """The place after the last one where the scoring card of pile 1 or 3 can be."""
    passed = position.draw_pile - position.deck_size
    return pile_start(position.draw_pile, pile + 1) - passed


def scoring_place(work: Workspace, position: Position, pile: int) -> int:
    """A random place for the scoring card of a pile, counted from the top of the deck."""
    start = window_start(position, pile)
    return start + random_below(work.seed, window_end(position, pile) - start)


# Calls from Python


def check_cards(deck: bytes, players: int) -> int:
    """Only cards of the game, none too often, and enough of them for the start hands. Whether the
    deck is complete is checked in ``alhambra.deal``."""
    if not cython.compiled:
        found = [0] * 256
    check_players(players)
    for card in range(256):
        found[card] = 0
    worth = 0
    raw_deck = deck
    for i in range(len(deck)):
        card = raw_deck[i]
        found[card] += 1
        if found[card] > MOST_OF_CARD[card]:
            raise ValueError(f"card {card} is {deck.count(card)} times in the deck")
        if card < SCORING_A:
            worth += card & 15
    if worth < players * (START_WORTH + 8):
        raise ValueError("the deck has too few cards for the start hands")
    return 0


def has_every_tile(bag: bytes) -> bool:
    """Has the bag every tile once?"""
    seen = 0
    raw_bag = bag
    for i in range(len(bag)):
        if raw_bag[i] < TILES:
            seen |= bit(raw_bag[i])
    return len(bag) == TILES and seen == bit(TILES) - 1


def check_piles(position: Position) -> int:
    """The scoring cards can be in their piles, so that the deck can be shuffled."""
    for i in range(position.deck_size):
        card = position.deck[i]
        if card >= SCORING_A:
            pile = 1 if card == SCORING_A else 3
            if window_start(position, pile) >= window_end(position, pile):
                raise ValueError("a scoring card lies below its pile")
    return 0


def set_up(position: Position, players: int, deck: bytes, bag: bytes) -> int:
    """Set up a game from a deck and a bag, see ``set_up_unchecked``. The bag must be complete."""
    top = dealt_cards(deck, players)
    if deck.find(SCORING_A) < top or deck.find(SCORING_B) < top:
        raise ValueError("both scoring cards must lie below the start hands")
    if not has_every_tile(bag):
        raise ValueError("the bag must have every tile once")
    raw_deck = deck
    raw_bag = bag
    return set_up_unchecked(position, players, raw_deck, len(deck), raw_bag)


def dealt_cards(deck: bytes, players: int) -> int:
    """How many cards of a deck go into the start hands."""
    check_cards(deck, players)
    if not cython.compiled:
        ends = [0] * 6
    raw_deck = deck
    return start_hands(raw_deck, players, ends)


def start_with(position: Position, seat: int) -> None:
    """Let this seat begin."""
    check_dealt(position)
    check_between("the seat", seat, 0, position.players - 1)
    position.seat = seat


def sample(position: Position, seed: int) -> None:
    """See ``sample_unchecked``."""
    check_piles(position)
    WORK.seed[0] = seed
    sample_unchecked(WORK, position)


def scoring_window(position: Position, pile: int) -> tuple[int, int]:
    """The places, from the top of the deck, where the scoring card of pile 1 or 3 can be."""
    check_dealt(position)
    if pile != 1 and pile != 3:
        raise ValueError(f"pile {pile} has no scoring card: piles 1 and 3 do")
    return window_start(position, pile), window_end(position, pile)


def pile_bounds(cards: int, pile: int) -> tuple[int, int]:
    """Where a pile begins and ends in a draw pile of ``cards`` cards."""
    check_between("the number of cards", cards, 2, DECK)
    check_between("the pile", pile, 0, 4)
    return pile_start(cards, pile), pile_start(cards, pile + 1)
