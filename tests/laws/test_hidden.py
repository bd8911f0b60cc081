"""What nobody may know shows nowhere: the order of deck and bag, and on screens other hands."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pickle import dumps, loads

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from alhambra import (
    Action,
    Card,
    Deal,
    Game,
    IllegalAction,
    InvalidDeal,
    Phase,
    Record,
    Scoring,
    View,
)
from alhambra.pieces import CARDS, TILES
from laws.positions import (
    NAMES,
    Trail,
    examples,
    games,
    generators,
    hands_end,
    pile_spans,
    player_counts,
    shuffled,
    some_of,
    trails,
    uniform,
)

DeckCard = Card | Scoring


def reordered(game: Game, rng: random.Random) -> Game:
    """The same game with what nobody has seen in another order that the rules allow."""
    bag = list(game.deal.bag)
    seen = len(bag) - game.bag_left
    bag[seen:] = rng.sample(bag[seen:], game.bag_left)
    deck = game.deal.deck
    events = list(game.events)
    if game.reshuffles:
        last = max(n for n, event in enumerate(events) if not isinstance(event, Action))
        order = game.reshuffles[-1]
        seen = len(order) - game.deck_left
        events[last] = order[:seen] + shuffled(order[seen:], rng)
    else:
        deck = another_deck(game, rng)
    return played(game, Deal(deck, tuple(bag)), events)


def played(game: Game, deal: Deal, events: Sequence[Action | tuple[Card, ...]]) -> Game:
    """These events after this deal, stopped where the game stopped."""
    again = Game(game.names, deal, game.first)
    for n, event in enumerate(events):
        if isinstance(event, Action):
            reveal = n < len(events) - 1 or game.phase is not Phase.REFILL
            again.play(event, reveal=reveal)
        else:
            again.reshuffle(event)
    return again


def another_deck(game: Game, rng: random.Random) -> tuple[DeckCard, ...]:
    """The unseen cards anyhow, A anywhere in pile 2 beyond what is drawn, B in pile 4."""
    deck = game.deal.deck
    top = hands_end(deck, len(game.names)) + 4
    seen = len(deck) - game.deck_left
    spans = pile_spans(len(deck) - top - 2)
    money = [card for card in deck[seen:] if isinstance(card, Card)]
    rng.shuffle(money)
    places = {
        rng.choice([place for place in spans[pile] if top + place >= seen]): card
        for card, pile in ((Scoring.A, 1), (Scoring.B, 3))
        if card in deck[seen:]
    }
    hidden = [places.get(place - top) or money.pop() for place in range(seen, len(deck))]
    return (*deck[:seen], *hidden)


def answers_of(view: View) -> Iterator[tuple[str, object]]:
    """Everything a view answers, by the name of the question."""
    for name in dir(view):
        if name.startswith("_") or name in (
            "sample",
            "sheet_with",
            "way_into_city",
            "why_not",
        ):
            continue
        answer = getattr(view, name)
        if name == "position":
            answer = answer.facts()
        elif name == "exact_chains":
            answer = list(answer())
        elif callable(answer):
            answer = answer()
        yield name, answer
    for k in range(5):
        yield f"scoring_chance({k})", view.scoring_chance(k)
    for tile in TILES:
        yield f"way_into_city({tile})", view.way_into_city(tile)
    for seat in range(len(view.names)):
        yield f"chance_before_turn_of({seat})", view.chance_before_turn_of(seat)
    yield "open hands", view.shown(open_hands=True)
    yield "repr", repr(view)


@given(games(), generators)
@examples(60)
def test_the_hidden_order_changes_no_view(game: Game, rng: random.Random) -> None:
    other = reordered(game, rng)
    game = played(game, game.deal, game.events)  # in the same steps as the other
    for viewer in (None, *range(len(game.names))):
        view, other_view = game.view(viewer), other.view(viewer)
        assert view == other_view
        assert view.shown() == other_view.shown()
        assert dumps(view) == dumps(other_view)
        assert loads(dumps(view)) == view
    assert dict(answers_of(game.view(0))) == dict(answers_of(other.view(0)))
    assert list(game.legal_actions) == list(other.legal_actions)
    assert list(game.cards_left()) == list(other.cards_left())
    assert game.tiles_left() == other.tiles_left()
    for k in range(5):
        assert game.scoring_chance(k) == other.scoring_chance(k)


@given(games(), generators, st.integers(0, 2**32))
def test_the_hidden_order_changes_no_sample(game: Game, rng: random.Random, seed: int) -> None:
    view, other = game.view(0), reordered(game, rng).view(0)
    sampled = view.sample(random.Random(seed))
    assert sampled == other.sample(random.Random(seed))
    assert sampled.view(0) == view


@given(games(), generators)
def test_the_reordered_game_is_another_one(game: Game, rng: random.Random) -> None:
    """Lest the laws above compare a game with itself."""
    assume(game.bag_left > 3 and game.deck_left > 3)
    assert any(reordered(game, rng) != game for _ in range(10))


@given(games(), generators)
def test_the_hidden_order_changes_nothing_before_something_is_drawn(
    game: Game, rng: random.Random
) -> None:
    """Whatever a player does, up to the refill, looks the same whatever comes next."""
    other = reordered(game, rng)
    for action in some_of(game.legal_actions, 8, rng):
        one, two = game.copy(), other.copy()
        assert one.play(action, reveal=False)[0] == two.play(action, reveal=False)[0]
        if one.phase is not Phase.AWARD and not one.is_over:
            assert one.view(None) == two.view(None)


# Screens


@given(games())
def test_a_screen_shows_of_other_hands_the_number_alone(game: Game) -> None:
    copies = 2 if len(game.names) == 2 else 3
    for viewer in (None, *range(len(game.names))):
        shown = game.view(viewer).shown()
        known = Counter(card for card in shown.row if card) + Counter(shown.discard)
        for seat, hand in enumerate(shown.hands):
            if seat == viewer:
                assert hand == game.hands[seat]
                known += Counter(game.hands[seat])
            else:
                assert hand == len(game.hands[seat])
        assert shown.cards_to_come == Counter(dict.fromkeys(CARDS, copies)) - known
        assert set(shown.tiles_to_come) == set(game.tiles_left())


@given(games())
def test_open_hands_are_shown_where_the_table_plays_so(game: Game) -> None:
    shown = game.view(None).shown(open_hands=True)
    assert shown.hands == game.hands
    assert shown.cards_to_come == game.cards_left()


def with_another_hand(game: Game, seat: int, rng: random.Random) -> Game | None:
    """The same game, but a card this seat has had from the start changes places with one of
    the deck, of the same value in another currency. None where it cannot be."""
    deck = list(game.deal.deck)
    begin = hands_end(deck, seat)
    seen = len(deck) - game.deck_left
    pairs = [
        (mine, hidden)
        for mine in range(begin, hands_end(deck, seat + 1))
        for hidden in range(seen, len(deck))
        if deck[mine] in game.hands[seat] and is_twin(deck[mine], deck[hidden])
    ]
    if not pairs or game.reshuffles:
        return None
    mine, hidden = rng.choice(pairs)
    deck[mine], deck[hidden] = deck[hidden], deck[mine]
    other = Game(game.names, Deal(tuple(deck), game.deal.bag), game.first)
    try:
        for action in game.actions[:-1]:
            other.play(action)
        for action in game.actions[-1:]:
            other.play(action, reveal=game.phase is not Phase.REFILL)
    except IllegalAction:  # it was the very card that paid for something
        return None
    return other


def is_twin(card: DeckCard, other: DeckCard) -> bool:
    return (
        isinstance(card, Card)
        and isinstance(other, Card)
        and card.value == other.value
        and card is not other
    )


@given(games(), generators)
def test_another_hand_looks_the_same_on_a_screen(game: Game, rng: random.Random) -> None:
    assume(game.phase not in (Phase.AWARD, Phase.OVER))  # awards tell something of the hands
    seat = rng.randrange(len(game.names))
    other = with_another_hand(game, seat, rng)
    if other is None:
        return
    assert other.hands[seat] != game.hands[seat]
    for viewer in (None, *range(len(game.names))):
        assert (game.view(viewer).shown() == other.view(viewer).shown()) == (viewer != seat)
        assert game.view(viewer) != other.view(viewer)


def test_there_are_other_hands_to_compare_with() -> None:
    """Lest the law above never finds one."""
    rng = random.Random(1)
    found = [
        with_another_hand(game, 1, rng)
        for seed in range(5)
        for game in [Game.new(NAMES[:3], seed=seed)]
        if game.play(uniform(game, rng))
    ]
    assert len([game for game in found if game]) == 5


# Generators come from the caller


@given(player_counts, trails, st.integers(0, 999))
@examples(25)
def test_the_global_generator_is_never_touched(players: int, trail: Trail, seed: int) -> None:
    state = random.getstate()
    rng = random.Random(seed)
    game = Game.new(NAMES[:players], seed=seed)
    Game.new(NAMES[:players])
    for _ in range(120):
        if not game.is_over:
            game.play(uniform(game, rng))
    view = game.view(0)
    sampled = view.sample(rng)
    assert sampled.view(0) == view
    led = trail.at(len(trail.steps))
    Record.parse(str(Record.of(led))).replay()
    assert random.getstate() == state


@given(player_counts, st.integers(0, 2**64))
def test_a_seed_makes_the_same_deal_each_time(players: int, seed: int) -> None:
    names = NAMES[:players]
    assert Game.new(names, seed=seed).deal == Game.new(names, seed=seed).deal
    assert Game.new(names, seed=seed).deal != Game.new(names, seed=seed + 1).deal
    assert Game.new(names).deal != Game.new(names).deal
    assert Game.new(names, shuffler=random.Random(seed)) == Game.new(names, seed=seed)


@given(player_counts, generators)
@examples(40)
def test_a_shuffled_deal_can_be_played_and_no_other(players: int, rng: random.Random) -> None:
    deal = Deal.shuffled(players, rng)
    deal.check(players)
    top = hands_end(deal.deck, players) + 4
    spans = pile_spans(len(deal.deck) - top - 2)
    for card, pile in ((Scoring.A, 1), (Scoring.B, 3)):
        assert deal.deck.index(card) - top in spans[pile]
        money = [c for c in deal.deck if c is not card]
        for place in range(top, len(deal.deck)):
            moved = replace(deal, deck=(*money[:place], card, *money[place:]))
            if place - top in spans[pile]:
                moved.check(players)
            else:
                with pytest.raises(InvalidDeal, match="is not in pile"):
                    moved.check(players)
