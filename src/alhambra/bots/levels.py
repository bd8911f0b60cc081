"""The levels people choose from, the same in every front end."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent for people. Front ends translate the title by its key."""

    key: str
    title: str
    bot: str  # as ``bot_named`` reads it
    steady: str | None = None
    """If its choices depend on how fast the machine is, a similar bot whose choices do not."""


LEVELS: tuple[Level, ...] = (
    Level("apprentice", "Apprentice", "greedy:best=3"),
    Level("mason", "Mason", "greedy"),
    Level("architect", "Architect", "search:500ms", "search:20000"),
    Level("vizier", "Vizier", "champion:search:500ms", "champion:search:60000rows"),
)
"""From the weakest to the strongest."""


def steady_bot(key: str) -> str:
    """The bot of a level for games that are compared: its choices follow from the position and the
    random numbers. Any other name is returned as it is."""
    return next((level.steady or level.bot for level in LEVELS if level.key == key), key)
