"""Alhambra as an environment of PettingZoo: ``env(players=3)``.

>>> from alhambra.envs.pettingzoo import env
>>> game = env(players=3)
>>> game.reset(seed=1)
>>> game.agents
['player_0', 'player_1', 'player_2']
"""

from __future__ import annotations

import copy
import secrets
from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from alhambra.core.position import Position
from alhambra.envs.numbering import STEPS
from alhambra.envs.observer import Observer
from alhambra.envs.rendering import RENDER_MODES, PositionTable, check_render_mode, render
from alhambra.envs.spaces import (
    LONGEST,
    action_space,
    check_longest,
    check_seed,
    observation_space,
)
from alhambra.envs.stepper import Stepper


def env(players: int = 3, render_mode: str | None = None, **options: Any) -> AECEnv[str, Any, int]:
    """The environment in PettingZoo's usual wrappers: a step that is not open ends the game with a
    reward of -1, and calls in the wrong order are reported."""
    found: AECEnv[str, Any, int] = raw_env(players, render_mode, **options)
    found = wrappers.TerminateIllegalWrapper(found, illegal_reward=-1)
    found = wrappers.AssertOutOfBoundsWrapper(found)
    return wrappers.OrderEnforcingWrapper(found)


class raw_env(AECEnv[str, Any, int], EzPickle):  # noqa: N801 - PettingZoo's name
    """The environment itself; a step that is not open raises ValueError. After ``longest`` steps a
    game is truncated."""

    metadata = {  # noqa: RUF012 - PettingZoo's form
        "name": "alhambra_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self, players: int = 3, render_mode: str | None = None, longest: int = LONGEST
    ) -> None:
        EzPickle.__init__(self, players, render_mode, longest)
        AECEnv.__init__(self)
        check_render_mode(render_mode)
        players = index(players)
        self.render_mode = render_mode
        self._longest = check_longest(longest)
        self._observer = Observer(players)
        self._stepper = Stepper()
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []  # until `reset`
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: observation_space(players) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}

    def __deepcopy__(self, memo: dict[int, Any]) -> raw_env:
        """A copy with its game, for a search. (A copy by EzPickle would begin a new game.)"""
        memo[id(self)] = other = type(self).__new__(type(self))
        other.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return other

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """``observation`` and ``action_mask``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """The numbered steps."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """A copy of the position. It knows the order of deck and bag, which players do not."""
        if self._stepper.position.players == 0:
            raise ValueError("no game has begun; reset begins one")
        return self._stepper.position.clone()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a new game. The same seed gives the same game, reshuffles included."""
        seed = check_seed(seed)
        self._stepper.deal(
            len(self.possible_agents), secrets.randbits(64) if seed is None else seed
        )
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._stepper.position.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows. Only the agent that is to act has open steps."""
        row = self._observer.observe(self._stepper, self._seats[agent])
        mask = self._stepper.mask() if agent == self.agent_selection else bytearray(STEPS)
        return {
            "observation": np.frombuffer(row, np.uint8),
            "action_mask": np.frombuffer(mask, np.int8),
        }

    def step(self, action: int) -> None:
        """Take a step of the agent that is to act. Once the game is over, the step of each agent is
        None."""
        if not self.agents:
            raise ValueError("no game is being played; reset begins one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._stepper.step(index(action))
        self._cumulative_rewards[agent] = 0.0
        position = self._stepper.position
        if self._stepper.over:
            shares = self._stepper.rewards()
            self.rewards = dict(zip(self.agents, shares, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif self._stepper.taken >= self._longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[position.seat]
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table as text or as an image."""
        table = PositionTable(self.position, tuple(self.possible_agents))
        return render(table, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
