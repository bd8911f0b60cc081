"""No argument crashes the engine: every call of a compiled module that Python can reach, with
numbers in and out of range, with None, and with objects that have not been initialized. A process
of its own makes the calls of a module, so that a crash is reported with the call that did it.
Interpreted, an index out of range shows as IndexError."""

import subprocess
import sys
from importlib import import_module

import pytest

from alhambra.core import building
from alhambra.core.constants import CENTRE, FITS, STRIDE
from alhambra.core.position import Position
from alhambra.neural.lookahead import LookaheadBuffer
from alhambra.training.selfplay import Pool
from interpreted import TESTS, compiled_sources
from number_calls import maker, module_name, public_calls

MODULES = [module_name(file) for file in compiled_sources() if public_calls(file)]
FUZZ = """
import sys
sys.path.insert(0, sys.argv.pop(1))
import number_calls
number_calls.main(*sys.argv[1:])
"""
SECONDS = 300  # for calls that would never end


@pytest.mark.compiled_only  # interpreted, every function can be called
def test_the_calls_are_those_that_python_sees() -> None:
    for file in compiled_sources():
        module = import_module(module_name(file))
        seen = {
            name
            for name, value in vars(module).items()
            if getattr(value, "__module__", None) == module.__name__ and not name.startswith("__")
        }
        assert seen == {call.partition(".")[0] for call in public_calls(file)}


def test_every_argument_has_a_maker() -> None:
    calls = [call for file in compiled_sources() for call in public_calls(file).items()]
    missing = [
        f"{call}: {argument}"
        for call, arguments in calls
        for argument in arguments
        if not (call.endswith(".__init__") and argument == "self") and not maker(call, argument)
    ]
    assert missing == []


@pytest.mark.parametrize("module", MODULES)
def test_no_argument_crashes(module: str, interpreted: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FUZZ, str(TESTS), module, str(int(interpreted))],
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    last_calls = done.stdout.splitlines()[-4:]
    assert done.returncode == 0, "\n".join([*last_calls, *done.stderr.splitlines()[:40]])


def test_a_tile_that_stands_alone_may_leave() -> None:
    position = Position()
    without_walls = [6, 13, 21, 22, 30]
    block = [CENTRE + 1, CENTRE + 2, CENTRE + STRIDE, CENTRE + STRIDE + 1, CENTRE + STRIDE + 2]
    for tile, cell in zip(without_walls, block, strict=True):
        building.put(position, 0, tile, cell)
    building.put(position, 0, 31, CENTRE + 5)
    assert building.removing_fault(position, 0, 31) == FITS


@pytest.mark.compiled_only  # interpreted, every attribute is visible, and nothing can crash
@pytest.mark.parametrize("owner", [LookaheadBuffer(9, 2, 3, 5), Pool(2, 3)], ids=["buffer", "pool"])
def test_what_compiled_code_relies_on_cannot_be_overwritten(owner: LookaheadBuffer | Pool) -> None:
    arrays = vars(owner.decisions())
    for name, array in arrays.items():
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 1
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.setflags(write=True)
        assert not hasattr(owner, name)
    assert not {"codes", "states", "action", "length"} & set(dir(owner))
