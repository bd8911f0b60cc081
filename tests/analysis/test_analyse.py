"""A finished game is analysed turn by turn."""

import json
import pickle
import random
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import alhambra
from alhambra import AlhambraError, Game, Record
from alhambra.analysis import (
    Analysis,
    AnalysisStopped,
    Progress,
    analyse,
    from_json,
    to_json,
    turn_values,
    what_if,
)
from alhambra.analysis.analyser import analysed_turns
from alhambra.analysis.analysis_levels import DEEP, END, QUICK
from alhambra.analysis.candidates import turns_of
from alhambra.analysis.results import Mark, Turn
from alhambra.analysis.summary import LEAST_ERROR, MOST_ERROR, accuracy_error
from alhambra.analysis.turn_values import Difference, LineValues
from alhambra.bots import bot_named, never
from alhambra.neural.endgame import endings
from alhambra.neural.rollouts import Followed, Rollouts
from laws.positions import examples, trail
from tables import NAMES, recorded

pytestmark = pytest.mark.compiled_only

SHORT = "2p-a-tie-and-nobody-holding-any"
SOME = slice(20, 26)


def a_finished_game(players: int, seed: int) -> Game:
    """A game of random players to its end."""
    rng = random.Random(seed)
    game = Game.new(NAMES[:players], shuffler=rng)
    while not game.is_over:
        game.play(rng.choice(game.legal_actions))
    return game


def gaps(found: Analysis) -> list[float]:
    """For each seat, by how much its account does not add up."""
    accounts = [seat.account for seat in found.seats]
    return [a.deal + a.luck - a.errors + a.others - a.result for a in accounts]


@given(st.integers(2, 6), st.integers(0, 99))
@examples(12)
def test_the_account_of_every_seat_adds_up(players: int, seed: int) -> None:
    found = analyse(a_finished_game(players, seed), "instant")
    assert found.result == pytest.approx(
        [seat.account.result + 1 / players for seat in found.seats]
    )
    assert gaps(found) == pytest.approx([0] * players, abs=1e-9)


@pytest.mark.parametrize("bot", ["greedy", "champion"])
@pytest.mark.parametrize("players", range(2, 7))
def test_the_account_of_a_game_of_bots_adds_up(bot: str, players: int) -> None:
    rng = random.Random(players)
    game, plays = Game.new(NAMES[:players], shuffler=rng), bot_named(bot)
    while not game.is_over:
        game.play(plays.choose(game.view(game.seat), rng=rng, stop=never))
    assert gaps(analyse(game, "instant")) == pytest.approx([0] * players, abs=1e-9)


@pytest.mark.parametrize(
    "record", ["2p-gifts", "3p-three-receivers", "5p-two-winners-after-a-reshuffle"]
)
def test_draws_of_dirk_and_awarded_tiles_are_in_the_account(record: str) -> None:
    assert gaps(analyse(recorded(record), "instant")) == pytest.approx(
        [0] * int(record[0]), abs=1e-9
    )


def test_the_account_of_a_followed_game_adds_up() -> None:
    found = analyse(recorded(SHORT))
    assert gaps(found) == pytest.approx([0, 0], abs=1e-9)
    assert sum(seat.turns for seat in found.seats) == len(found.turns)


def test_the_turns_are_the_actions_of_the_game() -> None:
    game = recorded("3p-three-receivers")
    found = analyse(game, "instant")
    played = [action for turn in found.turns for action in turn.line.actions]
    assert tuple(played) == game.actions
    assert [turn.ply for turn in found.turns][:1] == [0]
    awards = [turn for turn in turns_of(game) if turn.start.phase == 2]
    assert {turn.seat for turn in awards} == {0, 1, 2}


def test_an_analysis_is_the_same_twice_and_from_a_record() -> None:
    game = recorded(SHORT)
    found = list(analysed_turns(game, "quick", 3, SOME))
    assert found == list(analysed_turns(Record.of(game).replay(), "quick", 3, SOME))
    assert found != list(analysed_turns(game, "quick", 4, SOME))
    assert found == list(analysed_turns(game, "quick", 3))[SOME]
    assert analyse(game, "instant") == analyse(Record.of(game), "instant")


def test_an_analysis_is_kept_as_json_and_pickled() -> None:
    found = analyse(recorded(SHORT), "instant")
    assert from_json(json.loads(json.dumps(to_json(found)))) == found
    assert pickle.loads(pickle.dumps(found)) == found
    with pytest.raises(ValueError, match="version 0"):
        from_json(to_json(found) | {"analysis": 0})


