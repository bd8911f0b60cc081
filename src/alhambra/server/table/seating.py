"""Decisions on seats: setting up, sitting down, standing up, leaving and returning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from pydantic import TypeAdapter

from alhambra.bots import LEVELS, Bot, ChampionBot
from alhambra.server.log.events import HostChanged, OptionsSet, Replaced, Returned, SeatSet
from alhambra.server.log.fold import Fold
from alhambra.server.log.options import Options
from alhambra.server.log.seats import Counter, Seat
from alhambra.server.protocol.from_page import Leave, Return, SetOptions, SetSeat, Sit, Stand
from alhambra.server.protocol.table import (
    BotSeat,
    GuestSeat,
    MySeat,
    OpenSeat,
    SeatChoice,
    TableOptions,
)
from alhambra.server.runtime.refusals import refuse
from alhambra.server.store.store import Sitter
from alhambra.server.table.dealing import check_open
from alhambra.server.table.decisions import Decision, check_own, check_started
from alhambra.server.table.names import clean_name, distinct

COUNTERS: tuple[Counter, ...] = get_args(Counter)
STAND_IN = LEVELS[min(1, len(LEVELS) - 1)].key
"""The level of the bot that plays for a person who left."""
FREE = "·"  # the name on a free seat
_BOT_NAMES = ("Aisha", "Boabdil", "Catalina", "Daud", "Elvira", "Farax", "Guzmán")
_OPTIONS = TypeAdapter(Options)


def seated(
    choices: Sequence[SeatChoice], person: str, name: str, own_bots: Sequence[Bot] = ()
) -> tuple[list[Seat], list[str]]:
    """The seats and names of a new table, or a refusal."""
    seats: list[Seat] = []
    names: list[str] = []
    wanted = [choice.counter for choice in choices if choice.counter]
    if len(set(wanted)) != len(wanted):
        raise refuse("counter_taken")
    free = [counter for counter in COUNTERS if counter not in wanted]
    if sum(isinstance(choice, MySeat) for choice in choices) > 1:
        raise refuse("one_seat_each")
    for choice in choices:
        check_level(choice, len(choices), own_bots)
        seat, title = _seat_of(choice, person, name, choice.counter or free.pop(0))
        seats.append(seat)
        names.append(name_for_seat(title, names))
    return seats, names


def _seat_of(choice: SeatChoice, person: str, name: str, counter: Counter) -> tuple[Seat, str]:
    match choice:
        case MySeat():
            return Seat("person", person, None, counter), name
        case GuestSeat():
            return Seat("guest", person, None, counter), clean_name(choice.name)
        case BotSeat():
            title = clean_name(choice.name) if choice.name else ""
            return Seat("bot", None, choice.level, counter), title
        case OpenSeat():
            return Seat("open", None, None, counter), FREE
    raise TypeError(f"not a seat: {choice!r}")


def check_level(choice: SeatChoice, players: int, own_bots: Sequence[Bot] = ()) -> None:
    """Refuse a bot that does not exist or was trained for another number of players."""
    if not isinstance(choice, BotSeat) or any(choice.level == level.key for level in LEVELS):
        return
    bot = next((bot for bot in own_bots if bot.name == choice.level), None)
    if bot is None:
        known = ", ".join([*(level.key for level in LEVELS), *(own.name for own in own_bots)])
        raise refuse("no_such_level", level=choice.level, known=known)
    if isinstance(bot, ChampionBot) and bot.network and bot.network.players != players:
        raise refuse("weights_players", found=bot.network.players, players=players)


def name_for_seat(name: str, others: Sequence[str]) -> str:
    """The name, distinct from the others unless the seat is free; a bot without a name gets one."""
    if name == FREE:
        return name
    if not name:
        return next(free for free in _BOT_NAMES if free not in others)
    return distinct(name, others)


def options_of(asked: TableOptions) -> Options:
    """The options as stored in the log."""
    return _OPTIONS.validate_python(asked.model_dump())


def _check_seat(fold: Fold, seat: int) -> None:
    if seat >= len(fold.seats):
        raise refuse("no_such_seat", seat=seat + 1)


def _change(fold: Fold, number: int, seat: Seat, name: str) -> Decision:
    others = [other for n, other in enumerate(fold.names) if n != number]
    sitter = Sitter(number, name_for_seat(name, others), seat.person)
    change = SeatSet(number, seat.kind, seat.person, seat.level, seat.counter)
    return Decision([change], [sitter])


def set_seat(
    fold: Fold, person: str, name: str, command: SetSeat, own_bots: Sequence[Bot] = ()
) -> Decision:
    """The host changes a seat."""
    check_open(fold)
    if person != fold.host:
        raise refuse("not_your_table")
    _check_seat(fold, command.seat)
    check_level(command.to, len(fold.seats), own_bots)
    counter = command.to.counter or fold.seats[command.seat].counter
    if any(s.counter == counter for n, s in enumerate(fold.seats) if n != command.seat):
        raise refuse("counter_taken")
    mine = [n for n in fold.seats_of(person) if fold.seats[n].kind == "person"]
    if isinstance(command.to, MySeat) and mine not in ([], [command.seat]):
        raise refuse("one_seat_each")
    seat, title = _seat_of(command.to, person, name, counter)
    return _change(fold, command.seat, seat, title)


def set_options(fold: Fold, person: str, command: SetOptions) -> Decision:
    """The host changes the options."""
    check_open(fold)
    if person != fold.host:
        raise refuse("not_your_table")
    youngest = command.options.youngest
    if youngest is not None:
        _check_seat(fold, youngest)
    if command.options.coach == "agreed" != fold.options.coach and _others_sit(fold, person):
        raise refuse("coach_too_late")
    return Decision([OptionsSet(options_of(command.options))])


def _others_sit(fold: Fold, person: str) -> bool:
    return any(seat.person not in (None, person) for seat in fold.seats)


def sit(fold: Fold, person: str, name: str, command: Sit) -> Decision:
    """Sit down on an open seat."""
    check_open(fold)
    _check_seat(fold, command.seat)
    seat = fold.seats[command.seat]
    if seat.kind != "open":
        raise refuse("seat_taken", seat=command.seat + 1)
    if any(fold.seats[n].kind == "person" for n in fold.seats_of(person)):
        raise refuse("one_seat_each")
    decision = _change(fold, command.seat, Seat("person", person, None, seat.counter), name)
    if fold.host is None:  # the host was forgotten and nobody else had a seat
        return Decision([*decision.events, HostChanged(person)], decision.sitters)
    return decision


def stand(fold: Fold, person: str, command: Stand) -> Decision:
    """Give up a seat."""
    check_open(fold)
    _check_seat(fold, command.seat)
    check_own(fold, person, command.seat)
    return freed(fold, command.seat)


def freed(fold: Fold, seat: int) -> Decision:
    """The decision that frees a seat."""
    return _change(fold, seat, Seat("open", None, None, fold.seats[seat].counter), FREE)


def handed_over(fold: Fold, person: str) -> Decision:
    """The host was forgotten: the next person with a seat becomes the host."""
    others = [seat.person for seat in fold.seats if seat.person not in (None, person)]
    return Decision([HostChanged(next(iter(others), None))])


def leave(fold: Fold, person: str, command: Leave) -> Decision:
    """Let a bot play for the seat."""
    check_started(fold)
    check_own(fold, person, command.seat)
    if fold.seats[command.seat].bot:
        raise refuse("bot_plays", seat=command.seat + 1)
    return Decision([Replaced(command.seat, STAND_IN, "left")])


def come_back(fold: Fold, person: str, command: Return) -> Decision:
    """Take the seat back from the bot."""
    check_started(fold)
    check_own(fold, person, command.seat)
    if not fold.seats[command.seat].replaced:
        raise refuse("no_bot_plays", seat=command.seat + 1)
    return Decision([Returned(command.seat)])
