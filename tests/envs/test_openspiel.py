"""OpenSpiel's own tests, a golden playthrough, and its search."""

import unittest
from pathlib import Path

import pyspiel
import pytest
from absl import flags

import alhambra.envs.openspiel  # noqa: F401 - registers python_alhambra
from alhambra.envs.chances import CHANCE, NOBODY_ACTS

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # in OpenSpiel's other games
]
# Written by `python tests/envs/write_playthrough.py`, with OpenSpiel's generator.
PLAYTHROUGH = Path(__file__).with_name("python_alhambra.txt")


@pytest.fixture(scope="module", autouse=True)
def flags_are_read() -> None:
    """OpenSpiel's tests read the command line."""
    from open_spiel.python.algorithms import generate_playthrough  # noqa: F401 - defines flags

    flags.FLAGS(["pytest"])


@pytest.mark.parametrize("players", [2, 4])
def test_random_games(players: int) -> None:
    game = pyspiel.load_game(f"python_alhambra(players={players})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=players == 2, verbose=False)


def test_a_simulated_game() -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    GamesSimTest("sim_game").sim_game(pyspiel.load_game("python_alhambra(players=3)"))


def test_the_api() -> None:
    from open_spiel.integration_tests import api_test

    flags.FLAGS(["pytest", "--test_only_games=python_alhambra"])
    suite = api_test.load_tests(unittest.defaultTestLoader, None, None)
    found = unittest.TestResult()
    suite.run(found)
    assert found.testsRun >= 5
    assert found.wasSuccessful(), [*found.errors, *found.failures]


def test_the_golden_playthrough() -> None:
    from open_spiel.python.algorithms import generate_playthrough

    expected, actual = generate_playthrough.replay(PLAYTHROUGH)
    for number, (old, new) in enumerate(
        zip(expected.splitlines(), actual.splitlines(), strict=False), 1
    ):
        assert old == new, f"line {number}"
    assert expected == actual


def test_openspiels_search_plays_it() -> None:
    """It is not asked where chance acts: there it crashes. Nor is it asked by ``step``, with which
    OpenSpiel 2.0 crashes in every game that is written in Python."""
    game = pyspiel.load_game("python_alhambra(players=3)")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 3, 100, False, 1, False)
    state = game.new_initial_state()
    steps = 0
    while steps < 6:
        assert not state.is_terminal()
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[-1][0])
        else:
            state.apply_action(bot.step_with_policy(state)[1])
            steps += 1


def test_chance_and_the_end_are_openspiels() -> None:
    assert pyspiel.PlayerId.CHANCE == CHANCE
    assert pyspiel.PlayerId.TERMINAL == NOBODY_ACTS


def test_the_number_of_players() -> None:
    for players in range(2, 7):
        game = pyspiel.load_game(f"python_alhambra(players={players})")
        assert game.num_players() == players
        assert game.min_utility() == pytest.approx(-1 / (players - 1))
    assert pyspiel.load_game("python_alhambra").num_players() == 2


@pytest.mark.parametrize("players", [0, 1, 7])
def test_a_number_of_players_that_cannot_play(players: int) -> None:
    words = f"the number of players must be from 2 to 6, not {players}"
    with pytest.raises(ValueError, match=words):
        pyspiel.load_game(f"python_alhambra(players={players})")


def test_what_is_not_open_is_refused() -> None:
    state = pyspiel.load_game("python_alhambra(players=2)").new_initial_state()
    with pytest.raises(ValueError, match="outcome 91 cannot be drawn here"):
        state.apply_action(91)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    with pytest.raises(ValueError, match="step 617 is not open here"):
        state.apply_action(617)
