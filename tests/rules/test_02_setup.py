"""Section 2: set-up, 3 to 6 players."""

import random
from collections.abc import MutableSequence
from typing import Any

import pytest

from alhambra import Card, Deal, Game, InvalidDeal, Scoring
from alhambra.deal import DeckCard
from alhambra.pieces import TILES
from tables import NAMES, RICH, deal, money, pile_sizes, start, table, take_most, words

# Step 1: the bag and the market


def test_four_tiles_are_drawn_onto_squares_1_2_3_4() -> None:
    game = table("", "", "", market="G8nw T11 P2new C9s", bag="A4nes S9")
    assert words(game.market) == "G8nw T11 P2new C9s"
    assert game.bag_left == 50
    assert sorted(game.tiles_left()) == sorted(set(TILES) - set(game.market))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda bag: bag[1:], "wrong_bag_size"),
        (lambda bag: (*bag, bag[0]), "wrong_bag_size"),
        (lambda bag: (bag[1], *bag[1:]), "tile_twice"),
    ],
)
def test_all_54_tiles_go_into_the_bag(change: Any, code: str) -> None:
    made = deal("", "", "")
    with pytest.raises(InvalidDeal) as refused:
        start(Deal(made.deck, change(made.bag)), 3)
    assert refused.value.reason.code == code


# Step 2: the hands


def test_cards_are_dealt_seat_by_seat_until_they_are_worth_20_or_more() -> None:
    game = table("b9 g9 o2", "b1 g9 o9 y9", "y9 y8 y7", "b9 b8 b1 b1 y1")
    assert [words(hand) for hand in game.hands] == [
        "b9 g9 o2",  # 20 is enough
        "b1 g9 o9 y9",  # 19 is not: the most there can be is 28
        "y7 y8 y9",
        "b1 b1 b8 b9 y1",
    ]


def test_a_deck_says_by_its_order_where_a_hand_ends() -> None:
    # Dealt as "b9 g9 o2", then "o3 …": with 20 in hand nobody gets a further card.
    deck = [*deal("b9 g9 o2", "o3 y9 y8", "").deck]
    assert words(deck[:6]) == "b9 g9 o2 o3 y9 y8"
    deck[2], deck[3] = Card("o1"), Card("o2")  # 19, so the next card is Ana's too
    deck[deck.index(Card("o1"), 3)] = Card("o3")
    game = Game(NAMES[:3], Deal(tuple(deck), deal("", "", "").bag))
    assert words(game.hands[0]) == "b9 g9 o1 o2"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda deck: deck[1:], "wrong_deck_size"),
        (lambda deck: (*deck, Card("b1")), "wrong_deck_size"),
        (lambda deck: (*deck[:-1], Card("b9")), "wrong_card_count"),
        (lambda deck: (*deck[:-1], Scoring.A), "wrong_card_count"),
    ],
)
def test_the_deck_has_all_its_cards(change: Any, code: str) -> None:
    made = deal("", "", "")
    with pytest.raises(InvalidDeal) as refused:
        start(Deal(change(made.deck), made.bag), 3)
    assert refused.value.reason.code == code


# Step 3: who starts


@pytest.mark.parametrize(
    ("hands", "tied"),
    [
        (["b1 b2 b8 b9", "g9 g9 g9", "o5 o6 o8 y1"], [1]),  # the fewest cards
        (["b9 g9 o9", "b8 g8 o8", "b9 g9 o5"], [2]),  # then the lowest total
        (["b9 g9 o9", "b8 g8 o5", "b9 g9 o3"], [1, 2]),
        (["b9 g9 o2", "b8 g8 o5", "o9 y9 y2"], [0, 2]),
        (["b9 g9 o2", "b9 g9 o2", "b9 g9 o2"], [0, 1, 2]),
        (["b9 g9 o3", "b1 b2 b8 b9"], [0]),  # fewer cards go before a lower total
    ],
)
def test_the_fewest_cards_start_then_the_lowest_total_then_the_youngest(
    hands: list[str], tied: list[int]
) -> None:
    made = deal(*hands)
    game = start(made, len(hands))
    assert list(game.tied_to_start()) == tied
    assert game.seat == game.first == tied[0]  # unless the table says who is the youngest
    for seat in range(len(hands)):
        if seat in tied:
            game = start(made, len(hands), first=seat)
            assert game.seat == game.first == seat
        else:
            with pytest.raises(InvalidDeal) as refused:
                start(made, len(hands), first=seat)
            assert refused.value.reason.code == "not_starting"


