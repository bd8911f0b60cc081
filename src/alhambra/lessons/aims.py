"""What a turn can be about, measured on the game that the turn leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from alhambra.game import Game
from alhambra.pieces import worth
from alhambra.table import Phase

Aim = Callable[[Game, int], int]
"""A number for a game whose turn is over, from the point of view of a seat: more is better."""


def _money(game: Game, seat: int) -> int:
    return worth(game.hands[seat])


def _buildings(game: Game, seat: int) -> int:
    return len(game.cities[seat]) + len(game.reserves[seat])


def _city(game: Game, seat: int) -> int:
    return len(game.cities[seat])


def _wall(game: Game, seat: int) -> int:
    return game.cities[seat].longest_wall()


def _lead(game: Game, seat: int) -> int:
    """Own points minus those of the best other player, if the next scoring took place now."""
    gained = game.sheet().points
    players = range(len(game.names))
    points = [game.scores[player] + gained[player] for player in players]
    return points[seat] - max(points[player] for player in players if player != seat)


def _last_buildings(game: Game, seat: int) -> int:
    """The buildings of the seat with those that the end of the game awards to it."""
    end = game.copy()
    if end.phase is Phase.REFILL:
        end.reveal()
    return _buildings(end, seat) + sum(owner == seat for owner in end.awards.values())


AimName = Literal["money", "buildings", "city", "wall", "lead", "last buildings"]

AIMS: dict[AimName, Aim] = {
    "money": _money,
    "buildings": _buildings,
    "city": _city,
    "wall": _wall,
    "lead": _lead,
    "last buildings": _last_buildings,
}
