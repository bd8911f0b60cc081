"""Players who go on whatever happens, and the check of what they were told against the log, in the
manner of Jepsen: what was acknowledged is there once and in order, what was refused is not there,
and nobody was shown what never happened."""

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from alhambra.server.log.events import LoggedEvent, Step
from alhambra.server.log.fold import Fold
from alhambra.server.log.serialization import read_event
from server.helpers.live_server import Server
from server.helpers.players import BOT, ME, OPEN, Message, Page, Person, any_action

NAMES = ("Ana", "Bruno", "Carla")  # for replaying: the log has none
LOST = (OSError, WebSocketException, httpx.HTTPError, EOFError)
SILENCE = 1.0
"""Seconds without an answer after which a player tries another connection."""
UNCERTAIN = {"not_saved", "not_loaded"}
"""Refusals after which the command may have been written nevertheless: nobody knows what became of
a commit whose connection was lost."""
LOST_ANSWERS = 0.03
"""The share of commands after which the player's connection is lost before the answer."""
SAYING_EVERY = 7  # actions


@dataclass
class Sent:
    """A command, and how it was answered: with a version, with a reason, or not at all."""

    table: str
    words: str  # an action, or a line of chat
    sent_at: float
    answered_at: float = 0
    version: int | None = None
    reason: str | None = None

    @property
    def is_acknowledged(self) -> bool:
        return self.version is not None


@dataclass
class History:
    """Everything that players sent and were told."""

    actions: dict[str, Sent] = field(default_factory=dict)  # by the command's id
    lines: dict[str, Sent] = field(default_factory=dict)
    shown: set[tuple[str, int, int, str]] = field(default_factory=set)
    """Positions that pages showed: table, version, seat to act, and phase."""
    tables: dict[str, list[str]] = field(default_factory=dict)
    """The games of each table, by host: a game and its rematches."""

    @property
    def acknowledged(self) -> int:
        return sum(sent.is_acknowledged for sent in self.actions.values())


class Player:
    """Somebody who plays on whatever happens: connects again, to any of the servers, sends again
    what was not answered, and when the game is over, plays the next."""

    def __init__(
        self,
        person: Person,
        table: str,
        history: History,
        servers: Sequence[Server],
        rng: random.Random,
        pause: float = 0,
    ) -> None:
        self._person, self._table, self._history = person, table, history
        self._servers, self._rng, self._pause = servers, rng, pause
        self._numbers = itertools.count(1)
        self._unanswered: tuple[str, Message] | None = None

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            self._person.server = self._rng.choice(self._servers)
            try:
                async with _looking(self._person, self._table) as page:
                    await self._play_at(page)
            except LOST:
                await asyncio.sleep(0.05)

    async def _play_at(self, page: Page) -> None:
        if self._unanswered:
            await self._send(page, *self._unanswered)
        while not page.states:
            if page.table["yours"]:
                await _answered(page, "start")
            await self._read(page)
        while page.board["phase"] != "over":
            if not page.legal:
                await self._read(page)
                continue
            await asyncio.sleep(self._rng.uniform(0, 2 * self._pause))
            await self._act(page)
        while not page.table["next"]:
            await _answered(page, "rematch")
        self._table = page.table["next"]
        if self._person.name in self._history.tables:
            self._history.tables[self._person.name].append(self._table)

    async def _act(self, page: Page) -> None:
        number = next(self._numbers)
        if number % SAYING_EVERY == 0:
            line = {"id": f"{self._person.name}-line-{number}", "text": f"line {number}"}
            await self._send(page, "say", line)
        action = {
            "id": f"{self._person.name}-{number}",
            "base": page.state["version"],
            "seat": page.board["seat"],
            "action": any_action(page.legal or {}, self._rng),
            "confirm": True,
        }
        await self._send(page, "act", action)

    async def _send(self, page: Page, kind: str, command: Message) -> None:
        self._unanswered = kind, command
        is_action, loop = kind == "act", asyncio.get_running_loop()
        sent_to = self._history.actions if is_action else self._history.lines
        words = command["action"] if is_action else command["text"]
        sent = sent_to.setdefault(command["id"], Sent(self._table, words, loop.time()))
        if self._rng.random() < LOST_ANSWERS:
            await page.send(kind, **command)
            await asyncio.sleep(self._rng.uniform(0, 0.05))
            page.socket.transport.abort()
            raise ConnectionResetError("nobody hears the answer")
        answer = await _answered(page, kind, **command)
        self._unanswered = None
        sent.answered_at = loop.time()
        if answer["reason"]:
            sent.reason = answer["reason"]["code"]
            assert sent.reason in {"table_moved_on", "game_over", *UNCERTAIN}, answer
        else:
            sent.version = answer["version"]
        self._note(page)

    async def _read(self, page: Page) -> None:
        """Read what comes. After some silence, ask whether the server is still there."""
        try:
            async with asyncio.timeout(SILENCE):
                await page.read()
        except TimeoutError:
            if not page.states:
                raise  # the deal waits for a salt that could not be saved
            await page.send("ping")
            async with asyncio.timeout(SILENCE):
                await page.wait_for("pong")
        self._note(page)

    def _note(self, page: Page) -> None:
        if page.states:
            board = page.board
            position = page.game, page.state["version"], board["seat"], board["phase"]
            self._history.shown.add(position)


