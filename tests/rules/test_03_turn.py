"""Section 3: a turn."""

import pytest

from alhambra import Card, Cell, Game, Phase, Record, Tile
from alhambra.happenings import Bought, Built, Passed, Removed, Swapped, Took, TurnBegan
from tables import (
    all_money_taken,
    drawn,
    listed,
    play,
    refused,
    same,
    table,
    words,
)

# Taking money


@pytest.mark.parametrize(
    ("row", "takes"),
    [
        ("b9 g8 o7 y6", "b9, g8, o7, y6"),  # any one card
        ("b3 b2 g9 y4", "b2, b3, g9, y4, b2 b3"),  # several, worth at most 5
        ("b3 g2 o4 y9", "b3, g2, o4, y9, b3 g2"),  # currencies mixed
        ("b5 g5 o1 y4", "b5, g5, o1, y4, o1 y4"),  # one of the fives, not with others
        (
            "b1 g1 o1 y2",
            ("b1, g1, o1, y2, b1 g1, b1 o1, b1 y2, g1 o1, g1 y2, o1 y2, "
            "b1 g1 o1, b1 g1 y2, b1 o1 y2, g1 o1 y2, b1 g1 o1 y2"),
        ),
        ("b1 g1 o1 y3", ("b1, g1, o1, y3, b1 g1, b1 o1, b1 y3, g1 o1, g1 y3, o1 y3, "
            "b1 g1 o1, b1 g1 y3, b1 o1 y3, g1 o1 y3")),
        ("b2 b2 b2 g1", "b2, g1, b2 b2, b2 g1, b2 b2 g1"),  # equal cards: listed once
        ("o1 b1 o1 b1", "b1, o1, b1 b1, b1 o1, o1 o1, b1 b1 o1, b1 o1 o1, b1 b1 o1 o1"),
    ],
)  # fmt: skip
def test_take_any_one_card_or_several_worth_at_most_5(row: str, takes: str) -> None:
    game = table("", "", "", row=row, market="T13e T12 G12s T11")
    expected = {f"take {cards}" for cards in takes.split(", ")}
    assert {action for action in listed(game) if action.startswith("take")} == expected


def test_what_is_taken_goes_from_the_row_to_the_hand() -> None:
    game = table("b9 g9 o2", "", "", row="b3 y1 o1 y1", deck="g7 g7 g7")
    happened = play(game, "1 take b3 y1 y1")
    assert words(game.hands[0]) == "b3 b9 g9 o2 y1 y1"
    assert words(game.row) == "g7 g7 o1 g7"
    assert happened[0] == Took(0, (Card("b3"), Card("y1"), Card("y1")))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("take b3 o3", "too_much_money"),
        ("take o3 y9", "too_much_money"),
        ("take b4", "not_in_row"),
        ("take o3 o3", "not_in_row"),
        ("take b3 g1 g1", "not_in_row"),
        ("take b3 g1 o3 y9 y9", "not_in_row"),
    ],
)
def test_other_cards_cannot_be_taken(action: str, code: str) -> None:
    game = table("", "", "", row="b3 g1 o3 y9")
    assert refused(game, action).code == code


# Buying


def test_a_purchase_costs_cards_of_the_squares_currency_worth_at_least_the_price() -> None:
    game = table("b4 b3 b6 g9", "", "", market="C7ne T13e T12 T11")
    assert {action for action in listed(game) if action.startswith("buy")} == {
        "buy C7ne b3 b4",  # 7
        "buy C7ne b3 b6",  # 9
        "buy C7ne b4 b6",  # 10
    }


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("buy C7ne b6", "too_little"),
        ("buy C7ne b7", "not_in_hand"),
        ("buy C7ne b4 b4", "not_in_hand"),
        ("buy C7ne g9", "wrong_currency"),
        ("buy C7ne b6 g9", "wrong_currency"),
        ("buy T10w b4 b6", "not_in_market"),
    ],
)
def test_other_purchases_are_refused(action: str, code: str) -> None:
    game = table("b4 b3 b6 g9", "", "", market="C7ne T13e T12 T11")
    assert refused(game, action).code == code


def test_every_seat_pays_from_its_own_hand() -> None:
    game = table("b1 g2 o3 y4", "b2 g3 o4 y1", "b3 g4 o1 y2", market="C7ne T13e T12 T11")
    seats = set()
    for _ in game.names:
        seats.add(game.seat)
        hand = words(game.hands[game.seat]).split()
        for currency, tile in zip("bgoy", words(game.market).split(), strict=True):
            for card in (f"{currency}{value}" for value in range(1, 7)):
                code = "too_little" if card in hand else "not_in_hand"
                assert refused(game, f"buy {tile} {card}").code == code
        play(game, f"{game.seat + 1} take {game.row[0]}")
    assert seats == {0, 1, 2}


