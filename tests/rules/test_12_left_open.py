"""Section 12: what the translations left open, row by row."""

import csv
from collections import Counter
from pathlib import Path

from alhambra import Currency, Kind, Phase, Scoring, Tile
from alhambra.happenings import DirkDrew, MarketRanDry, MarketRefilled, RowRefilled, Scored
from alhambra.pieces import CARDS, TILES
from tables import (
    city,
    deal,
    last_stand,
    listed,
    play,
    recorded,
    refused,
    sheet,
    table,
    take_most,
    tiles,
    words,
)


def test_tile_table_9_arcades_4_to_10_and_9_chambers_5_to_11() -> None:
    prices = {kind: [tile.price for tile in TILES if tile.kind is kind] for kind in Kind}
    assert prices[Kind.ARCADES] == [4, 5, 6, 6, 7, 8, 8, 9, 10]
    assert prices[Kind.CHAMBERS] == [5, 6, 7, 7, 8, 9, 9, 10, 11]
    assert [len(prices[kind]) for kind in Kind] == [7, 7, 9, 9, 11, 11]


def test_which_walls_on_which_tile_as_in_the_list_of_tiles() -> None:
    with (Path(__file__).parent / "tiles.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows] == [tile.name for tile in TILES]
    for row in rows:
        tile = Tile(row["id"])
        assert row["building"] == tile.kind
        assert row["price"] == str(tile.price)
        assert row["walls"].lower() == tile.wall_letters


def test_every_side_has_exactly_20_walls() -> None:
    sides = Counter(side.letter for tile in TILES for side in tile.walls)
    assert sides == {"n": 20, "e": 20, "s": 20, "w": 20}


def test_any_tile_may_be_given_to_dirk_not_only_one_that_does_not_fit() -> None:
    game = table("b8 g9 o9", "", market="P8 T13e T12 T11")
    play(game, "1 buy P8 b8", "1 take b9")
    assert len(game.cities[0].spots(Tile("P8"))) == 4
    assert "give P8" in listed(game)


def test_the_extra_action_must_be_taken_while_any_is_possible() -> None:
    game = table("b8 g9 o9", "", market="P8 T13e T12 T11")
    play(game, "1 buy P8 b8")
    assert game.phase is Phase.ACT
    assert "pass" not in listed(game)
    for action in ("pass", "place P8 0,1", "reserve P8", "give P8"):
        refused(game, action)


def test_the_order_is_row_market_scoring_then_dirks_tiles() -> None:
    # Ana, the third to act after 12 cards of pile 1, turns up A in the turn she buys P2new.
    pile = words(card for card in CARDS if card.value in (6, 7, 8))
    game = table("b9 g9 o2", "", deck=f"{pile} A", row="b1 g1 o1 y1", market="T13e T12 P2new T11")
    for _ in range(12):
        game.play(take_most(game))
    play(game, "1 buy P2new o2")
    game.play(take_most(game))
    happened = play(game, "1 place P2new 0,1")
    order = (RowRefilled, MarketRefilled, Scored, DirkDrew)
    assert [type(happening) for happening in happened if isinstance(happening, order)] == [*order]


def test_a_scoring_card_on_the_very_last_refill_scores_then_the_game_ends() -> None:
    game = last_stand()
    while game.deck_left > 20:  # then B is on top
        game.play(take_most(game))
    play(game, "1 buy T13e b6 b7", "1 take b2")
    happened = play(game, "1 place T13e 0,1")
    ending = (Scored, MarketRanDry)
    assert [type(happening) for happening in happened if isinstance(happening, ending)] == [*ending]
    assert game.scored == (Scoring.A, Scoring.B)


def test_if_b_never_turns_up_there_is_no_scoring_b() -> None:
    game = recorded("3p-without-scoring-b")
    assert game.is_over
    assert words(game.scored) == "A C"


def test_a_corner_contact_closes_a_hole() -> None:
    built = city(
        """
        P8   S9   .
        A10  .    .
        @    C10  C11
        """
    )
    reason = built.why_not(Tile("T11"), (2, 1))  # at its corner stands S9
    assert reason is not None and reason.code == "hole"


def test_the_longest_wall_is_the_longest_unbroken_run() -> None:
    # seven outer walls, in runs of three and four
    built = city("G8nw P6n @ A8n G10n T9ne")
    assert built.longest_wall() == 4
    assert sheet("A", "G8nw P6n @ A8n G10n T9ne", "@", "@").walls == (4, 0, 0)


def test_an_awarded_last_tile_may_not_go_to_dirk() -> None:
    game = recorded("2p-gifts", 125)
    play(game, "1 give S7w")
    assert (game.phase, game.seat) == (Phase.AWARD, 1)
    assert refused(game, "give T12").code == "award_not_given"


def test_dirk_cannot_win_the_better_player_does() -> None:
    outcome = recorded("2p-gifts").outcome()
    assert outcome.points == (63, 74, 180)
    assert outcome.winners == (1,)


def test_shares_are_rounded_down() -> None:
    assert sheet("B", "T11 @", "T12 @", "@").kinds[Kind.TOWER].points == (9, 9, 0)  # of 19


def test_paying_with_more_cards_than_needed_is_legal_but_never_listed() -> None:
    game = table("b7 b4 b3 g9", "", "", market="C7ne T13e T12 T11")
    assert {action for action in listed(game) if action.startswith("buy")} == {
        "buy C7ne b7",
        "buy C7ne b3 b4",
    }
    for payment in ("b3 b7", "b4 b7", "b3 b4 b7"):
        again = game.copy()
        play(again, f"1 buy C7ne {payment}")
        assert words(again.discard) == payment
        assert again.phase is Phase.PLACE  # above the price: no other action


def test_overpaying_is_allowed_also_with_the_right_cards() -> None:
    game = table("b7 b9 g9", "", "", market="C7ne T13e T12 T11")
    assert {"buy C7ne b7", "buy C7ne b9"} <= listed(game)
    play(game, "1 buy C7ne b9", "1 reserve C7ne")
    assert words(game.hands[0]) == "b7 g9"


def test_the_game_ends_after_any_players_turn_not_after_a_round() -> None:
    game = last_stand()
    assert game.first == game.seat == 0  # a round has just begun, with Ana
    happened = play(game, "1 buy T13e b6 b8", "1 reserve T13e")
    assert MarketRanDry() in happened
    assert game.phase is Phase.AWARD


def test_with_two_players_one_of_each_value_of_each_currency_is_removed() -> None:
    deck = Counter(deal("", "").deck)
    assert {deck[card] for card in CARDS} == {2}
    assert sum(deck[card] for card in CARDS) == 72


def test_dirks_first_six_are_dirks() -> None:
    game = table("", "", dirk="T7new T8nes T9es T9ne T9nw T10w")
    assert game.dirk == tiles("T7new T8nes T9es T9ne T9nw T10w")
    assert game.reserves == ((), ())
    assert all(len(built) == 0 for built in game.cities)
    assert game.waiting == ()


def test_square_1_sells_for_denars_2_dirhams_3_ducats_4_florins() -> None:
    game = table("b8 g9 o9", "", "", market="P8 S9 A9 T11")
    buys = {action for action in listed(game) if action.startswith("buy")}
    assert buys == {"buy P8 b8", "buy S9 g9", "buy A9 o9"}
    for square, (tile, currency) in enumerate(
        zip(["P8", "S9", "A9", "T11"], Currency, strict=True)
    ):
        wrong = "b8" if square else "g9"
        assert refused(game, f"buy {tile} {wrong}").params["currency"] == currency
