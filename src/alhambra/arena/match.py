"""A game of a run: its seats, its random generators, and its result."""

from __future__ import annotations

import hashlib
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from alhambra.arena.bot_game import BotGame, Player
from alhambra.arena.entries import Entry
from alhambra.arena.lineups import Pairing
from alhambra.arena.luck import luck_of
from alhambra.arena.results import Result, ScoringPoints
from alhambra.arena.times import LUCK, Times
from alhambra.game import Game
from alhambra.scoring import leaders


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: its result, its record, and each bot's times."""

    result: Result
    record: str
    times: dict[str, Times]


@dataclass(frozen=True, slots=True)
class Match:
    """A game to be played, with everything that determines its course."""

    pairing: Pairing
    seats: tuple[Entry, ...]
    seed: int
    plies: int
    luck: bool = False  # to be worked out

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots, seat by seat."""
        return tuple(entry.name for entry in self.seats)

    def play(self) -> Played:
        """Play it. The deal and the reshuffles depend on (seed, deal), the random generator of a
        bot on (seed, deal, rotation, seat)."""
        pairing = self.pairing
        rng = generator("deal", self.seed, pairing.deal)
        chance = f"seed {self.seed}, deal {pairing.deal}, rotation {pairing.rotation}"
        played = BotGame(
            Game.new(player_names(self.bots), shuffler=rng),
            [self._player(seat, entry) for seat, entry in enumerate(self.seats)],
            number=pairing.game,
            file=pairing.record_name,
            header={"arena": chance},
        )
        played.play(self.plies)
        times, luck = _times_by_bot(played.players), None
        if self.luck:
            begin = time.perf_counter()
            luck = luck_of(
                played.game, generator("luck", self.seed, pairing.deal, pairing.rotation)
            )
            times[LUCK] = Times()
            times[LUCK].add(time.perf_counter() - begin)
        stopped = {} if played.game.is_over else {"unfinished": f"stopped after {self.plies} plies"}
        return Played(self._result(played, luck), played.record(**stopped), times)

    def _player(self, seat: int, entry: Entry) -> Player:
        rng = generator("bot", self.seed, self.pairing.deal, self.pairing.rotation, seat)
        return Player(entry.name, entry.make(), rng)

    def _result(self, played: BotGame, luck: tuple[float, ...] | None) -> Result:
        game, pairing = played.game, self.pairing
        outcome = game.outcome()
        players = len(game.names)
        points = outcome.points[:players]
        winners = outcome.winners or leaders(points)  # of an unfinished game
        share = 1 / len(winners)
        return Result(
            game=pairing.game,
            deal=pairing.deal,
            rotation=pairing.rotation,
            bots=self.bots,
            points=points,
            dirk=outcome.points[players] if len(outcome.points) > players else None,
            shares=tuple(share if seat in winners else 0.0 for seat in range(players)),
            plies=game.ply,
            unfinished=not game.is_over,
            scorings={sheet.scoring.value: ScoringPoints.of(sheet) for sheet in played.sheets},
            luck=luck,
        )


def generator(*parts: int | str) -> random.Random:
    """A random generator that depends only on these parts."""
    text = "\n".join(map(str, ("alhambra arena", *parts)))
    return random.Random(int.from_bytes(hashlib.sha256(text.encode()).digest()))


def _times_by_bot(players: Sequence[Player]) -> dict[str, Times]:
    found: dict[str, Times] = {}
    for player in players:
        found.setdefault(player.name, Times()).update(player.times)
    return found


def player_names(bots: Sequence[str]) -> list[str]:
    """The names of the players in the record: those of the bots, numbered if one has several seats.

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