def test_no_change_is_given_and_the_cards_are_discarded() -> None:
    game = table("b9 b3 g9", "", "", market="C7ne T13e T12 T11")
    happened = play(game, "1 buy C7ne b9")
    assert words(game.hands[0]) == "b3 g9"
    assert words(game.discard) == "b9"
    assert happened == [Bought(0, Tile("C7ne"), 0, (Card("b9"),), 9, exact=False)]


def test_the_tile_is_set_aside_until_the_end_of_the_turn() -> None:
    game = table("b7 b6 g9", "", "", market="C7ne T13e T12 T11")
    play(game, "1 buy C7ne b7")
    assert words(game.waiting) == "C7ne"
    assert words(game.market) == "- T13e T12 T11"
    assert game.reserves[0] == ()
    assert len(game.cities[0]) == 0


# Another action


def test_an_exact_purchase_gives_another_action() -> None:
    game = table("b3 b4 g9 o9", "", "", market="C7ne T13e T12 T11")
    play(game, "1 buy C7ne b3 b4")
    assert game.phase is Phase.ACT
    assert game.seat == 0
    assert {action.split()[0] for action in listed(game)} == {"take"}


def test_only_this_turns_actions_are_its_steps() -> None:
    game = table("b9 b9 b9", "b2 g3 o9 y9", "", row="b1", market="P2new S3esw A4nes C5nsw")
    play(game, "1 take b1", "2 buy P2new b2", "2 buy S3esw g3")
    assert words(game.steps) == "buy P2new b2 buy S3esw g3"


def test_a_purchase_above_the_price_does_not() -> None:
    game = table("b3 b5 g9 o9", "", "", market="C7ne T13e T12 T11")
    play(game, "1 buy C7ne b3 b5")
    assert game.phase is Phase.PLACE
    assert refused(game, "take b9").code == "place_first"


def test_an_extra_action_must_be_taken_before_the_tiles_are_placed() -> None:
    game = table("b3 b4 g9 o9", "", "", market="C7ne T13e T12 T11")
    play(game, "1 buy C7ne b3 b4")
    assert not [action for action in listed(game) if action.startswith(("place", "reserve"))]
    for action in ("place C7ne -1,0", "reserve C7ne"):
        assert refused(game, action).code == "act_first"
    assert refused(game, "pass").code == "no_need_to_pass"


def test_at_most_five_actions_in_a_turn_four_exact_purchases_and_one_more() -> None:
    game = table("b2 g3 o4 y5 b6", "", "", row="b9 g9 o9 y9", market="P2new S3esw A4nes C5nsw")
    play(game, "1 buy P2new b2", "1 buy S3esw g3", "1 buy A4nes o4", "1 buy C5nsw y5")
    assert words(game.market) == "- - - -"
    assert words(game.waiting) == "P2new S3esw A4nes C5nsw"
    assert listed(game) == {"take b9", "take g9", "take o9", "take y9"}
    game.play("take o9")
    assert game.phase is Phase.PLACE
    assert words(game.steps[-1:]) == "take o9"
    assert len(game.steps) == 5


def test_nothing_is_refilled_during_a_turn() -> None:
    game = table("b7 g5 g6 y9", "", "", row="b1 g1 o1 y1", market="C7ne T11 T12 T13e")
    deck, bag = game.deck_left, game.bag_left
    play(game, "1 buy C7ne b7", "1 buy T11 g5 g6", "1 take g1 y1")
    assert words(game.market) == "- - T12 T13e"
    assert words(game.row) == "b1 - o1 -"
    assert (game.deck_left, game.bag_left) == (deck, bag)


def test_exact_chains_are_all_the_sets_of_exact_purchases() -> None:
    game = table("b2 g3 o4 y5 b6", "", "", market="P2new S3esw A4nes T13e")
    chains = {words(buy.tile for buy in chain) for chain in game.exact_chains()}
    assert chains == {
        "P2new",
        "S3esw",
        "A4nes",
        "P2new S3esw",
        "P2new A4nes",
        "S3esw A4nes",
        "P2new S3esw A4nes",
    }


# Redesign


def redesigner() -> Game:
    """Ana is to act, with b2, with T12 in her reserve, and with this city:

    T11  @  P6n
    """
    game = table(
        "b2 b9 g6 o9", "", "", row="o3 b2 g9 y9", deck="o8 o8 b8", market="T11 P6n T12 T13e"
    )
    play(game, "1 buy T11 b2 b9", "1 buy P6n g6", "1 take o3")
    play(game, "1 place T11 -1,0", "1 place P6n 1,0", "2 take g9", "3 take y9")
    play(game, "1 buy T12 o3 o9", "1 take b2", "1 reserve T12", "2 take o8", "3 take o8")
    assert drawn(game.cities[0]) == same("T11 @ P6n")
    assert words(game.reserves[0]) == "T12"
    return game


