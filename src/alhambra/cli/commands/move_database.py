"""``alhambra move-database``: move all games to another database."""

from __future__ import annotations

from typing import Annotated

import typer

from alhambra.cli.many_games import INTERRUPTED, play_with_progress
from alhambra.cli.server_start import complaining
from alhambra.cli.text.words import count


def move_database(
    source: Annotated[str, typer.Argument(metavar="FROM", help="Database to move from, as a URL.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="Empty database to move to.")],
) -> None:
    """Copy all games, people and chat from one database to another, and check every game.

    Stop the server first. FROM is left as it is. If this is interrupted, run it again.
    """
    from alhambra.server.store.transfer import Transfer

    with complaining(), Transfer(source, target) as transfer:
        if not play_with_progress(transfer.games(), len(transfer), what="games checked"):
            typer.echo("Stopped. Run the same command again to go on.", err=True)
            raise typer.Exit(INTERRUPTED)
    checked = len(transfer) - len(transfer.unreadable)
    copied, same = count(transfer.copied, "game"), count(checked, "game")
    typer.echo(f"{copied} copied, {same} replayed and found the same.")
    if transfer.unreadable:
        games = ", ".join(transfer.unreadable)
        typer.echo(f"Copied, but this version cannot replay them: {games}", err=True)
