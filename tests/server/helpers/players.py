"""People who play on a server: their browsers, and the pages they have open."""

import asyncio
import itertools
import json
import random
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from alhambra.fairness import salt_hash
from alhambra.server.protocol.to_page import FRAME, PROTOCOL
from server.helpers.live_server import Server

PATIENCE = 60  # seconds; only a server that never answers takes so long
Message = dict[str, Any]

BOT = {"kind": "bot", "level": "apprentice"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}


def guest(name: str) -> Message:
    """A seat of somebody who plays at the same page."""
    return {"kind": "guest", "name": name}


GUEST = guest("Bruno")


@dataclass
class Heard:
    """All that a page was told, checked against the protocol."""

    messages: list[Message] = field(default_factory=list)

    def last(self, kind: str) -> Message | None:
        return next((m for m in reversed(self.messages) if m["type"] == kind), None)


def changed_state(before: Message, change: Message) -> Message:
    """What a page makes of a change to the state that it was sent before."""
    assert before["version"] == change["since"]
    board = {**before["board"], **change["board"]}
    if "players" in change["board"]:
        both = zip(before["board"]["players"], change["board"]["players"], strict=True)
        board["players"] = [{**player, **changed} for player, changed in both]
    own = {**before["own"], **change["own"]}
    return {**change, "type": "state", "board": board, "own": own}


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
        self.game = ""  # the id of its table, once it has said hello
        self.protocol = PROTOCOL
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
        """The next frame, checked, with whole states in place of changes."""
        frame = await self.next_frame()
        if self.protocol < PROTOCOL:  # the server may be of the last release
            for message in frame:
                message.get("table", {}).setdefault("shared", None)
        FRAME.validate_python(frame, strict=False)
        return self.keep(frame)

    def keep(self, frame: list[Message]) -> list[Message]:
        """Keep what was heard, with whole states in place of changes."""
        kept: list[Message] = []
        for message in frame:
            is_change = message["type"] == "change"
            kept.append(changed_state(self.state, message) if is_change else message)
            self.heard.messages.append(kept[-1])
        return kept

    async def until(self, fits: Callable[[Message], bool]) -> Message:
        """Read on until such a message comes."""
        while True:
            for message in await self.read():
                if fits(message):
                    return message

    async def wait_for(self, kind: str) -> Message:
        return await self.until(lambda message: message["type"] == kind)

    async def own_turn(self) -> Message:
        """Read on until there is something to do here: all that is legal."""
        while not self.states or not self.legal:
            await self.read()
        return self.legal

    async def send(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def hello(self, game: str, **fields: Any) -> None:
        self.game, self.protocol = game, fields.get("protocol", PROTOCOL)
        await self.send("hello", **{"protocol": PROTOCOL, "table": game, **fields})

    async def ping(self) -> Message:
        """Wait until the server has answered, and with it all that was sent before."""
        await self.send("ping")
        return await self.wait_for("pong")

    async def command(self, kind: str, **fields: Any) -> Message:
        """Send a command, and wait for its answer; after a start also until cards are dealt."""
        number = fields.pop("id", f"{self._name}-{next(self._ids)}")
        await self.send(kind, id=number, **fields)
        answer = await self.until(lambda m: m["type"] == "answer" and m["id"] == number)
        while kind == "start" and self.fair and not answer["reason"] and not self.states:
            await self.read()
        return answer

    async def refusal(self, kind: str, **fields: Any) -> str | None:
        """The code with which a command is refused, None if it is carried out."""
        reason = (await self.command(kind, **fields))["reason"]
        return reason["code"] if reason else None

    async def act(self, action: str, *, confirm: bool = True, **fields: Any) -> Message:
        """Play for the seat to act, based on what was seen last."""
        fields = {"seat": self.state["board"]["seat"], "base": self.state["version"], **fields}
        return await self.command("act", action=action, confirm=confirm, **fields)

    async def play_out(self, rng: random.Random) -> None:
        """Do anything that is legal until the game is over."""
        while self.board["phase"] != "over":
            if self.legal:
                answer = await self.act(any_action(self.legal, rng))
                assert answer["reason"] is None, answer
            else:
                await self.read()

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

    @property
    def first_take(self) -> str:
        """The first way to take money."""
        assert self.legal, "nothing is to be done here"
        return f"take {' '.join(self.legal['takes'][0])}"


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
        self.closing_seconds = 10.0  # for the server to answer that a socket is closed

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
            await page.hello(game, invite=invite, **hello)
            await page.wait_for("chat")
            yield page

    @asynccontextmanager
    async def plays(self, *others: Message, **options: Any) -> AsyncIterator[Page]:
        """A page at a new table, on whose first seat this person sits. The game has begun."""
        async with self.look_at(await self.set_up(ME, *others, **options)) as page:
            assert await page.refusal("start") is None
            yield page

    async def refusal_to_enter(self, table: str, **hello: Any) -> str:
        """The code with which a table is not shown."""
        async with self.open_socket() as opened:
            page = Page(opened)
            await page.hello(table, **hello)
            code: str = (await page.wait_for("fault"))["reason"]["code"]
            return code

    async def play_on(self, game: str, **wish: Any) -> Message:
        """A new table, where a game is to be played on from one of its moments."""
        answer = await self.http.post(f"/api/games/{game}/play-on", json=wish)
        assert answer.status_code == 201, answer.text
        shown: Message = answer.json()
        return shown

    async def health(self, status: int) -> Any:
        """What ``/healthz`` says, once it answers with this status."""
        while (answer := await self.http.get("/healthz")).status_code != status:
            await asyncio.sleep(0.01)
        return answer.json()

    async def delete_data(self) -> None:
        assert (await self.http.delete("/api/me")).status_code == 204

    async def bring(self, record: object) -> Message:
        """The table of a game that was played elsewhere."""
        answer = await self.http.post("/api/records", json={"text": str(record)})
        assert answer.status_code == 201, answer.text
        shown: Message = answer.json()
        return shown

    def open_socket(self, **headers: str) -> connect:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return connect(
            f"ws://{self.server.address}/api/live",
            additional_headers={"cookie": cookies, **headers},
            compression=None,
            proxy=None,
            close_timeout=self.closing_seconds,
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


@asynccontextmanager
async def seated(
    *persons: Person, fair: bool = True, **options: Any
) -> AsyncIterator[tuple[Message, list[Page]]]:
    """A table at which all these persons sit, the first of them its host, each with a page."""
    table = await persons[0].set_up(ME, *[OPEN for _ in persons[1:]], **options)
    async with AsyncExitStack() as stack:
        pages = [
            await stack.enter_async_context(person.look_at(table, fair=fair)) for person in persons
        ]
        for seat, page in enumerate(pages[1:], start=1):
            assert await page.refusal("sit", seat=seat) is None
        yield table, pages


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
    with suppress(ConnectionClosed):  # there may be no room
        await page.hello(table["id"], invite=table["invite"])
    return page, await page.until(lambda m: m["type"] in ("welcome", "fault"))


async def closed_for(page: Page) -> tuple[str, int]:
    """Why the server closes this page: the code of the reason, and of the websocket."""
    fault = await page.wait_for("fault")
    with pytest.raises(ConnectionClosed) as closed:
        await page.until(lambda _: False)
    assert closed.value.rcvd is not None
    code: str = fault["reason"]["code"]
    return code, closed.value.rcvd.code
