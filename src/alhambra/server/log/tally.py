"""Statistics of a game, counted while it is played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from alhambra import happenings as h
from alhambra.pieces import SCORINGS, worth


def _by_scoring() -> dict[str, int]:
    return {scoring.value: 0 for scoring in SCORINGS}


@dataclass(slots=True)
class PlayerTally:
    """The statistics of one player. Results on disk use the same names."""

    points: int = 0
    place: int = 0
    by_scoring: dict[str, int] = field(default_factory=_by_scoring)
    walls: dict[str, int] = field(default_factory=_by_scoring)
    money_taken: int = 0
    cards_taken: int = 0
    purchases: int = 0
    exact: int = 0
    paid: int = 0
    overpaid: int = 0
    redesigns: int = 0
    given: int = 0


Tally = list[PlayerTally]


def nothing_yet(names: Sequence[str]) -> Tally:
    """The tally at the beginning of a game."""
    return [PlayerTally() for _ in names]


def count(players: Tally, happenings: Iterable[h.Happening]) -> None:
    """Add what happened."""
    for happening in happenings:
        match happening:
            case h.Took(seat=seat, cards=cards):
                players[seat].money_taken += worth(cards)
                players[seat].cards_taken += len(cards)
            case h.Bought(seat=seat, tile=tile, paid=paid, exact=exact):
                players[seat].purchases += 1
                players[seat].exact += exact
                players[seat].paid += paid
                players[seat].overpaid += paid - tile.price
            case h.Built(seat=seat) | h.Removed(seat=seat) | h.Swapped(seat=seat):
                players[seat].redesigns += 1
            case h.Given(seat=seat):
                players[seat].given += 1
            case h.Scored(sheet=sheet):
                scoring = sheet.scoring.value
                for player, points, wall in zip(players, sheet.points, sheet.walls, strict=False):
                    player.by_scoring[scoring] = points
                    player.walls[scoring] = wall
