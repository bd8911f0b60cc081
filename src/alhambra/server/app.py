"""The ASGI application: API, websocket, page, health and metrics."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send

from alhambra import __version__
from alhambra.reasons import AlhambraError, InvalidRecord, Reason, why
from alhambra.server.http import duplicates, practice
from alhambra.server.http.api import router
from alhambra.server.http.cookies import COOKIE, person_of
from alhambra.server.http.guard import RequestGuard
from alhambra.server.http.page_files import Assets, CompressedApi, PageFiles
from alhambra.server.limits.addresses import address_of
from alhambra.server.limits.quotas import RequestRates
from alhambra.server.render.happenings import reason_given
from alhambra.server.settings import Settings
from alhambra.server.socket.connection import Connection
from alhambra.server.socket.websocket import WebSocket
from alhambra.server.store.redis_news import RedisNews
from alhambra.server.store.sql import SqlStore
from alhambra.server.store.store import Store
from alhambra.server.table.registry import Tables

log = logging.getLogger("alhambra.server")

STATIC = Path(__file__).parent / "static"
_STATUS = {
    "name_needed": 401,
    "no_such_table": 404,
    "no_such_lesson": 404,
    "no_such_puzzle": 404,
    "no_such_day": 404,
    "no_such_duplicate": 404,
    "no_such_ply": 404,
    "too_fast": 429,
    "busy": 503,
    "not_saved": 503,
    "not_loaded": 503,
    "server_full": 503,
    "too_many_names": 429,
    "too_many_tables": 429,
    "too_many_games": 429,
    "too_many_public": 429,
    "too_many_reviews": 429,
}
_REFUSED = 409  # valid, but not possible now


def create_app(settings: Settings, store: Store | None = None) -> FastAPI:
    """The server as an ASGI application."""
    request_rates = RequestRates(settings.limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        kept = store or SqlStore(settings.database_url)
        await kept.open()
        news = RedisNews(settings.redis_url) if settings.redis_url else None
        tables = Tables(kept, settings, news, request_rates)
        await tables.open()
        app.state.tables = tables
        log.info("ready", extra={"version": __version__})
        try:
            yield
        finally:
            await tables.close()
            await kept.close()
            log.info("closed")

    app = FastAPI(
        title="Alhambra",
        version=__version__,
        summary="Tables, finished games and records. Live play is on the websocket.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.add_middleware(CompressedApi)
    app.add_middleware(RequestGuard, settings=settings, rates=request_rates)
    app.include_router(router)
    app.include_router(practice.router)
    app.include_router(duplicates.router)
    _answer_errors(app)
    _offer_more(app)
    return app


def _refusal(status: int, reason: Reason) -> JSONResponse:
    return JSONResponse({"reason": reason_given(reason)}, status)


def _answer_errors(app: FastAPI) -> None:
    """Answer every error with a reason."""

    @app.exception_handler(AlhambraError)
    async def refused(_: Request, error: AlhambraError) -> Response:
        reason = error.reason
        if isinstance(error, InvalidRecord):
            reason = Reason(reason.code, {**reason.params, "line_number": error.line})
        return _refusal(_STATUS.get(reason.code, _REFUSED), reason)

    @app.exception_handler(RequestValidationError)
    async def senseless(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        return _refusal(422, why("not_understood", problem=f"{place} {first['msg']}"[:200]))

    @app.exception_handler(HTTPException)
    async def not_here(request: Request, error: HTTPException) -> Response:
        detail = error.detail
        allowed = _allowed_methods(app, request.url.path)
        if error.status_code in (404, 405) and allowed:
            error = HTTPException(405, headers={"allow": ", ".join(allowed)})
        known = {
            404: why("not_found"),
            405: why("not_allowed"),
            413: why("too_large", limit=detail),
        }
        reason = known.get(error.status_code) or why("not_understood", problem=detail)
        answer = _refusal(error.status_code, reason)
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(Exception)
    async def failed(_: Request, error: Exception) -> Response:
        log.error("failed", exc_info=error)
        return _refusal(500, why("went_wrong"))


def _allowed_methods(app: FastAPI, path: str) -> list[str]:
    """The methods that a path of the API accepts."""
    found: set[str] = set()
    for address, methods in app.openapi()["paths"].items():
        pattern = re.sub(r"\{\w+\}", "[^/]+", address)
        if re.fullmatch(pattern, path):
            found |= {method.upper() for method in methods}
    return sorted(found | {"HEAD"} if "GET" in found else found)


class _Live:
    """The websocket, as plain ASGI."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a page in its own task: otherwise every message would pass through all layers of
        the framework."""
        tables: Tables = scope["app"].state.tables
        person = person_of(HTTPConnection(scope).cookies.get(COOKIE), tables.settings.key)
        connection = Connection(WebSocket(receive, send), tables, address_of(scope), person)
        await asyncio.create_task(connection.serve(), name="page")


def _offer_more(app: FastAPI) -> None:
    """Add the routes that are not part of the described API."""
    app.router.routes.append(WebSocketRoute("/api/live", _Live()))

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> JSONResponse:
        """Whether everything works in all workers, otherwise the failing parts with their
        problems."""
        tables: Tables = app.state.tables
        ill = {**tables.metrics.failing_workers(), **tables.supervisor.ill}
        if problem := await tables.store.problem():
            ill["database"] = problem
        return JSONResponse({"well": not ill, "ill": ill}, 503 if ill else 200)

    @app.get("/metrics", include_in_schema=False)
    async def metrics() -> PlainTextResponse:
        """Metrics for Prometheus, of all workers."""
        tables: Tables = app.state.tables
        return PlainTextResponse(tables.metrics.exported(), media_type="text/plain; version=0.0.4")

    if not (STATIC / "index.html").exists():
        return
    files = PageFiles()
    app.mount("/assets", Assets(STATIC / "assets", files))

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        """The page and its files. Every other path returns the page, which does its own routing."""
        if path.startswith("api/"):
            raise HTTPException(404)
        return await files.response(_file_at(path) or STATIC / "index.html", request.scope)


def _file_at(path: str) -> Path | None:
    """The page's file of this name, if there is one."""
    try:
        file = (STATIC / path).resolve()
        if not file.is_relative_to(STATIC.resolve()):
            raise HTTPException(404)
        return file if path and file.is_file() else None
    except (OSError, ValueError):  # not a valid file name
        raise HTTPException(404) from None
