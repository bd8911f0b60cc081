"""Seats and options as shown to a page, and whole states as text."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from alhambra.server.log.fold import Fold
from alhambra.server.log.happenings import AnyHappening
from alhambra.server.log.options import DaysClock, Options, TurnClock
from alhambra.server.log.shared_deals import SharedDeal
from alhambra.server.log.undo import may_ask_undo
from alhambra.server.protocol.board import UndoAsked
from alhambra.server.protocol.table import (
    ClockShown,
    OptionsShown,
    SeatShown,
    SharedDealShown,
    TableShown,
)
from alhambra.server.render.fairness import fairness_shown
from alhambra.server.render.happenings import happenings_shown
from alhambra.server.render.state import BoardParts, OwnParts, Unseen, board, own
from alhambra.server.runtime.json_text import Parts, Remembered, text


def table_shown(
    fold: Fold,
    person: str | None,
    *,
    present: Set[str] = frozenset(),
    muted: Set[str] = frozenset(),
    paused: bool = False,
    spectators: int = 0,
) -> TableShown:
    """The seats and options of a table, as one person sees them."""
    seats = [_seat_shown(fold, n, person, present, muted) for n in range(len(fold.seats))]
    sits = any(seat["yours"] for seat in seats) or (person is not None and person == fold.host)
    return {
        "id": fold.id,
        "status": fold.status,
        "yours": person is not None and person == fold.host,
        "seats": seats,
        "options": _options_shown(fold.options),
        "fairness": fairness_shown(fold, person, present),
        "invite": fold.invite if sits and not _is_private(fold) else None,
        "counts": fold.counts,
        "coach": fold.allows_coach,
        "paused": paused,
        "spectators": spectators,
        "origin": {"game": fold.origin[0], "ply": fold.origin[1]} if fold.origin else None,
        "shared": shared_shown(fold.shared),
        "next": fold.next,
    }


def _is_private(fold: Fold) -> bool:
    """Whether no link opens the table to others."""
    return fold.shared is not None and fold.shared.kind == "duplicate"


def shared_shown(shared: SharedDeal | None) -> SharedDealShown | None:
    """Whose deal a table plays."""
    return {"kind": shared.kind, "id": shared.id} if shared else None


def _seat_shown(
    fold: Fold, number: int, person: str | None, present: Set[str], muted: Set[str]
) -> SeatShown:
    seat = fold.seats[number]
    return {
        "kind": seat.kind,
        "name": "" if seat.kind == "open" else fold.names[number],
        "counter": seat.counter,
        "level": seat.bot,
        "replaced": seat.replaced is not None,
        "present": seat.kind == "bot" or seat.person in present,
        "yours": person is not None and seat.person == person,
        "muted": seat.person in muted,
        "coached": number in fold.coached,
    }


def _options_shown(options: Options) -> OptionsShown:
    clock: ClockShown = {"kind": options.clock.kind, "seconds": None}
    if isinstance(options.clock, TurnClock):
        clock["seconds"] = options.clock.seconds
    elif isinstance(options.clock, DaysClock):
        clock["seconds"] = options.clock.days * 86_400
    return {
        "public": options.public,
        "clock": clock,
        "open_hands": options.open_hands,
        "undo": options.undo,
        "random_order": options.random_order,
        "youngest": options.youngest,
        "coach": options.coach,
    }


@dataclass(slots=True)
class SeenParts:
    """What pages were sent at a version, to compare the next one with."""

    version: int
    board: BoardParts
    own: dict[int | None, Parts]


class StateText:
    """The states of one version as JSON, whole or as changes since an earlier version. What all
    pages see is serialized once."""

    def __init__(
        self,
        fold: Fold,
        since: int,
        happenings: Sequence[AnyHappening],
        deadline: int | None,
        remembered: Remembered | None = None,
        before: SeenParts | None = None,
    ) -> None:
        """``before`` is what pages were sent at version ``since``, if that is still known."""
        self._fold = fold
        self._view = fold.playing.view()
        self._before = before if before and before.version == since else None
        undo: UndoAsked | None = None
        if fold.undo:
            waiting = sorted(fold.undo.waiting)
            undo = {"seat": fold.undo.seat, "ply": fold.undo.ply, "waiting": waiting}
        open_hands = fold.options.open_hands
        self._unseen = Unseen(self._view, open_hands=open_hands)
        seen = board(
            self._view,
            remembered or Remembered(),
            ply=fold.ply,
            steps=fold.steps,
            sheets=fold.sheets,
            open_hands=open_hands,
        )
        known = before.own if before and before.version == fold.version else {}
        self.parts = SeenParts(fold.version, seen, known)
        rest = {"happenings": happenings_shown(happenings), "undo": undo, "deadline": deadline}
        self._head = f'"version":{fold.version},"since":{since}'
        self._rest = text(rest)[1:]
        self._texts: dict[tuple[int | None, bool], str] = {}

    def for_seat(self, seat: int | None, *, has_before: bool = False) -> str:
        """The state for a page that sees the hand of this seat, or no hand. ``has_before``: the
        page has what this seat saw before."""
        key = seat, has_before and self._before is not None
        if key not in self._texts:
            self._texts[key] = self._change(seat) if key[1] else self._whole(seat)
        return self._texts[key]

    def _whole(self, seat: int | None) -> str:
        own = self._own_of(seat).whole()
        board = self.parts.board.whole()
        return f'{{"type":"state",{self._head},"board":{board},"own":{own},{self._rest}'

    def _change(self, seat: int | None) -> str:
        assert self._before is not None
        own = self._own_of(seat).changes(self._before.own.get(seat))
        return (
            f'{{"type":"change",{self._head},"board":{self._board_changes},"own":{own},{self._rest}'
        )

    @cached_property
    def _board_changes(self) -> str:
        assert self._before is not None
        return self.parts.board.changes(self._before.board)

    def _own_of(self, seat: int | None) -> OwnParts:
        asks = seat is not None and may_ask_undo(self._fold, seat)
        seen = own(self._view, self._fold, self._unseen, seat, may_ask_undo=asks)
        self.parts.own[seat] = seen.fields
        return seen
