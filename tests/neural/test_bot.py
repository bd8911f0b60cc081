"""The champion plays, and well."""

import random
from dataclasses import replace

import pytest

from alhambra import Game
from alhambra.actions import Remove, Take, action_of
from alhambra.arena import Arena
from alhambra.bots import bot_named, never
from alhambra.core import constants, turns
from alhambra.neural import inference
from laws.positions import trail
from tables import NAMES

pytestmark = pytest.mark.compiled_only


def test_the_champion_beats_greedy_by_more_than_chance() -> None:
    """Of 80 games somebody as strong as greedy wins 60 not once in 100,000 times."""
    arena = Arena(["champion", "greedy"], games=80, seed=5)
    for _ in arena.play():
        pass
    assert arena.report().bot("champion").win_share.mean >= 60 / 80


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_one_champion_among_greedy_gets_more_than_its_share(players: int) -> None:
    """A bot as strong as greedy would win twice its share of these games less than once in
    10,000 times."""
    games = 20 * players
    arena = Arena(["champion", *["greedy"] * (players - 1)], games=games, seed=5)
    for _ in arena.play():
        pass
    assert arena.report().bot("champion").win_share.mean >= 2 / players


@pytest.mark.parametrize("players", range(2, 7))
def test_games_of_champions_come_to_an_end(players: int) -> None:
    game = Game.new(NAMES[:players], seed=players)
    bot, rng = bot_named("champion"), random.Random(1)
    while not game.is_over:
        game.play(bot.choose(game.view(game.seat), rng=rng, stop=never))
        assert game.ply < 1000


def test_looking_further_asks_about_the_same_actions() -> None:
    """The best few of all, and on average they promise what they promised at first sight."""
    gaps = []
    for n, game in enumerate(trail(3, 4).walk()):
        if n % 11 or not game.legal_actions:
            continue
        position = game.view(game.seat).position
        first = inference.evaluate_actions(position)
        further = inference.search_actions(position, seed=n)
        assert set(further.codes) <= set(first.codes)
        assert 1 <= len(further.codes) <= inference.WIDTH
        assert further.shares.sum(1) == pytest.approx(1, abs=1e-4)
        at = first.codes.index(further.codes[0])
        gaps.append(further.shares[0][position.seat] - first.shares[at][position.seat])
    assert len(gaps) > 20
    assert abs(sum(gaps) / len(gaps)) < 0.08


def test_who_is_told_to_stop_answers_at_once() -> None:
    """With what is seen at first sight."""
    game = Game.new(NAMES[:3], seed=3)
    view = game.view(game.seat)
    hurried = bot_named("champion:search").choose(view, rng=random.Random(1), stop=lambda: True)
    assert hurried == bot_named("champion").choose(view, rng=random.Random(1), stop=never)


def test_nobody_rebuilds_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where taking a tile out of the city seems best, now and then something else is done."""
    game = next(
        game
        for game in trail(3, 4).walk()
        if {type(action) for action in game.legal_actions} >= {Remove, Take}
    )
    view = game.view(game.seat)
    rated = inference.evaluate_actions(view.position)
    removing = [isinstance(action_of(code), Remove) for code in rated.codes]
    shares = rated.shares.copy()
    shares[:, game.seat] = removing
    preferring = replace(rated, shares=shares)
    monkeypatch.setattr(inference, "evaluate_actions", lambda *_: preferring)
    bot = bot_named("champion")
    chosen = [type(bot.choose(view, rng=random.Random(seed), stop=never)) for seed in range(200)]
    assert 100 < chosen.count(Remove) < 195


def test_a_search_is_the_mean_over_orders_of_what_the_network_would_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Looking no further than the next decision, against the same in plain steps."""
    monkeypatch.setattr(inference, "DEPTH", 0)
    monkeypatch.setattr(inference, "ORDERS", 1)
    seen = 0
    for n, game in enumerate(trail(3, 6).walk()):
        position = game.view(game.seat).position if game.legal_actions else None
        if n % 13 or position is None or position.phase != constants.ACTING:
            continue
        further = inference.search_actions(position, seed=n)
        for i, code in enumerate(further.codes):
            after = turns.after(position, code)
            if after.seat != position.seat or after.phase == constants.OVER:
                continue  # something was drawn
            best = inference.evaluate_actions(after)
            at = int(best.worth(after.seat).argmax())
            assert further.shares[i] == pytest.approx(best.shares[at], abs=2e-3)
            seen += 1
    assert seen > 3
