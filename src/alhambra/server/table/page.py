"""A page: one websocket, what it may see, and what is still to be sent to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from alhambra.reasons import Reason
from alhambra.server.log.fold import Fold
from alhambra.server.protocol.to_page import Curtain

MOST_WAITING = 1_000_000
"""Characters. A page that is further behind is closed, and gets everything when it reconnects."""

MOST_STATES = 30
"""States that wait for a page. Those of a bot's turn, a few, are sent together; if more than these
wait, they are replaced by the newest."""

Send = Callable[[str], Awaitable[None]]


async def _nothing() -> None:
    """A page that shows no table has no state."""


class Page:
    """A page at a table. A slow connection delays only its own sender."""

    def __init__(self, send: Send, person: str | None, name: str | None, address: str = "") -> None:
        self.person = person
        self.name = name
        self.address = address  # see ``limits.addresses``
        self.drop: Callable[[Reason], None] = lambda _: None
        self.unlocked: int | None = None
        self.muted: set[str] = set()
        self.lost = False
        self.has: tuple[int, int | None] | None = None  # version and seat of the state sent last
        self.takes_changes = True  # pages of the release before understand only whole states
        self.is_behind = False  # gets no states until it is sent the newest
        self.catch_up: Callable[[], Awaitable[None]] = _nothing
        """Queues the newest state."""
        self._send = send
        self._waiting: list[str] = []
        self._states: list[int] = []  # where they are in the queue
        self._size = 0
        self._idle: asyncio.Future[None] | None = None  # the sender waits for a message

    def post(self, message: str) -> None:
        """Queue this message for sending."""
        if self.lost:
            return
        self._waiting.append(message)
        self._size += len(message)
        if self._size > MOST_WAITING:
            self.lost = True
        self._wake()

    def post_state(self, *messages: str) -> None:
        """Queue a state, and what belongs to it. If too many states wait already, they are dropped
        instead: the page is sent the newest one when it can be sent something."""
        if self.is_behind:
            return
        if len(self._states) >= MOST_STATES:
            self.is_behind = True
            for place in reversed(self._states):
                self._size -= len(self._waiting.pop(place))
            self._states.clear()
            return
        for message in messages:
            self._states.append(len(self._waiting))
            self.post(message)

    def close(self) -> None:
        """Send nothing more, and close the socket."""
        self.lost = True
        self._wake()

    def _wake(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    async def keep_sending(self) -> None:
        """Send queued messages, all waiting ones in one frame. Ends when the page is lost."""
        loop = asyncio.get_running_loop()
        while True:
            if not (self._waiting or self.is_behind or self.lost):
                self._idle = loop.create_future()
                await self._idle
            if self.is_behind:
                await self.catch_up()
            if self.lost:
                return
            frame = f"[{','.join(self._waiting)}]"
            self._waiting.clear()
            self._states.clear()
            self._size = 0
            await self._send(frame)

    # What it may see

    def has_curtain(self, fold: Fold) -> bool:
        """Whether several people with hidden hands share this screen."""
        return (
            fold.status == "playing"
            and not fold.options.open_hands
            and len(fold.seats_of(self.person)) > 1
        )

    def shown_seat(self, fold: Fold) -> int | None:
        """The seat whose hand this page shows."""
        seats = fold.seats_of(self.person)
        if len(seats) < 2:
            return seats[0] if seats else None
        if self.has_curtain(fold):
            return self.unlocked if self.unlocked in seats else None
        return fold.game.seat if fold.game and fold.game.seat in seats else seats[0]

    def curtain(self, fold: Fold) -> Curtain:
        """Whose hand is open, and which seat the curtain waits for."""
        acting = fold.playing.seat
        mine = acting in fold.seats_of(self.person) and not fold.seats[acting].bot
        return {
            "type": "curtain",
            "version": fold.version,
            "unlocked": self.unlocked,
            "waiting_for": acting if mine and acting != self.unlocked else None,
        }
