"""``alhambra simulate``: bots play, and the records are kept."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from alhambra.bots import bot_named, never
from alhambra.cli.files import SUFFIX, make_folder, write
from alhambra.cli.words import count
from alhambra.game import Game
from alhambra.record import Record

LIMIT = 5000
NAMES = ("Ana", "Bruno", "Carla", "Diego", "Elena", "Farid")


@dataclass(frozen=True, slots=True)
class Plan:
    """What all games of a run have in common."""

    players: int
    seed: int
    bot: str
    out: Path
    limit: int

    def file(self, number: int) -> Path:
        """Where a game is kept."""
        bot = re.sub(r"\W+", "-", self.bot)
        return self.out / f"{bot}-{self.players}p-{self.seed}-{number:05}{SUFFIX}"


def simulate(
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Where the records go.", show_default=False)
    ],
    players: Annotated[int, typer.Option(min=2, max=6, help="Players in each game.")] = 3,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    bot: Annotated[str, typer.Option(help="Who plays.")] = "random",
    limit: Annotated[
        int, typer.Option(min=1, help="Stop a game after so many actions, unfinished.")
    ] = LIMIT,
    jobs: Annotated[int, typer.Option(min=1, help="Games played at the same time.")] = 1,
) -> None:
    """Let bots play, and keep the records."""
    bot_named(bot)
    make_folder(out)
    plan = Plan(players, seed, bot, out, limit)
    ends: list[bool] = []
    with _progress() as progress, suppress(KeyboardInterrupt):
        task = progress.add_task("Playing", total=games)
        for is_over in _results(plan, games, jobs):
            ends.append(is_over)
            progress.advance(task)
    if len(ends) < games:
        typer.echo(f"Stopped after {count(len(ends), 'game')} of {games}.", err=True)
        raise typer.Exit(130)
    typer.echo(f"{count(games, 'game')} of {players} players in {out}: {_summary(ends, limit)}.")


def _summary(ends: list[bool], limit: int) -> str:
    if all(ends):
        return "all finished"
    return f"{sum(ends)} finished, {ends.count(False)} stopped after {limit} actions"


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("time left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )


def _results(plan: Plan, games: int, jobs: int) -> Iterator[bool]:
    """Play all games; for each whether it came to its end."""
    numbers = range(1, games + 1)
    if jobs == 1:
        yield from map(partial(play_one, plan), numbers)
        return
    with _workers(min(jobs, games)) as pool:
        share = max(1, games // (20 * jobs))
        yield from pool.map(partial(play_one, plan), numbers, chunksize=share)


@contextmanager
def _workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def play_one(plan: Plan, number: int) -> bool:
    """Play a game and keep its record; it depends on the plan and its number alone."""
    rng = random.Random(f"{plan.seed} {plan.players} {number}")
    bot = bot_named(plan.bot)
    game = Game.new(NAMES[: plan.players], shuffler=rng)
    for _ in range(plan.limit):
        if game.is_over:
            break
        game.play(bot.choose(game.view(game.seat), rng=rng, stop=never))
    extra = {"bot": plan.bot, "seed": f"{plan.seed} {number}"}
    write(plan.file(number), str(Record.of(game, extra)))
    return game.is_over
