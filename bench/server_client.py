"""The clients of the load test: the HTTP requests and websockets of three pages at one table."""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
import struct
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from alhambra.fairness import salt_hash

PERSONS = ("Ana", "Bruno", "Carla")
SALT_IN_HELLO = 1
"""The protocol of servers whose pages sent their salts in hello, before fair dealing 2."""
PAGE_BYTES = 4096  # of memory, as the kernel counts it


@dataclass
class Process:
    """A server process that is measured."""

    port: int
    pid: int
    protocol: int

    def cpu(self) -> float:
        """Seconds of processor time used so far, with its workers; 0 on systems without
        ``/proc``."""
        return sum(map(cpu_of, family(self.pid)))

    def text(self, path: str) -> str:
        """What the server answers to a request."""
        with urlopen(f"http://127.0.0.1:{self.port}{path}") as answer:
            return str(answer.read().decode())

    def memory(self) -> int:
        """Bytes that it has in memory; 0 on systems without ``/proc``."""
        try:
            return PAGE_BYTES * int(Path(f"/proc/{self.pid}/statm").read_bytes().split()[1])
        except OSError:
            return 0

    def request(
        self, method: str, path: str, body: object = None, cookie: str = ""
    ) -> tuple[Any, str]:
        """Send an HTTP request. Returns the body of the response and the cookie that it sets."""
        connection = HTTPConnection("127.0.0.1", self.port)
        headers = {"content-type": "application/json", "cookie": cookie}
        connection.request(method, path, json.dumps(body), headers)
        response = connection.getresponse()
        answer = json.load(response)
        connection.close()
        return answer, (response.getheader("set-cookie") or "").partition(";")[0]


def family(pid: int) -> list[int]:
    """A process and all that it has started, as far as they live."""
    found = [pid]
    for parent in found:
        for listed in Path(f"/proc/{parent}/task").glob("*/children"):
            with suppress(OSError):
                found += map(int, listed.read_text().split())
    return found


