"""A round of fair dealing at a table: seed, hashes of salts, then the salts themselves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from alhambra.fairness import AbandonedRound, FairDealer, salt_hash

Stage = Literal["gathering", "committing", "revealing"]


@dataclass(slots=True)
class DealingRound:
    """One round. Persons commit until the hashes are frozen, and then reveal their salts."""

    seed: bytes = field(repr=False)
    hashes: dict[str, str] = field(default_factory=dict)  # by person, in order of arrival
    asked: tuple[str, ...] | None = None  # the persons taking part, once the host has started
    frozen: tuple[str, ...] | None = None  # the same persons in the order of their hashes
    salts: dict[str, str] = field(default_factory=dict, repr=False)
    given_up: bool = False

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed."""
        return FairDealer(self.seed).commitment

    @property
    def stage(self) -> Stage:
        """The stage of the round. After an abandoned one the host has to start again."""
        if self.given_up:
            return "gathering"
        if self.frozen is not None:
            return "revealing"
        return "gathering" if self.asked is None else "committing"

    @property
    def missing(self) -> tuple[str, ...]:
        """The persons whose hash or salt the start is waiting for."""
        if self.frozen is not None:
            return tuple(person for person in self.frozen if person not in self.salts)
        return tuple(person for person in self.asked or () if person not in self.hashes)

    def fits(self, person: str, salt: str) -> bool:
        """Whether the salt matches the hash that the person committed to."""
        return salt_hash(self.commitment, salt) == self.hashes[person]

    def dealer(self) -> FairDealer:
        """The dealer once all salts are revealed."""
        return FairDealer(self.seed, tuple(self.salts[person] for person in self.frozen or ()))

    def abandoned(self) -> AbandonedRound:
        """What the record keeps of the round if it is abandoned."""
        hashes = tuple(self.hashes[person] for person in self.frozen or ())
        missing = tuple(self.hashes[person] for person in self.missing)
        return AbandonedRound(self.commitment, hashes, missing)

    def interrupt(self) -> None:
        """Seats or options have changed: the host has to start again. After the hashes are frozen
        somebody may know the deal, so the round cannot be reused."""
        if self.frozen is None:
            self.asked = None
        else:
            self.given_up = True
