"""A process for work that must not slow down the server: one job at a time, as lines of JSON.

The server's end is ``WorkerProcess``. A module that does the work calls ``do_jobs`` when it is run.
It is not tied to any kind of work; reviews of games are the first to use it.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import traceback
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import suppress
from typing import Any

if sys.platform != "win32":
    import resource

Message = dict[str, Any]

MOST_NICE = 19
MEMORY = 1_000_000_000
"""Bytes of address space that a process may use."""
LINE_BYTES = 32_000_000
SILENT_SECONDS = 600
"""A process that sends nothing for this long is ended."""
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
END, FAILED = "end", "failed"  # the keys of a job's last message


class WorkerDied(Exception):
    """The process has ended in the middle of a job, or has sent nothing for too long."""


class JobFailed(Exception):
    """The job raised an error; the text is its traceback. The process can do others."""


class WorkerProcess:
    """A process that runs a module. It is started by its first job. If a caller does not read a job
    to its end, or the process dies, the next job starts another."""

    def __init__(self, module: str, nice: int = 0) -> None:
        self._module, self._nice = module, nice
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process; None if there is none."""
        return self._process.pid if self._process else None

    async def do(self, job: Message) -> AsyncGenerator[Message, None]:
        """The messages of a job, as they come. Raises JobFailed, WorkerDied, or OSError if the
        process cannot be started."""
        is_done = False
        try:
            if self._process and self._process.returncode is not None:
                self._process = None  # it has died since the last job
            process = self._process = self._process or await self._start()
            assert process.stdin is not None
            with suppress(ConnectionError):  # it has died: reading says so
                process.stdin.write(json.dumps(job).encode() + b"\n")
                await process.stdin.drain()
            while True:
                message = await _read(process)
                if END in message:
                    is_done = True
                    return
                if FAILED in message:
                    is_done = True
                    raise JobFailed(message[FAILED])
                yield message
        finally:
            if not is_done:
                await self.kill()

    async def kill(self) -> None:
        """End the process at once, also in the middle of a job."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _start(self) -> Process:
        arguments = sys.executable, "-P", "-m", self._module, str(self._nice)
        return await asyncio.create_subprocess_exec(
            *arguments,
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=LINE_BYTES,
            env={**os.environ, **ONE_THREAD},
        )


async def _read(process: Process) -> Message:
    assert process.stdout is not None
    try:
        async with asyncio.timeout(SILENT_SECONDS):
            line = await process.stdout.readline()
    except TimeoutError:
        raise WorkerDied(f"silent for {SILENT_SECONDS} seconds") from None
    if not line.endswith(b"\n"):
        raise WorkerDied(f"ended with {await process.wait()}")
    message: Message = json.loads(line)
    return message


# In the process


def do_jobs(work: Callable[[Message], Iterable[Message]]) -> None:
    """Do the jobs that the server sends, until it closes the pipe or is killed."""
    _yield_to_others(int(sys.argv[1]))
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)  # stray output must not be read as an answer

        def say(message: Message) -> None:
            answers.write(json.dumps(message) + "\n")
            answers.flush()

        with suppress(BrokenPipeError):
            for line in sys.stdin:
                try:
                    for message in work(json.loads(line)):
                        say(message)
                except BrokenPipeError:
                    raise
                except Exception:
                    say({FAILED: traceback.format_exc()})
                else:
                    say({END: True})


def _yield_to_others(nice: int) -> None:
    """Run at low priority, within a bounded amount of memory. Ctrl-C reaches every process
    of a terminal; only the server handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(nice)
        if nice >= MOST_NICE and sys.platform == "linux":
            # Everybody else who wakes up takes the processor at once, not after a time slice.
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        with suppress(ValueError, OSError):  # a lower limit is set already
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
