"""The worker threads in which bots think: a bounded number, shared fairly, cancellable."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from threading import Event as Flag

from alhambra.bots import Bot, GreedyBot, RandomBot, bot_named
from alhambra.game import Game
from alhambra.server.log.events import Event, Revealed, Step
from alhambra.server.runtime.metrics import Metrics
from alhambra.server.runtime.supervision import Supervisor
from alhambra.server.table.fair_queue import FairQueue
from alhambra.table import Phase

Events = list[Event]
Failed = Callable[[Exception], None]


@dataclass(frozen=True, slots=True)
class _Job:
    game: Game
    level: str
    stop: Flag
    done: asyncio.Future[Events | None]


class BotPool:
    """The worker threads of a server, shared fairly between callers."""

    def __init__(
        self,
        threads: int,
        metrics: Metrics,
        supervisor: Supervisor,
        own_bots: Sequence[Bot] = (),
    ) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._free = threads
        self._waiting: FairQueue[_Job] = FairQueue()
        self._metrics = metrics
        self._supervisor = supervisor
        self._own_bots = {bot.name: bot for bot in own_bots}
        self._flags: set[Flag] = set()
        self._closed = False

    async def turn(self, game: Game, level: str, stop: Flag, caller: str) -> Events | None:
        """The events of the bot's whole turn; None if it was stopped. ``game`` is the bot's own
        copy. Callers that wait for a thread take turns."""
        if self._closed:
            return None
        job = _Job(game, level, stop, asyncio.get_running_loop().create_future())
        self._flags.add(stop)
        self._waiting.push(caller, job)
        self._dispatch()
        try:
            with self._metrics.thinking.track_inprogress():
                return await job.done
        finally:
            self._flags.discard(stop)

    def _dispatch(self) -> None:
        """Give every free thread the next job."""
        while self._free and (job := self._waiting.pop()):
            if job.stop.is_set() or self._closed:
                _settle(job, None)
                continue
            self._free -= 1
            self._supervisor.once("bot thread", self._think(job))

    async def _think(self, job: _Job) -> None:
        loop = asyncio.get_running_loop()
        try:
            bots = _bots(job.level, self._own_bots, self._failed)
            think = partial(whole_turn, job.game, bots, job.stop, self._failed)
            _settle(job, await loop.run_in_executor(self._threads, think))
        except Exception as error:
            if not job.done.done():
                job.done.set_exception(error)
        finally:
            self._free += 1
            self._dispatch()

    def _failed(self, error: Exception) -> None:
        self._supervisor.failed("bot", error)

    async def close(self) -> None:
        """Stop all bots, and wait until they have stopped."""
        self._closed = True
        for flag in self._flags:
            flag.set()
        self._dispatch()
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)


def _settle(job: _Job, events: Events | None) -> None:
    if not job.done.done():  # the table may have stopped waiting
        job.done.set_result(events)


def whole_turn(game: Game, bots: list[Bot], stop: Flag, failed: Failed) -> Events | None:
    """Let the first bot choose until its turn is over. It sees a view, and nothing is drawn. If it
    fails, the next one plays the rest of the turn, so that the game continues."""
    seat = game.seat
    if game.phase is Phase.REFILL:
        return [Revealed()]  # somebody left before confirming
    rng = random.Random(secrets.randbits(64))
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
