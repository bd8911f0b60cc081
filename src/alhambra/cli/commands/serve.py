"""``alhambra serve``: let others play here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from alhambra.cli.server_start import complaining, settings_in


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
