"""Starting the server, with one sentence if it cannot start.

The server is imported lazily: the other commands start sooner without it.
"""

from __future__ import annotations

import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from alhambra.bots import Bot, bot_named
from alhambra.cli.complaints import Complaint

if TYPE_CHECKING:
    from alhambra.server.settings import Settings

PAGE = Path(__file__).parents[1] / "server" / "static" / "index.html"


@contextmanager
def complaining() -> Iterator[None]:
    """Turn an unusable server or database into a complaint of one sentence."""
    from alhambra.server.runtime.refusals import CannotStart

    try:
        yield
    except CannotStart as error:
        raise Complaint(str(error)) from error


def has_page() -> bool:
    """Is the page built?"""
    return PAGE.exists()


def open_page() -> None:
    """Serve on this machine only, at a free port, and open the browser."""
    from alhambra.server.run import run

    def ready(url: str) -> None:
        typer.echo(f"Alhambra is at {url} (Ctrl+C ends it)")
        webbrowser.open(url)

    with complaining():
        run(settings_in(None), "127.0.0.1", 0, ready=ready, log_level="WARNING")


def settings_in(
    folder: Path | None,
    database_url: str | None = None,
    origins: list[str] | None = None,
    secure: bool = False,
    bot_threads: int = 2,
    bots: Sequence[str] = (),
    review_processes: int | None = None,
) -> Settings:
    """The settings with data in a folder; defaults to the user's data folder."""
    from alhambra.server.settings import (
        Settings,
        cores_to_spare,
        data_folder,
        default_database,
        made,
        signing_key,
    )

    folder = made(folder) if folder else data_folder()
    return Settings(
        database_url=database_url or default_database(folder),
        key=signing_key(folder),
        origins=frozenset(origins or ()),
        secure=secure,
        bot_threads=bot_threads,
        review_processes=review_processes or cores_to_spare(),
        own_bots=_own_bots(bots),
    )


def _own_bots(names: Sequence[str]) -> tuple[Bot, ...]:
    bots = tuple(bot_named(name) for name in dict.fromkeys(names))
    shown = [bot.name for bot in bots]
    for name in shown:
        if shown.count(name) > 1:
            raise Complaint(f"two different bots are both called {name}")
    return bots
