"""The middleware for all requests: checks host, origin, size and rate, and adds headers.

Plain ASGI, because websockets pass through it too.
"""

from __future__ import annotations

import logging
import time
import unicodedata
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from alhambra.reasons import Reason, why
from alhambra.server.http.hosts import host_of, is_known_host
from alhambra.server.limits.addresses import address_of
from alhambra.server.limits.costs import COST_OF_SOCKET, cost_of_request
from alhambra.server.limits.quotas import RequestRates
from alhambra.server.render.happenings import reason_given
from alhambra.server.settings import Settings

log = logging.getLogger("alhambra.http")

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
LONGEST_PATH = 1000
_SAFE = {"GET", "HEAD", "OPTIONS"}


class RequestGuard:
    """The outermost middleware."""

    def __init__(self, app: ASGIApp, settings: Settings, rates: RequestRates) -> None:
        self._app = app
        self._origins = settings.origins
        self._hosts = settings.hosts | {host_of(origin) or "" for origin in settings.origins}
        self._limit = settings.limits.body_bytes
        self._rates, self._file_rates = rates.requests, rates.files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it here."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if scope["type"] == "websocket":
            known = self._is_known_host(headers) and not self._is_foreign(headers)
            if not known or not self._rates.take(address_of(scope), COST_OF_SOCKET):
                await send({"type": "websocket.close", "code": 4003})
                return
            await self._app(scope, receive, send)
            return
        await self._http(scope, headers, receive, send)

    async def _http(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        started, status, method = time.perf_counter(), 0, scope["method"]
        if method == "HEAD":  # answered like GET; uvicorn leaves out the body
            scope = {**scope, "method": "GET"}

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    own[name] = value
                own["cache-control"] = _keeping(scope["path"])
            await send(message)

        refusal = self._refusal(scope, headers)
        try:
            if refusal:
                code, reason = refusal
                await _refused(code, reason)(scope, receive, sending)
            else:
                await self._app(scope, self._counted(receive), sending)
        finally:
            seconds = time.perf_counter() - started
            what = {"method": method, "path": scope["path"], "status": status}
            log.info("request", extra={**what, "ms": round(seconds * 1000, 1)})

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, Reason] | None:
        if len(scope["path"]) > LONGEST_PATH:
            return 414, why("not_understood", problem="path")
        if _is_unreadable(scope["path"]):
            return 400, why("not_understood", problem="path")
        if not self._is_known_host(headers):
            return 421, why("unknown_host", host=headers["host"][:100])
        if scope["method"] not in _SAFE and self._is_foreign(headers):
            return 403, why("wrong_origin")
        size = headers.get("content-length", "0")
        if size.isascii() and size.isdigit() and int(size) > self._limit:
            return 413, why("too_large", limit=self._limit)
        if not self._is_within_rate(scope):
            return 429, why("too_fast")
        return None

    def _is_within_rate(self, scope: Scope) -> bool:
        if not scope["path"].startswith("/api/"):
            return self._file_rates.take(address_of(scope))
        cost = cost_of_request(scope["method"], scope["path"])
        return self._rates.take(address_of(scope), cost)

    def _is_known_host(self, headers: Headers) -> bool:
        """Programs older than HTTP/1.1 send no host; browsers always do."""
        host = headers.get("host")
        return host is None or is_known_host(host, self._hosts)

    def _is_foreign(self, headers: Headers) -> bool:
        """Was it sent by a page of another site? Browsers say so; other programs need not."""
        origin = headers.get("origin")
        if origin is not None and origin not in self._origins:
            return _netloc(origin) != headers.get("host")
        return headers.get("sec-fetch-site", "none") in ("cross-site", "same-site")

    def _counted(self, receive: Receive) -> Receive:
        """Stop reading a body that exceeds the limit."""
        read = 0

        async def receiving() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self._limit:
                raise HTTPException(413, str(self._limit))  # answered like any other error
            return message

        return receiving


def _netloc(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # like "http://["
        return None


def _is_unreadable(path: str) -> bool:
    """Whether the path has control characters or surrogates, which no valid path has."""
    return any(unicodedata.category(letter) in ("Cc", "Cs") for letter in path)


def _keeping(path: str) -> str:
    """The Cache-Control of a response: built files have a hash in their names and never change."""
    if path.startswith("/api/"):
        return "no-store"
    return "public, max-age=31536000, immutable" if path.startswith("/assets/") else "no-cache"


def _refused(code: int, reason: Reason) -> JSONResponse:
    return JSONResponse({"reason": reason_given(reason)}, code)
