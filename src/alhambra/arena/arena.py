"""A run: all games of some bots, several at a time; each is saved when it is finished."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path

import alhambra
from alhambra.arena.bot_game import PLIES
from alhambra.arena.code import code_fingerprint
from alhambra.arena.entries import entries_of
from alhambra.arena.errors import ArenaError, BotFault
from alhambra.arena.folder import Folder
from alhambra.arena.lineups import Pairing, lineups, whole_games
from alhambra.arena.match import Match, Played
from alhambra.arena.report import Report
from alhambra.arena.results import Result
from alhambra.arena.times import Times
from alhambra.arena.workers import play_all
from alhambra.bots import Bot


class Arena:
    """Bots that play each other. Every deal is played in every rotation of the seats, so that
    every bot plays every seat.

    Bots are names (``"search:1000"``), files (``"my_bot.py:MyBot"``), weights of a training
    (``"mine/3.npz"``) or bots made in Python.
    ``lineups`` decides who plays together. ``games`` is rounded up, so that each line-up plays the
    same number of deals in all rotations. The same seed gives the same games for any number of
    jobs, unless a bot depends on the clock.

    >>> arena = Arena(["random", "greedy"], players=2, games=3, seed=7)
    >>> arena.games
    4
    """

    def __init__(
        self,
        bots: Sequence[str | Bot],
        *,
        players: int | None = None,
        games: int = 100,
        seed: int = 1,
        jobs: int = 1,
        plies: int = PLIES,
        out: str | os.PathLike[str] | None = None,
        resume: bool = False,
        luck_adjusted: bool = False,
        ray: str | None = None,
    ) -> None:
        """Prepare a run. With ``out`` its games are saved in that folder; with ``resume`` the
        games that are already there are not played again. With ``luck_adjusted`` the luck of each
        game is worked out, and the report has win shares without it too. ``ray`` is the address of
        a Ray cluster that plays the games, or "local"."""
        players = max(len(bots), 2) if players is None else players
        if not 2 <= players <= 6:
            raise ArenaError(
                f"Alhambra is for 2 to 6 players, not {players}; set the number of players"
            )
        for what, number in (("games", games), ("jobs", jobs), ("plies", plies)):
            if number < 1:
                raise ArenaError(f"the number of {what} must be at least 1, not {number}")
        if resume and out is None:
            raise ArenaError("a run can be resumed only from its folder; please name it")
        entries = entries_of(bots, players)
        self._entries = {entry.name: entry for entry in entries}
        self.lineups = lineups([entry.name for entry in entries], players)
        self.asked_games = games
        self.games = whole_games(games, players, len(self.lineups))
        self.settings = {
            "alhambra": alhambra.__version__,
            "bots": [entry.description for entry in entries],
            "players": players,
            "seed": seed,
            "plies": plies,
            "luck_adjusted": luck_adjusted,
            "code": code_fingerprint(),
        }
        self._luck_adjusted, self._ray = luck_adjusted, ray
        self._players, self._seed, self._plies, self._jobs = players, seed, plies, jobs
        self._results: dict[int, Result] = {}
        self._times: dict[int, dict[str, Times]] = {}
        self._folder = None if out is None else Folder(Path(out))
        if self._folder:
            self._take_up(self._folder, resume)

    def _take_up(self, folder: Folder, resume: bool) -> None:
        if not resume:
            folder.begin(self.settings)
            return
        folder.resume(self.settings)
        self._results = {n: r for n, r in folder.results().items() if n <= self.games}
        self._times = {n: t for n, t in folder.times().items() if n in self._results}

    @property
    def played(self) -> int:
        """How many games have been played, in this run or before."""
        return len(self._results)

    @property
    def results(self) -> tuple[Result, ...]:
        """The games played so far, in order."""
        return tuple(self._results[game] for game in sorted(self._results))

    def play(self) -> Generator[Result]:
        """Play the remaining games, and yield each once it is saved. Closing the generator ends
        the run; the games played so far stay."""
        pairings = {
            game: Pairing.of(game, self._players, len(self.lineups))
            for game in range(1, self.games + 1)
            if game not in self._results
        }
        try:
            matches = map(self._match, pairings.values())
            with closing(play_all(matches, self._jobs, self._ray)) as games:
                for played in games:
                    self._keep(played, pairings[played.result.game])
                    yield played.result
        except BotFault as fault:
            if not self._folder:
                raise
            raise fault.kept_in(self._folder.keep_fault(fault)) from fault.__cause__
        if self._folder and self._results:
            self._folder.sort()

    def run(self, watch: Callable[[Result], object] | None = None) -> Report:
        """Play all games, call ``watch`` with each result, and return the report."""
        with closing(self.play()) as games:
            for result in games:
                if watch:
                    watch(result)
        return self.report()

    def report(self) -> Report:
        """The report of the games so far."""
        settings = {**self.settings, "games": self.games}
        return Report.of(settings, self.results, self._times.values())

    def _keep(self, played: Played, pairing: Pairing) -> None:
        if self._folder:
            self._folder.keep(played, pairing)
        self._results[pairing.game] = played.result
        self._times[pairing.game] = played.times

    def _match(self, pairing: Pairing) -> Match:
        seats = pairing.seats(self.lineups[pairing.lineup])
        entries = tuple(self._entries[name] for name in seats)
        return Match(pairing, entries, self._seed, self._plies, self._luck_adjusted)
