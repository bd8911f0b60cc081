"""A websocket as ASGI has it: frames of text, with nothing between the server and a page."""

from __future__ import annotations

from starlette.types import Receive, Send


class HungUp(Exception):
    """The other side is gone."""


class Line:
    """One websocket. (Starlette's own looks again at what state it is in with every frame, and
    passes it on through several layers; frames are what this server does most.)"""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send

    async def accept(self) -> None:
        """Pick up."""
        await self._receive()
        await self._send({"type": "websocket.accept"})

    async def hear(self) -> str:
        """The next frame; one that is no text is empty. Raises HungUp."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise HungUp
        return message.get("text") or ""

    async def say(self, frame: str) -> None:
        """Send a frame."""
        try:
            await self._send({"type": "websocket.send", "text": frame})
        except OSError as error:
            raise HungUp from error

    async def hang_up(self, code: int) -> None:
        """Send the code, and close."""
        try:
            await self._send({"type": "websocket.close", "code": code})
        except OSError as error:
            raise HungUp from error
