"""Reading and writing files, with one sentence for each error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from alhambra.cli.complaints import Complaint, problem
from alhambra.cli.options import optional
from alhambra.game import Game
from alhambra.reasons import InvalidRecord
from alhambra.record import Record

SUFFIX = ".alhambra"

FILE = Annotated[Path, typer.Argument(metavar="FILE", help="A record.", show_default=False)]
PLY = Annotated[
    int | None, optional(metavar="N", help="The position after N actions. Default: the last one.")
]


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turns errors in a file, or in reading it, into complaints that name it."""
    try:
        yield
    except InvalidRecord as error:
        raise Complaint(f"in {path}, {error}") from None
    except OSError as error:
        raise Complaint(f"cannot read {path}: {problem(error)}") from None


def load(path: Path) -> Record:
    """The record in a file."""
    with reading(path):
        return Record.load(path)


def game_in(path: Path, ply: int | None) -> Game:
    """The game of a record, at its end or after ``ply`` actions."""
    return load(path).replay(ply)


def write(path: Path, text: str) -> None:
    """Write a text file."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        raise Complaint(f"cannot write {path}: {problem(error)}") from None


def make_folder(path: Path) -> None:
    """Create a folder and its parents if necessary."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Complaint(f"cannot make the folder {path}: {problem(error)}") from None


def records_among(paths: Iterable[Path]) -> list[Path]:
    """The files themselves, the records in folders, and the matches of patterns."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob(f"*{SUFFIX}"))
            if not inside:
                raise Complaint(f"there are no {SUFFIX} files in {path}")
            found += inside
        elif not path.exists() and (fitting := _fitting(path)):
            found += fitting
        else:
            found.append(path)
    return found


def _fitting(pattern: Path) -> list[Path]:
    try:
        return sorted(Path(pattern.anchor or ".").glob(str(pattern.relative_to(pattern.anchor))))
    except (ValueError, NotImplementedError):  # not a pattern, but the name of a missing file
        return []
