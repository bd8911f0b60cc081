"""A minimal websocket on top of ASGI: frames of text."""

from __future__ import annotations

from starlette.types import Receive, Send


class Disconnected(Exception):
    """The other side has disconnected."""


class WebSocket:
    """One websocket. Starlette's own checks its state for every frame and passes it through several
    layers, which is slow: most of this server's work is frames."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send

    async def accept(self) -> None:
        """Accept the connection."""
        await self._receive()
        await self._send({"type": "websocket.accept"})

    async def receive(self) -> str:
        """The next frame; empty if it is not text. Raises Disconnected."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Disconnected
        return message.get("text") or ""

    async def send(self, frame: str) -> None:
        """Send a frame."""
        try:
            await self._send({"type": "websocket.send", "text": frame})
        except OSError as error:
            raise Disconnected from error

    async def close(self, code: int) -> None:
        """Close with this code."""
        try:
            await self._send({"type": "websocket.close", "code": code})
        except OSError as error:
            raise Disconnected from error
