"""The fields of a position are listed in several places; none may be forgotten in any of them."""

import ast
import ctypes
import re
from pathlib import Path

from alhambra import Game
from alhambra.core import listing, turns
from interpreted import SOURCES

CORE = SOURCES / "alhambra" / "core"
TYPES_OF_CORE = (CORE / "position.pxd").read_text(encoding="utf-8")
ENVS = SOURCES / "alhambra" / "envs"
SAVED = SOURCES / "alhambra" / "neural" / "saved_positions.pxd"
FIELD = re.compile(r"^    cdef (?:readonly )?([a-z ]+?) (\w+)(?:\[(\d+)\])?$", re.MULTILINE)
TYPES = {
    "unsigned long long": ctypes.c_ulonglong,
    "unsigned int": ctypes.c_uint,
    "unsigned short": ctypes.c_ushort,
    "short": ctypes.c_short,
    "unsigned char": ctypes.c_ubyte,
    "bint": ctypes.c_int,
    "int": ctypes.c_int,
}


def declared() -> list[tuple[str, str, int]]:
    """The fields of a position with their types and lengths, in the order of memory."""
    (position,) = re.findall(r"cdef class Position:\n(.*?)\n\n", TYPES_OF_CORE, re.DOTALL)
    fields = FIELD.findall(position)
    methods = re.findall(r"    cdef \w+ \w+\(", position)
    assert len(fields) + len(methods) == position.count("    cdef ")
    return [(name, kind, int(length or 1)) for kind, name, length in fields]


NAMES = [name for name, _, _ in declared()]


def class_position() -> ast.ClassDef:
    tree = ast.parse((CORE / "position.py").read_text(encoding="utf-8"))
    return next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == "Position")


def method(name: str) -> ast.FunctionDef:
    body = class_position().body
    return next(n for n in body if isinstance(n, ast.FunctionDef) and n.name == name)


def test_the_source_describes_every_field() -> None:
    described = [
        node.target.id
        for node in class_position().body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    ]
    assert sorted(described) == sorted(NAMES)


def test_an_interpreted_position_begins_with_every_field() -> None:
    stored = {
        node.attr
        for node in ast.walk(method("__init__"))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    assert stored == set(NAMES)


def test_the_block_of_memory_that_is_copied_has_every_field() -> None:
    assert NAMES[0] == "city" and NAMES[-2:] == ["steps", "checked"]
    assert "&position.steps - <unsigned char*>&position.city[0]) + 1" in TYPES_OF_CORE
    assert declared()[-2][1:] == ("unsigned char", 1), "the + 1 is its size"


def test_a_copy_equals_the_position_and_shares_nothing_with_it() -> None:
    position = Game.new(["Ana", "Bruno"], seed=1).position
    before = position.facts()
    copy = position.clone()
    assert copy.facts() == before
    while actions := listing.list_actions(copy):
        turns.play(copy, actions[-1])
        turns.settle(copy)
    assert position.facts() == before


def size_of(fields: list[tuple[str, str, int]]) -> int:
    class Fields(ctypes.Structure):
        _fields_ = [(name, TYPES[kind] * length) for name, kind, length in fields]

    return ctypes.sizeof(Fields)


def number_in(file: Path, name: str) -> int:
    (number,) = re.findall(rf"    {name} = (\d+)", file.read_text(encoding="utf-8"))
    return int(number)


def test_a_saved_position_fits_its_row() -> None:
    assert size_of(declared()) <= number_in(SAVED, "STATE")


def test_a_saved_game_in_steps_fits_its_row() -> None:
    """After the position, everything from ``taken`` to ``wall``."""
    file = ENVS / "stepper.pxd"
    (stepper,) = re.findall(
        r"cdef class Stepper:\n(.*?)\n    cpdef", file.read_text(encoding="utf-8"), re.DOTALL
    )
    numbers = {name: number_in(file, name) for name in ("PREFIX", "CELLS_AROUND")}
    fields = [
        (name, kind, numbers.get(length) or int(length or 1))
        for kind, name, length in re.findall(
            r"^    cdef (?:readonly )?([a-z ]+?) (\w+)(?:\[(\w+)\])?$", stepper, re.MULTILINE
        )
    ]
    assert [fields[0][0], fields[-1][0], len(fields)] == ["taken", "wall", stepper.count("\n")]
    assert number_in(SAVED, "STATE") + size_of(fields) <= number_in(
        ENVS / "batch.pxd", "GAME_BYTES"
    )
