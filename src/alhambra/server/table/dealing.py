"""Fair dealing at a table: starting, committing to salts, revealing them, abandoning a round.

`docs/fairness.md` says why the steps come in this order.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable

from alhambra.fairness import SEED_BYTES, FairDealer
from alhambra.game import check_names
from alhambra.server.log.dealing_round import DealingRound
from alhambra.server.log.events import (
    Event,
    RoundDrawn,
    SaltCommitted,
    SaltRevealed,
    SaltsFrozen,
    StartAsked,
    Started,
)
from alhambra.server.log.fold import Fold
from alhambra.server.protocol.from_page import CommitSalt, RevealSalt
from alhambra.server.runtime.refusals import refuse
from alhambra.server.store.store import Sitter
from alhambra.server.table.decisions import Decision

MOST_ABANDONED = 50
"""The most rounds of a table, because every change sends all of them to all its pages."""

Made = list[Event]


def check_open(fold: Fold) -> None:
    """Raise if the game has begun."""
    if fold.status != "open":
        raise refuse("already_started")


def start(fold: Fold, person: str, present: Collection[str]) -> Decision:
    """Ask every seated person who is present for a salt, and deal once all have revealed it."""
    check_open(fold)
    if person != fold.host:
        raise refuse("not_your_table")
    for n, seat in enumerate(fold.seats):
        if seat.kind == "open":
            raise refuse("seats_open", seat=n + 1)
    if not any(seat.person for seat in fold.seats):
        raise refuse("nobody_here")
    check_names(fold.names)
    if fold.round is None:  # the deal was given
        return Decision([Started(None)])
    if fold.round.stage != "gathering":
        raise refuse("already_dealing")
    if fold.round.given_up and len(fold.abandoned) >= MOST_ABANDONED:
        raise refuse("too_many_rounds", limit=MOST_ABANDONED)
    dealing, events = _usable_round(fold.round)
    persons = dict.fromkeys(seat.person for seat in fold.seats)
    return _asking(fold, dealing, events, [p for p in persons if p and p in present])


def _usable_round(dealing: DealingRound) -> tuple[DealingRound, Made]:
    """The round, or a new one if it was abandoned, with the events that draw it."""
    if not dealing.given_up:
        return dealing, []
    seed = secrets.token_bytes(SEED_BYTES)
    return DealingRound(seed), [RoundDrawn(seed.hex())]


def _asking(fold: Fold, dealing: DealingRound, events: Made, persons: list[str]) -> Decision:
    """Wait for these persons to commit; if all have, freeze at once."""
    events = [*events, StartAsked(tuple(persons))]
    if all(person in dealing.hashes for person in persons):
        return _freezing(fold, dealing, events, persons, dealing.hashes)
    return Decision(events)


def _freezing(
    fold: Fold, dealing: DealingRound, events: Made, persons: Collection[str], hashes: Iterable[str]
) -> Decision:
    """Freeze the hashes of these persons in order of arrival. Without persons, deal."""
    order = [person for person in hashes if person in persons]
    events = [*events, SaltsFrozen(tuple(order))]
    return Decision(events) if order else _starting(fold, events, FairDealer(dealing.seed))


def _starting(fold: Fold, events: Made, dealer: FairDealer) -> Decision:
    """Deal the cards; if seats are drawn by lot, the names move with them."""
    sitters: list[Sitter] = []
    if fold.options.random_order:
        order = dealer.lots(len(fold.seats))
        sitters = [
            Sitter(n, fold.names[old], fold.seats[old].person) for n, old in enumerate(order)
        ]
    return Decision([*events, Started(dealer.scheme)], sitters)


def commit_salt(fold: Fold, person: str, command: CommitSalt) -> Decision:
    """Store the hash of a person's salt; refused once the hashes are frozen."""
    dealing = _this_round(fold, person, command.round)
    if dealing.frozen is not None:
        raise refuse("salts_frozen")
    if person in dealing.hashes:
        raise refuse("salt_committed")
    events: Made = [SaltCommitted(person, command.hash)]
    if dealing.missing == (person,):
        hashes = [*dealing.hashes, person]
        return _freezing(fold, dealing, events, dealing.asked or (), hashes)
    return Decision(events)


def reveal_salt(fold: Fold, person: str, command: RevealSalt) -> Decision:
    """Store a salt that matches its hash. With the last one the cards are dealt."""
    dealing = _this_round(fold, person, command.round)
    if dealing.frozen is None:
        raise refuse("not_frozen")
    if dealing.given_up or person not in dealing.missing:
        raise refuse("no_salt_due")
    if not dealing.fits(person, command.salt):
        raise refuse("wrong_salt", number=dealing.frozen.index(person) + 1)
    events: Made = [SaltRevealed(person, command.salt)]
    if dealing.missing != (person,):
        return Decision(events)
    salts = {**dealing.salts, person: command.salt}
    ordered = tuple(salts[each] for each in dealing.frozen)
    return _starting(fold, events, FairDealer(dealing.seed, ordered))


def _this_round(fold: Fold, person: str, number: int) -> DealingRound:
    check_open(fold)
    if fold.round is None or not fold.seats_of(person):
        raise refuse("no_salt_due")
    if number != len(fold.abandoned) + 1:
        raise refuse("other_round")
    return fold.round


def start_without(fold: Fold, person: str, present: Collection[str]) -> Decision:
    """Continue without the missing persons. Once hashes are frozen, that needs a new round with a
    new seed and new salts: nobody knows its deal when the old round is abandoned."""
    check_open(fold)
    dealing = fold.round
    if dealing is None or dealing.given_up or not dealing.missing:
        raise refuse("nobody_missing")
    if not fold.may_start_without(person, present):
        raise refuse("not_your_table")
    persons = [each for each in dealing.asked or () if each not in dealing.missing]
    if dealing.frozen is None:
        return _asking(fold, dealing, [], persons)
    seed = secrets.token_bytes(SEED_BYTES)
    return _asking(fold, DealingRound(seed), [RoundDrawn(seed.hex())], persons)
