"""PettingZoo's own tests, and what they do not look at."""

import copy
import random
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Box
from pettingzoo.utils import BaseWrapper, save_observation
from PIL import Image

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


class AsPicture(BaseWrapper[str, Any, int]):  # type: ignore[misc]
    """Observations as gray pictures of one row."""

    def observation_space(self, agent: str) -> Box:
        (size,) = self.env.observation_space(agent)["observation"].shape
        return Box(0, 255, (1, size), np.uint8)

    def observe(self, agent: str) -> Any:
        return self.env.observe(agent)["observation"][None]


@pytest.mark.parametrize("players", range(2, 7))
def test_api(players: int) -> None:
    api_test(alhambra_v0.env(players=players), num_cycles=150)
    api_test(alhambra_v0.raw_env(players=players), num_cycles=150)


def test_seeds() -> None:
    seed_test(alhambra_v0.env, num_cycles=200)


def test_rendering() -> None:
    render_test(alhambra_v0.env)


def test_saving_observations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It saves pictures, and passes over observations that are dictionaries. So it is also shown
    the array as a gray picture."""
    monkeypatch.chdir(tmp_path)
    save_observations(alhambra_v0.env())
    assert not list(tmp_path.iterdir())
    save_observations(AsPicture(alhambra_v0.raw_env(players=3)))
    saved = sorted(tmp_path.glob("saved_observations/*/*.png"))
    assert [file.stem for file in saved] == ["player_0", "player_1", "player_2"]
    env = alhambra_v0.env(players=3)
    env.reset(seed=1)
    watched = AsPicture(env)
    save_observation(watched, "player_1", save_dir=str(tmp_path / "seeded"))
    with Image.open(next((tmp_path / "seeded").rglob("*.png"))) as image:
        found = np.array(image)[0]
    assert (found == env.observe("player_1")["observation"]).all()


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


def test_no_game_is_being_played() -> None:
    """Neither before the first reset nor after the last step."""
    env: Any = alhambra_v0.raw_env(render_mode="ansi")
    with pytest.raises(ValueError, match="no game has begun; reset begins one"):
        env.render()
    with pytest.raises(ValueError, match="no game is being played; reset begins one"):
        env.step(0)
    env.reset(seed=1)
    while env.agents:
        env.step(int(np.flatnonzero(mask)[0]) if (mask := open_steps(env)).any() else None)
    with pytest.raises(ValueError, match="no game is being played; reset begins one"):
        env.step(None)


@pytest.mark.parametrize("step", [None, 1.5, "take"])
def test_a_step_is_a_whole_number(step: Any) -> None:
    env = alhambra_v0.raw_env()
    env.reset(seed=1)
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        env.step(step)


def open_steps(env: Any) -> Any:
    return env.observe(env.agent_selection)["action_mask"]


def test_whole_numbers_of_numpy_are_seeds() -> None:
    env: Any = alhambra_v0.raw_env()
    first = []
    for seed in (5, np.int64(5), np.uint64(5)):
        env.reset(seed=seed)
        first.append(env.observe("player_0")["observation"].tobytes())
    assert len(set(first)) == 1


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "one"])
def test_a_seed_that_is_none(seed: Any) -> None:
    with pytest.raises(ValueError, match=f"a seed must be a whole number.*, not {seed!r}"):
        alhambra_v0.raw_env().reset(seed=seed)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 7}, "the number of players must be from 2 to 6, not 7"),
        ({"render_mode": "video"}, "there is no render mode 'video'; there are human, ansi"),
        ({"longest": 0}, "the number of steps must be at least 1, not 0"),
    ],
)
def test_options_that_do_not_exist(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        alhambra_v0.env(**options)


@pytest.mark.parametrize("players", [2, 6])
def test_all_images_have_one_size(players: int) -> None:
    """A video needs that. The picture of a table grows with its reserves."""
    env = alhambra_v0.raw_env(players=players, render_mode="rgb_array")
    env.reset(seed=1)
    rng = random.Random(1)
    shapes = {env.render().shape}
    while not any(env.terminations.values()):
        env.step(rng.choice(np.flatnonzero(open_steps(env)).tolist()))
    assert {*shapes, env.render().shape} == {(1000, 1000, 3)}


def test_rendering_without_a_mode_is_warned_of() -> None:
    env = alhambra_v0.env()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="nothing is shown without a render_mode"):
        assert env.render() is None


@pytest.mark.parametrize("make", [alhambra_v0.env, alhambra_v0.raw_env])
def test_a_copy_plays_the_same_game_on(make: Any) -> None:
    env = make(players=2)
    env.reset(seed=1)
    for _ in range(30):
        env.step(int(open_steps(env).argmax()))
    before = env.observe("player_0")["observation"].tobytes()
    twin = copy.deepcopy(env)
    for _ in range(30):
        twin.step(int(open_steps(twin).argmax()))
    assert env.observe("player_0")["observation"].tobytes() == before
    for _ in range(30):
        env.step(int(open_steps(env).argmax()))
    for agent in env.agents:
        one, other = env.observe(agent), twin.observe(agent)
        assert all((one[part] == other[part]).all() for part in one)
