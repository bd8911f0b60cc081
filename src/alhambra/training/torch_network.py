"""The network during training, in torch; ``neural.network`` is the finished one."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn

from alhambra.neural.network import CLAMP, POINTS, Layer, Network
from alhambra.training.symmetry import Symmetry

AT_ONCE = 1 << 18  # rows rated in one go


class TorchNetwork(nn.Module):
    """Rows of bytes to shares (as logits) and margins, from the seat to act on."""

    mean: Tensor
    scale: Tensor
    inverse_temperature: Tensor  # as in ``neural.network``

    def __init__(self, players: int, width: int, sizes: tuple[int, ...]) -> None:
        super().__init__()
        self.players = players
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("scale", torch.zeros(width))
        # Stays 1 during training.
        self.register_buffer("inverse_temperature", torch.ones(2), persistent=False)
        body: list[nn.Module] = []
        for before, after in pairwise((width, *sizes)):
            body += [nn.Linear(before, after), nn.ReLU()]
        self.body = nn.Sequential(*body)
        self.head = nn.Linear(sizes[-1], 2 * players)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)

    def forward(self, rows: Tensor) -> Tensor:
        """Logits and margins, from which the loss is computed."""
        kind = torch.bfloat16 if rows.is_cuda else torch.float32
        with torch.autocast(
            rows.device.type, dtype=kind, enabled=rows.is_cuda, cache_enabled=False
        ):
            scaled = ((rows.float() - self.mean) * self.scale).clamp_(-CLAMP, CLAMP)
            hidden = self.body(scaled)
        result: Tensor = self.head(hidden.float())
        return result

    @torch.no_grad()
    def rate(self, rows: Tensor) -> Tensor:
        """Shares and margins of each row, side by side."""
        parts = []
        for part in rows.split(AT_ONCE):
            if part.is_cuda:
                with torch.autocast("cuda", dtype=torch.float16):
                    scaled = (part.half() - self.mean.half()) * self.scale.half()
                    hidden = self.body(scaled.clamp_(-CLAMP, CLAMP))
                output = self.head(hidden.float())
            else:
                output = self(part)
            shares = log_shares(output[:, : self.players], self.inverse_temperature).exp()
            parts.append(torch.cat([shares, output[:, self.players :]], 1))
        return torch.cat(parts) if len(parts) > 1 else parts[0]

    def standardise(self, rows: Tensor, symmetry: Symmetry) -> None:
        """Set mean and scale of the columns that have none yet, from some rows."""
        sample = rows.float()
        new = self.scale == 0
        mean, deviation = symmetry.over_names(sample.mean(0)), symmetry.over_names(sample.std(0))
        self.mean.copy_(torch.where(new, mean, self.mean))
        self.scale.copy_(torch.where(new, 1 / deviation.clamp_min(0.3), self.scale))

    @torch.no_grad()
    def adopt(self, network: Network) -> None:
        """Copy the weights of a finished network of the same shape."""
        self.mean.copy_(torch.from_numpy(network.mean))
        self.scale.copy_(torch.from_numpy(network.scale))
        self.inverse_temperature.copy_(torch.tensor(network.inverse_temperature))
        for linear, layer in zip(self._linear(), network.layers, strict=True):
            linear.weight.copy_(torch.from_numpy(layer.weight.T))
            linear.bias.copy_(torch.from_numpy(layer.bias))

    def _linear(self) -> list[nn.Linear]:
        return [module for module in [*self.body, self.head] if isinstance(module, nn.Linear)]

    def finished(self, made_by: dict[str, Any]) -> Network:
        """The network as it is shipped."""
        layers = tuple(
            Layer(
                layer.weight.detach().T.float().cpu().contiguous().numpy(),
                layer.bias.detach().float().cpu().numpy(),
            )
            for layer in self._linear()
        )
        certain, open_ = self.inverse_temperature.tolist()
        mean, scale = self.mean.cpu().numpy(), self.scale.cpu().numpy()
        return Network(
            self.players, mean, scale, layers, made_by, inverse_temperature=(certain, open_)
        )


def log_shares(logits: Tensor, inverse_temperature: Tensor) -> Tensor:
    """The logarithms of the shares of the win that ``neural.network`` makes of logits."""
    logs = logits.log_softmax(1)
    doubt = -(logs.exp() * logs).sum(1, keepdim=True) / math.log(logits.shape[1])
    return (
        logs * (inverse_temperature[0] + (inverse_temperature[1] - inverse_temperature[0]) * doubt)
    ).log_softmax(1)


def by_seat(rated: Tensor, actor: Tensor, players: int) -> Tensor:
    """Reorder shares and margins that begin with the actor into the order of the seats."""
    turn = (torch.arange(players, device=rated.device) - actor[..., None].long()) % players
    return torch.cat(
        [rated[..., :players].gather(-1, turn), rated[..., players:].gather(-1, turn)], -1
    )


def by_turn(rated: Tensor, actor: Tensor, players: int) -> Tensor:
    """Reorder shares and margins in the order of the seats to begin with the actor."""
    seat = (torch.arange(players, device=rated.device) + actor[..., None].long()) % players
    return torch.cat(
        [rated[..., :players].gather(-1, seat), rated[..., players:].gather(-1, seat)], -1
    )


def result_of(points: Tensor) -> Tensor:
    """Final points as shares and margins."""
    numbers = points.float()
    best = (numbers == numbers.max(1, keepdim=True).values).float()
    return torch.cat(
        [best / best.sum(1, keepdim=True), (numbers - numbers.mean(1, keepdim=True)) / POINTS], 1
    )
