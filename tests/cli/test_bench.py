"""What the benchmark prints; how fast it is, is no test's business."""

import json
import os
import shutil
from pathlib import Path

import pytest

from cli.running import complaint, run

QUICK = ("--games", 1, "--repeats", 1)
LIMIT = r"""
#include <cstdio>
int main() {
    puts("uniform cached   games 1 decisions 400 hash 0  0.400s  1000 dec/s 10 games/s  (x)");
    puts("light cached     games 1 decisions 200 hash 0  0.400s  500 dec/s 5 games/s  (x)");
}
"""


@pytest.mark.compiled_only
def test_the_numbers_as_json() -> None:
    found = json.loads(run("bench", *QUICK, "--json").stdout)
    assert list(found) == ["uniform", "light", "python_loop", "clone_ns", "threads"]
    for name in ("uniform", "light", "python_loop"):
        assert list(found[name]) == ["decisions_per_s", "games_per_s"]
        assert all(value > 0 for value in found[name].values())
    assert found["clone_ns"] > 0
    assert found["threads"]["speed_up"] > 0


@pytest.mark.compiled_only
def test_the_numbers_as_a_table() -> None:
    said = run("bench", *QUICK).stdout
    for words in ("decisions/s", "uniform playouts", "light playouts", "loop from Python"):
        assert words in said
    assert "Cloning a position: " in said
    assert "Two threads: " in said


@pytest.mark.compiled_only
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of modules that others import
def test_the_environments() -> None:
    options = ("bench", "--envs", "--games", 10, "--repeats", 1)
    found = json.loads(run(*options, "--json").stdout)
    threads = [n for n in (2, 4, 8, 16, 32, 64, 128) if n <= (os.cpu_count() or 1)]
    vectors = ["vector", *(f"threads_{n}" for n in threads)]
    assert list(found) == [*vectors, "raw_env", "env", "openspiel"]
    for row in found.values():
        label, other_label, *speeds = row.values()
        assert label != other_label
        assert list(row)[2:] == ["steps_per_s", "other_steps_per_s", "ratio"]
        assert all(value > 0 for value in speeds)
    said = run(*options).stdout
    assert "connect_four_v3, raw_env" in said
    assert "backgammon" in said


@pytest.fixture
def limit(tmp_path: Path) -> Path:
    """A folder with a limit that says the same every time."""
    if not shutil.which("g++"):
        pytest.skip("no g++ here")
    for name in ("limit.cpp", "plain.cpp"):
        (tmp_path / name).write_text(LIMIT)
    return tmp_path


@pytest.mark.compiled_only
def test_the_ratios_to_a_limit(limit: Path) -> None:
    found = json.loads(run("bench", *QUICK, "--json", "--against", limit).stdout)
    assert list(found["ratios"]) == ["uniform", "light", "python_loop"]
    assert found["ratios"]["uniform"] > found["ratios"]["python_loop"]
    assert "of the limit" in run("bench", *QUICK, "--against", limit).stdout


@pytest.mark.compiled_only
def test_a_limit_that_does_not_compile_or_cannot_be_read(limit: Path) -> None:
    for source in ("int main() { return 0; }", "int main() {"):
        for name in ("limit.cpp", "plain.cpp"):
            (limit / name).write_text(source)
        assert complaint("bench", *QUICK, "--against", limit)
