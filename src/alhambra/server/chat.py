"""Chat: saying, muting and reporting. What people type is text and stays text."""

from __future__ import annotations

import unicodedata

from alhambra.server.as_json import text
from alhambra.server.deeds import refuse
from alhambra.server.live import LiveTable
from alhambra.server.messages import ChatLine, Mute, Report, Say
from alhambra.server.pages import Page
from alhambra.server.showing import now_ms
from alhambra.server.store import Line
from alhambra.server.tables import Tables


async def carry_out(
    tables: Tables, table: LiveTable, page: Page, command: Say | Mute | Report
) -> None:
    """Do what a page wants of the chat."""
    match command:
        case Say():
            await _say(tables, table, page, command)
        case Mute():
            await _mute(tables, table, page, command)
        case Report():
            lines = await tables.store.lines(table.fold.id, 10_000)
            if command.line not in [line.line for line in lines]:
                raise refuse("no_such_line", line=command.line)
            assert page.person is not None
            await tables.store.report(page.person, command.line, now_ms())


def cleaned(typed: str) -> str:
    """One line without control characters, as people see it."""
    kept = (" " if unicodedata.category(letter)[0] in "ZC" else letter for letter in typed)
    return " ".join("".join(kept).split())


async def _say(tables: Tables, table: LiveTable, page: Page, command: Say) -> None:
    assert page.person is not None
    assert page.name is not None
    said = cleaned(command.text)
    if not said:
        raise refuse("not_understood", problem="text")
    own = table.fold.seats_of(page.person)
    seat = own[0] if own else None
    name = table.fold.names[seat] if seat is not None else page.name
    line = Line(0, now_ms(), page.person, seat, name, said)
    number = await tables.store.say(table.fold.id, line, command.id)
    if number is None:
        before = await tables.store.said(table.fold.id, page.person, command.id)
        if before != said:
            raise refuse("only_once")
        return
    message = chat_message(table, [_shown(number, line)])
    for other in table.pages:
        if page.person not in other.muted:
            other.post(message)


async def _mute(tables: Tables, table: LiveTable, page: Page, command: Mute) -> None:
    seats = table.fold.seats
    other = seats[command.seat].person if command.seat < len(seats) else None
    if other is None or other == page.person:
        raise refuse("muted_here", seat=command.seat + 1)
    assert page.person is not None
    await tables.store.mute(page.person, other, command.muted)
    page.muted = await tables.store.muted(page.person)
    page.post(table.table_message(page))


async def last_lines(tables: Tables, table: LiveTable, page: Page) -> str:
    """The last lines, without those of people the page does not want to hear."""
    lines = await tables.store.lines(table.fold.id, tables.settings.limits.chat_lines)
    shown = [_shown(line.line, line) for line in lines if line.person not in page.muted]
    return chat_message(table, shown)


def chat_message(table: LiveTable, lines: list[ChatLine]) -> str:
    """Lines of chat for a page."""
    return text({"type": "chat", "version": table.fold.version, "lines": lines})


def _shown(number: int, line: Line) -> ChatLine:
    return {
        "line": number,
        "at": line.at,
        "seat": line.seat,
        "name": line.name,
        "text": line.text,
    }
