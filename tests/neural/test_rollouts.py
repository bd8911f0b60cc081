"""Actions are followed under common orders of deck and bag."""

import random
from itertools import pairwise

import numpy as np
import pytest

from alhambra import Game
from alhambra.core import constants, turns
from alhambra.core.dealing import sample
from alhambra.neural import rollouts as module
from alhambra.neural.inference import evaluate_actions, result
from alhambra.neural.rollouts import TO_THE_END, Rollouts, rollouts
from laws.positions import trail
from tables import NAMES

pytestmark = pytest.mark.compiled_only


def a_game(players: int, plies: int) -> Game:
    """A random game after some actions."""
    game, rng = Game.new(NAMES[:players], seed=plies), random.Random(plies)
    while game.ply < plies or not game.legal_actions:
        game.play(rng.choice(game.legal_actions))
    return game


def codes_of(game: Game, most: int = 4) -> list[int]:
    return [action.code for action in game.legal_actions][:most]


def test_a_seed_gives_the_same_orders_in_any_pieces() -> None:
    position = a_game(3, 20).position
    codes = codes_of(a_game(3, 20))
    whole = rollouts(3).follow(position, codes, orders=10, depth=3, seed=7)
    first = rollouts(3).follow(position, codes, orders=6, depth=3, seed=7)
    rest = rollouts(3).follow(position, codes, orders=4, depth=3, seed=7, first=6)
    pieces = np.concatenate([first.shares, rest.shares])
    assert whole.shares.shape == (10, len(codes), 3)
    assert pieces == pytest.approx(whole.shares, abs=1e-5)
    assert whole.shares.sum(axis=2) == pytest.approx(np.ones((10, len(codes))), abs=1e-5)
    alone = [rollouts(3).follow(position, [code], 10, 3, seed=7).shares for code in codes]
    assert np.concatenate(alone, axis=1) == pytest.approx(whole.shares, abs=1e-5)


def test_a_small_buffer_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = a_game(2, 30)
    whole = Rollouts(2).follow(game.position, codes_of(game), orders=8, depth=3, seed=3)
    monkeypatch.setattr(module, "ROWS", 150)
    monkeypatch.setattr(module, "BRANCHES", 5)
    small = Rollouts(2).follow(game.position, codes_of(game), orders=8, depth=3, seed=3)
    assert small.shares == pytest.approx(whole.shares, abs=1e-5)
    assert small.margins == pytest.approx(whole.margins, abs=1e-3)


def test_actions_in_several_positions_are_followed_as_if_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = [a_game(2, plies) for plies in (30, 31, 60)]
    groups = [(game.position, codes_of(game)) for game in games]
    alone = [Rollouts(2).follow(*group, 8, 3, seed=3) for group in groups]
    for rows, branches in ((6000, 512), (150, 5), (150, 512)):
        monkeypatch.setattr(module, "ROWS", rows)
        monkeypatch.setattr(module, "BRANCHES", branches)
        found = Rollouts(2).follow_groups(groups, 8, 3, seed=3)
        shares = np.concatenate([each.shares for each in alone], axis=1)
        assert found.shares == pytest.approx(shares, abs=1e-5)
        assert found.rows >= sum(each.rows for each in alone)


def test_the_hidden_order_changes_nothing() -> None:
    game = a_game(4, 25)
    other = game.position.clone()
    sample(other, 99)
    first = rollouts(4).follow(game.position, codes_of(game), orders=4, depth=2, seed=5)
    second = rollouts(4).follow(other, codes_of(game), orders=4, depth=2, seed=5)
    assert np.array_equal(first.shares, second.shares)


def test_lines_of_a_turn_meet_the_same_orders() -> None:
    """Two purchases in either order: the same table, so the same future."""
    seen = 0
    for game in trail(3, 8).walk():
        exact = [c for c in codes_of(game, 999) if c >> constants.KIND_SHIFT == 2]
        for one, two in pairwise(exact):
            if one >> 24 & 3 == two >> 24 & 3:
                continue
            ends = []
            for a, b in ((one, two), (two, one)):
                after = turns.after(turns.after(game.position, a), b)
                last = evaluate_actions(after).codes[-1]
                ends.append(rollouts(3).follow(after, [last], 4, 2, seed=1).shares)
            assert np.array_equal(ends[0], ends[1])
            seen += 1
    assert seen


def test_followed_to_the_end_are_results() -> None:
    game = a_game(2, 60)
    found = rollouts(2).follow(game.position, codes_of(game, 2), 3, TO_THE_END, seed=1)
    assert set(np.unique(found.shares)) <= {0.0, 0.5, 1.0}


def test_what_follows_is_what_the_network_would_play() -> None:
    """Without anything drawn: the last placements of a game."""
    seen = 0
    for game in trail(2, 3).walk():
        position = game.position
        if position.phase != constants.AWARDING:
            continue
        for code in codes_of(game):
            after = turns.after(position, code)
            while after.phase != constants.OVER:
                rated = evaluate_actions(after)
                after = turns.after(after, rated.codes[int(rated.worth(after.seat).argmax())])
            found = rollouts(2).follow(position, [code], 2, TO_THE_END, seed=1)
            assert found.shares[:, 0] == pytest.approx(np.array([result(after)[0]] * 2))
            seen += 1
    assert seen


def test_stopped_it_returns_the_orders_that_are_done() -> None:
    game = a_game(3, 20)
    found = rollouts(3).follow(game.position, codes_of(game), 4, 3, seed=1, stop=lambda: True)
    assert found.shares.shape == (0, len(codes_of(game)), 3)
