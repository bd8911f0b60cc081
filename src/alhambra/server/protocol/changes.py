"""The type of changes to an object: any of its fields."""

from __future__ import annotations

from typing import Any, get_type_hints

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema
from typing_extensions import TypedDict


class ChangesOf:
    """In ``Annotated``: a dictionary with any of the fields of a typed dictionary. ``others`` are
    types of fields that differ from it."""

    def __init__(self, whole: type, **others: Any) -> None:
        fields = {**get_type_hints(whole, include_extras=True), **others}
        self._type: Any = TypedDict(f"{whole.__name__}Changes", fields, total=False)  # type: ignore[misc]
        self._type.__doc__ = f"Those fields of ``{whole.__name__}`` that have changed."

    def __get_pydantic_core_schema__(self, _: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler.generate_schema(self._type)
