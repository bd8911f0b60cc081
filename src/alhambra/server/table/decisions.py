"""Decisions on commands: events for the log, or a refusal with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from alhambra.reasons import AlhambraError
from alhambra.server.log.events import Event
from alhambra.server.log.fold import Fold
from alhambra.server.runtime.refusals import refuse
from alhambra.server.store.store import Sitter


class Overtaken(AlhambraError):
    """Another process has written to the log first. After reloading the table, try again."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The sender of a command: the person, the command's id and its fingerprint."""

    person: str
    client_id: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Decision:
    """Events for the log, and the names that change with them."""

    events: Sequence[Event]
    sitters: Sequence[Sitter] = field(default=())


def check_started(fold: Fold) -> None:
    """Refuse before the start and after the end."""
    if fold.status == "open":
        raise refuse("not_started")
    if fold.status == "over":
        raise refuse("game_over")


def check_own(fold: Fold, person: str | None, seat: int) -> None:
    """Refuse a person who does not act for the seat."""
    if seat not in fold.seats_of(person):
        raise refuse("not_your_seat", seat=seat + 1)


def check_plays(fold: Fold, person: str | None, seat: int) -> None:
    """Refuse a person who does not act for the seat, or for whom a bot plays."""
    check_own(fold, person, seat)
    if fold.seats[seat].bot:
        raise refuse("bot_plays", seat=seat + 1)
