"""The latency of play beside reviews or hints."""

from __future__ import annotations

import argparse
import asyncio
import random
from collections.abc import Coroutine
from itertools import chain
from pathlib import Path
from statistics import median, quantiles

from alhambra import Game, Record
from server_client import PERSONS, CoachedTable, Process
from server_play import Latencies, latencies, print_row, spread
from server_versions import THIS, serving

REVIEWED_AT_ONCE = 10  # games, of which one after the other is reviewed; the server allows no more
COACHED_AT_ONCE = 4  # tables whose pages ask for hints
TABLES_BESIDE_REVIEWS = 200


def ask_for_reviews(server: Process, cookie: str, first_seed: int) -> list[str]:
    """Upload games of three, and ask for their reviews: minutes of work."""
    games = []
    for seed in range(first_seed, first_seed + REVIEWED_AT_ONCE):
        rng = random.Random(seed)
        game = Game.new(PERSONS, shuffler=rng)
        while not game.is_over:
            game.play(rng.choice(game.legal_actions))
        table, _ = server.request("POST", "/api/records", {"text": str(Record.of(game))}, cookie)
        games.append(table["id"])
        server.request("POST", f"/api/games/{table['id']}/review", None, cookie)
    return games


def stop_reviews(server: Process, cookie: str, games: list[str]) -> int:
    """Stop what is not done. Returns how many turns were reviewed."""
    turns, states = 0, []
    for game in reversed(games):  # first those that wait
        path = f"/api/games/{game}/review"
        before, _ = server.request("GET", path, None, cookie)
        turns += before["read"]
        states.append(before["state"])
        server.request("DELETE", path, None, cookie)
    assert "running" in states, f"no game was being reviewed at the end: {states}"
    return turns


class Reviews:
    """Games that are reviewed."""

    def __init__(self, server: Process) -> None:
        self._server, self._asked, self.done = server, 0, 0
        self._cookie = server.request("POST", "/api/me", {"name": "Reader"})[1]

    async def beside(self, playing: Coroutine[None, None, Latencies]) -> Latencies:
        """Play while games are reviewed."""
        games = ask_for_reviews(self._server, self._cookie, self._asked)
        self._asked += len(games)
        found = await playing
        self.done += stop_reviews(self._server, self._cookie, games)
        return found


class Hints:
    """Pages that ask for hints."""

    def __init__(self, server: Process) -> None:
        self._server, self.done = server, 0
        self._cookie = server.request("POST", "/api/me", {"name": "Reader"})[1]

    async def beside(self, playing: Coroutine[None, None, Latencies]) -> Latencies:
        """Play while hints are found."""
        tables = [CoachedTable(self._server, self._cookie) for _ in range(COACHED_AT_ONCE)]
        for table in tables:
            await table.set_up()
        found = await playing
        for table in tables:
            self.done += table.hints
            table.close()
        return found


def print_beside(what: str, options: argparse.Namespace, folder: Path) -> None:
    """Measure the latency of play with and without reviews or hints, in turn, and print the
    rows."""
    tables, seconds = TABLES_BESIDE_REVIEWS, options.seconds
    quiet: list[list[float]] = []
    busy: list[list[float]] = []
    with serving(THIS, str(folder / "beside.sqlite")) as server:
        work = Reviews(server) if what == "reviews" else Hints(server)
        for _ in range(options.rounds):
            quiet.append(asyncio.run(latencies(server, tables, options.rate, seconds))[1])
            playing = latencies(server, tables, options.rate, seconds)
            busy.append(asyncio.run(work.beside(playing))[1])
    for how, rounds in (("without", quiet), ("with", busy)):
        by_round = ", ".join(f"{quantiles(times, n=100)[98] * 1000:.1f}" for times in rounds)
        measured = f"{spread(list(chain(*rounds)))}; by rounds {by_round} ms"
        print_row(f"{tables} tables, {options.rate:.0f} actions/s, {how} {what}", measured)
    ratio = median(
        quantiles(beside, n=100)[98] / quantiles(alone, n=100)[98]
        for alone, beside in zip(quiet, busy, strict=True)
    )
    count = f"{work.done} {'turns reviewed' if what == 'reviews' else 'hints'}"
    print_row(f"99th percentile with {what} ({count}) to that without", f"{ratio:.2f}", "1.0")
