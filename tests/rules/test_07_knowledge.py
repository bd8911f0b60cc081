"""Section 7: what players may know."""

import random
from collections import Counter

import pytest

from alhambra import Card, Cell, Game, IllegalAction, Phase, Scoring, Tile
from tables import NAMES, deal, follow, hoard, money, play, start, table, take_most, words

HIDDEN = {"one order": ("y8 y7 g6", "A4nes C11"), "another": ("b7 o7 y6", "T10w S9")}


def middle_of_a_game(hidden: str) -> Game:
    """Ana has bought and placed T7new and set P8 aside; what comes next is hidden."""
    deck, bag = HIDDEN[hidden]
    game = table(
        "b7 g8 o9", "", "", row="b9 g9 o9 y9", market="T7new P8 T12 T13e", deck=deck, bag=bag
    )
    play(game, "1 buy T7new b7", "1 buy P8 g8")
    return game


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_the_order_of_deck_and_bag_is_hidden_from_all(viewer: int | None) -> None:
    one, other = middle_of_a_game("one order"), middle_of_a_game("another")
    assert one != other
    assert one.view(viewer) == other.view(viewer)
    assert one.view(viewer).shown() == other.view(viewer).shown()
    for view in (one.view(viewer), other.view(viewer)):
        assert view.position.facts() == one.view(viewer).position.facts()
        assert view.tiles_left() == one.view(viewer).tiles_left()
        assert list(view.cards_left()) == list(one.view(viewer).cards_left())


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_everything_else_is_open(viewer: int | None) -> None:
    game = middle_of_a_game("one order")
    view = game.view(viewer)
    assert view.viewer == viewer
    assert view.hands == game.hands
    assert view.cities == game.cities
    assert view.reserves == game.reserves
    assert words(view.waiting) == "P8 T7new"
    assert words(view.discard) == "b7 g8"
    assert words(view.row) == "b9 g9 o9 y9"
    assert words(view.market) == "- - T12 T13e"
    assert view.scores == (0, 0, 0)
    assert (view.deck_left, view.bag_left) == (game.deck_left, game.bag_left)
    assert (view.seat, view.phase, view.first) == (0, Phase.ACT, 0)
    assert set(view.legal_actions) == set(game.legal_actions)


def test_how_many_cards_and_tiles_are_left_and_which_is_open() -> None:
    game = middle_of_a_game("one order")
    view = game.view(1)
    deck = game.deal.deck[-game.deck_left :]
    assert view.cards_left() == Counter(card for card in deck if isinstance(card, Card))
    assert set(view.tiles_left()) == set(game.deal.bag[4:])


def test_there_is_no_view_for_a_seat_that_is_not_there() -> None:
    for seat in (-1, 3):
        with pytest.raises(IllegalAction) as refused:
            table("", "", "").view(seat)
        assert refused.value.reason.code == "no_such_seat"


def test_a_view_stays_as_it_was() -> None:
    game = table("", "", "")
    view = game.view(0)
    row = view.row
    game.play(take_most(game))
    assert view.row == row
    assert view.seat == 0


# Screens


def test_a_screen_shows_of_the_other_hands_only_the_number_of_cards() -> None:
    game = table("b9 g9 o2", "b1 g9 o9 y9", "y9 y8 y7")
    assert game.view(1).shown().hands == (3, game.hands[1], 3)
    assert game.view(None).shown().hands == (3, 4, 3)


def test_unless_the_table_plays_with_open_hands() -> None:
    game = table("b9 g9 o2", "b1 g9 o9 y9", "y9 y8 y7")
    for viewer in (0, 1, 2, None):
        assert game.view(viewer).shown(open_hands=True).hands == game.hands


def test_a_screen_shows_all_that_is_open() -> None:
    game = middle_of_a_game("one order")
    play(game, "1 take b9", "1 place T7new 0,1", "1 reserve P8")
    shown = game.view(2).shown()
    assert shown.viewer == 2
    assert shown.names == NAMES[:3]
    assert (shown.seat, shown.phase) == (1, Phase.ACT)
    assert shown.cities == ({Cell(0, 1): Tile("T7new")}, {}, {})
    assert words(shown.reserves[0]) == "P8"
    assert words(shown.discard) == "b7 g8"
    assert (shown.row, shown.market) == (game.row, game.market)
    assert (shown.scores, shown.scored) == ((0, 0, 0), ())
    assert (shown.deck_left, shown.bag_left) == (game.deck_left, game.bag_left)
    assert shown.dirk is None
    assert shown.waiting == ()
    assert shown.tiles_to_come == game.tiles_left()


