"""Playing or analysing many games: the options, the progress bar and the message after Ctrl-C."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from alhambra.cli.text.words import count

JOBS = Annotated[int, typer.Option(metavar="N", min=1, help="Games played at the same time.")]
RAY = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="[ADDRESS]",
        show_default=False,
        help="Use a Ray cluster: the one at this address, or without one this machine alone.",
    ),
]
LIMIT = Annotated[
    int,
    typer.Option("--plies", metavar="N", min=1, help="Actions after which a game is stopped."),
]
INTERRUPTED = 130


def play_with_progress(
    games: Generator[object], total: int, played: int = 0, what: str = "games"
) -> bool:
    """Play the games, or do what else there is many of, with a progress bar; False if Ctrl-C
    stopped them."""
    console = Console(stderr=True)
    bar = Progress(
        MofNCompleteColumn(),
        TextColumn(what),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
        speed_estimate_period=900,  # seconds: long enough for games that take minutes
    )
    with bar, closing(games):
        task = bar.add_task("games", total=total, completed=played)
        try:
            for _ in games:
                bar.advance(task)
        except KeyboardInterrupt:
            return False
    return True


def leave_stopped(played: int, total: int, hint: str = "") -> None:
    """Print how many games were played, and exit like an interrupted command."""
    typer.echo(f"Stopped after {count(played, 'game')} of {total}.", err=True)
    if hint:
        typer.echo(hint, err=True)
    raise typer.Exit(INTERRUPTED)
