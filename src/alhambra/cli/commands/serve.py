"""``alhambra serve``: run a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from alhambra.cli.server_start import complaining, settings_in


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 picks a free one.")
    ] = 8000,
    database_url: Annotated[
        str | None,
        typer.Option(help="Database, as sqlite:///FILE.", show_default=False),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder for the database and the signing key.",
            show_default=False,
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            help="Public address of the server, as https://example.org; can be repeated.",
            show_default=False,
        ),
    ] = None,
    secure: Annotated[bool, typer.Option(help="Send cookies only over HTTPS.")] = False,
    bot_threads: Annotated[int, typer.Option(min=1, help="Number of bots that think at once.")] = 2,
    review_processes: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Number of games reviewed at once. [default: all cores but one, at most 4]",
            show_default=False,
        ),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            help="Bot to offer besides the levels, as mine/3.npz or search:2s; can be repeated.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Run a server for games over the network, until stopped."""
    from alhambra.server.run import run

    with complaining():
        settings = settings_in(
            data, database_url, origin or [], secure, bot_threads, bot or [], review_processes
        )
        run(settings, host, port, ready=lambda url: typer.echo(f"Alhambra is at {url}"))
