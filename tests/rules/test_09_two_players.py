"""Section 9: two players."""

from collections import Counter

import pytest

from alhambra import Action, Game, Kind, Phase, Scoring, Tile
from alhambra.deal import DeckCard
from alhambra.happenings import Awarded, DirkDrew, Given, MarketRanDry, MarketRefilled, Scored
from alhambra.pieces import CARDS
from tables import (
    deal,
    follow,
    hoard,
    listed,
    money,
    play,
    recorded,
    refused,
    row_of,
    sheet,
    sheet_of,
    table,
    take_most,
    tiles,
    unchecked,
    words,
)

# The cards


def test_one_of_each_money_card_is_taken_out() -> None:
    deck = Counter(deal("", "").deck)
    assert all(deck[card] == 2 for card in CARDS)
    assert deck[Scoring.A] == deck[Scoring.B] == 1
    assert deck.total() == 72 + 2


# Dirk's tiles


def test_dirk_gets_six_tiles_at_the_start_after_the_market() -> None:
    game = table(
        "", "", market="P2new P3sw P4es P5nw", dirk="T7new T8nes T9es T9ne T9nw T10w", bag="C11"
    )
    assert words(game.market) == "P2new P3sw P4es P5nw"
    assert game.dirk == tiles("T7new T8nes T9es T9ne T9nw T10w")
    assert game.bag_left == 54 - 4 - 6
    assert words(game.deal.bag[10:11]) == "C11"


def test_his_tiles_are_open() -> None:
    game = table("", "", dirk="T7new T8nes T9es T9ne T9nw T10w")
    for viewer in (0, 1, None):
        assert game.view(viewer).dirk == game.dirk
        assert game.view(viewer).shown().dirk == game.dirk


def test_he_is_there_only_with_two_players() -> None:
    game = table("", "", "")
    assert game.dirk is None
    assert len(game.scores) == 3
    assert game.bag_left == 50


def test_he_has_no_turns() -> None:
    game = table("", "")
    seats = []
    for _ in range(6):
        seats.append(game.seat)
        game.play(take_most(game))
    assert seats == [0, 1, 0, 1, 0, 1]
    assert len(game.cities) == len(game.hands) == len(game.reserves) == 2
    assert len(game.scores) == 3


def test_six_more_right_after_scoring_a() -> None:
    game = table("", "")
    before = game.dirk
    happened = follow(game, take_most, until=lambda game: Scoring.A in game.scored)
    kinds = [type(happening) for happening in happened]
    assert kinds.index(Scored) + 1 == kinds.index(DirkDrew)
    assert before is not None and game.dirk is not None
    assert len(game.dirk) == 12
    assert set(before) < set(game.dirk)
    assert game.bag_left == 44 - 6
    # the next six of the bag, nobody having bought
    assert set(game.dirk) == set(game.deal.bag[4:16])


def test_the_new_tiles_do_not_count_in_the_scoring_they_follow() -> None:
    game = table("", "", dirk="P6n P7e P8 S7w S8s S9", bag="T7new T8nes T9es T9ne T9nw T10w")
    follow(game, take_most, until=lambda game: Scoring.A in game.scored)
    assert game.scores == (0, 0, 1 + 2)  # pavilions and seraglios, no towers yet
    assert game.sheet("B").points == (0, 0, 8 + 9 + 13)


def test_the_market_is_refilled_before_he_draws() -> None:
    # 60 cards in five piles: after the 12 of pile 1 comes A, in Ana's turn.
    pile = words(card for card in CARDS if card.value in (6, 7, 8))
    game = table(
        "b9 g9 o2",
        "",
        row="b1 g1 o1 y1",
        deck=f"{pile} A",
        market="T13e T12 P2new T11",
        bag="C11 T7new T8nes T9es T9ne T9nw T10w",
    )
    for _ in range(12):
        game.play(take_most(game))
    play(game, "1 buy P2new o2")
    game.play(take_most(game))
    happened = play(game, "1 reserve P2new")
    assert [
        happening for happening in happened if isinstance(happening, MarketRefilled | DirkDrew)
    ] == [
        MarketRefilled({2: Tile("C11")}),
        DirkDrew(tiles("T7new T8nes T9es T9ne T9nw T10w")),
    ]


