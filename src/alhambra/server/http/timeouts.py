"""Uvicorn's protocols with limits: half-sent requests and unread responses do not stay open."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import ClassVar

import h11
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from alhambra.server.http.text_frames import TextFrames
from alhambra.server.limits.addresses import UNKNOWN, counted_address
from alhambra.server.limits.amounts import Limits

SOON_SECONDS = 0.5
"""A header that is complete by then is not counted as waiting. After a restart all pages behind a
proxy connect at the same moment, and all connections are accepted before any is read."""

LEAST_READ = 10_000
"""Bytes that the other side has to read in ``Limits.body_seconds``, unless it reads everything. The
slowest phone reads as much in a few seconds."""


class ReadInTime(asyncio.Protocol):
    """A connection that is aborted when the other side stops reading, or reads next to nothing.
    Closing is not enough: a closed connection stays open until everything is sent."""

    limits: ClassVar[Limits]
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _unread_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask to be paused as soon as anything has to wait."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=0)
        if self.transport.get_write_buffer_size():  # unread before it became a websocket
            self.pause_writing()

    def pause_writing(self) -> None:
        """Start timing: something waits to be read."""
        super().pause_writing()
        self._expect_progress()

    def resume_writing(self) -> None:
        """Stop timing: everything is sent."""
        self._stop_expecting()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop timing: the connection is closed."""
        self._stop_expecting()
        super().connection_lost(exc)

    def _expect_progress(self) -> None:
        self._stop_expecting()
        size = self.transport.get_write_buffer_size()
        seconds = self.limits.body_seconds
        self._unread_timer = self.loop.call_later(seconds, self._check_progress, size)

    def _check_progress(self, before: int) -> None:
        if before - self.transport.get_write_buffer_size() >= LEAST_READ:
            self._expect_progress()
        else:
            self.transport.abort()

    def _stop_expecting(self) -> None:
        if self._unread_timer:
            self._unread_timer.cancel()
            self._unread_timer = None


class TimedProtocol(ReadInTime, H11Protocol):
    """A connection that is closed if its header or body takes too long, or if there are too many.
    Between requests uvicorn's own timeout applies, and websockets have their pings."""

    waiting: ClassVar[Counter[str]]
    """The number of connections of each address that have not sent a complete header in time."""
    opened: ClassVar[Counter[str]]
    """The number of open connections of each address. Websockets are counted elsewhere, and a
    trusted proxy, which connects for many clients, is not counted."""

    _timer: asyncio.TimerHandle | None = None
    _in_header = False
    _is_waiting = False
    _is_counted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        host = self.client[0] if self.client else UNKNOWN
        self._address = counted_address(host)
        is_full = len(self.connections) > self.limits.connections
        if is_full or not (self._is_proxy(host) or self._is_admitted()):
            transport.abort()
        else:
            self._expect_header()

    def _is_proxy(self, host: str) -> bool:
        app = self.app
        return isinstance(app, ProxyHeadersMiddleware) and host in app.trusted_hosts

    def _is_admitted(self) -> bool:
        if self.opened[self._address] >= self.limits.address_connections:
            return False
        self._is_counted = True
        self.opened[self._address] += 1
        return True

    def data_received(self, data: bytes) -> None:
        """Read data. The time limit is for the whole header or body; new data does not reset it."""
        if self._timer is None and self.conn.their_state is h11.IDLE:
            self._expect_header()
        super().data_received(data)
        state = self.conn.their_state
        if state is h11.SEND_BODY and self._in_header:
            self._stop_timer()
            self._start_timer(self.limits.body_seconds)
        elif state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_timer()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Stop timing and counting: the connection becomes a websocket."""
        self._stop_timer()
        self._stop_expecting()
        self._stop_counting()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop timing and counting: the connection is closed."""
        self._stop_timer()
        self._stop_counting()
        super().connection_lost(exc)

    def _expect_header(self) -> None:
        self._in_header = True
        self._timer = self.loop.call_later(SOON_SECONDS, self._count_waiting)

    def _count_waiting(self) -> None:
        """Count a late header, and close the connection if its address has too many."""
        if self.waiting[self._address] >= self.limits.address_waiting_connections:
            self.transport.abort()
            return
        self._is_waiting = True
        self.waiting[self._address] += 1
        self._start_timer(self.limits.header_seconds - SOON_SECONDS)

    def _start_timer(self, seconds: float) -> None:
        self._timer = self.loop.call_later(max(0, seconds), self.transport.close)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        self._in_header = False
        if self._is_waiting:
            self._is_waiting = False
            _count_down(self.waiting, self._address)

    def _stop_counting(self) -> None:
        if self._is_counted:
            self._is_counted = False
            _count_down(self.opened, self._address)


class TimedWebSocket(ReadInTime, TextFrames):
    """A websocket that is aborted when its page stops reading or answering pings. Nothing is
    written while something waits to be read, so what waits never grows."""

    def keepalive_timeout(self) -> None:
        """Give up a page that does not answer pings."""
        super().keepalive_timeout()
        self.transport.abort()


def _count_down(counts: Counter[str], address: str) -> None:
    counts[address] -= 1
    if not counts[address]:
        del counts[address]


def timed_protocol(limits: Limits) -> type[TimedProtocol]:
    """The HTTP protocol of a server with these limits."""
    counts = {"waiting": Counter[str](), "opened": Counter[str]()}
    return type("ServerProtocol", (TimedProtocol,), {"limits": limits, **counts})


def timed_websocket(limits: Limits) -> type[TimedWebSocket]:
    """The websocket protocol of a server with these limits."""
    return type("ServerWebSocket", (TimedWebSocket,), {"limits": limits})
