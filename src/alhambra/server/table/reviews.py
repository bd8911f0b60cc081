"""Reviews of finished games: asked for, queued fairly, analysed by processes of their own, stored.

A review continues when the page that asked for it is closed. One that is unfinished when the server
stops is forgotten: its page sees that there is none, and can ask again.
"""

from __future__ import annotations

import asyncio
import time
from base64 import b64decode
from collections import OrderedDict
from contextlib import aclosing
from dataclasses import dataclass, field

from alhambra.analysis.json_format import VERSION
from alhambra.server.limits.quotas import Quotas
from alhambra.server.log.fold import Fold
from alhambra.server.protocol.review import ReviewState, ReviewStatus
from alhambra.server.render.review import rounded
from alhambra.server.runtime.json_text import text
from alhambra.server.runtime.locks import KeyedLocks
from alhambra.server.runtime.metrics import Metrics
from alhambra.server.runtime.refusals import refuse
from alhambra.server.runtime.supervision import Supervisor
from alhambra.server.runtime.worker_process import JobFailed, WorkerProcess
from alhambra.server.settings import Settings
from alhambra.server.store.store import ReviewKind, Store, StoreFailed
from alhambra.server.table.fair_queue import AddressQueue
from alhambra.server.table.finished_games import FinishedGames

MODULE = "alhambra.server.table.review_process"
QUEUE_LENGTH = 100
REVIEWS_PER_CALLER = 10
IDLE_SECONDS = 60
"""How long a process waits for the next review before it is ended."""
ENDINGS_KEPT = 1_000


@dataclass(eq=False, slots=True)
class _Job:
    """An unfinished review."""

    game: str
    record: str
    address: str
    caller: str  # who asked first: the review takes their turn in the queue
    askers: set[str]
    turns: int = 0
    curve: list[list[float]] = field(default_factory=list)
    worker: WorkerProcess | None = None  # None while it waits
    began: float = 0.0


