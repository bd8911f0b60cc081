"""Nothing is lost and nothing appears; what is kept along the way is what it should be."""

from collections import Counter
from functools import reduce
from itertools import chain
from operator import xor

from hypothesis import given

from alhambra import Card, City, Game, Phase, Scoring, Tile
from alhambra.core.bits import layout_key
from alhambra.happenings import Scored
from alhambra.pieces import CURRENCIES, TILES, worth
from laws.positions import Trail, examples, games, hands_end, trails


def cards_on_the_table(game: Game) -> Counter[Card]:
    lying = [card for card in game.row if card]
    return Counter(chain(lying, game.discard, *game.hands)) + game.cards_left()


def tiles_on_the_table(game: Game) -> list[Tile]:
    lying = [tile for tile in game.market if tile]
    owned = [tile for city in game.cities for tile in city]
    reserved = chain(*game.reserves)
    return [*lying, *owned, *reserved, *game.waiting, *(game.dirk or ()), *game.tiles_left()]


@given(trails)
@examples(25)
def test_cards_and_tiles_are_conserved(trail: Trail) -> None:
    money = Counter(card for card in trail.deal.deck if isinstance(card, Card))
    for game in trail.walk():
        assert cards_on_the_table(game) == money
        assert sorted(tiles_on_the_table(game)) == list(TILES)


@given(trails)
@examples(25)
def test_the_numbers_left_are_those_of_what_is_left(trail: Trail) -> None:
    for game in trail.walk():
        scoring_cards = [card for card in (Scoring.A, Scoring.B) if card not in game.scored]
        assert game.deck_left == game.cards_left().total() + len(scoring_cards)
        assert game.bag_left == len(game.tiles_left())


@given(games())
def test_what_is_drawn_is_drawn_in_the_order_of_the_deal(game: Game) -> None:
    deck = game.reshuffles[-1] if game.reshuffles else game.deal.deck
    last = [str(card) for card in deck[len(deck) - game.deck_left :]]
    assert Counter(map(str, game.cards_left().elements())) == Counter(last) - Counter("AB")
    assert set(game.tiles_left()) == set(game.deal.bag[54 - game.bag_left :])


@given(games())
def test_the_worth_of_a_purse_is_that_of_its_cards(game: Game) -> None:
    worths = game.position.worths
    for seat, hand in enumerate(game.hands):
        for n, currency in enumerate(CURRENCIES):
            purse = [card for card in hand if card.currency is currency]
            assert worths[4 * seat + n] == worth(purse)
    assert not any(worths[4 * len(game.hands) :])


@given(games())
def test_the_key_of_a_city_is_that_of_its_tiles(game: Game) -> None:
    keys = game.position.city_key
    for seat, city in enumerate(game.cities):
        placed = [layout_key(tile.index, cell.code) for cell, tile in city.tiles.items()]
        assert keys[seat] == reduce(xor, placed, 0)


@given(games())
def test_a_city_built_anew_is_the_same(game: Game) -> None:
    """In another order, on another seat's part of the workspace, and around other cities."""
    for city in game.cities:
        again = City({(x, y): tile for (x, y), tile in city.tiles.items()})
        assert again == city
        assert again.longest_wall() == city.longest_wall()
        for tile in TILES:
            assert again.spots(tile) == city.spots(tile)
        for tile in city:
            assert again.why_not_remove(tile) == city.why_not_remove(tile)


@given(trails)
@examples(30)
def test_scores_are_the_sums_of_the_scorings_that_took_place(trail: Trail) -> None:
    game = trail.at(len(trail.steps))
    scores = (0,) * len(game.scores)
    held: list[Scoring] = []
    for _, happened, after in game.history():
        for happening in happened:
            if isinstance(happening, Scored):
                held.append(happening.sheet.scoring)
                gained = happening.sheet.points
                scores = tuple(old + new for old, new in zip(scores, gained, strict=True))
        assert after.scores == scores
        assert after.scored == tuple(held)
    for scoring in held:
        assert game.sheet(scoring).scoring is scoring


@given(games())
def test_the_draw_pile_is_what_the_deal_left(game: Game) -> None:
    players = len(game.names)
    dealt = hands_end(game.deal.deck, players)
    assert game.position.draw_pile == len(game.deal.deck) - dealt - 4


@given(games())
def test_phases_and_what_waits_belong_together(game: Game) -> None:
    if game.phase in (Phase.PLACE, Phase.AWARD):
        assert game.waiting
    if game.phase in (Phase.REFILL, Phase.RESHUFFLE, Phase.OVER):
        assert not game.waiting
    assert bool(game.legal_actions) == (game.phase in (Phase.ACT, Phase.PLACE, Phase.AWARD))
    if game.phase is Phase.RESHUFFLE:
        assert game.deck_left == 0
        assert game.discard
