"""The options of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class NoClock:
    """Players take the time they need."""

    kind: Literal["none"] = "none"


@dataclass(frozen=True, slots=True)
class TurnClock:
    """Seconds for each turn; it stops while no player is connected."""

    seconds: int
    kind: Literal["turn"] = "turn"


@dataclass(frozen=True, slots=True)
class DaysClock:
    """Days for each turn, whether or not a player is connected."""

    days: int
    kind: Literal["days"] = "days"


CoachRule = Literal["alone", "agreed", "never"]
"""Where the coach may be used: in a game of one person against bots; also among people, who agree
by sitting down; or not at all, as in games that are compared with those of others."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the host can choose."""

    public: bool = False
    clock: NoClock | TurnClock | DaysClock = NoClock()
    open_hands: bool = False
    undo: bool = True
    random_order: bool = False  # draw the order of the seats by lot when the game starts
    youngest: int | None = None  # the seat that starts among those tied
    coach: CoachRule = "alone"
