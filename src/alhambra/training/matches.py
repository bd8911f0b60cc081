"""Strength and calibration of a network: games against others, and against itself."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from alhambra.training.game_batch import GameBatch
from alhambra.training.torch_network import TorchNetwork, by_seat, log_shares, result_of

NETWORK, RIVAL, ADVISED, LIGHT, GREEDY = range(5)  # who decides for a seat, as in ``selfplay``
REASONABLE = (0.5, 2.0)  # inverse temperatures
MARGIN = 0.02  # a point ahead counts a little when shares are equal


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the wins with its 95 % interval."""

    mean: float
    error: float
    games: int

    def __str__(self) -> str:
        return f"{self.mean:.3f} ± {self.error:.3f}"


@dataclass(frozen=True, slots=True)
class Tenth:
    """All predictions in a tenth of the scale: their number, their mean, and the mean result."""

    cases: int
    predicted: float
    actual: float


def worth(rated: Tensor, players: int, margin: float = MARGIN) -> Tensor:
    """The value of a row to the seat that acts."""
    return rated[:, 0] + margin * rated[:, players]


def play_match(
    net: TorchNetwork,
    games: int,
    opponent: int,
    threads: ThreadPoolExecutor,
    rival: TorchNetwork | None = None,
    seed: int = 99,
) -> Share:
    """The network plays one seat, each seat in turn; the opponent plays the others."""
    own = torch.arange(games) % net.players
    policy = np.full((games, net.players), opponent, np.uint8)
    policy[np.arange(games), own.numpy()] = NETWORK
    points, _ = _play(net, policy, threads, rival, seed)
    shares = result_of(points)[:, : net.players].gather(1, own[:, None])[:, 0]
    return Share(float(shares.mean()), 1.96 * float(shares.std()) / games**0.5, games)


def calibrate(
    net: TorchNetwork, games: int, threads: ThreadPoolExecutor, seed: int = 7
) -> list[Tenth]:
    """Compare predicted shares with results, in games of the network against itself."""
    predicted, actual = (shares.flatten() for shares in _foretold(net, games, threads, seed))
    tenth = (predicted * 10).long().clamp_(0, 9)
    return [
        Tenth(int(cases), float(predicted[which].mean()), float(actual[which].mean()))
        for number in range(10)
        if (cases := (which := tenth == number).sum())
    ]


def justified(net: TorchNetwork, games: int, threads: ThreadPoolExecutor, seed: int = 8) -> Tensor:
    """The inverse temperatures that calibrate the network, from games against itself."""
    return least_surprising(*_foretold(net, games, threads, seed))


def least_surprising(predicted: Tensor, actual: Tensor) -> Tensor:
    """The inverse temperatures with the highest likelihood of the results. They are clamped,
    because a few games do not justify extreme ones."""
    logits = predicted.clamp_min(1e-7).log()
    inverse_temperature = torch.ones(2, device=logits.device, requires_grad=True)
    search = torch.optim.LBFGS([inverse_temperature], max_iter=50, line_search_fn="strong_wolfe")

    def surprise() -> Tensor:
        search.zero_grad()
        loss = -(actual * log_shares(logits, inverse_temperature)).sum(1).mean()
        loss.backward()
        return loss

    search.step(surprise)
    return inverse_temperature.detach().clamp(*REASONABLE)


def _foretold(
    net: TorchNetwork, games: int, threads: ThreadPoolExecutor, seed: int
) -> tuple[Tensor, Tensor]:
    """Every prediction in games of the network against itself, with the result."""
    policy = np.full((games, net.players), NETWORK, np.uint8)
    points, log = _play(net, policy, threads, None, seed, note=True)
    came = result_of(points)[:, : net.players].to(net.mean.device)
    predicted = torch.cat([shares[counts] for shares, counts in log])
    return predicted, torch.cat([came[counts] for _, counts in log])


def _play(
    net: TorchNetwork,
    policy: np.ndarray[tuple[int, int], np.dtype[np.uint8]],
    threads: ThreadPoolExecutor,
    rival: TorchNetwork | None,
    seed: int,
    note: bool = False,
) -> tuple[Tensor, list[tuple[Tensor, Tensor]]]:
    """Play every game once; returns the points, and the predictions made during the games."""
    device, games = net.mean.device, len(policy)
    group = GameBatch(games, net.players, seed, device, threads)
    np.asarray(group.pool.policy)[:] = policy
    deciders = torch.from_numpy(policy).to(device).long()
    points = torch.zeros((games, net.players), dtype=torch.int16, device=device)
    over = torch.zeros(games, dtype=torch.bool, device=device)
    generator = torch.Generator(device)
    log: list[tuple[Tensor, Tensor]] = []
    group.launch(1)
    while True:
        rows = group.collect()
        fresh = group.done & ~over
        points[fresh] = group.points[fresh]
        over |= fresh
        if bool(over.all()):
            break
        rated = net.rate(rows)
        value = worth(rated, net.players)
        if rival is not None:
            owner = deciders.gather(1, group.actor[:, None].long())[:, 0]
            other = worth(rival.rate(rows), net.players)
            value = torch.where(owner[group.owner] == RIVAL, other, value)
        chosen, _, _ = group.choose(value, generator)
        if note:
            shares = by_seat(rated[chosen], group.actor, net.players)[:, : net.players]
            log.append((shares, ~over))
        group.launch()
    return points.cpu(), log
