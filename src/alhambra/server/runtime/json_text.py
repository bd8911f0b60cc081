"""Messages as JSON. Parts that have not changed are not serialized again."""

from __future__ import annotations

from collections.abc import Callable

from pydantic_core import to_json


def text(value: object) -> str:
    """As JSON."""
    return to_json(value).decode()


class Remembered:
    """A cache of serialized parts of a table, each with the values it depends on. It may be
    discarded at any time."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[object, tuple[object, str]] = {}

    def get(self, part: object, follows_from: object, write: Callable[[], str]) -> str:
        """The cached text for these values, or a new one."""
        found = self._kept.get(part)
        if found is None or found[0] != follows_from:
            found = self._kept[part] = (follows_from, write())
        return found[1]
