"""Answers of the API: the pieces of the game, and lists of tables."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from alhambra import __version__
from alhambra.bots import LEVELS, Bot
from alhambra.core.constants import TAKE_WORTH
from alhambra.lessons import lesson_names
from alhambra.pieces import CARDS, CURRENCIES, KINDS, SCORINGS, TILES
from alhambra.reasons import AlhambraError
from alhambra.scoring import prizes
from alhambra.server.log.fold import Fold
from alhambra.server.log.options import DaysClock
from alhambra.server.protocol.http import About, LevelShown, TableSummary
from alhambra.server.protocol.http import Tables as Listed
from alhambra.server.protocol.to_page import PROTOCOL
from alhambra.server.render.state import placed
from alhambra.server.render.table import shared_shown
from alhambra.server.store.store import DueTurn, Entry, Result, Sitter
from alhambra.server.table.clock import DAY_MS
from alhambra.server.table.registry import Tables
from alhambra.server.table.seating import COUNTERS, FREE

_ROUND = 2
"""Cards that are refilled for each player in a round, about."""


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
        "take_worth": TAKE_WORTH,
        "lessons": list(lesson_names()),
    }


async def listed(tables: Tables, person: str | None) -> Listed:
    """A person's tables, and the public tables of others."""
    limit = tables.settings.limits.lists
    mine = await tables.store.entries(person, limit) if person else []
    own = {entry.game for entry in mine}
    public = [entry for entry in await _public(tables) if entry.game not in own]
    games = [entry.game for entry in (*mine, *public)]
    names, results = await tables.store.names(games), await tables.store.standings(games)
    turns = await tables.store.turns(games)
    shared = await tables.store.practice.shared_deals(games)

    async def summary_of(entry: Entry, who: str | None, *, may_load: bool) -> TableSummary:
        shown = _summary(entry, names.get(entry.game, []), who)
        shown["shared"] = shared_shown(shared.get(entry.game))
        if entry.status == "over":
            _add_results(shown, results.get(entry.game, []))
        elif entry.status == "playing" and (may_load or tables.in_memory(entry.game)):
            await _add_play(tables, shown, who)
        elif turn := turns.get(entry.game):
            _add_turn(shown, turn, names.get(entry.game, []), who)
        return shown

    return {
        "mine": await asyncio.gather(
            *(summary_of(entry, person, may_load=n < limit) for n, entry in enumerate(mine))
        ),
        "public": await asyncio.gather(
            *(summary_of(entry, None, may_load=False) for entry in public)
        ),
    }


async def _public(tables: Tables) -> list[Entry]:
    limits = tables.settings.limits
    return await tables.store.public_entries(limits.lists, limits.public_per_host)


def _summary(entry: Entry, sitters: list[Sitter], person: str | None) -> TableSummary:
    taken = [sitter for sitter in sitters if sitter.name != FREE]
    own = [n for n, sitter in enumerate(taken) if person and sitter.person == person]
    return {
        "id": entry.game,
        "status": entry.status,
        "names": [sitter.name for sitter in taken],
        "open_seats": entry.open_seats,
        "seat": own[0] if own else None,
        "your_turn": False,
        "turn": None,
        "since": None,
        "until": None,
        "points": [],
        "places": [],
        "phase": "over" if entry.status == "over" else None,
        "scoring": None,
        "chance": 0,
        "bag": 0,
        "city": [],
        "shared": None,
        "at": entry.at,
    }


def _add_results(summary: TableSummary, results: list[Result]) -> None:
    """Add how a game ended. Results stored by older releases have no city."""
    summary["points"] = [result.numbers["points"] for result in results]
    summary["places"] = [result.numbers["place"] for result in results]
    seat = summary["seat"]
    if results:
        shown = summary["places"].index(min(summary["places"])) if seat is None else seat
        summary["city"] = results[shown].numbers.get("city", [])


def _add_turn(
    summary: TableSummary, turn: DueTurn, sitters: list[Sitter], person: str | None
) -> None:
    """Add whose turn it is in a game with a clock in days that is not loaded."""
    summary["turn"], summary["until"] = turn.seat, turn.due or None
    own = [sitter.seat for sitter in sitters if person and sitter.person == person]
    summary["your_turn"] = turn.seat in own


async def _add_play(tables: Tables, summary: TableSummary, person: str | None) -> None:
    """Add how a game in progress stands."""
    game = summary["id"]
    with suppress(AlhambraError):  # then the list says less about this table
        if await tables.find_readable(game):
            async with tables.reading(game) as table:
                if table.fold.status == "playing":
                    _show_play(summary, table.fold, person)


def _show_play(summary: TableSummary, fold: Fold, person: str | None) -> None:
    """Add points, phase and a city of a game in progress, whose turn it is, and what is near."""
    game, own = fold.playing, fold.seats_of(person)
    shown = own[0] if own else game.places.index(1)
    summary["seat"] = own[0] if own else None
    summary["turn"], summary["your_turn"] = game.seat, game.seat in own
    summary["since"] = fold.turn_at
    if isinstance(fold.options.clock, DaysClock):
        summary["until"] = fold.turn_at + fold.options.clock.days * DAY_MS
    summary["points"] = list(game.scores[: len(game.names)])
    summary["places"] = list(game.places)
    summary["phase"] = game.phase.value
    summary["scoring"] = None if game.is_over else game.next_scoring().value
    summary["chance"] = float(game.scoring_chance(_ROUND * len(game.names)))
    summary["bag"] = game.bag_left
    summary["city"] = placed(game.cities[shown])
