"""Recent use, charged to persons and addresses."""

from __future__ import annotations

import time

from alhambra.server.limits.amounts import Limits
from alhambra.server.limits.rates import Bucket, Buckets, Clock
from alhambra.server.runtime.refusals import refuse

_HOUR = 3600


class Quotas:
    """Each method charges a caller for something, or refuses it."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        self.buckets: dict[str, Buckets] = {}
        """All of them by name, for sharing with other processes."""

        def buckets(name: str, rate: float, most: int) -> Buckets:
            return self.buckets.setdefault(name, Buckets(rate, most, clock=clock))

        self._messages = buckets("messages", limits.messages_per_second, limits.messages_at_once)
        self._address_messages = buckets(
            "address_messages", limits.address_messages_per_second, limits.address_messages_at_once
        )
        self._chat = buckets("chat", limits.chat_per_second, limits.chat_at_once)
        self._address_chat = buckets(
            "address_chat", limits.address_chat_per_second, limits.address_chat_at_once
        )
        self._address_persons = buckets(
            "address_persons",
            limits.address_persons_per_hour / _HOUR,
            limits.address_persons_at_once,
        )
        self._tables = buckets("tables", limits.tables_per_hour / _HOUR, limits.tables_at_once)
        self._address_tables = buckets(
            "address_tables", limits.address_tables_per_hour / _HOUR, limits.address_tables_at_once
        )
        self._address_public = buckets(
            "address_public", limits.address_public_per_hour / _HOUR, limits.address_public_at_once
        )
        self._reviews = buckets("reviews", limits.reviews_per_hour / _HOUR, limits.reviews_at_once)
        self._address_reviews = buckets(
            "address_reviews",
            limits.address_reviews_per_hour / _HOUR,
            limits.address_reviews_at_once,
        )
        self._address_page_errors = buckets(
            "address_page_errors",
            limits.address_page_errors_per_hour / _HOUR,
            limits.address_page_errors_at_once,
        )
        self._page_errors = Bucket(
            limits.page_errors_per_hour / _HOUR, limits.page_errors_at_once, clock
        )

    def charge_message(self, person: str | None, address: str, cost: int) -> None:
        """A message on a websocket."""
        by_person = self._messages.take(person or address, cost)
        if not by_person or not self._address_messages.take(address, cost):
            raise refuse("too_fast")

    def charge_chat(self, person: str | None, address: str) -> None:
        """A line of chat."""
        if not self._chat.take(person or address) or not self._address_chat.take(address):
            raise refuse("too_fast")

    def charge_person(self, address: str) -> None:
        """A new name."""
        if not self._address_persons.take(address):
            raise refuse("too_many_names")

    def charge_table(self, person: str, address: str, *, public: bool) -> None:
        """A new table."""
        if not self._tables.take(person) or not self._address_tables.take(address):
            raise refuse("too_many_tables")
        if public:
            self.charge_public(address)

    def charge_public(self, address: str) -> None:
        """A table that becomes public."""
        if not self._address_public.take(address):
            raise refuse("too_many_public")

    def charge_review(self, caller: str, address: str) -> None:
        """A game to be reviewed."""
        if not self._reviews.take(caller) or not self._address_reviews.take(address):
            raise refuse("too_many_reviews")

    def charge_page_error(self, address: str) -> None:
        """An error that a page reports."""
        if not self._address_page_errors.take(address) or not self._page_errors.take():
            raise refuse("too_fast")


class RequestRates:
    """The rates of HTTP requests and new websockets, by address."""

    def __init__(self, limits: Limits) -> None:
        self.requests = Buckets(limits.requests_per_second, limits.requests_at_once)
        self.files = Buckets(limits.files_per_second, limits.files_at_once)
