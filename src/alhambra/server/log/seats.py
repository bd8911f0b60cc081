"""The seats of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SeatKind = Literal["open", "person", "guest", "bot"]
Counter = Literal["bird", "bone", "petal", "hexagon", "arch", "cross"]
"""The counters that distinguish players; each has its own colour and shape."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The player on a seat. A guest belongs to the person whose screen they share."""

    kind: SeatKind
    person: str | None
    level: str | None
    counter: Counter
    replaced: str | None = None  # the level of the bot that plays for the person

    def again(self) -> Seat:
        """The seat for another game of the same players."""
        return Seat(self.kind, self.person, self.level, self.counter)

    @property
    def bot(self) -> str | None:
        """The level of the bot that plays here now, if one does."""
        return self.replaced or self.level
