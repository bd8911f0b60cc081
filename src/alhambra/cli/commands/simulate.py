"""``alhambra simulate``: let bots play and save the records."""

from __future__ import annotations

import random
import re
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from alhambra.arena import BotFault
from alhambra.arena.bot_game import PLIES, BotGame, Player
from alhambra.arena.entries import Entry, entry_of
from alhambra.arena.workers import play_all
from alhambra.cli.files import SUFFIX, make_folder, write
from alhambra.cli.many_games import JOBS, LIMIT, leave_stopped, play_with_progress
from alhambra.cli.options import optional
from alhambra.cli.text.words import count
from alhambra.game import Game

NAMES = ("Ana", "Bruno", "Carla", "Diego", "Elena", "Farid")
FAILED = "failed"  # the folder of games in which a bot failed


@dataclass(frozen=True, slots=True)
class Simulation:
    """A game to be played. These fields determine it completely."""

    entry: Entry
    players: int
    seed: int
    number: int
    plies: int

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots that play."""
        return (self.entry.name,)

    @property
    def file(self) -> str:
        """The name of the record."""
        bot = re.sub(r"\W+", "-", self.entry.name)
        return f"{bot}-{self.players}p-{self.seed}-{self.number:05}{SUFFIX}"

    def play(self) -> Simulated:
        """Play it; deal and bots share one random generator."""
        rng = random.Random(f"{self.seed} {self.players} {self.number}")
        played = BotGame(
            Game.new(NAMES[: self.players], shuffler=rng),
            [Player(self.entry.name, self.entry.make(), rng) for _ in range(self.players)],
            number=self.number,
            file=self.file,
            header={"bot": self.entry.name, "seed": f"{self.seed} {self.number}"},
        )
        played.play(self.plies)
        return Simulated(self.file, played.record(), played.game.is_over)


@dataclass(frozen=True, slots=True)
class Simulated:
    """A game that was played."""

    file: str
    record: str
    is_over: bool


def simulate(
    out: Annotated[Path, optional(metavar="DIR", help="Folder for the records.")],
    players: Annotated[int, typer.Option(min=2, max=6, help="Players in each game.")] = 3,
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    bot: Annotated[str, typer.Option(help="Who plays, named as for the arena.")] = "random",
    plies: LIMIT = PLIES,
    jobs: JOBS = 1,
) -> None:
    """Let bots play and save the records."""
    entry = entry_of(bot, players)
    make_folder(out)
    numbers = range(1, games + 1)
    tasks = [Simulation(entry, players, seed, number, plies) for number in numbers]
    ends: list[bool] = []
    if not play_with_progress(_play_and_keep(tasks, jobs, out, ends), games):
        leave_stopped(len(ends), games)
    typer.echo(f"{count(games, 'game')} of {players} players in {out}: {_summary(ends, plies)}.")


def _play_and_keep(
    tasks: list[Simulation], jobs: int, out: Path, ends: list[bool]
) -> Generator[Simulated]:
    """Save each game as soon as it is played, and note whether it ended."""
    try:
        with closing(play_all(tasks, jobs)) as games:
            for played in games:
                write(out / played.file, played.record)
                ends.append(played.is_over)
                yield played
    except BotFault as fault:
        make_folder(out / FAILED)
        file = out / FAILED / fault.record_name
        write(file, fault.record)
        raise fault.kept_in(file) from fault.__cause__


def _summary(ends: list[bool], plies: int) -> str:
    if all(ends):
        return "all finished"
    return f"{sum(ends)} finished, {ends.count(False)} stopped after {plies} actions"
