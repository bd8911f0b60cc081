"""Everything drawn as a chance event with its probability."""

import copy
import pickle
import random
from collections import Counter

import pytest

from alhambra.core import dealing
from alhambra.core.tables import COPIES
from alhambra.envs.chances import CHANCE, NOBODY_ACTS, ChanceGame
from alhambra.envs.rendering import PositionTable
from alhambra.envs.stepper import Stepper
from alhambra.pieces import CARDS, TILES

PLAYERS = range(2, 7)


def drawn(game: ChanceGame, rng: random.Random) -> int:
    numbers, chances = zip(*game.outcomes(), strict=True)
    return int(rng.choices(numbers, chances)[0])


def play_on(game: ChanceGame, rng: random.Random, moves: int = 10_000) -> None:
    for _ in range(moves):
        if game.actor() == NOBODY_ACTS:
            return
        chance = game.actor() == CHANCE
        game.apply(drawn(game, rng) if chance else rng.choice(game.legal_steps()))


def set_up(players: int, rng: random.Random) -> ChanceGame:
    game = ChanceGame(players, 5000)
    while game.actor() == CHANCE:
        game.apply(drawn(game, rng))
    return game


@pytest.mark.parametrize("players", PLAYERS)
def test_the_probabilities_of_every_draw_add_up(players: int, interpreted: bool) -> None:
    rng = random.Random(players)
    game = ChanceGame(players, 5000)
    for _ in range(60 if interpreted else 5000):
        if game.actor() == NOBODY_ACTS:
            break
        if game.actor() == CHANCE:
            assert sum(chance for _, chance in game.outcomes()) == pytest.approx(1)
        play_on(game, rng, 1)
    assert interpreted or sum(game.returns()) == pytest.approx(0)


@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_gets_lost(players: int, interpreted: bool) -> None:
    """Cards and tiles are where they would be in a game that is dealt at once."""
    rng = random.Random(players)
    game = set_up(players, rng)
    for _ in range(3 if interpreted else 40):
        play_on(game, rng, 9)
        if game.actor() < 0:
            continue
        table = PositionTable(game.position, tuple("ABCDEF"[:players]))
        cards = Counter(card for hand in table.hands for card in hand)
        cards.update(card for card in table.row if card)
        cards.update(table.discard)
        left = COPIES[players] * len(CARDS) - cards.total()
        assert table.deck_left - 2 + len(table.scored) <= left <= table.deck_left
        assert max(cards.values()) <= COPIES[players]
        tiles = [*table.tiles_left(), *filter(None, table.market), *table.waiting]
        tiles += [tile for city in table.cities for tile in city]
        tiles += [tile for reserve in table.reserves for tile in reserve]
        tiles += table.dirk or ()
        assert sorted(tiles) == sorted(TILES)


def test_a_set_up_is_as_likely_as_when_it_is_dealt_at_once(interpreted: bool) -> None:
    """How many cards are dealt into the hands of two players: the mean of both ways."""
    games = 4 if interpreted else 1500
    rng, stepper = random.Random(1), Stepper()
    means = [0.0, 0.0]
    for seed in range(games):
        stepper.deal(2, seed)
        for n, position in enumerate((stepper.position, set_up(2, rng).position)):
            table = PositionTable(position, ("A", "B"))
            means[n] += sum(map(len, table.hands)) / games
    assert means[0] == pytest.approx(means[1], abs=3 if interpreted else 0.15)


def test_a_scoring_card_is_as_likely_as_the_engine_samples_it() -> None:
    """Where scoring card A can be the next card, its chance is one in the places of its pile."""
    rng = random.Random(3)
    game = set_up(2, rng)
    seen = 0
    for _ in range(1500):
        if game.actor() == NOBODY_ACTS:
            game = set_up(2, rng)
        if game.actor() == CHANCE and not game.drawn():
            position = game.position
            for pile, outcome in ((1, 36), (3, 37)):
                start, end = dealing.scoring_window(position, pile)
                chance = dict(game.outcomes()).get(outcome, 0)
                if position.scored == (pile - 1) // 2 and any(n < 38 for n, _ in game.outcomes()):
                    assert chance == pytest.approx(1 / (end - start) if start == 0 else 0)
                    seen += chance > 0
        play_on(game, rng, 1)
    assert seen


def test_copies_and_pickles_are_the_same_game() -> None:
    rng = random.Random(5)
    game = set_up(3, rng)
    for _ in range(8):
        play_on(game, rng, 25)
        for other in (game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            assert other.history == game.history
            assert other.actor() == game.actor()
            assert other.outcomes() == game.outcomes()
            assert other.legal_steps() == game.legal_steps()
            assert other.position.facts() == game.position.facts()
            play_on(other, random.Random(1), 5)
        assert game.actor() == game.copy().actor()


def test_what_cannot_be_drawn_is_refused() -> None:
    game = ChanceGame(2, 5000)
    for number in (-1, 36, 37, 38, 92, 10**6):
        with pytest.raises(ValueError, match=f"outcome {number} cannot be drawn here"):
            game.apply(number)
    game = set_up(2, random.Random(1))
    with pytest.raises(ValueError, match="step 617 is not open here"):
        game.apply(617)
    assert len(game.history) > 10
    assert game.outcomes() == []


def test_a_long_game_ends_without_a_winner() -> None:
    game = ChanceGame(2, 4)
    play_on(game, random.Random(1))
    assert game.actor() == NOBODY_ACTS
    assert game.returns() == [0.0, 0.0]
