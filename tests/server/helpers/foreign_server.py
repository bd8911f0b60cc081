"""Servers of other programs for tests, each with its own folder and port."""

import shutil
import signal
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, Self

from server.helpers.processes import free_port

PATIENCE = 60  # seconds


class ForeignServer(ABC):
    """A server that can be killed and started again. It writes ``log`` in its folder."""

    NAME: ClassVar[str]

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    @contextmanager
    def running(cls) -> Iterator[Self]:
        """A new server, which is deleted at the end. It has a folder that other users can enter."""
        folder = Path(tempfile.mkdtemp(prefix=f"alhambra-{cls.NAME}-"))
        server = cls(folder)
        try:
            server.create()
            server.start()
            yield server
        finally:
            server.kill()
            shutil.rmtree(folder)

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    def create(self) -> None:  # noqa: B027
        """Prepare the folder."""

    def start(self) -> None:
        """Start it, and wait until it accepts connections."""
        self._process = self._launch()
        until = time.monotonic() + PATIENCE
        while not self.listens:
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < until, "it does not start"
            time.sleep(0.02)

    @abstractmethod
    def _launch(self) -> subprocess.Popen[bytes]:
        """Start its process."""

    @property
    @abstractmethod
    def listens(self) -> bool:
        """Whether it accepts connections."""

    @abstractmethod
    def kill(self) -> None:
        """Let it end as after a crash."""

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
