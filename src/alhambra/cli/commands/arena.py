"""``alhambra arena``: measure bots by games against each other."""

from __future__ import annotations

import json as json_text
from pathlib import Path
from typing import Annotated

import typer

from alhambra.arena import Arena, Report
from alhambra.arena.bot_game import PLIES
from alhambra.arena.plot import plot as draw
from alhambra.arena.text_report import text_report
from alhambra.cli.many_games import JOBS, LIMIT, RAY, leave_stopped, play_with_progress
from alhambra.cli.options import optional
from alhambra.cli.text.words import count

PICTURE = "arena.png"


def arena(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT...",
            help="Names like greedy or search:1000, a bot of your own as my_bot.py:MyBot, or "
            "weights of your own training as mine/3.npz or mine/3.npz:search.",
            show_default=False,
        ),
    ],
    players: Annotated[
        int | None,
        typer.Option(metavar="N", help="Players in each game. Defaults to the number of bots."),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", help="Games to play, rounded up.")] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same games.")] = 1,
    jobs: JOBS = 1,
    ray: RAY = None,
    plies: LIMIT = PLIES,
    out: Annotated[
        Path | None, optional(metavar="DIR", help="Save results and records here.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the run in DIR.")] = False,
    luck_adjusted: Annotated[
        bool,
        typer.Option(
            "--luck-adjusted",
            help="Show the win share without the luck of deal and draws too. It pays for slow "
            "bots of similar strength.",
        ),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    plot: Annotated[
        bool,
        typer.Option("--plot", help=f"Draw ratings and points: {PICTURE}, in DIR if there is one."),
    ] = False,
) -> None:
    """Let bots play against each other, every deal in every rotation of the seats.

    As many bots as players play in that line-up (one against two: champion greedy greedy). With
    fewer, the free seats are filled with the same bots in every possible way; with more, all
    combinations play. Most points win, and a tie shares the win. Intervals are 95 %, estimated
    from the differences between whole deals.
    """
    run = Arena(
        bots,
        players=players,
        games=games,
        seed=seed,
        jobs=jobs,
        plies=plies,
        out=out,
        resume=resume,
        luck_adjusted=luck_adjusted,
        ray=ray,
    )
    _announce(run)
    finished = play_with_progress(run.play(), run.games, run.played)
    if run.played:
        report = run.report()
        _tell(report, json)
        if plot:
            _draw(report, (out or Path()) / PICTURE)
    if not finished:
        kept = f"Finished games are kept in {out}; the same command with --resume continues."
        leave_stopped(run.played, run.games, kept if out else "")


def _announce(run: Arena) -> None:
    if run.games != run.asked_games:
        _say(f"{run.games} games instead of {run.asked_games}: each line-up plays whole rotations.")
    if run.played:
        _say(f"{count(run.played, 'game')} of {run.games} played before.")


def _tell(report: Report, json: bool) -> None:
    text = json_text.dumps(report.to_json(), ensure_ascii=False, indent=2)
    typer.echo(text if json else text_report(report))


def _draw(report: Report, picture: Path) -> None:
    draw(report, picture)
    _say(f"The picture is {picture}.")


def _say(words: str) -> None:
    typer.echo(words, err=True)
