"""A fingerprint of the code that plays: results of different versions are never mixed."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import alhambra

_NO_SOURCE = {".c", ".html", ".md", ".pyc", ".pyd", ".so"}


@cache  # computed once: the loaded code plays, even if the files change in the meantime
def code_fingerprint() -> str:
    """Twelve letters that change with any source of the engine or the bots."""
    package = Path(alhambra.__file__).parent
    files = [
        *package.glob("*.py"),
        *(file for part in ("core", "bots", "neural") for file in (package / part).rglob("*")),
    ]
    digest = hashlib.sha256()
    for file in sorted(files):
        if file.is_file() and file.suffix not in _NO_SOURCE:
            digest.update(f"{file.relative_to(package).as_posix()}\n".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