def cpu_of(pid: int) -> float:
    """Seconds of processor time that a process has used so far."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    try:
        return sum(int(each.read_text().split()[0]) for each in threads) / 1e9
    except OSError:
        return 0


TEXT, PING, PONG = 1, 9, 10  # opcodes of websocket frames
FINAL, MASKED, NO_MASK = 0x80, 0x80, bytes(4)


class WebsocketClient(asyncio.Protocol):
    """A minimal websocket client. Its masking key is zero, so that masking costs it nothing; the
    server unmasks frames as usual."""

    def __init__(self, port: int, cookie: str, on_message: Callable[[bytes], None]) -> None:
        self._handshake = (
            f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        )
        self._buffer = b""
        self._on_message = on_message
        self.is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        """Send the handshake."""
        self.transport = transport
        transport.write(self._handshake.encode())

    def data_received(self, data: bytes) -> None:
        """Call back for every complete text frame; answer pings."""
        buffer = self._buffer + data if self._buffer else data
        start = 0
        if not self.is_open.done():
            start = buffer.find(b"\r\n\r\n") + 4
            if start < 4:
                self._buffer = buffer
                return
            assert b" 101 " in buffer[:20], buffer[:200]
            self.is_open.set_result(None)
        while len(buffer) >= start + 2:
            size, begin = buffer[start + 1], start + 2
            if size == 126:
                size, begin = int.from_bytes(buffer[begin : begin + 2], "big"), begin + 2
            elif size == 127:
                size, begin = int.from_bytes(buffer[begin : begin + 8], "big"), begin + 8
            if len(buffer) < begin + size:
                break
            payload, opcode = buffer[begin : begin + size], buffer[start] & 15
            start = begin + size
            if opcode == TEXT:
                self._on_message(payload)
            elif opcode == PING:
                self._write(PONG, payload)
        self._buffer = buffer[start:]

    def send(self, text: str) -> None:
        """Send a text frame."""
        self._write(TEXT, text.encode())

    def _write(self, opcode: int, payload: bytes) -> None:
        first, size = FINAL | opcode, len(payload)
        if size < 126:
            header = bytes((first, MASKED | size))
        else:
            header = struct.pack(">BBH", first, MASKED | 126, size)
        self.transport.write(header + NO_MASK + payload)

    def close(self) -> None:
        """Close the connection."""
        self.transport.close()


async def connect(port: int, cookie: str, on_message: Callable[[bytes], None]) -> WebsocketClient:
    """Open a websocket as a page does."""
    _, websocket = await asyncio.get_running_loop().create_connection(
        lambda: WebsocketClient(port, cookie, on_message), "127.0.0.1", port
    )
    await websocket.is_open
    return websocket


_VERSION = re.compile(rb'"type":"(?:state|change)","version":(\d+)')
_SEAT = re.compile(rb'"own":\{"seat":(\d)')
_PLACE = re.compile(rb'"placements":\[\{"tile":"(\w+)","cells":\[(?:\[(-?\d+),(-?\d+)\])?')
_BUY = re.compile(rb'"purchases":\[\{"square":\d,"tile":"(\w+)","payments":\[\{"cards":\[([^]]*)')
_ACTED = re.compile(rb'"id":"act\d+","reason":null\}\]$')
_NEXT = re.compile(rb'"next":"([^"]+)"')
_TAKES = re.compile(rb'"takes":\[\[(.*?)\]\]')


def action_in(frame: bytes, start: int, rng: random.Random) -> str:
    """A legal action from a state: the first placement or purchase, else any money."""
    if found := _PLACE.search(frame, start):
        tile, x, y = (part and part.decode() for part in found.groups())
        return f"place {tile} {x},{y}" if x else f"reserve {tile}"
    if found := _BUY.search(frame, start):
        return f"buy {found[1].decode()} {_card_list(found[2])}"
    found = _TAKES.search(frame, start)
    return f"take {_card_list(rng.choice(found[1].split(b'],[')))}" if found else "pass"


def _card_list(cards: bytes) -> str:
    return cards.replace(b'"', b"").replace(b",", b" ").decode()


class Table:
    """A table with three players. Each has a page (a websocket) and acts for their own seat."""

    def __init__(self, server: Process, cookies: list[str], number: int) -> None:
        self._server, self._cookies = server, cookies
        self._rng = random.Random(number)
        self._commands = 0
        self._websockets: list[WebsocketClient] = []  # by page
        self._begun: asyncio.Future[None] | None = None
        self._dealing = True
        self._seats: dict[int, int] = {}  # by page; a change of the state does not repeat it
        self._salts: dict[tuple[str, int], str] = {}  # by table and page
        self._rematch: asyncio.Task[None] | None = None
        self._next_action: tuple[int, str] | None = None  # the page that can act, and its message
        self.acts_at_once = False
        self.on_commit: Callable[[], None] = lambda: None

    async def set_up(self) -> None:
        """Create the table, seat all players, and start the game."""
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        table, _ = self._server.request("POST", "/api/tables", {"seats": seats}, self._cookies[0])
        await self._enter(table["id"], table["invite"])
        for seat in (1, 2):
            self._command(seat, "sit", seat=seat)
        await self._start()

    async def _enter(self, table: str, invite: str | None) -> None:
        self._dealing = True
        for page, cookie in enumerate(self._cookies):
            websocket = await connect(self._server.port, cookie, self._handler(page))
            self._websockets.append(websocket)
            protocol = self._server.protocol
            hello = {"type": "hello", "protocol": protocol, "table": table, "invite": invite}
            if protocol == SALT_IN_HELLO:
                hello["salt"] = secrets.token_hex(16)
            websocket.send(json.dumps(hello))

    async def _start(self) -> None:
        """Repeat the command until the game begins: it is refused while a seat is free."""
        self._begun = asyncio.get_running_loop().create_future()
        while not self._begun.done():
            self._command(0, "start")
            await asyncio.wait([self._begun], timeout=0.1)

    def _command(self, page: int, kind: str, **fields: object) -> None:
        self._commands += 1
        command = {"type": kind, "id": f"c{self._commands}", **fields}
        self._websockets[page].send(json.dumps(command))

    def _handler(self, page: int) -> Callable[[bytes], None]:
        def on_message(frame: bytes) -> None:
            if not self._websockets:
                return  # closed
            if _ACTED.search(frame, max(0, len(frame) - 100)):
                self.on_commit()
            if found := _SEAT.search(frame):  # a rematch changes seats
                self._seats[page] = int(found[1])
            start = frame.find(b'"legal":{')
            if self._dealing and start < 0 and self._server.protocol != SALT_IN_HELLO:
                self._deal_fairly(page, frame)
            if start >= 0:
                self._prepare_action(page, frame, start)
            elif page == 0 and (found := _NEXT.search(frame)):
                self.close()
                self._rematch = asyncio.create_task(self._play_rematch(found[1].decode()))
            elif page == 0 and b'"phase":"over"' in frame:
                self._command(0, "rematch")

        return on_message

    def _deal_fairly(self, page: int, frame: bytes) -> None:
        """Commit to a salt and reveal it, each when the table asks for it."""
        for message in json.loads(frame):
            if message["type"] != "table" or message["table"]["status"] != "open":
                continue
            table, shown = message["table"], message["table"]["fairness"]
            mine = [n for n, seat in enumerate(table["seats"]) if seat["yours"]]
            key = table["id"], page
            if mine and key not in self._salts and shown["stage"] != "revealing":
                salt = self._salts[key] = secrets.token_hex(32)
                hashed = salt_hash(shown["commitment"], salt)
                self._command(page, "commit_salt", round=shown["round"], hash=hashed)
            elif shown["stage"] == "revealing" and key in self._salts:
                if any(e["seat"] in mine and e["salt"] is None for e in shown["salts"]):
                    salt = self._salts[key]
                    self._command(page, "reveal_salt", round=shown["round"], salt=salt)

    def _prepare_action(self, page: int, frame: bytes, start: int) -> None:
        version = _VERSION.search(frame)
        assert version is not None
        self._commands += 1
        message = (
            f'{{"type":"act","id":"act{self._commands}","base":{int(version[1])},'
            f'"seat":{self._seats[page]},"action":"{action_in(frame, start, self._rng)}",'
            f'"confirm":true}}'
        )
        self._next_action = page, message
        self._dealing = False
        if self._begun and not self._begun.done():
            self._begun.set_result(None)
        if self.acts_at_once:
            self.act()

    def act(self) -> bool:
        """Send the next action. Returns whether there was one."""
        if self._next_action is None:
            return False
        page, message = self._next_action
        self._next_action = None
        self._websockets[page].send(message)
        return True

    async def _play_rematch(self, table: str) -> None:
        """Start the next game with the same players."""
        await self._enter(table, None)
        await self._start()

    def close(self) -> None:
        """Close all pages."""
        if self._rematch:
            self._rematch.cancel()
        for websocket in self._websockets:
            websocket.close()
        self._websockets = []


class HotSeat(Table):
    """A table whose three players share one page, with open hands: a single connection."""

    def __init__(self, server: Process, cookie: str, number: int) -> None:
        super().__init__(server, [cookie], number)

    async def set_up(self) -> None:
        """Create the table and start the game."""
        guests = [{"kind": "guest", "name": name} for name in PERSONS[1:]]
        body = {"seats": [{"kind": "me"}, *guests], "options": {"open_hands": True}}
        table, _ = self._server.request("POST", "/api/tables", body, self._cookies[0])
        await self._enter(table["id"], table["invite"])
        await self._start()


class CoachedTable(Table):
    """A table of one person against a bot. Once the person has to act, the page asks for one hint
    after another about this position."""

    def __init__(self, server: Process, cookie: str) -> None:
        super().__init__(server, [cookie], 0)
        self.hints = 0
        self._question = ""

    async def set_up(self) -> None:
        """Create the table and start the game; then the page begins to ask."""
        seats = [{"kind": "me"}, {"kind": "bot", "level": "apprentice"}]
        table, _ = self._server.request("POST", "/api/tables", {"seats": seats}, self._cookies[0])
        await self._enter(table["id"], table["invite"])
        await self._start()

    def _handler(self, page: int) -> Callable[[bytes], None]:
        play = super()._handler(page)

        def on_message(frame: bytes) -> None:
            if b'"type":"hint"' in frame:
                self.hints += 1
                self._websockets[page].send(self._question)
            else:
                play(frame)

        return on_message

    def _prepare_action(self, page: int, frame: bytes, start: int) -> None:
        begins = self._dealing
        super()._prepare_action(page, frame, start)
        assert self._next_action
        action = json.loads(self._next_action[1])
        question = {"type": "ask_hint", "base": action["base"], "seat": action["seat"]}
        self._question = json.dumps({**question, "id": "hint"})
        if begins:
            self._websockets[page].send(self._question)
