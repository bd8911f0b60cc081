"""Many games at once, played in compiled code on one or several threads, with Gymnasium's vector
interface. ``gymnasium.make_vec("Alhambra-v0", num_envs=64)`` makes it too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from operator import index
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from alhambra.envs.batch import Batch, BatchWorker, deal_games, step_games, stepper_of
from alhambra.envs.spaces import LONGEST, action_space, check_seed, observation_space
from alhambra.envs.stepper import Stepper

OPPONENTS = (None, "random", "mason")  # in the order of the numbers in ``batch``


class AlhambraVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """``num_envs`` games. With ``opponents`` ("mason" or "random") every game has one player, on a
    seat that is drawn for each game; with None the player plays all seats in turn.

    The next step after the end of a game begins another one and ignores the action (Gymnasium's
    ``NEXT_STEP``). A step that is not open changes nothing. ``infos`` has arrays: the observed
    ``seat`` of each game, the ``returns`` of all seats, and whether a step was ``refused``. With
    ``copy=False`` the arrays that are returned are overwritten by the next step.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 3,
        opponents: str | None = "mason",
        threads: int = 1,
        longest: int = LONGEST,
        copy: bool = True,
    ) -> None:
        if opponents not in OPPONENTS:
            known = ", ".join(map(repr, OPPONENTS))
            raise ValueError(f"the opponents can be {known}, not {opponents!r}")
        if threads < 1:
            raise ValueError(f"the number of threads must be at least 1, not {threads}")
        num_envs, players = index(num_envs), index(players)
        # Before the spaces: it checks the numbers, and spaces for too many games fill the memory.
        self._batch = Batch(num_envs, players, OPPONENTS.index(opponents), index(longest))
        self.num_envs = num_envs
        self.single_observation_space = observation_space(players)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._arrays = self._batch.arrays()
        self._chosen, self._seeds = np.asarray(self._batch.chosen), np.asarray(self._batch.seeds)
        self._copy, self._begun = copy, False
        bounds = [num_envs * n // threads for n in range(threads + 1)]
        self._ranges = list(pairwise(bounds))
        self._workers = [BatchWorker(players) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin other games. The same seed gives the same games, whatever the number of threads;
        a sequence has a seed for each game."""
        seeds: Any
        if not isinstance(seed, Iterable):
            super().reset(seed=check_seed(seed), options=options)
            seeds = self.np_random.integers(2**64, size=self.num_envs, dtype=np.uint64)
        else:
            seeds = [
                np.random.SeedSequence(check_seed(one)).generate_state(1, np.uint64)[0]
                for one in seed
            ]
        if len(seeds) != self.num_envs:
            raise ValueError(f"{self.num_envs} seeds are needed, not {len(seeds)}")
        self._seeds[:] = seeds
        self._run(deal_games)
        self._begun = True
        return self._observations(), self._infos()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Take a step in every game."""
        if not self._begun:
            raise ResetNeeded("no games have begun; reset begins them")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"{self.num_envs} whole numbers are needed, one for each game")
        self._chosen[:] = chosen
        self._run(step_games)
        found = self._arrays
        return (
            self._observations(),
            found.rewards.copy(),
            found.ended.astype(bool),
            found.cut.astype(bool),
            self._infos(),
        )

    def game(self, number: int) -> Stepper:
        """A copy of one of the games, which knows the order of deck and bag."""
        return stepper_of(self._batch, number)

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        if self._pool:
            self._pool.shutdown()

    def _run(self, play: Callable[[Batch, BatchWorker, int, int], int]) -> None:
        """Play in all games: the first part of them in this thread, the others in the pool."""
        (own, part), *others = zip(self._workers, self._ranges, strict=True)
        running = [
            self._pool.submit(play, self._batch, worker, first, last)
            for worker, (first, last) in others
            if self._pool
        ]
        play(self._batch, own, *part)
        for each in running:
            each.result()

    def _observations(self) -> dict[str, Any]:
        return {
            "observation": self._shown(self._arrays.observations),
            "action_mask": self._shown(self._arrays.masks.view(np.int8)),
        }

    def _infos(self) -> dict[str, Any]:
        found = self._arrays
        return {
            "seat": self._shown(found.seats),
            "returns": self._shown(found.returns),
            "refused": found.refused.astype(bool),
        }

    def _shown(self, array: Any) -> Any:
        return array.copy() if self._copy else array
