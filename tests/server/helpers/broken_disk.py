"""A disk that is full, read-only or loses power: ``broken_disk.c``, loaded before the C library.

Run as a program it does something again and again, killed at the first sync, at the second, …:
``python broken_disk.py MODULE FUNCTION FOLDER``.
"""

import ctypes
import importlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from server.helpers.processes import TESTS

SOURCE = Path(__file__).with_suffix(".c")
BEFORE = "before"
MOST_SYNCS = 200


def environment(folder: Path, **settings: str) -> dict[str, str]:
    """The environment of a process with such a disk."""
    library = folder / "broken_disk.so"
    if not library.exists():
        command = ["cc", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"]
        subprocess.run(command, check=True)
    paths = {"LD_PRELOAD": str(library), "PYTHONPATH": str(TESTS)}
    return {**os.environ, **paths, **settings}


def killed_at_every_sync(folder: Path, module: str, function: str) -> list[Path]:
    """Copies of ``folder / BEFORE``, in each of which the function was called and killed one sync
    later than in the one before. In the last it came to its end."""
    arguments = [sys.executable, str(Path(__file__)), module, function, str(folder)]
    subprocess.run(arguments, check=True, env=environment(folder))
    copies = (folder / str(n) for n in range(1, MOST_SYNCS))
    return [copy for copy in copies if copy.exists()]


def main() -> None:
    module, function, folder = sys.argv[1:]
    called = getattr(importlib.import_module(module), function)
    for n in range(1, MOST_SYNCS):
        copy = Path(folder, str(n))
        shutil.copytree(Path(folder, BEFORE), copy)
        child = os.fork()
        if child == 0:
            ctypes.CDLL(None).break_at_sync(n)
            called(copy)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            sys.exit(os.waitstatus_to_exitcode(status))
        assert os.WTERMSIG(status) == signal.SIGKILL
    sys.exit("it does not end")


if __name__ == "__main__":
    main()
