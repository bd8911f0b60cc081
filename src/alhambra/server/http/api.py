"""The routes of the HTTP API, described at /api/openapi.json."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, HTTPException, Path, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import Field

from alhambra.server.http import table_lists
from alhambra.server.http.cookies import COOKIE, YEAR, person_of, sign
from alhambra.server.http.page_errors import note_page_error
from alhambra.server.limits.addresses import address_of
from alhambra.server.log.fold import Fold
from alhambra.server.protocol import http as shapes
from alhambra.server.protocol.lessons import Lessons, LessonShown, LessonTried
from alhambra.server.protocol.review import ReviewStatus
from alhambra.server.protocol.table import InviteKey, TableId, TableSetup, TableShown
from alhambra.server.render.lesson import lesson_shown, lessons_listed
from alhambra.server.render.table import table_shown
from alhambra.server.runtime.keys import new_key
from alhambra.server.runtime.refusals import refuse
from alhambra.server.table.access import may_see
from alhambra.server.table.forgetting import forget
from alhambra.server.table.game_length import check_ply
from alhambra.server.table.live import LiveTable
from alhambra.server.table.names import clean_name
from alhambra.server.table.registry import Tables
from alhambra.server.table.seating import COUNTERS
from alhambra.server.table.statistics import summed

# Every error has the same content, which is described as a model for 422 only: for each model the
# framework builds a validator for each route, and that would be most of the server's start.
_REFUSAL = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
ERRORS: dict[int | str, dict[str, Any]] = {
    code: {"description": words}
    | ({"model": shapes.Refusal} if code == 422 else {"content": _REFUSAL})
    for code, words in {
        400: "It cannot be read.",
        401: "There is no cookie that says who you are.",
        403: "It was sent by a page of another site.",
        404: "There is nothing here, or it is not open to you.",
        409: "It cannot be, or not now, with the reason.",
        413: "It is too large.",
        422: "It makes no sense.",
        429: "Too much at once.",
        503: "Not now: the server is busy, or cannot read or write its disk.",
    }.items()
}

PAGE_ERROR_BYTES = 4_000

router = APIRouter(prefix="/api", responses=ERRORS)

Id = Annotated[TableId, Path()]
Ply = Annotated[int, Field(ge=0, le=100_000)]
Invite = Annotated[InviteKey | None, Header(alias="alhambra-invite")]
"""The key of the table's link. Sent as a header, because addresses end up in logs and histories."""


def all_tables(request: Request) -> Tables:
    """The tables of this server."""
    tables: Tables = request.app.state.tables
    return tables


AllTables = Annotated[Tables, Depends(all_tables)]


async def anybody(request: Request, tables: AllTables) -> str | None:
    """The person of the cookie; None without a cookie or for an unknown person."""
    person = person_of(request.cookies.get(COOKIE), tables.settings.key)
    return person if person and await tables.store.people.name(person) else None


Anybody = Annotated[str | None, Depends(anybody)]


async def somebody(person: Anybody) -> str:
    """The person of the cookie; refused if unknown."""
    if person is None:
        raise refuse("name_needed")
    return person


Somebody = Annotated[str, Depends(somebody)]


def caller_address(request: Request) -> str:
    """The address of the caller, for limits."""
    return address_of(request.scope)


Address = Annotated[str, Depends(caller_address)]


def calling(person: Anybody, address: Address) -> str:
    """The caller that limits count: the person, or the address of an anonymous caller."""
    return person or address


Caller = Annotated[str, Depends(calling)]


def check_sees(table: LiveTable, person: str | None, invite: str | None) -> None:
    """Refuse a caller who may not see the table."""
    if not may_see(table.fold, person, invite):
        raise refuse("no_such_table")


async def finished(game: Id, person: Anybody, tables: AllTables, invite: Invite = None) -> Fold:
    """A game that is over: it no longer changes, and nothing in it is hidden."""
    async with tables.reading(game, latest=True) as table:
        fold = table.fold
    is_over = fold.status == "over"
    if not may_see(fold, person, invite) and not (
        is_over and await tables.duplicates.may_read(fold, person)
    ):
        raise refuse("no_such_table")
    if not is_over:
        raise refuse("not_over")
    return fold


