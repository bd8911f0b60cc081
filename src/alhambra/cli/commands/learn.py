"""``alhambra learn``: ten short lessons in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from alhambra.cli.options import optional


def learn(
    lesson: Annotated[
        str | None,
        typer.Argument(
            help="Name or number of a lesson, or a file with one of your own. "
            "Defaults to the first that is not done.",
            show_default=False,
        ),
    ] = None,
    language: Annotated[
        str | None,
        optional(help="Language: en, de, es, pt, it, ro or hu. Defaults to the system's."),
    ] = None,
    all_lessons: Annotated[
        bool, typer.Option("--list", help="List the lessons and which of them are done.")
    ] = False,
) -> None:
    """Learn the game by ten short lessons in the terminal."""
    from alhambra.cli.terminal.learning import list_lessons, start_learning

    if all_lessons:
        list_lessons(language)
    else:
        start_learning(lesson, language)
