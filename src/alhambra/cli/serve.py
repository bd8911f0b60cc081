"""``alhambra serve``: let others play here."""

from __future__ import annotations

import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from alhambra.cli.complaints import Complaint

if TYPE_CHECKING:  # the server is loaded when it is wanted: other commands start sooner
    from alhambra.server.settings import Settings

PAGE = Path(__file__).parents[1] / "server" / "static" / "index.html"


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = 8000,
    database_url: Annotated[
        str | None,
        typer.Option(help="A database, as sqlite:///FILE.", show_default=False),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where data is kept.", show_default=False),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            help="The address people open, if it has a name, as https://example.org.",
            show_default=False,
        ),
    ] = None,
    secure: Annotated[bool, typer.Option(help="Send cookies only over HTTPS.")] = False,
    bot_threads: Annotated[int, typer.Option(min=1, help="How many bots think at once.")] = 2,
) -> None:
    """Serve tables for people near and far, until stopped."""
    from alhambra.server.run import run

    with complaining():
        settings = settings_in(data, database_url, origin or [], secure, bot_threads)
        run(settings, host, port, ready=lambda url: typer.echo(f"Alhambra is at {url}"))


@contextmanager
def complaining() -> Iterator[None]:
    """Say in one sentence why the server, or its database, cannot be used."""
    from alhambra.server.runtime.refusals import CannotStart

    try:
        yield
    except CannotStart as error:
        raise Complaint(str(error)) from error


def has_page() -> bool:
    """Is the page built?"""
    return PAGE.exists()


def open_page() -> None:
    """Serve on this machine alone, at a free port, and open the browser."""
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
) -> Settings:
    """The settings with data in a folder; the user's own unless told."""
    from alhambra.server.settings import Settings, data_folder, default_database, made, signing_key

    folder = made(folder) if folder else data_folder()
    return Settings(
        database_url=database_url or default_database(folder),
        key=signing_key(folder),
        origins=frozenset(origins or ()),
        secure=secure,
        bot_threads=bot_threads,
    )