def redesigns(game: Game) -> set[str]:
    return {a for a in listed(game) if a.startswith(("build", "remove", "swap"))}


def test_the_redesigns_there_are() -> None:
    assert redesigns(redesigner()) == {
        # north and south of each tile, except above the wall, and at both ends
        "build T12 -2,0",
        "build T12 -1,1",
        "build T12 -1,-1",
        "build T12 0,1",
        "build T12 0,-1",
        "build T12 1,-1",
        "build T12 2,0",
        "remove T11",
        "remove P6n",
        "swap T12 -1,0",
        "swap T12 1,0",
    }


def test_build_brings_a_reserve_tile_into_the_city() -> None:
    game = redesigner()
    happened = play(game, "1 build T12 0,-1")
    assert drawn(game.cities[0]) == same(
        """
        T11  @    P6n
        .    T12  .
        """
    )
    assert game.reserves[0] == ()
    assert happened[0] == Built(0, Tile("T12"), Cell(0, -1))
    assert game.seat == 1


def test_remove_puts_a_city_tile_into_the_reserve() -> None:
    game = redesigner()
    happened = play(game, "1 remove T11")
    assert drawn(game.cities[0]) == same("@ P6n")
    assert words(game.reserves[0]) == "T11 T12"
    assert happened[0] == Removed(0, Tile("T11"), Cell(-1, 0))
    assert game.seat == 1


def test_swap_puts_a_reserve_tile_into_the_very_cell_of_a_city_tile() -> None:
    game = redesigner()
    happened = play(game, "1 swap T12 1,0")
    assert drawn(game.cities[0]) == same("T11 @ T12")
    assert words(game.reserves[0]) == "P6n"
    assert happened[0] == Swapped(0, Tile("T12"), Cell(1, 0), Tile("P6n"))
    assert game.seat == 1


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("swap T12 0,0", "fountain_stays"),
        ("swap T12 0,1", "no_tile_in_cell"),
        ("swap G10 1,0", "not_in_reserve"),
        ("build G10 0,1", "not_in_reserve"),
        ("build T12 0,2", "apart"),
        ("build T12 1,1", "no_wall_meets_wall"),
        ("build T12 1,0", "cell_taken"),
        ("build T12 0,0", "cell_taken"),
        ("remove T12", "not_in_city"),
        ("remove T13e", "not_in_city"),
    ],
)
def test_other_redesigns_are_refused(action: str, code: str) -> None:
    assert refused(redesigner(), action).code == code


def test_a_tile_bought_this_turn_is_no_part_of_a_redesign() -> None:
    game = redesigner()
    before = redesigns(game)
    play(game, "1 buy P2new b2")
    assert redesigns(game) == before  # P2new cannot be built, removed or swapped in
    for action in ("build P2new 0,1", "swap P2new 1,0"):
        assert refused(game, action).code == "not_in_reserve"
    assert refused(game, "remove P2new").code == "not_in_city"


def test_a_redesign_may_follow_an_exact_purchase() -> None:
    game = redesigner()
    play(game, "1 buy P2new b2", "1 swap T12 -1,0")
    assert game.phase is Phase.PLACE
    assert words(game.waiting) == "P2new"
    play(game, "1 place P2new 0,1")
    assert drawn(game.cities[0]) == same(
        """
        .    P2new  .
        T12  @      P6n
        """
    )
    assert words(game.reserves[0]) == "T11"


# Passing


def test_who_can_do_none_of_the_three_passes() -> None:
    game = all_money_taken(market="T13e T12 G12s T11")  # too dear for David, all of them
    assert listed(game) == {"pass"}
    assert play(game, "4 pass") == [Passed(3), TurnBegan(4)]
    assert words(game.row) == "- - - -"


def test_nobody_passes_who_can_do_something() -> None:
    game = all_money_taken(market="T13e T12 G12s T11")
    play(game, "4 pass")
    # Elena can buy: the others have all the money
    assert "pass" not in listed(game)
    assert refused(game, "pass").code == "no_need_to_pass"
    assert refused(table("", "", ""), "pass").code == "no_need_to_pass"


def test_pass_goes_for_an_extra_action_too() -> None:
    game = all_money_taken(market="T12 T13e G12s T11")
    assert listed(game) == {"buy T12 b1 b1 b1 b2 b7"}  # exactly all his denars
    play(game, "4 buy T12 b1 b1 b1 b2 b7")
    assert listed(game) == {"pass"}
    play(game, "4 pass")
    assert game.phase is Phase.PLACE
    assert "reserve T12" in listed(game)
    play(game, "4 place T12 0,1")
    assert str(Record.of(game)).splitlines()[-3:] == [
        "4 buy T12 b1 b1 b1 b2 b7",
        "4 pass",
        "4 place T12 0,1",
    ]
