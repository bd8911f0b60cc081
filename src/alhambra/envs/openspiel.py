"""Alhambra as a game of OpenSpiel. Importing this module registers ``python_alhambra``.

>>> import pyspiel
>>> import alhambra.envs.openspiel
>>> game = pyspiel.load_game("python_alhambra(players=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 36)

Every card and tile that is drawn is a chance node. All hands are public, so the game has perfect
information.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from alhambra.core import constants as c
from alhambra.core import tables
from alhambra.envs.chances import ChanceGame
from alhambra.envs.layout import observation_size, parts
from alhambra.envs.numbering import STEPS, step_name
from alhambra.envs.observer import Observer
from alhambra.envs.rendering import PositionTable, table_text

LONGEST = 5000  # steps after which a game ends without a winner; the rules have no limit
OUTCOMES = 92

_GAME_TYPE = pyspiel.GameType(
    short_name="python_alhambra",
    long_name="Alhambra",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=c.MAX_PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 2},
)


def outcome_name(outcome: int) -> str:
    """What is drawn."""
    if outcome < 36:
        currency, value = divmod(outcome, 9)
        return f"draw {tables.CURRENCY_LETTERS[currency]}{value + 1}"
    if outcome < 38:
        return f"draw scoring {'AB'[outcome - 36]}"
    return f"draw {tables.names()[outcome - 38]}"


class AlhambraGame(pyspiel.Game):
    """The game for 2 to 6 players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.players = Observer(params.get("players", 2)).players  # raises ValueError
        super().__init__(
            _GAME_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=STEPS,
                max_chance_outcomes=OUTCOMES,
                num_players=self.players,
                min_utility=-1.0 / (self.players - 1),
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LONGEST,
            ),
            params,
        )

    def new_initial_state(self) -> AlhambraState:
        """The beginning, before the first card is dealt."""
        return AlhambraState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """The observations of ``alhambra.envs.layout``."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return AlhambraObserver(self.players, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class AlhambraState(pyspiel.State):
    """A state of the game."""

    def __init__(self, game: AlhambraGame) -> None:
        super().__init__(game)
        self.game_in_steps = ChanceGame(game.players, LONGEST)

    def current_player(self) -> int:
        """The seat to act, or what OpenSpiel calls chance and the end."""
        return self.game_in_steps.actor()

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return self.game_in_steps.legal_steps()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be drawn next, and how likely it is."""
        return self.game_in_steps.outcomes()

    def _apply_action(self, action: int) -> None:
        self.game_in_steps.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return outcome_name(action) if player == pyspiel.PlayerId.CHANCE else step_name(action)

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return bool(self.game_in_steps.actor() == pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """1 for a win and ``-1 / (players - 1)`` otherwise; shared by those tied."""
        return self.game_in_steps.returns()

    def __str__(self) -> str:
        game = self.game_in_steps
        chosen = [step_name(step) for step in game.stepper.chosen]
        if game.is_set_up:
            names = tuple(f"player {seat}" for seat in range(game.players))
            lines = [table_text(PositionTable(game.position, names))]
        else:
            lines = ["set-up"]
        drawn = [outcome_name(outcome) for outcome in game.drawn()]
        return "\n".join([*lines, *drawn, *chosen])


class AlhambraObserver:
    """The observation of a seat, as numbers and in words."""

    def __init__(self, players: int, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observations have no parameters, not {params}")
        self._observer = Observer(players)
        self.tensor = np.zeros(observation_size(players), np.float32)
        self.dict = {
            name: self.tensor[part.start : part.end].reshape(part.shape)
            for name, part in parts(players).items()
        }

    def set_from(self, state: AlhambraState, player: int) -> None:
        """Write the observation; before the end of the set-up there is nothing to see."""
        game = state.game_in_steps
        if game.is_set_up:
            stepper = game.stepper_before_draws()
            self.tensor[:] = np.frombuffer(self._observer.observe(stepper, player), np.uint8)
        else:
            self.tensor[:] = 0

    def string_from(self, state: AlhambraState, player: int) -> str:  # noqa: ARG002
        """The table in words. Everything in it is public."""
        return str(state)


pyspiel.register_game(_GAME_TYPE, AlhambraGame)
