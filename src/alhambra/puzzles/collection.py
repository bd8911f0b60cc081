"""Puzzles in one compressed file."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from alhambra.puzzles.puzzle import Puzzle
from alhambra.reasons import AlhambraError, why

BETWEEN = "\n%\n"  # puzzles in a file
NAME = "puzzles.txt.xz"


class Collection(Mapping[str, Puzzle]):
    """Puzzles by id, in a fixed order. Each is read when it is looked up: replaying all of them
    takes more than a second."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._read: dict[str, Puzzle] = {}

    def __getitem__(self, name: str) -> Puzzle:
        if name not in self._read:
            self._read[name] = Puzzle.parse(self._texts[name])
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def theme(self, name: str) -> str:
        """The theme of a puzzle, without replaying it."""
        return self._header(name, "theme")

    def is_easy(self, name: str) -> bool:
        """Whether a Mason finds it, without replaying it."""
        return self._header(name, "easy") == "yes"

    def _header(self, name: str, key: str) -> str:
        _, _, rest = self._texts[name].partition(f"\n{key}: ")
        return rest.partition("\n")[0]


def write_puzzles(file: Path, found: Iterable[Puzzle]) -> None:
    """Write puzzles to a compressed file, each with its id in the first line."""
    texts = (f"{puzzle.id}\n{puzzle}" for puzzle in found)
    data = BETWEEN.join(texts).encode()
    file.write_bytes(lzma.compress(data))


def read_puzzles(data: bytes) -> Collection:
    """The puzzles of a file, or raise AlhambraError."""
    try:
        text = lzma.decompress(data).decode()
    except (lzma.LZMAError, UnicodeDecodeError):
        raise AlhambraError(why("not_puzzles")) from None
    parts = (each.partition("\n") for each in text.split(BETWEEN) if each)
    return Collection({name: rest for name, _, rest in parts})


@cache
def puzzles() -> Collection:
    """The puzzles of the package. The file is read at the first call."""
    return read_puzzles((files("alhambra.puzzles") / NAME).read_bytes())
