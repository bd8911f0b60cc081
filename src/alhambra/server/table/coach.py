"""The coach of a table. Workers find the answers, and only the page that asked gets them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event as Flag
from typing import TYPE_CHECKING

from alhambra.reasons import Reason, why
from alhambra.server.log.events import Coached
from alhambra.server.log.fold import Fold
from alhambra.server.protocol.from_page import AskCoach, AskHint, FollowChances
from alhambra.server.render.coach import chances_fields
from alhambra.server.render.happenings import reason_given
from alhambra.server.runtime.json_text import text
from alhambra.server.runtime.refusals import refuse
from alhambra.server.runtime.supervision import Supervisor
from alhambra.server.table.bot_pool import BotPool
from alhambra.server.table.coach_process import hint_fields, missed_fields
from alhambra.server.table.decisions import Decision, check_plays, check_started
from alhambra.server.table.game_length import MOST_EVENTS, is_log_full
from alhambra.server.table.page import Page

if TYPE_CHECKING:
    from alhambra.server.table.live import LiveTable


class Coach:
    """Answers questions about the present position of one table. Once it changes, what is still
    being worked on is dropped. Callers hold the table's lock, except for ``leave``."""

    def __init__(self, table: LiveTable, bots: BotPool, supervisor: Supervisor) -> None:
        self._table = table
        self._bots = bots
        self._supervisor = supervisor
        self._asked: dict[Page, Flag] = {}  # the last question of each page
        self._followers: set[Page] = set()
        self._following: Flag | None = None  # while the chances are found
        self._position = 0  # the version of the position that all of this is about
        self._asked_at: object = None  # the ply and phase that questions are about

    async def ask(self, page: Page, question: AskCoach) -> None:
        """Start to answer a question. If a page asks again, its earlier question is dropped."""
        fold = self._table.fold
        check_started(fold)
        check_plays(fold, page.person, question.seat)
        check_coach(fold)
        if not fold.may_follow(question.base):
            raise refuse("table_moved_on")
        if fold.playing.seat != question.seat:
            raise refuse("not_your_turn", seat=question.seat + 1)
        if page.has_curtain(fold) and page.unlocked != question.seat:
            raise refuse("curtain_closed", seat=question.seat + 1)
        hint = isinstance(question, AskHint)
        if hint and not fold.playing.phase.is_decision:
            raise refuse("nothing_to_decide")
        if not hint and not fold.steps:
            raise refuse("nothing_to_take_back")
        self._bots.check_advice()
        await self._remember(question.seat)
        self._position = fold.position_version
        self._drop(page)
        self._asked_at = fold.ply, fold.playing.phase
        self._asked[page] = stop = Flag()
        kind, find = ("hint", hint_fields) if hint else ("missed", missed_fields)
        start = f'"type":"{kind}","id":{text(question.id)}'
        work = partial(find, fold.playing.copy(), fold.options.open_hands, stop.is_set)
        self._supervisor.once("coach", self._answer(page, start, work, stop))

    async def follow(self, page: Page, wish: FollowChances) -> None:
        """Send the chances of winning to this page from now on, or no longer."""
        if not wish.on:
            self._followers.discard(page)
            return
        fold = self._table.fold
        check_started(fold)
        check_coach(fold)
        seats = fold.seats_of(page.person)
        if not seats:
            raise refuse("not_your_table")
        for seat in seats:
            await self._remember(seat)
        self._followers.add(page)
        self._find_chances()

    async def _remember(self, seat: int) -> None:
        """Log that the seat uses the coach."""
        fold = self._table.fold
        if seat not in fold.coached:
            if is_log_full(fold):
                raise refuse("too_long", limit=MOST_EVENTS)
            await self._table.commit(Decision([Coached(seat)]))

    def go_on(self) -> None:
        """After a commit: drop outdated questions, and find the new chances."""
        fold = self._table.fold
        if self._position == fold.position_version:
            return
        self._position = fold.position_version
        # A page waits on where others only leave or ask for something, so it is answered then.
        if self._asked and self._asked_at != (fold.ply, fold.playing.phase):
            for page in list(self._asked):
                self._drop(page)
        self._find_chances()

    def take_over(self, old: Coach) -> None:
        """The table was loaded again: its pages still follow the chances, and those that wait for
        an answer are told that none comes."""
        self._followers |= old._followers
        for page in old._asked:
            self._say(page, why("table_moved_on"))

    def leave(self, page: Page) -> None:
        """Forget a page."""
        self._drop(page)
        self._followers.discard(page)

    def close(self) -> None:
        """Drop everything."""
        self._followers.clear()
        if self._following:
            self._following.set()
        for page in list(self._asked):
            self._drop(page)

    def _drop(self, page: Page) -> None:
        if stop := self._asked.pop(page, None):
            stop.set()

    # Answering

    async def _answer(self, page: Page, start: str, work: Callable[[], str], stop: Flag) -> None:
        try:
            found = await self._bots.advise(work, stop, page.person or page.address)
        except Exception as error:
            self._supervisor.failed("coach", error, table=self._table.fold.id)
            if self._asked.get(page) is stop:
                del self._asked[page]
                self._say(page, why("went_wrong"))
            return
        if found is not None and self._asked.get(page) is stop:
            del self._asked[page]
            page.post(f'{{{start},"version":{self._table.version},{found}}}')

    def _say(self, page: Page, reason: Reason) -> None:
        version, given = self._table.version, reason_given(reason)
        page.post(text({"type": "fault", "version": version, "reason": given}))

    def _find_chances(self) -> None:
        """Find the chances. While that is under way nothing more is started, so that quick bots do
        not pile up work."""
        if self._followers and not self._following:
            self._following = stop = Flag()
            self._supervisor.once("coach", self._send_chances(stop))

    async def _send_chances(self, stop: Flag) -> None:
        table = self._table
        try:
            while self._followers and not stop.is_set():
                async with table.lock:
                    if table.gone or table.fold.status != "playing":
                        return
                    position, version = table.fold.position_version, table.version
                    work = partial(chances_fields, table.fold.playing.copy())
                found = await self._bots.advise(work, stop, table.fold.id)
                if position == table.fold.position_version:
                    for page in self._followers if found else ():
                        page.post(f'{{"type":"chances","version":{version},{found}}}')
                    return
        finally:
            self._following = None


def check_coach(fold: Fold) -> None:
    """Refuse if the coach may not be used in this game."""
    if not fold.allows_coach:
        raise refuse("coach_never" if fold.options.coach == "never" else "coach_not_agreed")
