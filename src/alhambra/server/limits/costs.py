"""The costs of requests and messages, relative to a simple one."""

from __future__ import annotations

import re

from alhambra.server.protocol.from_page import (
    AskBoards,
    AskHint,
    AskLog,
    AskMissed,
    AskUndo,
    FollowChances,
    Look,
)

_REQUESTS = (
    ("POST", re.compile(r"/api/records"), 5),  # a game is read and replayed
    ("POST", re.compile(r"/api/games/[^/]+/play-on"), 5),
    ("GET", re.compile(r"/api/games/[^/]+"), 5),
    ("GET", re.compile(r"/api/games/[^/]+/(record|statistics)"), 5),
    ("GET", re.compile(r"/api/games/[^/]+/plies/[^/]+"), 2),
    ("GET", re.compile(r"/api/games/[^/]+/plies"), 5),
    ("POST", re.compile(r"/api/games/[^/]+/review"), 5),
    ("POST", re.compile(r"/api/(lessons|puzzles)/[^/]+"), 2),
    ("GET", re.compile(r"/api/tables"), 2),
    ("DELETE", re.compile(r"/api/me"), 5),
)

COST_OF_SOCKET = 5
"""Costly, because all pages of a table are told who joins and leaves."""


def cost_of_request(method: str, path: str) -> int:
    """How many simple requests this one counts as."""
    for known, pattern, cost in _REQUESTS:
        if method == known and pattern.fullmatch(path):
            return cost
    return 1


def cost_of_message(message: object) -> int:
    """How many simple messages this one counts as."""
    match message:
        case AskLog() | AskBoards() | AskUndo():
            return 5
        case Look() | FollowChances():
            return 2
        case AskHint() | AskMissed():
            return 10  # a worker plays on for a while
    return 1
