"""The engine as it is written: the very same sources, imported without what was made of them.

Compiled modules lie beside their sources, and Python prefers them. `only_sources` makes it
look at the sources alone, for `alhambra` and nothing else.
"""

import subprocess
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

TESTS = Path(__file__).parent
SOURCES = TESTS.parent / "src"


def compiled_sources() -> list[Path]:
    """The modules that are compiled: those that begin with a ``# cython:`` comment."""
    files = sorted(SOURCES.rglob("*.py"))
    return [file for file in files if file.read_text(encoding="utf-8").startswith("# cython:")]


class SourceFinder(MetaPathFinder):
    """Finds the modules of `alhambra` as `.py` files only."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] != "alhambra":
            return None
        for folder in path or [str(SOURCES)]:
            found = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if found:
                return found
        return None


def only_sources() -> None:
    """From now on in this process, import `alhambra` interpreted."""
    if "alhambra" in sys.modules:
        raise RuntimeError("alhambra has been imported already")
    sys.meta_path.insert(0, SourceFinder())


def run_interpreted(code: str, *arguments: str) -> str:
    """Run the code in a new Python whose engine is interpreted, and return what it prints."""
    start = f"import sys; sys.path.insert(0, {str(TESTS)!r}); import interpreted; "
    return subprocess.run(
        [sys.executable, "-c", f"{start}interpreted.only_sources()\n{code}", *arguments],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