class Stacker:
    """A shuffler that lays the cards as in a deal."""

    def __init__(self, made: Deal) -> None:
        top = [card for card in made.deck if isinstance(card, Card)]
        self._orders: list[list[Any]] = [top, list(made.bag)]

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        if self._orders:
            x[:] = self._orders.pop(0)


@pytest.mark.parametrize(
    ("youngest", "first"),
    [(None, 1), (0, 1), (1, 1), (2, 2), (3, 1)],  # Bruno and Carla are tied
)
def test_the_table_may_say_who_is_the_youngest(youngest: int | None, first: int) -> None:
    made = deal("b9 g9 o9", "b8 g8 o5", "b9 g9 o3", "")
    game = Game.new(NAMES[:4], youngest=youngest, shuffler=Stacker(made))
    assert [words(hand) for hand in game.hands[:3]] == ["b9 g9 o9", "b8 g8 o5", "b9 g9 o3"]
    assert game.tied_to_start() == (1, 2)
    assert game.seat == game.first == first


@pytest.mark.parametrize("seat", [-1, 3])
def test_nobody_starts_who_has_no_seat(seat: int) -> None:
    with pytest.raises(InvalidDeal) as refused:
        start(deal("", "", ""), 3, first=seat)
    assert refused.value.reason.code == "no_such_seat"
    with pytest.raises(InvalidDeal) as refused:
        Game.new(NAMES[:3], seed=1, youngest=seat)
    assert refused.value.reason.code == "no_such_seat"


# Step 4: the money row


def test_four_cards_are_laid_face_up() -> None:
    game = table("b9 g9 o2", "b9 g9 o2", "b9 g9 o2", row="y4 b1 y4 o7", deck="g5 b3")
    assert words(game.row) == "y4 b1 y4 o7"
    assert game.deck_left == 110 - 9 - 4
    game.play("take o7")
    assert words(game.row) == "y4 b1 y4 g5"


# Step 5: the piles

DEALT = {
    95: ["b9 g9 o2", "b9 g9 o2", "b9 g9 o2"],
    94: ["b9 g9 o2", "b9 g9 o2", "b9 g8 o1 o2"],
    93: ["b9 g9 o2", "b9 g8 o1 o2", "b9 g8 o1 o2"],
    92: ["b9 g8 o1 o2", "b9 g8 o1 o2", "b9 g8 o1 o2"],
    91: ["b9 g8 o1 o2", "b9 g8 o1 o2", "b9 g7 y1 y2 o1"],
    86: [*RICH],
    62: ["b9 g9 o2", "b9 g9 o2"],
    61: ["b9 g9 o2", "b9 g8 o1 o2"],
}
PILES = {
    95: [19, 19 + 1, 19, 19 + 1, 19],
    94: [19, 19 + 1, 19, 19 + 1, 18],
    93: [19, 19 + 1, 19, 18 + 1, 18],
    92: [19, 19 + 1, 18, 18 + 1, 18],
    91: [19, 18 + 1, 18, 18 + 1, 18],
    86: [18, 17 + 1, 17, 17 + 1, 17],
    62: [13, 13 + 1, 12, 12 + 1, 12],
    61: [13, 12 + 1, 12, 12 + 1, 12],
}


