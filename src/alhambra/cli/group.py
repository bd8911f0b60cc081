"""The group of all commands: imports a command when it is called, and turns every error into a
sentence and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from itertools import zip_longest
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from alhambra.cli.complaints import Complaint, problem, sentence
from alhambra.reasons import AlhambraError

NAMES = (
    "play",
    "learn",
    "puzzles",
    "serve",
    "reports",
    "move-database",
    "simulate",
    "verify",
    "legal",
    "show",
    "analyse",
    "perft",
    "bench",
    "arena",
    "train",
)
"""The commands in the order of the help. Each is the function of its name, with underscores, in the
module of its name in ``alhambra.cli.commands``; one with commands of its own is a Typer."""
OPTIONAL_VALUES = {"--ray": "local"}  # a Ray cluster of this machine alone
"""Options whose value may be left out, and what it is then. Typer has none of this kind."""
USAGE_ERROR = typer.BadParameter.__mro__[1]  # Typer offers no name for it


class ImportedCommands(Mapping[str, Any]):
    """The commands by name. A module is imported when its command is looked up: importing all of
    them would take as long as a tenth of a second."""

    def __getitem__(self, name: str) -> Any:
        if name not in NAMES:
            raise KeyError(name)
        function = name.replace("-", "_")
        found = getattr(import_module(f"alhambra.cli.commands.{function}"), function)
        if isinstance(found, typer.Typer):
            return typer.main.get_command(found)
        alone = typer.Typer(
            add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None
        )
        alone.command(name)(found)
        return typer.main.get_command(alone)

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


class Commands(TyperGroup):
    """Exits with 0, with 1 after an error, with 2 for a wrong command line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands: Any = ImportedCommands()

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run a command line and exit."""
        given = args[0] if args else extra.pop("args", None)
        args = (with_values(sys.argv[1:] if given is None else given), *args[1:])
        extra["standalone_mode"] = False
        extra["prog_name"] = "alhambra"
        try:
            sys.exit(super().main(*args, **extra))
        except (Complaint, AlhambraError) as error:
            leave(sentence(error), 1)
        except KeyboardInterrupt:
            leave("Stopped.", 130)
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            leave(sentence(where + problem(error)), 1)
        except Exception as error:
            if not isinstance(error, USAGE_ERROR):
                raise
            leave(usage(error), 2)


def with_values(arguments: Iterable[str]) -> list[str]:
    """The arguments with the values that were left out.

    >>> with_values(["arena", "--ray", "--games", "6", "--ray=auto"])
    ['arena', '--ray=local', '--games', '6', '--ray=auto']
    """
    given = list(arguments)
    return [
        f"{each}={OPTIONAL_VALUES[each]}"
        if each in OPTIONAL_VALUES and (not following or following.startswith("-"))
        else each
        for each, following in zip_longest(given, given[1:], fillvalue="")
    ]


def usage(error: Exception) -> str:
    """What is wrong with the command line, and which ``--help`` to read."""
    message = getattr(error, "format_message", error.__str__)()
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "alhambra"
    return sentence(f"{message.rstrip('.')} (see {path} --help)")


def leave(message: str, code: int) -> NoReturn:
    """Print the message on standard error and exit."""
    typer.echo(message, err=True)
    sys.exit(code)
