"""Why another turn would have been better, and what speaks against it.

Each reason is a measured difference between two lines, see ``comparison``. What speaks against the
better line is measured too; if that weighs more, or nothing weighs enough, there is no simple
reason, and none is given. Texts for players are `why.CODE` in the message files.
"""

from __future__ import annotations

from collections.abc import Sequence

from alhambra.analysis.candidates import Candidate
from alhambra.analysis.comparison import Comparison, Weighed
from alhambra.analysis.results import Why

TOLD = 2  # reasons given
ENOUGH = 1.0  # the least weight of the first reason, and of what speaks against it
OUTWEIGHED = 0.6  # the least weight of the reasons, as a share of what speaks against them
# True, but alone they explain nothing: money is there to be spent.
WEAK = {"money", "cards", "opens"}
# These say that a line is better rather than why.
LATER = ("tiles_more", "ahead_later")
# Only the first of each set is given: they say nearly the same.
ALIKE = (
    {"wall", "wall_later", "growth"},
    {"gets", "gets_later", "pays_exactly"},
    {"points", "kind_later"},
    {"money", "cards", "overpays", "overpays_needlessly"},
    {"reserved", "given", "waits_exactly"},
    {"scoring_ahead", "scoring_behind"},
    {"opens", "others_buy"},
)


def turn_reasons(
    better: Candidate, played: Candidate, seat: int, seed: int
) -> tuple[tuple[Why, ...], Why | None]:
    """Up to two reasons for the better line, and what speaks against it nevertheless. Without
    reasons there is no simple explanation."""
    found = Comparison(better, played, seat, seed).all()
    speaking = sorted((each for each in found if each.weight > 0), key=_by_use)
    reasons = _distinct(speaking)[:TOLD]
    against = sorted((each for each in found if each.weight < 0), key=_by_weight)
    total = sum(each.weight for each in reasons)
    outweighed = total < OUTWEIGHED * -sum(each.weight for each in against[:TOLD])
    weighs = [each for each in reasons if each.weight >= ENOUGH and each.why.code not in WEAK]
    if not weighs or outweighed:
        return (), None
    serious = (each.why for each in against if each.is_told and -each.weight > ENOUGH)
    nevertheless = next(serious, None)
    return tuple(each.why for each in reasons), nevertheless


def _by_weight(each: Weighed) -> float:
    return -abs(each.weight)


def _by_use(each: Weighed) -> tuple[bool, bool, int, float]:
    """What a player can see on the table first, then what shows only later; what explains nothing
    alone and light reasons last."""
    code = each.why.code
    later = LATER.index(code) + 1 if code in LATER else 0
    return each.weight < ENOUGH, code in WEAK, later, -each.weight


def _distinct(found: Sequence[Weighed]) -> list[Weighed]:
    """The reasons without those that say nearly the same as an earlier one."""
    kept: list[Weighed] = []
    for each in found:
        codes = {other.why.code for other in kept}
        if not any(each.why.code in group and codes & group for group in ALIKE):
            kept.append(each)
    return kept
