"""Section 4: the end of a turn."""

import random

import pytest

from alhambra import Card, Cell, Game, IllegalAction, Phase, Scoring, Tile
from alhambra.core import turns
from alhambra.happenings import (
    MarketRefilled,
    Passed,
    Placed,
    Reserved,
    Reshuffled,
    RowRefilled,
    Scored,
    ScoringCardTurnedUp,
    Took,
    TurnBegan,
)
from tables import (
    all_money_taken,
    cards,
    deal,
    drawn,
    follow,
    listed,
    money,
    play,
    refused,
    same,
    start,
    table,
    take_most,
    words,
)

# Step 1: placing


def two_bought() -> Game:
    """Ana has bought P6n and T11, and is to place them."""
    game = table(
        "b6 g2 g9 o9", "", "", row="b1 g1 o1 y1", deck="b9 g9", market="P6n T11 T12 T13e",
        bag="G10 G11",
    )  # fmt: skip
    play(game, "1 buy P6n b6", "1 buy T11 g2 g9", "1 take b1 o1")
    return game


def test_every_tile_bought_is_placed_in_any_order() -> None:
    game = two_bought()
    assert game.phase is Phase.PLACE
    assert {action.split()[1] for action in listed(game)} == {"P6n", "T11"}
    for first, second in (("P6n", "T11"), ("T11", "P6n")):
        game = two_bought()
        play(game, f"1 place {first} 1,0")
        assert game.phase is Phase.PLACE
        assert words(game.waiting) == second
        play(game, f"1 place {second} -1,0")
        assert game.waiting == ()
        assert drawn(game.cities[0]) == same(f"{second} @ {first}")
        assert game.seat == 1


def test_each_tile_goes_into_the_city_or_into_the_reserve() -> None:
    game = two_bought()
    happened = play(game, "1 place P6n 0,1", "1 reserve T11")
    assert drawn(game.cities[0]) == same("P6n\n@")
    assert words(game.reserves[0]) == "T11"
    assert happened[:2] == [Placed(0, Tile("P6n"), Cell(0, 1)), Reserved(0, Tile("T11"))]


def test_a_tile_may_be_placed_beside_one_placed_before_it() -> None:
    game = two_bought()
    assert "place T11 2,0" not in listed(game)
    play(game, "1 place P6n 1,0")
    assert "place T11 2,0" in listed(game)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("take g1", "place_first"),
        ("buy T12 o9", "place_first"),
        ("pass", "place_first"),
        ("place T12 0,1", "not_waiting"),
        ("reserve T12", "not_waiting"),
        ("place P6n 0,-1", "wall_meets_no_wall"),
        ("give P6n", "no_dirk"),
    ],
)
def test_nothing_else_comes_before_the_tiles_are_placed(action: str, code: str) -> None:
    assert refused(two_bought(), action).code == code


def test_without_a_purchase_there_is_nothing_to_place() -> None:
    game = table("", "", "")
    assert refused(game, "reserve P2new").code == "nothing_to_place"
    game.play(take_most(game))
    assert (game.seat, game.phase) == (1, Phase.ACT)


# Steps 2 and 3: refilling


def test_row_and_market_are_refilled_in_their_empty_places() -> None:
    game = two_bought()
    happened = play(game, "1 reserve P6n", "1 reserve T11")
    assert words(game.row) == "b9 g1 g9 y1"
    assert words(game.market) == "G10 G11 T12 T13e"
    assert happened[2:] == [
        RowRefilled({0: Card("b9"), 2: Card("g9")}),
        MarketRefilled({0: Tile("G10"), 1: Tile("G11")}),
        TurnBegan(1),
    ]


def test_the_lowest_empty_square_is_refilled_first() -> None:
    game = table("y8 o9 g3", "", "", market="T13e P3sw S9 P8", bag="A4nes C5nsw G6esw")
    play(game, "1 buy P8 y8", "1 buy S9 o9", "1 buy P3sw g3", "1 take b9")
    play(game, "1 reserve P8", "1 reserve P3sw", "1 reserve S9")
    assert words(game.market) == "T13e A4nes C5nsw G6esw"


