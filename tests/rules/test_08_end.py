"""Section 8: the end of the game."""

import random

import pytest

from alhambra import Cell, Currency, Game, Phase, Scoring, Tile
from alhambra.happenings import (
    Awarded,
    Ended,
    Happening,
    MarketRanDry,
    MarketRefilled,
    NotAwarded,
    Placed,
    Reserved,
    Scored,
    TurnBegan,
)
from alhambra.pieces import worth
from tables import last_stand, listed, play, recorded, refused, take_most, words

AWARDING = (MarketRefilled, MarketRanDry, Awarded, NotAwarded, TurnBegan, Scored, Ended)


def about_the_end(happened: list[Happening]) -> list[Happening]:
    return [happening for happening in happened if isinstance(happening, AWARDING)]


def totals(game: Game, currency: Currency) -> list[int]:
    """What everybody holds in a currency."""
    return [worth(card for card in hand if card.currency is currency) for hand in game.hands]


def test_the_game_goes_on_while_the_market_can_be_filled() -> None:
    game = last_stand()
    assert game.bag_left == 0
    for _ in range(3):
        game.play(take_most(game))
        assert game.phase is Phase.ACT
        assert None not in game.market


def test_it_ends_when_the_market_cannot_be_filled_at_the_end_of_a_turn() -> None:
    game = last_stand()
    happened = play(game, "1 buy T13e b6 b8", "1 reserve T13e")
    assert MarketRanDry() in happened
    assert game.phase is Phase.AWARD


def test_the_market_is_filled_as_far_as_it_goes() -> None:
    # Ana has bought two tiles, on squares 1 and 4, and one is left in the bag: T11s.
    game = recorded("3p-three-receivers", 178)
    assert (game.seat, game.bag_left) == (0, 1)
    assert words(game.market) == "- T11 T9nw -"
    happened = play(game, "1 place T11n 1,-3")
    assert about_the_end(happened)[:2] == [MarketRefilled({0: Tile("T11s")}), MarketRanDry()]


# Tiles that are left


def test_each_tile_left_goes_to_who_holds_the_highest_total_in_its_currency() -> None:
    game = last_stand()
    happened = play(game, "1 buy T13e b6 b8", "1 reserve T13e")
    assert totals(game, Currency.DIRHAM) == [0, 9, 3]
    assert totals(game, Currency.DUCAT) == [5, 6, 18]
    assert totals(game, Currency.FLORIN) == [3, 4, 0]
    assert [happening for happening in happened if isinstance(happening, Awarded)] == [
        Awarded(1, Tile("T11n"), 1, Currency.DIRHAM),  # 11 for 9: whatever the tile costs
        Awarded(2, Tile("T11s"), 2, Currency.DUCAT),
        Awarded(1, Tile("T7new"), 3, Currency.FLORIN),
    ]


def test_nobody_pays_for_them() -> None:
    game = last_stand()
    play(game, "1 buy T13e b6 b8", "1 reserve T13e")
    hands, discard = game.hands, game.discard
    play(game, "2 reserve T11n", "2 reserve T7new", "3 reserve T11s")
    assert game.is_over
    assert (game.hands, game.discard) == (hands, discard)


def test_the_money_taken_in_the_last_turn_counts() -> None:
    game = last_stand()
    happened = play(game, "1 buy T13e b6 b7", "1 take y3", "1 reserve T13e")
    assert totals(game, Currency.FLORIN) == [6, 4, 0]
    assert Awarded(0, Tile("T7new"), 3, Currency.FLORIN) in happened


def test_on_a_tie_or_where_nobody_holds_any_it_stays() -> None:
    # Bruno has bought A6sw; T11n, G10w and C9w are left on squares 1, 2 and 4.
    game = recorded("3p-nobody-holding-any-and-a-tie", 167)
    assert [words(hand) for hand in game.hands] == [
        "b1 o4 o5 y1 y2 y3",
        "o9 y5",
        "b4 o1 o5 o9 y6",
    ]
    happened = play(game, "2 place A6sw -3,1")
    assert about_the_end(happened)[:4] == [
        MarketRanDry(),
        Awarded(2, Tile("T11n"), 0, Currency.DENAR),  # 1, 0, 4
        NotAwarded(Tile("G10w"), 1, Currency.DIRHAM),  # nobody has any
        NotAwarded(Tile("C9w"), 3, Currency.FLORIN),  # 6, 5, 6
    ]
    play(game, "3 reserve T11n")
    assert game.is_over
    assert words(game.market) == "- G10w - C9w"


