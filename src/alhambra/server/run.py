"""Running the server with uvicorn: logs as lines of JSON, the listening socket, and a shutdown
that finishes pending writes."""

from __future__ import annotations

import gc
import json
import logging
import os
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import uvicorn

from alhambra.server.app import create_app
from alhambra.server.http.timeouts import timed_protocol, timed_websocket
from alhambra.server.runtime.refusals import CannotStart
from alhambra.server.settings import KEY_VARIABLE, Settings
from alhambra.server.store.database_urls import database_at, prepare
from alhambra.server.store.sql import SqlStore
from alhambra.server.store.store import Store
from alhambra.server.workers import run_workers

if sys.platform != "win32":
    import resource

CLOSING_SECONDS = 5
SPARE_FILES = 200  # for the database, the page and its assets
COLLECT_AFTER = 20_000  # objects
SWITCH_SECONDS = 0.0005
PING_SECONDS = 20  # between pings of a websocket, and until one has to be answered
FRAME_BYTES = 64_000  # a websocket that sends more in one frame is closed
_PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """A log line as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The line: time, level, logger, message and extra fields."""
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _PLAIN}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def set_up_logs(level: str = "INFO") -> None:
    """Write our logs and uvicorn's to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("alhambra", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
    logging.getLogger("uvicorn.access").disabled = True  # it would log keys of invitations


def run(
    settings: Settings,
    host: str,
    port: int,
    *,
    ready: Callable[[str], None] | None = None,
    log_level: str = "INFO",
    workers: int = 1,
) -> None:
    """Serve until stopped; port 0 picks a free one. ``ready`` is called with the address.
    Raises CannotStart."""
    _check_shared(settings, workers)
    prepare(settings.database_url)
    settings = replace(settings, hosts=settings.hosts | {host.lower()})
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        port = listening.getsockname()[1]
        shown = f"[{host}]" if ":" in host else host

        def tell() -> None:
            if ready:
                ready(f"http://{shown}:{port}/")

        if workers == 1:
            _serve(settings, log_level, listening, tell)
        else:
            run_workers(workers, listening, partial(_serve, settings, log_level), tell)


def _check_shared(settings: Settings, workers: int) -> None:
    """Refuse several processes without all that they need to share."""
    is_shared = database_at(settings.database_url).is_shared
    if workers > 1 and not (is_shared and settings.redis_url):
        raise CannotStart(
            "Several workers need a PostgreSQL database and Redis, which they share: give "
            "--database-url and --redis-url."
        )
    if settings.redis_url and not is_shared:
        raise CannotStart("Redis is of use only with a PostgreSQL database: give --database-url.")
    if settings.redis_url and not os.environ.get(KEY_VARIABLE):
        raise CannotStart(
            f"Servers that share a database need the same signing key: set {KEY_VARIABLE}."
        )


def _serve(
    settings: Settings, log_level: str, listening: socket.socket, ready: Callable[[], object]
) -> None:
    """Serve in this process, with a database that has been prepared."""
    set_up_logs(log_level)
    _be_responsive()
    _allow_open_files(settings.limits.connections + SPARE_FILES)
    store = SqlStore(settings.database_url, is_prepared=True)
    _Server(_config(settings, store), ready).run(sockets=[listening])


def _be_responsive() -> None:
    """Make threads that write or think release the GIL sooner, and collect garbage rarely: a
    collection scans all tables, and reference counting frees what an action leaves behind."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 20, 50)


def _allow_open_files(wanted: int) -> None:
    """Raise the limit of open files as far as the system allows: each connection needs one."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _config(settings: Settings, store: Store | None = None) -> uvicorn.Config:
    return uvicorn.Config(
        create_app(settings, store),
        http=timed_protocol(settings.limits),
        log_config=None,
        access_log=False,
        ws=timed_websocket(settings.limits),
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,  # frames are small: it would cost more than it saves
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_graceful_shutdown=CLOSING_SECONDS,
        server_header=False,
    )


class _Server(uvicorn.Server):
    """A uvicorn server that reports when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and report it."""
        await super().startup(sockets)
        if self.started:
            self._ready()
