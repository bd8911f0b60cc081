"""A thread that works for the event loop."""

import asyncio
import threading
from threading import Event

import pytest

from alhambra.server.runtime.work_thread import WorkThread

pytestmark = pytest.mark.compiled_only


async def test_functions_are_called_in_order_in_one_other_thread() -> None:
    seen: list[tuple[int, str]] = []
    worker = WorkThread("worker")

    def note(number: int) -> int:
        seen.append((number, threading.current_thread().name))
        return 10 * number

    results = await asyncio.gather(*(worker.call(note, number) for number in range(5)))
    assert results == [0, 10, 20, 30, 40]
    assert seen == [(number, "worker") for number in range(5)]
    worker.close()


async def test_an_error_is_raised_where_the_result_is_awaited() -> None:
    worker = WorkThread("worker")
    with pytest.raises(ValueError, match="invalid literal"):
        await worker.call(int, "no number")
    assert await worker.call(int, "7") == 7
    worker.close()


async def test_a_result_that_nobody_awaits_any_more_stops_nothing() -> None:
    worker, go = WorkThread("worker"), Event()
    given_up = worker.call(go.wait, 10)
    given_up.cancel()
    go.set()
    assert await worker.call(int, "7") == 7
    worker.close()


async def test_what_was_asked_for_is_finished_before_it_ends() -> None:
    done: list[int] = []
    worker = WorkThread("worker")
    calls = [worker.call(done.append, number) for number in range(100)]
    worker.close()
    assert done == list(range(100))
    await asyncio.gather(*calls)