def test_the_lowest_card_is_enough_where_the_others_hold_none() -> None:
    # Bruno has bought P2new; Ana's only florin is a 1, and P7e is left on square 4.
    game = recorded("2p-awarded-for-a-single-florin", 237)
    assert totals(game, Currency.FLORIN) == [1, 0]
    happened = play(game, "2 place P2new -3,1")
    assert Awarded(0, Tile("P7e"), 3, Currency.FLORIN) in happened


def test_two_tied_below_the_best_do_not_matter() -> None:
    # Dirhams: Ana 9, Bruno 7, Carla 7. Denars: nobody but Bruno, with 7.
    game = recorded("3p-three-receivers", 178)
    assert totals(game, Currency.DIRHAM) == [9, 7, 7]
    happened = play(game, "1 place T11n 1,-3")
    assert Awarded(0, Tile("T11"), 1, Currency.DIRHAM) in happened


def test_where_nothing_is_awarded_scoring_c_follows_at_once() -> None:
    game = recorded("6p-nothing-awarded")
    last = game.at(game.ply - 1)
    happened = about_the_end(last.play(game.actions[-1]))
    kinds = [type(happening) for happening in happened]
    assert kinds == [MarketRanDry, NotAwarded, NotAwarded, Scored, Ended]
    assert last.is_over


# Placing them


def test_receivers_place_seat_by_seat_from_the_player_who_would_have_been_next() -> None:
    game = last_stand()
    play(game, "1 buy T13e b6 b7", "1 take y3", "1 reserve T13e")
    # Bruno is next after Ana, who gets a tile too and comes last.
    assert game.awards == {Tile("T11s"): 2, Tile("T7new"): 0}
    seats = []
    while not game.is_over:
        assert game.phase is Phase.AWARD
        assert game.steps == ()
        seats.append((game.seat, words(game.waiting)))
        game.play(f"reserve {game.waiting[0]}")
    assert seats == [(1, "T11n"), (2, "T11s"), (0, "T7new")]


def test_seats_that_receive_nothing_are_passed_over() -> None:
    # Ana's last turn; S8s goes to David and G10w to Ana.
    game = recorded("4p-two-receivers-and-one-tile-stays", 165)
    happened = play(game, "1 place A7es 0,-4")
    assert happened[-1] == TurnBegan(3)
    happened = play(game, "4 place S8s -3,1")
    assert happened[-1] == TurnBegan(0)
    play(game, "1 place G10w -1,-4")
    assert game.is_over
    assert game.position.scored == len(Scoring)


def test_a_receiver_places_several_tiles_in_any_order() -> None:
    for order in ("T11n T7new", "T7new T11n"):
        game = last_stand()
        play(game, "1 buy T13e b6 b8", "1 reserve T13e")
        assert (game.seat, words(game.waiting)) == (1, "T7new T11n")
        first, second = order.split()
        play(game, f"2 reserve {first}")
        assert (game.seat, words(game.waiting)) == (1, second)
        play(game, f"2 reserve {second}")
        assert game.seat == 2


def test_into_the_city_or_into_the_reserve() -> None:
    game = last_stand()
    play(game, "1 buy T13e b6 b8", "1 reserve T13e")
    # the cities are bare: T7new is entered from the south, T11n not from the north
    assert listed(game) == {
        "place T7new 0,1",
        "reserve T7new",
        "place T11n 0,1",
        "place T11n -1,0",
        "place T11n 1,0",
        "reserve T11n",
    }
    happened = play(game, "2 place T7new 0,1", "2 reserve T11n")
    assert happened[:2] == [Placed(1, Tile("T7new"), Cell(0, 1)), Reserved(1, Tile("T11n"))]
    assert Tile("T7new") in game.cities[1]
    assert Tile("T11n") in game.reserves[1]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("take b3", "place_first"),
        ("pass", "place_first"),
        ("place T11s 0,1", "not_waiting"),  # that is Carla's
        ("reserve T11s", "not_waiting"),
        ("give T7new", "no_dirk"),
    ],
)
def test_nothing_else_is_done_any_more(action: str, code: str) -> None:
    game = last_stand()
    play(game, "1 buy T13e b6 b8", "1 reserve T13e")
    assert refused(game, action).code == code


