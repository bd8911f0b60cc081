"""What the API tells: about the game as such, lists of tables, and moments of finished games."""

from __future__ import annotations

import json

from alhambra import __version__
from alhambra.bots import LEVELS
from alhambra.happenings import Scored, TurnBegan
from alhambra.pieces import CARDS, CURRENCIES, KINDS, SCORINGS, TILES
from alhambra.reasons import InvalidNotation, why
from alhambra.scoring import prizes
from alhambra.server.api_shapes import About, GameShown, Moment, TableLine
from alhambra.server.api_shapes import Tables as Listed
from alhambra.server.as_json import Remembered
from alhambra.server.fold import Fold
from alhambra.server.log_entries import log_entries
from alhambra.server.messages import PROTOCOL
from alhambra.server.rendering import board, placed, purses
from alhambra.server.seats import COUNTERS, FREE
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
        "cards": [
            {"name": card.name, "currency": card.currency.value, "value": card.value}
            for card in CARDS
        ],
        "tiles": [
            {
                "name": tile.name,
                "kind": tile.kind.value,
                "price": tile.price,
                "walls": [side.letter for side in tile.walls],
            }
            for tile in TILES
        ],
        "places": {
            scoring.value: [list(prizes(scoring, kind)) for kind in KINDS] for scoring in SCORINGS
        },
    }


async def listed(tables: Tables, person: str | None) -> Listed:
    """A person's tables, and the public tables of others."""
    limit = tables.settings.limits.lists
    mine = await tables.store.entries(person, limit) if person else []
    own = {entry.game for entry in mine}
    public = [entry for entry in await tables.store.entries(None, limit) if entry.game not in own]
    games = [entry.game for entry in (*mine, *public)]
    names, points = await tables.store.names(games), await tables.store.points(games)

    async def line(entry: Entry, who: str | None) -> TableLine:
        sitters, gained = names.get(entry.game, []), points.get(entry.game, [])
        return await _line(tables, entry, sitters, gained, who)

    return {
        "mine": [await line(entry, person) for entry in mine],
        "public": [await line(entry, None) for entry in public],
    }


async def _line(
    tables: Tables, entry: Entry, sitters: list[Sitter], points: list[int], person: str | None
) -> TableLine:
    line: TableLine = {
        "id": entry.game,
        "status": entry.status,
        "names": [sitter.name for sitter in sitters if sitter.name != FREE],
        "open_seats": entry.open_seats,
        "your_turn": False,
        "points": points,
        "phase": "over" if entry.status == "over" else None,
        "city": [],
        "at": entry.at,
    }
    if entry.status == "playing":
        table = await tables.find(entry.game) if person else tables.in_memory(entry.game)
        if table:
            _show_play(line, table.fold, person)
    return line


def _show_play(line: TableLine, fold: Fold, person: str | None) -> None:
    """How a game under way stands."""
    game, own = fold.playing, fold.seats_of(person)
    shown = own[0] if own else game.places.index(1)
    line["your_turn"] = game.seat in own
    line["points"] = list(game.scores[: len(game.names)])
    line["phase"] = game.phase.value
    line["city"] = placed(game.cities[shown])


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
