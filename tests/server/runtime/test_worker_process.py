"""Processes that do one job after another: what they say, and how they end."""

import os
import signal
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

import pytest

from alhambra.server.runtime import worker_process
from alhambra.server.runtime.worker_process import JobFailed, WorkerDied, WorkerProcess
from server.helpers import odd_jobs
from server.helpers.processes import TESTS

pytestmark = pytest.mark.compiled_only


@pytest.fixture(autouse=True)
def path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(TESTS))


@asynccontextmanager
async def worker(nice: int = 0) -> AsyncIterator[WorkerProcess]:
    started = WorkerProcess(odd_jobs.__name__, nice)
    try:
        yield started
    finally:
        await started.kill()


async def done(process: WorkerProcess, **job: Any) -> list[worker_process.Message]:
    return [message async for message in process.do(job)]


async def test_a_process_does_one_job_after_another() -> None:
    async with worker() as process:
        assert process.pid is None, "it is started by its first job"
        assert await done(process, do="count", to=3) == [{"n": 0}, {"n": 1}, {"n": 2}]
        first = process.pid
        assert await done(process, do="print") == [{"printed": True}]
        with pytest.raises(JobFailed, match="ValueError: odd"):
            await done(process, do="raise")
        assert await done(process, do="count", to=1) == [{"n": 0}]
        assert first and process.pid == first


async def test_a_process_stands_back_and_leaves_interrupts_to_the_server() -> None:
    async with worker(nice=7) as process:
        [described] = await done(process, do="describe")
        expected = {"nice": os.nice(0) + 7, "idle": False, "ignores_interrupts": True}
        assert described == expected


async def test_the_nicest_process_runs_only_when_nobody_else_wants_to() -> None:
    async with worker(nice=19) as process:
        [described] = await done(process, do="describe")
        assert described["idle"]


async def test_a_process_that_takes_too_much_memory_fails_its_job() -> None:
    async with worker() as process:
        assert await done(process, do="fill", bytes=1_000_000)
        with pytest.raises(JobFailed, match="MemoryError"):
            await done(process, do="fill", bytes=worker_process.MEMORY)
        assert await done(process, do="count", to=1) == [{"n": 0}]


async def test_after_a_process_has_died_the_next_job_starts_another() -> None:
    async with worker() as process:
        with pytest.raises(WorkerDied, match="ended with 3"):
            await done(process, do="end")
        assert process.pid is None
        assert await done(process, do="count", to=1) == [{"n": 0}]


async def test_a_process_that_died_while_it_waited_fails_no_job() -> None:
    async with worker() as process:
        await done(process, do="count", to=1)
        waiting = process._process
        assert waiting
        waiting.kill()
        await waiting.wait()
        assert await done(process, do="count", to=1) == [{"n": 0}]


async def test_a_silent_process_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async with worker() as process:
        await done(process, do="count", to=1)
        monkeypatch.setattr(worker_process, "SILENT_SECONDS", 0.01)
        with pytest.raises(WorkerDied, match="silent"):
            await done(process, do="wait")
        assert process.pid is None


async def test_a_job_that_is_not_read_to_its_end_is_stopped() -> None:
    async with worker() as process:
        async with aclosing(process.do({"do": "wait"})) as messages:
            assert await anext(messages) == {"waits": True}
            running = process.pid
        assert running and process.pid is None
        with pytest.raises(ProcessLookupError):
            os.kill(running, 0)


async def test_a_process_ends_with_its_server() -> None:
    """Whether it works or waits: also where the server is killed."""
    async with worker() as process:
        await done(process, do="count", to=1)
        running = process._process
        assert running
        assert running.stdin
        running.stdin.close()
        assert await running.wait() == 0
    async with (
        worker() as process,
        aclosing(process.do({"do": "count", "to": 10**9})) as messages,
    ):
        await anext(messages)
        running = process._process
        assert running
        running._transport.get_pipe_transport(1).close()  # type: ignore[attr-defined]
        assert await running.wait() != -signal.SIGKILL
