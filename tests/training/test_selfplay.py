"""Games side by side: each is played by the rules, and every candidate is listed."""

import re
from pathlib import Path

import numpy as np
import pytest

from alhambra.neural.network import row_width
from alhambra.training import selfplay

pytestmark = pytest.mark.compiled_only
NETWORK, ADVISED, LIGHT, GREEDY = 0, 2, 3, 4


def pool_of(games: int, players: int, seed: int = 1) -> tuple[selfplay.Pool, selfplay.Worker]:
    rows = np.zeros((games * 200 + 8192, row_width(players)), np.uint8)
    return selfplay.Pool(games, players), selfplay.Worker(players, seed, rows)


def play(games: int, players: int, steps: int, seed: int = 1) -> list[tuple[int, ...]]:
    """Choose at random; returns what was to be chosen from and how games ended."""
    pool, worker = pool_of(games, players, seed)
    rng = np.random.default_rng(seed)
    outcomes = []
    size = selfplay.play_on(pool, worker, 0, games, 1)
    for _ in range(steps):
        decisions = pool.decisions()
        counts, first = decisions.counts, decisions.first
        assert size == counts.sum() and (counts > 0).all()
        assert (first == np.cumsum(counts) - counts).all()
        np.asarray(pool.chosen)[:] = rng.integers(0, counts)
        size = selfplay.play_on(pool, worker, 0, games, 0)
        ended = np.flatnonzero(decisions.done)
        outcomes.append((size, *decisions.points[ended].flatten().tolist()))
    return outcomes


@pytest.mark.parametrize("players", range(2, 7))
def test_games_end_and_others_begin(players: int) -> None:
    outcomes = play(6, players, 700)
    ended = [points for _, *points in outcomes if points]
    assert ended and all(len(points) % players == 0 for points in ended)
    assert all(sum(points) > 0 for points in ended)


def test_the_same_seed_plays_the_same_games() -> None:
    assert play(4, 3, 200, seed=3) == play(4, 3, 200, seed=3) != play(4, 3, 200, seed=4)


def test_seats_of_simple_policies_are_not_asked() -> None:
    pool, worker = pool_of(8, 3)
    np.asarray(pool.policy)[:] = (NETWORK, LIGHT, GREEDY)
    selfplay.play_on(pool, worker, 0, 8, 1)
    for _ in range(60):
        assert set(pool.decisions().actor.tolist()) == {0}
        np.asarray(pool.chosen)[:] = 0
        selfplay.play_on(pool, worker, 0, 8, 0)


def test_advice_is_one_of_the_candidates_and_for_those_who_are_advised() -> None:
    pool, worker = pool_of(8, 2)
    np.asarray(pool.policy)[:] = ADVISED
    np.asarray(pool.policy)[::2, 1] = NETWORK
    selfplay.play_on(pool, worker, 0, 8, 1)
    without = 0
    for _ in range(40):
        decisions = pool.decisions()
        advice, actor = decisions.advice, decisions.actor
        alone = (np.arange(8) % 2 == 0) & (actor == 1)
        assert (advice[alone] == -1).all()
        without += alone.sum()
        assert (advice[~alone] >= 0).all() and (advice < decisions.counts).all()
        np.asarray(pool.chosen)[:] = np.maximum(advice, 0)
        selfplay.play_on(pool, worker, 0, 8, 0)
    assert without


def test_the_compiler_is_told_the_same_policies() -> None:
    source = Path(selfplay.__file__).parent
    outcomes = re.findall(
        r"^    ([A-Z]+) = (\d)$",
        (source / "selfplay.pxd").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    (names,) = re.findall(
        r"^    (NETWORK, .*) = range\(6\)$",
        (source / "selfplay.py").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert [name for name, _ in outcomes] == names.split(", ")
    assert [int(value) for _, value in outcomes] == list(range(6))
    matches = (source / "matches.py").read_text(encoding="utf-8")
    assert "NETWORK, RIVAL, ADVISED, LIGHT, GREEDY = range(5)" in matches


def test_a_buffer_that_is_too_small_is_told() -> None:
    pool = selfplay.Pool(4, 3)
    worker = selfplay.Worker(3, 1, np.zeros((5, row_width(3)), np.uint8))
    with pytest.raises(MemoryError, match="more candidates"):
        selfplay.play_on(pool, worker, 0, 4, 1)
