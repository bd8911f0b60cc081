"""Happenings, sheets and reasons as messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import Any, cast

from alhambra.happenings import Ended, Happening
from alhambra.pieces import Card, Kind, Scoring, Tile
from alhambra.reasons import Reason
from alhambra.scoring import KindSheet, Sheet
from alhambra.server.log.happenings import AnyHappening, AtTheTable
from alhambra.server.protocol.board import KindScored, ReasonGiven, SheetShown
from alhambra.server.protocol.happenings import HappeningShown


def happenings_shown(happenings: Iterable[AnyHappening]) -> list[HappeningShown]:
    """What happened, as fields of a message."""
    return [_happening_shown(happening) for happening in happenings]


def _happening_shown(happening: AnyHappening) -> HappeningShown:
    type_, names = _SHAPES[type(happening)]
    if isinstance(happening, Ended):
        outcome = happening.outcome
        found: dict[str, Any] = {"points": outcome.points, "winners": outcome.winners}
    else:
        found = {name: _plain(getattr(happening, name)) for name in names}
    return cast(HappeningShown, {"type": type_, **found})


def _shape(kind: type[Any]) -> tuple[str, tuple[str, ...]]:
    """The type of the message for a kind of happening, and its fields."""
    words = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
    return words, tuple(field.name for field in fields(kind))


_SHAPES: dict[type[Any], tuple[str, tuple[str, ...]]] = {
    kind: _shape(kind) for kind in (*Happening.__args__, *AtTheTable.__args__)
}


def _plain(value: Any) -> Any:
    write = _WRITTEN.get(type(value))
    return write(value) if write else value


def sheet_shown(sheet: Sheet) -> SheetShown:
    """A scoring, kind by kind."""
    return {
        "scoring": cast(Any, sheet.scoring.value),
        "kinds": [_kind_shown(kind, scored) for kind, scored in sheet.kinds.items()],
        "walls": list(sheet.walls),
        "points": list(sheet.points),
    }


@lru_cache(maxsize=4096)
def _kind_shown(kind: Kind, scored: KindSheet) -> KindScored:
    """Cached: most sheets that are shown differ in one kind or none."""
    return {
        "kind": cast(Any, kind.value),
        "counts": list(scored.counts),
        "places": list(scored.places),
        "points": list(scored.points),
        "unpaid": list(scored.unpaid),
    }


_WRITTEN: dict[type[Any], Callable[[Any], object]] = {
    Tile: attrgetter("name"),
    Card: attrgetter("name"),
    Scoring: attrgetter("value"),
    Sheet: sheet_shown,
    tuple: lambda items: [_plain(item) for item in items],
    dict: lambda pieces: [(place, _plain(piece)) for place, piece in pieces.items()],
}
"""How values of these types are written; all others are plain already."""


def reason_given(reason: Reason) -> ReasonGiven:
    """A reason with its sentence."""
    return {"code": reason.code, "params": dict(reason.params), "sentence": str(reason)}
