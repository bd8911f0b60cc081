"""`docs/environments.md` says what the code does, and nobody needs the extras to play."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from alhambra.envs.layout import observation_size, parts
from alhambra.envs.numbering import step_names
from alhambra.envs.observer import Observer
from alhambra.envs.spaces import action_space, observation_space
from alhambra.envs.stepper import Stepper

pytestmark = pytest.mark.compiled_only

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
HEAVY = {"torch", "ray", "pyspiel", "gymnasium", "pettingzoo", "PIL", "resvg_py", "scipy"}


def test_the_parts_of_an_observation() -> None:
    documented = re.findall(r"^\| `(\w+)` \| (.+) \| (.+) \|$", PAGE, re.MULTILINE)
    actual = [
        (name, " × ".join("players" if size == 5 else str(size) for size in shape), part.meaning)
        for name, part in parts(5).items()
        for shape in [part.shape]
    ]
    # `verb` has five bytes too, however many play
    assert documented == [
        (name, "5" if name == "verb" else shape, meaning) for name, shape, meaning in actual
    ]
    sizes = [f"{observation_size(players):,}" for players in range(2, 7)]
    assert f"{', '.join(sizes[:-1])} or {sizes[-1]} bytes" in " ".join(PAGE.split())


def test_the_spaces() -> None:
    assert f"| observation | `{observation_space(3)}` |" in PAGE
    assert f"| action | `{action_space()}` |" in PAGE


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # in OpenSpiel
def test_the_examples_run() -> None:
    """One after the other, as they stand there."""
    stepper = Stepper()
    stepper.deal(3, 1)
    observed = np.frombuffer(Observer(3).observe(stepper, 0), np.uint8)
    names: dict[str, Any] = {"observation": {"observation": observed}}
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    for number, block in enumerate(blocks):
        exec(compile(block, f"example {number}", "exec"), names)
    assert len(blocks) == 6
    assert names["state"].is_chance_node()


def test_the_numbers_of_the_steps() -> None:
    """Each line of the table is one kind of step: its words begin alike, and no others do."""
    rows = re.findall(r"^\| (\d+)(?:–(\d+))? \| (\w+)", PAGE, re.MULTILINE)
    names = step_names()
    following = 0
    for first, last, word in rows:
        kind = names[int(first) : int(last or first) + 1]
        assert int(first) == following
        assert len({name.split()[0] for name in kind}) == 1
        assert word.lower() in {kind[0].split()[0], "a", "swap", "put", "give"}
        following = int(last or first) + 1
    assert following == len(names)


def test_playing_imports_none_of_the_extras() -> None:
    asked = "import sys, alhambra, alhambra.bots, alhambra.cli; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )
    assert HEAVY & set(loaded.stdout.split()) == set()


def test_the_core_of_the_environments_needs_no_extras() -> None:
    asked = "import sys, alhambra.envs.batch, alhambra.envs.rendering; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )
    assert HEAVY & set(loaded.stdout.split()) == set()