@pytest.mark.parametrize(
    ("bought", "bag", "third"),
    [(0, 38, 12), (1, 37, 12), (2, 36, 12), (3, 35, 11), (4, 34, 11)],
)
def test_after_scoring_b_a_third_of_the_bag_rounded_down(bought: int, bag: int, third: int) -> None:
    game = table("b2 g3 o4 y5 b6", "", market="P2new S3esw A4nes C5nsw")
    purchases = ["buy P2new b2", "buy S3esw g3", "buy A4nes o4", "buy C5nsw y5"][:bought]
    play(game, *(f"1 {purchase}" for purchase in purchases))
    game.play(take_most(game))
    while game.phase is Phase.PLACE:
        game.play(f"reserve {game.waiting[0]}")
    follow(game, take_most, until=lambda game: Scoring.A in game.scored)
    assert game.bag_left == bag
    happened = follow(game, take_most, until=lambda game: Scoring.B in game.scored)
    (drew,) = [happening for happening in happened if isinstance(happening, DirkDrew)]
    assert len(drew.tiles) == third
    assert game.bag_left == bag - third
    assert game.dirk is not None and len(game.dirk) == 12 + third


def low_bag(tiles_left: int) -> Game:
    """Both have bought until so few tiles are left in the bag; A is yet to come.

    A real deck does not get there: this one has the money of three players, and A far down.
    """
    cards = money(3)
    deck: list[DeckCard] = [*cards[:-8], Scoring.A, *cards[-8:], Scoring.B]
    game = unchecked(deck, deal("", "").bag, 2)
    follow(game, buy_one, until=lambda game: game.bag_left == tiles_left)
    assert game.phase is Phase.ACT
    assert game.scored == ()
    return game


def buy_one(game: Game) -> Action:
    """Hoards, but buys no second tile in a turn."""
    return take_most(game) if game.phase is Phase.ACT and game.waiting else hoard(game)


@pytest.mark.parametrize(("left", "drawn"), [(8, 6), (7, 6), (6, 6), (5, 5), (3, 3), (1, 1)])
def test_if_the_bag_holds_fewer_he_gets_what_there_is(left: int, drawn: int) -> None:
    game = low_bag(left)
    happened = follow(game, take_most, until=lambda game: Scoring.A in game.scored)
    (drew,) = [happening for happening in happened if isinstance(happening, DirkDrew)]
    assert len(drew.tiles) == drawn
    assert game.bag_left == left - drawn


def test_dirk_emptying_the_bag_does_not_end_the_game() -> None:
    game = low_bag(4)
    happened = follow(game, take_most, until=lambda game: Scoring.A in game.scored)
    assert game.bag_left == 0
    assert MarketRanDry() not in happened
    assert game.phase is Phase.ACT
    assert None not in game.market
    # only the next purchase does: then the market cannot be filled
    happened = follow(game, hoard, until=lambda game: game.phase is Phase.AWARD or game.is_over)
    assert MarketRanDry() in happened


def test_an_empty_bag_gives_him_nothing() -> None:
    game = low_bag(0)
    happened = follow(game, take_most, until=lambda game: Scoring.A in game.scored)
    assert not [happening for happening in happened if isinstance(happening, DirkDrew)]
    assert game.phase is Phase.ACT


# Majorities


