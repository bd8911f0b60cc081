"""Provably fair dealing: shuffles that follow from a seed and salts that nobody chooses alone.

The dealer commits to a secret seed by its SHA-256, the players then commit to salts and reveal
them, and every shuffle follows from seed and salts. `docs/fairness.md` specifies the scheme, so
that it can be checked with other tools.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any

from alhambra.actions import Action
from alhambra.deal import Deal
from alhambra.pieces import Card
from alhambra.reasons import Reason, why
from alhambra.record import Record

SCHEME = "2"
SCHEMES = ("1", "2")
"""In scheme 1 salts were sent in the clear; its records can still be verified."""
KEYS = ("fairness", "rounds", "commitment", "seed", "hashes", "salts", "lots")
"""The header lines that can be checked, beside ``round 1`` … for rounds that were given up."""

SEED_BYTES = 32
SALT_BYTES = 32  # in scheme 1, 16 to 32
_PURPOSES = ("money", "bag", "pile 2", "pile 4")  # in the order in which a deal asks
_HEX = re.compile(r"(?:[0-9a-f]{2})+")
_HEX_32 = re.compile(r"[0-9a-f]{64}")
_WORD = 4  # bytes of a random number


def salt_hash(commitment: str, salt: str) -> str:
    """What a page commits to. The dealer's commitment is part of it, so the hash cannot have been
    made before that was known."""
    text = f"alhambra 2 salt\n{commitment}\n{salt}"
    return hashlib.sha256(text.encode("ascii")).hexdigest()


@dataclass(frozen=True, slots=True)
class AbandonedRound:
    """A round of dealing that was given up because salts were missing."""

    commitment: str
    hashes: tuple[str, ...]
    missing: tuple[str, ...]  # the hashes whose salts were not revealed

    def header_value(self) -> str:
        """The round as a header line has it."""
        return " | ".join((self.commitment, _listed(self.hashes), _listed(self.missing)))

    @classmethod
    def parse(cls, value: str) -> AbandonedRound | None:
        """Read the header line, or return None if it is malformed."""
        parts = value.split(" | ")
        if len(parts) != 3 or not _HEX_32.fullmatch(parts[0]):
            return None
        hashes, missing = _words(parts[1]), _words(parts[2])
        if not all(map(_HEX_32.fullmatch, hashes)) or not set(missing) <= set(hashes):
            return None
        return cls(parts[0], hashes, missing)


@dataclass(frozen=True, slots=True)
class FairDealer:
    """Shuffles that follow from a seed and the players' salts.

    >>> dealer = FairDealer(bytes(32), ("00" * 32,))
    >>> dealer.shuffled("abcdef", "money")
    ['f', 'd', 'b', 'c', 'a', 'e']
    """

    seed: bytes = field(repr=False)
    salts: tuple[str, ...] = ()
    scheme: str = SCHEME

    @property
    def commitment(self) -> str:
        """What is shown before the game: the SHA-256 of the seed."""
        return hashlib.sha256(self.seed).hexdigest()

    def words(self, purpose: str, number: int = 1) -> Iterator[int]:
        """The random numbers of 32 bits for one purpose, without end."""
        block = 0
        while True:
            lines = (
                f"alhambra {self.scheme}",
                " ".join(self.salts),
                f"{purpose} {number}",
                str(block),
            )
            digest = hmac.digest(self.seed, "\n".join(lines).encode("ascii"), "sha256")
            for start in range(0, len(digest), _WORD):
                yield int.from_bytes(digest[start : start + _WORD], "big")
            block += 1

    def shuffled(self, items: Iterable[Any], purpose: str, number: int = 1) -> list[Any]:
        """The items in random order; every order is equally likely."""
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
        """The new deck of the game's first, second, … reshuffle. The cards are sorted first, so the
        order in which they were discarded does not matter."""
        return tuple(self.shuffled(sorted(discards), "reshuffle", number))

    def lots(self, seats: int) -> tuple[int, ...]:
        """The seats in an order drawn by lot."""
        return tuple(self.shuffled(range(seats), "seats"))

    def chance(self, ply: int) -> int:
        """A random number of 64 bits for the bot that plays this action, so that equal play leads
        to equal games."""
        words = self.words("bot", ply)
        return next(words) << 8 * _WORD | next(words)

    def header(
        self, lots: Sequence[int] | None = None, abandoned: Sequence[AbandonedRound] = ()
    ) -> dict[str, str]:
        """The header lines with which a record proves its deal, once the game is over."""
        lines = {"fairness": self.scheme}
        if self.scheme != "1":
            lines["rounds"] = str(len(abandoned) + 1)
            for number, given_up in enumerate(abandoned, start=1):
                lines[f"round {number}"] = given_up.header_value()
        lines["commitment"] = self.commitment
        lines["seed"] = self.seed.hex()
        if self.scheme != "1":
            lines["hashes"] = _listed(salt_hash(self.commitment, salt) for salt in self.salts)
        lines["salts"] = _listed(self.salts)
        if lots is not None:
            lines["lots"] = " ".join(str(seat + 1) for seat in lots)
        return lines


def _listed(words: Iterable[str]) -> str:
    return " ".join(words) or "none"


def _words(value: str) -> tuple[str, ...]:
    return () if value == "none" else tuple(value.split(" "))


def _below(limit: int, words: Iterator[int]) -> int:
    """A number below the limit, all equally likely: words that would favour some are skipped."""
    whole = 1 << 8 * _WORD
    fair = whole - whole % limit
    return next(word for word in words if word < fair) % limit


class _InTurn:
    """A dealer as the shuffler of ``Deal.shuffled``: each call is for the next purpose."""

    def __init__(self, dealer: FairDealer) -> None:
        self._dealer = dealer
        self._purposes = iter(_PURPOSES)

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Put the items into the order for this purpose."""
        x[:] = self._dealer.shuffled(x, next(self._purposes))