def with_a_on_top() -> Game:
    """The next cards to be drawn are A, o6 and o7; in the row lie y1 y1 y1 y7."""
    pile = [*(card for card in money(3) if card.value == 8), *cards("g7 g7 g7 o7 o7 y7 y7")]
    game = table(
        *["b9 g9 o2"] * 3,
        row="y1 y1 y1 y2",
        deck=f"{words(pile)} A o6 o7",
        market="T13e T12 P2new T11",
    )
    follow(game, take_most, until=lambda game: words(game.row) == "y1 y1 y1 y7")
    game.play("take y7")
    assert words(game.row) == "y1 y1 y1 y7"
    assert game.scored == ()
    return game


def test_a_scoring_card_leaves_the_game_and_drawing_goes_on() -> None:
    game = with_a_on_top()
    left = game.deck_left
    happened = game.play("take y7")
    assert words(game.row) == "y1 y1 y1 o6"
    assert game.deck_left == left - 2
    assert ScoringCardTurnedUp(Scoring.A) in happened
    assert game.scored == (Scoring.A,)
    assert Scoring.A not in game.deal.deck[-game.deck_left :]


def test_the_order_is_placing_row_market_scoring_next_player() -> None:
    game = with_a_on_top()
    seat = game.seat
    happened = play(
        game,
        f"{seat + 1} buy P2new o2",
        f"{seat + 1} take y7",
        f"{seat + 1} place P2new 0,1",
    )
    assert [type(happening) for happening in happened[2:]] == [
        Placed,
        RowRefilled,
        ScoringCardTurnedUp,
        MarketRefilled,
        Scored,
        TurnBegan,
    ]
    # the tile placed this turn counts: a pavilion, and a wall of three
    assert game.scores == tuple(1 + 3 if who == seat else 0 for who in range(3))
    assert game.seat == (seat + 1) % 3


# Step 2: reshuffling


def needing_a_reshuffle() -> Game:
    """Ana has bought C7ne for b3 and b4; now the deck is empty and a card is needed."""
    game = table("b3 b4 o9 o4", "", "", row="b9 g9 o9 y9", market="C7ne T13e T12 T11")
    play(game, "1 buy C7ne b3 b4", "1 take b9", "1 reserve C7ne")
    follow(game, take_most, until=lambda game: game.phase is Phase.RESHUFFLE)
    assert game.deck_left == 0
    assert words(game.discard) == "b3 b4"
    assert game.row.count(None) == 1
    return game


@pytest.mark.parametrize("colour", "bgoy")
def test_the_deck_is_made_anew_from_cards_of_any_one_currency(colour: str) -> None:
    market = ["T13e", "T12", "T11"]
    market.insert("bgoy".index(colour), "C7ne")
    paid = f"{colour}3 {colour}4"
    game = table(f"{paid} o9 b4", "", "", row="b9 g9 o9 y9", market=" ".join(market))
    play(game, f"1 buy C7ne {paid}", "1 take b9", "1 reserve C7ne")
    follow(game, take_most, until=lambda game: game.deck_left == 0 and None in game.row)
    assert game.phase is Phase.RESHUFFLE
    assert words(game.discard) == paid


def test_the_core_reshuffles_only_the_discarded_cards_and_only_now() -> None:
    position = needing_a_reshuffle().position
    one_card = bytes([Card("b3").code])
    with pytest.raises(ValueError, match="not the discarded cards"):
        turns.stack(position.clone(), one_card)
    with pytest.raises(ValueError, match="not reshuffled now"):
        turns.stack(table("", "", "").position.clone(), one_card)


@pytest.mark.parametrize(("order", "left"), [("b3 b4", "b4"), ("b4 b3", "b3")])
def test_an_empty_deck_is_made_anew_from_the_discard_pile(order: str, left: str) -> None:
    game = needing_a_reshuffle()
    place = game.row.index(None)
    seat = game.seat
    happened = game.reshuffle(cards(order))
    assert words(game.row[place : place + 1]) == order.split()[0]
    assert words(game.cards_left()) == left
    assert game.discard == ()
    assert (game.seat, game.phase) == ((seat + 1) % 3, Phase.ACT)
    assert happened == [Reshuffled(2), RowRefilled({place: cards(order)[0]}), TurnBegan(game.seat)]
    assert game.reshuffles == (cards(order),)


