"""Commands of pages: each is carried out once and answered."""

from __future__ import annotations

from hashlib import blake2b

from alhambra.reasons import AlhambraError, Reason, why
from alhambra.server.log.events import Rematched
from alhambra.server.log.fold import Fold
from alhambra.server.protocol.from_page import (
    Command,
    CommitSalt,
    Leave,
    Mute,
    Rematch,
    Report,
    Return,
    RevealSalt,
    Say,
    SetOptions,
    SetSeat,
    Sit,
    Stand,
    Start,
    StartWithout,
    Turn,
)
from alhambra.server.protocol.table import MySeat
from alhambra.server.protocol.to_page import Answer
from alhambra.server.render.happenings import reason_given
from alhambra.server.runtime.json_text import text
from alhambra.server.runtime.refusals import refuse
from alhambra.server.table import chat, dealing, seating
from alhambra.server.table.decisions import Decision, Overtaken, Sender
from alhambra.server.table.game_length import check_command
from alhambra.server.table.live import LiveTable
from alhambra.server.table.page import Page
from alhambra.server.table.registry import Tables
from alhambra.server.table.turns import decide_turn

TRIES = 3
"""How often a command is tried again if other processes change its table first."""


async def carry_out(tables: Tables, table: LiveTable, page: Page, command: Command) -> None:
    """Carry out the command and answer it. If a command in a turn is refused, the whole state is
    sent too, because the page may be behind."""
    tries = TRIES
    while not await _carried_out(tables, table, page, command, is_last=not tries):
        tries -= 1
        table = await tables.find(table.fold.id)


async def _carried_out(
    tables: Tables, table: LiveTable, page: Page, command: Command, *, is_last: bool
) -> bool:
    """Whether the command was answered. Otherwise another process has changed the table first."""
    reason: Reason | None = None
    async with table.lock:
        try:
            await _do(tables, table, page, command)
        except Overtaken as error:
            if not is_last:
                return False
            reason = error.reason
        except AlhambraError as error:
            reason = error.reason
        except Exception as error:
            tables.supervisor.failed("command", error, table=table.fold.id)
            reason = why("went_wrong")
        version = table.version
        if reason is None:
            known = table.fold.answer_to(page.person, command.id)
            version = known.version if known else version
        answer: Answer = {
            "type": "answer",
            "version": version,
            "id": command.id,
            "reason": reason_given(reason) if reason else None,
        }
        page.post(text(answer))
        if reason and isinstance(command, Turn) and not table.gone:
            table.display.show_all(page)
    (tables.metrics.refused if reason else tables.metrics.done).inc()
    return True


async def _do(tables: Tables, table: LiveTable, page: Page, command: Command) -> None:
    table.check_here()
    fold, person = table.fold, page.person
    if person is None or page.name is None:
        raise refuse("name_needed")
    known = fold.answer_to(person, command.id)
    if known:
        if known.fingerprint not in (None, fingerprint(command)):
            raise refuse("only_once")
        return
    match command:
        case Say() | Mute() | Report():
            await chat.carry_out(tables, table, page, command)
        case Rematch():
            if fold.status != "over":
                raise refuse("not_over")
            if not fold.seats_of(person):
                raise refuse("not_your_table")
            if fold.next is None:
                tables.quotas.charge_table(person, page.address, public=fold.options.public)
                next_table = await tables.rematch(table, person)
                decision = Decision([Rematched(next_table)])
                await table.commit(decision, _sender(person, command))
        case _:
            check_command(fold, command)
            if isinstance(command, Return):
                table.timer.check_left(command.seat)
            if isinstance(command, SetOptions) and _opens_up(fold, command):
                tables.quotas.charge_public(page.address)
            if _takes_seat(command):
                await tables.check_games(person)
            decision = _decide(tables, table, person, page.name, command)
            await table.commit(decision, _sender(person, command))


def _takes_seat(command: Command) -> bool:
    return isinstance(command, Sit) or (
        isinstance(command, SetSeat) and isinstance(command.to, MySeat)
    )


def _opens_up(fold: Fold, command: SetOptions) -> bool:
    return command.options.public and not fold.options.public


def fingerprint(command: Command) -> str:
    """A hash of the command without its id, which detects a different command with a used id."""
    return blake2b(command.model_dump_json(exclude={"id"}).encode(), digest_size=8).hexdigest()


def _sender(person: str, command: Command) -> Sender:
    return Sender(person, command.id, fingerprint(command))


def _present(tables: Tables, table: LiveTable) -> set[str]:
    """The persons with a page open at this table, or at the table of which it is the rematch."""
    previous = tables.in_memory(table.fold.previous) if table.fold.previous else None
    return table.present | (previous.present if previous else set())


def _decide(tables: Tables, table: LiveTable, person: str, name: str, command: Command) -> Decision:
    fold = table.fold
    match command:
        case Turn():
            return decide_turn(fold, person, command)
        case SetSeat():
            return seating.set_seat(fold, person, name, command, tables.settings.own_bots)
        case SetOptions():
            return seating.set_options(fold, person, command)
        case Sit():
            return seating.sit(fold, person, name, command)
        case Stand():
            return seating.stand(fold, person, command)
        case Start():
            return dealing.start(fold, person, _present(tables, table))
        case StartWithout():
            decision = dealing.start_without(fold, person, table.present)
            table.check_salts_are_late()
            return decision
        case CommitSalt():
            return dealing.commit_salt(fold, person, command)
        case RevealSalt():
            return dealing.reveal_salt(fold, person, command)
        case Leave():
            return seating.leave(fold, person, command)
        case Return():
            return seating.come_back(fold, person, command)
    raise TypeError(f"not a command: {command!r}")
