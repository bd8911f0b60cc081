"""Events as earlier releases wrote them."""

import json
from collections.abc import Mapping

from alhambra.server.log.events import LoggedEvent
from alhambra.server.log.serialization import read_event


def logged(
    version: int, kind: str, data: Mapping[str, object], at: int = 0, person: str | None = None
) -> LoggedEvent:
    """An event of the first format, as it is read from the log."""
    return read_event("game", version, kind, json.dumps(data), at, person, None, "1/1/1")
