"""Measure how strong the bots are: the contests of docs/strength.md, through the arena.

    make strength                                   all contests; takes hours
    python bench/strength.py --only greedy-random   one contest
    python bench/strength.py --quick                a first impression: 20 games each

Prints a row of the results in docs/strength.md for each contest. Finished games are kept in
build/strength, in a folder named by a fingerprint of the code, so an interrupted run continues. A
quick run is the beginning of a full one.
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
ANYTIME = "champion:search:30000rows"  # about 0.25 s on a core of the machine of 2026-11-19
SEED = 1


@dataclass(frozen=True)
class Contest:
    """Bots that play each other. The first one is measured."""

    name: str
    bots: tuple[str, ...]
    games: int
    share: float  # target: the win share of the first bot
    whole_interval: bool = False  # the whole confidence interval must be above the target
    luck_adjusted: bool = False  # the share without luck counts, whose interval is narrower

    def command(self, games: int) -> str:
        """The contest as a command line."""
        options = ["--games", str(games), "--seed", str(SEED)]
        if self.luck_adjusted:
            options.append("--luck-adjusted")
        return shlex.join(["alhambra", "arena", *self.bots, *options])

    def target(self) -> str:
        """The target in words."""
        share = f"{self.share:.3f}".removesuffix("0")
        return f"whole interval > {share}" if self.whole_interval else f"≥ {share}"

    def is_reached(self, bot: BotReport) -> bool:
        """Whether the bot reaches the target."""
        share = bot.luck_adjusted or bot.win_share
        if self.whole_interval:
            return share.low is not None and share.low > self.share
        return share.mean >= self.share


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
    Contest(
        "lookahead-champion", ("champion:search", "champion"), 1000, 1 / 2, whole_interval=True
    ),
    Contest(
        "lookahead-two-champions",
        ("champion:search", "champion", "champion"),
        1002,
        1 / 3,
        whole_interval=True,
    ),
    Contest("anytime-search", (ANYTIME, "champion:search"), 1000, 0.62, luck_adjusted=True),
    Contest(
        "anytime-two-searches", (ANYTIME, *["champion:search"] * 2), 1002, 0.42, luck_adjusted=True
    ),
    *(
        Contest(
            f"anytime-{others}-searches",
            (ANYTIME, *["champion:search"] * (players - 1)),
            games,
            1 / players,
            whole_interval=True,
            luck_adjusted=True,
        )
        for players, others, games in ((4, "three", 1000), (5, "four", 1000), (6, "five", 1002))
    ),
    *(
        Contest(f"{upper.key}-{lower.key}", (upper.key, lower.key), 200, 0.60)
        for lower, upper in pairwise(LEVELS)
    ),
)
HEAD = """\
| date | command | games | win share (95 %) | target | reached | decision: mean, 99 % |
|---|---|---|---|---|---|---|"""


def play(contest: Contest, games: int, jobs: int, folder: Path) -> Report:
    """Play a contest, or the rest of it."""
    out = folder / contest.name
    arena = Arena(
        contest.bots,
        games=games,
        seed=SEED,
        jobs=jobs,
        out=out,
        resume=True,
        luck_adjusted=contest.luck_adjusted,
    )
    left = arena.games - arena.played
    console = Console(stderr=True)
    for _ in track(arena.play(), contest.name, total=left, console=console):
        pass
    return arena.report()


def row(contest: Contest, report: Report) -> str:
    """A row of the results."""
    bot = report.bot(contest.bots[0])
    spent = report.times[bot.name]
    shares = in_words(bot.win_share, 3)
    if bot.luck_adjusted:
        shares += f", without luck {in_words(bot.luck_adjusted, 3)}"
    cells = (
        date.today().isoformat(),
        f"`{contest.command(report.settings['games'])}`",
        str(report.games),
        shares,
        contest.target(),
        "yes" if contest.is_reached(bot) else "no",
        f"{duration(spent.mean)}, {duration(spent.percentile(99))}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Read the command line and play."""
    names = [contest.name for contest in CONTESTS]
    parser = argparse.ArgumentParser(description="Measure how strong the bots are.")
    parser.add_argument("--only", action="append", choices=names, help="a contest; repeatable")
    parser.add_argument("--quick", action="store_true", help=f"about {QUICK} games of each")
    parser.add_argument("--jobs", type=int, default=1, help="games played at the same time")
    parser.add_argument(
        "--out", type=Path, default=Path("build/strength"), help="folder for finished games"
    )
    options = parser.parse_args()
    print(HEAD, flush=True)
    for contest in CONTESTS:
        if options.only and contest.name not in options.only:
            continue
        games = QUICK if options.quick else contest.games
        try:
            report = play(contest, games, options.jobs, options.out / code_fingerprint())
        except ArenaError as error:
            sys.exit(f"{contest.name}: {error}")
        except KeyboardInterrupt:
            sys.exit("Stopped. The same command continues from here.")
        print(row(contest, report), flush=True)


if __name__ == "__main__":
    main()
