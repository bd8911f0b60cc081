"""The server of the last release, from the history of the repository."""

import asyncio
import io
import os
import subprocess
import sys
import tarfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from alhambra.server.settings import KEY_VARIABLE
from server.helpers.live_server import Server
from server.helpers.processes import TESTS, free_port, line_of

LAST_RELEASE = "4cc8a1a173a7e3f9d8f919ec58cd270240900cad"
"""Nothing that shares a database has been released yet: this is the last commit with schema 0007
and protocol 2. With each release, put its tag here."""

SERVE = """
import sys
from alhambra.server.limits.amounts import Limits
from alhambra.server.run import run
from alhambra.server.settings import Settings
url, redis, port = sys.argv[1:]
settings = Settings(url, b"a key for tests", redis_url=redis, limits=Limits.unlimited())
run(settings, "127.0.0.1", int(port), ready=lambda url: print(url, flush=True))
"""


def unpack_last_release(folder: Path) -> None:
    """Put its sources into a folder. The test is skipped where there is no history of it."""
    archive = subprocess.run(
        ["git", "archive", LAST_RELEASE, "src"], cwd=TESTS.parent, capture_output=True
    )
    if archive.returncode:
        pytest.skip("the repository's history does not reach back to the last release")
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")


@asynccontextmanager
async def serving_last_release(folder: Path, url: str, redis: str) -> AsyncIterator[Server]:
    """Its server, in a process of its own. The engine is not compiled: that would take minutes."""
    unpack_last_release(folder)
    address = f"127.0.0.1:{free_port()}"
    with (folder / "log").open("w") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", SERVE, url, redis, address.rpartition(":")[2]),
            env={**os.environ, KEY_VARIABLE: "set", "PYTHONPATH": str(folder / "src")},
            stdout=subprocess.PIPE,
            stderr=log,
        )
    try:
        said = await line_of(process)
        assert said.startswith("http"), (folder / "log").read_text()
        yield Server(address, None)  # type: ignore[arg-type]
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
