"""The connection of a page: hello, then one message after another until it disconnects."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

from pydantic import ValidationError

from alhambra.pieces import Tile
from alhambra.reasons import AlhambraError, Reason, why
from alhambra.server.limits.costs import cost_of_message
from alhambra.server.limits.sockets import make_room_to_watch
from alhambra.server.protocol.from_page import (
    FROM_PAGE,
    AskBoards,
    AskCoach,
    AskLog,
    Command,
    FollowChances,
    Hello,
    Look,
    Ping,
    Say,
    Unlock,
)
from alhambra.server.protocol.to_page import OLDEST_PROTOCOL, PROTOCOL, Answer
from alhambra.server.render.happenings import reason_given
from alhambra.server.render.history import log_message
from alhambra.server.render.look_ahead import prospects
from alhambra.server.runtime.json_text import text
from alhambra.server.runtime.refusals import refuse
from alhambra.server.socket.websocket import Disconnected, WebSocket
from alhambra.server.store.store import StoreFailed
from alhambra.server.table import chat
from alhambra.server.table.access import may_see
from alhambra.server.table.commands import carry_out
from alhambra.server.table.decisions import check_own
from alhambra.server.table.live import LiveTable
from alhambra.server.table.page import Page
from alhambra.server.table.registry import Tables

log = logging.getLogger("alhambra.page")

HELLO_SECONDS = 20
PAUSE_SECONDS = 0.05
"""A page that sends invalid or too many messages is not read for this long."""
_TOO_OLD, _FULL, _REFUSED, _TOO_SLOW = 4000, 4001, 4003, 4008  # close codes
_TRY_AGAIN = 1013  # "try again later" in the IANA registry of close codes


class Connection:
    """The websocket of one page, from hello to the end."""

    def __init__(self, socket: WebSocket, tables: Tables, address: str, person: str | None) -> None:
        self.address = address
        self._socket = socket
        self._tables = tables
        self._page = Page(socket.send, person, None, address)
        self._page.drop = self.drop
        self._page.catch_up = self._catch_up
        self._frame_bytes = tables.settings.limits.frame_bytes
        self._table_id = ""

    @property
    def person(self) -> str | None:
        """The person of the page."""
        return self._page.person

    @property
    def is_seated(self) -> bool:
        """Whether the person has a seat at the table that the page shows."""
        table = self._tables.in_memory(self._table_id)
        return table is not None and table.has_seat(self._page)

    def drop(self, reason: Reason) -> None:
        """Send the reason to the page, and close the socket."""
        self._tables.supervisor.once("page", self._dropping(reason))

    async def _dropping(self, reason: Reason) -> None:
        with suppress(Disconnected, RuntimeError):
            await self._close_with(_FULL, self._fault(reason))

    async def serve(self) -> None:
        """Read messages until the page disconnects."""
        self._tables.pages.add(self._page)
        sender = self._tables.supervisor.once("sender", self._send())
        try:
            with suppress(Disconnected, RuntimeError):
                await self._socket.accept()
                if await self._is_admitted() and await self._greet():
                    await self._listen()
        finally:
            self._tables.pages.discard(self._page)
            sender.cancel()
            self._tables.sockets.leave(self)
            await self._go()

    async def _is_admitted(self) -> bool:
        try:
            self._tables.sockets.admit(self)
        except AlhambraError as error:
            await self._close_with(_FULL, self._fault(error.reason))
            return False
        return True

    async def _send(self) -> None:
        with suppress(Disconnected):
            await self._page.keep_sending()
            await self._socket.close(_TOO_SLOW)

    async def _catch_up(self) -> None:
        """Queue the newest state for a page that has missed some."""
        with self._tables.supervisor.guard("showing"), suppress(AlhambraError):
            async with self._tables.reading(self._table_id) as table:
                table.display.show_whole_state(self._page)
                return
        self._page.close()  # it reconnects, and is shown everything

    async def _identify(self) -> None:
        """Look up the person. The page is already registered, so a person who is forgotten before
        this is unknown here, and one who is forgotten later gets their page closed."""
        page, store = self._page, self._tables.store
        page.name = await store.people.name(page.person) if page.person else None
        if page.name is None:
            page.person = None
        elif page.person:
            page.muted = await store.chat.muted(page.person)

    async def _close_with(self, code: int, *messages: object) -> None:
        await self._socket.send(f"[{','.join(map(text, messages))}]")
        await self._socket.close(code)

    def _fault(self, reason: Reason) -> dict[str, Any]:
        return {"type": "fault", "version": 0, "reason": reason_given(reason)}

    # Hello

    async def _greet(self) -> bool:
        """Read hello and show the table. False if hello was refused."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = self._read(await self._socket.receive())
        except TimeoutError:
            await self._close_with(_REFUSED, self._fault(why("hello_first")))
            return False
        except AlhambraError as error:
            await self._close_with(_REFUSED, self._fault(error.reason))
            return False
        if not isinstance(hello, Hello):
            await self._close_with(_REFUSED, self._fault(why("hello_first")))
            return False
        if not OLDEST_PROTOCOL <= hello.protocol <= PROTOCOL:
            await self._close_with(_TOO_OLD, {"type": "reload", "version": 0, "protocol": PROTOCOL})
            return False
        self._page.takes_changes = hello.protocol > OLDEST_PROTOCOL
        try:
            await self._identify()
            await self._enter(hello)
        except AlhambraError as error:
            passes = isinstance(error, StoreFailed) or error.reason.code == "busy"
            code = _TRY_AGAIN if passes else _REFUSED
            await self._close_with(code, self._fault(error.reason))
            return False
        return True

    async def _enter(self, hello: Hello) -> None:
        tables, page = self._tables, self._page
        async with tables.reading(hello.table, latest=True) as table:
            if not may_see(table.fold, page.person, hello.invite):
                raise refuse("no_such_table")
            lines = await chat.last_lines(tables, table, page)  # here, so that no line is missed
            if not table.has_seat(page):
                elsewhere = table.elsewhere.spectators
                make_room_to_watch(page, table.spectators, elsewhere, tables.settings.limits)
            self._table_id = table.fold.id
            page.post(
                text(
                    {
                        "type": "welcome",
                        "version": table.fold.version,
                        "protocol": hello.protocol,
                        "name": page.name,
                        "now": self._tables.time.page_ms(),
                    }
                )
            )
            tables.metrics.pages.inc()
            table.enter(page)
            table.display.show_all(page)
            page.post(lines)

    async def _go(self) -> None:
        if not self._table_id:
            return
        self._tables.metrics.pages.dec()
        with suppress(AlhambraError):
            async with self._tables.holding(self._table_id) as table:
                await table.exit(self._page)
        self._tables.lose(self._table_id, self._page)

    # Listening

    def _read(self, frame: str) -> Any:
        if len(frame) > self._frame_bytes:
            raise refuse("too_large", limit=self._frame_bytes)
        try:
            return FROM_PAGE.validate_json(frame)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            raise refuse("not_understood", problem=f"{place} {first['msg']}"[:200]) from None

    async def _listen(self) -> None:
        while True:
            frame = await self._socket.receive()
            if self._page.lost:
                return
            message: Any = None
            try:
                message = self._read(frame)
                self._charge(message)
                await self._hear(message)
            except AlhambraError as error:
                self._refuse(message, error.reason)
                if message is None or error.reason.code == "too_fast":
                    await asyncio.sleep(PAUSE_SECONDS)
            except Exception as error:
                self._tables.supervisor.failed("page", error, table=self._table_id)
                self._refuse(message, why("went_wrong"))

    def _charge(self, message: Any) -> None:
        quotas, person = self._tables.quotas, self._page.person
        quotas.charge_message(person, self.address, cost_of_message(message))
        if isinstance(message, Say):
            quotas.charge_chat(person, self.address)

    def _refuse(self, message: Any, reason: Reason) -> None:
        """Answer a refused command by its id, because the page waits for that."""
        if not isinstance(message, Command):
            self._page.post(text(self._fault(reason)))
            return
        table = self._tables.in_memory(self._table_id)
        answer: Answer = {
            "type": "answer",
            "version": table.version if table else 0,
            "id": message.id,
            "reason": reason_given(reason),
        }
        self._page.post(text(answer))

    async def _hear(self, message: Any) -> None:
        table = await self._tables.find(self._table_id)
        match message:
            case Command():
                await carry_out(self._tables, table, self._page, message)
                if table.gone:  # it could not be written: reload from the log
                    await self._tables.find(self._table_id)
            case Ping():
                pong = {
                    "type": "pong",
                    "version": table.version,
                    "now": self._tables.time.page_ms(),
                }
                self._page.post(text(pong))
            case AskLog():
                version, entries = await table.readers.log()
                self._page.post(log_message(version, entries, message.since))
            case AskBoards():
                caller = self._page.person or self.address
                self._page.post(await table.readers.boards(message.since, caller))
            case AskCoach():
                async with self._tables.reading(self._table_id) as committed:
                    await committed.coach.ask(self._page, message)
            case FollowChances():
                async with self._tables.reading(self._table_id) as committed:
                    await committed.coach.follow(self._page, message)
            case Look() | Unlock():
                async with self._tables.reading(self._table_id) as committed:
                    self._show(committed, message)
            case _:
                raise refuse("not_understood", problem="type")

    def _show(self, table: LiveTable, message: Look | Unlock) -> None:
        """Answer messages that affect only this page."""
        fold, page = table.fold, self._page
        if fold.game is None:
            raise refuse("not_started")
        match message:
            case Unlock():
                if message.seat is not None:
                    check_own(fold, page.person, message.seat)
                page.unlocked = message.seat
                table.display.show_all(page)
            case Look():
                if message.seat >= len(fold.seats):
                    raise refuse("no_such_seat", seat=message.seat + 1)
                found = prospects(
                    fold.game,
                    message.seat,
                    Tile(message.tile),
                    version=fold.version,
                    id_=message.id,
                )
                page.post(text(found))
