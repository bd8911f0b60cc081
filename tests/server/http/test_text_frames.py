"""The short way for frames of text reads and writes exactly what uvicorn does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any
from unittest.mock import Mock

import pytest
import uvicorn
from hypothesis import example, given, settings
from hypothesis import strategies as st
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from alhambra.server.http.text_frames import (
    FRAMES_AT_ONCE,
    MOST_QUEUED,
    SLICE_BYTES,
    TextFrames,
    ends_with_frame,
)

pytestmark = pytest.mark.compiled_only

HANDSHAKE = (
    b"GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
LIMIT = 2_000


def masked(opcode: int, payload: bytes, fin: bool = True) -> bytes:
    return Frame(Opcode(opcode), payload, fin).serialize(mask=True)


class Talk:
    """A websocket on a transport that notes what is written, and an application that answers every
    text with its length and an "ä"."""

    def __init__(self, kind: type[WebSocketsSansIOProtocol]) -> None:
        self.heard: list[Any] = []
        config = uvicorn.Config(
            self.app,
            interface="asgi3",
            proxy_headers=False,
            log_config=None,
            ws_max_size=LIMIT,
            ws_per_message_deflate=False,
        )
        self.protocol = kind(config, ServerState(), {}, asyncio.get_running_loop())
        self.transport = Mock(spec=asyncio.Transport)
        self.transport.get_extra_info.return_value = None
        self.transport.is_closing.side_effect = lambda: self.transport.close.called
        self.protocol.connection_made(self.transport)

    async def app(self, _scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while True:
            message = await receive()
            self.heard.append(message)
            if message["type"] == "websocket.disconnect":
                return
            if message.get("text") is not None:
                answer = "ä" * len(message["text"])
                await send({"type": "websocket.send", "text": answer})

    async def feed(self, data: bytes) -> None:
        """Uvicorn gets slices as ``TextFrames`` gives them to it: it forgets the messages that come
        before a fault in the same piece of data."""
        size = len(data) if isinstance(self.protocol, TextFrames) else SLICE_BYTES
        for start in range(0, len(data), size):
            if not self.transport.is_closing():
                try:
                    self.protocol.data_received(data[start : start + size])
                except InvalidState:  # uvicorn closes twice
                    assert not isinstance(self.protocol, TextFrames)
                    self.protocol.handle_parser_exception()
        for _ in range(20):
            await asyncio.sleep(0)

    async def open(self) -> None:
        await self.feed(HANDSHAKE)
        assert self.protocol.conn.state is State.OPEN
        self.transport.write.reset_mock()

    @property
    def written(self) -> bytes:
        return b"".join(call.args[0] for call in self.transport.write.call_args_list)

    def end(self) -> None:
        self.protocol.connection_lost(None)


@asynccontextmanager
async def open_talk() -> AsyncIterator[Talk]:
    talk = Talk(TextFrames)
    await talk.open()
    try:
        yield talk
    finally:
        talk.end()


async def talked(
    kind: type[WebSocketsSansIOProtocol], chunks: list[bytes]
) -> tuple[list[Any], bytes, bool]:
    talk = Talk(kind)
    await talk.open()
    for chunk in chunks:
        if talk.transport.close.called:
            break
        await talk.feed(chunk)
    found = talk.heard[:], talk.written, talk.transport.close.called
    talk.end()
    await asyncio.sleep(0)
    return found


texts = st.text(max_size=300).map(str.encode)
whole = st.builds(masked, st.just(1), texts)
frames = st.one_of(
    whole,
    whole,
    whole,
    st.builds(masked, st.sampled_from([0, 1, 2]), st.binary(max_size=200), st.booleans()),
    st.builds(masked, st.sampled_from([8, 9, 10]), st.binary(max_size=100)),
    st.builds(lambda text: Frame(Opcode.TEXT, text).serialize(mask=False), texts),
    st.just(masked(1, b"x" * (LIMIT + 1))),
    st.just(masked(1, b"x" * LIMIT)),
    st.just(masked(1, b"\xff\xfe")),
    st.just(b"\xc1" + masked(1, b"compressed, it says")[1:]),
    st.binary(max_size=8),
)


INNER = masked(1, b"not a message")
IN_PIECES = [b"\x82" + bytes((0x80 | len(INNER),)) + bytes(4), INNER, masked(1, b"a message")]
"""A frame whose payload looks like a frame of text: header, payload, and then a frame of text."""


@settings(max_examples=40, deadline=None)
@given(st.lists(frames, max_size=6), st.lists(st.integers(0, 700), max_size=4))
@example([masked(1, b"one", False), masked(1, b"two"), masked(0, b"three")], [])
@example([masked(1, b"one"), masked(1, b"two")], [2, 6])
@example(IN_PIECES, [])
@example([masked(1, b"one"), masked(8, b"\x03\xe8"), masked(1, b"late")], [])
@example([masked(1, b"\xff"), masked(8, b"\x03\xe8")], [])
@example([masked(1, b"\xff"), masked(1, b"\xff"), masked(9, b"")], [])
def test_it_reads_what_uvicorn_reads(sent: list[bytes], cuts: list[int]) -> None:
    """Frame by frame, all at once, and cut anywhere."""
    data = b"".join(sent)
    places = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    pieces = [data[a:b] for a, b in pairwise(places)]
    for chunks in (sent, [data], pieces):
        chunks = [chunk for chunk in chunks if chunk]
        expected = asyncio.run(talked(WebSocketsSansIOProtocol, chunks))
        assert asyncio.run(talked(TextFrames, chunks)) == expected


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_it_writes_what_uvicorn_writes(size: int) -> None:
    async def written(kind: type[WebSocketsSansIOProtocol]) -> bytes:
        talk = Talk(kind)
        await talk.open()
        await talk.protocol.send({"type": "websocket.send", "text": "x" * size})
        talk.end()
        return talk.written

    assert asyncio.run(written(TextFrames)) == asyncio.run(written(WebSocketsSansIOProtocol))


def test_a_closed_websocket_is_not_written_to() -> None:
    async def write() -> None:
        async with open_talk() as talk:
            await talk.protocol.send({"type": "websocket.close", "code": 1000})
            before = talk.written
            with pytest.raises((ClientDisconnected, RuntimeError)):
                await talk.protocol.send({"type": "websocket.send", "text": "too late"})
            assert talk.written == before

    asyncio.run(write())


def test_nothing_is_written_while_something_waits_to_be_read() -> None:
    async def write() -> None:
        async with open_talk() as talk:
            talk.protocol.pause_writing()
            writing = asyncio.ensure_future(
                talk.protocol.send({"type": "websocket.send", "text": "later"})
            )
            await asyncio.sleep(0)
            assert talk.written == b""
            talk.protocol.resume_writing()
            await writing
            assert talk.written == b"\x81\x05later"

    asyncio.run(write())


def test_a_connection_whose_messages_wait_is_not_read() -> None:
    async def read() -> None:
        async with open_talk() as talk:
            for n in range(MOST_QUEUED):
                assert not talk.transport.pause_reading.called, n
                talk.protocol.data_received(masked(1, b"%d" % n))
            assert talk.transport.pause_reading.called
            for _ in range(5 * MOST_QUEUED):
                await asyncio.sleep(0)
            assert talk.transport.resume_reading.called
            assert [message["text"] for message in talk.heard] == list(map(str, range(MOST_QUEUED)))

    asyncio.run(read())


@pytest.mark.parametrize(
    "frame",
    [masked(10, b""), masked(9, b""), masked(1, b""), masked(0, b"", fin=False)],
    ids=["pongs", "pings", "texts", "pieces of a text"],
)
@pytest.mark.parametrize("size", [7, 250_000])
def test_a_flood_of_frames_ends_the_connection(frame: bytes, size: int) -> None:
    """However it is cut, uvicorn does not read much more than a page may send."""

    async def flood() -> None:
        talk = Talk(TextFrames)
        talk.transport.is_closing.side_effect = lambda: talk.transport.abort.called
        await talk.open()
        if frame[0] == Opcode.CONT:
            talk.protocol.data_received(masked(1, b"", fin=False))
        read = 0
        receive = talk.protocol.conn.receive_data

        def counted(data: bytes | bytearray) -> None:
            nonlocal read
            read += len(data)
            receive(data)

        talk.protocol.conn.receive_data = counted  # type: ignore[method-assign]
        data = frame * (3 * FRAMES_AT_ONCE)
        for start in range(0, len(data), size):
            if not talk.transport.abort.called:
                talk.protocol.data_received(data[start : start + size])
        assert talk.transport.abort.called
        assert read < (FRAMES_AT_ONCE + 200) * len(frame)
        talk.end()

    asyncio.run(flood())


def test_the_end_of_many_frames_is_found() -> None:
    tiny = masked(1, b"")
    assert ends_with_frame(tiny * 10_000)
    assert not ends_with_frame(tiny * 10_000 + tiny[:-1])
