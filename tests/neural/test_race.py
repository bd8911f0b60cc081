"""A race follows actions under common orders until the best of them is known."""

from dataclasses import replace

import numpy as np
import pytest

from alhambra.neural.inference import evaluate_actions
from alhambra.neural.race import LEAST, RaceRules, Standings, race
from alhambra.neural.rollouts import rollouts
from laws.positions import trail

pytestmark = pytest.mark.compiled_only

RULES = RaceRules(depth=2, batch=8, most=64)
GAME = trail(3, 4).walk()
POSITIONS = [game.position for game in GAME if len(game.legal_actions) > 4][5:60:9]


def run(number: int, rules: RaceRules = RULES, rows: int | None = None) -> Standings:
    """A race between the first five actions of a position."""
    position = POSITIONS[number]
    codes = evaluate_actions(position).codes[:5]
    found = race(rollouts(3).follow, position, codes, seed=number, rules=rules, rows=rows)
    assert found
    return found


def test_standings_are_means_over_the_orders_that_an_action_has_met() -> None:
    numbers_of_orders = set()
    for number, position in enumerate(POSITIONS):
        found = run(number)
        codes = [standing.code for standing in found.actions]
        assert sorted(codes) == sorted(evaluate_actions(position).codes[:5])
        whole = rollouts(3).follow(position, codes, found.orders, RULES.depth, seed=number)
        worth = whole.worth(position.seat)
        for i, standing in enumerate(found.actions):
            shares = whole.shares[: standing.orders, i].mean(axis=0)
            assert standing.shares == pytest.approx(shares, abs=1e-5)
            gaps = (worth[:, 0] - worth[:, i])[: standing.orders]
            assert standing.behind == pytest.approx(gaps.mean(), abs=1e-5)
            error = gaps.std(ddof=1) / np.sqrt(len(gaps))
            assert standing.error == pytest.approx(error, abs=1e-5)
            numbers_of_orders.add(standing.orders)
    assert len(numbers_of_orders) > 2  # some left earlier than others


def test_an_action_leaves_once_it_is_clearly_behind() -> None:
    for number in range(len(POSITIONS)):
        found = run(number)
        assert found.actions[0].behind == 0
        for place, standing in enumerate(found.actions):
            gone = standing.behind > RULES.clear * standing.error
            assert gone == (place >= found.leading)
            assert standing.orders == found.orders or gone
        assert found.clear or found.equal or found.orders == RULES.most


def test_it_ends_when_the_best_is_clear() -> None:
    quick = replace(RULES, clear=1.0, equal=0.0)
    found = [run(number, quick) for number in range(len(POSITIONS))]
    assert any(one.clear and one.orders < RULES.most for one in found)
    assert min(one.orders for one in found) >= LEAST
    for one, sure in zip(found, map(run, range(len(POSITIONS))), strict=True):
        assert one.rows <= sure.rows or sure.equal


def test_it_ends_when_those_that_are_left_are_equal() -> None:
    assert run(0, replace(RULES, clear=100.0, equal=1.0)).orders == LEAST
    never = run(0, replace(RULES, clear=100.0, equal=0.0))
    assert (never.orders, never.equal, never.leading) == (RULES.most, False, 5)


def test_rows_limit_it() -> None:
    open_ = replace(RULES, clear=100.0, equal=0.0, batch=16)
    one = run(1, open_, rows=1)
    assert one.orders == 1
    for limit in (2 * one.rows, 8 * one.rows, 20 * one.rows):
        found = run(1, open_, rows=limit)
        assert limit / 2 < found.rows < limit + one.rows
        again = run(1, open_, rows=limit)
        assert [one.behind for one in again.actions] == [one.behind for one in found.actions]


def test_stopped_it_returns_what_is_known() -> None:
    position = POSITIONS[0]
    codes = evaluate_actions(position).codes[:3]
    assert race(rollouts(3).follow, position, codes, seed=1, stop=lambda: True) is None
    looks = iter([False] * 5 + [True] * 100)
    rules = replace(RULES, clear=100.0, equal=0.0)
    found = race(rollouts(3).follow, position, codes, 1, rules, stop=lambda: next(looks))
    assert found
    assert 0 < found.orders < rules.most


def test_a_single_action_gets_its_value() -> None:
    code = evaluate_actions(POSITIONS[0]).codes[0]
    found = race(rollouts(3).follow, POSITIONS[0], [code], seed=1, rules=RULES)
    assert found
    assert found.clear
    assert found.actions[0].shares.sum() == pytest.approx(1.0, abs=1e-5)
