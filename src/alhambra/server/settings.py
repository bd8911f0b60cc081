"""How a server is set up."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from alhambra.server.limits import Limits

KEY_VARIABLE = "ALHAMBRA_SECRET_KEY"
KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a server needs to be told."""

    database_url: str
    key: bytes = field(repr=False)
    origins: frozenset[str] = frozenset()
    """Origins from which pages may call, besides the server's own. Their names are ours."""
    names: frozenset[str] = frozenset()
    """Further names of this server, besides addresses, local names and those of the origins."""
    secure: bool = False
    """Cookies only over HTTPS."""
    limits: Limits = field(default_factory=Limits)
    bot_threads: int = 2
    idle_seconds: float = 60
    """How long a table stays in memory when nobody looks at it."""
    read_seconds: float = 5
    """How long a request waits for a write at its table."""


def data_folder() -> Path:
    """The user's folder for our data, made if it is not there."""
    folder = Path(platformdirs.user_data_dir("alhambra", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def default_database(folder: Path) -> str:
    """The database in a folder."""
    return f"sqlite+aiosqlite:///{folder / 'alhambra.sqlite'}"


def signing_key(folder: Path) -> bytes:
    """The key that signs cookies: from the environment, else from the folder, where it is made
    at the first start, readable by its owner only."""
    given = os.environ.get(KEY_VARIABLE)
    if given:
        return given.encode()
    file = folder / "secret.key"
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return file.read_bytes()
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(secrets.token_hex(KEY_BYTES).encode())
    return file.read_bytes()