def test_progress_is_reported_after_each_turn() -> None:
    seen: list[Progress] = []
    found = analyse(recorded("2p-gifts"), "instant", progress=seen.append)
    assert [each.done for each in seen] == list(range(1, len(found.turns) + 1))
    assert {each.turns for each in seen} == {len(found.turns)}
    assert [each.shares for each in seen] == [turn.played for turn in found.turns]


def test_an_analysis_can_be_stopped() -> None:
    seen: list[Progress] = []
    with pytest.raises(AnalysisStopped):
        analyse(recorded("2p-gifts"), progress=seen.append, stop=lambda: len(seen) == 5)
    assert len(seen) == 5


def test_the_error_of_an_accuracy_shrinks_with_the_turns_and_has_a_least() -> None:
    game = recorded("3p-three-receivers")
    turns = analyse(game, "instant").turns
    once = accuracy_error(turns, 0, 3)
    assert LEAST_ERROR < once < MOST_ERROR
    assert LEAST_ERROR < accuracy_error(turns * 4, 0, 3) < 0.6 * once
    clean = [replace(turn, error=0.0) for turn in turns]
    assert accuracy_error(clean, 0, 3) == LEAST_ERROR
    assert accuracy_error([], 0, 3) == MOST_ERROR


def test_a_better_line_can_be_played_on() -> None:
    game = recorded("3p-three-receivers")
    turn = next(turn for turn in analyse(game, "instant").turns if turn.best and turn.number > 5)
    other = what_if(Record.of(game), turn)
    assert turn.best
    assert other.actions == (*game.actions[: turn.ply], *turn.best.actions)
    assert other.at(turn.ply) == game.at(turn.ply)
    other.reveal()
    assert other.legal_actions


# Marks


def mistakes(seed: int = 3) -> tuple[Game, list[Turn]]:
    """A game with marked turns, and some of its turns analysed."""
    game = recorded(SHORT)
    return game, list(analysed_turns(game, "quick", seed, SOME))


def test_a_mark_is_no_accident_of_the_orders() -> None:
    turns = mistakes()[1]
    marked = [turn for turn in turns if turn.mark]
    assert marked
    for turn in marked:
        assert turn.gap >= 0.02
        assert turn.gap > 2 * turn.standard_error > 0
        assert turn.best is not None
        assert turn.marked is not None
        assert 0 <= turn.marked < len(turn.line.actions)
        assert turn.best.shares[turn.seat] - turn.played[turn.seat] == pytest.approx(turn.gap)
        assert sum(turn.best.shares) == pytest.approx(1)
        assert turn.best.margin - turn.line.margin == pytest.approx(turn.points)


def test_what_quick_finds_is_followed_deeply_before_it_is_marked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[int, int]] = []
    follow_groups = Rollouts.follow_groups

    def watched(self: Rollouts, *given: Any) -> Followed:
        _, orders, depth, _, first, _ = given
        asked.append((depth, first + orders))
        found = follow_groups(self, *given)
        if depth == DEEP.depth:  # nothing that deep finds is better than the line played
            played = found.shares[:, -1:].repeat(found.shares.shape[1], axis=1)
            return Followed(played, found.margins, found.rows)
        return found

    before = {turn.number: turn for turn in mistakes()[1]}
    monkeypatch.setattr(Rollouts, "follow_groups", watched)
    turns = mistakes()[1]
    assert {depth for depth, _ in asked} == {QUICK.depth, DEEP.depth}
    assert max(orders for depth, orders in asked if depth == QUICK.depth) == QUICK.orders
    assert max(orders for depth, orders in asked if depth == DEEP.depth) <= DEEP.orders
    assert [turn.number for turn in turns if turn.mark] == []
    # only what was found is followed deeply, and what a turn adds to the account stays as it was
    changed = [turn for turn in turns if turn.gap != before[turn.number].gap]
    assert 0 < len(changed) < len(turns)
    assert [turn.error for turn in turns] == [turn.error for turn in before.values()]
    assert [turn.value for turn in turns] == [turn.value for turn in before.values()]


