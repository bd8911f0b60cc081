"""The champion plays, and well."""

import random

import pytest

from alhambra import Game
from alhambra.arena import Arena
from alhambra.bots import bot_named, never
from alhambra.champion import judgement
from laws.positions import trail
from tables import NAMES

pytestmark = pytest.mark.compiled_only


def test_the_champion_beats_greedy_by_more_than_chance() -> None:
    """Of 80 games somebody as strong as greedy wins 53 once in 400 times."""
    arena = Arena(["champion", "greedy"], games=80, seed=5)
    for _ in arena.play():
        pass
    assert arena.report().bot("champion").win_share.mean >= 53 / 80


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_one_champion_among_greedy_gets_more_than_its_share(players: int) -> None:
    games = 20 * players
    arena = Arena(["champion", *["greedy"] * (players - 1)], games=games, seed=5)
    for _ in arena.play():
        pass
    assert arena.report().bot("champion").win_share.mean > 1.25 / players


@pytest.mark.parametrize("players", range(2, 7))
def test_games_of_champions_come_to_an_end(players: int) -> None:
    game = Game.new(NAMES[:players], seed=players)
    bot, rng = bot_named("champion"), random.Random(1)
    while not game.is_over:
        game.play(bot.choose(game.view(game.seat), rng=rng, stop=never))
        assert game.ply < 1000


def test_looking_further_asks_about_the_same_actions() -> None:
    """The best few of all, and what they promise stays near what they promised at first sight."""
    gaps = []
    for n, game in enumerate(trail(3, 4).walk()):
        if n % 11 or not game.legal_actions:
            continue
        position = game.view(game.seat).position
        first = judgement.rate_actions(position)
        further = judgement.rate_further(position, seed=n)
        assert set(further.codes) <= set(first.codes)
        assert 1 <= len(further.codes) <= judgement.WIDTH
        at = first.codes.index(further.codes[0])
        gaps.append(abs(float(further.shares[0].sum()) - 1))
        gaps.append(
            abs(float(further.shares[0][position.seat] - first.shares[at][position.seat])) / 20
        )
    assert len(gaps) > 20 and max(gaps) < 0.03


def test_who_is_told_to_stop_answers_at_once() -> None:
    """With what is seen at first sight."""
    game = Game.new(NAMES[:3], seed=3)
    view = game.view(game.seat)
    hurried = bot_named("champion:search").choose(view, rng=random.Random(1), stop=lambda: True)
    assert hurried == bot_named("champion").choose(view, rng=random.Random(1), stop=never)