def test_awarded_tiles_count_in_scoring_c() -> None:
    game = last_stand()
    play(game, "1 buy T13e b6 b8", "1 reserve T13e")
    before = game.scores
    play(game, "2 place T7new 0,1", "2 reserve T11n", "3 reserve T11s")
    assert game.sheet("C").points == (0, 21 + 3, 0)
    assert game.scores == (before[0], before[1] + 24, before[2])


# The last scoring


def test_then_comes_scoring_c_and_the_game_is_over() -> None:
    game = last_stand()
    play(game, "1 buy T13e b6 b8", "1 reserve T13e", "2 reserve T7new", "2 reserve T11n")
    happened = play(game, "3 reserve T11s")
    assert [type(happening) for happening in happened[1:]] == [Scored, Ended]
    assert game.phase is Phase.OVER
    assert list(game.legal_actions) == []
    assert refused(game, "take b3").code == "game_over"
    assert game.scored[-1] is Scoring.C


def test_most_points_win() -> None:
    game = recorded("3p-three-receivers")
    assert game.outcome().points == game.scores == (119, 132, 93)
    assert game.outcome().winners == (1,)


def test_a_tie_shares_the_win() -> None:
    game = recorded("4p-two-winners")
    assert game.outcome().points == (77, 105, 105, 92)
    assert game.outcome().winners == (1, 2)


@pytest.mark.parametrize("record", ["4p-two-winners", "2p-uniform", "6p-nothing-awarded"])
def test_places_follow_the_points_of_the_players(record: str) -> None:
    game = recorded(record)
    players = game.scores[: len(game.names)]  # with two players Dirk's points come last
    in_order = sorted(players, reverse=True)
    assert game.places == tuple(1 + in_order.index(points) for points in players)
    assert game.outcome().winners == tuple(n for n, place in enumerate(game.places) if place == 1)


def test_nobody_has_won_before_the_end() -> None:
    assert last_stand().outcome().winners == ()


def test_without_its_card_there_is_no_scoring_b() -> None:
    game = last_stand()
    play(game, "1 buy T13e b6 b8", "1 reserve T13e", "2 reserve T7new", "2 reserve T11n")
    play(game, "3 reserve T11s")
    assert words(game.scored) == "A C"


def on_the_last_refill() -> tuple[Game, list[Happening]]:
    """Everybody takes money until B is on top; then Ana buys exactly, and takes a card."""
    game = last_stand()
    while game.scoring_chance(1) == 0 or game.deck_left > 20:
        game.play(take_most(game))
    assert game.seat == 0
    assert words(game.scored) == "A"
    play(game, "1 buy T13e b6 b7", "1 take b2")
    return game, play(game, "1 place T13e 0,1")


def test_a_scoring_card_on_the_very_last_refill_scores_first_then_the_game_ends() -> None:
    game, happened = on_the_last_refill()
    kinds = [type(happening) for happening in about_the_end(happened)]
    assert kinds[:2] == [Scored, MarketRanDry]
    assert words(game.scored) == "A B"
    assert game.phase is Phase.AWARD
    # T13e, just placed, counts: 13 as the only tower, and a wall of 1
    assert game.sheet("B").points == (13 + 1, 0, 0)
    while not game.is_over:
        game.play(f"reserve {game.waiting[0]}")
    assert words(game.scored) == "A B C"


def test_the_rules_set_no_limit_on_the_number_of_turns() -> None:
    game = last_stand()
    tiles = [reserve[0] for reserve in game.reserves]
    before = game.position.facts()
    for _ in range(100):
        for seat, tile in enumerate(tiles):
            play(game, f"{seat + 1} build {tile} {game.cities[seat].spots(tile)[0]}")
        for seat, tile in enumerate(tiles):
            play(game, f"{seat + 1} remove {tile}")
    assert game.position.facts() == before


def test_most_points_win_and_only_a_tie_shares_the_win() -> None:
    margins = set()
    for seed in range(60):
        rng = random.Random(seed)
        game = Game.new(["Ana", "Bruno", "Carla"], seed=seed)
        while not game.is_over:
            game.push(rng.choice(game.legal_actions))
        points, winners = game.outcome().points, game.outcome().winners
        assert winners == tuple(seat for seat in range(3) if points[seat] == max(points))
        _, second, best = sorted(points)
        margins.add(best - second)
    assert 1 in margins  # so close that a point more or less would show