def test_a_game_without_a_shuffler_waits_for_the_order() -> None:
    game = needing_a_reshuffle()
    assert list(game.legal_actions) == []
    assert not game.legal_actions
    assert refused(game, "take b1").code == "reshuffle_first"
    with pytest.raises(IllegalAction) as error:
        game.reveal()
    assert error.value.reason.code == "no_refill_due"


@pytest.mark.parametrize("order", ["", "b3", "b3 b3", "b3 b4 b4", "b3 b4 g1", "b3 g4"])
def test_the_new_deck_is_exactly_the_discard_pile(order: str) -> None:
    game = needing_a_reshuffle()
    before = game.copy()
    with pytest.raises(IllegalAction) as error:
        game.reshuffle(cards(order))
    assert error.value.reason.code == "wrong_reshuffle"
    assert game == before


def test_no_reshuffle_before_it_is_due() -> None:
    game = table("b3 b4 o9 o4", "", "", market="C7ne T13e T12 T11")
    play(game, "1 buy C7ne b3 b4", "1 take b9", "1 reserve C7ne")
    with pytest.raises(IllegalAction) as error:
        game.reshuffle(game.discard)
    assert error.value.reason.code == "no_reshuffle_due"


def test_a_game_with_a_shuffler_goes_on_by_itself() -> None:
    made = deal("b3 b4 o9 o4", "", "", row="b9 g9 o9 y9", market="C7ne T13e T12 T11")
    game = start(made, 3, shuffler=random.Random(1))
    play(game, "1 buy C7ne b3 b4", "1 take b9", "1 reserve C7ne")
    happened = follow(game, take_most, until=lambda game: len(game.reshuffles) > 0)
    assert Reshuffled(2) in happened
    assert game.phase is Phase.ACT
    assert sorted(game.reshuffles[0]) == list(cards("b3 b4"))


def test_the_deck_can_run_out_in_the_middle_of_a_refill() -> None:
    game = table(
        "b3 b4 o9 o4", "", "", row="b9 g9 o9 y9", deck_end="y1 y1 y1 y2",
        market="C7ne T13e T12 T11",
    )  # fmt: skip
    play(game, "1 buy C7ne b3 b4", "1 take b9", "1 reserve C7ne")
    follow(game, take_most, until=lambda game: game.deck_left == 1)
    assert words(game.row) == "b1 b1 b1 y1"
    game.play("take b1 b1 b1")
    assert words(game.row) == "y2 - - y1"
    assert game.phase is Phase.RESHUFFLE
    happened = game.reshuffle(cards("b4 b3"))
    assert words(game.row) == "y2 b4 b3 y1"
    refilled = [happening for happening in happened if isinstance(happening, RowRefilled)]
    assert [words(happening.cards.values()) for happening in refilled] == ["b4 b3"]
    assert game.deck_left == 0


def test_the_row_stays_short_when_deck_and_discard_pile_are_empty() -> None:
    game = needing_a_reshuffle()
    game.reshuffle(cards("b3 b4"))
    game.play(take_most(game))  # the last card of the deck comes
    assert (game.deck_left, game.row.count(None)) == (0, 0)
    for short in (1, 2, 3, 4):
        game.play(take_most(game))
        assert game.row.count(None) == short
        assert game.phase is Phase.ACT
    assert all(not action.startswith("take") for action in listed(game))


def test_a_short_row_is_no_reason_to_reshuffle_nothing() -> None:
    game = all_money_taken(market="T13e T12 G12s T11")
    assert play(game, "4 pass") == [Passed(3), TurnBegan(4)]
    assert game.reshuffles == ()


def test_a_short_row_fills_up_again_when_somebody_has_paid() -> None:
    game = all_money_taken(market="T12 T13e G12s T11")
    play(game, "4 buy T12 b1 b1 b1 b2 b7", "4 pass", "4 reserve T12")
    assert game.phase is Phase.RESHUFFLE
    game.reshuffle(cards("b7 b1 b2 b1 b1"))
    assert words(game.row) == "b7 b1 b2 b1"
    assert words(game.cards_left()) == "b1"


# Step 5: the next player


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_next_higher_seat_is_next_and_after_the_last_the_first(players: int) -> None:
    game = table(*[""] * players)
    first = game.seat
    seats = []
    for _ in range(2 * players):
        seats.append(game.seat)
        game.play(take_most(game))
    assert seats == [(first + turn) % players for turn in range(2 * players)]


