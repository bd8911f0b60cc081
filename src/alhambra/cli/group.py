"""The group of all commands: turns every error into a sentence and an exit code."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from alhambra.cli.complaints import Complaint, problem, sentence
from alhambra.reasons import AlhambraError

USAGE_ERROR = typer.BadParameter.__mro__[1]  # Typer offers no name for it


class Commands(TyperGroup):
    """Exits with 0, with 1 after an error, with 2 for a wrong command line."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run a command line and exit."""
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
