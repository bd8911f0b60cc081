"""How quick and how honest the champion is, and how it came so far: ``python bench/champion.py``.

- Loading: a fresh interpreter imports what it needs, reads the weights for a number of players
  and rates a first position; Python's own start does not count. The best of some runs, with
  compiled modules kept from one to the next, as Python does if nothing forbids it.
- Decisions: games of the bot against itself, one thread, timed by the clock: read them on a machine
  that does nothing else.
- ``--calibrate``: games of the champion against itself for each number of players. For every
  decision what it promises each seat, sorted into tenths, and what came true. To reach: within 0.02
  in every tenth, within 0.03 where fewer than 1,000 cases fall.
- ``--picture``: what the weights tell of the trainings they come from, drawn: the share of the wins
  among ``greedy`` after each, over the games learned with as many players.
- ``--story``: the same in words, with the commands; it is kept beside the weights.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import accumulate, pairwise
from pathlib import Path
from statistics import mean, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from alhambra import Game
from alhambra.bots import bot_named, never
from alhambra.neural.inference import evaluate_actions, result
from alhambra.neural.network import champion_network

PLAYERS = range(2, 7)
LOADING_RUNS = 5
NOTHING_KEPT = "PYTHONDONTWRITEBYTECODE"
LONGEST = 600  # plies; a game that goes on is left out
AT_ONCE = 25  # games of one task
USUAL = {"trace": 0.7, "games": 12288, "updates": 8, "rate": 0.001, "guests": 1_000_000}
STORY = """\
# What made the weights

The files hold it themselves, with every setting (`made_by`); this page is written from them by
`python bench/champion.py --story src/alhambra/neural/weights/README.md`. Each training began with
what the one before had learned; `--from` tells for how many players that was, `--trace` where λ was
not 0.7, also from before there was such an option. Settings are told where they are not those of
now; some were set by a script, as `docs/champion.md` says. All on one H200 with 16 cores."""
LOADING = """
import time
start = time.perf_counter()
from alhambra import Game, evaluate
evaluate(Game.new([str(n) for n in range({players})], seed=1).view(0))
print(time.perf_counter() - start)
"""


def loading(players: int) -> float:
    """Seconds until a first position is rated."""
    asked = [sys.executable, "-c", LOADING.format(players=players)]
    around = {name: value for name, value in os.environ.items() if name != NOTHING_KEPT}
    with TemporaryDirectory() as kept:
        around["PYTHONPYCACHEPREFIX"] = kept
        runs = [
            subprocess.run(asked, capture_output=True, text=True, check=True, env=around)  # noqa: S603
            for _ in range(LOADING_RUNS)
        ]
    return min(float(run.stdout) for run in runs)


def decisions(name: str, players: int, games: int) -> list[float]:
    """Milliseconds of each decision in games of a bot against itself."""
    bot, spent = bot_named(name), []
    for seed in range(games):
        game, rng = Game.new([str(n) for n in range(players)], seed=seed), random.Random(seed)
        while not game.is_over and game.ply < LONGEST:
            view = game.view(game.seat)
            mark = time.perf_counter()
            action = bot.choose(view, rng=rng, stop=never)
            spent.append(1000 * (time.perf_counter() - mark))
            game.play(action)
    return spent


def foretold(players: int, seeds: range) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How many shares were promised in each tenth, their sum, and the sum of what came true; and
    how many games ended."""
    bot = bot_named("champion")
    sums, ended = np.zeros((3, 10)), 0
    for seed in seeds:
        game, rng = Game.new([str(n) for n in range(players)], seed=seed), random.Random(seed)
        promised = []
        while not game.is_over and game.ply < LONGEST:
            view = game.view(game.seat)
            action = bot.choose(view, rng=rng, stop=never)
            rated = evaluate_actions(view.position)
            promised.append(rated.shares[list(game.legal_actions).index(action)])
            game.play(action)
        if not game.is_over:
            continue
        ended += 1
        came = np.tile(result(game.view(None).position)[0], len(promised))
        shares = np.concatenate(promised)
        tenth = np.minimum((10 * shares).astype(int), 9)
        for row, weights in enumerate((np.ones_like(shares), shares, came)):
            sums[row] += np.bincount(tenth, weights, minlength=10)
    return sums, np.array([ended])


def calibration(players: int, games: int, jobs: int) -> Iterator[str]:
    """A table of tenths, and the largest gap."""
    tasks = [range(first, min(first + AT_ONCE, games)) for first in range(0, games, AT_ONCE)]
    console = Console(stderr=True)
    total, ended = np.zeros((3, 10)), 0
    with ProcessPoolExecutor(jobs) as pool:
        found = pool.map(foretold, [players] * len(tasks), tasks)
        for sums, over in track(found, f"{players} players", total=len(tasks), console=console):
            total += sums
            ended += int(over[0])
    yield f"{players} players, {ended:,} games"
    worst = 0.0
    for cases, promised, came in total.T:
        if cases:
            gap = abs(promised - came) / cases
            allowed = 0.02 if cases >= 1000 else 0.03
            worst = max(worst, gap)
            beyond = "" if gap <= allowed else f"  more than {allowed}"
            yield f"  {promised / cases:.3f}  {came / cases:.3f}  {cases:>12,.0f} cases{beyond}"
    yield f"  largest gap {worst:.3f}"


