"""A real server on a free port of this machine, and people who play on it."""

import asyncio
import itertools
import json
import random
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from alhambra.fairness import salt_hash
from alhambra.server.app import create_app
from alhambra.server.limits.amounts import Limits
from alhambra.server.protocol.to_page import FRAME, PROTOCOL
from alhambra.server.run import _config
from alhambra.server.settings import Settings
from alhambra.server.store.store import Store
from alhambra.server.table.registry import Tables

T = TypeVar("T")

PATIENCE = 60  # seconds; only a server that never answers takes so long
Message = dict[str, Any]

GENEROUS = Limits.unlimited()
BOT = {"kind": "bot", "level": "apprentice"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}


def run(deed: Callable[[], Coroutine[Any, Any, T]], seconds: float = 120) -> T:
    """Do it, within some time."""

    async def within() -> T:
        async with asyncio.timeout(seconds):
            return await deed()

    return asyncio.run(within())


def settings_for(file: Path, limits: Limits = GENEROUS, **more: Any) -> Settings:
    return Settings(f"sqlite:///{file}", b"a key for tests", limits=limits, **more)


@dataclass
class Server:
    """The server, and how it is reached."""

    address: str
    tables: Tables

    @property
    def url(self) -> str:
        return f"http://{self.address}"


@asynccontextmanager
async def serving(settings: Settings, store: Store | None = None) -> AsyncIterator[Server]:
    """A server that runs in this loop."""
    app = create_app(settings, store)
    config = _config(settings)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        http=config.http,
        ws=config.ws,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        task = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            assert not task.done(), task.exception()
            await asyncio.sleep(0.01)
        try:
            yield Server(f"127.0.0.1:{listening.getsockname()[1]}", app.state.tables)
        finally:
            server.should_exit = True
            await task


@dataclass
class Heard:
    """All that a page was told, checked against the protocol."""

    messages: list[Message] = field(default_factory=list)

    def last(self, kind: str) -> Message | None:
        return next((m for m in reversed(self.messages) if m["type"] == kind), None)


