"""Learning by self-play: TD(λ) over afterstates, as docs/champion.md explains.

A ``Trainer`` takes steps until its time or its number of steps is over, and can be stopped and
resumed from its folder at any report. On the CPU, if counted in steps, the same seed gives the
same network.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import mse_loss

from alhambra.neural.network import Network, row_width
from alhambra.training.game_batch import GameBatch, threads_for
from alhambra.training.matches import ADVISED, GREEDY, LIGHT, RIVAL, Share, play_match, worth
from alhambra.training.memory import Memory
from alhambra.training.settings import Settings
from alhambra.training.symmetry import Symmetry
from alhambra.training.torch_network import TorchNetwork, by_seat, by_turn, result_of

GROUPS = 2  # one is rated while the threads play the other
WARM_STEPS = 300  # decisions of each game before self-play: more than most games have
TAUGHT = 0.65  # the largest part of a training in which another network or bot plays
EPOCHS = 2  # how often each of them is learned from at most, to avoid overfitting to single games


@dataclass(slots=True)
class Counted:
    """What has been done so far."""

    steps: int = 0
    games: int = 0
    decisions: int = 0
    rows: int = 0
    updates: int = 0
    seconds: float = 0.0  # of learning, without matches


@dataclass(frozen=True, slots=True)
class Report:
    """The state of the training."""

    counted: Counted
    loss: float  # of the shares, and a guess without knowledge is the logarithm of the players
    light: Share
    greedy: Share
    before: Share | None  # against the network of the report before


class Trainer:
    """The games, the memory and the network of one training."""

    def __init__(self, settings: Settings, device: str) -> None:
        self.settings = settings
        self.device = torch.device(device)
        self.counted = Counted()
        self.progress = 0.0  # from 0 to 1
        torch.manual_seed(settings.seed)
        if device == "cuda":
            torch.set_float32_matmul_precision("high")
        self._generator = torch.Generator(self.device)
        self._generator.manual_seed(settings.seed)
        self._threads = ThreadPoolExecutor(threads_for(self.device))
        width = row_width(settings.players)
        self._symmetry = Symmetry(settings.players, settings.sizes, settings.owned, self.device)
        self.net = TorchNetwork(settings.players, width, settings.sizes).to(self.device)
        self._symmetry.begin(self.net)
        self._average = copy.deepcopy(self.net)
        self._teacher: TorchNetwork | None = None
        self._rate = torch.tensor(settings.rate, device=self.device)
        captured = device == "cuda"
        self._optimiser = torch.optim.Adam(
            self.net.parameters(), lr=self._rate, fused=captured, capturable=captured
        )
        self._stats = torch.zeros(2, device=self.device)
        self._limit = torch.zeros((), dtype=torch.float64, device=self.device)
        self._graph: torch.cuda.CUDAGraph | None = None
        self._before: TorchNetwork | None = None
        self._groups: list[GameBatch] = []
        self.begun = 0  # how often it was resumed

    @property
    def acting(self) -> TorchNetwork:
        """The network that plays, is measured and saved: the averaged one, or the teacher while
        there is one."""
        return self._teacher or self._average

    # From the beginning or from a checkpoint

    def warm_up(self) -> Iterator[float]:
        """Learn first from games of the greedy bot with some noise. An untrained network would
        redesign cities for ever and never finish a game. Yields the progress."""
        settings, players = self.settings, self.settings.players
        group = GameBatch(
            settings.warm_games, players, settings.seed + 20, self.device, self._threads
        )
        np.asarray(group.pool.policy)[:] = ADVISED
        kept: list[tuple[Tensor, Tensor]] = []
        ends: list[tuple[Tensor, Tensor]] = []
        group.launch(1)
        for step in range(WARM_STEPS):
            rows = group.collect()
            ends.append((group.done, result_of(group.points)))
            advice = torch.zeros(len(rows), device=self.device)
            advised = group.advised()
            advice[(group.start + advised)[advised >= 0]] = 1.0
            chosen, _, _ = group.choose(advice, self._generator, noise=0.12, slip=0.04)
            kept.append((rows[chosen].clone(), group.actor))
            group.launch()
            yield 0.5 * (step + 1) / WARM_STEPS
        group.wait()
        rows, targets = self._outcomes(kept, ends)
        sample = torch.randint(
            len(rows), (min(len(rows), 200_000),), device=self.device, generator=self._generator
        )
        self.net.standardise(rows[sample], self._symmetry)
        self._average.load_state_dict(self.net.state_dict())
        batch = settings.batch // 8
        updates = EPOCHS * len(rows) // batch
        for update in range(updates):
            picked = torch.randint(
                len(rows), (batch,), device=self.device, generator=self._generator
            )
            self._learn(rows[picked], targets[picked])
            yield 0.5 + 0.5 * (update + 1) / updates
        self._average.load_state_dict(self.net.state_dict())
        self._before = copy.deepcopy(self.acting)

    def _outcomes(
        self, kept: list[tuple[Tensor, Tensor]], ends: list[tuple[Tensor, Tensor]]
    ) -> tuple[Tensor, Tensor]:
        """The rows of finished games, and their results."""
        rows, targets = [], []
        done, result = ends[-1]
        known = torch.zeros_like(done)
        coming = torch.zeros_like(result)
        for t in range(len(kept) - 2, -1, -1):
            done, result = ends[t + 1]
            coming = torch.where(done[:, None], result, coming)
            known = known | done
            row, actor = kept[t]
            rows.append(row[known])
            targets.append(by_turn(coming, actor, self.settings.players)[known])
        return torch.cat(rows), torch.cat(targets)

    def adopt(self, network: Network) -> None:
        """Begin with the weights of another training. If they are not symmetric in the currencies,
        that network is used as a teacher: it plays until the memory is full, and its ratings of
        these games are learned."""
        origin = copy.deepcopy(self.net)
        origin.adopt(network)
        if self._symmetry.holds(origin):
            self.net.load_state_dict(origin.state_dict())
        else:
            self._teacher = origin
            self.net.mean.copy_(self._symmetry.over_names(origin.mean))
            self.net.scale.copy_(self._symmetry.over_names(origin.scale))
        self._average.load_state_dict(self.net.state_dict())
        self._before = copy.deepcopy(self.acting)

    def begin(self) -> None:
        """Deal the games of self-play and allocate the memory."""
        settings = self.settings
        width, per = row_width(settings.players), settings.chunk * GROUPS * settings.games
        self._rows = torch.empty(
            (settings.chunks * per, width), dtype=torch.uint8, device=self.device
        )
        self._targets = torch.empty(
            (settings.chunks * per, 2 * settings.players), device=self.device
        )
        self._at = self._full = 0
        self._memories = [
            Memory(settings.chunk, settings.games, width, settings.players, self.device)
            for _ in range(GROUPS)
        ]
        self._groups = [
            GameBatch(
                settings.games,
                settings.players,
                settings.seed + 100 * self.begun + number + 1,
                self.device,
                self._threads,
            )
            for number in range(GROUPS)
        ]
        self._unscaled = bool((self.net.scale == 0).any())  # columns the origin did not know
        for group in self._groups:
            group.launch(2)

    def state(self) -> dict[str, Any]:
        """The contents of a checkpoint, without the current games: new ones are dealt."""
        return {
            "settings": asdict(self.settings),
            "counted": asdict(self.counted),
            "progress": self.progress,
            "begun": self.begun,
            "net": self.net.state_dict(),
            "average": self._average.state_dict(),
            "teacher": self._teacher.state_dict() if self._teacher else None,
            "optimiser": self._optimiser.state_dict(),
            "generator": self._generator.get_state().cpu(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Restore the state from a checkpoint."""
        self.counted = Counted(**state["counted"])
        self.progress = state["progress"]
        self.begun = state["begun"] + 1
        self.net.load_state_dict(state["net"])
        self._average.load_state_dict(state["average"])
        if state["teacher"]:
            self._teacher = copy.deepcopy(self.net)
            self._teacher.load_state_dict(state["teacher"])
        self._optimiser.load_state_dict(state["optimiser"])
        for group in self._optimiser.param_groups:
            group["lr"] = self._rate
        self._generator.set_state(state["generator"].cpu())
        self._before = copy.deepcopy(self.acting)

    # Steps

    def step(self, progress: float) -> None:
        """Play one decision in every game, and learn at the same time."""
        mark = time.perf_counter()
        self.progress = progress
        for group, memory in zip(self._groups, self._memories, strict=True):
            self._half_step(group, memory)
        if self._full == len(self._rows) or progress > TAUGHT:
            self._teacher = None
        self.counted.steps += 1
        self.counted.seconds += time.perf_counter() - mark

    def _half_step(self, group: GameBatch, memory: Memory) -> None:
        settings = self.settings
        rows = group.collect()
        at = memory.filled
        if at:
            memory.done[at - 1] = group.done
            memory.result[at - 1] = result_of(group.points)
        self.counted.games += group.ended
        if at == settings.chunk + 1:
            self._store(memory)
            at = memory.filled
        if self._unscaled:
            for net in (self.net, self._average, self._teacher):
                if net is not None:
                    net.standardise(rows, self._symmetry)
            self._unscaled = False
        rated = self.acting.rate(rows)
        chosen, best, cut = group.choose(
            worth(rated, settings.players, self._falling(settings.margin)),
            self._generator,
            noise=self._falling(settings.noise),
            slip=self._falling(settings.slip),
        )
        memory.rows[at] = rows[chosen]
        memory.best[at] = by_seat(rated[best], group.actor, settings.players)
        memory.actor[at] = group.actor
        memory.cut[at] = cut
        memory.filled = at + 1
        group.launch()
        self.counted.rows += len(rows)
        self.counted.decisions += group.games
        if self._full:
            for _ in range(settings.updates):
                self._update()

    def _falling(self, ends: tuple[float, float]) -> float:
        """A value that decays exponentially from the first to the last."""
        return float(ends[0] * (ends[1] / ends[0]) ** self.progress)

    def _store(self, memory: Memory) -> None:
        """Move the rows of a group, with their targets, to the replay memory."""
        settings = self.settings
        size = settings.chunk * settings.games
        targets = memory.targets(settings.trace, settings.players)
        self._rows[self._at : self._at + size] = memory.rows[:-1].flatten(0, 1)
        self._targets[self._at : self._at + size] = targets.flatten(0, 1)
        self._full = min(self._full + size, len(self._rows))
        self._at = (self._at + size) % len(self._rows)
        memory.turn_over()

    # Learning

    def _update(self) -> None:
        """Learn from a random batch. On a GPU the work is captured once and replayed."""
        late = min(1.0, 2 * (1 - self.progress) + 0.03) if self.progress > 0.5 else 1.0
        self._rate.fill_(self.settings.rate * late)
        self._limit.fill_(self._full)
        if self.device.type != "cuda":
            self._learn_from_memory()
            return
        if self._graph is None:
            self._graph = self._captured()
        self._graph.replay()
        self.counted.updates += 1

    def _captured(self) -> torch.cuda.CUDAGraph:
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self._learn_from_memory()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        self._optimiser.zero_grad(set_to_none=True)
        with torch.cuda.graph(graph):
            self._learn_from_memory()
        return graph

    def _learn_from_memory(self) -> None:
        even = torch.rand(
            self.settings.batch,
            device=self.device,
            dtype=torch.float64,
            generator=None if self.device.type == "cuda" else self._generator,
        )
        picked = (even * self._limit).long()
        self._learn(self._rows[picked], self._targets[picked])

    def _learn(self, rows: Tensor, targets: Tensor) -> None:
        players = self.settings.players
        output = self.net(rows)
        shares = -(targets[:, :players] * output[:, :players].log_softmax(1)).sum(1).mean()
        margins = mse_loss(output[:, players:], targets[:, players:])
        loss = shares + 0.5 * margins
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self._symmetry.share_gradients(self.net)
        nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self._optimiser.step()
        with torch.no_grad():
            torch._foreach_lerp_(
                list(self._average.parameters()), list(self.net.parameters()), self.settings.average
            )
            self._stats.copy_(torch.stack([shares.detach(), margins.detach()]))
        if self.device.type != "cuda":
            self.counted.updates += 1

    # Measuring

    def report(self, final: bool = False) -> Report:
        """Play matches, and keep the network as an opponent for the next report."""
        games = self.settings.match_games * (2 if final else 1)
        light = play_match(self.acting, games // 2, LIGHT, self._threads)
        greedy = play_match(self.acting, games, GREEDY, self._threads)
        before = None
        if self._before is not None and self.counted.steps:
            before = play_match(self.acting, games, RIVAL, self._threads, self._before)
        self._before = copy.deepcopy(self.acting)
        return Report(copy.copy(self.counted), float(self._stats[0]), light, greedy, before)

    def close(self) -> None:
        """End the threads."""
        for group in self._groups:
            group.wait()
        self._threads.shutdown()
