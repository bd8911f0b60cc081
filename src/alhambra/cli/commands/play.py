"""``alhambra play``: play in the browser or in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from alhambra.cli.options import optional
from alhambra.cli.server_start import has_page, open_page

MOST = 6


def play(
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal.")] = False,
    players: Annotated[
        int | None, optional(min=2, max=MOST, help="Number of players. Defaults to 3.")
    ] = None,
    humans: Annotated[
        int, typer.Option(min=1, max=MOST, help="Number of people at this keyboard.")
    ] = 1,
    name: Annotated[list[str] | None, optional(help="Name of a person; can be repeated.")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            help="Who else plays, named as for the arena; repeat for several. [default: greedy]"
        ),
    ] = None,
    seed: Annotated[
        int | None, optional(help="Seed of the deal; the same seed gives the same deal.")
    ] = None,
    confirm: Annotated[
        bool | None, optional(help="Ask at the end of a turn, before drawing. [default: confirm]")
    ] = None,
    save: Annotated[
        Path | None, optional(metavar="FILE", help="Save the game to this file.")
    ] = None,
    resume: Annotated[Path | None, optional(metavar="FILE", help="Continue a saved game.")] = None,
    language: Annotated[
        str | None,
        optional(help="Language: en, de, es, pt, it, ro or hu. Defaults to the system's."),
    ] = None,
) -> None:
    """Play in the browser, or in the terminal if any option is given."""
    asked_for = terminal or humans > 1 or seed is not None or confirm is not None
    if not (asked_for or players or name or bot or save or resume or language):
        if has_page():
            open_page()
            return
        typer.echo("The page to play on has not been built: this is the game in the terminal.")
    from alhambra.cli.terminal.start import start  # lazily: the page starts sooner without it

    start(
        persons=name or [],
        humans=humans,
        players=players,
        bots=bot or ["greedy"],
        seed=seed,
        confirm=confirm is not False,
        save=save,
        resume=resume,
        language=language,
    )
