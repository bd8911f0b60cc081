"""Names that are kept in a file: the lessons that are done, the puzzles that are solved."""

from __future__ import annotations

import json
from collections.abc import Container
from pathlib import Path

from alhambra.cli.files import write


class KeptNames:
    """A set of known names in a file. A damaged file counts as empty."""

    def __init__(self, file: Path, known: Container[str]) -> None:
        self._file = file
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            found = []
        self.names = {n for n in found if n in known} if isinstance(found, list) else set()

    def add(self, name: str) -> None:
        """Add a name."""
        self.names.add(name)
        write(self._file, json.dumps(sorted(self.names)))