def test_he_takes_part_in_the_majorities() -> None:
    scored = sheet(
        "C",
        "T11 @",  # one tower
        "T12 @ G10",  # a tower and a garden
        dirk="T7new T8nes G6esw G7nsw G8sw P8",
    )
    assert scored.kinds[Kind.TOWER].counts == (1, 1, 2)
    assert scored.kinds[Kind.TOWER].points == ((13 + 6) // 2, (13 + 6) // 2, 21)
    assert scored.kinds[Kind.GARDEN].points == (0, 12, 20)
    assert scored.kinds[Kind.PAVILION].points == (0, 0, 16)
    assert scored.points == (9, 9 + 12, 21 + 20 + 16)


def test_he_shares_places_with_players_tied() -> None:
    scored = sheet_of("B", [row_of("T11 T12"), row_of("G10")], dirk="T7new T8nes G6esw P6n P7e P8")
    assert scored.kinds[Kind.TOWER].points == (9, 0, 9)
    assert scored.kinds[Kind.GARDEN].points == (0, (12 + 5) // 2, (12 + 5) // 2)
    assert scored.kinds[Kind.GARDEN].places == (0, 1, 1)


def test_never_for_a_wall() -> None:
    scored = sheet("A", "P2new\n@", "@", dirk="T7new T8nes G6esw G7nsw C5nsw A4nes")
    assert scored.walls == (3, 0)
    assert scored.points == (1 + 3, 0, 6 + 5 + 4 + 3)


# Gifts


def two_bought() -> Game:
    """Ana has bought P2new and S3esw, and is to place them."""
    game = table("b2 g3 o9 y9", "", row="b9 b9 g9 g9", market="P2new S3esw T12 T13e")
    play(game, "1 buy P2new b2", "1 buy S3esw g3", "1 take b9")
    return game


def test_a_tile_just_bought_may_be_given_to_dirk() -> None:
    game = two_bought()
    before = game.dirk
    happened = play(game, "1 give P2new")
    assert happened == [Given(0, Tile("P2new"))]
    assert before is not None
    assert set(game.dirk or ()) == {*before, Tile("P2new")}
    assert words(game.waiting) == "S3esw"


@pytest.mark.parametrize("first", ["give P2new", "place P2new 0,1", "reserve P2new"])
@pytest.mark.parametrize("second", ["give S3esw", "place S3esw 0,-1", "reserve S3esw"])
def test_each_tile_is_decided_on_its_own(first: str, second: str) -> None:
    game = two_bought()
    play(game, f"1 {first}")
    assert {"give S3esw", "reserve S3esw", "place S3esw 0,-1"} <= listed(game)
    play(game, f"1 {second}")
    given = [action.split()[1] for action in (first, second) if action.startswith("give")]
    assert [tile for tile in words(game.dirk or ()).split() if tile in given] == given
    assert len(game.dirk or ()) == 6 + len(given)
    assert game.seat == 1


def test_only_a_tile_just_bought() -> None:
    game = two_bought()
    assert refused(game, "give T12").code == "not_waiting"
    play(game, "1 reserve P2new", "1 reserve S3esw")
    game.play(take_most(game))
    assert refused(game, "give P2new").code == "nothing_to_place"


def test_gifts_count_for_dirk_at_once() -> None:
    game = table(
        "b2 g3 o9 y9", "", row="b9 b9 g9 g9", market="P2new S3esw T12 T13e",
        dirk="A9 A10 C10 C11 G10 G11",
    )  # fmt: skip
    play(game, "1 buy P2new b2", "1 take b9", "1 give P2new")
    assert game.sheet("A").kinds[Kind.PAVILION].points == (0, 0, 1)


# The end


def test_his_points_are_shown_but_he_cannot_win() -> None:
    game = recorded("2p-gifts")
    assert game.outcome().points == game.scores == (63, 74, 180)
    assert game.outcome().winners == (1,)


def test_an_awarded_tile_is_not_given_away() -> None:
    # Ana's last turn; T12 and C10 go to Bruno, T9es to her.
    game = recorded("2p-gifts", 125)
    happened = play(game, "1 give S7w")
    assert sum(isinstance(happening, Awarded) for happening in happened) == 3
    assert game.phase is Phase.AWARD
    assert not [action for action in listed(game) if action.startswith("give")]
    assert refused(game, "give T12").code == "award_not_given"
    assert refused(game, "give T9es").code == "not_waiting"
