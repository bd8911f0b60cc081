"""A real server on a free port of this machine."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn

from alhambra.server.limits.amounts import Limits
from alhambra.server.run import _config
from alhambra.server.settings import Settings
from alhambra.server.store.store import Store
from alhambra.server.table.registry import Tables

GENEROUS = Limits.unlimited()
QUICK_REVIEWS = {"review_level": "instant", "review_nice": 0, "review_processes": 1}
"""Reviews that take a fraction of a second, also beside other tests."""


def settings_for(file: Path, limits: Limits = GENEROUS, **more: Any) -> Settings:
    more = {"database_url": f"sqlite:///{file}", **QUICK_REVIEWS, **more}
    return Settings(key=b"a key for tests", limits=limits, **more)


@dataclass
class Server:
    """The server, and how it is reached."""

    address: str
    tables: Tables

    @property
    def url(self) -> str:
        return f"http://{self.address}"


@asynccontextmanager
async def serving(
    file: Path, limits: Limits = GENEROUS, *, store: Store | None = None, **more: Any
) -> AsyncIterator[Server]:
    """A server that runs in this loop, with its database in this file."""
    settings = settings_for(file, limits, **more)
    config = _config(settings, store)
    config.timeout_graceful_shutdown = 1
    app: Any = config.app
    server = uvicorn.Server(config)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        task = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            assert not task.done(), task.exception()
            await asyncio.sleep(0.01)
        try:
            yield Server(f"127.0.0.1:{listening.getsockname()[1]}", app.state.tables)
        finally:
            server.should_exit = True
            await task


async def eventually(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.005)
