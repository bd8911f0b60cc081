"""Starting a game at the terminal: who plays, from which deal, and where it is saved."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path

from alhambra.cli.complaints import Complaint
from alhambra.cli.files import load
from alhambra.cli.terminal.terminal_game import PERSON, SEATS, Terminal
from alhambra.cli.text.messages import LANGUAGES, Messages, messages_in, system_language
from alhambra.game import Game

NAMES = ("Bruno", "Carla", "Diego", "Elena", "Farid", "Gala")


def start(
    *,
    persons: Sequence[str],
    humans: int,
    players: int | None,
    bots: Sequence[str],
    seed: int | None,
    confirm: bool,
    save: Path | None,
    resume: Path | None,
    language: str | None,
) -> None:
    """Play a new game, or continue the one in the file ``resume``."""
    allow_editing()
    words = messages_for(language)
    rng = random.Random(secrets.randbits(32) if seed is None else seed)
    if resume:
        game, seats = _saved(resume, bots)
    else:
        humans = max(humans, len(persons))
        number = players or max(3, humans)
        if humans > number:
            raise Complaint(f"{humans} people cannot sit down to a game of {number}")
        game = Game.new(_names(persons, humans, number, words), shuffler=rng)
        seats = [PERSON] * humans + list(islice(cycle(bots), number - humans))
    if save and save != resume and save.exists():
        raise Complaint(words.t("terminal.file_exists", file=save))
    Terminal(game, seats, rng, confirm=confirm, file=save or resume, words=words).run()


def messages_for(language: str | None) -> Messages:
    """The texts of the language asked for, by default the system's."""
    if language and language not in LANGUAGES:
        raise Complaint(f"there is no language {language!r}: there are {', '.join(LANGUAGES)}")
    return messages_in(language or system_language())


def allow_editing() -> None:
    """Enable arrow keys and history for typed lines, where the system supports it."""
    with suppress(ImportError):
        import readline  # noqa: F401


def _names(persons: Sequence[str], humans: int, number: int, words: Messages) -> list[str]:
    """The name of each player; those without one get a default."""
    if not persons and humans == 1:
        persons = [words.t("me.default")]
    numbered = [words.t("setup.guest", n=n + 1) for n in range(len(persons), humans)]
    free = [name for name in NAMES if name not in persons]
    return [*persons, *numbered, *free[: number - humans]]


def _saved(path: Path, bots: Sequence[str]) -> tuple[Game, list[str]]:
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
