"""Uvicorn's websocket with a fast path for nearly all traffic: whole frames of text."""

from __future__ import annotations

import asyncio

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.protocol import State

from alhambra.server.limits.rates import Bucket

MOST_QUEUED = 8
"""Messages that may wait for the server before reading from the connection is paused. Pausing it
for each message would cost two system calls."""

FRAMES_PER_SECOND = 20
FRAMES_AT_ONCE = 1_000
"""Frames that uvicorn reads for a connection before it is aborted: a page sends hardly any. Reading
one takes 15 µs, and a client can send a million a second, such as empty pongs."""
SLICE_BYTES = 1_000
"""Bytes that uvicorn reads at a time, so that a flood is noticed before all of it is read."""

_TEXT, _MASKED, _LENGTH = 0x81, 0x80, 0x7F  # the first two bytes of a frame
_TWO_BYTES, _EIGHT_BYTES = 126, 127  # a length that follows in its own bytes


def frame_of_text(text: str) -> bytes:
    r"""A whole text as the server sends it.

    >>> frame_of_text("ä")
    b'\x81\x02\xc3\xa4'
    """
    payload = text.encode()
    size = len(payload)
    if size < _TWO_BYTES:
        return bytes((_TEXT, size)) + payload
    if size < 1 << 16:
        return bytes((_TEXT, _TWO_BYTES)) + size.to_bytes(2, "big") + payload
    return bytes((_TEXT, _EIGHT_BYTES)) + size.to_bytes(8, "big") + payload


def text_of_frame(data: bytes) -> str | None:
    """The text, if this is exactly one whole frame of text from a page; otherwise None."""
    if len(data) < 6 or data[0] != _TEXT or not data[1] & _MASKED:
        return None
    start, size = _payload(data, 0)
    if start + size != len(data):
        return None
    payload, mask = data[start:], data[start - 4 : start]
    key = mask * (size // 4) + mask[: size % 4]
    found = int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")
    try:
        return found.to_bytes(size, "big").decode()
    except UnicodeDecodeError:
        return None


def ends_with_frame(data: bytes) -> bool:
    """Whether these are whole frames of a page, without the beginning of another."""
    at = 0
    while at + 2 <= len(data):
        start, size = _payload(data, at)
        at = start + size
    return at == len(data)


def _payload(data: bytes, at: int) -> tuple[int, int]:
    """Where the payload of the frame at ``at`` starts, after the mask, and its size."""
    size, start = data[at + 1] & _LENGTH, at + 2
    more = {_TWO_BYTES: 2, _EIGHT_BYTES: 8}.get(size, 0)
    if more:
        size, start = int.from_bytes(data[start : start + more], "big"), start + more
    return start + (4 if data[at + 1] & _MASKED else 0), size


class TextFrames(WebSocketsSansIOProtocol):
    """Reads and writes whole frames of text by itself, and leaves everything else to uvicorn: the
    handshake, pings, closing, other and malformed frames. Once a frame has come in several pieces,
    only uvicorn knows where the next one begins, so it reads the rest of that connection."""

    _is_aligned = True  # what uvicorn has read so far ends with a frame

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start to count frames."""
        super().connection_made(transport)
        self._frames = Bucket(FRAMES_PER_SECOND, FRAMES_AT_ONCE)

    def data_received(self, data: bytes) -> None:
        """Read a whole frame of text, or let uvicorn read."""
        if self.conn.state is not State.OPEN:
            self._is_aligned = self._is_aligned and not self.handshake_initiated
        elif self._is_aligned:
            text = None
            if self.conn.current_size is None and len(data) <= self.config.ws_max_size:
                text = text_of_frame(data)
            if text is not None:
                self._read(text)
                return
            self._is_aligned = len(data) <= SLICE_BYTES and ends_with_frame(data)
        for start in range(0, len(data), SLICE_BYTES):
            super().data_received(data[start : start + SLICE_BYTES])
            if self.transport.is_closing():
                return

    def handle_events(self) -> None:
        """Count what uvicorn has read, and abort the connection if it is too much."""
        if self._frames.take(len(self.conn.events)):
            super().handle_events()
        else:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Close after text that is not UTF-8. Uvicorn does, but it cannot if a closing frame came
        with the text: that one is answered already."""
        try:
            super().send_receive_event_to_app()
        except InvalidState:
            self.handle_parser_exception()

    def _read(self, text: str) -> None:
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() >= MOST_QUEUED:
            self.read_paused = True
            self.transport.pause_reading()

    async def send(self, message: ASGISendEvent) -> None:
        """Write a frame of text, or let uvicorn write."""
        text = message.get("text") if message["type"] == "websocket.send" else None
        if not isinstance(text, str):
            await super().send(message)
            return
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(frame_of_text(text))
