"""The programs that the load test runs, each in a process of its own: this server, another version
of it, and a bare echo."""

from __future__ import annotations

import ast
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from alhambra.server.protocol.to_page import PROTOCOL
from alhambra.server.settings import KEY_VARIABLE
from server_client import Process

ECHO = """
import sys, uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
app = FastAPI()
@app.websocket("/api/live")
async def echo(socket: WebSocket):
    await socket.accept()
    try:
        while True:
            await socket.send_json(await socket.receive_json())
    except WebSocketDisconnect:
        pass
@app.get("/healthz")
async def healthz():
    return {}
uvicorn.run(app, port=int(sys.argv[1]), log_level="warning", ws="websockets-sansio",
            ws_per_message_deflate=False)
"""
SERVER = """
import sys
from alhambra.server.run import run
from alhambra.server.limits.amounts import Limits
from alhambra.server.settings import Settings
url = "sqlite:///" + sys.argv[2]
settings = Settings(url, b"bench", limits=Limits.unlimited())
run(settings, "127.0.0.1", int(sys.argv[1]), log_level="WARNING")
"""
SHARED_SERVER = """
import sys
from alhambra.server.run import run
from alhambra.server.limits.amounts import Limits
from alhambra.server.settings import Settings
port, url, redis, workers = sys.argv[1:]
settings = Settings(url, b"bench", redis_url=redis, limits=Limits.unlimited())
run(settings, "127.0.0.1", int(port), log_level="ERROR", workers=int(workers))
"""
START_TRIES = 900  # ten in a second: on a busy machine a first start takes long


@dataclass(frozen=True)
class Version:
    """A program that can be run and measured: this server, another version of it, or the echo."""

    code: str
    python: str = sys.executable
    protocol: int = PROTOCOL

    @classmethod
    def in_folder(cls, folder: Path) -> Version:
        """The server of a clone, started as its own benchmark starts it."""
        bench = folder / "bench"
        files = (bench / name for name in ("server_versions.py", "server_load.py"))
        tree = ast.parse(next(filter(Path.exists, files)).read_text(encoding="utf-8"))
        code = next(
            ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SERVER"
        )
        python = str(folder.absolute() / ".venv" / "bin" / "python")
        return cls(code, python, int(printed(python, folder, _PROTOCOL_OF)))


_PROTOCOL_OF = """
try:
    from alhambra.server.protocol.to_page import PROTOCOL
except ImportError:  # an older layout
    from alhambra.server.messages import PROTOCOL
print(PROTOCOL)
"""


def printed(python: str, folder: Path, code: str) -> str:
    """What this code prints in a folder's environment."""
    done = subprocess.run(  # noqa: S603
        [python, "-c", code], cwd=folder / "bench", check=True, capture_output=True, text=True
    )
    return done.stdout


THIS = Version(SERVER)
SHARED = Version(SHARED_SERVER)
BARE_ECHO = Version(ECHO)


@contextmanager
def serving(version: Version, *arguments: str) -> Iterator[Process]:
    """Run a server in its own process; yields when it accepts requests."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [version.python, "-c", version.code, str(port), *arguments]
    environment = {**os.environ, KEY_VARIABLE: "a key that is long enough for benchmarks"}
    started = subprocess.Popen(command, env=environment)  # noqa: S603
    try:
        server = Process(port, started.pid, version.protocol)
        for _ in range(START_TRIES):
            time.sleep(0.1)
            try:
                server.request("GET", "/healthz")
                break
            except OSError:
                continue
        yield server
    finally:
        started.send_signal(signal.SIGTERM)
        started.wait()
