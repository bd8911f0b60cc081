"""What players did in a game, counted as it happens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from alhambra import happenings as h
from alhambra.pieces import SCORINGS, worth
from alhambra.server.protocol.board import ScoringName
from alhambra.server.protocol.http import PlayerStatistics

Tally = list[PlayerStatistics]


def nothing_yet(names: Sequence[str]) -> Tally:
    """The beginning of a game."""
    return [
        {
            "seat": seat,
            "name": name,
            "points": 0,
            "place": 0,
            "by_scoring": {scoring.value: 0 for scoring in SCORINGS},
            "walls": {scoring.value: 0 for scoring in SCORINGS},
            "money_taken": 0,
            "cards_taken": 0,
            "purchases": 0,
            "exact": 0,
            "paid": 0,
            "overpaid": 0,
            "redesigns": 0,
            "given": 0,
        }
        for seat, name in enumerate(names)
    ]


def count(players: Tally, happenings: Iterable[h.Happening]) -> None:
    """Add what happened."""
    for happening in happenings:
        match happening:
            case h.Took(seat=seat, cards=cards):
                players[seat]["money_taken"] += worth(cards)
                players[seat]["cards_taken"] += len(cards)
            case h.Bought(seat=seat, tile=tile, paid=paid, exact=exact):
                players[seat]["purchases"] += 1
                players[seat]["exact"] += exact
                players[seat]["paid"] += paid
                players[seat]["overpaid"] += paid - tile.price
            case h.Built(seat=seat) | h.Removed(seat=seat) | h.Swapped(seat=seat):
                players[seat]["redesigns"] += 1
            case h.Given(seat=seat):
                players[seat]["given"] += 1
            case h.Scored(sheet=sheet):
                scoring: ScoringName = sheet.scoring.value
                for player, points, wall in zip(players, sheet.points, sheet.walls, strict=False):
                    player["by_scoring"][scoring] = points
                    player["walls"][scoring] = wall
