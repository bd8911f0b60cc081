"""Who sits at a table, and what they have asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from alhambra.server.protocol.board import CounterName

SeatKind = Literal["open", "person", "guest", "bot"]


@dataclass(slots=True)
class Seat:
    """Who sits there. A guest belongs to the person whose screen they share."""

    kind: SeatKind
    person: str | None
    level: str | None
    counter: CounterName
    replaced: str | None = None  # the level of the bot that plays for the person

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Seat:
        """A seat as an event has it."""
        return cls(data["kind"], data["person"], data["level"], data["counter"])

    def again(self) -> Seat:
        """The seat for another game of the same players."""
        return Seat(self.kind, self.person, self.level, self.counter)

    def data(self) -> dict[str, Any]:
        """The seat for an event."""
        return {
            "kind": self.kind,
            "person": self.person,
            "level": self.level,
            "counter": self.counter,
        }

    @property
    def bot(self) -> str | None:
        """The level of the bot that plays here now, if one does."""
        return self.replaced or self.level
