"""Messages as JSON. What has not changed since it was last written is not written again."""

from __future__ import annotations

from collections.abc import Callable

from pydantic_core import to_json


def text(value: object) -> str:
    """As JSON."""
    return to_json(value).decode()


class Remembered:
    """The parts of a table as they were last written, each with what it follows from. It may be
    thrown away at any time."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[object, tuple[object, str]] = {}

    def get(self, part: object, follows_from: object, write: Callable[[], str]) -> str:
        """The part as it was written for this, or written now."""
        found = self._kept.get(part)
        if found is None or found[0] != follows_from:
            found = self._kept[part] = (follows_from, write())
        return found[1]
