"""The search that takes as long as it needs, within limits."""

import copy
import itertools
import pickle
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from alhambra import Game
from alhambra.bots import bot_named, never
from alhambra.core.position import Position
from alhambra.neural import search as module
from alhambra.neural.endgame import endings
from alhambra.neural.inference import evaluate_actions
from alhambra.neural.parallel_rollouts import ParallelRollouts
from alhambra.neural.race import race
from alhambra.neural.rollouts import Followed, Rollouts
from alhambra.neural.search import Effort, best_actions
from laws.positions import trail

pytestmark = pytest.mark.compiled_only

GAMES = [game.copy() for game in trail(3, 4).walk() if len(game.legal_actions) > 4][5:70:9]


def rated_rows(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rows of each race from now on."""
    rows = []

    def counting(*args: object, **options: object) -> object:
        found = race(*args, **options)  # type: ignore[arg-type]
        rows.append(found.rows if found else 0)
        return found

    monkeypatch.setattr(module, "race", counting)
    return rows


@pytest.mark.parametrize("limit", [800, 3000])
def test_rows_limit_a_decision(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rated_rows(monkeypatch)
    for game in GAMES:
        best_actions(game.position, 1, Effort(rows=limit), never)
    assert len(rows) > 4
    assert max(rows) < 1.3 * limit
    assert max(rows) > 0.5 * limit


def test_it_ends_where_going_on_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rated_rows(monkeypatch)
    for game in GAMES[:4]:
        best_actions(game.position, 1, Effort(rows=8000), never)
    until_clear = sum(rows)
    monkeypatch.setattr(module, "GAIN", 1e-12)
    for game in GAMES[:4]:
        best_actions(game.position, 1, Effort(rows=8000), never)
    assert 1.2 * until_clear < sum(rows) - until_clear


def test_a_single_action_needs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rated_rows(monkeypatch)
    game = next(game for game in trail(3, 1).walk() if len(game.legal_actions) == 1)
    best = best_actions(game.position, 1, Effort(rows=20_000), never)
    assert best == [game.legal_actions[0].code]
    assert not rows


def test_time_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by 10 ms whenever it is read: no real time is measured."""
    ticks = itertools.count()
    monkeypatch.setattr("alhambra.neural.race.monotonic", lambda: next(ticks) / 100)
    rows = rated_rows(monkeypatch)
    for seconds in (0.6, 2.4):
        for game in GAMES[:4]:
            best_actions(game.position, 1, Effort(seconds=seconds), never)
    half = len(rows) // 2
    assert all(rows)
    assert 1.5 * sum(rows[:half]) < sum(rows[half:])


def test_the_same_rows_and_seed_give_the_same_choice_on_any_threads() -> None:
    for game in GAMES[:3]:
        alone = best_actions(game.position, 7, Effort(rows=2000), never)
        assert best_actions(game.position, 7, Effort(rows=2000), never) == alone
        with ThreadPoolExecutor(2) as pool:
            effort = Effort(rows=2000, pool=pool, threads=2)
            both = best_actions(game.position, 7, effort, never)
            assert both == best_actions(game.position, 7, effort, never)
            assert set(both) == set(alone)


def test_threads_share_the_orders() -> None:
    position, codes = GAMES[0].position, evaluate_actions(GAMES[0].position).codes[:3]
    whole = Rollouts(3).follow(position, codes, 7, 2, seed=5, first=3)
    with ThreadPoolExecutor(3) as pool:
        several = ParallelRollouts(3, Rollouts(3).network, pool, 3)
        found = several.follow(position, codes, 7, 2, seed=5, first=3)
        none = several.follow(position, codes, 7, 2, seed=5, stop=lambda: True)
    assert found.shares == pytest.approx(whole.shares, abs=1e-5)
    assert found.margins == pytest.approx(whole.margins, abs=1e-3)
    assert found.rows == whole.rows
    assert len(none.shares) == 0


def test_nothing_follows_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a thread stopped early, the orders of later threads are left out."""
    position, codes = GAMES[0].position, evaluate_actions(GAMES[0].position).codes[:2]
    whole = Rollouts(3).follow(position, codes, 6, 1, seed=5)

    def hurried(self: Rollouts, *args: object, **_: object) -> Followed:
        first = args[5]
        assert isinstance(first, int)
        number = 1 if first == 2 else 2
        return Followed(
            whole.shares[first : first + number], whole.margins[first : first + number], 1
        )

    monkeypatch.setattr(Rollouts, "follow", hurried)
    with ThreadPoolExecutor(3) as pool:
        several = ParallelRollouts(3, Rollouts(3).network, pool, 3)
        found = several.follow(position, codes, 6, 1, seed=5)
    assert found.shares == pytest.approx(whole.shares[:3])


def test_stopped_it_answers_with_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, position = rated_rows(monkeypatch), GAMES[1].position
    best = best_actions(position, 1, Effort(seconds=60), lambda: True)
    rated = evaluate_actions(position)
    assert best[0] == rated.codes[int(rated.worth(position.seat).argmax())]
    assert rows == [0]
    looks = iter([False] * 12)
    stopped = best_actions(position, 1, Effort(seconds=60), lambda: next(looks, True))
    assert set(stopped) == set(best)
    assert 0 < rows[1] < 5000
    assert list(looks) == []


def won_by_ending() -> Position:
    """A decision in which one of the certain ends is a win, and not all are."""
    for seed in range(40):
        for game in trail(3, seed).walk():
            if not game.legal_actions or game.position.bag_size:
                continue
            shares = [end.shares[game.seat] for end in endings(game.position).values()]
            if shares and max(shares) == 1 and len(shares) < len(game.legal_actions):
                return game.position
    raise AssertionError


def test_a_certain_win_is_played_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, position = rated_rows(monkeypatch), won_by_ending()
    best = best_actions(position, 1, Effort(rows=5000), never)[0]
    assert endings(position)[best].shares[position.seat] == 1
    assert not rows


def test_a_certain_end_is_played_if_nothing_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the network would not have looked at it."""
    monkeypatch.setattr(module, "WON", 2.0)  # never at once
    rows, position = rated_rows(monkeypatch), won_by_ending()
    best = best_actions(position, 1, Effort(rows=500), never)[0]
    assert rows
    ending = endings(position).get(best)
    followed = ending is None or ending.shares[position.seat] == 1
    assert followed


def test_a_bot_with_threads_can_be_copied() -> None:
    bot = bot_named("champion:search:900rows:threads=2")
    game = Game.new(["Ana", "Bruno"], seed=3)
    view = game.view(game.seat)
    chosen = bot.choose(view, rng=random.Random(1), stop=never)
    for other in (copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))):
        assert other == bot
        assert other.choose(view, rng=random.Random(1), stop=never) == chosen
