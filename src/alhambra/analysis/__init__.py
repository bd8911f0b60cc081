"""What a finished game was made of: the errors of each player, and the luck of deal and draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from alhambra.analysis.json_format import from_json, to_json
from alhambra.analysis.results import (
    Account,
    Analysis,
    Line,
    Mark,
    SeatSummary,
    Shares,
    Turn,
    Why,
)

if TYPE_CHECKING:
    from alhambra.analysis.analyser import Progress, analyse, what_if
    from alhambra.analysis.turn_values import AnalysisStopped

__all__ = [
    "Account",
    "Analysis",
    "AnalysisStopped",
    "Line",
    "Mark",
    "Progress",
    "SeatSummary",
    "Shares",
    "Turn",
    "Why",
    "analyse",
    "from_json",
    "to_json",
    "what_if",
]


def __getattr__(name: str) -> Any:
    """Import what needs NumPy when it is first used."""
    if name in ("AnalysisStopped", "Progress", "analyse", "what_if"):
        from alhambra.analysis import analyser

        return getattr(analyser, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
