"""Fair dealing that can be proved: shuffles that follow from a seed nobody could choose alone.

The dealer commits to a secret seed by its SHA-256, the players then add salts, and every shuffle
follows from both. `docs/fairness.md` states it so that anybody can check it with other tools.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any

from alhambra.actions import Action
from alhambra.deal import Deal
from alhambra.pieces import Card
from alhambra.reasons import Reason, why
from alhambra.record import Record

SCHEME = "1"
KEYS = ("fairness", "commitment", "seed", "salts", "lots")
"""The header lines of a record that can be checked; ``lots`` only where seats were drawn."""

SEED_BYTES = 32
_PURPOSES = ("money", "bag", "pile 2", "pile 4")  # in the order in which a deal asks
_HEX = re.compile(r"(?:[0-9a-f]{2})+")
_WORD = 4  # bytes of a random number


@dataclass(frozen=True, slots=True)
class FairDealer:
    """Shuffles that follow from a seed and the players' salts.

    >>> dealer = FairDealer(bytes(32), ("00" * 16,))
    >>> dealer.shuffled("abcdef", "money")
    ['b', 'c', 'a', 'f', 'e', 'd']
    """

    seed: bytes = field(repr=False)
    salts: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        """What is shown before the game: the SHA-256 of the seed."""
        return hashlib.sha256(self.seed).hexdigest()

    def words(self, purpose: str, number: int = 1) -> Iterator[int]:
        """The random numbers of 32 bits for one purpose, without end."""
        block = 0
        while True:
            lines = (f"alhambra {SCHEME}", " ".join(self.salts), f"{purpose} {number}", str(block))
            digest = hmac.digest(self.seed, "\n".join(lines).encode("ascii"), "sha256")
            for start in range(0, len(digest), _WORD):
                yield int.from_bytes(digest[start : start + _WORD], "big")
            block += 1

    def shuffled(self, items: Iterable[Any], purpose: str, number: int = 1) -> list[Any]:
        """The items in an order that every order is equally likely to be."""
        found = list(items)
        words = self.words(purpose, number)
        for last in range(len(found) - 1, 0, -1):
            chosen = _below(last + 1, words)
            found[last], found[chosen] = found[chosen], found[last]
        return found

    def deal(self, players: int) -> Deal:
        """The deal of a game."""
        return Deal.shuffled(players, _InTurn(self))

    def reshuffle(self, discards: Iterable[Card], number: int) -> tuple[Card, ...]:
        """The new deck of the game's first, second, … reshuffle. It starts from the sorted
        cards, so that how they were laid down changes nothing."""
        return tuple(self.shuffled(sorted(discards), "reshuffle", number))

    def lots(self, seats: int) -> tuple[int, ...]:
        """The seats in an order drawn by lot."""
        return tuple(self.shuffled(range(seats), "seats"))

    def header(self, lots: Sequence[int] | None = None) -> dict[str, str]:
        """The header lines by which a record proves its deal, once the game is over."""
        lines = {
            "fairness": SCHEME,
            "commitment": self.commitment,
            "seed": self.seed.hex(),
            "salts": " ".join(self.salts) or "none",
        }
        if lots is not None:
            lines["lots"] = " ".join(str(seat + 1) for seat in lots)
        return lines


def _below(limit: int, words: Iterator[int]) -> int:
    """A number below the limit, all equally likely: what would favour some is left out."""
    whole = 1 << 8 * _WORD
    fair = whole - whole % limit
    return next(word for word in words if word < fair) % limit


class _InTurn:
    """A dealer as ``Deal.shuffled`` wants it: each call is for the next purpose."""

    def __init__(self, dealer: FairDealer) -> None:
        self._dealer = dealer
        self._purposes = iter(_PURPOSES)

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Bring the items into the order for this purpose."""
        x[:] = self._dealer.shuffled(x, next(self._purposes))


def claims_fairness(record: Record) -> bool:
    """Does the record say that its deal can be proved?"""
    return any(key == "fairness" for key, _ in record.extra)


def why_unproved(record: Record) -> Reason | None:
    """What is wrong with the proof in a record's header; None where every shuffle follows from
    seed and salts, and where nothing is claimed."""
    if not claims_fairness(record):
        return None
    header = dict(record.extra)
    if header["fairness"] != SCHEME:
        return why("unknown_version", key="fairness", value=header["fairness"], known=SCHEME)
    for key in ("commitment", "seed", "salts"):
        if key not in header:
            return why("no_header", key=key)
    salts = () if header["salts"] == "none" else tuple(header["salts"].split(" "))
    for key, word in (("seed", header["seed"]), *(("salts", salt) for salt in salts)):
        if not _HEX.fullmatch(word):
            return why("not_hexadecimal", key=key)
    dealer = FairDealer(bytes.fromhex(header["seed"]), salts)
    if len(dealer.seed) != SEED_BYTES:
        return why("not_hexadecimal", key="seed")
    if dealer.commitment != header["commitment"]:
        return why("wrong_commitment")
    return _first_other_order(record, dealer, header.get("lots"))


def _first_other_order(record: Record, dealer: FairDealer, lots: str | None) -> Reason | None:
    players = len(record.names)
    deal = dealer.deal(players)
    for part, order, expected in (
        ("deck", record.deal.deck, deal.deck),
        ("bag", record.deal.bag, deal.bag),
    ):
        if order != expected:
            return why("not_from_seed", part=part)
    reshuffles = [step for step in record.steps if not isinstance(step, Action)]
    for number, order in enumerate(reshuffles, start=1):
        if order != dealer.reshuffle(order, number):
            return why("not_from_seed", part=f"reshuffle {number}")
    if lots is not None and lots != dealer.header(dealer.lots(players))["lots"]:
        return why("not_from_seed", part="lots")
    return None
