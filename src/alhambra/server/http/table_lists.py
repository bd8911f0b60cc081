"""Answers of the API: the pieces of the game, and lists of tables."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from alhambra import __version__
from alhambra.bots import LEVELS, Bot
from alhambra.pieces import CARDS, CURRENCIES, KINDS, SCORINGS, TILES
from alhambra.reasons import AlhambraError
from alhambra.scoring import prizes
from alhambra.server.log.fold import Fold
from alhambra.server.protocol.http import About, LevelShown, TableLine
from alhambra.server.protocol.http import Tables as Listed
from alhambra.server.protocol.to_page import PROTOCOL
from alhambra.server.render.state import placed
from alhambra.server.store.store import Entry, Sitter
from alhambra.server.table.registry import Tables
from alhambra.server.table.seating import COUNTERS, FREE


def about(own_bots: Sequence[Bot]) -> About:
    """What a page needs to know before it begins."""
    levels: list[LevelShown] = [{"key": level.key, "title": level.title} for level in LEVELS]
    levels += [{"key": bot.name, "title": bot.name} for bot in own_bots]
    return {
        "version": __version__,
        "protocol": PROTOCOL,
        "levels": levels,
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
    public = [entry for entry in await _public(tables) if entry.game not in own]
    games = [entry.game for entry in (*mine, *public)]
    names, points = await tables.store.names(games), await tables.store.points(games)

    async def line(entry: Entry, who: str | None, *, may_load: bool) -> TableLine:
        sitters, gained = names.get(entry.game, []), points.get(entry.game, [])
        shown = _line(entry, sitters, gained)
        if entry.status == "playing" and (may_load or tables.in_memory(entry.game)):
            await _add_play(tables, shown, who)
        return shown

    return {
        "mine": await asyncio.gather(
            *(line(entry, person, may_load=n < limit) for n, entry in enumerate(mine))
        ),
        "public": await asyncio.gather(*(line(entry, None, may_load=False) for entry in public)),
    }


async def _public(tables: Tables) -> list[Entry]:
    limits = tables.settings.limits
    return await tables.store.public_entries(limits.lists, limits.public_per_host)


def _line(entry: Entry, sitters: list[Sitter], points: list[int]) -> TableLine:
    return {
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


async def _add_play(tables: Tables, line: TableLine, person: str | None) -> None:
    """Add how a game in progress stands."""
    game = line["id"]
    with suppress(AlhambraError):  # then the list says less about this table
        if await tables.find_readable(game):
            async with tables.reading(game) as table:
                if table.fold.status == "playing":
                    _show_play(line, table.fold, person)


def _show_play(line: TableLine, fold: Fold, person: str | None) -> None:
    """Add points, phase and a city of a game in progress."""
    game, own = fold.playing, fold.seats_of(person)
    shown = own[0] if own else game.places.index(1)
    line["your_turn"] = game.seat in own
    line["points"] = list(game.scores[: len(game.names)])
    line["phase"] = game.phase.value
    line["city"] = placed(game.cities[shown])
