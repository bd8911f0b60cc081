"""``alhambra train``: train the champion by self-play."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from alhambra.cli.options import optional
from alhambra.reasons import AlhambraError, why

if TYPE_CHECKING:
    from alhambra.training.session import ProgressUpdate, Session
    from alhambra.training.trainer import Report

CHECKED = {"cuda": 10_000, "cpu": 400}  # games at the end
PICTURE = "curve.png"


def train(
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder for weights, reports and checkpoints.")
    ],
    players: Annotated[int, typer.Option(metavar="N", min=2, max=6, help="Number of players.")] = 3,
    minutes: Annotated[
        float, typer.Option(metavar="M", min=0.01, help="Time to train, not counting matches.")
    ] = 5.0,
    steps: Annotated[
        int | None,
        optional(
            metavar="N",
            min=0,
            help="Instead of minutes: number of decisions in each game. On the CPU the same seed "
            "then gives the same weights. 0 only recalibrates the weights of --from.",
        ),
    ] = None,
    report_every: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.1, help="Training time between two reports."),
    ] = 60.0,
    device: Annotated[str, typer.Option(metavar="cuda|cpu", help="Device to train on.")] = "cpu",
    seed: Annotated[
        int, typer.Option(metavar="N", help="Seed of the initial weights and all deals.")
    ] = 1,
    trace: Annotated[
        float | None,
        optional(
            metavar="LAMBDA",
            min=0.0,
            max=1.0,
            help="Lambda of the targets: 1 learns only from the end of the game, 0 only from the "
            "next decision. [default: 0.7]",
        ),
    ] = None,
    origin: Annotated[
        Path | None,
        optional(
            "--from",
            metavar="FILE",
            help="Start with these weights, also for another number of players.",
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the training in DIR.")] = False,
    check: Annotated[
        int | None,
        optional(
            metavar="GAMES",
            min=1,
            help="Games against itself at the end, to calibrate it, and as many again to check "
            "the calibration. [default: 10,000 on a GPU, 400 on a CPU]",
        ),
    ] = None,
) -> None:
    """Train the champion for a number of players.

    Each line of the report has the games so far, games per second, the loss, and the win shares
    against other bots (95 %). A checkpoint is saved with every line: Ctrl-C stops, --resume
    continues. The weights play as a bot, for example with three players:
    `alhambra arena DIR/3.npz champion greedy`.
    """
    try:
        session = _session(
            out, players, minutes, steps, report_every, device, seed, trace, origin, resume
        )
        _run(session, Console())
        _check(session, check or CHECKED[device])
    except KeyboardInterrupt:
        typer.echo(_stopped(out), err=True)
        raise typer.Exit(130) from None
    weights, others = out / f"{players}.npz", " champion" * (players - 1)
    typer.echo(f"The weights are in {weights}; `alhambra arena {weights}{others}` tries them out.")


def _stopped(out: Path) -> str:
    from alhambra.training.session import CHECKPOINT

    if (out / CHECKPOINT).exists():
        return "Stopped; the same command with --resume continues from the last line."
    return "Stopped before anything was saved."


def _session(
    out: Path,
    players: int,
    minutes: float,
    steps: int | None,
    report_every: float,
    device: str,
    seed: int,
    trace: float | None,
    origin: Path | None,
    resume: bool,
) -> Session:
    if device not in ("cuda", "cpu"):
        raise AlhambraError(why("no_such_device", device=device))
    try:
        from alhambra.training.session import Schedule, Session
        from alhambra.training.settings import Settings
        from alhambra.training.transfer import transfer
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise AlhambraError(why("no_training")) from None
    from alhambra.neural.network import Network

    before = Network.load(origin, any_columns=True) if origin else None
    fits = before and before.players == players and not before.names
    if steps == 0 and not fits:
        raise AlhambraError(why("nothing_to_learn", players=str(players)))
    if before and not fits:
        before = transfer(before, players)
    settings = Settings.for_device(players, device, seed=seed)
    if trace is not None:
        settings = replace(settings, trace=trace)
    if before:
        sizes = tuple(layer.bias.size for layer in before.layers[:-1])
        settings = replace(settings, sizes=sizes)
    # Trained weights need less noise and a shorter phase of fast learning.
    beginning = 0.3 if before else 0.0
    schedule = Schedule(minutes, steps, report_every, beginning)
    return Session(settings, device, out, schedule, resume=resume, origin=before)


def _run(session: Session, console: Console) -> None:
    """Train, with a bar and a line for every report."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[speed]}"),
    )
    task = bar.add_task("warming up", total=1.0, speed="")
    console.print(_row(*_HEAD))
    with Live(bar, console=console, refresh_per_second=4):
        for moment in session.run():
            bar.update(
                task, description=moment.stage, completed=moment.progress, speed=_speed(moment)
            )
            if moment.report:
                console.print(_row(*_cells(moment.report)))
                _draw(session)


_HEAD = ("seconds", "games", "games/s", "loss", "against light", "against greedy", "against before")


def _row(*cells: str) -> Table:
    table = Table.grid(padding=(0, 2))
    for width in (8, 10, 8, 7, 15, 15, 15):
        table.add_column(width=width, justify="right")
    table.add_row(*cells)
    return table


def _cells(report: Report) -> tuple[str, ...]:
    counted = report.counted
    return (
        f"{counted.seconds:.0f}",
        f"{counted.games:,}",
        f"{counted.games / max(counted.seconds, 1e-9):.0f}",
        f"{report.loss:.4f}",
        str(report.light),
        str(report.greedy),
        str(report.before or ""),
    )


def _speed(moment: ProgressUpdate) -> str:
    counted = moment.trainer.counted
    if not counted.seconds:
        return ""
    return f"{counted.games:,} games, {counted.games / counted.seconds:.0f}/s"


def _draw(session: Session) -> None:
    """Draw the learning curve if matplotlib is installed."""
    try:
        from alhambra.training.learning_curve import draw
    except ModuleNotFoundError:
        return
    draw(session.reports, session.settings.players, session.folder / PICTURE)


def _check(session: Session, games: int) -> None:
    """Calibrate, then print predicted and actual shares, which are saved with the weights."""
    with Console().status(f"{games:,} games against itself, twice: calibrating and checking"):
        tenths = session.settle(games)
    session.close()
    typer.echo(f"Predicted and actual shares of the win, over {games:,} games against itself:")
    for tenth in tenths:
        typer.echo(f"  {tenth.predicted:.3f}  {tenth.actual:.3f}  {tenth.cases:>12,} cases")
