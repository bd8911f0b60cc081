"""Positions stored side by side. ``saved_positions.pxd`` does the same for compiled code, where
each is a row of bytes and not an object."""

from __future__ import annotations

from typing import Any

from alhambra.core.position import Position

STATE = 1


def save_position(states: Any, number: int, position: Position) -> None:
    """Store a position."""
    states[number, 0] = position.clone()


def load_position(states: Any, number: int, position: Position) -> None:
    """Read a stored position."""
    position.copy_from(states[number, 0])
