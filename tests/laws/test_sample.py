"""A sampled game is as likely as the rules make it: counted against all that could be.

Every count has a fixed seed, so that a test passes always or never. The bound on chi-square
is far above what a right distribution gives and far below what a wrong one does; the last
tests show the latter.
"""

import math
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alhambra import Card, Game, Phase, Scoring, Tile, View
from alhambra.happenings import ScoringCardTurnedUp
from laws.positions import (
    COMPILED,
    acting,
    examples,
    games,
    hands_end,
    pile_spans,
    trail,
    uniform,
)

SAMPLES = 3000 if COMPILED else 600


def chi_square(found: Mapping[Hashable, int], chances: Mapping[Hashable, Fraction]) -> float:
    """How far the counts are from what is expected."""
    assert sum(chances.values()) == 1
    assert not set(found) - set(chances), "something came up that cannot be"
    number = sum(found.values())
    return sum(
        float((found.get(what, 0) - number * chance) ** 2 / (number * chance))
        for what, chance in chances.items()
    )


def fits(found: Mapping[Hashable, int], chances: Mapping[Hashable, Fraction]) -> bool:
    """Its mean is the number of free cells, its deviation the root of twice that."""
    free = len(chances) - 1
    return chi_square(found, chances) <= free + 5 * math.sqrt(2 * free)


def evenly(cases: Iterable[Hashable]) -> dict[Hashable, Fraction]:
    """Each case as likely as any other; equal ones together."""
    counted = Counter(cases)
    return {case: Fraction(n, counted.total()) for case, n in counted.items()}


def count(view: View, what: Callable[[Game], Hashable]) -> Counter[Hashable]:
    """What many samples say."""
    rng = random.Random(2003)
    return Counter(what(view.sample(rng)) for _ in range(SAMPLES))


# What a sample holds, and the places where it could be


def hidden_deck(game: Game) -> list[str]:
    """The deck, the top card first, as the game itself knows it."""
    deck = game.reshuffles[-1] if game.reshuffles else game.deal.deck
    return [str(card) for card in deck[len(deck) - game.deck_left :]]


def hidden_bag(game: Game) -> tuple[Tile, ...]:
    return game.deal.bag[54 - game.bag_left :]


def window(game: Game, pile: int) -> list[int]:
    """The places from the top where the scoring card of a pile, counted from 0, can be."""
    deck = game.deal.deck
    top = hands_end(deck, len(game.names)) + 4
    span = pile_spans(len(deck) - top - 2)[pile]
    passed = len(deck) - game.deck_left - top
    return [place - passed for place in span if place >= passed]


def find(wanted: Callable[[Game], bool]) -> Game:
    """The first position on the trails that is as wanted."""
    for seed, players in product(range(20), range(2, 7)):
        for game in trail(players, seed).walk():
            if wanted(game):
                return game
    raise AssertionError("no such position on the trails")


def a_is_near(size: int) -> Callable[[Game], bool]:
    """A has only a few possible places, the first of them the top of the deck."""
    return lambda game: (
        not game.scored
        and not game.reshuffles
        and len(window(game, 1)) == size
        and window(game, 1)[0] == 0
    )


def b_is_near(size: int) -> Callable[[Game], bool]:
    return lambda game: (
        game.scored == (Scoring.A,)
        and not game.reshuffles
        and len(window(game, 3)) == size
        and window(game, 3)[0] == 0
    )


# The scoring cards


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8])
def test_a_is_evenly_in_the_places_of_pile_2_not_yet_passed(size: int) -> None:
    game = find(a_is_near(size))
    found = count(game.view(0), lambda sample: hidden_deck(sample).index("A"))
    assert fits(found, evenly(range(size)))


@pytest.mark.parametrize("size", [1, 2, 4, 7])
def test_b_is_evenly_in_the_places_of_pile_4_not_yet_passed(size: int) -> None:
    game = find(b_is_near(size))
    found = count(game.view(0), lambda sample: hidden_deck(sample).index("B"))
    assert fits(found, evenly(range(size)))


