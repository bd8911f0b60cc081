"""The files of the page, each compressed once."""

from __future__ import annotations

import asyncio
import zlib
from pathlib import Path

from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

COMPRESSED_FROM = 1000  # bytes
_GZIP = 16 + zlib.MAX_WBITS


class PageFiles:
    """Responses with files of the page. Their compressed forms stay in memory."""

    def __init__(self) -> None:
        self._compressed: dict[str, tuple[str, bytes]] = {}  # by path, with the ETag

    async def response(self, file: Path, scope: Scope) -> Response:
        """The response with this file."""
        return await self.compressed(FileResponse(file, stat_result=file.stat()), scope)

    async def compressed(self, plain: FileResponse, scope: Scope) -> Response:
        """This response, compressed if the client accepts it and it saves anything."""
        if int(plain.headers["content-length"]) < COMPRESSED_FROM:
            return plain
        plain.headers["vary"] = "Accept-Encoding"
        asked = Headers(scope=scope)
        is_whole = scope["method"] == "GET" and "range" not in asked
        if not is_whole or "gzip" not in asked.get("accept-encoding", ""):
            return plain
        body = await self._body(plain)
        if len(body) >= int(plain.headers["content-length"]):
            return plain
        headers = {**plain.headers, "content-encoding": "gzip", "content-length": str(len(body))}
        return Response(body, headers=headers)

    async def _body(self, plain: FileResponse) -> bytes:
        path, etag = str(plain.path), plain.headers["etag"]
        known, body = self._compressed.get(path, ("", b""))
        if known != etag:
            body = await asyncio.to_thread(_compressed_file, Path(path))
            self._compressed[path] = etag, body
        return body


def _compressed_file(file: Path) -> bytes:
    return zlib.compress(file.read_bytes(), wbits=_GZIP)


class Assets(StaticFiles):
    """The page's scripts, styles and pictures."""

    def __init__(self, folder: Path, files: PageFiles) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._files = files

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file at this path."""
        found = await super().get_response(path, scope)
        if isinstance(found, FileResponse):
            return await self._files.compressed(found, scope)
        return found


class CompressedApi:
    """Compresses the responses of the API. Files are not compressed again for every request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._compressing = GZipMiddleware(app, minimum_size=COMPRESSED_FROM, compresslevel=6)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        is_api = scope["type"] == "http" and scope["path"].startswith("/api/")
        await (self._compressing if is_api else self._app)(scope, receive, send)
