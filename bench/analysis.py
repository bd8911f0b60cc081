"""Measure the analysis of games.

    python bench/analysis.py speed --games 6             time and memory, beside the plain method
    python bench/analysis.py skill --players 2 --games 24 --jobs 2
    python bench/analysis.py luck --players 2 --games 100 --jobs 2

- speed: processor time of level quick, side by side with following every line under all orders
  (24 orders, four decisions, one line after the other, nothing confirmed), game by game. Then the
  memory of a process that has analysed, and how much faster two processes are: that means something
  only on a machine that does nothing else.
- skill: every bot plays one seat against champions, in every seat in turn. Prints for each bot the
  error rate, the accuracy, and how often the interval of a single game holds the accuracy of all;
  then how often the better of two neighbours has the smaller rate over 1, 5 and 20 games (drawn
  from the games played), and the h with which `greedy` has an accuracy of 80.
- luck: the mean luck of each bot against champions, with two standard errors. It has to be zero.

`--out FILE` keeps a line of JSON for each game; games that are in it already are not played again.
`--minutes 5` stops playing after that time; `--minutes 0` only prints what is kept.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track

from alhambra import Game, Record, analyse
from alhambra.analysis.analysis_levels import QUICK
from alhambra.analysis.candidates import candidates_of, turns_of
from alhambra.arena.workers import play_all
from alhambra.bots import bot_named, never
from alhambra.cli.analysis_tasks import tasks_of
from alhambra.neural.rollouts import rollouts

BOTS = ("random", "greedy:best=3", "greedy", "champion", "champion:search")
"""By strength; the second and third are the levels Apprentice and Mason."""
LUCK_BOTS = ("champion:search", "search:400", "greedy")
NAMES = ("Ana", "Bruno", "Carla", "Dora", "Emil", "Fatma")
MOST_PLIES = 900  # longer games are not counted
MASON, ACCURACY_OF_MASON = "greedy", 0.8
SAMPLES = 4000
SIZES = (1, 5, 20)  # games


@dataclass(frozen=True)
class Measured:
    """A game of a bot against champions, for the seat of the bot."""

    bot: str
    players: int
    number: int
    result: float
    luck: float
    deal: float
    errors: float
    others: float
    rate: float
    accuracy: float
    accuracy_error: float
    weight: float  # open turns
    gap: float  # by which the account does not add up


@dataclass(frozen=True)
class Match:
    """A game to be played and analysed."""

    bot: str
    players: int
    number: int

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots by seat; the deals repeat with the bot in the next seat."""
        seat = self.number % self.players
        return tuple(self.bot if i == seat else "champion" for i in range(self.players))

    def play(self) -> Measured | None:
        """What it brought the bot; None if it took too long."""
        game = played(self.bots, self.number // self.players)
        if not game.is_over:
            return None
        found = analyse(game, "quick", seed=self.number + 1)
        seat = self.number % self.players
        summary = found.seats[seat]
        account = summary.account
        total = account.deal + account.luck - account.errors + account.others
        return Measured(
            self.bot,
            self.players,
            self.number,
            **asdict(account),
            rate=summary.error_rate,
            accuracy=summary.accuracy,
            accuracy_error=summary.accuracy_error,
            weight=sum(turn.openness for turn in found.turns if turn.seat == seat),
            gap=abs(total - account.result),
        )


def played(bots: Sequence[str], deal: int) -> Game:
    """A game between bots."""
    rng = random.Random(f"analysis {len(bots)} {deal}")
    game = Game.new(NAMES[: len(bots)], shuffler=rng)
    players = [bot_named(bot) for bot in bots]
    while not game.is_over and game.ply < MOST_PLIES:
        action = players[game.seat].choose(game.view(game.seat), rng=rng, stop=never)
        game.play(action)
    return game


# Speed


def plain_quick(game: Game) -> None:
    """Follow every line of every turn under all orders, one after the other."""
    following = rollouts(len(game.names))
    for turn in turns_of(game):
        lines, _ = candidates_of(turn)
        for line in lines:
            step = line.steps[-1]
            following.follow(step.position, [step.code], QUICK.orders, QUICK.depth, turn.number)


def speed(options: argparse.Namespace) -> None:
    """Print time and memory."""
    for players in options.players:
        games = [played(("greedy", *["champion"] * (players - 1)), n) for n in range(options.games)]
        plain_quick(games[0])
        times = []
        for game in games:
            start = time.process_time()
            plain_quick(game)
            middle = time.process_time()
            analyse(game)
            times.append((middle - start, time.process_time() - middle))
        plain, quick = np.array(times).mean(axis=0)
        ratios = [b / a for a, b in times]
        spread = f"{quick / plain:.2f} (single games {min(ratios):.2f} to {max(ratios):.2f})"
        seconds = f"quick {quick:.2f} s a game, plain {plain:.2f} s, ratio {spread}"
        print(f"{players} players, {len(games)} games: {seconds}", flush=True)
    text = str(Record.of(games[0]))
    program = "import sys; from alhambra import Record, analyse; analyse(Record.parse(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", program, text], check=True)  # noqa: S603
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"memory of a process that has analysed a game of {len(games[0].names)}: {peak:.0f} MB")
    _processes(games)


