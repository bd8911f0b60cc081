"""``alhambra legal``: list the legal actions."""

from __future__ import annotations

import typer

from alhambra.actions import Pass
from alhambra.cli.complaints import sentence
from alhambra.cli.files import FILE, PLY, game_in
from alhambra.cli.terminal.choices import in_order


def legal(file: FILE, ply: PLY = None) -> None:
    """List the legal actions at a point of a game, one per line."""
    game = game_in(file, ply)
    for action in in_order(game.legal_actions):
        typer.echo(action)
    if not game.legal_actions:
        typer.echo(sentence(game.why_not(Pass())), err=True)
