"""Supervised background tasks: a failure is logged and counted, the task is restarted, and
``/healthz`` reports the parts that fail."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

from prometheus_client import Counter, Gauge

log = logging.getLogger("alhambra.tasks")

FIRST_WAIT, LONGEST_WAIT = 0.1, 30.0  # seconds until a task is restarted

Sleep = Callable[[float], Awaitable[None]]


class Supervisor:
    """Supervises the tasks of a server. ``ill`` has each failing part with its problem."""

    def __init__(
        self, failures: Counter, sleep: Sleep = asyncio.sleep, failing: Gauge | None = None
    ) -> None:
        self.ill: dict[str, str] = {}
        self._failures, self._failing = failures, failing
        self._sleep = sleep
        self._tasks: set[asyncio.Task[Any]] = set()

    def keep(self, part: str, work: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
        """Start work that runs until the server closes. If it raises, it is restarted, each time
        after twice the wait; until then the part is in ``ill``."""
        return self._start(part, self._restarting(part, work))

    def once(self, part: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start work that ends by itself. If it raises, the error is logged and counted."""
        return self._start(part, work)

    def guard(self, part: str, **about: object) -> FailureGuard:
        """Log and count errors in the block, and continue after it."""
        return FailureGuard(self, part, about)

    def failed(self, part: str, error: BaseException, **about: object) -> None:
        """Log and count a failure."""
        self._failures.labels(part).inc()
        log.error("failed", exc_info=error, extra={"part": part, **about})

    def watch_loop(self) -> None:
        """Log and count errors that only reach the event loop, such as one in a timer's
        callback."""
        asyncio.get_running_loop().set_exception_handler(self._loop_failed)

    async def close(self) -> None:
        """Cancel everything that was started here, and wait until it has ended."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, part: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=part)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.failed(task.get_name(), error)

    async def _restarting(self, part: str, work: Callable[[], Awaitable[None]]) -> None:
        loop, wait = asyncio.get_running_loop(), FIRST_WAIT
        while True:
            started = loop.time()
            try:
                await work()
                return
            except Exception as error:
                self.failed(part, error)
                self._set_ill(part, type(error).__name__)
            if loop.time() - started > LONGEST_WAIT:
                wait = FIRST_WAIT
            await self._sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)
            self._set_ill(part, None)

    def _set_ill(self, part: str, problem: str | None) -> None:
        if problem is None:
            del self.ill[part]
        else:
            self.ill[part] = problem
        if self._failing:
            self._failing.labels(part).set(problem is not None)

    def _loop_failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is None:
            loop.default_exception_handler(context)
        else:
            self.failed("event loop", error, what_happened=context.get("message"))


class FailureGuard:
    """A block whose errors are logged and counted. A class, because every command enters several
    and a generator takes five times as long."""

    __slots__ = ("_about", "_part", "_supervisor")

    def __init__(self, supervisor: Supervisor, part: str, about: Mapping[str, object]) -> None:
        self._supervisor = supervisor
        self._part = part
        self._about = about

    def __enter__(self) -> None:
        """Begin the block."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        """Suppress errors, but not cancellations."""
        if not isinstance(error, Exception):
            return False
        self._supervisor.failed(self._part, error, **self._about)
        return True
