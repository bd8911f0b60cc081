"""The events of a table's log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from alhambra.reasons import AlhambraError, why
from alhambra.record import FORMAT, RULES

EVENT_FORMAT = "1"
"""The version of the events' own format; with the record's format and rules it is kept in each."""
VERSIONS = f"{EVENT_FORMAT}/{FORMAT}/{RULES}"

Status = Literal["open", "playing", "over"]


class UnknownEvent(AlhambraError):
    """An event that another version of this program wrote."""


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a game's log. A command that made several has its id on the last of them."""

    game: str
    version: int
    kind: str
    data: Mapping[str, Any] = field(repr=False)
    at: int  # milliseconds since 1970
    person: str | None = None
    client_id: str | None = None
    versions: str = VERSIONS

    def check(self) -> None:
        """Raise UnknownEvent for one that this program cannot read."""
        if self.versions != VERSIONS:
            raise UnknownEvent(why("unknown_event", event=f"versions {self.versions}"))
