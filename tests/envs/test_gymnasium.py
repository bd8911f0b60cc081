"""Gymnasium: one player against bots."""

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from alhambra import Action, AlhambraError, View
from alhambra.bots.simple import RandomBot
from alhambra.envs.gymnasium import AlhambraEnv
from alhambra.envs.stepper import Stepper
from envs.playing import chosen

pytestmark = pytest.mark.compiled_only


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
        ({"players": 7, "opponents": ["mason"]}, "players must be from 2 to 6, not 7"),
        ({"players": 3, "opponents": ["mason"]}, "2 opponents are needed, not 1"),
        ({"longest": 0}, "the number of steps must be at least 1, not 0"),
        ({"players": 2.5}, "cannot be interpreted as an integer"),
        ({"seat": 1.0}, "cannot be interpreted as an integer"),
        ({"opponents": "nobody"}, "there is no bot 'nobody'"),
        ({"opponents": 5}, "5 is not a bot: a bot has a name and a method choose"),
        ({"opponents": ["mason", RandomBot]}, "is not a bot: a bot has a name"),
        ({"render_mode": "video"}, "there is no render mode 'video'"),
    ],
)
def test_options_that_do_not_exist(options: dict[str, Any], words: str) -> None:
    with pytest.raises((AlhambraError, TypeError, ValueError), match=words):
        AlhambraEnv(**options)


def test_no_game_is_being_played() -> None:
    """Neither before the first reset nor after the end."""
    env = AlhambraEnv(players=2, opponents="random")
    for call in (env.render, lambda: env.step(0), lambda: env.game):
        with pytest.raises(ResetNeeded, match="no game has begun; reset begins one"):
            call()
    observation, _ = env.reset(seed=1)
    over = False
    while not over:
        observation, _, over, _, _ = env.step(int(observation["action_mask"].argmax()))
    with pytest.raises(ResetNeeded, match="the game is over; reset begins another one"):
        env.step(0)


@pytest.mark.parametrize("action", ["take", 1.5, None])
def test_a_step_is_a_whole_number(action: Any) -> None:
    env: Any = AlhambraEnv()
    env.reset(seed=1)
    with pytest.raises(TypeError, match="integer"):
        env.step(action)
    assert not env.step(np.int64(617))[3]


class Cheating:
    """A bot that does what is not allowed."""

    name = "cheating"

    def __init__(self, action: Any) -> None:
        self.action = action

    def choose(self, view: View, **_: Any) -> Any:
        return self.action


def until_the_other_turn(env: AlhambraEnv) -> None:
    """Whoever begins."""
    observation, _ = env.reset(seed=1)
    for _ in range(100):
        observation = env.step(int(observation["action_mask"].argmax()))[0]


@pytest.mark.parametrize("action", [Action.parse("pass"), "take b1", None])
def test_an_opponent_that_cheats_is_named(action: Any) -> None:
    env = AlhambraEnv(players=2, opponents=Cheating(action))
    with pytest.raises(ValueError, match=r"the bot cheating chose .*: not legal"):
        until_the_other_turn(env)


def test_a_copy_plays_the_same_game_on() -> None:
    env = AlhambraEnv(players=3, opponents="random")
    observation, _ = env.reset(seed=1)
    for _ in range(20):
        observation = env.step(int(observation["action_mask"].argmax()))[0]
    twin = copy.deepcopy(env)
    for _ in range(60):
        step = int(observation["action_mask"].argmax())
        observation, _, over, _, info = env.step(step)
        other, _, _, _, other_info = twin.step(step)
        assert info == other_info
        assert observation["observation"].tobytes() == other["observation"].tobytes()
        if over:
            break


def test_masks_for_maskable_ppo() -> None:
    env = AlhambraEnv()
    observation, _ = env.reset(seed=1)
    masks = env.action_masks()
    assert masks.dtype == bool
    assert masks.tolist() == observation["action_mask"].astype(bool).tolist()
