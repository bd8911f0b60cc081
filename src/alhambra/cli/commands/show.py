"""``alhambra show``: a point of a game, as text or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from alhambra.actions import Action, Pass
from alhambra.cli.complaints import sentence
from alhambra.cli.files import FILE, PLY, game_in, write
from alhambra.cli.options import optional
from alhambra.cli.text.boards import position_lines
from alhambra.cli.text.narration import narrate, whole_log
from alhambra.cli.text.words import count, listed
from alhambra.game import Game
from alhambra.table import Phase


def show(
    file: FILE,
    ply: PLY = None,
    svg: Annotated[
        Path | None, optional(metavar="OUT", help="Write a picture to this SVG file.")
    ] = None,
    log: Annotated[
        bool, typer.Option("--log", help="List everything that happened so far.")
    ] = False,
) -> None:
    """Show a game at a point, with all hands and cities."""
    game = game_in(file, ply)
    if svg:
        write(svg, game._repr_svg_())
        typer.echo(f"Drawn into {svg}.")
        return
    for line in whole_log(game) if log else position_text(game):
        typer.echo(line)


def position_text(game: Game) -> list[str]:
    """Where the game stands, and everything on the table."""
    start = f"Game of {listed(game.names)}, after {count(game.ply, 'action')}."
    return [start, *_last(game), _moment(game), *position_lines(game)]


def _last(game: Game) -> list[str]:
    done = [happenings[:1] for event, happenings, _ in game.history() if isinstance(event, Action)]
    return [f"Last: {line}" for last in done[-1:] for line in narrate(last, game.names)]


def _moment(game: Game) -> str:
    if game.legal_actions:
        return f"{game.names[game.seat]} to {'act' if game.phase is Phase.ACT else 'place'}."
    return sentence(game.why_not(Pass()))
