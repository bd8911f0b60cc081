"""What an observation holds: named parts of one array of bytes.

An observation is what a seat's view shows: all that is public, nothing of the order of deck and
bag. Seats are counted from the observer's: the first row of a part is the observer's own, the next
row is that of the next seat in turn order. Tiles and cards are in the order of their notation:
P2new, P3sw, …, and b1, …, b9, g1, …, y9. Numbers above 255 are given as 255.

>>> parts(3)["points"]
Part(start=120, shape=(3,), meaning='points')
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from alhambra.core.constants import CURRENCIES, MAX_PLAYERS, SQUARES, TILES
from alhambra.envs.numbering import CARDS, FRONTIER

VERSION = 1  # of the parts and their meaning, and of the numbers of the steps
ORIGIN = 64  # added to both coordinates of a cell, so that 0 can stand for none
VERBS = ("take", "buy", "build", "swap", "place")  # the actions that can be chosen in part


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the array: where it begins, its shape, and what it says."""

    start: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return math.prod(self.shape)

    @property
    def end(self) -> int:
        """Where the next part begins."""
        return self.start + self.size


def _shapes(players: int) -> dict[str, tuple[tuple[int, ...], str]]:
    return {
        "hands": ((players, CARDS), "how many of each card each seat holds"),
        "money": ((players, CURRENCIES), "the worth of each seat's cards in each currency"),
        "points": ((players,), "points"),
        "walls": ((players,), "the longest wall"),
        "turn": ((players,), "1 for the seat that is to act"),
        "cities": ((players, TILES), "1 for each tile in the city"),
        "reserves": ((players, TILES), "1 for each tile in the reserve"),
        "cells": ((TILES, 2), "x + 64 and y + 64 of each tile in a city, otherwise 0"),
        "frontier": ((FRONTIER, 2), "x + 64 and y + 64 of the cells beside the own city, in order"),
        "market": ((SQUARES, TILES), "1 for the tile on each square"),
        "row": ((CARDS,), "how many of each card lie in the money row"),
        "waiting": ((TILES,), "1 for each tile that waits to be placed"),
        "dirk": ((TILES,), "1 for each of Dirk's tiles"),
        "bag": ((TILES,), "1 for each tile in the bag"),
        "deck": ((CARDS,), "how many of each money card are in the deck"),
        "discard": ((CARDS,), "how many of each card are in the discard pile"),
        "scorings": (
            (2, 2),
            "places of the deck where scoring cards A and B can be: the first, and the end",
        ),
        "scored": ((3,), "1 for the number of scorings that are over: none, A, A and B"),
        "phase": (
            (3,),
            "1 for what is to be chosen: an action, or a place for a tile bought, or awarded",
        ),
        "verb": ((len(VERBS),), "1 for the action whose first step is chosen: " + ", ".join(VERBS)),
        "chosen": ((TILES,), "1 for the tile whose action has begun"),
        "cards": ((CARDS,), "how many of each card have been chosen for the action"),
    }


@cache
def parts(players: int) -> MappingProxyType[str, Part]:
    """The parts of an observation, by name, for this number of players."""
    found, start = {}, 0
    for name, (shape, meaning) in _shapes(players).items():
        found[name] = Part(start, shape, meaning)
        start = found[name].end
    return MappingProxyType(found)


def observation_size(players: int) -> int:
    """How many bytes an observation has."""
    return max(part.end for part in parts(players).values())


def players_of(size: int) -> int:
    """The number of players of an observation with this many bytes."""
    for players in range(2, MAX_PLAYERS + 1):
        if observation_size(players) == size:
            return players
    raise ValueError(f"no observation has {size} bytes")


def split(observation: Any) -> dict[str, Any]:
    """The parts of an observation as arrays with their shapes, without copying. The last dimension
    of the array is the observation's; there may be others before it."""
    size = observation.shape[-1]
    return {
        name: observation[..., part.start : part.end].reshape(
            (*observation.shape[:-1], *part.shape)
        )
        for name, part in parts(players_of(size)).items()
    }
