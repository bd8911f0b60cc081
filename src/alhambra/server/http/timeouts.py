"""Uvicorn's HTTP protocol with time limits, so that half-sent requests do not stay open."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from alhambra.server.limits.addresses import UNKNOWN, counted_address
from alhambra.server.limits.amounts import Limits

SOON_SECONDS = 0.5
"""A header that is complete by then is not counted as waiting. After a restart all pages behind a
proxy connect at the same moment, and all connections are accepted before any is read."""


class TimedProtocol(H11Protocol):
    """A connection that is closed if its header or body takes too long, or if there are too many.
    Between requests uvicorn's own timeout applies, and websockets have their pings."""

    limits: ClassVar[Limits]
    waiting: ClassVar[Counter[str]]
    """The number of connections of each address that have not sent a complete header in time."""

    _timer: asyncio.TimerHandle | None = None
    _in_header = False
    _is_counted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._address = counted_address(self.client[0]) if self.client else UNKNOWN
        if len(self.connections) > self.limits.connections:
            transport.abort()
        else:
            self._expect_header()

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
        """Stop timing: the connection becomes a websocket."""
        self._stop_timer()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop timing and counting: the connection is closed."""
        self._stop_timer()
        super().connection_lost(exc)

    def _expect_header(self) -> None:
        self._in_header = True
        self._timer = self.loop.call_later(SOON_SECONDS, self._count_waiting)

    def _count_waiting(self) -> None:
        """Count a late header, and close the connection if its address has too many."""
        if self.waiting[self._address] >= self.limits.address_waiting_connections:
            self.transport.abort()
            return
        self._is_counted = True
        self.waiting[self._address] += 1
        self._start_timer(self.limits.header_seconds - SOON_SECONDS)

    def _start_timer(self, seconds: float) -> None:
        self._timer = self.loop.call_later(max(0, seconds), self.transport.close)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        self._in_header = False
        if self._is_counted:
            self._is_counted = False
            self.waiting[self._address] -= 1
            if not self.waiting[self._address]:
                del self.waiting[self._address]


def timed_protocol(limits: Limits) -> type[TimedProtocol]:
    """The protocol of a server with these limits."""
    return type("ServerProtocol", (TimedProtocol,), {"limits": limits, "waiting": Counter()})
