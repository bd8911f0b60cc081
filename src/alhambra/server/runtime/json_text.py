"""Messages as JSON. Parts that have not changed are not serialized again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from pydantic_core import to_json

T = TypeVar("T")

Parts = tuple[str, ...]
"""The fields of an object as JSON with their names, always in the same order. Fields that change
together may be one text."""


def text(value: object) -> str:
    """As JSON."""
    return to_json(value).decode()


def as_object(fields: Iterable[str]) -> str:
    """The object with these fields."""
    return f"{{{','.join(fields)}}}"


def differing(fields: Parts, before: Parts) -> list[str]:
    """The fields that are not as they were."""
    return [now for now, then in zip(fields, before, strict=True) if now != then]


class Remembered:
    """A cache of serialized parts of a table, each with the values it depends on. It may be
    discarded at any time."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[object, tuple[object, Any]] = {}

    def get(self, part: object, follows_from: object, write: Callable[[], T]) -> T:
        """What was cached for these values, or a new one."""
        found = self._kept.get(part)
        if found is None or found[0] != follows_from:
            found = self._kept[part] = (follows_from, write())
        written: T = found[1]
        return written

    def field(self, name: str, follows_from: object, value: Callable[[], object]) -> str:
        """A field of an object."""
        return self.get(name, follows_from, lambda: f'"{name}":{text(value())}')