@pytest.mark.parametrize(
    ("bag", "gap", "levels"),
    [
        (9, 0.2, ["deep"]),
        (8, 0.2, ["deep", "end"]),
        (8, 0.0, ["deep"]),
        (6, 0.2, ["deep", "end"]),
        (5, 0.0, ["end"]),
    ],
)
def test_near_the_end_marks_are_followed_to_the_end(
    bag: int, gap: float, levels: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def followed(better: object, played: object, seat: int, level: Any, *_: object) -> Difference:
        asked.append(level.name)
        return Difference(np.zeros(2), gap, 0.001, 0.0)

    monkeypatch.setattr(turn_values, "_followed_deeply", followed)
    line: Any = SimpleNamespace(steps=[SimpleNamespace(position=SimpleNamespace(bag_size=bag))])
    assert turn_values._confirmed(line, line, 0, 1, never).gap == gap
    assert asked == levels
    assert (END.late, DEEP.late) == (8, 5)


def test_the_luck_of_the_line_that_looks_best_is_no_error() -> None:
    """Of several equal lines one looks better by chance; the errors are zero on average."""
    chance = np.random.default_rng(1)
    fair, naive = [], []
    for _ in range(600):
        shares = chance.normal(0.5, 0.1, (4, 24))
        lines = [LineValues(np.stack([own, 1 - own], axis=1), np.zeros((24, 2))) for own in shares]
        best = int(shares.mean(axis=1).argmax())
        fair.append(Difference.by_halves(lines, best, 0).gap)
        naive.append(Difference.of(lines[best], lines[0], 0).gap)
    assert np.mean(naive) > 0.015
    assert abs(np.mean(fair)) < 3 * np.std(fair) / 600**0.5 < 0.005


def missed_win() -> tuple[Game, int]:
    """A game that was ended and lost where it could be won, and the ply where it was."""
    for seed in range(200):
        rng = random.Random(seed)
        game, missed = Game.new(NAMES[:3], shuffler=rng), None
        while not game.is_over:
            actions, position = list(game.legal_actions), game.position
            if missed is None and position.bag_size == position.steps == 0:
                certain = endings(position, 2000)
                shares = {code: ending.shares[game.seat] for code, ending in certain.items()}
                losing = [each for each in actions if shares.get(each.code) == 0]
                if losing and 1 in shares.values():
                    actions, missed = losing, game.ply
            game.play(rng.choice(actions))
        if missed is not None:
            return game, missed
    raise AssertionError


def test_a_certain_win_that_was_missed_is_found_exactly() -> None:
    game, ply = missed_win()
    number = [turn.ply for turn in turns_of(game)].index(ply)
    (turn,) = analysed_turns(game, "quick", 1, slice(number, number + 1))
    assert turn.best
    assert turn.best.shares[turn.seat] == pytest.approx(1)
    other = what_if(game, turn)
    if not other.is_over:
        other.reveal()
    assert turn.seat in other.outcome().winners
    assert turn.mark == Mark.BLUNDER
    assert turn.reasons[0].code == "ends_won"


def test_an_analysis_that_follows_nothing_marks_nothing() -> None:
    found = analyse(recorded(SHORT), "instant")
    assert max(turn.gap for turn in found.turns) > 0.02
    assert [turn.mark for turn in found.turns] == [None] * len(found.turns)


def test_forced_turns_and_decided_games_count_nothing() -> None:
    passing = analyse(recorded("6p-pass"), "instant").turns
    forced = [turn for turn in passing if turn.choices == 0]
    turns = analyse(a_finished_game(3, 4), "instant").turns
    lost = [turn for turn in turns if turn.value[turn.seat] < 0.004]
    won = [turn for turn in turns if turn.played[turn.seat] > 0.996]
    assert forced
    assert lost
    assert won
    for turn in [*forced, *lost, *won]:
        assert (turn.error, turn.gap, turn.mark, turn.best) == (0, 0, None, None)


def test_only_a_finished_game_is_analysed() -> None:
    with pytest.raises(AlhambraError, match="only a finished game"):
        analyse(trail(3, 1).at(20), "instant")
    with pytest.raises(AlhambraError, match="there is no level of analysis 'slow'"):
        analyse(recorded("2p-gifts"), "slow")


def test_who_only_plays_does_not_wait_for_the_analysis() -> None:
    names = "{'numpy', 'alhambra.analysis.analyser'}"
    asked = f"import sys, alhambra; print(*({names} & sys.modules.keys()))"
    loaded = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == []
    assert alhambra.analyse is analyse
