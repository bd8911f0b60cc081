"""Chat: sending, muting and reporting lines. They are plain text, never markup."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from alhambra.server.protocol.from_page import Mute, Report, Say
from alhambra.server.protocol.to_page import ChatLine
from alhambra.server.runtime.json_text import text
from alhambra.server.runtime.refusals import refuse
from alhambra.server.store.store import Line, News
from alhambra.server.table.live import LiveTable
from alhambra.server.table.page import Page

if TYPE_CHECKING:
    from alhambra.server.table.registry import Tables

LINES_KNOWN = 200


async def carry_out(
    tables: Tables, table: LiveTable, page: Page, command: Say | Mute | Report
) -> None:
    """Carry out a chat command of a page."""
    match command:
        case Say():
            await _say(tables, table, page, command)
        case Mute():
            await _mute(tables, table, page, command)
        case Report():
            line = await _line_said(tables, table, command.line)
            assert page.person is not None
            await tables.store.chat.report(page.person, line.line, tables.time.wall_ms())


def cleaned(typed: str) -> str:
    """The text as one line without control characters."""
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
    line = Line(0, tables.time.wall_ms(), page.person, seat, name, said)
    number = await tables.store.chat.say(table.fold.id, line, command.id)
    if number is None:
        before = await tables.store.chat.said(table.fold.id, page.person, command.id)
        if before != said:
            raise refuse("only_once")
        return
    post_new_lines(table, [replace(line, line=number)])
    await tables.fanout.publish(News("chat", table.fold.id))


def post_new_lines(table: LiveTable, lines: Sequence[Line]) -> None:
    """Send the lines that the table's pages have not been sent yet, also by another process."""
    new = [line for line in lines if line.line not in table.shown_lines]
    table.shown_lines.update(line.line for line in new)
    if len(table.shown_lines) > 2 * LINES_KNOWN:
        table.shown_lines = set(sorted(table.shown_lines)[-LINES_KNOWN:])
    for line in new:
        for page in table.pages:
            if line.person not in page.muted:
                page.post(chat_message(table, [_shown(line, page)]))


async def _line_said(tables: Tables, table: LiveTable, number: int) -> Line:
    line = await tables.store.chat.line(table.fold.id, number)
    if line is None:
        raise refuse("no_such_line", line=number)
    return line


async def _mute(tables: Tables, table: LiveTable, page: Page, command: Mute) -> None:
    assert page.person is not None
    if command.line is not None:
        other = (await _line_said(tables, table, command.line)).person
        if other == page.person:
            raise refuse("own_line", line=command.line)
    else:
        other = _person_on(table, command.seat or 0, page)
    await tables.store.chat.mute(page.person, other, command.muted)
    muted = await tables.store.chat.muted(page.person)
    own = [each for each in tables.pages if each.person == page.person]
    await tables.fanout.publish(News("person", page.person))
    for each in own:  # the person may have several pages, also at other tables
        each.muted = muted
    for each in table.pages.intersection(own):
        each.post(table.display.table_message(each))
        each.post(await last_lines(tables, table, each))


def _person_on(table: LiveTable, seat: int, page: Page) -> str:
    seats = table.fold.seats
    person = seats[seat].person if seat < len(seats) else None
    if person is None or person == page.person:
        raise refuse("muted_here", seat=seat + 1)
    return person


async def last_lines(tables: Tables, table: LiveTable, page: Page) -> str:
    """The last lines. Those of muted people have no text, and can be unmuted."""
    lines = await tables.store.chat.lines(table.fold.id, tables.settings.limits.chat_lines)
    post_new_lines(table, lines)
    return chat_message(table, [_shown(line, page) for line in lines])


def chat_message(table: LiveTable, lines: list[ChatLine]) -> str:
    """Lines of chat for a page."""
    return text({"type": "chat", "version": table.version, "lines": lines})


def _shown(line: Line, page: Page) -> ChatLine:
    muted = line.person in page.muted
    return {
        "line": line.line,
        "at": line.at,
        "seat": line.seat,
        "name": line.name,
        "text": "" if muted else line.text,
        "yours": line.person == page.person,
        "muted": muted,
    }
