"""TypeScript declarations of the message types, written to a file by ``make protocol``.

Only the parts of JSON Schema that our own types use are supported; anything else is an error here
instead of a wrong type in the page.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from alhambra import pieces
from alhambra.server.protocol import (
    daily,
    duplicates,
    from_page,
    http,
    lessons,
    puzzles,
    review,
    table,
    to_page,
)

HEAD = """\
// The messages between page and server, and what the HTTP API takes and gives.
// Made from src/alhambra/server/protocol by `make protocol`; change them there.

export const PROTOCOL = {protocol};
export const OLDEST_PROTOCOL = {oldest_protocol};

/** The kinds in the order of their points, as sheets list them. */
export const KINDS: readonly KindName[] = {kinds};

/** The currencies in the order of the squares that sell for them. */
export const CURRENCIES: readonly CurrencyName[] = {currencies};
"""
ROOTS: tuple[Any, ...] = (
    from_page.FromPage,
    to_page.Frame,
    table.TableSetup,
    http.NamedMe,
    http.RecordSent,
    http.PlayOn,
    http.PageError,
    http.Refusal,
    http.Me,
    http.About,
    http.Tables,
    http.Moment,
    http.Moments,
    http.GameShown,
    http.GameStatistics,
    http.MyStatistics,
    review.ReviewStatus,
    lessons.LessonTried,
    lessons.Lessons,
    lessons.LessonShown,
    puzzles.PuzzleTried,
    puzzles.Puzzles,
    puzzles.PuzzleChosen,
    puzzles.PuzzleShown,
    daily.DailyCalendar,
    daily.DailyDay,
    duplicates.DuplicateSetup,
    duplicates.DuplicateShown,
    duplicates.DuplicateList,
)
WORDS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
_PATH = "#/$defs/"

Schema = Mapping[str, Any]


def typescript() -> str:
    """The whole file."""
    adapters: list[tuple[int, Any, TypeAdapter[Any]]] = [
        (n, "validation", TypeAdapter(root)) for n, root in enumerate(ROOTS)
    ]
    _, schema = TypeAdapter.json_schemas(adapters)
    parts = [_declared(name, shape) for name, shape in sorted(schema["$defs"].items())]
    head = HEAD.format(
        protocol=to_page.PROTOCOL,
        oldest_protocol=to_page.OLDEST_PROTOCOL,
        kinds=json.dumps(pieces.KINDS),
        currencies=json.dumps(pieces.CURRENCIES),
    )
    return "\n".join([head, *parts])


def _declared(name: str, schema: Schema) -> str:
    """One exported type."""
    comment = _comment(schema, "")
    if schema.get("type") == "object" and "properties" in schema:
        return f"{comment}export interface {name} {_object(schema)}\n"
    return f"{comment}export type {name} = {_type(schema)};\n"


def _object(schema: Schema) -> str:
    required = schema.get("required", ())
    lines = [
        f"{_comment(field, '  ')}  {key}{'' if key in required else '?'}: {_type(field)};"
        for key, field in schema["properties"].items()
    ]
    return "\n".join(["{", *lines, "}"])


def _comment(schema: Schema, indent: str) -> str:
    words = " ".join(schema.get("description", "").split())
    return f"{indent}/** {words} */\n" if words else ""


def _type(schema: Schema) -> str:
    """The type of a field."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(_PATH)
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return " | ".join(dict.fromkeys(map(_type, schema[word])))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    kind = schema.get("type")
    if kind == "null":
        return "null"
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(map(_type, schema['prefixItems']))}]"
        items = _type(schema["items"])
        return f"({items})[]" if " " in items else f"{items}[]"
    if kind == "object":
        keys = schema.get("propertyNames")
        values = _type(schema["additionalProperties"])
        return f"Record<{_type(keys) if keys else 'string'}, {values}>"
    if kind in WORDS:
        return WORDS[kind]
    raise TypeError(f"no TypeScript type for {schema}")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(typescript(), encoding="utf-8", newline="\n")
