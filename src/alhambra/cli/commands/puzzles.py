"""``alhambra puzzles``: solve puzzles in the terminal; ``alhambra puzzles make`` finds new ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from alhambra.cli.complaints import Complaint, problem
from alhambra.cli.many_games import JOBS, leave_stopped, play_with_progress
from alhambra.cli.options import optional
from alhambra.cli.text.words import count

if TYPE_CHECKING:
    from alhambra.puzzles import Puzzle
    from alhambra.puzzles.finder import GameSearch

FIRST = 50  # games until the file is written, then twice as many, and so on

puzzles = typer.Typer(
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@puzzles.callback()
def solve(
    context: typer.Context,
    theme: Annotated[
        str | None,
        optional(help="Only exact, wall, denying, redesign, scoring or majority."),
    ] = None,
    language: Annotated[
        str | None,
        optional(help="Language: en, de, es, pt, it, ro or hu. Defaults to the system's."),
    ] = None,
) -> None:
    """Solve puzzles: positions with one clearly best action."""
    if context.invoked_subcommand is None:
        from alhambra.cli.terminal.puzzle_turn import solve_puzzles

        solve_puzzles(theme, language)


@puzzles.command()
def make(
    out: Annotated[Path, optional(metavar="FILE", help="File for the puzzles, compressed.")],
    games: Annotated[int, typer.Option(min=1, help="Number of games to search.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same puzzles.")] = 0,
    most: Annotated[
        int | None,
        optional(min=1, metavar="N", help="Keep at most N, evenly from all themes."),
    ] = None,
    jobs: JOBS = 1,
) -> None:
    """Find puzzles in games of champions and Masons. Ctrl-C keeps those that are found."""
    from alhambra.puzzles.finder import GameSearch

    found: list[Puzzle] = []
    _write(out, found, most)  # a file that cannot be written is refused before the work
    played: list[int] = []
    searches = [GameSearch(number, seed) for number in range(1, games + 1)]
    done = play_with_progress(_searched(searches, jobs, found, played, out, most), games)
    kept = _write(out, found, most)
    themes = Counter(puzzle.theme.value for puzzle in kept)
    parts = ", ".join(f"{themes[theme]} {theme}" for theme in sorted(themes))
    typer.echo(f"{count(len(kept), 'puzzle')} in {out}: {parts or 'none'}.")
    if not done:
        leave_stopped(len(played), games)


def _searched(
    searches: list[GameSearch],
    jobs: int,
    found: list[Puzzle],
    played: list[int],
    out: Path,
    most: int | None,
) -> Generator[list[Puzzle]]:
    """Search the games, and write what is found from time to time."""
    from alhambra.arena.workers import play_all

    due = FIRST
    with closing(play_all(searches, jobs)) as games:
        for more in games:
            found += more
            played.append(len(more))
            if len(played) == due:
                _write(out, found, most)
                due *= 2
            yield more


def _write(out: Path, found: list[Puzzle], most: int | None) -> list[Puzzle]:
    """Write the puzzles, and return those that are kept."""
    from alhambra.puzzles import write_puzzles
    from alhambra.puzzles.finder import balanced

    kept = balanced(found, most or len(found))
    try:
        write_puzzles(out, kept)
    except OSError as error:
        raise Complaint(f"cannot write {out}: {problem(error)}") from None
    return kept