class Page:
    """A page that somebody has open. It answers what fair dealing asks for by itself, unless
    ``fair`` is false. ``salts`` is what the browser keeps."""

    def __init__(
        self,
        socket: ClientConnection,
        salts: dict[tuple[str, int], str] | None = None,
        *,
        fair: bool = True,
    ) -> None:
        self.socket = socket
        self.heard = Heard()
        self.fair = fair
        self.salts = {} if salts is None else salts
        self._committed: set[tuple[str, int]] = set()
        self._ids = itertools.count(1)
        self._name = secrets.token_hex(4)
        self._frames: asyncio.Queue[list[Message] | Exception] = asyncio.Queue()
        self._reader = asyncio.create_task(self._keep_reading())

    async def _keep_reading(self) -> None:
        try:
            while True:
                frame: list[Message] = json.loads(await self.socket.recv())
                for message in frame:
                    if message["type"] == "table" and self.fair:
                        await self.deal_fairly(message["table"])
                self._frames.put_nowait(frame)
        except Exception as error:
            self._frames.put_nowait(error)

    async def deal_fairly(self, table: Message) -> None:
        """Commit to a salt, and reveal it, when it is due."""
        shown = table["fairness"]
        mine = [n for n, seat in enumerate(table["seats"]) if seat["yours"]]
        if shown is None or not mine or table["status"] != "open":
            return
        place = table["id"], shown["round"]
        entry = next((each for each in shown["salts"] if each["seat"] in mine), None)
        fields = {"round": shown["round"], "id": f"fair-{secrets.token_hex(4)}"}
        if entry is None and shown["stage"] != "revealing" and place not in self._committed:
            self._committed.add(place)
            salt = self.salts.setdefault(place, secrets.token_hex(32))
            await self.send("commit_salt", hash=salt_hash(shown["commitment"], salt), **fields)
        elif entry and shown["stage"] == "revealing" and entry["salt"] is None:
            if place in self.salts:
                await self.send("reveal_salt", salt=self.salts[place], **fields)

    async def next_frame(self) -> list[Message]:
        """The next frame, not checked and not kept: that takes long for a large one."""
        frame = await self._frames.get()
        if isinstance(frame, Exception):
            self._frames.put_nowait(frame)
            raise frame
        return frame

    async def read(self) -> list[Message]:
        """The next frame."""
        frame = await self.next_frame()
        FRAME.validate_python(frame, strict=False)
        self.heard.messages += frame
        return frame

    async def until(self, fits: Callable[[Message], bool]) -> Message:
        """Read on until such a message comes."""
        while True:
            for message in await self.read():
                if fits(message):
                    return message

    async def wait_for(self, kind: str) -> Message:
        return await self.until(lambda message: message["type"] == kind)

    async def send(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def command(self, kind: str, **fields: Any) -> Message:
        """Send a command, and wait for its answer; after a start also until cards are dealt."""
        number = fields.pop("id", f"{self._name}-{next(self._ids)}")
        await self.send(kind, id=number, **fields)
        answer = await self.until(lambda m: m["type"] == "answer" and m["id"] == number)
        while kind == "start" and self.fair and not answer["reason"] and not self.states:
            await self.read()
        return answer

    async def act(self, action: str, *, confirm: bool = True, **fields: Any) -> Message:
        """Play for whoever's turn it is, based on what was seen last."""
        fields = {"seat": self.state["board"]["seat"], "base": self.state["version"], **fields}
        return await self.command("act", action=action, confirm=confirm, **fields)

    @property
    def states(self) -> list[Message]:
        return [message for message in self.heard.messages if message["type"] == "state"]

    @property
    def state(self) -> Message:
        found = self.heard.last("state")
        assert found is not None, "the game has not begun"
        return found

    @property
    def table(self) -> Message:
        found = self.heard.last("table")
        assert found is not None
        shown: Message = found["table"]
        return shown

    @property
    def board(self) -> Message:
        shown: Message = self.state["board"]
        return shown

    @property
    def legal(self) -> Message | None:
        shown: Message | None = self.state["own"]["legal"]
        return shown


def browser(server: Server) -> httpx.AsyncClient:
    """Somebody's browser: it keeps cookies, and waits also where the machine is busy."""
    return httpx.AsyncClient(base_url=server.url, trust_env=False, timeout=PATIENCE)


class Person:
    """Somebody with a browser: a cookie, and pages."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.name = name
        self.http = browser(server)
        self.salts: dict[tuple[str, int], str] = {}

    async def arrive(self) -> "Person":
        answer = await self.http.post("/api/me", json={"name": self.name})
        assert answer.status_code == 200, answer.text
        return self

    async def set_up(self, *seats: Message, **options: Any) -> Message:
        """A new table."""
        body = {"seats": list(seats), "options": options}
        answer = await self.http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        shown: Message = answer.json()
        return shown

    @asynccontextmanager
    async def look_at(
        self,
        table: Message | str,
        *,
        invite: str | None = None,
        fair: bool = True,
        **hello: Any,
    ) -> AsyncIterator[Page]:
        """A page that looks at a table, and has been shown everything."""
        game = table if isinstance(table, str) else table["id"]
        if not isinstance(table, str):
            invite = invite or table["invite"]
        async with self.open_socket() as opened:
            page = Page(opened, self.salts, fair=fair)
            fields = {"protocol": PROTOCOL, "table": game, "invite": invite, **hello}
            await page.send("hello", **fields)
            await page.wait_for("chat")
            yield page

    def open_socket(self, **headers: str) -> connect:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return connect(
            f"ws://{self.server.address}/api/live",
            additional_headers={"cookie": cookies, **headers},
            compression=None,
            proxy=None,
        )


@asynccontextmanager
async def people(server: Server, *names: str) -> AsyncIterator[list[Person]]:
    """Some people, who have said their names."""
    found = [await Person(server, name).arrive() for name in names]
    try:
        yield found
    finally:
        for person in found:
            await person.http.aclose()


def any_action(legal: Message, rng: random.Random) -> str:
    """One of the actions a page is offered, as a page would write it."""
    actions = [f"take {' '.join(cards)}" for cards in legal["takes"]]
    for purchase in legal["purchases"]:
        payments = [" ".join(payment["cards"]) for payment in purchase["payments"]]
        actions += [f"buy {purchase['tile']} {cards}" for cards in payments]
    for word, group in (("build", "builds"), ("swap", "swaps"), ("place", "placements")):
        for entry in legal[group]:
            actions += [f"{word} {entry['tile']} {x},{y}" for x, y in entry["cells"]]
    for entry in legal["placements"]:
        actions += [f"reserve {entry['tile']}"] if entry["reserve"] else []
        actions += [f"give {entry['tile']}"] if entry["give"] else []
    actions += [f"remove {tile}" for tile in legal["removes"]]
    actions += ["pass"] if legal["can_pass"] else []
    busy = [action for action in actions if action.startswith(("buy", "place"))]
    return rng.choice(busy or actions)


def from_address(host: str) -> dict[str, str]:
    """The header with which a proxy on this machine names its caller."""
    return {"x-forwarded-for": host}


async def enter(person: Person, table: Message, host: str) -> tuple[Page, Message]:
    """Open a page from an address and say hello: the page, and the first answer."""
    page = Page(await person.open_socket(**from_address(host)))
    hello = {"protocol": PROTOCOL, "table": table["id"], "invite": table["invite"]}
    with suppress(ConnectionClosed):  # there may be no room
        await page.send("hello", **hello)
    return page, await page.until(lambda m: m["type"] in ("welcome", "fault"))


async def is_answered(page: Page) -> None:
    await page.send("ping")
    await page.wait_for("pong")


async def closed_for(page: Page) -> tuple[str, int]:
    """Why the server closes this page: the code of the reason, and of the websocket."""
    fault = await page.wait_for("fault")
    with pytest.raises(ConnectionClosed) as closed:
        await page.until(lambda _: False)
    assert closed.value.rcvd is not None
    code: str = fault["reason"]["code"]
    return code, closed.value.rcvd.code


async def eventually(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.005)
