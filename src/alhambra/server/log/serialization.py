"""Events as stored in the log: a kind, JSON, and the versions they were written with.

``versions`` are three numbers: of the event's own fields, of the record format and of the rules.
Events of earlier releases are converted when they are read, so that running games survive an
upgrade.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from pydantic import TypeAdapter

from alhambra.reasons import AlhambraError, why
from alhambra.record import FORMAT, RULES
from alhambra.server.log import events
from alhambra.server.log.events import Event, LoggedEvent
from alhambra.server.runtime.json_text import text

Data = dict[str, Any]


class UnknownEvent(AlhambraError):
    """An event that is damaged or was written by a newer release."""


def _started_names_its_scheme(data: Data) -> Data:
    """In version 1 the event was empty, which meant scheme 1 or a given deal. For a given deal
    the scheme is never read."""
    return {"fairness": "1", **data}


def _options_without_coach(data: Data) -> Data:
    """In version 1 there was no coach. A game in progress gets it where nobody has to agree."""
    return {**data, "options": {**data["options"], "coach": "alone"}}


UPCASTERS: dict[tuple[str, int], Callable[[Data], Data]] = {
    ("created", 1): _options_without_coach,
    ("options_set", 1): _options_without_coach,
    ("started", 1): _started_names_its_scheme,
}
"""By kind and version: converts data to the next version."""

_ADAPTERS: dict[type[Event], TypeAdapter[Any]] = {
    kind: TypeAdapter(kind) for kind in events.KINDS.values()
}
_WORDS = {kind: word for word, kind in events.KINDS.items()}
_FIELDS: dict[type[Event], list[tuple[str, object]]] = {
    kind: [(field.name, field.default) for field in fields(kind)] for kind in events.KINDS.values()
}


def kind_of(event: Event) -> str:
    """The event's name in the log."""
    return _WORDS[type(event)]


def versions_of(event: Event) -> str:
    """The versions that are stored with an event."""
    return f"{event.VERSION}/{FORMAT}/{RULES}"


def write_data(logged: LoggedEvent) -> str:
    """The fields of the event as JSON, without empty optional ones."""
    event = logged.event
    data: Data = {}
    for name, default in _FIELDS[type(event)]:
        value = getattr(event, name)
        if value is not default:
            data[name] = value
    if logged.used is not None:
        data["used"] = logged.used
    if logged.fingerprint is not None:
        data["fingerprint"] = logged.fingerprint
    return text(data)


def read_event(
    game: str,
    version: int,
    kind: str,
    data: str,
    at: int,
    person: str | None,
    client_id: str | None,
    versions: str,
) -> LoggedEvent:
    """An event of the log, converted to this release. Raises UnknownEvent."""
    try:
        found = json.loads(data)
        used, fingerprint = found.pop("used", None), found.pop("fingerprint", None)
        event = _lifted(kind, found, versions)
    except UnknownEvent:
        raise
    except (ValueError, AttributeError, TypeError, LookupError) as error:
        # not JSON, wrong fields, or a version that never was
        raise UnknownEvent(why("unreadable_game")) from error
    return LoggedEvent(game, version, event, at, person, client_id, fingerprint, used)


def _lifted(kind: str, data: Data, versions: str) -> Event:
    if kind not in events.KINDS:
        raise UnknownEvent(why("unknown_event", event=kind))
    own, record_format, rules = map(int, versions.split("/"))
    current = events.KINDS[kind].VERSION
    if own > current or record_format > int(FORMAT) or rules > int(RULES):
        raise UnknownEvent(why("unknown_event", event=f"{kind}, versions {versions}"))
    for version in range(own, current):
        data = UPCASTERS[kind, version](data)
    return _ADAPTERS[events.KINDS[kind]].validate_python(data)  # type: ignore[no-any-return]
