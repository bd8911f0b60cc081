"""The types of advice: an action, how good it is and why."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAliasType, TypedDict

from alhambra.server.protocol.board import ActionText
from alhambra.server.protocol.happenings import HappeningShown

StrengthName = TypeAliasType("StrengthName", Literal["strong", "good", "fair", "weak", "poor"])


class HintReason(TypedDict):
    """A fact about the table: a code for translation (``hint.why.CODE``) and its parameters.
    ``rival`` counts from 0; tiles, kinds and currencies are named as in records."""

    code: str
    params: dict[str, str | int | float]


class AdviceShown(TypedDict):
    """An action, and what it is worth to the seat to act."""

    action: ActionText
    happening: HappeningShown  # what it does
    strength: StrengthName
    share: float  # of the win
    reason: HintReason


class MissedShown(TypedDict):
    """What would have been better than a blunder."""

    better: AdviceShown
    cost: float  # of the win
