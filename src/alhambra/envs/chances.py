# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""A game in which everything that is drawn is a chance event of its own, with its probability, as
OpenSpiel asks for it.

How many cards and tiles are drawn follows from the engine: it goes on with those that are known to
come, and with any others after them. If it draws more than are known, another one is due.
"""

from __future__ import annotations

from typing import Any

import cython

from alhambra.core import position as _position

if not cython.compiled:
    from alhambra.core.bits import *
    from alhambra.core.checks import (
        check_between,
        check_game,
        check_initialized,
        check_players,
    )
    from alhambra.core.constants import *
    from alhambra.core.dealing import fill_cards, set_up_unchecked, window_end, window_start
    from alhambra.core.position import Position
    from alhambra.core.turns import gather_discard, play_unchecked, settle_unchecked
    from alhambra.envs.numbering import *
    from alhambra.envs.stepper import Stepper, copy_stepper, extend, list_open

    SCORING_OUTCOME, TILE_OUTCOME, OUTCOMES = 36, 38, 92
    SETTING_UP, DECIDING, DRAWING = range(3)

WORK = _position.SHARED
CHANCE = -1  # who acts, if no seat does
NOBODY_ACTS = -4


class ChanceGame:
    """A game with explicit chance. An outcome is a card (0 to 35, then the scoring cards A and B)
    or a tile (from 38)."""

    stepper: Stepper
    before: Position  # what is drawn is added to this position
    players: int
    longest: int  # steps after which the game ends without a winner
    state: int
    needs_card: bool  # a card is due, otherwise a tile
    cards: list[int]  # the cards and the tiles known to come, in their order
    tiles: list[int]
    n_cards: int
    n_tiles: int
    history: list[int]  # outcomes and steps so far
    followed: bool  # whether they began elsewhere than at the set-up

    def __init__(self, players: int, longest: int) -> None:
        check_players(players)
        check_between("the number of steps", longest, 1, 1 << 30)
        self.stepper = Stepper()
        self.before = Position()
        self.players = players
        self.longest = longest
        if not cython.compiled:
            self.cards, self.tiles = [0] * DECK, [0] * TILES
        self.n_cards = self.n_tiles = 0
        self.history = []
        self.followed = False
        self.state = SETTING_UP
        set_up_known(self)

    def copy(self) -> ChanceGame:
        """A game in the same state that shares nothing with this one."""
        check_chances(self)
        other = ChanceGame(self.players, self.longest)
        copy_stepper(other.stepper, self.stepper)
        other.before.copy_from(self.before)
        other.state = self.state
        other.needs_card = self.needs_card
        other.history = self.history[:]
        other.followed = self.followed
        other.n_cards = self.n_cards
        other.n_tiles = self.n_tiles
        for i in range(self.n_cards):
            other.cards[i] = self.cards[i]
        for i in range(self.n_tiles):
            other.tiles[i] = self.tiles[i]
        return other

    def follow(self, position: Position) -> None:
        """Go on from a position of this number of players in which a seat is to act. The order of
        its deck and bag does not matter. What came before is not known, so the game cannot be
        pickled any more."""
        check_chances(self)
        check_game(position)
        if position.players != self.players or position.phase >= REFILLING:
            raise ValueError("no seat of this number of players is to act in the position")
        self.stepper.follow(position)
        self.state = DECIDING
        self.n_cards = self.n_tiles = 0
        self.history = []
        self.followed = True

    def __reduce__(self) -> tuple[object, ...]:
        check_chances(self)
        if self.followed:
            raise ValueError("a game that follows a position cannot be pickled")
        return replayed, (self.players, self.longest, self.history)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        memo[id(self)] = self.copy()
        return memo[id(self)]

    def actor(self) -> int:
        """The seat that is to act, CHANCE, or NOBODY_ACTS once the game is over."""
        check_chances(self)
        if self.state != DECIDING:
            return CHANCE
        if self.stepper.position.phase == OVER or self.stepper.taken >= self.longest:
            return NOBODY_ACTS
        return self.stepper.position.seat

    def legal_steps(self) -> list[int]:
        """The steps that are open."""
        check_chances(self)
        return self.stepper.legal_steps() if self.state == DECIDING else []

    def outcomes(self) -> list[tuple[int, float]]:
        """What may be drawn next, and how likely it is."""
        check_chances(self)
        if not cython.compiled:
            weights = [0.0] * OUTCOMES
        weigh(self, weights)
        return [(i, weights[i]) for i in range(OUTCOMES) if weights[i] > 0]

    def apply(self, number: int) -> None:
        """Draw an outcome if chance is to act, otherwise take a step."""
        actor = self.actor()
        if actor == CHANCE:
            if not cython.compiled:
                weights = [0.0] * OUTCOMES
            weigh(self, weights)
            if not 0 <= number < OUTCOMES or weights[number] <= 0:
                raise ValueError(f"outcome {number} cannot be drawn here")
            add_known(self, number)
        elif actor == NOBODY_ACTS or not 0 <= number < STEPS or not take_step(self, number):
            raise ValueError(f"step {number} is not open here")
        self.history.append(number)

    @property
    def is_set_up(self) -> bool:
        """Are the start hands dealt, and row and market filled?"""
        return self.state != SETTING_UP

    @property
    def position(self) -> Position:
        """A copy of the position; while something is drawn, that before it. Its deck and bag are in
        no particular order."""
        check_chances(self)
        return (self.before if self.state == DRAWING else self.stepper.position).clone()

    def stepper_before_draws(self) -> Stepper:
        """The game in steps; while something is drawn, as it was before."""
        if self.state != DRAWING:
            return self.stepper
        stepper = Stepper()
        stepper.follow(self.position)
        return stepper

    def drawn(self) -> list[int]:
        """The outcomes drawn since the last step."""
        cards = [outcome_of(self.cards[i]) for i in range(self.n_cards)]
        return cards + [TILE_OUTCOME + self.tiles[i] for i in range(self.n_tiles)]

    def returns(self) -> list[float]:
        """For each seat what the game was worth."""
        check_chances(self)
        return self.stepper.rewards() if self.state == DECIDING else [0.0] * self.players


def replayed(players: int, longest: int, history: list[int]) -> ChanceGame:
    """The game after these outcomes and steps."""
    game = ChanceGame(players, longest)
    for number in history:
        game.apply(number)
    return game


def check_chances(game: ChanceGame) -> int:
    """The game was made by its class."""
    check_initialized(game.stepper)
    return 0


# The set-up


def set_up_known(game: ChanceGame) -> None:
    """Set up a game with the cards and tiles that are known, and others after them; find out what
    is due."""
    if not cython.compiled:
        deck, bag = [0] * DECK, [0] * TILES
    cards = fill_cards(deck, game.players)
    for i in range(game.n_cards):
        bring_forward(deck, i, cards, game.cards[i])
    deck[cards] = SCORING_A
    deck[cards + 1] = SCORING_B
    for i in range(TILES):
        bag[i] = i
    for i in range(game.n_tiles):
        bring_forward(bag, i, TILES, game.tiles[i])
    set_up_unchecked(game.stepper.position, game.players, deck, cards + 2, bag)
    game.needs_card = cards + 2 - game.stepper.position.deck_size > game.n_cards
    if not game.needs_card and TILES - game.stepper.position.bag_size <= game.n_tiles:
        game.state = DECIDING
        game.n_cards = game.n_tiles = 0


def bring_forward(items: list[int], first: int, size: int, item: int) -> int:
    """Exchange an item for the first of the others."""
    place = first
    while place < size - 1 and items[place] != item:
        place += 1
    kept = items[first]
    items[first] = items[place]
    items[place] = kept
    return place


# The end of a turn


def put_on_top(items: list[int], size: int, known: list[int], first: int, end: int) -> None:
    """Let the known items from ``first`` on be drawn next; piles are drawn from their end."""
    for i in range(min(end - first, size)):
        place = 0
        while place < size - 1 - i and items[place] != known[first + i]:
            place += 1
        kept = items[size - 1 - i]
        items[size - 1 - i] = items[place]
        items[place] = kept


def draw_known(game: ChanceGame) -> None:
    """Go on with the cards and tiles that are known, and find out what is due."""
    position = game.stepper.position
    before = game.before
    position.copy_from(before)
    put_on_top(position.deck, position.deck_size, game.cards, 0, game.n_cards)
    put_on_top(position.bag, position.bag_size, game.tiles, 0, game.n_tiles)
    settle_unchecked(WORK, position)
    used = before.deck_size - position.deck_size
    if position.phase == RESHUFFLING:
        size = gather_discard(position)
        put_on_top(position.deck, size, game.cards, used, game.n_cards)
        settle_unchecked(WORK, position)
        used += size - position.deck_size
    game.needs_card = used > game.n_cards
    if not game.needs_card and before.bag_size - position.bag_size <= game.n_tiles:
        game.state = DECIDING
        game.n_cards = game.n_tiles = 0


# What may be drawn


def weigh(game: ChanceGame, weights: list[float]) -> None:
    """Write the probability of every outcome."""
    for i in range(OUTCOMES):
        weights[i] = 0.0
    if game.state == DECIDING:
        return
    if game.needs_card:
        weigh_cards(game, weights)
        return
    size = TILES if game.state == SETTING_UP else game.before.bag_size
    for i in range(size):
        tile = i if game.state == SETTING_UP else game.before.bag[i]
        weights[TILE_OUTCOME + tile] = 1.0 / (size - game.n_tiles)
    for i in range(game.n_tiles):
        weights[TILE_OUTCOME + game.tiles[i]] = 0.0


def weigh_cards(game: ChanceGame, weights: list[float]) -> None:
    """Write the probability of every card: a scoring card can be anywhere in its pile, and the
    money is shuffled."""
    if not cython.compiled:
        deck = [0] * DECK
    first = 0  # the first of the known cards that are of this deck
    if game.state == SETTING_UP:
        size = fill_cards(deck, game.players)
    elif game.n_cards < game.before.deck_size:
        size = game.before.deck_size
        for i in range(size):
            deck[i] = game.before.deck[i]
    else:  # the discard pile is the deck
        first = game.before.deck_size
        size = list_discard(game, deck)
    left = 1.0
    total = 0
    for i in range(size):
        if deck[i] < SCORING_A:
            weights[outcome_of(deck[i])] += 1.0
            total += 1
        else:
            weights[outcome_of(deck[i])] = 1.0
    for i in range(first, game.n_cards):
        weights[outcome_of(game.cards[i])] -= 1.0
        total -= game.cards[i] < SCORING_A
    for scoring in range(2):
        if weights[SCORING_OUTCOME + scoring] > 0:
            weights[SCORING_OUTCOME + scoring] = scoring_chance(game, 1 + 2 * scoring)
            left -= weights[SCORING_OUTCOME + scoring]
    for i in range(SCORING_OUTCOME):
        weights[i] *= left / total if total else 0.0


def list_discard(game: ChanceGame, deck: list[int]) -> int:
    """List the cards of the discard pile; returns how many there are."""
    n = 0
    for currency in range(CURRENCIES):
        for value in range(1, 10):
            for _ in range(game.before.discard[currency] >> 2 * (value - 1) & 3):
                deck[n] = currency << 4 | value
                n += 1
    return n


def scoring_chance(game: ChanceGame, pile: int) -> float:
    """How likely it is that the next card is the scoring card of a pile, which has not come yet."""
    before = game.before
    before.deck_size -= game.n_cards
    start = window_start(before, pile)
    end = window_end(before, pile)
    before.deck_size += game.n_cards
    return 1.0 / (end - start) if start == 0 else 0.0


def outcome_of(card: int) -> int:
    """The outcome that stands for a card."""
    if card >= SCORING_A:
        return SCORING_OUTCOME + card - SCORING_A
    return card_number(card)


def add_known(game: ChanceGame, outcome: int) -> None:
    """Draw a card or a tile."""
    if outcome >= TILE_OUTCOME:
        game.tiles[game.n_tiles] = outcome - TILE_OUTCOME
        game.n_tiles += 1
    else:
        if outcome >= SCORING_OUTCOME:
            card = SCORING_A + outcome - SCORING_OUTCOME
        else:
            card = outcome // CARD_VALUES << 4 | outcome % CARD_VALUES + 1
        game.cards[game.n_cards] = card
        game.n_cards += 1
    if game.state == SETTING_UP:
        set_up_known(game)
    else:
        draw_known(game)


def take_step(game: ChanceGame, step: int) -> bool:
    """Take a step, if it is open. At the end of a turn chance is to act."""
    stepper = game.stepper
    list_open(stepper, WORK)
    if not extend(stepper, WORK, step):
        return False
    stepper.taken += 1
    if WORK.n_actions == 1:
        stepper.n_prefix = 0
        play_unchecked(stepper.position, WORK.actions[0])
        if stepper.position.phase >= REFILLING:
            game.before.copy_from(stepper.position)
            game.state = DRAWING
            draw_known(game)
    return True
