"""Measure the champion: ``python bench/champion.py``.

Without options it prints loading and decision times for each number of players:

- Loading: a fresh interpreter imports what is needed, reads the weights and rates a first
  position. The start of Python itself is not counted. The best of several runs counts, with
  bytecode cached from one run to the next.
- Decisions: games of the bot against itself on one thread, in wall-clock time. They mean something
  only on a machine that does nothing else.

Options do something else instead:

- ``--calibrate GAMES``: compare predicted and actual win shares in games of the champion against
  itself, in ten bins. Each bin with at least 1,000 predictions should be within 0.02, each other
  one within 0.03.
- ``--threads N``: how many rows the network rates in a second for the search, on one thread and on
  N of them in turn. It means something only on a machine with N free cores.
- ``--picture FILE``: plot the win share among ``greedy`` after each training, over the games
  learned with that number of players. The weights contain these results.
- ``--history FILE``: write the same as a table, with the command of each training. It is kept
  beside the weights.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
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
from alhambra.neural.inference import evaluate_actions, promising, result
from alhambra.neural.network import champion_network
from alhambra.neural.parallel_rollouts import ParallelRollouts
from alhambra.neural.rollouts import Rollouts, rollouts
from alhambra.neural.search import BATCH as ORDERS
from alhambra.neural.search import DEPTH

PLAYERS = range(2, 7)
LOADING_RUNS = 5
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
MOST_PLIES = 600  # longer games are not counted
BATCH = 25  # games per task
BINS = 10
DEFAULTS = {"trace": 0.7, "games": 12288, "updates": 8, "rate": 0.001, "guests": 1_000_000}
HISTORY = """\
# How the weights were made

