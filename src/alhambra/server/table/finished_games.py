"""Finished games: moves, positions, statistics and records, rendered in worker threads."""

from __future__ import annotations

import json
import random
import secrets
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from alhambra.actions import Action
from alhambra.analysis import from_json
from alhambra.game import Game
from alhambra.happenings import Scored, TurnBegan
from alhambra.record import Record
from alhambra.scoring import Sheet
from alhambra.server.log.fold import Fold
from alhambra.server.render.history import GameLog
from alhambra.server.render.review import review_done
from alhambra.server.render.state import board, hands_in, money
from alhambra.server.render.table import table_shown
from alhambra.server.runtime.json_text import Remembered, text
from alhambra.server.runtime.refusals import refuse
from alhambra.server.table.game_length import parse_record
from alhambra.server.table.replays import ReplayCache, ReplayWorkers
from alhambra.server.table.statistics import statistics_of

SNAPSHOTS = 32
SNAPSHOT_PLIES = 16
"""The least number of plies between two snapshots."""
BLOCK = 32
"""The most positions in one answer."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game at one of its plies, with the scorings until then."""

    ply: int
    game: Game
    sheets: Sequence[Sheet]


class FinishedGames:
    """Answers requests about finished games. They no longer change, so workers may read them."""

    def __init__(self, workers: ReplayWorkers) -> None:
        self._workers = workers
        self._cache = ReplayCache(workers)

    async def whole(self, fold: Fold, person: str | None, caller: str) -> str:
        """The table and everything that happened: a ``GameShown``."""
        table = text(table_shown(fold, person))
        moves = await self._get("moves", fold, caller, partial(_moves, fold.playing))
        return f'{{"table":{table},{moves}}}'

    async def moment(self, fold: Fold, ply: int, caller: str) -> str:
        """The game after this number of actions, all hands open: a ``Moment``."""
        [moment] = await self._moments(fold, ply, 1, caller)
        return moment

    async def block(self, fold: Fold, first: int, caller: str) -> str:
        """The game after this number of actions, and after each of the next ones: ``Moments``."""
        moments = await self._moments(fold, first, BLOCK, caller)
        return f'{{"moments":[{",".join(moments)}]}}'

    async def _moments(self, fold: Fold, first: int, count: int, caller: str) -> list[str]:
        plies = fold.ply
        if first > plies:
            raise refuse("no_such_ply", plies=plies, ply=first)
        game = fold.playing
        snapshots = await self._get("snapshots", fold, caller, partial(_snapshots, game))
        asked = range(first, min(first + count, plies + 1))
        work = partial(_moments, game, snapshots, asked, plies)
        return await self._workers.run_for(caller, work)

    async def statistics(self, fold: Fold, caller: str) -> str:
        """The statistics of the game: a ``GameStatistics``."""
        return await self._get("statistics", fold, caller, lambda: text(statistics_of(fold)))

    async def record(self, fold: Fold, caller: str) -> str:
        """The record, with the proof of fair dealing."""
        return await self._get("record", fold, caller, lambda: str(fold.record()))

    async def review(self, fold: Fold, stored: bytes, caller: str) -> str:
        """The status of a stored review, with the review: a ``ReviewStatus``."""
        return await self._get("review", fold, caller, partial(_review, stored, fold.playing))

    async def record_at(
        self, fold: Fold, ply: int, caller: str, *, line: Sequence[str] = (), same_luck: bool
    ) -> str:
        """A record of the game up to this ply, without names, to continue from, with the actions
        of a line played from there. Without ``same_luck`` the order of deck and bag is drawn again
        before them."""
        work = partial(_record_at, fold.playing, ply, line, same_luck)
        return await self._workers.run_for(caller, work)

    async def _get(self, part: str, fold: Fold, caller: str, work: Callable[[], T]) -> T:
        # Names change when a person is forgotten; the next answer must not show the old ones.
        key = part, fold.id, fold.playing.names
        return await self._cache.get(key, fold.ply + _LEAST_PLIES, caller, work)


