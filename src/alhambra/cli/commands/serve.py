"""``alhambra serve``: run a server."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from alhambra.cli.options import DATA, DATABASE, optional
from alhambra.cli.server_start import complaining, settings_in


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 picks a free one.")
    ] = 8000,
    database_url: DATABASE = None,
    redis_url: Annotated[
        str | None,
        optional(help="Redis or Valkey, as redis://HOST/0, for servers that share a database."),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            min=1, help="Number of server processes; more than 1 need PostgreSQL and Redis."
        ),
    ] = 1,
    data: DATA = None,
    origin: Annotated[
        list[str] | None,
        optional(help="Public address of the server, as https://example.org; can be repeated."),
    ] = None,
    secure: Annotated[bool, typer.Option(help="Send cookies only over HTTPS.")] = False,
    bot_threads: Annotated[int, typer.Option(min=1, help="Number of bots that think at once.")] = 2,
    review_processes: Annotated[
        int | None,
        optional(
            min=1, help="Number of games reviewed at once. [default: all cores but one, at most 4]"
        ),
    ] = None,
    bot: Annotated[
        list[str] | None,
        optional(
            help="Bot to offer besides the levels, as mine/3.npz or search:2s; can be repeated."
        ),
    ] = None,
) -> None:
    """Run a server for games over the network, until stopped."""
    from alhambra.server.run import run

    with complaining():
        settings = settings_in(
            data, database_url, origin or [], secure, bot_threads, bot or [], review_processes
        )
        settings = replace(settings, redis_url=redis_url)
        run(
            settings,
            host,
            port,
            ready=lambda url: typer.echo(f"Alhambra is at {url}"),
            workers=workers,
        )
