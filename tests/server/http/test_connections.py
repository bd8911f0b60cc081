"""Connections: half-sent requests and unread responses are closed, and requests to other hosts are
refused."""

import asyncio
import resource
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from alhambra.server import run as server_run
from alhambra.server.http.hosts import is_known_host
from alhambra.server.http.timeouts import LEAST_READ, ReadInTime
from event_loop import Loop
from server.helpers.live_server import GENEROUS, Server, eventually, serving
from server.helpers.players import BOT, ME, Page, Person, people

pytestmark = [pytest.mark.compiled_only, pytest.mark.seconds(30)]

SHORT = {"header_seconds": 0.3, "body_seconds": 0.3}
HEALTH = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
HEALTH_ONCE = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n"


class Raw:
    """A connection on which anything can be sent."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def until_closed(self) -> bytes:
        """All that the server sends before it closes."""
        try:
            return await self.reader.read()
        except ConnectionError:
            return b""

    async def close(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()


Connect = Callable[..., Awaitable[Raw]]


@asynccontextmanager
async def connections(server: Server) -> AsyncIterator[Connect]:
    """A function that opens connections from an address, which are closed in the end."""
    host, _, port = server.address.partition(":")
    async with AsyncExitStack() as stack:

        async def connect(source: str = "127.0.0.1") -> Raw:
            raw = Raw(*await asyncio.open_connection(host, int(port), local_addr=(source, 0)))
            stack.push_async_callback(raw.close)
            return raw

        yield connect


@pytest.fixture
def connect(loop: Loop, server: Server) -> Connect:
    return loop.enter(connections(server))


async def answer_at_last(connect: Connect, source: str = "127.0.0.1") -> bytes:
    """Try until there is room for one more connection: what is answered on it."""
    while True:
        raw = await connect(source)
        raw.writer.write(HEALTH_ONCE)
        answer = await raw.until_closed()
        await raw.close()
        if answer:
            return answer
        await asyncio.sleep(0.02)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /healthz HT",
        b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n",
        b"POST /api/me HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{",
        b"POST /api/me HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{",
    ],
)
@pytest.mark.limits(**SHORT)
async def test_a_half_sent_request_is_closed(ana: Person, connect: Connect, sent: bytes) -> None:
    async with ana.look_at(await ana.set_up(ME, BOT)) as page:
        raw = await connect()
        raw.writer.write(sent)
        assert await raw.until_closed() == b""
        # The websocket is older than the connection whose time is over.
        await page.ping()


@pytest.mark.limits(**SHORT)
async def test_a_header_that_comes_byte_by_byte_is_closed(connect: Connect) -> None:
    raw = await connect()
    closed = asyncio.create_task(raw.until_closed())
    raw.writer.write(b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n")
    while not closed.done():
        raw.writer.write(b"x: y\r\n")
        await asyncio.sleep(0.02)
    assert closed.result() == b""


@pytest.mark.limits(**SHORT)
async def test_a_second_request_on_a_connection_has_to_be_whole_too(connect: Connect) -> None:
    raw = await connect()
    for _ in range(2):
        raw.writer.write(HEALTH)
        head = await raw.reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head
        length = head.lower().partition(b"content-length: ")[2].split()[0]
        await raw.reader.readexactly(int(length))
    raw.writer.write(b"GET /healthz HTTP/1.1\r\n")
    assert await raw.until_closed() == b""


@pytest.mark.limits(address_waiting_connections=3)
async def test_an_address_has_only_so_many_half_sent_requests(
    connect: Connect, stranger: Person
) -> None:
    waiting = [await connect() for _ in range(3)]
    for raw in waiting:
        raw.writer.write(b"GET /healthz HT")
        await raw.writer.drain()
    fourth = await connect()
    assert await fourth.until_closed() == b""
    for raw in waiting:  # they were not touched, and make room once they are whole
        raw.writer.write(b"TP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        assert b" 200 " in await raw.reader.readline()
    assert (await stranger.http.get("/healthz")).status_code == 200


@pytest.mark.limits(address_waiting_connections=3)
async def test_whole_requests_that_come_at_once_are_all_answered(connect: Connect) -> None:
    """As from a proxy after a restart: they are accepted before any of them is read."""

    async def answer() -> bytes:
        raw = await connect()
        raw.writer.write(b"GET /api/about HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        return await raw.reader.readline()

    answers = await asyncio.gather(*(answer() for _ in range(30)))
    assert all(b" 200 " in line for line in answers)


@pytest.mark.limits(connections=2)
async def test_the_server_has_only_so_many_connections(connect: Connect) -> None:
    kept = [await connect() for _ in range(2)]
    third = await connect()
    assert await third.until_closed() == b""
    for raw in kept:
        raw.writer.write(HEALTH_ONCE)
        assert b" 200 " in await raw.reader.readline()


LARGE = 30_000_000
"""Bytes; more than the system keeps for a connection whose other side does not read."""


@pytest.fixture
def large_file(built: Path) -> bytes:
    """The request for a file of the page that is too large to be sent before it is read."""
    (built / "assets" / "large.bin").write_bytes(bytes(LARGE))
    return b"GET /assets/large.bin HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"


@pytest.mark.limits(**SHORT, connections=3)
async def test_responses_that_nobody_reads_make_room(large_file: bytes, connect: Connect) -> None:
    for _ in range(3):
        raw = await connect()
        raw.writer.write(large_file)
        await raw.reader.readline()  # the rest is left
    assert b" 200 " in await answer_at_last(connect)


def test_only_a_connection_that_reads_next_to_nothing_is_aborted() -> None:
    class Watched(ReadInTime):
        limits = replace(GENEROUS, header_seconds=0.3, body_seconds=0.3)

    loop, transport, connection = Mock(), Mock(), Watched()
    connection.loop, connection.transport = loop, transport
    unread = transport.get_write_buffer_size
    unread.return_value = 3 * LEAST_READ

    def time_is_over() -> None:
        _, check, *arguments = loop.call_later.call_args.args
        check(*arguments)

    connection.pause_writing()
    for size in (2 * LEAST_READ, LEAST_READ - 1):
        unread.return_value = size
        time_is_over()
        transport.abort.assert_not_called()
    unread.return_value = 1
    time_is_over()
    transport.abort.assert_called_once()


@pytest.mark.limits(address_connections=2)
async def test_an_address_has_only_so_many_connections(connect: Connect) -> None:
    kept = [await connect("127.0.0.2") for _ in range(2)]
    assert await (await connect("127.0.0.2")).until_closed() == b""
    others = [await connect("127.0.0.1") for _ in range(4)]  # as a proxy
    for raw in (*kept, *others):
        raw.writer.write(HEALTH)
        assert b" 200 " in await raw.reader.readline()
    await kept[0].close()  # makes room
    assert b" 200 " in await answer_at_last(connect, "127.0.0.2")


async def stop_reading(page: Page, server: Server) -> None:
    """Read nothing more, and wait until the server has given up the page."""
    page.socket.transport.pause_reading()
    [shown] = server.tables.pages
    while not shown.lost:
        shown.post(f'"{"x" * 500_000}"')
        await asyncio.sleep(0)
    await eventually(lambda: not server.tables.pages)
    page.socket.transport.abort()


@pytest.mark.limits(**SHORT)
async def test_a_websocket_that_stops_reading_is_aborted(server: Server, ana: Person) -> None:
    async with ana.look_at(await ana.set_up(ME, BOT)) as page:
        await stop_reading(page, server)


async def test_a_websocket_that_answers_no_ping_is_aborted(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_run, "PING_SECONDS", 1)
    async with (
        serving(file) as server,
        people(server, "Ana") as [ana],
        ana.look_at(await ana.set_up(ME, BOT)) as page,
    ):
        await stop_reading(page, server)


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8000", True),
        ("192.168.0.7", True),
        ("[::1]:8000", True),
        ("localhost:8000", True),
        ("raspberrypi", True),
        ("raspberrypi.local:8000", True),
        ("alhambra.example", True),
        ("ALHAMBRA.example:443", True),
        ("evil.example", False),
        ("alhambra.example.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("local.evil.example", False),
        ("[", False),
        ("", False),
    ],
)
def test_hosts_are_addresses_local_names_and_those_that_were_given(host: str, known: bool) -> None:
    assert is_known_host(host, frozenset({"alhambra.example"})) is known


async def test_a_request_to_another_host_is_refused(file: Path) -> None:
    origins = frozenset({"https://alhambra.example"})
    async with serving(file, origins=origins) as server, people(server, "Ana") as [ana]:
        for host, status in (
            (server.address, 200),
            ("alhambra.example", 200),
            ("evil.example", 421),
            ("[", 421),
        ):
            answer = await ana.http.get("/api/about", headers={"host": host})
            assert answer.status_code == status
        answer = await ana.http.get("/api/about", headers={"host": "evil.example"})
        assert answer.json()["reason"]["code"] == "unknown_host"
        evil = {"host": "evil.example", "origin": "http://evil.example"}
        answer = await ana.http.post("/api/me", json={"name": "Eve"}, headers=evil)
        assert answer.status_code == 421
        async with connections(server) as connect:
            for name, found in (("evil.example", b" 403 "), ("alhambra.example", b" 101 ")):
                raw = await connect()
                raw.writer.write(
                    f"GET /api/live HTTP/1.1\r\nhost: {name}\r\norigin: http://{name}\r\n"
                    "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
                    "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
                )
                assert found in await raw.reader.readline()


def test_the_limit_of_open_files_is_raised_as_far_as_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[Any] = []
    for allowed, wanted, raised in (
        ((1024, 4096), 2000, [(2000, 4096)]),
        ((1024, 4096), 9000, [(4096, 4096)]),
        ((4096, 4096), 9000, []),
    ):
        given.clear()
        monkeypatch.setattr(resource, "getrlimit", lambda _, now=allowed: now)
        monkeypatch.setattr(resource, "setrlimit", lambda _, new: given.append(new))
        server_run._allow_open_files(wanted)
        assert given == raised
