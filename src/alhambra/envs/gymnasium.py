"""Alhambra as an environment of Gymnasium: one player, with bots in the other seats. Importing this
module registers ``Alhambra-v0``.

>>> import gymnasium
>>> import alhambra.envs.gymnasium
>>> game = gymnasium.make("Alhambra-v0", players=3, opponents="mason")
>>> observation, info = game.reset(seed=1)
>>> sorted(observation)
['action_mask', 'observation']
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from operator import index
from typing import Any

import gymnasium
import numpy as np

from alhambra.actions import action_of
from alhambra.bots.bot import Bot, never
from alhambra.bots.names import bot_named
from alhambra.envs.numbering import STEPS
from alhambra.envs.observer import Observer
from alhambra.envs.rendering import RENDER_MODES, check_render_mode, render
from alhambra.envs.spaces import LONGEST, action_space, check_longest, observation_space
from alhambra.envs.stepper import Stepper
from alhambra.game import Game

Opponents = str | Bot | Sequence[str | Bot]


class AlhambraEnv(gymnasium.Env[dict[str, Any], Any]):
    """A game for one player. ``opponents`` are a bot or its name, or one for each other seat in
    turn order. ``seat`` is the player's; by default every game draws one."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        players: int = 3,
        opponents: Opponents = "mason",
        seat: int | None = None,
        render_mode: str | None = None,
        longest: int = LONGEST,
    ) -> None:
        check_render_mode(render_mode)
        players = index(players)
        self._observer, self._stepper = Observer(players), Stepper()
        if seat is not None and not 0 <= index(seat) < players:
            raise ValueError(f"the seat must be from 0 to {players - 1}, not {seat}")
        self.render_mode = render_mode
        self._seat_wanted, self._longest = seat, check_longest(longest)
        self._bots = _bots(opponents, players - 1)
        self._names = tuple(f"player_{n}" for n in range(players))
        self._game: Game | None = None
        self.observation_space = observation_space(players)
        self.action_space = action_space()

    @property
    def game(self) -> Game:
        """A copy of the game as it is. It knows the order of deck and bag, which players do not."""
        return self._under_way().copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game. The same seed gives the same games, the bots' choices included."""
        super().reset(seed=seed, options=options)
        players = len(self._names)
        drawn = int(self.np_random.integers(players))
        self.seat = drawn if self._seat_wanted is None else self._seat_wanted
        self._rng = random.Random(int(self.np_random.integers(2**63)))
        self._game = Game.new(self._names, shuffler=self._rng)
        self._taken = 0
        self._play_opponents()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take a step. One that is not open changes nothing; ``info["refused"]`` says so."""
        game = self._under_way()
        if game.is_over:
            raise gymnasium.error.ResetNeeded("the game is over; reset begins another one")
        step = index(action)
        self._taken += 1
        refused = not (0 <= step < STEPS and self._stepper.mask()[step])
        if not refused:
            code = self._stepper.choose(step)
            if code >= 0:
                game.push(action_of(code))
                self._play_opponents()
        over = self._under_way().is_over
        reward = self._stepper.rewards()[self.seat] if over else 0.0
        cut = not over and self._taken >= self._longest
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, over, cut, self._info(refused)

    def action_masks(self) -> Any:
        """The open steps, as the MaskablePPO of sb3-contrib asks for them."""
        return np.frombuffer(self._stepper.mask(), np.bool_)

    def render(self) -> Any:
        """The table as text or as an image."""
        return render(self._under_way(), self.render_mode)

    def _under_way(self) -> Game:
        if self._game is None:
            raise gymnasium.error.ResetNeeded("no game has begun; reset begins one")
        return self._game

    def _play_opponents(self) -> None:
        game = self._under_way()
        while not game.is_over and game.seat != self.seat:
            bot = self._bots[(game.seat - self.seat) % len(self._names) - 1]
            action = bot.choose(game.view(game.seat), rng=self._rng, stop=never)
            try:
                game.push(action)
            except (AttributeError, ValueError) as error:
                raise ValueError(f"the bot {bot.name} chose {action!r}: not legal") from error
        game.drop_snapshots()
        self._stepper.follow(game.position)

    def _observation(self) -> dict[str, Any]:
        row = self._observer.observe(self._stepper, self.seat)
        mask = self._stepper.mask()
        return {
            "observation": np.frombuffer(row, np.uint8),
            "action_mask": np.frombuffer(mask, np.int8),
        }

    def _info(self, refused: bool = False) -> dict[str, Any]:
        return {"seat": self.seat, "points": self._under_way().scores, "refused": refused}


def _bots(opponents: Opponents, number: int) -> list[Bot]:
    each: Sequence[object] = [opponents] * number
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        each = opponents
    if len(each) != number:
        raise ValueError(f"{number} opponents are needed, not {len(each)}")
    return [bot_named(bot) if isinstance(bot, str) else _checked(bot) for bot in each]


def _checked(bot: object) -> Bot:
    if isinstance(bot, type) or not isinstance(bot, Bot):
        raise TypeError(f"{bot!r} is not a bot: a bot has a name and a method choose")
    return bot


gymnasium.register(
    id="Alhambra-v0",
    entry_point="alhambra.envs.gymnasium:AlhambraEnv",
    vector_entry_point="alhambra.envs.vector:AlhambraVectorEnv",
)
