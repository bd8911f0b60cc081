"""One game: who sits where, from which chance, and how it went."""

from __future__ import annotations

import hashlib
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from alhambra.actions import Action
from alhambra.arena.entries import Entry
from alhambra.arena.errors import BotFault
from alhambra.arena.lineups import Pairing
from alhambra.arena.results import Result, ScoringPoints
from alhambra.arena.times import Times
from alhambra.bots import Bot, Stop, never
from alhambra.game import Game
from alhambra.happenings import Scored
from alhambra.reasons import IllegalAction
from alhambra.record import Record
from alhambra.scoring import leaders


@dataclass(frozen=True, slots=True)
class Match:
    """A game to be played, with all that decides how it goes."""

    pairing: Pairing
    seats: tuple[Entry, ...]
    seed: int
    plies: int  # the arena's limit; the rules have none


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: its result, its record, and each bot's times."""

    result: Result
    record: str
    times: dict[str, Times]


def generator(*parts: int | str) -> random.Random:
    """A random generator that depends on these parts alone."""
    text = "\n".join(map(str, ("alhambra arena", *parts)))
    return random.Random(int.from_bytes(hashlib.sha256(text.encode()).digest()))


def play_match(match: Match, stop: Stop = never) -> Played:
    """Play a game to its end or to the limit of plies; a BotFault if a bot plays what it may
    not. The deal and the reshuffles come from (seed, deal), a bot's own chance from (seed, deal,
    rotation, seat)."""
    return _Table(match).play(stop)


class _Table:
    """A game while it is played."""

    def __init__(self, match: Match) -> None:
        self._match = match
        pairing, seats = match.pairing, match.seats
        chance = generator("deal", match.seed, pairing.deal)
        self._game = Game.new(player_names([entry.name for entry in seats]), shuffler=chance)
        self._bots: list[Bot] = [entry.make() for entry in seats]
        self._chances = [
            generator("bot", match.seed, pairing.deal, pairing.rotation, seat)
            for seat in range(len(seats))
        ]
        self._times = [Times() for _ in seats]
        self._scorings: dict[str, ScoringPoints] = {}
        self._plies = 0

    def play(self, stop: Stop) -> Played:
        while not self._game.is_over and self._plies < self._match.plies:
            self._step(stop)
        return Played(self._result(), self._record(), self._times_by_bot())

    def _step(self, stop: Stop) -> None:
        seat = self._game.seat
        action = self._choice(seat, stop)
        try:
            told = self._game.play(action)
        except IllegalAction as error:
            raise self._fault(seat, f"played the illegal action {str(action)!r}: {error}") from None
        self._plies += 1
        for happening in told:
            if isinstance(happening, Scored):
                sheet = happening.sheet
                self._scorings[sheet.scoring.value] = ScoringPoints.of(sheet)

    def _choice(self, seat: int, stop: Stop) -> Action:
        view = self._game.view(seat)
        begin = time.perf_counter()
        try:
            action = self._bots[seat].choose(view, rng=self._chances[seat], stop=stop)
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
            raise self._fault(seat, f"failed with {problem}") from error
        self._times[seat].add(time.perf_counter() - begin)
        if not isinstance(action, Action):
            raise self._fault(seat, f"answered {action!r}, which is no action")
        return action

    def _fault(self, seat: int, deed: str) -> BotFault:
        bot = self._match.seats[seat].name
        where = f"in game {self._match.pairing.game}, seat {seat + 1}, after {self._plies} plies"
        record = str(Record.of(self._game, self._header()))
        name = self._match.pairing.record_name
        return BotFault(f"the bot {bot} {deed} ({where})", bot, record, name)

    def _result(self) -> Result:
        game, pairing = self._game, self._match.pairing
        outcome = game.outcome()
        players = len(game.names)
        points = outcome.points[:players]
        winners = outcome.winners or leaders(points)  # only the arena has unfinished games
        share = 1 / len(winners)
        return Result(
            game=pairing.game,
            deal=pairing.deal,
            rotation=pairing.rotation,
            bots=tuple(entry.name for entry in self._match.seats),
            points=points,
            dirk=outcome.points[players] if len(outcome.points) > players else None,
            shares=tuple(share if seat in winners else 0.0 for seat in range(players)),
            plies=self._plies,
            unfinished=not game.is_over,
            scorings=self._scorings,
        )

    def _header(self) -> dict[str, str]:
        pairing = self._match.pairing
        chance = f"seed {self._match.seed}, deal {pairing.deal}, rotation {pairing.rotation}"
        return {"arena": chance}

    def _record(self) -> str:
        header = self._header()
        if not self._game.is_over:
            header["unfinished"] = f"stopped after {self._plies} plies"
        return str(Record.of(self._game, header))

    def _times_by_bot(self) -> dict[str, Times]:
        found: dict[str, Times] = {}
        for entry, spent in zip(self._match.seats, self._times, strict=True):
            found.setdefault(entry.name, Times()).update(spent)
        return found


def player_names(bots: Sequence[str]) -> list[str]:
    """The players' names in the record: the bots', numbered where one has several seats.

    >>> player_names(["greedy", "random", "greedy"])
    ['greedy #1', 'random', 'greedy #2']
    """
    often = Counter(bots)
    seen: Counter[str] = Counter()
    names = []
    for bot in bots:
        seen[bot] += 1
        names.append(bot if often[bot] == 1 else f"{bot} #{seen[bot]}")
    return names
