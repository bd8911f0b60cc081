"""Undoing finished actions, if all others agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from alhambra.server.log.fold import Fold


@dataclass(slots=True)
class Undo:
    """An undo that was asked for."""

    seat: int
    ply: int
    waiting: set[int]


def undo_ply(fold: Fold, seat: int) -> int | None:
    """The ply before the seat's last action in a finished turn, or None if there is none."""
    finished = fold.ply - len(fold.steps)
    ply = fold.actors.rfind(seat, 0, finished)
    return None if ply < 0 else ply


def may_ask_undo(fold: Fold, seat: int) -> bool:
    """Whether this seat has an action to undo and may ask for it now."""
    if fold.status != "playing" or not fold.options.undo or fold.undo or fold.seats[seat].bot:
        return False
    return undo_ply(fold, seat) is not None
