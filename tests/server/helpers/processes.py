"""Programs of this folder in processes of their own, among them a server."""

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from alhambra.server.settings import KEY_VARIABLE

HELPERS = Path(__file__).parent
TESTS = HELPERS.parents[1]
SERVING = "serving_process.py"


def free_port() -> int:
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


async def start(
    name: str,
    *arguments: str,
    stderr: int | None = None,
    environment: Mapping[str, str] = os.environ,
) -> asyncio.subprocess.Process:
    """Start a program of this folder."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, str(HELPERS / name), *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=stderr,
        env={**environment, "PYTHONPATH": str(TESTS)},
    )


@asynccontextmanager
async def program(
    name: str,
    *arguments: str,
    stderr: int | None = None,
    environment: Mapping[str, str] = os.environ,
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A program of this folder. It is killed at the end if it still runs."""
    process = await start(name, *arguments, stderr=stderr, environment=environment)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def line_of(process: asyncio.subprocess.Process) -> str:
    """The next line that a program prints."""
    assert process.stdout is not None
    return (await process.stdout.readline()).decode()


class ServerProcess:
    """The server, killed and started again on the same port. Its log is lost, unless there is a
    file for it."""

    def __init__(self, file: Path, *, log: Path | None = None, **settings: Any) -> None:
        self.file = file
        self.settings = settings
        self.port = free_port()
        self.process: asyncio.subprocess.Process | None = None
        self._log = log or Path(os.devnull)

    async def start(self) -> None:
        arguments = str(self.file), str(self.port), json.dumps(self.settings)
        environment = {**os.environ, KEY_VARIABLE: "a key for tests that is long enough"}
        with self._log.open("a") as log:
            self.process = await start(
                SERVING, *arguments, stderr=log.fileno(), environment=environment
            )
        assert (await line_of(self.process)).startswith("http"), "it did not start"

    async def end(self, how: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        return await self.process.wait()
