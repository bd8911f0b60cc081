"""Load test of the server: ``python bench/server_load.py [--seconds N] [--tables N] [--hints]``.

Everything runs on this machine, over loopback: each server in its own process, all clients in this
one. The baseline is a bare FastAPI websocket that echoes JSON. It is measured in the same run,
because the machine may be busy. To make the comparison fair:

- The same client talks to both: a few lines of asyncio that only read frames. It parses JSON
  until the cards are dealt; from then on it finds the next action in the state with regular
  expressions. So the servers are measured, not their clients.
- Both run with the same uvicorn settings and the same number of messages in flight: one for each
  connection of the echo, one for each game. They alternate, ``--rounds`` times; the median of
  the rounds' ratios counts.
- Games are played to the end, with purchases and scorings; then the same players play a rematch.
  An action counts once it is answered as committed.
- Latency is measured from the time at which an action was due, not from the time it was sent, so
  that stalls are counted.

With ``--reviews`` only this is measured: the latency of play at 200 tables, with and without games
being reviewed meanwhile, in turn on one server. ``--hints`` is the same with pages that ask the
coach for one hint after another: as many as the server can find.

``--cluster`` compares two workers that share PostgreSQL and Redis with one process that uses
SQLite: databases, Redis, servers and clients all run on this machine. ``--growth`` compares the
cost of an action and of a table with 100, 1,000 and 10,000 open tables, each a page that three
people share.

``--against FOLDER`` compares this server with another version of it: a clone with an environment of
its own (``make setup``). Both run at the same time, and the same client plays half a second at one
and half a second at the other, so that both suffer alike from what else the machine does; the
median of the ratios of pairs counts.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import chain, pairwise
from pathlib import Path
from statistics import median, quantiles

from alhambra import Game
from server_beside import print_beside
from server_client import PERSONS, Process
from server_play import (
    action_rate,
    echo_rate,
    latencies,
    print_row,
    share_in_time,
    spread,
    start_tables,
)
from server_versions import BARE_ECHO, THIS, Version, printed, serving

WHILE_SECONDS = 0.5


def table_size(games: int = 200) -> float:
    """Bytes of an open table in mid-game, with its cache of rendered messages and what its pages
    were sent last."""
    from alhambra.fairness import FairDealer
    from alhambra.server.log.events import LoggedEvent, Step
    from alhambra.server.log.fold import Fold
    from alhambra.server.log.seats import Seat
    from alhambra.server.render.table import SeenParts, StateText
    from alhambra.server.runtime.json_text import Remembered
    from alhambra.server.table.page import Page

    async def send_nothing(_: str) -> None:
        pass

    def open_table(seed: int) -> tuple[Fold, Remembered, SeenParts]:
        made = Fold(f"table-{seed}", list(PERSONS), status="playing", version=1)
        made.seats = [Seat("person", name, None, "bird") for name in PERSONS]
        made.game = Game.new(list(PERSONS), seed=seed)
        made.dealer = FairDealer(bytes(32))
        rng = random.Random(seed)
        while made.playing.ply < 80 and not made.playing.is_over:
            step = Step(str(rng.choice(made.playing.legal_actions)), confirm=True)
            made.apply(LoggedEvent(made.id, made.version + 1, step, 0, "Ana", f"id-{made.version}"))
        remembered = Remembered()
        shown = StateText(made, made.version, [], None, remembered)
        for name in PERSONS:
            shown.for_seat(Page(send_nothing, name, name).shown_seat(made))
        return made, remembered, shown.parts

    open_table(0)  # imports and shared caches do not count
    tracemalloc.start()
    tables = [open_table(seed) for seed in range(1, games + 1)]
    size = tracemalloc.get_traced_memory()[0] / len(tables)
    tracemalloc.stop()
    return size


def print_rates(options: argparse.Namespace, folder: Path) -> None:
    """Measure echo and games alternately, and print the rows about them."""
    echoes: list[tuple[float, ...]] = []
    games: list[tuple[float, ...]] = []
    for n in range(options.rounds):
        with serving(BARE_ECHO) as server:
            echoes.append(asyncio.run(echo_rate(server, options.tables, options.seconds / 2)))
        with serving(THIS, str(folder / f"{n}.sqlite")) as server:
            games.append(asyncio.run(action_rate(server, options.tables, options.seconds)))
    echoed, acted = median(e[0] for e in echoes), median(g[0] for g in games)
    by_clock = median(g[0] / e[0] for e, g in zip(echoes, games, strict=True))
    by_cpu = median(e[1] / g[1] for e, g in zip(echoes, games, strict=True))
    cpu = [median(seconds for _, seconds in pairs) * 1e6 for pairs in (echoes, games)]
    what = f"bare JSON websocket echo, {options.tables} connections"
    print_row(what, f"{echoed:,.0f}/s, {cpu[0]:.0f} µs each")
    print_row(
        f"committed actions, {options.tables} games of three",
        f"{acted:,.0f}/s, {cpu[1]:.0f} µs each",
        f"≥ {min(1500, 0.15 * echoed):,.0f}/s",
    )
    print_row("actions to echoes: by the clock, by processor time", f"{by_clock:.2f}, {by_cpu:.2f}")


async def alternately(
    servers: Sequence[Process], number: int, seconds: float
) -> list[list[tuple[int, float]]]:
    """Play at one server after the other, a short while each, while the tables of the other wait.
    Returns for each server the committed actions and the processor time of every while."""
    playing = [await start_tables(server, number) for server in servers]
    committed = [0] * len(servers)

    def counter(n: int) -> Callable[[], None]:
        def count() -> None:
            committed[n] += 1

        return count

    for n, tables in enumerate(playing):
        for table in tables:
            table.on_commit = counter(n)
    found: list[list[tuple[int, float]]] = [[] for _ in servers]
    for _ in range(round(seconds / WHILE_SECONDS) + 1):
        for n, (server, tables) in enumerate(zip(servers, playing, strict=True)):
            found[n].append((committed[n], server.cpu()))
            for table in tables:
                table.acts_at_once = True
                table.act()
            await asyncio.sleep(WHILE_SECONDS)
            for table in tables:
                table.acts_at_once = False
            await asyncio.sleep(WHILE_SECONDS / 5)  # for what is on its way
    for table in chain(*playing):
        table.close()
    return [
        [(after[0] - before[0], after[1] - before[1]) for before, after in pairwise(each)]
        for each in found
    ]


def compare(other: Path, options: argparse.Namespace, folder: Path) -> None:
    """Measure the server of another folder and this one alternately, and print the rows."""
    versions = (Version.in_folder(other), THIS)
    whiles: list[list[tuple[int, float]]] = [[], []]
    within: list[list[float]] = [[], []]
    for n in range(options.rounds):
        with ExitStack() as stack:
            files = [str(folder / f"{side}{n}.sqlite") for side in ("other", "this")]
            pairs = zip(versions, files, strict=True)
            servers = [stack.enter_context(serving(version, file)) for version, file in pairs]
            measured = asyncio.run(alternately(servers, options.tables, options.seconds))
        for side, found in zip(whiles, measured, strict=True):
            side += found
        for version, file, shares in zip(versions, files, within, strict=True):
            if options.open:
                with serving(version, f"{file}.open") as server:
                    measuring = latencies(server, options.open, options.rate, options.seconds)
                    shares.append(share_in_time(asyncio.run(measuring)[1]))
    print("| what | other | this | ratio |\n|---|---|---|---|")
    cpu = [[1e6 * cpu / actions for actions, cpu in side if actions] for side in whiles]
    ratio = median(b / a for a, b in zip(*cpu, strict=False))
    what = f"processor time an action, {options.tables} games of three, {len(cpu[0])} whiles"
    print(f"| {what} | {median(cpu[0]):.0f} µs | {median(cpu[1]):.0f} µs | {ratio:.2f} |")
    best = [quantiles(side, n=10)[0] for side in cpu]
    what = "the least disturbed tenth of them: at most"
    print(f"| {what} | {best[0]:.0f} µs | {best[1]:.0f} µs | {best[1] / best[0]:.2f} |")
    if options.open:
        row = " | ".join(f"{median(shares):.1%}" for shares in within)
        print(
            f"| {options.open:,} tables open, {options.rate:,.0f} actions/s, within 50 ms "
            f"| {row} | |"
        )
    size_of = "import server_load; print(server_load.table_size())"
    folders = (other, Path(__file__).parents[1])
    sizes = [
        float(printed(version.python, path, size_of))
        for version, path in zip(versions, folders, strict=True)
    ]
    row = " | ".join(f"{size / 1000:.1f} kB" for size in sizes)
    print(f"| an open, idle table, without connections | {row} | {sizes[1] / sizes[0]:.2f} |")


def main() -> None:
    """Measure everything, and print a table of the results."""
    parser = argparse.ArgumentParser(description="Measure how much load the server can take.")
    parser.add_argument("--seconds", type=float, default=8, help="length of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of echo and games")
    parser.add_argument("--tables", type=int, default=64, help="games played at full speed")
    parser.add_argument("--open", type=int, default=1000, help="open tables for the latency")
    parser.add_argument("--rate", type=float, default=500, help="actions per second at them")
    parser.add_argument("--reviews", action="store_true", help="only play beside reviews")
    parser.add_argument("--hints", action="store_true", help="only play beside hints")
    parser.add_argument("--cluster", action="store_true", help="only workers with PostgreSQL")
    parser.add_argument("--growth", action="store_true", help="only 100 to 10,000 open tables")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="compare with this clone")
    options = parser.parse_args()
    file_limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (file_limit, file_limit))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {time.strftime('%Y-%m-%d')}\n")
    if options.against:
        with tempfile.TemporaryDirectory() as folder:
            compare(options.against, options, Path(folder))
        return
    print("| what | measured | target |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for what in ("reviews", "hints"):
            if getattr(options, what):
                print_beside(what, options, Path(folder))
                return
        if options.cluster or options.growth:
            from server_growth import print_cluster, print_growth  # needs packages of the tests

            measure = print_cluster if options.cluster else print_growth
            measure(options, Path(folder))
            return
        print_rates(options, Path(folder))
        if not options.open:
            return
        with serving(THIS, str(Path(folder) / "open.sqlite")) as server:
            measuring = latencies(server, options.open, options.rate, options.seconds)
            rate, times = asyncio.run(measuring)
    share = share_in_time(times)
    what = f"{options.open:,} tables of three open, {rate:,.0f} actions/s, answered within 50 ms"
    print_row(what, f"{share:.1%} ({spread(times)})", "≥ 99 %")
    size = f"{table_size() / 1000:.1f} kB"
    print_row("an open, idle table, without connections", size, "< 60 kB")


if __name__ == "__main__":
    main()
