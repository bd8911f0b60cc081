"""What the pages of a table are sent: the table and the state of its game, each as it sees them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from alhambra.server.log.fold import Fold
from alhambra.server.log.happenings import AnyHappening
from alhambra.server.render.table import SeenParts, StateText, table_shown
from alhambra.server.runtime.json_text import Remembered, text
from alhambra.server.runtime.supervision import Supervisor
from alhambra.server.table.page import Page

if TYPE_CHECKING:
    from alhambra.server.table.live import LiveTable


class Display:
    """Shows one table to its pages. Callers hold the table's lock."""

    def __init__(self, table: LiveTable, supervisor: Supervisor) -> None:
        self._table = table
        self._supervisor = supervisor
        self._remembered = Remembered()
        self._seen: SeenParts | None = None  # what pages were sent last

    def table_message(self, page: Page) -> str:
        """The table as this page sees it."""
        return self._table_messages([page])[0][1]

    def _table_messages(self, pages: Iterable[Page]) -> list[tuple[Page, str]]:
        """The table as each of these pages sees it. It is serialized once per person and once for
        all anonymous pages: a table can have hundreds of pages."""
        present, paused = self._table.present, self._table.is_paused
        players = {seat.person for seat in self._fold.seats if seat.person}
        spectators = sum(page.person not in players for page in self._table.pages)
        spectators += self._table.elsewhere.spectators
        written: dict[tuple[str | None, frozenset[str]], str] = {}
        found: list[tuple[Page, str]] = []
        for page in pages:
            key = page.person, frozenset(page.muted)
            if key not in written:
                shown = table_shown(
                    self._fold,
                    page.person,
                    present=present,
                    muted=page.muted,
                    paused=paused,
                    spectators=spectators,
                )
                message = {"type": "table", "version": self._fold.version, "table": shown}
                written[key] = text(message)
            found.append((page, written[key]))
        return found

    def show_table(self, but: Page | None = None) -> None:
        """Send the table to all pages, or to all but one."""
        with self._guard():
            for page, message in self._table_messages(self._table.pages - {but}):
                page.post(message)

    def states(self, since: int, happened: list[AnyHappening]) -> list[tuple[Page, str]]:
        """The state for each page, as changes if it has the one before. To be posted in any case:
        a page counts as having it from now on."""
        fold = self._fold
        found: list[tuple[Page, str]] = []
        if fold.game is None or not self._table.pages:
            return found
        with self._guard():
            deadline = self._table.deadline()
            states = StateText(fold, since, happened, deadline, self._remembered, self._seen)
            self._seen = states.parts
            for page in self._table.pages:
                if not page.is_behind:
                    with self._guard():  # the others are told nevertheless
                        found.append((page, self._state_for(page, states, since)))
        return found

    def _state_for(self, page: Page, states: StateText, since: int | None) -> str:
        seat, before = page.shown_seat(self._fold), page.has
        page.has = None  # if it cannot be rendered
        has_before = page.takes_changes and before == (since, seat)
        state = states.for_seat(seat, has_before=has_before)
        page.has = self._fold.version, seat
        return state

    def show_state(self, since: int, happened: list[AnyHappening], acting: int | None) -> None:
        """Send the state to all pages. The curtain closes when the turn has ended."""
        fold = self._fold
        if fold.game is None:
            return
        with_curtain = {page for page in self._table.pages if page.has_curtain(fold)}
        if fold.playing.seat != acting:
            for page in with_curtain:
                page.unlocked = None
        for page, state in self.states(since, happened):
            curtain = (text(page.curtain(fold)),) if page in with_curtain else ()
            page.post_state(state, *curtain)

    def show_all(self, page: Page) -> None:
        """Send everything to one page again."""
        page.post(self.table_message(page))
        if self._fold.game is not None:
            self.show_whole_state(page)

    def show_whole_state(self, page: Page) -> None:
        """Send the state to one page, whatever it has."""
        fold, deadline = self._fold, self._table.deadline()
        states = StateText(fold, fold.version, [], deadline, self._remembered, self._seen)
        self._seen = states.parts
        page.is_behind = False
        curtain = (text(page.curtain(fold)),) if page.has_curtain(fold) else ()
        page.post_state(self._state_for(page, states, None), *curtain)

    def _guard(self) -> AbstractContextManager[None]:
        return self._supervisor.guard("showing", table=self._fold.id)

    @property
    def _fold(self) -> Fold:
        return self._table.fold
