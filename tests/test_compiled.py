"""The engine is compiled in the ordinary run, and is not in the interpreted one."""

import tomllib
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES
from pathlib import Path

import pytest

from interpreted import run_interpreted

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
COMPILED = [module["name"] for module in PROJECT["tool"]["setuptools"]["ext-modules"]]


def test_the_position_is_compiled() -> None:
    assert "alhambra.core.position" in COMPILED


@pytest.mark.parametrize("name", COMPILED)
def test_each_module_is_what_this_run_says(name: str, interpreted: bool) -> None:
    file = import_module(name).__file__
    assert file is not None
    assert file.endswith(tuple(SOURCE_SUFFIXES if interpreted else EXTENSION_SUFFIXES))


def test_the_engine_can_be_interpreted_beside_a_compiled_one() -> None:
    file = run_interpreted("import alhambra.core.position as p; print(p.__file__)").strip()
    assert file.endswith("position.py")