@pytest.mark.parametrize("left", PILES)
def test_a_scoring_card_lies_anywhere_in_its_pile_and_nowhere_else(left: int) -> None:
    hands, piles = DEALT[left], PILES[left]
    made = deal(*hands)
    top = len(made.deck) - left - 2
    for card, pile in ((Scoring.A, 1), (Scoring.B, 3)):
        others = [other for other in made.deck if other is not card]
        legal = range(top + sum(piles[:pile]), top + sum(piles[: pile + 1]))
        for place in range(top, len(made.deck)):
            changed = Deal((*others[:place], card, *others[place:]), made.bag)
            if place in legal:
                changed.check(len(hands))
                continue
            with pytest.raises(InvalidDeal) as refused:
                changed.check(len(hands))
            # Moving B may push A out of its pile: either is the reason.
            assert refused.value.reason.code == "scoring_card_outside_pile"


def test_no_scoring_card_is_dealt() -> None:
    made = deal("", "", "")
    for place in (0, 5, 9, 12):
        deck: list[DeckCard] = [card for card in made.deck if card is not Scoring.A]
        deck.insert(place, Scoring.A)
        with pytest.raises(InvalidDeal) as refused:
            Deal(tuple(deck), made.bag).check(3)
        assert refused.value.reason.code == "scoring_card_outside_pile"


def test_pile_1_ends_on_top() -> None:
    # 19 cards of pile 1, then A: it turns up with the 20th card drawn.
    pile = words(money(3)[20:39])
    game = table("b9 g9 o2", "b9 g9 o2", "b9 g9 o2", row="y1 y1 y1 y2", deck=f"{pile} A")
    for _ in range(19):
        game.play(take_most(game))
    assert not game.scored
    game.play(take_most(game))
    assert game.scored == (Scoring.A,)


# Shuffling


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_shuffled_deal_is_a_legal_one(players: int) -> None:
    deals = [Deal.shuffled(players, random.Random(seed)) for seed in range(20)]
    for made in deals:
        made.check(players)
    assert len({made.deck for made in deals}) == len({made.bag for made in deals}) == 20


def test_scoring_cards_are_shuffled_into_every_place_of_their_piles() -> None:
    from_top: dict[Scoring, set[int]] = {Scoring.A: set(), Scoring.B: set()}
    for seed in range(600):
        made = Deal.shuffled(6, random.Random(seed))
        game = start(made, 6)
        sizes = pile_sizes(game.deck_left - 2)
        top = len(made.deck) - game.deck_left
        for card, pile in ((Scoring.A, 1), (Scoring.B, 3)):
            place = made.deck.index(card) - top - sum(sizes[:pile])
            from_top[card].add(place - sizes[pile] if place else 0)
    # counted from the end of the pile, -1 is the last place; 0 stands for the first
    for places in from_top.values():
        assert {0, -1, -2} <= places
        assert min(places) < -13


def test_the_same_seed_deals_the_same_game() -> None:
    assert Game.new(NAMES[:3], seed=7).deal == Game.new(NAMES[:3], seed=7).deal
    assert Game.new(NAMES[:3], seed=7).deal != Game.new(NAMES[:3], seed=8).deal


def test_the_global_generator_is_never_touched() -> None:
    random.seed(1)
    before = random.getstate()
    game = Game.new(NAMES[:3])
    game.view(0).sample(random.Random(2)).play(take_most(game))
    assert random.getstate() == before


@pytest.mark.parametrize("players", [0, 1, 7])
def test_two_to_six_play(players: int) -> None:
    with pytest.raises(InvalidDeal) as refused:
        Game.new([f"player {n}" for n in range(players)], seed=1)
    assert refused.value.reason.code == "wrong_number_of_players"
    assert refused.value.reason.params == {"players": players}


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 100])
def test_a_deal_is_for_two_to_six_players(players: int) -> None:
    deal = Deal.shuffled(3, random.Random(1))
    for asked in (
        lambda: Deal.shuffled(players, random.Random(1)),
        lambda: deal.check(players),
        lambda: deal.check_deck(players),
    ):
        with pytest.raises(InvalidDeal, match="players"):
            asked()
