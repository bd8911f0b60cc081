"""Happenings at a table besides those of the engine: starting, taking back, undo, bots."""

from __future__ import annotations

from dataclasses import dataclass

from alhambra.happenings import Happening
from alhambra.server.log.events import Cause


@dataclass(frozen=True, slots=True)
class Started:
    """The cards are dealt, and this seat begins."""

    seat: int


@dataclass(frozen=True, slots=True)
class TookBack:
    """A player took back a step of the turn."""

    seat: int
    action: str


@dataclass(frozen=True, slots=True)
class Restarted:
    """A player took back all steps of the turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class UndoWished:
    """A player asked the others to undo finished actions."""

    seat: int


@dataclass(frozen=True, slots=True)
class UndoRefused:
    """A player did not agree, or the asker gave up."""

    seat: int


@dataclass(frozen=True, slots=True)
class Undone:
    """All agreed: the game went back."""

    seat: int
    ply: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """A bot plays for a player who left or ran out of time."""

    seat: int
    level: str
    cause: Cause


@dataclass(frozen=True, slots=True)
class Returned:
    """A player took the seat back from the bot."""

    seat: int


AtTheTable = (
    Started | TookBack | Restarted | UndoWished | UndoRefused | Undone | Replaced | Returned
)
AnyHappening = Happening | AtTheTable
