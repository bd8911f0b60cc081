"""``alhambra reports``: list reported lines of chat."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import typer

from alhambra.cli.options import DATA, DATABASE
from alhambra.cli.server_start import complaining

if TYPE_CHECKING:  # the server is imported lazily: other commands start sooner
    from alhambra.server.store.store import Reported


def reports(
    database_url: DATABASE = None,
    data: DATA = None,
) -> None:
    """List the chat messages that players have reported, newest first."""
    from alhambra.server.settings import data_folder, default_database

    with complaining():
        url = database_url or default_database(data or data_folder())
        found = asyncio.run(_reported(url))
    for reported in found:
        typer.echo(report_line(reported))
    if not found:
        typer.echo("Nothing was reported.")


async def _reported(url: str) -> list[Reported]:
    from alhambra.server.store.sql import SqlStore

    store = SqlStore(url)
    await store.open()
    try:
        return await store.chat.reports()
    finally:
        await store.close()


def report_line(reported: Reported) -> str:
    """A reported chat line, for the terminal."""
    line = reported.line
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(line.at / 1000))
    times = "once" if reported.times == 1 else f"by {reported.times} players"
    return f"{when}  table {reported.game}  {line.name}: {line.text}  (reported {times})"
