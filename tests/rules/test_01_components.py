"""Section 1: components."""

from collections import Counter

import pytest

from alhambra import Card, City, Currency, InvalidNotation, Kind, Scoring, Side, Tile
from alhambra.pieces import CARDS, TILES
from tables import (
    RICH,
    deal,
    drawn,
    follow,
    hoard,
    listed,
    refused,
    table,
    tiles,
    words,
)

# Kind by kind as the rules list them.
BOX = {
    Kind.PAVILION: "P2new P3sw P4es P5nw P6n P7e P8",
    Kind.SERAGLIO: "S3esw S4ne S5sw S6es S7w S8s S9",
    Kind.ARCADES: "A4nes A5nw A6sw A6ne A7es A8n A8e A9 A10",
    Kind.CHAMBERS: "C5nsw C6es C7sw C7ne C8nw C9w C9s C10 C11",
    Kind.GARDEN: "G6esw G7nsw G8sw G8ne G8nw G9e G10n G10w G10 G11 G12s",
    Kind.TOWER: "T7new T8nes T9es T9ne T9nw T10w T11n T11s T11 T12 T13e",
}


def test_six_kinds_of_buildings_in_their_order_with_different_initials() -> None:
    assert words(Kind) == "pavilion seraglio arcades chambers garden tower"
    assert "".join(kind.letter for kind in Kind) == "PSACGT"
    assert [kind.number for kind in Kind] == [0, 1, 2, 3, 4, 5]


def test_54_tiles() -> None:
    assert words(TILES) == " ".join(BOX.values())
    assert [len(tiles(names)) for names in BOX.values()] == [7, 7, 9, 9, 11, 11]
    assert len(TILES) == 54


@pytest.mark.parametrize("kind", BOX)
def test_a_tile_has_a_kind_a_price_and_walls(kind: Kind) -> None:
    for name in BOX[kind].split():
        tile = Tile(name)
        assert tile.kind is kind
        letters = "".join(side.letter for side in tile.walls)
        assert f"{kind.letter}{tile.price}{letters}" == name == tile.name == str(tile)


def test_prices_go_from_2_to_13() -> None:
    assert {tile.price for tile in TILES} == set(range(2, 14))


def test_walls_stand_on_none_to_three_sides() -> None:
    assert {len(tile.walls) for tile in TILES} == {0, 1, 2, 3}
    assert Tile("P2new").walls == (Side.NORTH, Side.EAST, Side.WEST)
    assert Tile("T11").walls == ()


def test_no_two_tiles_are_alike_so_the_name_says_which() -> None:
    assert len({(tile.kind, tile.price, tile.walls) for tile in TILES}) == 54
    assert Tile("G8nw") is Tile("G8nw")
    assert Tile("G8nw") != Tile("G8ne")


@pytest.mark.parametrize("name", ["G8wn", "G8n", "G08nw", "g8nw", "G8NW", "X8", "G8", "@", ""])
def test_no_other_name_is_a_tile(name: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        Tile(name)
    assert refused.value.reason.code == "no_such_tile"
    assert refused.value.reason.params == {"word": name}


def test_four_currencies_in_their_order_with_their_colours() -> None:
    assert words(Currency) == "denar dirham ducat florin"
    assert words(currency.colour for currency in Currency) == "blue green orange yellow"
    assert "".join(currency.letter for currency in Currency) == "bgoy"


def test_cards_of_each_currency_are_worth_1_to_9() -> None:
    assert words(CARDS) == (
        "b1 b2 b3 b4 b5 b6 b7 b8 b9 g1 g2 g3 g4 g5 g6 g7 g8 g9 "
        "o1 o2 o3 o4 o5 o6 o7 o8 o9 y1 y2 y3 y4 y5 y6 y7 y8 y9"
    )
    assert Card("o7").currency is Currency.DUCAT
    assert Card("o7").value == 7


@pytest.mark.parametrize("name", ["b0", "b10", "r3", "B7", "b", "7", "", "b07", "A"])
def test_no_other_name_is_a_money_card(name: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        Card(name)
    assert refused.value.reason.code == "no_such_card"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_108_money_cards_and_two_scoring_cards(players: int) -> None:
    deck = Counter(deal(*[""] * players).deck)
    assert all(deck[card] == 3 for card in CARDS)
    assert deck[Scoring.A] == deck[Scoring.B] == 1
    assert deck.total() == 110


@pytest.mark.parametrize("square", [0, 1, 2, 3])
def test_the_square_decides_the_currency_the_tile_only_the_price(square: int) -> None:
    market = ["T11", "T12", "T13e"]
    market.insert(square, "P8")
    hand = "y8 o8 g8" if square == 3 else "b8 g8 o8"
    game = table(hand, "", "", market=" ".join(market))
    currency = list(Currency)[square]
    for card in hand.split():
        if Card(card).currency is currency:
            assert f"buy P8 {card}" in listed(game)
        else:
            reason = refused(game, f"buy P8 {card}")
            assert reason.code == "wrong_currency"
            assert reason.params == {"tile": "P8", "currency": currency}


def test_each_player_has_a_fountain_an_empty_reserve_a_hand_and_no_points() -> None:
    game = table("", "", "", "")
    assert [drawn(city) for city in game.cities] == ["@"] * 4
    assert game.reserves == ((), (), (), ())
    assert all(game.hands)
    assert game.scores == (0, 0, 0, 0)


def test_the_fountain_has_no_walls() -> None:
    fountain = City()
    assert fountain.spots(Tile("T11")) == [(-1, 0), (0, -1), (0, 1), (1, 0)]
    assert fountain.spots(Tile("S8s")) == [(-1, 0), (0, -1), (1, 0)]
    assert fountain.longest_wall() == 0


def test_the_reserve_has_no_size_limit() -> None:
    game = table(*RICH[:3])
    follow(game, hoard, until=lambda game: game.bag_left == 0)
    assert sum(len(reserve) for reserve in game.reserves) == 50
    assert max(len(reserve) for reserve in game.reserves) > 16


@pytest.mark.parametrize("piece", [Tile("G8nw"), Card("b7")])
def test_pieces_cannot_be_changed(piece: Tile | Card) -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        setattr(piece, "name", "T11")  # noqa: B010
    with pytest.raises(AttributeError, match="cannot be changed"):
        del piece.name
    assert type(piece)(piece.name) is piece
