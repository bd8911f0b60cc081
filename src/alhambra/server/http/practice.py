"""The routes for practice: puzzles and daily deals."""

from __future__ import annotations

import random
from datetime import date
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Response

from alhambra.puzzles.ratings import Rating, begun
from alhambra.server.http.api import ERRORS, Address, AllTables, Anybody, Caller, Somebody
from alhambra.server.protocol.daily import DailyCalendar, DailyDay
from alhambra.server.protocol.puzzles import (
    PuzzleChosen,
    Puzzles,
    PuzzleShown,
    PuzzleTried,
    ThemeName,
)
from alhambra.server.protocol.table import TableShown
from alhambra.server.render.puzzle import (
    attempted,
    puzzle_chosen,
    puzzle_named,
    puzzle_shown,
    puzzles_counted,
    rating_of,
)
from alhambra.server.render.table import table_shown
from alhambra.server.table.registry import Tables
from alhambra.server.table.seating import COUNTERS

router = APIRouter(prefix="/api", responses=ERRORS)

Name = Annotated[str, Path(pattern="^[0-9a-f]{8}$")]

# Puzzles


async def _known_of(person: str | None, tables: Tables) -> tuple[dict[str, bool], Rating]:
    """What a person has tried, and the rating."""
    if person is None:
        return {}, begun(easy=True)  # nobody is known to be strong
    practice = tables.store.practice
    return await practice.puzzle_tries(person), await practice.puzzle_rating(person)


@router.get("/puzzles")
async def count_puzzles(person: Anybody, caller: Caller, tables: AllTables) -> Puzzles:
    """All puzzles in numbers, and how far you have come."""
    tries, rating = await _known_of(person, tables)
    return await tables.replays.run_for(caller, partial(puzzles_counted, tries, rating))


@router.get("/next-puzzle")
async def choose_puzzle(
    person: Anybody, caller: Caller, tables: AllTables, theme: ThemeName | None = None
) -> PuzzleChosen:
    """A puzzle that you have not tried, about as difficult as you are strong."""
    tries, rating = await _known_of(person, tables)
    ratings = await tables.store.practice.rated_puzzles()
    work = partial(puzzle_chosen, tries, rating, ratings, theme, random.Random())
    return {"puzzle": await tables.replays.run_for(caller, work)}


@router.post("/puzzles/{name}", response_model=PuzzleShown)
async def try_puzzle(
    name: Name, tried: PuzzleTried, person: Anybody, caller: Caller, tables: AllTables
) -> Response:
    """A puzzle, and the answer to an action. Your first try is rated, with the puzzle."""
    run, practice = tables.replays.run_for, tables.store.practice
    puzzle = await run(caller, partial(puzzle_named, name))
    attempt = await run(caller, partial(attempted, puzzle, tried.action, gives_up=tried.give_up))
    own: Rating | None = None
    if person and attempt.counts:
        solved = attempt.is_over and not attempt.gives_up
        if await practice.note_puzzle(person, puzzle.id, easy=puzzle.easy, solved=solved):
            own = await practice.puzzle_rating(person)
    rating = rating_of(puzzle.id, await practice.rated_puzzles())
    work = partial(puzzle_shown, puzzle, attempt, tried.look, rating, own, COUNTERS)
    return Response(await run(caller, work), media_type="application/json")


# Daily deals


@router.get("/daily")
async def show_calendar(person: Anybody, tables: AllTables) -> DailyCalendar:
    """The days whose deal can be played, which you have played, and your streak."""
    return await tables.daily.calendar(person)


@router.get("/daily/{day}")
async def show_day(day: date, person: Anybody, tables: AllTables) -> DailyDay:
    """The deal of a day: your game, and once it is finished everybody's points."""
    return await tables.daily.shown(day.toordinal(), person)


@router.post("/daily/{day}", status_code=201)
async def play_day(day: date, person: Somebody, tables: AllTables, address: Address) -> TableShown:
    """Your game of the deal of a day, which is dealt when you first ask for it."""
    tables.quotas.charge_table(person, address, public=False)
    name = await tables.store.people.name(person) or ""
    table = await tables.daily.begin(day.toordinal(), person, name)
    return table_shown(table.fold, person)
