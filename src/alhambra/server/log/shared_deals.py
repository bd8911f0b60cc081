"""Deals that several tables share, so that their games can be compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SharedKind = Literal["daily", "duplicate"]


@dataclass(frozen=True, slots=True)
class SharedDeal:
    """Whose deal a table plays: that of a day, or of a duplicate."""

    kind: SharedKind
    id: str  # the day as in 2026-11-19, or the key of the duplicate
