"""The hand-tuned C++ program that the engine is compared with: compiling, running, parsing."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from alhambra.cli.benchmark.engine_speed import Speed, playouts, python_loop
from alhambra.cli.complaints import Complaint

FLAGS = ("-O3", "-march=native", "-std=c++20")
CACHED = "12"  # both policies, a city's analysis kept until it changes
_LINE = re.compile(r"(\w+) cached .*? (\d+) dec/s (\d+) games/s")


def source_in(folder: Path) -> Path:
    """The source for this processor: with or without AVX-512."""
    source = folder / ("limit.cpp" if _has_avx512() else "plain.cpp")
    if not source.is_file():
        raise Complaint(f"there is no {source}")
    return source


@contextmanager
def compiled(folder: Path) -> Iterator[Path]:
    """The compiled program, deleted at the end of the ``with`` block."""
    source = source_in(folder)
    compiler = shutil.which("g++")
    if not compiler:
        raise Complaint("g++ is needed to compile the limit")
    with TemporaryDirectory() as made:
        program = Path(made) / "limit"
        _run([compiler, *FLAGS, str(source), "-o", str(program)])
        yield program


def _has_avx512() -> bool:
    try:
        return "avx512f" in Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return False


def speeds(program: Path, games: int, seed: int) -> dict[str, Speed]:
    """One run of the program: the speed of each policy."""
    text = _run([str(program), str(games), str(seed), CACHED])
    found = {name: Speed(float(d), float(g)) for name, d, g in _LINE.findall(text)}
    if found.keys() != {"uniform", "light"}:
        raise Complaint("the limit printed something that cannot be read")
    return found


def _run(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True)  # noqa: S603 - what the user named
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["nothing was said"])[0]
        raise Complaint(f"{Path(command[0]).name} failed: {said}")
    return done.stdout


def ratios(folder: Path, games: int, seed: int, repeats: int) -> dict[str, float]:
    """Our speed divided by the limit's: the median over alternating runs. The Python loop is
    compared with the limit's uniform policy."""
    pairs: dict[str, list[float]] = {"uniform": [], "light": [], "python_loop": []}
    with compiled(folder) as program:
        for _ in range(repeats):
            theirs = speeds(program, games, seed)
            for policy in ("uniform", "light"):
                pairs[policy].append(_ratio(playouts(policy, games, seed), theirs[policy]))
            pairs["python_loop"].append(_ratio(python_loop(games, seed), theirs["uniform"]))
    return {name: median(found) for name, found in pairs.items()}


def _ratio(ours: Speed, theirs: Speed) -> float:
    return ours.decisions_per_s / theirs.decisions_per_s