def trainings(players: int) -> list[dict[str, Any]]:
    """What the weights tell of each training they come from, from the first to the last."""
    told, made_by = [], champion_network(players).made_by
    while made_by:
        told.append(made_by)
        made_by = made_by.get("origin") or {}
    return told[::-1]


def command(training: dict[str, Any], origin: dict[str, Any] | None) -> str:
    """What was asked for."""
    settings, plan = training["settings"], training["plan"]
    long = f"--minutes {plan['minutes']:g}" if plan["steps"] is None else f"--steps {plan['steps']}"
    device = "cuda" if "NVIDIA" in training["device"] else "cpu"
    words = ["alhambra train", f"--device {device} --players {settings['players']} {long}"]
    words.append(f"--seed {settings['seed']}")
    if settings["trace"] != USUAL["trace"]:
        words.append(f"--trace {settings['trace']:g}")
    if origin:
        words.append(f"--from {origin['settings']['players']}.npz")
    return " ".join(words)


def unusual(training: dict[str, Any]) -> str:
    """Settings no option says that were others than now."""
    settings = {name: training["settings"].get(name, usual) for name, usual in USUAL.items()}
    others = [f"{name} {found:g}" for name, found in settings.items() if found != USUAL[name]]
    return ", ".join(each for each in others if not each.startswith("trace"))


def story() -> Iterator[str]:
    """Which command and commit made each file of weights, training by training, and what came of
    it."""
    yield STORY
    for players in PLAYERS:
        yield f"\n## {players}.npz\n"
        yield "| date | commit | command | settings | games | share among greedy (95 %) |"
        yield "|---|---|---|---|---|---|"
        told = trainings(players)
        for origin, each in pairwise([None, *told]):
            assert each
            share = "{mean:.3f} ± {error:.3f}".format(**each["against_greedy"])
            yield (
                f"| {each['date']} | `{each['commit']}` | `{command(each, origin)}` "
                f"| {unusual(each)} | {each['games']:,} | {share} |"
            )
        last = told[-1]
        gap = max(abs(promised - came) for _, promised, came in last["calibration"])
        yield (
            f"\nPromised and actual shares of the win in {last['calibration_games']:,} games "
            f"against itself: the worst tenth is {gap:.3f} off."
        )


def draw_trainings(path: Path) -> None:
    """A line for each number of players."""
    import matplotlib as mpl  # imported lazily: only the chart needs it

    mpl.use("agg")
    from matplotlib import pyplot as plt

    mpl.rcParams["svg.fonttype"] = "none"
    mpl.rcParams["svg.hashsalt"] = "champion"  # the same picture from the same weights
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for players in PLAYERS:
        told = [each for each in trainings(players) if each["settings"]["players"] == players]
        shares = [each["against_greedy"] for each in told]
        axes.errorbar(
            list(accumulate(each["games"] / 1e6 for each in told)),
            [share["mean"] for share in shares],
            yerr=[share["error"] for share in shares],
            marker="o",
            markersize=3,
            capsize=2,
            label=f"{players} players (chance {1 / players:.2f})",
        )
    axes.set(xlabel="games learned with as many players, in millions", xlim=0, ylim=(0, 1))
    axes.set(ylabel="share of the wins", title="One champion among greedy, after each training")
    axes.legend(frameon=False, loc="lower right")
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Read the command line and measure."""
    words = argparse.ArgumentParser(description="How quick and how honest the champion is.")
    words.add_argument("--games", type=int, default=10, help="for the times of decisions")
    words.add_argument("--calibrate", type=int, metavar="GAMES", help="see how honest it is")
    words.add_argument("--players", type=int, choices=PLAYERS, help="only so many")
    words.add_argument(
        "--picture", type=Path, metavar="FILE", help="of the trainings, .svg or .png"
    )
    words.add_argument("--story", type=Path, metavar="FILE", help="of the trainings, .md")
    words.add_argument("--jobs", type=int, default=1, help="processes that play")
    asked = words.parse_args()
    counts = [asked.players] if asked.players else PLAYERS
    if asked.picture:
        draw_trainings(asked.picture)
    if asked.story:
        asked.story.write_text("\n".join(story()) + "\n", encoding="utf-8")
    if asked.picture or asked.story:
        return
    if asked.calibrate:
        for players in counts:
            for line in calibration(players, asked.calibrate, asked.jobs):
                print(line, flush=True)
        return
    print("| players | loading | champion: mean, 99 % | champion:search: mean, 99 % |")
    print("|---|---|---|---|")
    for players in counts:
        cells = [str(players), f"{loading(players):.2f} s"]
        for name in ("champion", "champion:search"):
            spent = decisions(name, players, asked.games)
            cells.append(f"{mean(spent):.1f} ms, {quantiles(spent, n=100)[98]:.1f} ms")
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
