"""The levels people choose from, the same in every front end."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent for people. Front ends translate the title by its key."""

    key: str
    title: str
    bot: str  # as ``bot_named`` reads it


LEVELS: tuple[Level, ...] = (
    Level("apprentice", "Apprentice", "greedy:best=3"),
    Level("mason", "Mason", "greedy"),
    Level("architect", "Architect", "search:500ms"),
    Level("vizier", "Vizier", "champion:search:500ms"),
)
"""From the weakest to the strongest."""
