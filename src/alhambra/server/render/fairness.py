"""Fair dealing at a table, as shown to its pages."""

from __future__ import annotations

from collections.abc import Set

from alhambra.server.log.dealing_round import DealingRound
from alhambra.server.log.fold import Fold
from alhambra.server.protocol.table import FairnessShown, SaltShown


def fairness_shown(fold: Fold, person: str | None, present: Set[str]) -> FairnessShown | None:
    """The commitments and salts, and the seed once the game is over."""
    if fold.dealer is None or fold.round is None:
        return None
    dealer, dealing = fold.dealer, fold.round
    begun = fold.status != "open"
    first_scheme = begun and dealer.scheme == "1"
    return {
        "scheme": "1" if first_scheme else "2",
        "round": len(fold.abandoned) + 1,
        "stage": "dealt" if begun else dealing.stage,
        "commitment": dealer.commitment if begun else dealing.commitment,
        "salts": _first_scheme(fold) if first_scheme else _salts(fold, dealing),
        "waiting": _waiting(fold, dealing),
        "can_go_on": fold.may_start_without(person, present),
        "abandoned": [
            {
                "commitment": given_up.commitment,
                "hashes": list(given_up.hashes),
                "missing": list(given_up.missing),
            }
            for given_up in fold.abandoned
        ],
        "seed": dealer.seed.hex() if fold.status == "over" else None,
    }


def _salts(fold: Fold, dealing: DealingRound) -> list[SaltShown]:
    persons = dealing.hashes if dealing.frozen is None else dealing.frozen
    return [
        {
            "seat": _seat_of(fold, person),
            "hash": dealing.hashes[person],
            "salt": dealing.salts.get(person),
        }
        for person in persons
    ]


def _waiting(fold: Fold, dealing: DealingRound) -> list[int]:
    if fold.status != "open" or dealing.given_up:
        return []
    return [seat for person in dealing.missing for seat in fold.seats_of(person)[:1]]


def _first_scheme(fold: Fold) -> list[SaltShown]:
    return [
        {"seat": _seat_of(fold, person), "hash": None, "salt": salt}
        for person, salt in fold.salts.items()
    ]


def _seat_of(fold: Fold, person: str) -> int | None:
    return next(iter(fold.seats_of(person)), None)
