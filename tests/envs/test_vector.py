"""Gymnasium: many games at once."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import alhambra.envs.gymnasium  # noqa: F401 - registers Alhambra-v0
from alhambra.envs.layout import split
from alhambra.envs.stepper import Stepper
from alhambra.envs.vector import AlhambraVectorEnv
from envs.playing import chosen

pytestmark = pytest.mark.compiled_only


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


@pytest.mark.parametrize("longest", [1, 9])
@pytest.mark.parametrize("opponents", [None, "random"])
def test_a_game_that_is_cut_off_begins_anew(opponents: str | None, longest: int) -> None:
    env = AlhambraVectorEnv(8, players=6, opponents=opponents, longest=longest)
    observation, _ = env.reset(seed=4)
    rng = np.random.default_rng(3)
    cuts = 0
    for _ in range(40):
        begun = ~observation["action_mask"].any(1)
        acting = split(observation["observation"])["turn"][:, 0] == 1
        assert (acting | begun).all()
        observation, rewards, over, cut, infos = env.step(chosen(observation, rng))
        assert not (cut & begun).any()
        assert not (over | rewards.any() | infos["returns"].any(1) | infos["refused"]).any()
        assert (observation["action_mask"].any(1) == ~cut).all()
        cuts += cut.sum()
    assert cuts > 8


def test_a_seed_for_each_game() -> None:
    env = AlhambraVectorEnv(3, opponents=None)
    first, _ = env.reset(seed=[1, 2, 1])
    rows = first["observation"]
    assert (rows[0] == rows[2]).all()
    assert (rows[0] != rows[1]).any()


def test_seeds_can_be_of_numpy() -> None:
    env: Any = AlhambraVectorEnv(3, opponents=None)
    rows = [
        env.reset(seed=seed)[0]["observation"].tobytes() for seed in (7, np.int64(7), np.uint64(7))
    ]
    assert len(set(rows)) == 1
    one, _ = env.reset(seed=np.array([1, 2, 3]))
    other, _ = env.reset(seed=[1, 2, 3])
    assert (one["observation"] == other["observation"]).all()


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        ([1, 2], "3 seeds are needed, not 2"),
        ([1, 2, -3], "a seed must be a whole number .*, not -3"),
        (-1, "a seed must be a whole number .*, not -1"),
        (1.5, r"a seed must be a whole number .*, not 1\.5"),
    ],
)
def test_seeds_that_are_none(seed: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        AlhambraVectorEnv(3, opponents=None).reset(seed=seed)


def test_steps_before_the_first_reset() -> None:
    with pytest.raises(ResetNeeded, match="no games have begun; reset begins them"):
        AlhambraVectorEnv(3).step([0, 0, 0])


@pytest.mark.parametrize("actions", [0, [0, 1], [[0], [1], [2]], [0.5, 1.0, 2.0], ["a", "b", "c"]])
def test_one_whole_number_for_each_game(actions: Any) -> None:
    env = AlhambraVectorEnv(3, opponents=None)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="3 whole numbers are needed, one for each game"):
        env.step(actions)


def test_gymnasiums_vector_wrappers() -> None:
    env = AlhambraVectorEnv(4, players=2, opponents="random")
    wrapped = DictInfoToList(RecordEpisodeStatistics(env))
    observation, infos = wrapped.reset(seed=1)
    rng = np.random.default_rng(1)
    lengths = []
    for _ in range(300):
        observation, _, _, _, infos = wrapped.step(chosen(observation, rng))
        lengths += [info["episode"]["l"] for info in infos if "episode" in info]
    assert lengths and min(lengths) > 20


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 1}, "players must be from 2 to 6, not 1"),
        ({"opponents": "vizier"}, "the opponents can be None, 'random', 'mason', not 'vizier'"),
        ({"threads": 0}, "the number of threads must be at least 1, not 0"),
        ({"num_envs": 0}, "the number of games must be from 1"),
        ({"num_envs": -1}, "the number of games must be from 1"),
        ({"num_envs": 2**30}, "the number of games must be from 1"),
    ],
)
def test_vector_options_out_of_range(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        AlhambraVectorEnv(**options)
