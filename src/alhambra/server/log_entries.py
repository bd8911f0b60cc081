"""A game's log, action by action."""

from __future__ import annotations

from alhambra.actions import action_of
from alhambra.game import Game
from alhambra.server.messages import LogEntry
from alhambra.server.telling import tell


def log_entries(game: Game, since: int = 0) -> list[LogEntry]:
    """What happened from this ply on. A reshuffle belongs to the action before it."""
    entries: list[LogEntry] = []
    ply = 0
    for event, happenings, _ in game.history():
        told = tell(happenings)
        if isinstance(event, int):
            ply += 1
            if ply > since:
                entries.append({"ply": ply, "action": str(action_of(event)), "told": told})
        elif ply > since:
            entries[-1]["told"] += told
    return entries
