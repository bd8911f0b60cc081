"""The open websockets. When there is no room, players take precedence over spectators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Protocol

from alhambra.reasons import Reason, why
from alhambra.server.limits.amounts import Limits
from alhambra.server.runtime.refusals import refuse


class Socket(Protocol):
    """An open websocket."""

    @property
    def address(self) -> str:
        """Where it comes from."""

    @property
    def person(self) -> str | None:
        """The person it belongs to, by the cookie."""

    @property
    def is_seated(self) -> bool:
        """Whether it belongs to a player of the table it shows."""

    def drop(self, reason: Reason) -> None:
        """Tell the page why, and close."""


class Sockets:
    """The open websockets, the oldest first."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: dict[Socket, tuple[str, str | None]] = {}  # with address and person
        self._by_address: dict[str, dict[Socket, None]] = {}
        self._by_person: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, socket: Socket) -> None:
        """Count a new websocket, or refuse it."""
        person, address = socket.person, socket.address
        if person and self._by_person.get(person, 0) >= self._limits.person_sockets:
            raise refuse("too_many_pages")
        same = self._by_address.get(address, {})
        if len(same) >= self._limits.address_sockets:
            self._make_room(same, "too_many_pages")
        if len(self._open) >= self._limits.sockets:
            self._make_room(self._open, "server_full")
        self._open[socket] = address, person
        self._by_address.setdefault(address, {})[socket] = None
        if person:
            self._by_person[person] = self._by_person.get(person, 0) + 1

    def _make_room(self, among: Iterable[Socket], refusal: str) -> None:
        oldest = next((socket for socket in among if not socket.is_seated), None)
        if oldest is None:
            raise refuse(refusal)
        self.leave(oldest)
        oldest.drop(why("made_room"))

    def leave(self, socket: Socket) -> None:
        """Stop counting a websocket that is closed or closing."""
        if socket not in self._open:
            return
        address, person = self._open.pop(socket)
        same = self._by_address[address]
        del same[socket]
        if not same:
            del self._by_address[address]
        if person:
            self._by_person[person] -= 1
            if not self._by_person[person]:
                del self._by_person[person]


class Watching(Protocol):
    """A page at a table."""

    address: str
    person: str | None
    drop: Callable[[Reason], None]


def make_room_to_watch(
    newcomer: Watching, spectators: Iterable[Watching], elsewhere: int, limits: Limits
) -> None:
    """Refuse a spectator if there are too many, with those at other processes, ``elsewhere``. A
    person with a name may want to join the game, so they replace an anonymous spectator, from the
    address that has the most of them."""
    found = list(spectators)
    by_address = Counter(page.address for page in found)
    if by_address[newcomer.address] >= limits.address_spectators_per_table:
        raise refuse("too_many_pages")
    if len(found) + elsewhere < limits.spectators_per_table:
        return
    nameless = [page for page in found if not page.person]
    if not nameless or not newcomer.person:
        raise refuse("table_full")
    max(nameless, key=lambda page: by_address[page.address]).drop(why("made_room"))
