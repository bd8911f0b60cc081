"""A game's log and its boards as JSON, action by action."""

from __future__ import annotations

from collections.abc import Sequence

from alhambra.actions import Action
from alhambra.game import Game
from alhambra.happenings import Scored
from alhambra.scoring import Sheet
from alhambra.server.protocol.to_page import LogEntry
from alhambra.server.render.happenings import happenings_shown
from alhambra.server.render.state import board
from alhambra.server.runtime.json_text import Remembered, text

MOST_ENTRIES = 2_000
"""The most entries sent to a page: more than any serious game has."""

MOST_BOARDS = 60
"""A round of six players has fewer actions, except for very long chains of purchases."""


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
                entry = {"ply": ply, "action": str(event), "happenings": shown}
            elif entry:  # a reshuffle belongs to the action before it
                entry["happenings"] += shown
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


def boards_message(
    version: int, game: Game, since: int, sheets: Sequence[Sheet], *, open_hands: bool
) -> str:
    """``Boards``: the table after ``since`` actions and after each later one, as everybody saw it;
    at most the latest. ``sheets`` are the scorings of the whole game."""
    first = min(max(since, game.ply - MOST_BOARDS), game.ply)
    start = game.at(first)
    rest = [(event, happened, after.copy()) for event, happened, after in game.history(start)]
    later = sum(isinstance(each, Scored) for _, happened, _ in rest for each in happened)
    scored = list(sheets[: len(sheets) - later])
    remembered = Remembered()

    def shown(ply: int, game: Game) -> str:
        steps = [str(action) for action in game.steps]
        view = game.view()
        return board(
            view, remembered, ply=ply, steps=steps, sheets=scored, open_hands=open_hands
        ).whole()

    boards = [shown(first, start)]
    for event, happened, after in rest:
        scored += [each.sheet for each in happened if isinstance(each, Scored)]
        if not isinstance(event, Action):
            boards.pop()  # a reshuffle belongs to the action before it
        boards.append(shown(first + len(boards), after))
    return f'{{"type":"boards","version":{version},"boards":[{",".join(boards)}]}}'
