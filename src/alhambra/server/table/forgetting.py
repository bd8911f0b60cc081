"""Forgetting a person: their data is deleted at once, their seats are given up game by game.

The first step is one transaction. The rest continues at the next start if the server is stopped in
the middle.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from alhambra.server.log.events import Event, Replaced
from alhambra.server.log.fold import Fold
from alhambra.server.runtime.supervision import Supervisor
from alhambra.server.store.store import Fanout, News, Sitter, Store, Writing
from alhambra.server.table.decisions import Decision
from alhambra.server.table.live import LiveTable
from alhambra.server.table.page import Page
from alhambra.server.table.seating import STAND_IN, freed, handed_over

log = logging.getLogger("alhambra.forgetting")


class PersonServices(Protocol):
    """The parts of the server that forgetting needs."""

    store: Store
    fanout: Fanout
    supervisor: Supervisor
    pages: set[Page]

    async def find(self, game: str) -> LiveTable:
        """The table, loaded into memory if necessary."""

    async def find_readable(self, game: str) -> LiveTable | None:
        """The table; None if its game cannot be read."""

    def holding(self, game: str) -> AbstractAsyncContextManager[LiveTable]:
        """The table with its lock held."""


async def forget(around: PersonServices, person: str) -> None:
    """Delete a person's data. From then on they are unknown and their pages are closed. Seats
    that cannot be given up now are given up later."""
    await around.store.people.begin_to_forget(person)
    close_pages(around.pages, {person})
    with around.supervisor.guard("publishing"):
        await around.fanout.publish(News("person", person))
    with around.supervisor.guard("forgetting"):
        await give_up_seats(around, person)


def close_pages(pages: Iterable[Page], persons: Collection[str]) -> None:
    """Close the pages of people who have been forgotten."""
    for page in list(pages):
        if page.person in persons:
            page.person = page.name = None
            page.close()


async def give_up_seats(around: PersonServices, person: str) -> None:
    """Give up the seats of a person who is being forgotten, one game after another."""
    is_done = True
    for game in await around.store.people.games_of(person):
        game_is_done = False
        with around.supervisor.guard("forgetting", table=game):
            await _leave_game(around, game, person)
            game_is_done = True
        is_done = is_done and game_is_done
    if is_done:
        await around.store.people.end_forgetting(person)


async def _leave_game(around: PersonServices, game: str, person: str) -> None:
    if (
        await around.find_readable(game) is None
    ):  # unreadable: the log stays as it is, but the seat belongs to nobody
        sitters = await around.store.people.seats_of(game, person)
        await around.store.write(game, Writing(sitters=sitters))
        return
    async with around.holding(game) as table:  # the sweep may be giving up the same seats
        sitters = await around.store.people.seats_of(game, person)
        decision = _given_up(table.fold, person, sitters)
        if decision.events:
            await table.commit(decision)
        else:
            await around.store.write(game, Writing(sitters=sitters))
        table.gone = True  # to be loaded again, without the name
    if table.pages:
        await around.find(game)


def _given_up(fold: Fold, person: str, sitters: Sequence[Sitter]) -> Decision:
    """A bot takes over; before the start the seats are free again, and the next person who sits
    there becomes the host."""
    events: list[Event] = []
    named = {sitter.seat: sitter for sitter in sitters}
    for seat in fold.seats_of(person):
        if fold.status == "open":
            decision = freed(fold, seat)
            events += decision.events
            named |= {sitter.seat: sitter for sitter in decision.sitters}
        elif fold.status == "playing" and not fold.seats[seat].bot:
            events.append(Replaced(seat, STAND_IN, "left"))
    if fold.status == "open" and fold.host == person:
        events += handed_over(fold, person).events
    return Decision(events, list(named.values()))
