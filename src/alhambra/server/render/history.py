"""A game's log as JSON, action by action."""

from __future__ import annotations

from collections.abc import Sequence

from alhambra.actions import Action
from alhambra.game import Game
from alhambra.server.protocol.to_page import LogEntry
from alhambra.server.render.happenings import happenings_shown
from alhambra.server.runtime.json_text import text

MOST_ENTRIES = 2_000
"""The most entries sent to a page: more than any serious game has."""


class GameLog:
    """The log of a game. Each call replays only what is new since the last one, from the beginning
    of the turn, because steps of a turn may have been taken back."""

    def __init__(self) -> None:
        self._entries: list[str] = []
        self._start: Game | None = None  # the game before the entries that may still change

    def follow(self, game: Game) -> Sequence[str]:
        """The entries of the game so far, each as JSON."""
        start = self._start
        if start is None or not game.extends(start):
            start, self._start = None, None
        finished = game.ply - len(game.steps)
        entries = self._entries[: start.ply if start else 0]
        ply = len(entries)
        entry: LogEntry | None = None
        for event, happenings, after in game.history(start):
            shown = happenings_shown(happenings)
            if isinstance(event, Action):
                if entry:
                    entries.append(text(entry))
                ply += 1
                entry = {"ply": ply, "action": str(event), "told": shown}
            elif entry:  # a reshuffle belongs to the action before it
                entry["told"] += shown
            if ply == finished:
                self._start = after.copy()
        if entry:
            entries.append(text(entry))
        self._entries = entries
        return entries


def log_message(version: int, entries: Sequence[str], since: int) -> str:
    """A ``Log`` of what happened from this ply on, limited to the latest entries."""
    shown = entries[max(since, len(entries) - MOST_ENTRIES) :]
    return f'{{"type":"log","version":{version},"entries":[{",".join(shown)}]}}'