def test_a_and_b_are_in_their_piles_independently() -> None:
    game = find(a_is_near(3))
    places = list(product(window(game, 1), window(game, 3)))
    found = count(
        game.view(0),
        lambda sample: (hidden_deck(sample).index("A"), hidden_deck(sample).index("B")),
    )
    assert fits(found, evenly(places))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_before_the_first_card_is_drawn_both_are_anywhere_in_their_piles(players: int) -> None:
    game = trail(players, 0).start()
    view = game.view(None)
    a = count(view, lambda sample: hidden_deck(sample).index("A"))
    assert fits(a, evenly(window(game, 1)))
    b = count(view, lambda sample: hidden_deck(sample).index("B"))
    assert fits(b, evenly(window(game, 3)))


# Money and tiles


def test_the_card_on_top_and_the_place_of_a() -> None:
    """Where A is on top there is no money card; otherwise each is as likely as any."""
    game = find(a_is_near(3))
    money = [str(card) for card in game.cards_left().elements()]
    chances = {
        (place, card): Fraction(1, 3) * (chance if place else Fraction(card == money[0]))
        for place in range(3)
        for card, chance in evenly(money).items()
    }

    def what(sample: Game) -> Hashable:
        deck = hidden_deck(sample)
        place = deck.index("A")
        return place, deck[0] if place else money[0]

    found = count(game.view(0), what)
    assert fits(found, {case: chance for case, chance in chances.items() if chance})


def test_the_bottom_card_too() -> None:
    game = find(b_is_near(4))
    money = [str(card) for card in game.cards_left().elements()]
    found = count(game.view(0), lambda sample: hidden_deck(sample)[-1])
    assert fits(found, evenly(money))


@pytest.mark.parametrize("tiles", [1, 2, 3, 4])
def test_a_small_bag_comes_in_every_order(tiles: int) -> None:
    game = find(lambda game: game.bag_left == tiles)
    found = count(game.view(0), hidden_bag)
    assert fits(found, evenly(permutations(game.tiles_left())))


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_after_a_reshuffle_exactly_the_cards_discarded_come_in_every_order(cards: int) -> None:
    game = find(lambda game: bool(game.reshuffles) and game.deck_left == cards)
    left = [str(card) for card in game.cards_left().elements()]
    found = count(game.view(0), lambda sample: tuple(hidden_deck(sample)))
    assert fits(found, evenly(permutations(left)))


def test_right_after_a_reshuffle_the_deck_is_the_discard_pile_less_the_row() -> None:
    game = find(lambda game: game.phase is Phase.RESHUFFLE and len(game.discard) > 4)
    discarded = Counter(game.discard)
    before = Counter(card for card in game.row if card)
    game.reshuffle(game.discard)
    drawn = Counter(card for card in game.row if card) - before
    rng = random.Random(1)
    for _ in range(20):
        left = Counter(map(Card, hidden_deck(game.view(0).sample(rng))))
        assert left + drawn == discarded


# Whatever is known agrees


@given(games(), st.integers(0, 2**32), st.booleans())
def test_every_sample_agrees_with_the_view(game: Game, seed: int, watching: bool) -> None:
    viewer = None if watching else seed % len(game.names)
    view = game.view(viewer)
    rng = random.Random(seed)
    for _ in range(3):
        sample = view.sample(rng)
        assert sample.view(viewer) == view
        assert sample.legal_actions == view.legal_actions
        assert sample.first == game.first
        sample.deal.check(len(game.names))


@given(games(), st.integers(0, 2**32))
@examples(30)
def test_a_sample_can_be_played_to_the_end_and_written_down(game: Game, seed: int) -> None:
    """It reshuffles by itself, from the same generator."""
    rng = random.Random(seed)
    sample = game.view(0).sample(rng)
    if sample.phase is Phase.REFILL:
        sample.reveal()
    for _ in range(60):
        if acting(sample):
            sample.play(uniform(sample, rng))
            assert sample.phase is not Phase.RESHUFFLE
    again = Game(sample.names, sample.deal, sample.first)
    for event in sample.events:
        if isinstance(event, tuple):
            again.reshuffle(event)
        else:
            again.play(event)
    assert again == sample


@given(games(), st.integers(0, 2**32))
def test_the_same_generator_gives_the_same_sample_and_another_another(
    game: Game, seed: int
) -> None:
    view = game.view(0)
    one = view.sample(random.Random(seed))
    assert one == view.sample(random.Random(seed))
    if game.bag_left > 8:
        assert any(one != view.sample(random.Random(seed + n)) for n in range(1, 4))


