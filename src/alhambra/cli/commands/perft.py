"""``alhambra perft``: count sequences of actions."""

from __future__ import annotations

from typing import Annotated

import typer

from alhambra.cli.files import FILE, PLY, game_in
from alhambra.cli.terminal.choices import in_order
from alhambra.perft import divide as divide_count
from alhambra.perft import perft as count


def perft(
    file: FILE,
    depth: Annotated[
        int,
        typer.Argument(
            metavar="DEPTH", min=0, help="Actions in each sequence.", show_default=False
        ),
    ],
    divide: Annotated[
        bool, typer.Option("--divide", help="Print the count for each first action.")
    ] = False,
    ply: PLY = None,
) -> None:
    """Count the sequences of DEPTH actions from a point of a game.

    A sequence that reaches the end of the game or a reshuffle stops there and counts once.
    """
    game = game_in(file, ply)
    if not divide:
        typer.echo(count(game, depth))
        return
    counts = divide_count(game, depth)
    for action in in_order(counts):
        typer.echo(f"{action}: {counts[action]}")
    typer.echo(f"In all: {sum(counts.values()) if counts else 1}")
