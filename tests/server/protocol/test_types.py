"""The message types: the page's are current, and tell what may be missing and what may not."""

from pathlib import Path
from typing import Any

import pytest

from alhambra.happenings import Happening
from alhambra.server.protocol import happenings, to_page
from alhambra.server.protocol.typescript import _type, typescript

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[3]


def test_the_types_of_the_page_are_current() -> None:
    made = (ROOT / "web" / "src" / "protocol.ts").read_text(encoding="utf-8")
    assert made == typescript(), "run `make protocol`"


def test_nothing_the_server_sends_is_optional() -> None:
    for name, schema in to_page.FRAME.json_schema()["$defs"].items():
        if name.endswith("Changes"):
            assert "required" not in schema, "of changes everything is"
        elif schema.get("type") == "object":
            assert set(schema["properties"]) == set(schema["required"]), name


def test_every_happening_of_the_engine_has_its_message() -> None:
    engine = {kind.__name__ for kind in Happening.__args__}
    assert engine <= set(vars(happenings))
    listed = {kind.__name__ for kind in happenings.HappeningShown.__value__.__origin__.__args__}
    assert engine <= listed


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer"}, "number"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        ({"type": "array", "items": {"enum": ["a", "b"], "type": "string"}}, '("a" | "b")[]'),
        ({"type": "object", "additionalProperties": {"type": "number"}}, "Record<string, number>"),
        ({"$ref": "#/$defs/HappeningShown"}, "HappeningShown"),
    ],
)
def test_types_are_written_as_the_page_reads_them(schema: dict[str, Any], expected: str) -> None:
    assert _type(schema) == expected


def test_a_schema_that_is_not_understood_is_an_error() -> None:
    with pytest.raises(TypeError):
        _type({"type": "string", "not": {}} | {"type": "unheard"})


def test_the_protocol_page_names_every_message() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    schema = to_page.FRAME.json_schema()["$defs"]["ToPage"]
    assert [word for word in schema["discriminator"]["mapping"] if f"`{word}`" not in page] == []