@asynccontextmanager
async def _looking(person: Person, table: str) -> AsyncIterator[Page]:
    """A page. If the server is silent, it is closed without ceremony."""
    async with asyncio.timeout(2 * SILENCE) as opening, person.look_at(table) as page:
        opening.reschedule(None)
        try:
            yield page
            check_lines(page)
        except TimeoutError:
            page.socket.transport.abort()
            raise


async def _answered(page: Page, kind: str, **fields: Any) -> Message:
    async with asyncio.timeout(2 * SILENCE):
        return await page.command(kind, **fields)


def check_lines(page: Page) -> None:
    """A page is sent each line of chat once."""
    chats = (message for message in page.heard.messages if message["type"] == "chat")
    lines = [line["line"] for chat in chats for line in chat["lines"]]
    assert len(lines) == len(set(lines)), f"a line was shown twice: {lines}"


async def set_up(
    servers: Sequence[Server], history: History, tables: int, pause: float = 0
) -> list[asyncio.Task[None]]:
    """Some tables, each with two persons and a bot, all of whom begin to play."""
    tasks = []
    for n in range(tables):
        host = await Person(servers[0], f"host{n}").arrive()
        guest = await Person(servers[-1], f"guest{n}").arrive()
        table = await host.set_up(ME, OPEN, BOT)
        async with host.look_at(table) as page, guest.look_at(table) as other:
            assert await other.refusal("sit", seat=1) is None
            while not page.table["seats"][1]["present"]:
                await page.read()
            async with asyncio.TaskGroup() as dealing:  # each deals from their own page
                dealing.create_task(page.command("start"))
                dealing.create_task(other.wait_for("state"))
        history.tables[host.name] = [table["id"]]
        for person in (host, guest):
            person.closing_seconds = SILENCE
            await person.http.aclose()  # its cookies stay
            rng = random.Random(f"{n} {person.name}")
            player = Player(person, table["id"], history, servers, rng, pause)
            tasks.append(asyncio.create_task(player.play()))
    return tasks


def check_alive(tasks: Iterable[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.done():
            task.result()


def check(
    history: History, events: Iterable[tuple[Any, ...]], chat: Iterable[tuple[Any, ...]] = ()
) -> None:
    """Check what players were told against the rows of the database."""
    logs: dict[str, list[LoggedEvent]] = {}
    for row in sorted(events, key=lambda row: row[:2]):
        logs.setdefault(row[0], []).append(read_event(*row))
    places: dict[str, tuple[str, int]] = {}
    for game, log in logs.items():
        check_game(history, game, log)
        for event in log:
            if event.client_id:
                place = places.setdefault(event.client_id, (game, event.version))
                assert place == (game, event.version), f"{event.client_id} was done twice"
    by_id = {event.client_id: event for log in logs.values() for event in log}
    for client_id, sent in history.actions.items():
        if sent.is_acknowledged:
            found = places.get(client_id)
            assert found == (sent.table, sent.version), f"{client_id} was acknowledged and is lost"
            assert by_id[client_id].event == Step(sent.words, confirm=True)
        elif sent.reason and sent.reason not in UNCERTAIN:
            assert client_id not in places, f"{client_id} was refused: {sent.reason}"
    check_order(history)
    said = Counter((row[1], row[7], row[6]) for row in chat)
    for client_id, line in history.lines.items():
        if line.is_acknowledged:
            assert said[line.table, client_id, line.words] == 1, f"{client_id} was said and is lost"


def check_game(history: History, game: str, log: Sequence[LoggedEvent]) -> None:
    """The game can be replayed, and pages showed what happened."""
    assert [event.version for event in log] == list(range(1, len(log) + 1)), "a version is missing"
    shown = {position[1:] for position in history.shown if position[0] == game}
    fold = Fold(game, list(NAMES), is_loading=True)
    for event in log:
        fold.apply(event)
        if fold.game:
            shown.discard((fold.version, fold.game.seat, fold.game.phase.value))
    assert not shown, f"pages of {game} showed what never was: {shown}"


def check_order(history: History) -> None:
    """A command that was sent after another had been acknowledged comes later in the log."""
    by_table: dict[str, list[Sent]] = {}
    for sent in history.actions.values():
        if sent.is_acknowledged:
            by_table.setdefault(sent.table, []).append(sent)
    for commands in by_table.values():
        latest = 0.0
        for sent in sorted(commands, key=lambda sent: sent.version or 0):
            assert latest <= sent.answered_at, f"{sent} was acknowledged before another was sent"
            latest = max(latest, sent.sent_at)
