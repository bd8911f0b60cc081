"""The folder of a run: its settings, its results game by game, and the records.

- arena.json: the settings; a run is resumed only with the same ones
- results.jsonl: a line for each finished game, in order once all are played
- times.jsonl: how long the bots thought; not part of the results
- records/: a record for each game, named by deal and rotation
- failed/: the record so far of a game in which a bot failed
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from alhambra.arena.errors import ArenaError, BotFault
from alhambra.arena.lineups import Pairing
from alhambra.arena.match import Played
from alhambra.arena.results import Result
from alhambra.arena.times import Times, times_of_line, times_to_line

T = TypeVar("T")
Settings = Mapping[str, object]


class Folder:
    """Where a run saves its games. A game counts as played once its result is written, which is
    its last write."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._settings = path / "arena.json"
        self._results = path / "results.jsonl"
        self._times = path / "times.jsonl"

    def begin(self, settings: Settings) -> None:
        """Make the folder for a new run."""
        if self._settings.exists() or self._results.exists():
            raise ArenaError(f"{self.path} already contains a run: use --resume or another folder")
        try:
            (self.path / "records").mkdir(parents=True, exist_ok=True)
            text = json.dumps(settings, ensure_ascii=False, indent=2) + "\n"
            self._settings.write_text(text, encoding="utf-8")
        except OSError as error:
            raise ArenaError(f"{self.path} cannot be written: {error.strerror}") from None

    def resume(self, settings: Settings) -> None:
        """Resume the run in this folder, or begin one if there is none. Of the settings only the
        number of games may differ."""
        if not self._settings.exists():
            self.begin(settings)
            return
        try:
            before = json.loads(self._settings.read_text(encoding="utf-8"))
            different = [key for key in settings if before.get(key) != settings[key]]
        except (ValueError, AttributeError):
            raise ArenaError(f"{self._settings} does not contain the settings of a run") from None
        if different == ["code"]:
            raise ArenaError(
                f"the games in {self.path} were played by other code: the engine or a bot has "
                "changed since, and the results must not mix"
            )
        if different:
            key = different[0]
            raise ArenaError(
                f"the run in {self.path} has other settings: {key} is "
                f"{_words(before.get(key))} there, not {_words(settings[key])}"
            )
        (self.path / "records").mkdir(exist_ok=True)
        for file in (self._results, self._times):
            _drop_half_a_line(file)

    def results(self) -> dict[int, Result]:
        """The games played so far, by number."""
        return {result.game: result for result in _lines(self._results, Result.of_line)}

    def times(self) -> dict[int, dict[str, Times]]:
        """How long the bots thought in each game so far."""
        return dict(_lines(self._times, times_of_line))

    def keep(self, played: Played, pairing: Pairing) -> None:
        """Write a game down."""
        (self.path / "records" / pairing.record_name).write_bytes(played.record.encode())
        _append(self._times, times_to_line(pairing.game, played.times))
        _append(self._results, played.result.to_line())

    def keep_fault(self, fault: BotFault) -> Path:
        """Write down the record so far of a game in which a bot failed."""
        file = self.path / "failed" / fault.record_name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(fault.record.encode())
        return file

    def sort(self) -> None:
        """Sort the results, so that the file of a finished run does not depend on the order in
        which its games ended."""
        results = self.results()
        text = "".join(f"{results[game].to_line()}\n" for game in sorted(results))
        if text.encode() != self._results.read_bytes():
            sorted_file = self._results.with_suffix(".sorted")
            sorted_file.write_bytes(text.encode())
            sorted_file.replace(self._results)


def _append(file: Path, line: str) -> None:
    with file.open("a", encoding="utf-8", newline="\n") as opened:
        opened.write(f"{line}\n")


def _drop_half_a_line(file: Path) -> None:
    """Remove an incomplete last line, which a killed run may have left."""
    if file.exists():
        content = file.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            file.write_bytes(whole)


def _lines(file: Path, read: Callable[[str], T]) -> list[T]:
    if not file.exists():
        return []
    found = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            found.append(read(line))
        except ValueError:
            raise ArenaError(f"{file}, line {number} cannot be read") from None
    return found


def _words(setting: object) -> str:
    return ", ".join(map(str, setting)) if isinstance(setting, list | tuple) else str(setting)
