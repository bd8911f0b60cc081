"""``alhambra play``: play in the browser or in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from alhambra.cli.server_start import has_page, open_page

MOST = 6


def play(
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal.")] = False,
    players: Annotated[
        int | None,
        typer.Option(min=2, max=MOST, help="Number of players. Defaults to 3.", show_default=False),
    ] = None,
    humans: Annotated[
        int, typer.Option(min=1, max=MOST, help="Number of people at this keyboard.")
    ] = 1,
    name: Annotated[
        list[str] | None,
        typer.Option(help="Name of a person; can be repeated.", show_default=False),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            help="Who else plays, named as for the arena; repeat for several. [default: greedy]"
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Seed of the deal; the same seed gives the same deal.", show_default=False
        ),
    ] = None,
    confirm: Annotated[
        bool | None,
        typer.Option(
            help="Ask at the end of a turn, before drawing. [default: confirm]",
            show_default=False,
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save the game to this file.", show_default=False),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Continue a saved game.", show_default=False),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(
            help="Language: en, de, es, pt, it, ro or hu. Defaults to the system's.",
            show_default=False,
        ),
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
