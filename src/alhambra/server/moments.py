"""What the API tells: about the game as such, lists of tables, and moments of finished games."""

from __future__ import annotations

import json

from alhambra import __version__
from alhambra.bots import LEVELS
from alhambra.happenings import Scored, TurnBegan
from alhambra.pieces import CURRENCIES, KINDS, SCORINGS, TILES
from alhambra.reasons import InvalidNotation, why
from alhambra.scoring import prizes
from alhambra.server.api_shapes import About, GameShown, Moment, TableLine
from alhambra.server.api_shapes import Tables as Listed
from alhambra.server.as_json import Remembered
from alhambra.server.fold import Fold
from alhambra.server.log_entries import log_entries
from alhambra.server.messages import PROTOCOL
from alhambra.server.rendering import SIDE_LETTERS, board, purses
from alhambra.server.seats import COUNTERS
from alhambra.server.shapes import SheetShown
from alhambra.server.showing import table_shown
from alhambra.server.store import Entry, Sitter
from alhambra.server.tables import Tables
from alhambra.server.telling import sheet_shown


def about() -> About:
    """What a page needs to know before it begins."""
    return {
        "version": __version__,
        "protocol": PROTOCOL,
        "levels": [{"key": level.key, "title": level.title} for level in LEVELS],
        "counters": list(COUNTERS),
        "kinds": [kind.value for kind in KINDS],
        "currencies": [currency.value for currency in CURRENCIES],
        "tiles": [
            {
                "name": tile.name,
                "kind": tile.kind.value,
                "price": tile.price,
                "walls": [SIDE_LETTERS[side] for side in tile.walls],
            }
            for tile in TILES
        ],
        "places": {
            scoring.value: [list(prizes(scoring, kind)) for kind in KINDS] for scoring in SCORINGS
        },
    }


async def listed(tables: Tables, person: str | None) -> Listed:
    """A person's tables, and the public ones."""
    limit = tables.settings.limits.lists
    mine = await tables.store.entries(person, limit) if person else []
    public = await tables.store.entries(None, limit)
    names = await tables.store.names([entry.game for entry in (*mine, *public)])
    return {
        "mine": [await _line(tables, entry, names.get(entry.game, []), person) for entry in mine],
        "public": [await _line(tables, entry, names.get(entry.game, []), None) for entry in public],
    }


async def _line(
    tables: Tables, entry: Entry, sitters: list[Sitter], person: str | None
) -> TableLine:
    your_turn = False
    if person and entry.status == "playing":
        fold = (await tables.find(entry.game)).fold
        your_turn = fold.playing.seat in fold.seats_of(person)
    return {
        "id": entry.game,
        "status": entry.status,
        "names": [sitter.name for sitter in sitters if sitter.name != "·"],
        "open_seats": entry.open_seats,
        "your_turn": your_turn,
        "at": entry.at,
    }


def game_shown(fold: Fold, person: str | None) -> GameShown:
    """A finished game from beginning to end."""
    turns = [0]
    for _, told, after in fold.playing.history():
        if any(isinstance(happening, TurnBegan) for happening in told):
            turns.append(after.ply)
    return {
        "table": table_shown(fold, person),
        "plies": fold.playing.ply,
        "turns": turns,
        "log": log_entries(fold.playing),
    }


def moment(fold: Fold, ply: int) -> Moment:
    """A finished game after so many actions, all hands open."""
    whole = fold.playing
    if ply > whole.ply:
        raise InvalidNotation(why("no_such_ply", plies=whole.ply, ply=ply))
    game = whole.at(ply)
    sheets: list[SheetShown] = []
    for _, told, after in game.history():
        if after.ply > ply:
            break
        sheets += [
            sheet_shown(happening.sheet) for happening in told if isinstance(happening, Scored)
        ]
    steps = [str(action) for action in game.steps]
    shown = board(
        game.view(),
        Remembered(),
        hands=game.hands,
        ply=ply,
        steps=steps,
        sheets=sheets,
        open_hands=True,
    )
    return {
        "ply": ply,
        "plies": whole.ply,
        "board": json.loads(shown),
        "hands": [purses(hand) for hand in game.hands],
    }