Finished = Annotated[Fold, Depends(finished)]


def _as_json(body: str, status: int = 200) -> Response:
    """A response with JSON that a worker has rendered."""
    return Response(body, status, media_type="application/json")


# People


@router.get("/about")
async def about(tables: AllTables) -> shapes.About:
    """What a page needs to know before it begins."""
    return table_lists.about(tables.settings.own_bots)


@router.get("/me")
async def who_am_i(request: Request, tables: AllTables, response: Response) -> shapes.Me | None:
    """Who you are, by your cookie, which is renewed for another year; null for a newcomer."""
    person = person_of(request.cookies.get(COOKIE), tables.settings.key)
    name = await tables.store.people.name(person) if person else None
    if not person or not name:
        return None
    _remember(response, person, tables)
    return {"name": name, "experienced": await tables.store.has_finished(person)}


def _remember(response: Response, person: str, tables: Tables) -> None:
    """Set the cookie that identifies this person, for a year."""
    response.set_cookie(
        COOKIE,
        sign(person, tables.settings.key),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=tables.settings.secure,
    )


@router.post("/me")
async def name_me(
    named: shapes.NamedMe,
    person: Anybody,
    tables: AllTables,
    address: Address,
    response: Response,
) -> shapes.Me:
    """Set your name. A signed cookie remembers you."""
    name = clean_name(named.name)
    if person is None or not await tables.store.people.rename(person, name):
        tables.quotas.charge_person(address)
        person = new_key()
        await tables.store.people.add(person, name)
    _remember(response, person, tables)
    return {"name": name, "experienced": await tables.store.has_finished(person)}


@router.delete("/me", status_code=204)
async def forget_me(person: Somebody, tables: AllTables, response: Response) -> None:
    """Delete your name, chat and statistics. In games in progress a bot takes your seat; at tables
    that have not started it is free again."""
    await forget(tables, person)
    response.delete_cookie(COOKIE)


@router.get("/me/statistics")
async def my_statistics(person: Somebody, tables: AllTables) -> shapes.MyStatistics:
    """Your finished games in numbers, and what their reviews found."""
    reviewed = await tables.store.reviewed(person, tables.reviews.kind)
    return summed(await tables.store.results(person), reviewed)


# Tables


@router.post("/tables", status_code=201)
async def set_up_table(
    setup: TableSetup, person: Somebody, tables: AllTables, address: Address
) -> TableShown:
    """Set up a table."""
    tables.quotas.charge_table(person, address, public=setup.options.public)
    name = await tables.store.people.name(person) or ""
    table = await tables.create(person, name, setup.seats, setup.options)
    return table_shown(table.fold, person)


@router.get("/tables")
async def list_tables(person: Anybody, tables: AllTables) -> shapes.Tables:
    """My tables, and the public ones."""
    return await table_lists.listed(tables, person)


@router.get("/tables/{game}")
async def show_table(
    game: Id, person: Anybody, tables: AllTables, invite: Invite = None
) -> TableShown:
    """The seats and options of a table."""
    async with tables.reading(game, latest=True) as table:
        check_sees(table, person, invite)
        return table_shown(table.fold, person, present=table.present, paused=table.is_paused)


# Finished games


@router.get("/games/{game}", response_model=shapes.GameShown)
async def show_game(fold: Finished, person: Anybody, caller: Caller, tables: AllTables) -> Response:
    """Everything that happened in a finished game."""
    return _as_json(await tables.finished.whole(fold, person, caller))


@router.get("/games/{game}/plies/{ply}", response_model=shapes.Moment)
async def show_moment(fold: Finished, ply: Ply, caller: Caller, tables: AllTables) -> Response:
    """A finished game after this number of actions."""
    return _as_json(await tables.finished.moment(fold, ply, caller))


