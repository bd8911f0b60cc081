"""A table for exercises: a position at which only one seat acts, alone on its page."""

from __future__ import annotations

from collections.abc import Sequence

from alhambra.game import Game
from alhambra.happenings import Happening
from alhambra.pieces import Tile
from alhambra.server.log.seats import Counter
from alhambra.server.protocol.table import SeatShown, TableShown
from alhambra.server.protocol.to_page import Prospects
from alhambra.server.render.happenings import happenings_shown
from alhambra.server.render.look_ahead import prospects
from alhambra.server.render.state import Unseen, board, own_parts
from alhambra.server.runtime.json_text import Remembered, text

LOOK = "look"
"""The id of the only question that a request can ask."""


def version_of(game: Game) -> int:
    """The version of an exercise: it grows with every action."""
    return 1 + game.ply


def looked_at(game: Game, seat: int, tile: str | None) -> Prospects | None:
    """Where a tile fits, if that is asked."""
    if tile is None:
        return None
    return prospects(game, seat, Tile(tile), version=version_of(game), id_=LOOK)


def exercise_state(
    game: Game,
    seat: int,
    *,
    acts: bool,
    happened: Sequence[Happening],
    open_hands: bool = False,
) -> str:
    """The message ``state``."""
    view, version = game.view(seat), version_of(game)
    steps = [str(step) for step in game.steps]
    seen = board(view, Remembered(), ply=game.ply, steps=steps, sheets=(), open_hands=open_hands)
    unseen = Unseen(view, open_hands=open_hands)
    mine = own_parts(view, unseen, seat, acts=acts, take_back=False, confirm=False, ask_undo=False)
    since = version - 1 if happened else version
    rest = {"happenings": happenings_shown(happened), "undo": None, "deadline": None}
    head = f'"type":"state","version":{version},"since":{since}'
    return f'{{{head},"board":{seen.whole()},"own":{mine.whole()},{text(rest)[1:]}'


def exercise_table(
    name: str, game: Game, seat: int, counters: Sequence[Counter], *, open_hands: bool = False
) -> TableShown:
    """The table."""
    return {
        "id": name,
        "status": "playing",
        "yours": True,
        "seats": [
            _seat(each, counters[number], yours=number == seat)
            for number, each in enumerate(game.names)
        ],
        "options": {
            "public": False,
            "clock": {"kind": "none", "seconds": None},
            "open_hands": open_hands,
            "undo": False,
            "random_order": False,
            "youngest": None,
            "coach": "never",
        },
        "fairness": None,
        "invite": None,
        "counts": False,
        "coach": False,
        "paused": False,
        "spectators": 0,
        "origin": None,
        "shared": None,
        "next": None,
    }


def _seat(name: str, counter: Counter, *, yours: bool) -> SeatShown:
    return {
        "kind": "person" if yours else "bot",
        "name": name,
        "counter": counter,
        "level": None,
        "replaced": False,
        "present": True,
        "yours": yours,
        "muted": False,
        "coached": False,
    }
