"""The participants of an arena: bots by name, from your own files, with your own weights, and
bots made in Python.

Each game gets a new bot, so that a bot with a memory plays the same whatever its process has played
before.
"""

from __future__ import annotations

import copy
import hashlib
import importlib.util
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from alhambra.arena.errors import ArenaError
from alhambra.bots import Bot, ChampionBot, bot_named

# A name in a record has at most 40 characters, and " #6" may be appended to it.
LONGEST_NAME = 36


@dataclass(frozen=True, slots=True)
class Named:
    """One of our bots, by its name."""

    name: str

    def make(self) -> Bot:
        """A new bot for one game."""
        try:
            return bot_named(self.name)
        except ValueError as error:
            raise ArenaError(str(error)) from None

    @property
    def description(self) -> str:
        """What identifies it in the settings of a run."""
        return self.name


@dataclass(frozen=True, slots=True)
class InFile:
    """A bot in a Python file: a class that is made without arguments, or a bot."""

    file: Path
    word: str
    name: str  # the one the bot gives itself

    def make(self) -> Bot:
        """A new bot for one game. Each process loads the file by itself."""
        return _bot_in_file(self.file, self.word)

    @property
    def description(self) -> str:
        """What identifies it, with a fingerprint of the file, which may change between runs."""
        content = hashlib.sha256(self.file.read_bytes()).hexdigest()[:12]
        return f"{self.file.name}:{self.word} {content}"


@dataclass(frozen=True, slots=True)
class Made:
    """A bot made in Python, copied for each game."""

    bot: Bot

    def make(self) -> Bot:
        """A new bot for one game."""
        return copy.deepcopy(self.bot)

    @property
    def name(self) -> str:
        """The name the bot gives itself."""
        return self.bot.name

    @property
    def description(self) -> str:
        """What identifies it, as far as possible."""
        known = f"{type(self.bot).__qualname__} {self.bot.name}"
        if isinstance(self.bot, ChampionBot) and self.bot.network:
            return f"{known} {self.bot.network.fingerprint}"
        return known


Entry = Named | InFile | Made


def entry_of(source: str | Bot, players: int) -> Entry:
    """The entry of a bot for this number of players. A source is the name of a bot,
    ``file.py:Class``, ``weights.npz`` or ``weights.npz:search``, or a bot object."""
    if not isinstance(source, str):
        return Made(_fitting(_checked(source, repr(source)), players))
    file, _, word = source.rpartition(":")
    if source.endswith(".py"):
        raise ArenaError(f"{source} needs the name of a class after a colon, as in {source}:MyBot")
    if not file.endswith(".py"):
        bot = Named(source).make()  # so that errors come now, not in the first game
        if isinstance(bot, ChampionBot) and bot.network:
            return Made(_fitting(bot, players))  # its weights may change while the games are played
        return Named(source)
    path = Path(file).resolve()
    if not path.is_file():
        raise ArenaError(f"there is no file {file}")
    return InFile(path, word, _bot_in_file(path, word).name)


def entries_of(sources: Sequence[str | Bot], players: int) -> tuple[Entry, ...]:
    """The entries of some bots for this number of players; equal sources are the same bot."""
    if not sources:
        raise ArenaError("an arena needs at least one bot")
    entries = tuple(entry_of(source, players) for source in sources)
    seen: dict[str, Entry] = {}
    for entry in entries:
        name = entry.name
        if not 1 <= len(name) <= LONGEST_NAME or "|" in name:
            raise ArenaError(
                f"{name!r} is not a valid bot name: use 1 to {LONGEST_NAME} characters without |"
            )
        if seen.setdefault(name, entry) != entry:
            raise ArenaError(f"two different bots are both called {name!r}")
    return entries


def _checked(bot: object, source: str) -> Bot:
    if isinstance(bot, type) or not isinstance(bot, Bot) or not isinstance(bot.name, str):
        raise ArenaError(f"{source} is not a bot: a bot has a name and a method choose")
    return bot


def _fitting(bot: Bot, players: int) -> Bot:
    """The bot; raises ArenaError if its weights are for another number of players."""
    if isinstance(bot, ChampionBot) and bot.network and bot.network.players != players:
        found = bot.network.players
        raise ArenaError(
            f"the bot {bot.name} was trained for {found} players, not for {players}; "
            "set the number of players"
        )
    return bot


def _bot_in_file(file: Path, word: str) -> Bot:
    made = getattr(_module_of_file(file), word, None)
    if made is None:
        raise ArenaError(f"{file.name} has no {word}")
    if not isinstance(made, type):
        return _checked(copy.deepcopy(made), word)
    try:
        return _checked(made(), word)
    except TypeError as error:
        raise ArenaError(f"{word} cannot be created without arguments: {error}") from None


def _module_of_file(path: Path) -> ModuleType:
    """The module in a file, loaded once in each process."""
    fingerprint = hashlib.sha256(str(path).encode()).hexdigest()[:12]
    name = f"alhambra_bot_{path.stem}_{fingerprint}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up there
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        problem = f"{type(error).__name__}: {error}"
        raise ArenaError(f"{path.name} could not be loaded: {problem}") from error
    return module