def _processes(games: Sequence[Game]) -> None:
    tasks = [task for number, game in enumerate(games) for task in tasks_of(number, game, "quick")]
    seconds = []
    for jobs in (1, 2):
        start = time.perf_counter()
        for _ in play_all(tasks, jobs):
            pass
        seconds.append(time.perf_counter() - start)
    print(f"two processes are {seconds[0] / seconds[1]:.2f} times as fast as one")


# Skill and luck


def measured(options: argparse.Namespace, bots: Sequence[str]) -> list[Measured]:
    """All games that were asked for, played now or before."""
    wanted = [
        Match(bot, players, number)
        for number in range(options.games)
        for players in options.players
        for bot in bots
    ]
    known = {(m.bot, m.players, m.number): m for m in _kept(options.out)}
    missing = [match for match in wanted if (match.bot, match.players, match.number) not in known]
    if not options.minutes:
        missing = []
    games = track(
        play_all(missing, options.jobs),
        description="games",
        total=len(missing),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    )
    end = time.monotonic() + 60 * options.minutes
    for found in games:
        if found:
            known[found.bot, found.players, found.number] = found
            if options.out:
                with options.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(found)) + "\n")
        if time.monotonic() > end:
            break
    keys = [(match.bot, match.players, match.number) for match in wanted]
    return [known[key] for key in keys if key in known]


def _kept(file: Path | None) -> Iterator[Measured]:
    if file and file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            yield Measured(**json.loads(line))


def grouped(found: Iterable[Measured]) -> Mapping[tuple[int, str], list[Measured]]:
    """The games of each bot, by number of players."""
    groups: dict[tuple[int, str], list[Measured]] = {}
    for each in found:
        groups.setdefault((each.players, each.bot), []).append(each)
    return groups


def rate_of(games: Sequence[Measured]) -> float:
    """The error rate over several games together."""
    return sum(game.errors for game in games) / sum(game.weight for game in games)


def skill(options: argparse.Namespace) -> None:
    """Print how accuracy goes with strength."""
    groups = grouped(measured(options, options.bots or BOTS))
    print("| players | bot | games | rate | accuracy | its error | within its error |")
    print("|---|---|---|---|---|---|---|")
    for (players, bot), games in groups.items():
        rates, accuracies = (
            np.array([getattr(game, name) for game in games]) for name in ("rate", "accuracy")
        )
        true = accuracies.mean()
        errors = np.array([game.accuracy_error for game in games])
        held = np.mean(abs(accuracies - true) <= errors)
        rate = f"{rate_of(games):.4f} ± {_two_errors(rates):.4f}"
        accuracy = f"{true:.0f} ± {_two_errors(accuracies):.0f} ({accuracies.std():.0f})"
        row = f"{rate} | {accuracy} | {errors.mean():.0f} | {held:.0%}"
        print(f"| {players} | `{bot}` | {len(games)} | {row} |")
    for players in options.players:
        _neighbours(groups, players)
        masons = groups.get((players, MASON), [])
        if masons:
            print(f"{players} players: h = {fitted(masons):.3f} (from {len(masons)} games)")


def _two_errors(values: np.typing.NDArray[np.float64]) -> float:
    return float(2 * values.std(ddof=1) / math.sqrt(len(values))) if len(values) > 1 else math.nan


def _neighbours(groups: Mapping[tuple[int, str], list[Measured]], players: int) -> None:
    """How often the better one of two bots has the smaller rate."""
    chance = random.Random(1)
    bots = [bot for number, bot in groups if number == players]
    for weaker, better in pairwise(bots):
        shares = []
        for size in SIZES:
            pairs = (
                [rate_of(chance.choices(groups[players, bot], k=size)) for bot in (weaker, better)]
                for _ in range(SAMPLES)
            )
            right = sum((a > b) + (a == b) / 2 for a, b in pairs) / SAMPLES
            shares.append(f"{right:.0%} over {size}")
        print(f"{players} players: `{better}` before `{weaker}`: {', '.join(shares)} games")


def fitted(games: Sequence[Measured]) -> float:
    """The h with which the mean accuracy of these games is that of a Mason."""
    rates = np.array([max(game.rate, 0.0) for game in games])
    low, high = 1e-4, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if np.mean(2 ** (-rates / middle)) < ACCURACY_OF_MASON:
            low = middle
        else:
            high = middle
    return high


def luck(options: argparse.Namespace) -> None:
    """Print the mean luck of each bot."""
    print(
        "| players | bot | games | result - 1/n | luck | own errors | others | account is off by |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for (players, bot), games in grouped(measured(options, options.bots or LUCK_BOTS)).items():
        columns = [
            np.array([getattr(game, name) for game in games])
            for name in ("result", "luck", "errors", "others")
        ]
        cells = " | ".join(
            f"{column.mean():+.3f} ± {_two_errors(column):.3f}" for column in columns
        )
        off = max(game.gap for game in games)
        print(f"| {players} | `{bot}` | {len(games)} | {cells} | {off:.0e} |")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=("speed", "skill", "luck"))
    parser.add_argument("--players", type=int, nargs="+", choices=range(2, 7))
    parser.add_argument("--games", type=int, default=6, help="games of each bot")
    parser.add_argument("--bots", nargs="+", help="by strength, the weakest first")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--minutes", type=float, default=math.inf, help="then stop playing")
    options = parser.parse_args()
    options.players = options.players or ([2, 3] if options.what == "speed" else [2])
    {"speed": speed, "skill": skill, "luck": luck}[options.what](options)


if __name__ == "__main__":
    main()