def _review(stored: bytes, game: Game) -> str:
    analysis = from_json(json.loads(zlib.decompress(stored)))
    return text(review_done(analysis, game))


_LEAST_PLIES = 50  # what a game without any takes to keep


def _moves(game: Game) -> str:
    """The fields of a ``GameShown`` that are the same for everybody."""
    turns = [0]
    ply = 0
    course = [[0, *_if_scored(game.at(0))]]
    for event, happenings, after in game.history():
        ply += isinstance(event, Action)
        turns += [ply for happening in happenings if isinstance(happening, TurnBegan)]
        points = _if_scored(after)
        if course[-1][0] == ply:  # a reshuffle belongs to the action before it
            course[-1][1:] = points
        elif points != course[-1][1:]:
            course.append([ply, *points])
    entries = ",".join(GameLog().follow(game))
    shown = f'"plies":{ply},"turns":{text(turns)},"if_scored":{text(course)}'
    return f'{shown},"log":[{entries}]'


def _if_scored(game: Game) -> list[int]:
    """The points of every seat if the next scoring took place now."""
    points = list(game.scores[: len(game.names)])
    gains = (0,) * len(points) if game.is_over else game.sheet().points
    return [points[seat] + gains[seat] for seat in range(len(points))]


def _snapshots(game: Game) -> list[Snapshot]:
    """Snapshots of the game at regular distances, so that every ply is close to one."""
    distance = max(SNAPSHOT_PLIES, game.ply // SNAPSHOTS)
    found = [Snapshot(0, game.at(0), ())]
    for ply in range(distance, game.ply, distance):
        found.append(_snapshot(game, ply, found[-1]))
    return found


def _snapshot(whole: Game, ply: int, before: Snapshot) -> Snapshot:
    game = whole.at(ply, before.game)
    sheets = [
        happening.sheet
        for _, happenings, _ in game.history(before.game)
        for happening in happenings
        if isinstance(happening, Scored)
    ]
    return Snapshot(ply, game.copy(), (*before.sheets, *sheets))


def _moments(whole: Game, snapshots: Sequence[Snapshot], asked: range, plies: int) -> list[str]:
    """The game at each of these plies, each as JSON."""
    remembered = Remembered()
    moments: list[str] = []
    at = next(each for each in reversed(snapshots) if each.ply <= asked.start)
    for ply in asked:
        at = _snapshot(whole, ply, at)
        moments.append(_moment(at, plies, remembered))
    return moments


def _moment(snapshot: Snapshot, plies: int, remembered: Remembered) -> str:
    game = snapshot.game
    shown = board(
        game.view(),
        remembered,
        ply=snapshot.ply,
        steps=[str(action) for action in game.steps],
        sheets=snapshot.sheets,
        open_hands=True,
    )
    hands = ",".join(map(money, hands_in(game.position)))
    return f'{{"ply":{snapshot.ply},"plies":{plies},"board":{shown.whole()},"hands":[{hands}]}}'


def _anonymous(record: Record) -> Record:
    """A record as stored in the log: without names, which are stored outside the log, where they
    can be deleted, and without further header lines, which might name people too."""
    names = tuple(f"Player {seat}" for seat in range(1, len(record.names) + 1))
    return replace(record, names=names, extra=())


def read_record(sent: str) -> tuple[Record, str]:
    """An uploaded record, and the anonymous text for the log."""
    record = parse_record(sent)
    return record, str(_anonymous(record))


def _record_at(whole: Game, ply: int, line: Sequence[str], same_luck: bool) -> str:
    game = whole.at(ply)
    if not same_luck:
        game = game.view().sample(random.Random(secrets.randbits(64)))
    for action in line:
        game.play(Action.parse(action))
    if line and game.is_over:
        raise refuse("game_over")
    return str(_anonymous(Record.of(game)))
