"""Gymnasium: one player against bots, and many games at once."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from alhambra.envs.gymnasium import AlhambraEnv
from alhambra.envs.stepper import Stepper
from alhambra.envs.vector import AlhambraVectorEnv

pytestmark = pytest.mark.compiled_only


def chosen(observation: dict[str, Any], rng: np.random.Generator) -> Any:
    """An open step, in each of the games."""
    mask = observation["action_mask"]
    return (rng.random(mask.shape) * mask).argmax(-1)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_gymnasiums_checks(players: int) -> None:
    check_env(gymnasium.make("Alhambra-v0", players=players, opponents="mason").unwrapped)


def played(**options: Any) -> tuple[float, list[int], Any]:
    env = gymnasium.make("Alhambra-v0", **options)
    rng = np.random.default_rng(1)
    observation, info = env.reset(seed=5)
    over, steps = False, []
    while not over:
        steps.append(int(chosen(observation, rng)))
        observation, reward, over, _, info = env.step(steps[-1])
    return float(reward), steps, info["points"]


def test_a_game_against_bots_is_the_same_with_the_same_seed() -> None:
    first = played(opponents=["random", "mason"])
    assert first == played(opponents=["random", "mason"])
    assert first[0] in {1.0, -0.5, 0.25}


def test_the_observation_is_that_of_the_players_turn() -> None:
    env = gymnasium.make("Alhambra-v0", players=4, opponents="random", seat=2)
    observation, info = env.reset(seed=1)
    assert info["seat"] == 2
    stepper = Stepper()
    assert isinstance(env.unwrapped, AlhambraEnv)
    stepper.follow(env.unwrapped.game.position)
    assert stepper.position.seat == 2
    assert observation["action_mask"].tobytes() == bytes(stepper.mask())


def test_a_step_that_is_not_open_changes_nothing() -> None:
    env = gymnasium.make("Alhambra-v0", opponents="random")
    before, _ = env.reset(seed=1)
    after, reward, over, cut, info = env.step(617)
    assert info["refused"]
    assert (reward, over, cut) == (0.0, False, False)
    assert all((before[part] == after[part]).all() for part in before)


def test_a_long_game_is_truncated() -> None:
    env = gymnasium.make("Alhambra-v0", opponents="random", longest=2)
    env.reset(seed=1)
    assert not env.step(617)[3]
    assert env.step(617)[3]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 7}, "players must be from 2 to 6, not 7"),
        ({"players": 3, "seat": 3}, "the seat must be from 0 to 2, not 3"),
        ({"players": 3, "opponents": ["mason"]}, "2 opponents are needed, not 1"),
    ],
)
def test_options_out_of_range(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        gymnasium.make("Alhambra-v0", **options)


# Many games at once


def trace(threads: int, opponents: str | None, steps: int = 120) -> list[bytes]:
    env = AlhambraVectorEnv(7, players=3, opponents=opponents, threads=threads)
    observation, _ = env.reset(seed=9)
    rng = np.random.default_rng(2)
    found = []
    for _ in range(steps):
        observation, rewards, over, _, infos = env.step(chosen(observation, rng))
        assert env.observation_space.contains(observation)
        assert not infos["refused"].any()
        found += [observation["observation"].tobytes(), rewards.tobytes(), over.tobytes()]
    env.close()
    return found


@pytest.mark.parametrize("opponents", [None, "random", "mason"])
def test_threads_make_no_difference(opponents: str | None) -> None:
    assert trace(1, opponents) == trace(3, opponents)


def test_make_vec_makes_the_compiled_one() -> None:
    env = gymnasium.make_vec("Alhambra-v0", num_envs=2, players=4, opponents="random")
    assert isinstance(env.unwrapped, AlhambraVectorEnv)


def test_every_game_is_played_as_one_alone() -> None:
    """The vector environment takes the steps that a stepper takes."""
    env = AlhambraVectorEnv(5, players=3, opponents=None)
    observation, _ = env.reset(seed=4)
    rng = np.random.default_rng(3)
    twins: list[Stepper | None] = [env.game(game) for game in range(5)]
    ends = 0
    for _ in range(900):
        actions = chosen(observation, rng)
        for game, twin in enumerate(twins):
            if twin:
                twin.step(int(actions[game]))
        observation, _, over, cut, infos = env.step(actions)
        assert not cut.any()
        for game, twin in enumerate(twins):
            if twin:
                assert bytes(twin.mask()) == observation["action_mask"][game].tobytes()
                assert twin.over == over[game]
                if twin.over:
                    assert infos["returns"][game].tolist() == twin.rewards()
                    ends += 1
        twins = [None if over[game] else twins[game] for game in range(5)]
    assert ends


def test_an_ended_game_begins_anew() -> None:
    env = AlhambraVectorEnv(16, players=2, opponents="random")
    observation, _ = env.reset(seed=4)
    rng = np.random.default_rng(3)
    ended = 0
    for _ in range(500):
        before = observation
        observation, rewards, over, _, infos = env.step(chosen(observation, rng))
        for game in np.flatnonzero(over):
            ended += 1
            assert infos["returns"][game].sum() == pytest.approx(0)
            assert rewards[game] == infos["returns"][game][infos["seat"][game]]
            assert not observation["action_mask"][game].any()
        begun = ~before["action_mask"].any(1)
        assert not over[begun].any()
        assert observation["action_mask"][begun].any(1).all()
    assert ended


def test_a_seed_for_each_game() -> None:
    env = AlhambraVectorEnv(3, opponents=None)
    first, _ = env.reset(seed=[1, 2, 1])
    rows = first["observation"]
    assert (rows[0] == rows[2]).all()
    assert (rows[0] != rows[1]).any()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 1}, "players must be from 2 to 6, not 1"),
        ({"opponents": "vizier"}, "the opponents can be None, 'random', 'mason', not 'vizier'"),
        ({"threads": 0}, "the number of threads must be at least 1, not 0"),
        ({"num_envs": 0}, "the number of games must be from 1"),
    ],
)
def test_vector_options_out_of_range(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        AlhambraVectorEnv(**options)
