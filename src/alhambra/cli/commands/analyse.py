"""``alhambra analyse``: errors, luck and reasons in finished games."""

from __future__ import annotations

import json as json_text
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from alhambra.analysis import Analysis, Turn, to_json
from alhambra.analysis.analyser import assembled, finished_game
from alhambra.analysis.analysis_levels import analysis_level
from alhambra.arena.workers import play_all
from alhambra.cli.analysis_tasks import SEED, AnalysedTurn, TurnTask, tasks_of
from alhambra.cli.complaints import Complaint, sentence
from alhambra.cli.files import load, make_folder, records_among, write
from alhambra.cli.many_games import INTERRUPTED, JOBS, RAY, play_with_progress
from alhambra.cli.options import RECORDS, optional
from alhambra.cli.text.analysis import analysis_lines, turns_lines
from alhambra.cli.text.words import count
from alhambra.drawing.chances import draw_chances
from alhambra.fairness import why_unproved
from alhambra.game import Game
from alhambra.reasons import AlhambraError


@dataclass(slots=True)
class Reviewed:
    """A game under analysis."""

    file: Path
    game: Game
    left: int  # turns
    turns: dict[int, Turn] = field(default_factory=dict)

    @property
    def is_done(self) -> bool:
        """Whether all turns are analysed."""
        return self.left == 0

    def add(self, turn: Turn) -> None:
        """Keep an analysed turn."""
        self.turns[turn.number] = turn
        self.left -= 1

    def analysis(self, level: str) -> Analysis:
        """The whole game, once it is done."""
        return assembled(self.game, level, SEED, [self.turns[n] for n in sorted(self.turns)])


def analyse(
    files: RECORDS,
    level: Annotated[str, typer.Option(help="instant (only a curve), quick or deep.")] = "quick",
    json: Annotated[
        Path | None,
        optional(
            metavar="OUT",
            help="Write the analysis to this file, or with several records to this folder.",
        ),
    ] = None,
    svg: Annotated[
        Path | None,
        optional(
            metavar="OUT",
            help="Draw the win chances to this file, or with several records to this folder.",
        ),
    ] = None,
    jobs: JOBS = 1,
    ray: RAY = None,
) -> None:
    """Analyse finished games: accuracy, luck, what each turn cost, and what would have been better
    and why."""
    analysis_level(level)
    paths = list(dict.fromkeys(records_among(files)))
    many = len(paths) > 1
    if json or svg:
        _check_names(paths)
    for folder in (json, svg):
        if folder and many:
            make_folder(folder)
    games: list[Reviewed] = []
    tasks: list[TurnTask] = []
    for path in paths:
        game = _finished(path, many)
        if game:
            own = list(tasks_of(len(games), game, level))
            games.append(Reviewed(path, game, len(own)))
            tasks += own
    outputs = Outputs(level, json, svg, many)
    turns = _analysed(play_all(tasks, jobs, ray), games, outputs)
    if not play_with_progress(turns, len(tasks), what="turns"):
        _leave_stopped(games)
    if len(games) < len(paths):
        raise typer.Exit(1)


def _check_names(paths: list[Path]) -> None:
    """What is written is named after the records, so two of one name would share a file."""
    named: dict[str, Path] = {}
    for path in paths:
        other = named.setdefault(path.stem, path)
        if other is not path:
            raise Complaint(f"{other} and {path} would be written to one file: rename one of them")


def _finished(path: Path, many: bool) -> Game | None:
    """The game of a record that is over and breaks no rule; None if it is not, and there are
    others."""
    try:
        record = load(path)
        if unproved := why_unproved(record):
            raise Complaint(f"in {path}, the proof of fair dealing fails: {unproved}")
        try:
            return finished_game(record)
        except AlhambraError as error:
            raise Complaint(f"cannot analyse {path}: {error}") from None
    except Complaint as complaint:
        if not many:
            raise
        typer.echo(sentence(complaint), err=True)
        return None


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where analyses are written."""

    level: str
    json: Path | None
    svg: Path | None
    many: bool

    def put(self, reviewed: Reviewed) -> None:
        """Write what was asked for, then print the analysis."""
        found = reviewed.analysis(self.level)
        if self.json:
            text = json_text.dumps(to_json(found), ensure_ascii=False, indent=1)
            write(self._path(self.json, reviewed, ".json"), f"{text}\n")
        if self.svg:
            write(self._path(self.svg, reviewed, ".svg"), draw_chances(found.picture()))
        if self.many:
            typer.echo(f"{reviewed.file}:")
        for line in analysis_lines(found, reviewed.game):
            typer.echo(line)
        if self.many:
            typer.echo("")

    def _path(self, out: Path, reviewed: Reviewed, suffix: str) -> Path:
        return out / f"{reviewed.file.stem}{suffix}" if self.many else out


def _analysed(
    turns: Generator[AnalysedTurn], games: list[Reviewed], outputs: Outputs
) -> Generator[AnalysedTurn]:
    """Analyse the turns, and output each game as soon as it is done."""
    with closing(turns) as found:
        for each in found:
            reviewed = games[each.game]
            reviewed.add(each.turn)
            if reviewed.is_done:
                outputs.put(reviewed)
            yield each


def _leave_stopped(games: list[Reviewed]) -> None:
    """Print what is known of the games that were not finished, and exit like an interrupted
    command."""
    for reviewed in games:
        if reviewed.turns and not reviewed.is_done:
            done = f"{count(len(reviewed.turns), 'turn')} of {reviewed.file} analysed so far."
            typer.echo(done)
            turns = [reviewed.turns[number] for number in sorted(reviewed.turns)]
            for line in turns_lines(turns, reviewed.game):
                typer.echo(line)
    finished = sum(reviewed.is_done for reviewed in games)
    typer.echo(f"Stopped after {count(finished, 'game')} of {len(games)}.", err=True)
    raise typer.Exit(INTERRUPTED)