@router.get("/games/{game}/plies", response_model=shapes.Moments)
async def show_moments(fold: Finished, first: Ply, caller: Caller, tables: AllTables) -> Response:
    """A finished game after this number of actions, and after each of the next 31."""
    return _as_json(await tables.finished.block(fold, first, caller))


@router.get("/games/{game}/statistics", response_model=shapes.GameStatistics)
async def show_statistics(fold: Finished, caller: Caller, tables: AllTables) -> Response:
    """A finished game in numbers."""
    return _as_json(await tables.finished.statistics(fold, caller))


@router.get("/games/{game}/review", response_model=ReviewStatus)
async def show_review(fold: Finished, caller: Caller, tables: AllTables) -> Response:
    """How far the review of a finished game is, and the review once it is done."""
    return _as_json(await tables.reviews.status(fold, caller))


@router.post("/games/{game}/review", response_model=ReviewStatus, status_code=202)
async def ask_for_review(
    fold: Finished, caller: Caller, address: Address, tables: AllTables
) -> Response:
    """Let a finished game be reviewed, unless it has been or is being reviewed."""
    return _as_json(await tables.reviews.ask(fold, caller, address), 202)


@router.delete("/games/{game}/review", response_model=ReviewStatus)
async def stop_review(fold: Finished, caller: Caller, tables: AllTables) -> Response:
    """Stop the review of a game, unless others wait for it."""
    return _as_json(await tables.reviews.stop(fold, caller))


@router.get(
    "/games/{game}/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def download_record(
    game: Id, fold: Finished, caller: Caller, tables: AllTables
) -> PlainTextResponse:
    """The record of a finished game, with the proof of fair dealing."""
    headers = {"content-disposition": f'attachment; filename="{game}.alhambra"'}
    return PlainTextResponse(await tables.finished.record(fold, caller), headers=headers)


@router.post("/games/{game}/play-on", status_code=201)
async def play_on(
    game: Id, wish: shapes.PlayOn, person: Somebody, tables: AllTables, address: Address
) -> TableShown:
    """Set up a table that continues from a position of a finished game."""
    fold = await finished(game, person, tables, wish.invite)
    check_ply(wish.ply)
    tables.quotas.charge_table(person, address, public=wish.options.public)
    name = await tables.store.people.name(person) or ""
    laid = await tables.go_on_from(
        fold,
        wish.ply,
        person,
        name,
        wish.seats,
        wish.options,
        line=wish.line,
        same_luck=wish.same_luck,
    )
    return table_shown(laid.fold, person)


@router.post("/records", status_code=201)
async def upload_record(
    sent: shapes.RecordSent, person: Somebody, tables: AllTables, address: Address
) -> TableShown:
    """Upload a record, to replay it and to continue from it."""
    tables.quotas.charge_table(person, address, public=False)
    table = await tables.keep(person, sent.text)
    return table_shown(table.fold, person)


# Lessons


@router.get("/lessons")
async def list_lessons(caller: Caller, tables: AllTables) -> Lessons:
    """The lessons, in their order."""
    return await tables.replays.run_for(caller, lessons_listed)


@router.post("/lessons/{name}", response_model=LessonShown)
async def try_lesson(
    name: Annotated[str, Path(max_length=40)], tried: LessonTried, caller: Caller, tables: AllTables
) -> Response:
    """A lesson after some right actions, and the answer to the next one. Nothing is kept."""
    work = partial(lesson_shown, name, tried.played, tried.action, tried.look, COUNTERS)
    return _as_json(await tables.replays.run_for(caller, work))


# Pages


def _small(request: Request) -> None:
    """Reports are short: refuse a long one without reading it."""
    size = request.headers.get("content-length", "")
    if not size.isdecimal() or int(size) > PAGE_ERROR_BYTES:
        raise HTTPException(413, str(PAGE_ERROR_BYTES))


@router.post("/page-errors", status_code=204, dependencies=[Depends(_small)])
async def report_page_error(error: shapes.PageError, tables: AllTables, address: Address) -> None:
    """Report an error in a page. It is counted and logged without private data."""
    tables.quotas.charge_page_error(address)
    note_page_error(error, tables.metrics)
