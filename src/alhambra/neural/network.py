"""The champion's networks: a few matrices, loaded and applied with NumPy alone.

A network rates rows of ``features``: for each seat, beginning with the one to act, its share of
the win and its margin in points. One file holds the network for one number of players.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache, cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alhambra.neural.columns import columns
from alhambra.neural.first_layer import apply_to_groups
from alhambra.neural.one_thread import OneThread
from alhambra.reasons import AlhambraError, why

FORMAT = 3
OLDEST = 2  # had no temperatures
POINTS = 20.0  # margins are learned in units of this many points
TINY = np.float32(1e-30)  # added so that the logarithm of 0 is never taken
CLAMP = 6.0  # standard deviations; inputs beyond are too rare to be trusted and are clipped
SHIPPED = Path(__file__).parent / "weights"

ONE_THREAD = OneThread()

Rows = NDArray[np.uint8]
Numbers = NDArray[np.float32]
ONE = np.zeros(1, np.int32)  # the beginning of one decision


class InvalidWeights(AlhambraError):
    """A file that does not hold a network for this version of the game."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A weight matrix and a bias."""

    weight: Numbers  # from inputs (rows) to outputs (columns)
    bias: Numbers


@dataclass(frozen=True, eq=False)
class Network:
    """The network of one file. It is immutable, so copying it returns the same object."""

    players: int
    mean: Numbers
    scale: Numbers
    layers: tuple[Layer, ...]
    made_by: dict[str, Any]  # commit and settings of its training, and the results
    names: tuple[str, ...] = ()  # of its columns, where they are not those of this version
    inverse_temperature: tuple[float, float] = (1.0, 1.0)  # see ``_shares``

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Network) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __deepcopy__(self, memo: object) -> Network:
        return self

    @cached_property
    def fingerprint(self) -> str:
        """Twelve hexadecimal digits that identify the weights."""
        digest = hashlib.sha256("\n".join(self.column_names).encode())
        digest.update(np.array(self.inverse_temperature).tobytes())
        for part in self._parts():
            digest.update(part.tobytes())
        return digest.hexdigest()[:12]

    def _parts(self) -> list[Numbers]:
        layers = (part for layer in self.layers for part in (layer.weight, layer.bias))
        return [self.mean, self.scale, *layers]

    @property
    def column_names(self) -> tuple[str, ...]:
        """The name of each column of its rows, without padding."""
        return self.names or tuple(columns(self.players))

    def rate(self, rows: Rows, first: NDArray[np.int32] = ONE) -> tuple[Numbers, Numbers]:
        """For each row the seats' shares of the win, which add up to one, and their margins over
        the average of all seats; the seat to act comes first. If the rows belong to several
        decisions, ``first`` has the index of the first row of each."""
        with ONE_THREAD:
            output = self._forward(rows, first)
        logits, margins = output[:, : self.players], output[:, self.players :]
        return self._shares(logits), margins * POINTS

    def _shares(self, logits: Numbers) -> Numbers:
        """Calibrated shares of the win: the logits are multiplied by one inverse temperature where
        the winner seems certain, by another where nobody leads, and interpolated in between."""
        shares = softmax(logits)
        if self.inverse_temperature == (1.0, 1.0):
            return shares
        certain, open_ = self.inverse_temperature
        doubt = -(shares * np.log(shares + TINY)).sum(axis=1, keepdims=True) / np.log(self.players)
        return softmax(logits * (certain + (open_ - certain) * doubt).astype(np.float32))

    def _forward(self, rows: Rows, first: NDArray[np.int32]) -> Numbers:
        """The rows of one decision are similar. So the first layer, the widest, is applied to the
        first row and then only to the differences of the others."""
        widest, *others = self.layers
        begun = self._scaled(rows[first]) @ widest.weight + widest.bias
        hidden = np.empty((len(rows), begun.shape[1]), np.float32)
        apply_to_groups(rows, rows.view(np.uint64), first, begun, self.steps, widest.weight, hidden)
        for layer in others:
            np.maximum(hidden, 0, out=hidden)
            hidden = hidden @ layer.weight
            hidden += layer.bias
        return hidden

    @cached_property
    def steps(self) -> Numbers:
        """The normalised value of each byte in each column."""
        return self._scaled(np.arange(256, dtype=np.uint8)[:, None]).T.copy()

    def _scaled(self, rows: Rows) -> Numbers:
        scaled: Numbers = (rows - self.mean) * self.scale
        np.clip(scaled, -CLAMP, CLAMP, out=scaled)
        return scaled

    @classmethod
    def load(cls, path: Path, any_columns: bool = False) -> Network:
        """Read a file, or raise InvalidWeights. With ``any_columns`` its columns may be those of
        another version, which is enough to start a training from it."""
        try:
            text = BytesIO(path.read_bytes())  # NumPy leaves a broken file open
            with np.load(text, allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
        except FileNotFoundError:
            raise InvalidWeights(why("no_weights", file=path.name)) from None
        except Exception:  # NumPy raises many kinds of errors for a broken or foreign file
            raise InvalidWeights(why("weights_unreadable", file=path.name)) from None
        network = cls._of(arrays, path.name)
        if network.names and not any_columns:
            raise InvalidWeights(why("weights_columns", file=path.name))
        return network

    @classmethod
    def _of(cls, arrays: dict[str, NDArray[Any]], name: str) -> Network:
        version = arrays.get("format")
        if not isinstance(version, np.ndarray) or version.shape != () or version.dtype.kind != "i":
            raise InvalidWeights(why("weights_foreign", file=name))
        if not OLDEST <= int(version) <= FORMAT:
            found = str(int(version))
            raise InvalidWeights(
                why("weights_version", file=name, found=found, known=f"{OLDEST} to {FORMAT}")
            )
        try:
            players = int(arrays["players"])
            made_by = json.loads(str(arrays["made_by"]))
            depth = sum(key.startswith("weight") for key in arrays)
            layers = tuple(
                Layer(_floats(arrays[f"weight{i}"]), _floats(arrays[f"bias{i}"]))
                for i in range(depth)
            )
            names = tuple(str(arrays["columns"]).split("\n"))
            if 2 <= players <= 6 and names == tuple(columns(players)):
                names = ()
            mean, scale = _floats(arrays["mean"]), _floats(arrays["scale"])
            inverse_temperature = arrays["sureness"] if version > OLDEST else np.ones(2)
            certain, open_ = (float(factor) for factor in inverse_temperature)
            network = cls(players, mean, scale, layers, made_by, names, (certain, open_))
        except (LookupError, ValueError, TypeError, AttributeError, OverflowError):
            raise InvalidWeights(why("weights_foreign", file=name)) from None
        network._check_shapes(name)
        return network

    def _check_shapes(self, name: str) -> None:
        """Check that the inputs of every layer match the outputs of the one before."""
        width = padded(len(self.column_names)) if 2 <= self.players <= 6 else 0
        fits = len(self.layers) > 0 and self.mean.shape == self.scale.shape == (width,)
        for layer in self.layers:
            fits = fits and layer.weight.shape[:1] == (width,) and layer.weight.ndim == 2
            fits = fits and layer.bias.shape == layer.weight.shape[1:]
            width = layer.bias.size
        if not fits or width != 2 * self.players:
            raise InvalidWeights(why("weights_shape", file=name, players=str(self.players)))
        values = [np.array(self.inverse_temperature), *self._parts()]
        # A negative temperature would invert the ranking.
        if (
            not all(np.isfinite(part).all() for part in values)
            or min(self.inverse_temperature) <= 0
        ):
            raise InvalidWeights(why("weights_unreadable", file=name))

    def save(self, path: Path) -> None:
        """Write a file. 16-bit floats are precise enough for weights, and take half the space."""
        arrays: dict[str, Any] = {
            "format": np.array(FORMAT),
            "players": np.array(self.players),
            "made_by": np.array(json.dumps(self.made_by)),
            "columns": np.array("\n".join(self.column_names)),
            "mean": self.mean,
            "scale": self.scale,
            "sureness": np.array(self.inverse_temperature),
        }
        for i, layer in enumerate(self.layers):
            arrays[f"weight{i}"] = layer.weight.astype(np.float16)
            arrays[f"bias{i}"] = layer.bias
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez_compressed(file, **arrays)
        part.replace(path)


def softmax(logits: Numbers) -> Numbers:
    """Shares that add up to one."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Numbers = powers / powers.sum(axis=1, keepdims=True)
    return shares


def row_width(players: int) -> int:
    """The length of rows for this number of players: all columns, and padding."""
    return padded(len(columns(players)))


def padded(length: int) -> int:
    """A length rounded up to a multiple of 16."""
    return (length + 15) // 16 * 16


def _floats(array: NDArray[Any]) -> Numbers:
    if array.dtype not in (np.float16, np.float32):
        raise ValueError(array.dtype)
    return np.ascontiguousarray(array, dtype=np.float32)


@cache
def champion_network(players: int) -> Network:
    """The network that comes with the package."""
    return Network.load(SHIPPED / f"{players}.npz")
