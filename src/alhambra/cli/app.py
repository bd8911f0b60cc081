"""The program ``alhambra`` and its options; the commands are in ``alhambra.cli.commands``."""

from __future__ import annotations

import sys
from importlib.machinery import EXTENSION_SUFFIXES
from io import TextIOWrapper
from typing import Annotated

import typer

from alhambra import __version__
from alhambra.cli.group import Commands
from alhambra.core import position

app = typer.Typer(
    cls=Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: no boxes, which a screen reader would spell out
    context_settings={"help_option_names": ["-h", "--help"]},
)


def engine() -> str:
    """Return "compiled" or "interpreted", for the version."""
    file = position.__file__ or ""
    return "compiled" if file.endswith(tuple(EXTENSION_SUFFIXES)) else "interpreted"


@app.callback(invoke_without_command=True)
def alhambra(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Say the version and whether the engine is compiled."),
    ] = False,
) -> None:
    """Alhambra, an unofficial digital edition of Dirk Henn's board game."""
    if version:
        typer.echo(f"Alhambra {__version__}, engine {engine()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command line of this process."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # replace characters the terminal cannot print
            stream.reconfigure(errors="replace")
    app()