def test_what_is_still_to_come_counts_deck_and_other_hands_together() -> None:
    game = table("b9 g9 o2", "b1 g9 o9 y9", "y9 y8 y7")
    everything = Counter(money(3))
    lying = Counter(card for card in game.row if card)
    for viewer in (0, 1, 2):
        seen = lying + Counter(game.hands[viewer])
        assert game.view(viewer).shown().cards_to_come == everything - seen
    assert game.view(None).shown().cards_to_come == everything - lying
    all_hands = Counter(card for hand in game.hands for card in hand)
    for who in (0, None):
        to_come = game.view(who).shown(open_hands=True).cards_to_come
        assert to_come == everything - lying - all_hands == game.cards_left()


def test_with_two_players_it_does_not_give_the_other_hand_away() -> None:
    # What is to come is the same whichever of these cards Bruno holds.
    one = table("b9 g9 o2", "b8 g8 o8", row="b1 g1 o1 y1", dirk="T11")
    other = table("b9 g9 o2", "y8 y7 y6", row="b1 g1 o1 y1", dirk="T11")
    assert one.hands[1] != other.hands[1]
    assert one.view(0).shown() == other.view(0).shown()
    assert one.view(0).shown().cards_to_come == Counter(money(2)) - Counter(
        (*one.hands[0], *(card for card in one.row if card))
    )
    assert one.view(0) != other.view(0)  # the engine's view holds all hands


def test_discarded_cards_are_not_to_come() -> None:
    game = middle_of_a_game("one order")
    to_come = game.view(None).shown().cards_to_come
    assert to_come[Card("b7")] == to_come[Card("g8")] == 2
    assert to_come.total() == 108 - 4 - 2


# Samples


def test_a_sample_agrees_with_all_that_is_known() -> None:
    game = table("", "", "")
    follow(game, hoard, until=lambda game: game.ply == 40)
    view = game.view(1)
    rng = random.Random(1)
    orders = set()
    for _ in range(20):
        sample = view.sample(rng)
        assert sample.view(1) == view
        assert sample.actions == game.actions
        sample.deal.check(3)
        orders.add(sample.deal)
    assert len(orders) == 20


def test_a_sample_puts_scoring_cards_only_where_they_can_be() -> None:
    # 95 cards in five piles of 19: A lies at 19 to 38, B at 57 + 1 to 76 + 1.
    game = table("b9 g9 o2", "b9 g9 o2", "b9 g9 o2")
    for taken, places in ((0, range(19, 39)), (25, range(25, 39))):
        while game.ply < taken:
            game.play(take_most(game))
        view = game.view(0)
        rng = random.Random(2)
        found = Counter(
            view.sample(rng).deal.deck.index(Scoring.A) - 13 for _ in range(25 * len(places))
        )
        assert set(found) == set(places)
        assert max(found.values()) < 4 * min(found.values())


def test_a_sample_after_a_reshuffle_has_exactly_the_cards_discarded_then() -> None:
    game = start(deal("b3 b4 b9 o9", "", "", market="G10 T13e T12 T11"), 3)
    play(game, "1 buy G10 b3 b9", "1 reserve G10")
    follow(game, take_most, until=lambda game: game.phase is Phase.RESHUFFLE)
    game.reshuffle(game.discard)
    samples = [game.view(0).sample(random.Random(seed)) for seed in range(10)]
    for sample in samples:
        assert sorted(sample.reshuffles[0]) == sorted(game.reshuffles[0])
        assert sample.row == game.row
        assert sample.cards_left() == game.cards_left()


def test_a_view_of_a_game_that_was_taken_back_is_that_of_the_game_before() -> None:
    game, views = Game.new(NAMES[:3], seed=5), []
    rng = random.Random(5)
    while len(game.reshuffles) < 2 and not game.is_over:
        views.append(game.view())
        game.push(rng.choice([*game.legal_actions]))
    assert game.reshuffles
    while views:
        game.pop()
        view = views.pop()
        assert game.view() == view
        assert game.view().sample(random.Random(1)) == view.sample(random.Random(1))


@pytest.mark.parametrize("drawn", [1, 2, 3, 4])
def test_the_chance_of_a_scoring_card(drawn: int) -> None:
    game = table("b9 g9 o2", "b9 g9 o2", "b9 g9 o2")
    # 17 cards drawn: two more of pile 1 to come, then the 20 of pile 2 with A
    while game.ply < 17:
        game.play(take_most(game))
    expected = max(0, drawn - 2) / 20
    assert game.view(0).scoring_chance(drawn) == pytest.approx(expected)
    assert game.view(0).scoring_chance() == 0  # the row is full
