"""Results without luck: fair on average, and shown beside the raw share."""

import math
import random
from dataclasses import replace
from statistics import mean, stdev

import numpy as np
import pytest

from alhambra import Game, Record
from alhambra.actions import Take
from alhambra.arena import Arena, Report
from alhambra.arena.luck import deal_of, draws_of, luck_of
from alhambra.arena.results import Result
from alhambra.arena.text_report import text_report
from alhambra.arena.times import LUCK, Times
from alhambra.bots import bot_named, never

pytestmark = pytest.mark.compiled_only


def played(players: int, seed: int) -> Game:
    """A game of champions, who play fast."""
    game, rng = Game.new([f"seat {n}" for n in range(players)], seed=seed), random.Random(seed)
    while not game.is_over:
        action = bot_named("champion").choose(game.view(game.seat), rng=rng, stop=never)
        game.play(action)
    return game


def test_on_average_there_is_no_luck() -> None:
    """In the draws of many games, for whoever acts next and for the others."""
    rng = random.Random(1)
    draws = np.array([draw for seed in range(40) for draw in draws_of(played(2, seed), rng)])
    assert len(draws) > 1500
    error = draws[:, 0].std() / math.sqrt(len(draws))
    assert abs(draws[:, 0].mean()) < 3 * error
    assert draws[:, 0].std() > 0.02  # there is luck in each of them
    assert draws.sum(axis=1) == pytest.approx(0, abs=1e-5)


def test_what_an_action_may_bring_is_fair() -> None:
    """The same action, with many draws after it: for each action there is as much luck as bad luck,
    whatever the network thought before."""
    rng, deviations = random.Random(3), []
    for seed in range(6):
        game = Game.new(["Ana", "Bruno"], seed=seed)
        while game.ply < 4 or Take not in map(type, game.legal_actions):
            action = bot_named("champion").choose(game.view(game.seat), rng=rng, stop=never)
            game.play(action)
        taking = next(action for action in game.legal_actions if isinstance(action, Take))
        found = []
        for _ in range(120):
            other = game.view(None).sample(rng)
            other.play(taking)
            found.append(draws_of(other, rng)[-1][other.seat])
        deviations.append(mean(found) / (stdev(found) / math.sqrt(len(found))))
    # By chance, the sum is larger once in 20,000 times.
    assert sum(deviation**2 for deviation in deviations) < 30


def test_luck_adds_up_and_over_all_seats_a_deal_is_fair() -> None:
    game = played(3, 5)
    luck = luck_of(game, random.Random(2))
    assert sum(luck) == pytest.approx(0, abs=1e-5)
    assert sum(deal_of(game)) == pytest.approx(0, abs=1e-5)
    again = luck_of(Record.parse(str(Record.of(game))).replay(), random.Random(2))
    assert again == pytest.approx(luck)


def test_a_run_reports_it_beside_the_raw_share() -> None:
    plain = Arena(["champion", "greedy"], games=4, seed=3).run()
    arena = Arena(["champion", "greedy"], games=4, seed=3, luck_adjusted=True)
    report = arena.run()
    assert report.bot("champion").win_share == plain.bot("champion").win_share
    assert plain.bot("champion").luck_adjusted is None
    assert LUCK not in report.times
    assert report.luck_times.decisions == 4
    without = [
        share - luck
        for result in arena.results
        for name, share, luck in zip(result.bots, result.shares, result.luck or (), strict=True)
        if name == "champion"
    ]
    adjusted = report.bot("champion").luck_adjusted
    assert adjusted
    assert adjusted.mean == pytest.approx(mean(without))
    assert stdev(without) > 0
    assert f"{adjusted.mean:.3f}" in text_report(report)
    assert "luck-adjusted" in text_report(report)
    assert "luck-adjusted" not in text_report(plain)
    assert [Result.of_line(result.to_line()) for result in arena.results] == list(arena.results)


def report_of(deals: int, thinking: float, noise: float) -> Report:
    """A run of two equal bots, in which luck explains the results but for some noise."""
    rng = random.Random(4)
    results, times = [], []
    for deal in range(1, deals + 1):
        won = rng.random() < 0.5
        luck = (0.5 if won else -0.5) + noise * rng.gauss(0, 1)
        shares = (1.0, 0.0) if won else (0.0, 1.0)
        result = Result(deal, deal, 1, ("A", "B"), (9, 9), 0, shares, 90, False, {})
        results.append(replace(result, luck=(luck, -luck)))
        spent, lucky = Times(), Times()
        spent.add(thinking)
        lucky.add(0.1)
        times.append({"A": spent, LUCK: lucky})
    settings = {"players": 2, "seed": 1, "plies": 1000, "games": deals}
    return Report.of(settings, results, times)


def test_it_says_whether_it_pays() -> None:
    slow = report_of(40, thinking=1.0, noise=0.25)
    assert slow.luck_gain
    assert slow.luck_gain.pays
    assert slow.luck_gain.time == pytest.approx(1.1)
    assert "for 1.10 times the time." in text_report(slow)
    for other in (report_of(40, 0.01, 0.25), report_of(40, 1.0, 0.6)):
        assert other.luck_gain
        assert not other.luck_gain.pays
        assert "it is better to play more games" in text_report(other)
    assert report_of(20, 1.0, 0.25).luck_gain is None