class Reviews:
    """The reviews of a server."""

    def __init__(
        self,
        store: Store,
        finished: FinishedGames,
        quotas: Quotas,
        metrics: Metrics,
        supervisor: Supervisor,
        settings: Settings,
    ) -> None:
        self.kind = ReviewKind(VERSION, settings.review_level)
        self._store, self._finished, self._quotas = store, finished, quotas
        self._metrics, self._supervisor = metrics, supervisor
        self._settings = settings
        self._jobs: dict[str, _Job] = {}  # by game
        self._asking = KeyedLocks()
        self._waiting: AddressQueue[_Job] = AddressQueue()
        self._pushed: asyncio.Queue[None] = asyncio.Queue()  # wakes a process for each push
        self._endings: OrderedDict[str, ReviewState] = OrderedDict()  # those that are not done
        metrics.reviews_waiting.set_function(lambda: len(self._waiting))
        metrics.reviews_running.set_function(lambda: len(self._jobs) - len(self._waiting))

    def open(self) -> None:
        """Start doing reviews. A process is started when there is a review for it."""
        for number in range(1, self._settings.review_processes + 1):
            self._supervisor.keep(f"review process {number}", self._keep_reviewing)

    # What pages ask

    async def status(self, fold: Fold, caller: str) -> str:
        """How far the review of a game is, with the review if it is done: a ``ReviewStatus``."""
        _check_reviewable(fold)
        if job := self._jobs.get(fold.id):
            return text(self._status_of(job))
        stored = await self._store.review(fold.id, self.kind)
        if stored is not None:
            return await self._finished.review(fold, stored, caller)
        return text(_status(self._endings.get(fold.id, "none")))

    async def ask(self, fold: Fold, caller: str, address: str) -> str:
        """Let the game be reviewed, unless it has been or is being reviewed. Its status."""
        _check_reviewable(fold)
        async with self._asking.holding(fold.id):
            job = self._jobs.get(fold.id)
            if job is None and await self._store.review(fold.id, self.kind) is None:
                job = await self._queued(fold, caller, address)
            if job is not None:
                job.askers.add(caller)
        return await self.status(fold, caller)

    async def stop(self, fold: Fold, caller: str) -> str:
        """Stop the review of a game if nobody but the caller waits for it. Its status."""
        _check_reviewable(fold)
        job = self._jobs.get(fold.id)
        if job is not None and caller in job.askers:
            job.askers.remove(caller)
            if not job.askers:
                self._end(job, "stopped")
                if job.worker:
                    await job.worker.kill()
                else:
                    self._waiting.remove(job.address, job.caller, job)
        return await self.status(fold, caller)

    async def _queued(self, fold: Fold, caller: str, address: str) -> _Job:
        record = await self._finished.record_at(fold, fold.ply, caller, same_luck=True)
        # Nothing is awaited between the check of the limits and the new job.
        if len(self._jobs) >= QUEUE_LENGTH:
            raise refuse("busy")
        if sum(job.caller == caller for job in self._jobs.values()) >= REVIEWS_PER_CALLER:
            raise refuse("too_many_reviews")
        self._quotas.charge_review(caller, address)
        job = self._jobs[fold.id] = _Job(fold.id, record, address, caller, {caller})
        self._endings.pop(fold.id, None)
        self._waiting.push(address, caller, job)
        self._pushed.put_nowait(None)
        return job

    def _status_of(self, job: _Job) -> ReviewStatus:
        found = _status("running" if job.worker else "waiting")
        read = len(job.curve)
        if not job.worker:
            running = len(self._jobs) - len(self._waiting)
            found["waiting"] = running + list(self._waiting).index(job)
        elif read:
            passed = time.monotonic() - job.began
            found["seconds_left"] = round(passed / read * (job.turns - read))
        return {**found, "read": read, "turns": job.turns, "curve": job.curve}

    # Doing them

    async def _keep_reviewing(self) -> None:
        """Do one review after another. If the process dies, its review fails, and the supervisor
        calls this again."""
        worker = WorkerProcess(MODULE, self._settings.review_nice)
        try:
            while True:
                try:
                    async with asyncio.timeout(IDLE_SECONDS if worker.pid else None):
                        await self._pushed.get()
                except TimeoutError:
                    await worker.kill()
                    continue
                if job := self._waiting.pop():  # it may have been stopped
                    await self._review(job, worker)
        finally:
            await worker.kill()

    async def _review(self, job: _Job, worker: WorkerProcess) -> None:
        job.worker, job.began = worker, time.monotonic()
        try:
            await self._follow(job, worker)
        except Exception as error:
            if not self._is_wanted(job):
                return  # stopped: its process was killed
            self._end(job, "failed")
            if not isinstance(error, JobFailed | StoreFailed):
                raise
            self._supervisor.failed("review", error, table=job.game)
        else:
            self._metrics.review_seconds.observe(time.monotonic() - job.began)
            if self._is_wanted(job):
                self._end(job, "done")

    async def _follow(self, job: _Job, worker: WorkerProcess) -> None:
        """Note the progress of the process, and store what it has found."""
        asked = {"record": job.record, "level": self.kind.level}
        async with aclosing(worker.do(asked)) as messages:
            async for message in messages:
                if not self._is_wanted(job):
                    return  # stopped before there was a process to kill
                if "turns" in message:
                    job.turns = message["turns"]
                elif "number" in message:
                    job.curve.append([message["number"], *rounded(message["shares"])])
                else:
                    analysis = b64decode(message["analysis"])
                    seats = message["seats"]
                    await self._store.keep_review(job.game, self.kind, seats, analysis)

    def _is_wanted(self, job: _Job) -> bool:
        return self._jobs.get(job.game) is job

    def _end(self, job: _Job, how: ReviewState) -> None:
        del self._jobs[job.game]
        self._metrics.reviews.labels(how).inc()
        if how != "done":
            self._endings[job.game] = how
            if len(self._endings) > ENDINGS_KEPT:
                self._endings.popitem(last=False)


def _check_reviewable(fold: Fold) -> None:
    """Refuse an imported record that was not played to its end."""
    if not fold.playing.is_over:
        raise refuse("game_not_finished")


def _status(state: ReviewState) -> ReviewStatus:
    return {
        "state": state,
        "waiting": 0,
        "read": 0,
        "turns": 0,
        "seconds_left": None,
        "curve": [],
        "review": None,
    }
