"""A thread that works for the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")
Call = tuple[Callable[[Any], Any], Any, "asyncio.Future[Any]", asyncio.AbstractEventLoop]


class WorkThread:
    """Calls functions in order. An executor does the same, at several times the cost of a call."""

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[Call | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def call(self, function: Callable[[Any], T], argument: Any) -> asyncio.Future[T]:
        """Call the function with this argument; the future has its result or its error."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._calls.put((function, argument, done, loop))
        return done

    def close(self) -> None:
        """Finish what was asked for, and end the thread."""
        self._calls.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            function, argument, done, loop = call
            result, error = None, None
            try:
                result = function(argument)
            except BaseException as raised:
                error = raised
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(_settle, done, result, error)


def _settle(done: asyncio.Future[Any], result: object, error: BaseException | None) -> None:
    if done.done():
        return  # cancelled
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
