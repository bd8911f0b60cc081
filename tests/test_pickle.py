"""What can be kept can be put away and taken out again: for workers in other processes."""

import copy
import pickle
import random

import pytest

from alhambra import Card, City, Game, Tile


def game_under_way(players: int, plies: int) -> Game:
    rng = random.Random(players)
    game = Game.new([f"p{n}" for n in range(players)], seed=players)
    while game.ply < plies and not game.is_over:
        game.play(rng.choice(game.legal_actions))
    return game


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("plies", [0, 60, 5000])
def test_a_game_comes_back_as_it_was_and_goes_on_alike(players: int, plies: int) -> None:
    game = game_under_way(players, plies)
    twin = pickle.loads(pickle.dumps(game))
    assert twin == game
    rng = random.Random(0)
    while not game.is_over:
        action = rng.choice(game.legal_actions)
        assert game.play(action) == twin.play(action)
    assert twin == game


def test_a_turn_that_waits_for_the_refill_comes_back_waiting() -> None:
    game = Game.new(["Ana", "Bruno", "Carla"], seed=7)
    game.play(game.legal_actions[0], reveal=False)
    twin = copy.deepcopy(game)
    assert twin.phase == "refill"
    assert twin.reveal() == game.reveal()


def test_a_view_comes_back_as_it_was() -> None:
    view = game_under_way(3, 60).view(1)
    assert pickle.loads(pickle.dumps(view)) == view


def test_a_position_alone_is_not_put_away() -> None:
    position = game_under_way(3, 60).position
    for copied in (pickle.dumps, copy.deepcopy):
        with pytest.raises(ValueError, match="pickle its game"):
            copied(position)


def test_a_city_comes_back_as_it_was() -> None:
    city = game_under_way(3, 200).cities[0]
    twin = pickle.loads(pickle.dumps(city))
    assert twin == city
    assert twin.wall() == city.wall()
    assert City() == pickle.loads(pickle.dumps(City()))


def test_tiles_and_cards_come_back_as_the_same() -> None:
    assert pickle.loads(pickle.dumps(Tile("G8nw"))) is Tile("G8nw")
    assert pickle.loads(pickle.dumps(Card("b7"))) is Card("b7")
