"""Measure how strong the bots are: the contests of docs/strength.md, through the arena.

    make strength                                   all of them; hours
    python bench/strength.py --only greedy-random   one of them
    python bench/strength.py --quick                a first impression: 20 games each

Prints a row of the table in docs/strength.md for each. What was played is kept (build/strength,
by a fingerprint of the code), so that it can be interrupted and goes on where it was; a quick run
is the beginning of a whole one.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.progress import track

from alhambra.arena import Arena, ArenaError, BotReport, Report
from alhambra.arena.code import code_fingerprint
from alhambra.arena.text_report import duration, in_words
from alhambra.bots import LEVELS

QUICK = 20
SEED = 1


@dataclass(frozen=True)
class Contest:
    """Bots against each other; the first named is the one that is measured."""

    name: str
    bots: tuple[str, ...]
    games: int
    share: float  # of the wins it should reach
    whole_interval: bool = False  # also with the lower end of the interval, and beyond

    def command(self, games: int) -> str:
        """The same as a command line."""
        options = ["--games", str(games), "--seed", str(SEED)]
        return shlex.join(["alhambra", "arena", *self.bots, *options])

    def to_reach(self) -> str:
        """What is asked for, in words."""
        share = f"{self.share:.3f}".removesuffix("0")
        return f"whole interval > {share}" if self.whole_interval else f"≥ {share}"

    def is_reached(self, bot: BotReport) -> bool:
        """Whether it is."""
        if self.whole_interval:
            return bot.win_share.low is not None and bot.win_share.low > self.share
        return bot.win_share.mean >= self.share


CONTESTS = (
    Contest("greedy-random", ("greedy", "random"), 400, 0.99),
    Contest("search-greedy", ("search:1000", "greedy"), 400, 0.80),
    Contest("search-two-greedy", ("search:1000", "greedy", "greedy"), 402, 0.60),
    Contest("search-search", ("search:4000", "search:400"), 400, 0.50, whole_interval=True),
    Contest("champion-greedy", ("champion", "greedy"), 2000, 0.95),
    Contest("champion-search4000", ("champion", "search:4000"), 200, 0.75),
    Contest("champion-two-greedy", ("champion", "greedy", "greedy"), 2001, 0.92),
    Contest("champion-two-search4000", ("champion", "search:4000", "search:4000"), 201, 0.60),
    Contest("champion-three-greedy", ("champion", *["greedy"] * 3), 2000, 2.5 / 4),
    Contest("champion-four-greedy", ("champion", *["greedy"] * 4), 2000, 2.5 / 5),
    Contest("champion-five-greedy", ("champion", *["greedy"] * 5), 2004, 2.5 / 6),
    Contest("further-champion", ("champion:search", "champion"), 1000, 1 / 2, whole_interval=True),
    Contest(
        "further-two-champions",
        ("champion:search", "champion", "champion"),
        1002,
        1 / 3,
        whole_interval=True,
    ),
    *(
        Contest(f"{upper.key}-{lower.key}", (upper.key, lower.key), 200, 0.60)
        for lower, upper in pairwise(LEVELS)
    ),
)
HEAD = """\
| date | command | games | win share (95 %) | to reach | reached | decision: mean, 99 % |
|---|---|---|---|---|---|---|"""


def play(contest: Contest, games: int, jobs: int, folder: Path) -> Report:
    """Play a contest, or what is left of it."""
    out = folder / contest.name
    arena = Arena(contest.bots, games=games, seed=SEED, jobs=jobs, out=out, resume=True)
    left = arena.games - arena.played
    console = Console(stderr=True)
    for _ in track(arena.play(), contest.name, total=left, console=console):
        pass
    return arena.report()


def row(contest: Contest, report: Report) -> str:
    """A row of the table."""
    bot = report.bot(contest.bots[0])
    spent = report.times[bot.name]
    cells = (
        date.today().isoformat(),
        f"`{contest.command(report.settings['games'])}`",
        str(report.games),
        in_words(bot.win_share, 3),
        contest.to_reach(),
        "yes" if contest.is_reached(bot) else "no",
        f"{duration(spent.mean)}, {duration(spent.percentile(99))}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Read the command line and play."""
    names = [contest.name for contest in CONTESTS]
    words = argparse.ArgumentParser(description="Measure how strong the bots are.")
    words.add_argument("--only", action="append", choices=names, help="this contest; repeatable")
    words.add_argument("--quick", action="store_true", help=f"about {QUICK} games of each")
    words.add_argument("--jobs", type=int, default=1, help="games played at the same time")
    words.add_argument("--out", type=Path, default=Path("build/strength"), help="games go there")
    asked = words.parse_args()
    print(HEAD, flush=True)
    for contest in CONTESTS:
        if asked.only and contest.name not in asked.only:
            continue
        games = QUICK if asked.quick else contest.games
        try:
            report = play(contest, games, asked.jobs, asked.out / code_fingerprint())
        except ArenaError as error:
            sys.exit(f"{contest.name}: {error}")
        except KeyboardInterrupt:
            sys.exit("Stopped; the same command goes on from here.")
        print(row(contest, report), flush=True)


if __name__ == "__main__":
    main()
