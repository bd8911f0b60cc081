"""Finished games in numbers, counted from what happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from alhambra import happenings as h
from alhambra.game import Game
from alhambra.pieces import SCORINGS, worth
from alhambra.server.api_shapes import GameStatistics, MyStatistics, PlayerStatistics
from alhambra.server.fold import Fold
from alhambra.server.shapes import ScoringName
from alhambra.server.store import Result

SUMMED = ("money_taken", "purchases", "exact", "redesigns")


def statistics_of(fold: Fold) -> GameStatistics:
    """A game in numbers, player by player."""
    game = fold.playing
    players = [_nothing_yet(seat, name) for seat, name in enumerate(game.names)]
    course: list[list[int]] = [[0, *game.at(0).scores]]
    turns = 0
    for _, told, after in game.history():
        for happening in told:
            turns += isinstance(happening, h.TurnBegan)
            _count(players, happening)
        if list(after.scores) != course[-1][1:]:
            course.append([after.ply, *after.scores])
    _finish(players, game)
    return {"counts": fold.counts, "turns": turns, "players": players, "course": course}


def _nothing_yet(seat: int, name: str) -> PlayerStatistics:
    return {
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


def _count(players: list[PlayerStatistics], happening: h.Happening) -> None:
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


def _finish(players: list[PlayerStatistics], game: Game) -> None:
    points = game.scores[: len(players)]
    for player, gained in zip(players, points, strict=True):
        player["points"] = gained
        player["place"] = 1 + sum(other > gained for other in points)


def results_of(fold: Fold) -> list[Result]:
    """What is kept of a finished game for each seat."""
    found = statistics_of(fold)
    results: list[Result] = []
    for seat, player in zip(fold.seats, found["players"], strict=True):
        person = seat.person if seat.kind == "person" else None
        numbers = {key: value for key, value in player.items() if key not in ("seat", "name")}
        counts = fold.counts and seat.replaced is None
        results.append(Result(fold.id, player["seat"], person, counts, numbers))
    return results


def summed(results: Iterable[Result]) -> MyStatistics:
    """A person's games together."""
    found: dict[str, Any] = {"games": 0, "won": 0, "points": 0, "best": 0}
    found |= {"by_scoring": dict.fromkeys("ABC", 0), "walls": dict.fromkeys("ABC", 0)}
    found |= dict.fromkeys(SUMMED, 0)
    for result in results:
        numbers = result.numbers
        found["games"] += 1
        found["won"] += numbers["place"] == 1
        found["points"] += numbers["points"]
        found["best"] = max(found["best"], numbers["points"])
        for key in ("by_scoring", "walls"):
            for scoring, points in numbers[key].items():
                found[key][scoring] += points
        for key in SUMMED:
            found[key] += numbers[key]
    return cast(MyStatistics, found)
