"""Happenings at a table besides those of the engine: starting, taking back, undo, bots."""

from __future__ import annotations

from dataclasses import dataclass

from alhambra.happenings import Happening, OfSeat
from alhambra.server.log.events import Cause


class Started(OfSeat):
    """The cards are dealt, and this seat begins."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TookBack(OfSeat):
    """A player took back a step of the turn."""

    action: str


class Restarted(OfSeat):
    """A player took back all steps of the turn."""

    __slots__ = ()


class UndoWished(OfSeat):
    """A player asked the others to undo finished actions."""

    __slots__ = ()


class UndoRefused(OfSeat):
    """A player did not agree, or the asker gave up."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Undone(OfSeat):
    """All agreed: the game went back."""

    ply: int


@dataclass(frozen=True, slots=True)
class Replaced(OfSeat):
    """A bot plays for a player who left or ran out of time."""

    level: str
    cause: Cause


class Returned(OfSeat):
    """A player took the seat back from the bot."""

    __slots__ = ()


AtTheTable = (
    Started | TookBack | Restarted | UndoWished | UndoRefused | Undone | Replaced | Returned
)
AnyHappening = Happening | AtTheTable
