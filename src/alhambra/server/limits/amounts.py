"""The amounts that one person, one address and the whole server may use."""

from __future__ import annotations

from dataclasses import dataclass, fields

HUGE = 10**9


@dataclass(frozen=True, slots=True)
class Limits:
    """Everything that costs memory, disk or time has a limit. The limits are generous enough for a
    school class behind one address; ordinary players should never reach one.

    An address is an IPv4 address, or an IPv6 network of 64 bits. ``…_at_once`` is the size of a
    burst, which refills at the rate named before it. Costly requests and messages count several
    times: see ``costs``.
    """

    # Messages on websockets. Spectators without a name share the rate of one person.
    messages_per_second: float = 20
    messages_at_once: int = 60
    address_messages_per_second: float = 200
    address_messages_at_once: int = 600

    # Lines of chat.
    chat_per_second: float = 0.5
    chat_at_once: int = 6
    address_chat_per_second: float = 3
    address_chat_at_once: int = 60

    # HTTP requests to the API, and new websockets.
    requests_per_second: float = 40
    requests_at_once: int = 400

    # HTTP requests outside the API: files of the page, health and metrics.
    files_per_second: float = 100
    files_at_once: int = 2_000

    # New names.
    address_persons_per_hour: float = 60
    address_persons_at_once: int = 60

    # New tables: set up, rematches, continued games, and uploaded records.
    tables_per_hour: float = 60
    tables_at_once: int = 40
    address_tables_per_hour: float = 300
    address_tables_at_once: int = 200

    # Reviews of games that have none yet.
    reviews_per_hour: float = 30
    reviews_at_once: int = 20
    address_reviews_per_hour: float = 150
    address_reviews_at_once: int = 100

    # Tables with a seat of one person whose game is not over.
    unfinished_games: int = 200

    # Tables that play the deal of one duplicate.
    players_per_duplicate: int = 60

    # New public tables, so that nobody can fill the list of them.
    address_public_per_hour: float = 6
    address_public_at_once: int = 6
    public_per_host: int = 3
    """Public tables of one host that the list shows."""

    # Errors that pages report.
    address_page_errors_per_hour: float = 60
    address_page_errors_at_once: int = 10
    page_errors_per_hour: float = 3_600
    page_errors_at_once: int = 60

    # Open websockets. When there is no room, a spectator's is closed for a new one.
    sockets: int = 5_000
    address_sockets: int = 200
    person_sockets: int = 30

    # Spectators' pages at one table. Players are not counted.
    spectators_per_table: int = 60
    address_spectators_per_table: int = 30

    # Tables in memory. Idle ones are unloaded first; if none is idle, no more are opened.
    tables_in_memory: int = 3_000

    # Open connections, with websockets. Those of an address are counted without websockets.
    connections: int = 10_000
    address_connections: int = 500
    address_waiting_connections: int = 100
    """Connections that have not sent a complete header yet."""
    header_seconds: float = 10
    body_seconds: float = 60
    """For sending the body of a request. A response of which next to nothing is read for as long
    is aborted, and so is a websocket."""

    # Sizes.
    frame_bytes: int = 4_000
    body_bytes: int = 1_000_000
    lists: int = 50
    chat_lines: int = 50

    @classmethod
    def unlimited(cls) -> Limits:
        """No limits on use, for benchmarks and tests. Sizes and times stay limited."""
        return cls(**{field.name: HUGE for field in fields(cls) if field.name not in _STAY})


_STAY = {"frame_bytes", "body_bytes", "lists", "chat_lines", "header_seconds", "body_seconds"}