# The chance of a scoring


def chance_by_counting(game: Game, cards: int) -> Fraction:
    """The share of the next scoring card's places that come before this number of money cards."""
    for card, pile in ((Scoring.A, 1), (Scoring.B, 3)):
        if card not in game.scored and not game.reshuffles:
            places = window(game, pile)
            money = ["m"] * game.deck_left
            turned_up = 0
            for place in places:
                deck = [*money[:place], card, *money[place:]]
                drawn = 0
                while drawn < cards:
                    top = deck.pop(0)
                    drawn += top == "m"
                    turned_up += top == card
            return Fraction(turned_up, len(places))
    return Fraction(0)


@given(games(), st.integers(0, 30))
def test_the_chance_of_a_scoring_is_that_of_all_places(game: Game, cards: int) -> None:
    cards = min(cards, game.deck_left)
    assert game.scoring_chance(cards) == chance_by_counting(game, cards)
    assert game.view(0).scoring_chance(cards) == game.scoring_chance(cards)
    assert game.scoring_chance() == game.scoring_chance(game.row.count(None))


@given(games())
def test_the_window_is_where_the_chance_grows_from_none_to_certainty(game: Game) -> None:
    window = game.scoring_window()
    assert (window is None) == (game.scoring_chance(game.deck_left) == 0)
    if window is not None:
        free, within = window
        assert game.scoring_chance(free) == 0 < game.scoring_chance(free + 1)
        assert game.scoring_chance(within - 1) < 1 == game.scoring_chance(within)


@given(games())
def test_the_chance_before_a_turn_is_that_of_a_card_for_every_turn_until_then(game: Game) -> None:
    players = len(game.names)
    for turns in range(1, players + 1):
        seat = (game.seat + turns) % players
        assert game.chance_before_turn_of(seat) == game.scoring_chance(turns)
    assert game.chance_before_turn_of() == game.scoring_chance(players)


@pytest.mark.parametrize("near", [a_is_near(3), a_is_near(7), b_is_near(2), b_is_near(5)])
def test_the_chance_of_a_scoring_is_how_often_it_comes(near: Callable[[Game], bool]) -> None:
    """Counted at the refill itself, after one or more cards were taken."""
    seen = False
    game = find(lambda game: near(game) and game.phase is Phase.ACT)
    for action in game.legal_actions:
        stopped = game.copy()
        stopped.play(action, reveal=False)
        chance = stopped.scoring_chance()
        if stopped.phase is not Phase.REFILL or not 0 < chance < 1:
            continue
        seen = True
        found = count(
            stopped.view(0),
            lambda sample: any(isinstance(h, ScoringCardTurnedUp) for h in sample.reveal()),
        )
        assert fits(found, {True: chance, False: 1 - chance})
    assert seen


# The measure


@pytest.mark.parametrize("size", [3, 5, 8])
def test_a_place_too_few_or_too_many_would_be_seen(size: int) -> None:
    rng = random.Random(7)
    wrong: Counter[Hashable] = Counter(rng.randrange(1, size) for _ in range(3000))
    assert not fits(wrong, evenly(range(size)))
    skewed: Counter[Hashable] = Counter(
        min(rng.randrange(size), rng.randrange(size)) for _ in range(3000)
    )
    assert not fits(skewed, evenly(range(size)))
    with pytest.raises(AssertionError, match="cannot be"):
        fits(Counter(range(size + 1)), evenly(range(size)))


def test_a_bad_shuffle_would_be_seen() -> None:
    """The well-known one, which exchanges every item with any other."""
    rng = random.Random(7)
    found: Counter[Hashable] = Counter()
    for _ in range(3000):
        items = list("abcd")
        for i in range(4):
            j = rng.randrange(4)
            items[i], items[j] = items[j], items[i]
        found[tuple(items)] += 1
    assert not fits(found, evenly(permutations("abcd")))


def test_a_right_shuffle_is_not_refused() -> None:
    rng = random.Random(7)
    for seed in range(20):
        rng.seed(seed)
        found: Counter[Hashable] = Counter(tuple(rng.sample("abcd", 4)) for _ in range(3000))
        assert fits(found, evenly(permutations("abcd")))
