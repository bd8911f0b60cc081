"""Files that are either complete or absent after a crash."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_synced(file: Path, content: bytes) -> None:
    """Create a file that only its owner can read. It gets its name once its content is on disk."""
    unfinished = file.with_name(f"{file.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
    except OSError:
        with suppress(OSError):
            unfinished.unlink()
        raise
    unfinished.replace(file)
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder durable. Windows cannot open folders, and needs no sync."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