# Revealing is a step of its own


def test_a_turn_can_be_stopped_before_anything_is_drawn() -> None:
    game = table("b9 g9 o2", "", "", row="b3 g2 o1 y1", deck="y8 y9")
    left = game.deck_left, game.bag_left
    happened = game.play("take b3 g2", reveal=False)
    assert happened == [Took(0, cards("b3 g2"))]
    assert (game.phase, game.seat) == (Phase.REFILL, 0)
    assert words(game.row) == "- - o1 y1"
    assert (game.deck_left, game.bag_left) == left
    assert list(game.legal_actions) == []
    assert refused(game, "take o1").code == "refill_first"


def test_it_goes_on_with_the_order_of_the_reshuffle() -> None:
    game = table("b9 g9 o2", "", "", row="b3 g2 o1 y1", deck="y8 y9")
    at_once = game.copy()
    happened = game.play("take b3 g2", reveal=False)
    happened += game.reveal()
    assert happened == at_once.play("take b3 g2")
    assert game == at_once
    assert words(game.row) == "y8 y9 o1 y1"
    assert (game.phase, game.seat) == (Phase.ACT, 1)


def stopped() -> Game:
    """Ana has bought P6n and T11, taken money and placed both; nothing is revealed."""
    game = two_bought()
    play(game, "1 place P6n 1,0")
    game.play("reserve T11", reveal=False)
    return game


def test_every_step_of_the_turn_can_be_taken_back_until_then() -> None:
    game = stopped()
    assert words(game.steps) == ("buy P6n b6 buy T11 g2 g9 take b1 o1 place P6n 1,0 reserve T11")
    phases = []
    while game.steps:
        phases.append(game.phase)
        game.pop()
    assert phases == [Phase.REFILL, Phase.PLACE, Phase.PLACE, Phase.ACT, Phase.ACT]
    assert game == table(
        "b6 g2 g9 o9", "", "", row="b1 g1 o1 y1", deck="b9 g9", market="P6n T11 T12 T13e",
        bag="G10 G11",
    )  # fmt: skip


def test_revealing_ends_the_steps_of_the_turn() -> None:
    game = stopped()
    game.reveal()
    assert game.steps == ()
    game.pop()  # whoever may, takes the revealing back too
    assert (game.phase, len(game.steps)) == (Phase.REFILL, 5)


def test_stopping_matters_only_where_a_turn_ends() -> None:
    game = table("b6 g2 g9 o9", "", "", market="P6n T11 T12 T13e")
    game.play("buy P6n b6", reveal=False)
    assert game.phase is Phase.ACT
    with pytest.raises(IllegalAction) as error:
        game.reveal()
    assert error.value.reason.code == "no_refill_due"


def test_a_stopped_turn_reveals_nothing_hidden() -> None:
    # Two games that differ only in what comes next: stopped, they look the same.
    one = table("b9 g9 o2", "", "", row="b3 g2 o1 y1", deck="y8 y9")
    other = table("b9 g9 o2", "", "", row="b3 g2 o1 y1", deck="b9 b8")
    for game in (one, other):
        game.play("take b3 g2", reveal=False)
    assert one.view(0) == other.view(0)
    one.reveal()
    other.reveal()
    assert one.view(0) != other.view(0)


def test_push_and_pop_do_both() -> None:
    game = table("b9 g9 o2", "", "", row="b3 g2 o1 y1", deck="y8 y9")
    before = game.copy()
    game.push(next(action for action in game.legal_actions if str(action) == "take b3 g2"))
    assert (game.phase, game.seat) == (Phase.ACT, 1)
    game.pop()
    assert game == before


def test_there_is_nothing_to_take_back_before_the_first_action() -> None:
    with pytest.raises(IllegalAction) as error:
        table("", "", "").pop()
    assert error.value.reason.code == "nothing_to_take_back"


def test_a_reshuffle_can_be_taken_back() -> None:
    game = needing_a_reshuffle()
    before = game.copy()
    game.reshuffle(cards("b4 b3"))
    game.pop()
    assert game == before
    game.pop()
    assert game.phase is Phase.ACT
