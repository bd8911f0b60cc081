"""Bots by name: ``random``, ``greedy``, ``search:2000``, ``search:500ms:threads=2``, ``champion``,
``champion:search:200ms``, a level, or a file of weights (``mine/3.npz``, ``mine/3.npz:search``)."""

from __future__ import annotations

import re
from pathlib import Path

from alhambra.bots.bot import Bot
from alhambra.bots.champion import ChampionBot, Search
from alhambra.bots.greedy import GreedyBot
from alhambra.bots.levels import LEVELS
from alhambra.bots.search import SearchBot
from alhambra.bots.simple import RandomBot
from alhambra.reasons import AlhambraError, why

KNOWN = (
    "random",
    "greedy",
    "greedy:best=3",
    "search:2000",
    "search:500ms",
    "search:2s",
    "search:1000:threads=2",
    "champion",
    "champion:search",
    "champion:search:200ms",
    "champion:search:4000rows",
    "champion:search:500ms:threads=2",
    *(level.key for level in LEVELS),
)
"""An example of each form a name can have."""

WEIGHTS = ".npz"  # the suffix of a file of weights
_FILE = re.compile(r"(.+\.npz)(:search(?::(.*))?)?")
_LIKE_A_FILE = re.compile(r"[/\\]|\.[A-Za-z]")
_ROWS = re.compile(r"([1-9]\d{0,8})rows")
_TIME = re.compile(r"([1-9]\d{0,8})(ms|s)")
_PLAYOUTS = re.compile(r"[1-9]\d{0,8}")
_OPTION = re.compile(r"([a-z]+)=([1-9]\d{0,2})")


class UnknownBot(AlhambraError):
    """No bot has this name."""


def bot_named(text: str) -> Bot:
    """The bot of that name. Raises UnknownBot, which lists the names there are.

    >>> bot_named("search:2000").name
    'search:2000'
    >>> bot_named("mason").name
    'greedy'
    """
    for level in LEVELS:
        if text == level.key:
            text = level.bot
    if _LIKE_A_FILE.search(text):
        return _champion_of_file(text)
    word, *options = text.split(":")
    bot: Bot | None = None
    if word == "random" and not options:
        bot = RandomBot()
    elif word == "greedy":
        bot = _greedy(options)
    elif word == "champion" and options in ([], ["search"]):
        bot = ChampionBot(searching=bool(options))
    elif word == "champion" and options[0] == "search":
        bot = ChampionBot(searching=True, search=_champion_search(text, options[1:]))
    elif word == "search" and options:
        bot = _search(options[0], options[1:])
    if bot is None:
        raise UnknownBot(why("no_such_bot", name=text, known=", ".join(KNOWN)))
    return bot


def _champion_of_file(text: str) -> ChampionBot:
    found = _FILE.fullmatch(text)
    if not found:
        raise UnknownBot(why("no_weights_name", name=text))
    file, searching, options = found.groups()
    if not Path(file).is_file():
        raise UnknownBot(why("no_such_file", file=file))
    search = _champion_search(text, options.split(":")) if options is not None else None
    return ChampionBot.from_file(file, searching is not None, search)


def _champion_search(text: str, options: list[str]) -> Search:
    """A search with an effort, and perhaps a number of threads."""
    values = _values(options[1:], {"threads"})
    rows, milliseconds = _ROWS.fullmatch(options[0]), _milliseconds(options[0])
    if values is None or not (rows or milliseconds):
        raise UnknownBot(why("no_such_search", name=text))
    return Search(int(rows[1]) if rows else None, milliseconds, values.get("threads", 1))


def _greedy(options: list[str]) -> GreedyBot | None:
    values = _values(options, {"best"})
    return None if values is None else GreedyBot(values.get("best", 1))


def _search(effort: str, options: list[str]) -> SearchBot | None:
    values = _values(options, {"threads"})
    milliseconds = _milliseconds(effort)
    if values is None or not (milliseconds or _PLAYOUTS.fullmatch(effort)):
        return None
    playouts = None if milliseconds else int(effort)
    return SearchBot(playouts, milliseconds, values.get("threads", 1))


def _milliseconds(effort: str) -> int | None:
    """A time in milliseconds; None if it is not one."""
    found = _TIME.fullmatch(effort)
    return int(found[1]) * (1000 if found[2] == "s" else 1) if found else None


def _values(options: list[str], allowed: set[str]) -> dict[str, int] | None:
    """The values of the options by name; None if one is not allowed or given twice."""
    values: dict[str, int] = {}
    for option in options:
        found = _OPTION.fullmatch(option)
        if not found or found[1] not in allowed or found[1] in values:
            return None
        values[found[1]] = int(found[2])
    return values