def claims_fairness(record: Record) -> bool:
    """Does the record say that its deal can be proved?"""
    return any(key == "fairness" for key, _ in record.extra)


def rounds_of(record: Record) -> int:
    """How many rounds of dealing the record says there were."""
    return int(dict(record.extra).get("rounds", "1"))


def why_unproved(record: Record) -> Reason | None:
    """What is wrong with the proof in a record's header; None where every shuffle follows from
    seed and salts, and where nothing is claimed."""
    if not claims_fairness(record):
        return None
    header = dict(record.extra)
    keys = [key for key, _ in record.extra]
    for key in (*KEYS, *(key for key in keys if key.startswith("round "))):
        if keys.count(key) > 1:
            return why("header_twice", key=key)
    scheme = header["fairness"]
    if scheme not in SCHEMES:
        return why("unknown_version", key="fairness", value=scheme, known=" ".join(SCHEMES))
    needed = ("commitment", "seed", "salts")
    for key in needed if scheme == "1" else (*needed, "hashes", "rounds"):
        if key not in header:
            return why("no_header", key=key)
    salts = _words(header["salts"])
    if not _HEX_32.fullmatch(header["seed"]):
        return why("not_hexadecimal", key="seed")
    if not all((_HEX if scheme == "1" else _HEX_32).fullmatch(salt) for salt in salts):
        return why("not_hexadecimal", key="salts")
    dealer = FairDealer(bytes.fromhex(header["seed"]), salts, scheme)
    if dealer.commitment != header["commitment"]:
        return why("wrong_commitment")
    if scheme != "1" and (reason := _wrong_commitments(header, dealer)):
        return reason
    return _first_other_order(record, dealer, header.get("lots"))


def _wrong_commitments(header: Mapping[str, str], dealer: FairDealer) -> Reason | None:
    """What is wrong with the hashes of the salts, or with the rounds that were given up."""
    hashes = _words(header["hashes"])
    for number, salt in enumerate(dealer.salts, start=1):
        if hashes[number - 1 : number] != (salt_hash(dealer.commitment, salt),):
            return why("wrong_salt", number=number)
    if len(hashes) != len(dealer.salts):
        return why("wrong_salt", number=len(dealer.salts) + 1)
    given_up = [key for key in header if key.startswith("round ")]
    expected = [f"round {number}" for number in range(1, len(given_up) + 1)]
    if given_up != expected or header["rounds"] != str(len(given_up) + 1):
        return why("wrong_rounds")
    for key in given_up:
        if AbandonedRound.parse(header[key]) is None:
            return why("not_hexadecimal", key=key)
    return None


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
