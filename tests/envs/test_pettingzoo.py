"""PettingZoo's own tests, and what they do not look at."""

import random
import warnings

import numpy as np
import pytest

from alhambra.envs import pettingzoo as alhambra_v0

with warnings.catch_warnings():
    # They import a game of PettingZoo's in a way that PettingZoo has deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test
    from pettingzoo.test.save_obs_test import test_save_obs as save_observations

pytestmark = [
    pytest.mark.compiled_only,
    # PettingZoo warns of observations that are dictionaries, as those of its own games are.
    pytest.mark.filterwarnings("ignore:Observation"),
]


@pytest.mark.parametrize("players", range(2, 7))
def test_api(players: int) -> None:
    api_test(alhambra_v0.env(players=players), num_cycles=150)
    api_test(alhambra_v0.raw_env(players=players), num_cycles=150)


def test_seeds() -> None:
    seed_test(alhambra_v0.env, num_cycles=200)


def test_rendering() -> None:
    render_test(alhambra_v0.env)


def test_saving_observations() -> None:
    save_observations(alhambra_v0.env())


def test_its_name() -> None:
    assert str(alhambra_v0.env()) == "alhambra_v0"


def test_a_game_to_its_end() -> None:
    env = alhambra_v0.env(players=4)
    env.reset(seed=3)
    rng = random.Random(3)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        total[agent] += reward
        mask = observation["action_mask"]
        env.step(None if over or cut else rng.choice(np.flatnonzero(mask).tolist()))
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0


def test_only_the_agent_to_act_has_open_steps() -> None:
    env = alhambra_v0.raw_env(players=3)
    env.reset(seed=1)
    masks = {agent: env.observe(agent)["action_mask"].any() for agent in env.agents}
    assert masks == {agent: agent == env.agent_selection for agent in env.agents}


def test_a_step_that_is_not_open() -> None:
    env = alhambra_v0.raw_env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="step 617 is not open here"):
        env.step(617)
    wrapped = alhambra_v0.env()
    wrapped.reset(seed=1)
    culprit = wrapped.agent_selection
    wrapped.step(617)
    assert wrapped.rewards[culprit] == -1


def test_a_long_game_is_truncated() -> None:
    env = alhambra_v0.raw_env(longest=5)
    env.reset(seed=1)
    for _ in range(5):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_out_of_range(seed: int) -> None:
    with pytest.raises(ValueError, match="a seed must be a number"):
        alhambra_v0.raw_env().reset(seed=seed)


def test_a_render_mode_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="there is no render mode 'video'"):
        alhambra_v0.env(render_mode="video")
