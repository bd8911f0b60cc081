"""How a table plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class NoClock:
    """Players take the time they need."""

    kind: Literal["none"] = "none"


@dataclass(frozen=True, slots=True)
class TurnClock:
    """Seconds for each turn; it stands still while nobody is there."""

    seconds: int
    kind: Literal["turn"] = "turn"


@dataclass(frozen=True, slots=True)
class DaysClock:
    """Days for each turn, whether or not somebody is there."""

    days: int
    kind: Literal["days"] = "days"


@dataclass(frozen=True, slots=True)
class Options:
    """What the host can choose."""

    public: bool = False
    clock: NoClock | TurnClock | DaysClock = NoClock()
    open_hands: bool = False
    undo: bool = True
    random_order: bool = False  # draw the order of the seats by lot when the game starts
    youngest: int | None = None  # the seat that starts among those tied