Each file of weights contains the settings of its trainings (`made_by`). This page is written from
them by `python bench/champion.py --history src/alhambra/neural/weights/README.md`. Each training
continued from the weights of the row above; `--from` says for how many players those were. The
column “settings” lists settings without an option that differed from today's defaults; some were
set by a script, as `docs/champion.md` says. `--trace` is shown where λ was not 0.7, also for
trainings from before the option existed. All trainings ran on one H200 with 16 cores."""
LOADING = """
import time
start = time.perf_counter()
from alhambra import Game, evaluate
evaluate(Game.new([str(n) for n in range({players})], seed=1).view(0))
print(time.perf_counter() - start)
"""


def loading(players: int) -> float:
    """Seconds from the first import until a position is rated."""
    program = [sys.executable, "-c", LOADING.format(players=players)]
    env = {name: value for name, value in os.environ.items() if name != NO_BYTECODE}
    with TemporaryDirectory() as bytecode:
        env["PYTHONPYCACHEPREFIX"] = bytecode
        runs = [
            subprocess.run(program, capture_output=True, text=True, check=True, env=env)  # noqa: S603
            for _ in range(LOADING_RUNS)
        ]
    return min(float(run.stdout) for run in runs)


def decisions(name: str, players: int, games: int) -> list[float]:
    """Milliseconds of each decision in games of a bot against itself."""
    bot, times = bot_named(name), []
    for seed in range(games):
        game, rng = Game.new([str(n) for n in range(players)], seed=seed), random.Random(seed)
        while not game.is_over and game.ply < MOST_PLIES:
            view = game.view(game.seat)
            started = time.perf_counter()
            action = bot.choose(view, rng=rng, stop=never)
            times.append(1000 * (time.perf_counter() - started))
            game.play(action)
    return times


def thread_speeds(players: int, threads: int, games: int) -> list[float]:
    """Thousands of rows a second that the search rates on one thread and on several."""
    network = champion_network(players)
    rows, seconds = [0, 0], [0.0, 0.0]
    with ThreadPoolExecutor(threads) as pool:
        followers: tuple[tuple[Rollouts | ParallelRollouts, int], ...] = (
            (rollouts(players, network), ORDERS),
            (ParallelRollouts(players, network, pool, threads), ORDERS * threads),
        )
        for seed in range(games):
            game, rng = Game.new([str(n) for n in range(players)], seed=seed), random.Random(seed)
            for _ in range(MOST_PLIES):
                rated = evaluate_actions(game.position)
                near = [rated.codes[i] for i in promising(rated, game.seat)]
                for kind, (follower, orders) in enumerate(followers if len(near) > 1 else ()):
                    started = time.perf_counter()
                    found = follower.follow(game.position, near, orders, DEPTH, seed)
                    seconds[kind] += time.perf_counter() - started
                    rows[kind] += found.rows
                game.play(bot_named("champion").choose(game.view(game.seat), rng=rng, stop=never))
                if game.is_over:
                    break
    return [each / 1000 / took for each, took in zip(rows, seconds, strict=True)]


def predictions(players: int, seeds: range) -> tuple[NDArray[np.float64], int]:
    """For each bin, the number of predictions, the sum of the predicted shares and the sum of the
    actual shares; and the number of games that ended."""
    bot = bot_named("champion")
    sums, ended = np.zeros((3, BINS)), 0
    for seed in seeds:
        game, rng = Game.new([str(n) for n in range(players)], seed=seed), random.Random(seed)
        predicted = []
        while not game.is_over and game.ply < MOST_PLIES:
            view = game.view(game.seat)
            action = bot.choose(view, rng=rng, stop=never)
            rated = evaluate_actions(view.position)
            predicted.append(rated.shares[list(game.legal_actions).index(action)])
            game.play(action)
        if not game.is_over:
            continue
        ended += 1
        actual = np.tile(result(game.view(None).position)[0], len(predicted))
        shares = np.concatenate(predicted)
        bins = np.minimum((BINS * shares).astype(int), BINS - 1)
        for row, weights in enumerate((np.ones_like(shares), shares, actual)):
            sums[row] += np.bincount(bins, weights, minlength=BINS)
    return sums, ended


def calibration(players: int, games: int, jobs: int) -> Iterator[str]:
    """The predicted and actual share of each bin, and the largest gap between them."""
    tasks = [range(first, min(first + BATCH, games)) for first in range(0, games, BATCH)]
    console = Console(stderr=True)
    total, games_ended = np.zeros((3, BINS)), 0
    with ProcessPoolExecutor(jobs) as pool:
        results = pool.map(predictions, [players] * len(tasks), tasks)
        for sums, ended in track(results, f"{players} players", total=len(tasks), console=console):
            total += sums
            games_ended += ended
    yield f"{players} players, {games_ended:,} games: predicted, actual, number of predictions"
    largest = 0.0
    for count, predicted, actual in total.T:
        if count:
            gap = abs(predicted - actual) / count
            allowed = 0.02 if count >= 1000 else 0.03
            largest = max(largest, gap)
            note = "" if gap <= allowed else f"  more than {allowed}"
            yield f"  {predicted / count:.3f}  {actual / count:.3f}  {count:>12,.0f}{note}"
    yield f"  largest gap {largest:.3f}"


def trainings(players: int) -> list[dict[str, Any]]:
    """The trainings that made the shipped weights, from the first to the last."""
    chain, made_by = [], champion_network(players).made_by
    while made_by:
        chain.append(made_by)
        made_by = made_by.get("origin") or {}
    return chain[::-1]


def command(training: dict[str, Any], origin: dict[str, Any] | None) -> str:
    """The command that ran a training."""
    settings, plan = training["settings"], training["plan"]
    length = (
        f"--minutes {plan['minutes']:g}" if plan["steps"] is None else f"--steps {plan['steps']}"
    )
    device = "cuda" if "NVIDIA" in training["device"] else "cpu"
    parts = ["alhambra train", f"--device {device} --players {settings['players']} {length}"]
    parts.append(f"--seed {settings['seed']}")
    if settings["trace"] != DEFAULTS["trace"]:
        parts.append(f"--trace {settings['trace']:g}")
    if origin:
        parts.append(f"--from {origin['settings']['players']}.npz")
    return " ".join(parts)


def changed_settings(training: dict[str, Any]) -> str:
    """Settings without an option that differ from the defaults."""
    used = training["settings"]
    return ", ".join(
        f"{name} {used[name]:g}"
        for name, default in DEFAULTS.items()
        if name != "trace" and used.get(name, default) != default
    )


def history() -> Iterator[str]:
    """The trainings of each file of weights: command, commit and result."""
    yield HISTORY
    for players in PLAYERS:
        yield f"\n## {players}.npz\n"
        yield "| date | commit | command | settings | games | win share among greedy (95 %) |"
        yield "|---|---|---|---|---|---|"
        chain = trainings(players)
        for origin, each in pairwise([None, *chain]):
            assert each
            share = "{mean:.3f} ± {error:.3f}".format(**each["against_greedy"])
            yield (
                f"| {each['date']} | `{each['commit']}` | `{command(each, origin)}` "
                f"| {changed_settings(each)} | {each['games']:,} | {share} |"
            )
        last = chain[-1]
        gap = max(abs(predicted - actual) for _, predicted, actual in last["calibration"])
        yield (
            f"\nLargest gap between predicted and actual win shares, over "
            f"{last['calibration_games']:,} games against itself: {gap:.3f}."
        )


def draw_trainings(path: Path) -> None:
    """Plot the win share after each training, with a line for each number of players."""
    import matplotlib as mpl  # imported lazily: only the chart needs it

    mpl.use("agg")
    from matplotlib import pyplot as plt

    mpl.rcParams["svg.fonttype"] = "none"
    mpl.rcParams["svg.hashsalt"] = "champion"  # the same picture from the same weights
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for players in PLAYERS:
        own = [each for each in trainings(players) if each["settings"]["players"] == players]
        shares = [each["against_greedy"] for each in own]
        axes.errorbar(
            list(accumulate(each["games"] / 1e6 for each in own)),
            [share["mean"] for share in shares],
            yerr=[share["error"] for share in shares],
            marker="o",
            markersize=3,
            capsize=2,
            label=f"{players} players (chance {1 / players:.2f})",
        )
    axes.set(xlabel="games learned with this number of players, in millions", xlim=0, ylim=(0, 1))
    axes.set(ylabel="win share", title="One champion among greedy, after each training")
    axes.legend(frameon=False, loc="lower right")
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description="Measure the champion.")
    parser.add_argument("--games", type=int, default=10, help="games for the decision times")
    parser.add_argument(
        "--calibrate", type=int, metavar="GAMES", help="measure the calibration instead"
    )
    parser.add_argument("--players", type=int, choices=PLAYERS, help="only this number of players")
    parser.add_argument("--threads", type=int, metavar="N", help="compare threads instead")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="plot the trainings")
    parser.add_argument("--history", type=Path, metavar="FILE", help="list the trainings (.md)")
    parser.add_argument("--jobs", type=int, default=1, help="processes for the calibration")
    options = parser.parse_args()
    counts = [options.players] if options.players else PLAYERS
    if options.picture:
        draw_trainings(options.picture)
    if options.history:
        options.history.write_text("\n".join(history()) + "\n", encoding="utf-8")
    if options.picture or options.history:
        return
    if options.calibrate:
        for players in counts:
            for line in calibration(players, options.calibrate, options.jobs):
                print(line, flush=True)
        return
    if options.threads:
        for players in counts:
            one, several = thread_speeds(players, options.threads, options.games)
            ratio = f"{several / one:.2f}"
            print(
                f"{players} players: {one:.0f},000 rows/s on one thread, "
                f"{several:.0f},000 on {options.threads}: {ratio} times as many",
                flush=True,
            )
        return
    print("| players | loading | champion: mean, 99 % | champion:search: mean, 99 % |")
    print("|---|---|---|---|")
    for players in counts:
        cells = [str(players), f"{loading(players):.2f} s"]
        for name in ("champion", "champion:search"):
            times = decisions(name, players, options.games)
            cells.append(f"{mean(times):.1f} ms, {quantiles(times, n=100)[98]:.1f} ms")
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
