"""Statistics of finished games, counted from what happened."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, cast, get_args

from alhambra.analysis import Mark
from alhambra.game import Game
from alhambra.happenings import TurnBegan
from alhambra.server.log.fold import Fold
from alhambra.server.log.tally import Tally, count, nothing_yet
from alhambra.server.protocol.http import (
    GameForm,
    GameStatistics,
    MyReviews,
    MyStatistics,
    PlayerStatistics,
)
from alhambra.server.protocol.review import DecisionName
from alhambra.server.render.state import placed
from alhambra.server.store.store import Result, ReviewedSeat

FORM = 10  # games
DECISIONS: tuple[DecisionName, ...] = get_args(DecisionName.__value__)
SUMMED = ("money_taken", "purchases", "exact", "redesigns")


def statistics_of(fold: Fold) -> GameStatistics:
    """The statistics of a game, player by player."""
    game = fold.playing
    tally = nothing_yet(game.names)
    course: list[list[int]] = [[0, *game.at(0).scores]]
    turns = 0
    for _, happenings, after in game.history():
        turns += sum(isinstance(happening, TurnBegan) for happening in happenings)
        count(tally, happenings)
        if list(after.scores) != course[-1][1:]:
            course.append([after.ply, *after.scores])
    _finish(tally, game)
    players = [
        cast(PlayerStatistics, {"seat": seat, "name": name, **asdict(player)})
        for seat, (name, player) in enumerate(zip(game.names, tally, strict=True))
    ]
    return {"counts": fold.counts, "turns": turns, "players": players, "course": course}


def _finish(players: Tally, game: Game) -> None:
    for player, points, place in zip(players, game.scores, game.places, strict=False):
        player.points = points
        player.place = place


def results_of(fold: Fold) -> list[Result]:
    """The stored results of a finished game, one for each seat, with the city for lists."""
    tally = fold.tally or counted_anew(fold.playing)
    _finish(tally, fold.playing)
    results: list[Result] = []
    for n, (seat, player) in enumerate(zip(fold.seats, tally, strict=True)):
        person = seat.person if seat.kind == "person" else None
        counts = fold.counts and seat.replaced is None
        numbers = {**asdict(player), "city": placed(fold.playing.cities[n])}
        results.append(Result(fold.id, n, person, counts, numbers))
    return results


def counted_anew(game: Game) -> Tally:
    """The tally, counted again after something was taken back."""
    tally = nothing_yet(game.names)
    for _, happenings, _ in game.history():
        count(tally, happenings)
    return tally


def summed(results: Iterable[Result], reviewed: Sequence[ReviewedSeat]) -> MyStatistics:
    """The sums over a person's games."""
    found: dict[str, Any] = {"games": 0, "won": 0, "points": 0, "best": 0}
    found["reviews"] = _of_reviews(reviewed)
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


def _of_reviews(reviewed: Sequence[ReviewedSeat]) -> MyReviews:
    """What the reviews of a person's games found, the latest at the end."""
    numbers = [seat.numbers for seat in reviewed]
    marks: Counter[str] = Counter()
    decisions: Counter[str] = Counter()
    for each in numbers:
        marks.update(each["marks"])
        decisions.update(each.get("decisions", {}))  # older reviews have none
    weight = sum(each["open_turns"] for each in numbers)
    accuracy = accuracy_error = None
    if weight:
        accuracy = sum(each["open_turns"] * each["accuracy"] for each in numbers) / weight
        errors = (each["open_turns"] * each["accuracy_error"] for each in numbers)
        accuracy_error = math.hypot(*errors) / weight  # the games are independent
    return {
        "games": len({seat.game for seat in reviewed}),
        "turns": sum(each["turns"] for each in numbers),
        "accuracy": accuracy,
        "accuracy_error": accuracy_error,
        "error_rate": sum(each["errors"] for each in numbers) / weight if weight else 0.0,
        "luck": sum(each["deal"] + each["luck"] for each in numbers),
        "marks": {cast(Any, mark.value): marks[mark.value] for mark in Mark},
        "decisions": {name: decisions[name] for name in DECISIONS},
        "form": [_form(seat) for seat in reviewed[-FORM:]],
    }


def _form(seat: ReviewedSeat) -> GameForm:
    numbers = seat.numbers
    return {
        "game": seat.game,
        "accuracy": numbers["accuracy"],
        "accuracy_error": numbers["accuracy_error"],
        "error_rate": numbers["error_rate"],
        "luck": numbers["deal"] + numbers["luck"],
    }
