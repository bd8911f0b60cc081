"""Whatever the position, a bot answers with a listed action, and by what it may know."""

import random
from collections.abc import Iterator

import pytest

from alhambra import Action, Game, Pass, Phase
from alhambra.bots import Bot, bot_named, never
from laws.positions import COMPILED, trail
from tables import all_money_taken, last_stand

PLAYERS = range(2, 7)
QUICK = ["random", "greedy", "greedy:best=3", "champion"]
SLOW = ["search:12", "search:12:threads=2", "champion:search"]
TRAILS = 12 if COMPILED else 2


def acting(players: int, seed: int, every: int) -> Iterator[Game]:
    """Every so manieth position of a trail in which somebody is asked."""
    path = trail(players, seed)
    for n, game in enumerate(path.walk()):
        if game.legal_actions and n % every == 0:
            yield game


def chosen(bot: Bot, game: Game, seed: int = 1) -> Action:
    view = game.view(game.seat)
    return bot.choose(view, rng=random.Random(seed), stop=never)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", QUICK)
def test_a_choice_is_listed(name: str, players: int) -> None:
    bot = bot_named(name)
    for seed in range(TRAILS):
        for game in acting(players, seed, 2 if COMPILED else 40):
            assert chosen(bot, game) in game.legal_actions


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", SLOW)
def test_a_choice_of_a_search_is_listed(name: str, players: int) -> None:
    bot = bot_named(name)
    for seed in range(TRAILS // 2):
        for game in acting(players, seed, 9 if COMPILED else 120):
            assert chosen(bot, game) in game.legal_actions


@pytest.mark.parametrize("name", [*QUICK, *SLOW])
def test_the_trails_hold_odd_positions(name: str) -> None:
    """With an empty row, with nothing but pass, with an award."""
    bot = bot_named(name)
    broke = all_money_taken("P2new S3esw A4nes T13e")
    end = last_stand()
    end.play("buy T13e b6 b8")
    end.play("reserve T13e")
    assert (any(broke.row), end.phase) == (False, Phase.AWARD)
    passing = next(game for game in acting(3, 1, 1) if Pass() in game.legal_actions)
    for game in (broke, end, passing):
        assert chosen(bot, game) in game.legal_actions


@pytest.mark.parametrize(
    "name", ["random", "greedy", "greedy:best=3", "search:40", "champion", "champion:search"]
)
@pytest.mark.parametrize("players", range(2, 7))
def test_the_hidden_order_changes_no_choice(name: str, players: int) -> None:
    bot = bot_named(name)
    others = random.Random(players)
    for game in acting(players, 3, 23 if COMPILED else 90):
        other = game.view(game.seat).sample(others)
        for seed in (1, 2):
            assert chosen(bot, other, seed) == chosen(bot, game, seed)


@pytest.mark.parametrize("name", ["random", "greedy:best=3", "search:40", "champion:search"])
def test_the_same_generator_gives_the_same_choice(name: str) -> None:
    """Also when the bot has thought about something else in between."""
    bot = bot_named(name)
    games = [game.copy() for game in acting(3, 2, 40)]
    first = [chosen(bot, game, 7) for game in games]
    again = [chosen(bot_named(name), game, 7) for game in reversed(games)]
    assert again[::-1] == first


def test_the_global_generator_is_left_alone() -> None:
    random.seed(5)
    expected = random.Random(5).random()
    game = Game.new(["Ana", "Bruno"], seed=1)
    for name in ("random", "greedy", "search:20"):
        chosen(bot_named(name), game)
    assert random.random() == expected


@pytest.mark.compiled_only
@pytest.mark.parametrize("players", PLAYERS)
def test_greedy_games_come_to_an_end(players: int) -> None:
    game = Game.new([f"player {n}" for n in range(players)], seed=players)
    rng = random.Random(1)
    while not game.is_over:
        action = bot_named("greedy").choose(game.view(game.seat), rng=rng, stop=never)
        game.play(action)
        assert game.ply < 1000
