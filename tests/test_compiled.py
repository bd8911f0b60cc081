"""The engine is compiled in the ordinary run, and is not in the interpreted one."""

from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES

import pytest

from interpreted import SOURCES, compiled_sources, run_interpreted

COMPILED = [
    ".".join(file.relative_to(SOURCES).with_suffix("").parts) for file in compiled_sources()
]


def test_the_position_is_compiled() -> None:
    assert "alhambra.core.position" in COMPILED


@pytest.mark.parametrize("name", COMPILED)
def test_each_module_is_what_this_run_says(name: str, interpreted: bool) -> None:
    file = import_module(name).__file__
    assert file is not None
    assert file.endswith(tuple(SOURCE_SUFFIXES if interpreted else EXTENSION_SUFFIXES))


def test_each_module_has_its_types_beside_it() -> None:
    assert [file for file in compiled_sources() if not file.with_suffix(".pxd").exists()] == []


def test_the_engine_can_be_interpreted_beside_a_compiled_one() -> None:
    file = run_interpreted("import alhambra.core.position as p; print(p.__file__)").strip()
    assert file.endswith("position.py")
