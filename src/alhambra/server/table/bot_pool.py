"""The worker threads in which bots think and the coach finds its answers: a bounded number, shared
fairly, cancellable."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from threading import Event as Flag
from typing import Any, TypeVar, cast

from alhambra.analysis import AnalysisStopped
from alhambra.bots import Bot, GreedyBot, RandomBot, bot_named
from alhambra.game import Game
from alhambra.server.log.events import Event, Revealed, Step
from alhambra.server.runtime.metrics import Metrics
from alhambra.server.runtime.refusals import refuse
from alhambra.server.runtime.supervision import Supervisor
from alhambra.server.table.fair_queue import FairQueue
from alhambra.table import Phase

Events = list[Event]
Failed = Callable[[Exception], None]
T = TypeVar("T")

ADVICE_WAITING = 64
"""Questions to the coach that may wait. Late answers help nobody."""
BOTS_BEFORE_ADVICE = 8
"""Turns of bots that may begin before a question that waits. Only then it goes first."""


@dataclass(frozen=True, slots=True)
class _Job:
    work: Callable[[], Any]
    stop: Flag
    done: asyncio.Future[Any]
    adviser: str = ""  # who asked the coach


class BotPool:
    """The worker threads of a server, shared fairly between callers. Bots go before advice, though
    not all the time, and advice never uses the last of several threads."""

    def __init__(
        self,
        threads: int,
        metrics: Metrics,
        supervisor: Supervisor,
        own_bots: Sequence[Bot] = (),
    ) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._free = threads
        self._free_for_advice = max(1, threads - 1)
        self._waiting: FairQueue[_Job] = FairQueue()
        self._advice: FairQueue[_Job] = FairQueue()
        self._passed_by = 0  # turns of bots that began since advice waits
        self._metrics = metrics
        self._supervisor = supervisor
        self._own_bots = {bot.name: bot for bot in own_bots}
        self._flags: set[Flag] = set()
        self._closed = False

    async def turn(
        self, game: Game, level: str, stop: Flag, caller: str, chance: int | None = None
    ) -> Events | None:
        """The events of the bot's whole turn; None if it was stopped. ``game`` is the bot's own
        copy, ``chance`` the seed of what the bot leaves to chance. Callers that wait for a thread
        take turns."""
        if self._closed:
            return None
        work = partial(self._turn_of, game, level, stop, chance)
        job = _Job(work, stop, asyncio.get_running_loop().create_future())
        self._waiting.push(caller, job)
        with self._metrics.thinking.track_inprogress():
            return cast("Events | None", await self._result(job))

    def check_advice(self) -> None:
        """Refuse a question to the coach if too many are waiting."""
        if len(self._advice) >= ADVICE_WAITING:
            for job in [each for each in self._advice if each.stop.is_set()]:
                self._advice.remove(job.adviser, job)
                _settle(job, None)
        if len(self._advice) >= ADVICE_WAITING:
            raise refuse("busy")

    async def advise(self, work: Callable[[], T], stop: Flag, caller: str) -> T | None:
        """The result of work for the coach; None if it was stopped."""
        if self._closed:
            return None
        job = _Job(work, stop, asyncio.get_running_loop().create_future(), adviser=caller)
        self._advice.push(caller, job)
        return cast("T | None", await self._result(job))

    async def _result(self, job: _Job) -> object:
        self._flags.add(job.stop)
        self._dispatch()
        try:
            return await job.done
        finally:
            self._flags.discard(job.stop)

    def _dispatch(self) -> None:
        """Give every free thread the next job."""
        while self._free and (job := self._next()):
            if job.stop.is_set() or self._closed:
                _settle(job, None)
                continue
            self._occupy(job, 1)
            self._supervisor.once("bot thread", self._work_on(job))

    def _next(self) -> _Job | None:
        may_advise = self._free_for_advice > 0 and len(self._advice) > 0
        is_advice_next = may_advise and self._passed_by >= BOTS_BEFORE_ADVICE
        if not is_advice_next and (turn := self._waiting.pop()):
            self._passed_by += may_advise
            return turn
        self._passed_by = 0
        return self._advice.pop() if may_advise else None

    def _occupy(self, job: _Job, threads: int) -> None:
        self._free -= threads
        self._free_for_advice -= threads if job.adviser else 0

    async def _work_on(self, job: _Job) -> None:
        loop = asyncio.get_running_loop()
        try:
            _settle(job, await loop.run_in_executor(self._threads, job.work))
        except AnalysisStopped:
            _settle(job, None)
        except Exception as error:
            if not job.done.done():
                job.done.set_exception(error)
        finally:
            self._occupy(job, -1)
            self._dispatch()

    def _turn_of(self, game: Game, level: str, stop: Flag, chance: int | None) -> Events | None:
        bots = _bots(level, self._own_bots, self._failed)
        return whole_turn(game, bots, stop, self._failed, chance)

    def _failed(self, error: Exception) -> None:
        self._supervisor.failed("bot", error)

    async def close(self) -> None:
        """Stop all bots, and wait until they have stopped."""
        self._closed = True
        for flag in self._flags:
            flag.set()
        self._dispatch()
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)


def _settle(job: _Job, result: object) -> None:
    if not job.done.done():  # the table may have stopped waiting
        job.done.set_result(result)


def whole_turn(
    game: Game, bots: list[Bot], stop: Flag, failed: Failed, chance: int | None = None
) -> Events | None:
    """Let the first bot choose until its turn is over. It sees a view, and nothing is drawn. If it
    fails, the next one plays the rest of the turn, so that the game continues."""
    seat = game.seat
    if game.phase is Phase.REFILL:
        return [Revealed()]  # somebody left before confirming
    rng = random.Random(secrets.randbits(64) if chance is None else chance)
    events: list[Step] = []
    while game.phase.is_decision and game.seat == seat:
        if stop.is_set():
            return None
        try:
            action = bots[0].choose(game.view(seat), rng=rng, stop=stop.is_set)
            game.play(action, reveal=False)
        except Exception as error:
            if len(bots) == 1:
                raise
            failed(error)
            del bots[0]
            continue
        events.append(Step(str(action)))
    events[-1] = Step(events[-1].action, confirm=True)
    return None if stop.is_set() else [*events]


def _bots(level: str, own_bots: Mapping[str, Bot], failed: Failed) -> list[Bot]:
    """The bot of this level, and those that take over if it fails."""
    simpler: list[Bot] = [GreedyBot(), RandomBot()]
    try:
        return [own_bots.get(level) or bot_named(level), *simpler]
    except Exception as error:
        failed(error)
        return simpler
