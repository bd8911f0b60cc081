"""The settings of a server, its data folder and its signing key."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from alhambra.bots import Bot
from alhambra.server.limits.amounts import Limits
from alhambra.server.runtime.files import write_synced
from alhambra.server.runtime.refusals import CannotStart

KEY_VARIABLE = "ALHAMBRA_SECRET_KEY"
KEY_BYTES = 32


def cores_to_spare() -> int:
    """All cores but one, which is left to the server; at least one and at most four."""
    return max(1, min(4, (os.cpu_count() or 1) - 1))


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server."""

    database_url: str
    key: bytes = field(repr=False)
    redis_url: str | None = field(default=None, repr=False)
    """Redis or Valkey, for news between processes that share the database."""
    origins: frozenset[str] = frozenset()
    """Origins that may send requests, besides the server's own. Their host names are accepted."""
    hosts: frozenset[str] = frozenset()
    """Further host names, besides IP addresses, local names and those of the origins."""
    secure: bool = False
    """Cookies only over HTTPS."""
    limits: Limits = field(default_factory=Limits)
    bot_threads: int = 2
    review_processes: int = field(default_factory=cores_to_spare)
    """Processes that review games, beside the one that serves."""
    review_level: str = "quick"
    review_nice: int = 19
    """Their niceness, from 0 to 19: higher yields more to other programs."""
    own_bots: tuple[Bot, ...] = ()
    """Offered by their names, besides the levels."""
    idle_seconds: float = 60
    """How long a table stays in memory while no page shows it."""
    read_seconds: float = 5
    """How long a request waits for a write at its table."""


def data_folder() -> Path:
    """The user's data folder for this program, created if it does not exist."""
    return made(Path(platformdirs.user_data_dir("alhambra", appauthor=False)))


def made(folder: Path) -> Path:
    """The folder, created if it does not exist. Raises CannotStart."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = error.strerror or error
        raise CannotStart(f"The folder {folder} cannot be created: {problem}.") from error
    return folder


def default_database(folder: Path) -> str:
    """The database in a folder."""
    return f"sqlite:///{folder / 'alhambra.sqlite'}"


def signing_key(folder: Path) -> bytes:
    """The key that signs cookies: from the environment, else from the folder, where it is created
    at the first start, readable by its owner only. Raises CannotStart."""
    given = os.environ.get(KEY_VARIABLE)
    if given:
        return _long_enough(given.encode(), KEY_VARIABLE, "Set a longer one")
    file = folder / "secret.key"
    try:
        if not file.exists():
            write_synced(file, secrets.token_hex(KEY_BYTES).encode())
        key = file.read_bytes()
    except OSError as error:
        problem = error.strerror or error
        raise CannotStart(f"The key {file} cannot be read or written: {problem}.") from error
    return _long_enough(key, str(file), "Delete the file to get a new key")


def _long_enough(key: bytes, source: str, remedy: str) -> bytes:
    if len(key) < KEY_BYTES:
        size = f"{len(key)} bytes, and at least {KEY_BYTES} are needed"
        raise CannotStart(f"The key in {source} has {size}. {remedy}.")
    return key
