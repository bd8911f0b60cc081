"""``alhambra play``: play in the browser or in the terminal."""

from __future__ import annotations

import random
import secrets
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from typing import Annotated

import typer

from alhambra.cli.complaints import Complaint
from alhambra.cli.files import load
from alhambra.cli.server_start import has_page, open_page
from alhambra.cli.terminal.terminal_game import PERSON, SEATS, Terminal
from alhambra.game import Game

MOST = 6
NAMES = ("Bruno", "Carla", "Diego", "Elena", "Farid", "Gala")


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
            help="Who else plays, named as for the arena; repeat for several. [default: random]"
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
) -> None:
    """Play in the browser, or in the terminal if any option is given."""
    asked_for = terminal or humans > 1 or seed is not None or confirm is not None
    if not (asked_for or players or name or bot or save or resume):
        if has_page():
            open_page()
            return
        typer.echo("The page to play on has not been built: this is the game in the terminal.")
    _allow_editing()
    rng = random.Random(secrets.randbits(32) if seed is None else seed)
    bots = bot or ["random"]
    if resume:
        game, seats = _saved(resume, bots)
    else:
        persons = list(name or [])
        humans = max(humans, len(persons))
        number = players or max(3, humans)
        if humans > number:
            raise Complaint(f"{humans} people cannot sit down to a game of {number}")
        game = Game.new(_names(persons, humans, number), shuffler=rng)
        seats = [PERSON] * humans + list(islice(cycle(bots), number - humans))
    if save and save != resume and save.exists():
        raise Complaint(f"there is a file {save} already, choose another name")
    Terminal(game, seats, rng, confirm=confirm is not False, file=save or resume).run()


def _allow_editing() -> None:
    """Enable arrow keys and history for typed lines, where the system supports it."""
    with suppress(ImportError):
        import readline  # noqa: F401


def _names(persons: list[str], humans: int, number: int) -> list[str]:
    """The name of each player; those without one get a default."""
    if not persons and humans == 1:
        persons = ["You"]
    numbered = [f"Player {n + 1}" for n in range(len(persons), humans)]
    free = [name for name in NAMES if name not in persons]
    return [*persons, *numbered, *free[: number - humans]]


def _saved(path: Path, bots: list[str]) -> tuple[Game, list[str]]:
    """A saved game and its seats; if the file has no seats, a person plays the first."""
    record = load(path)
    game = record.replay()
    if game.is_over:
        raise Complaint(f"the game in {path} is over")
    number = len(record.names)
    kept = dict(record.extra).get(SEATS, "").split(" | ")
    if len(kept) == number:
        return game, kept
    return game, [PERSON, *islice(cycle(bots), number - 1)]
