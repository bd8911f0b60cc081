"""Alhambra: an unofficial digital edition of Dirk Henn's board game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from alhambra.actions import (
    Action,
    Build,
    Buy,
    Give,
    LegalActions,
    Pass,
    Place,
    Remove,
    Reserve,
    Swap,
    Take,
)
from alhambra.analysis.hints import Advice, Hint, Strength, hint
from alhambra.city import City, WallSide
from alhambra.deal import Deal
from alhambra.game import Game
from alhambra.neural.evaluation import Evaluation, Expectation, evaluate
from alhambra.pieces import Card, Cell, Currency, Kind, Scoring, Side, Tile
from alhambra.reasons import (
    AlhambraError,
    IllegalAction,
    InvalidDeal,
    InvalidNotation,
    InvalidRecord,
    Reason,
)
from alhambra.record import Record
from alhambra.scoring import Outcome, Sheet
from alhambra.table import Phase
from alhambra.view import Shown, View

if TYPE_CHECKING:
    from alhambra.analysis import Analysis, analyse

__all__ = [
    "Action",
    "Advice",
    "AlhambraError",
    "Analysis",
    "Build",
    "Buy",
    "Card",
    "Cell",
    "City",
    "Currency",
    "Deal",
    "Evaluation",
    "Expectation",
    "Game",
    "Give",
    "Hint",
    "IllegalAction",
    "InvalidDeal",
    "InvalidNotation",
    "InvalidRecord",
    "Kind",
    "LegalActions",
    "Outcome",
    "Pass",
    "Phase",
    "Place",
    "Reason",
    "Record",
    "Remove",
    "Reserve",
    "Scoring",
    "Sheet",
    "Shown",
    "Side",
    "Strength",
    "Swap",
    "Take",
    "Tile",
    "View",
    "WallSide",
    "analyse",
    "evaluate",
    "hint",
]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Import the analysis when it is first used."""
    if name in ("Analysis", "analyse"):
        from alhambra import analysis

        return getattr(analysis, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
