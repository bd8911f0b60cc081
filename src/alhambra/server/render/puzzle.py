"""Puzzles as a page shows them: a table at which only the solver acts, all hands open."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from alhambra.actions import Action
from alhambra.happenings import Happening
from alhambra.puzzles import Puzzle, Theme, Verdict, puzzles
from alhambra.puzzles.ratings import Rating, begun
from alhambra.reasons import IllegalAction, Reason
from alhambra.server.log.seats import Counter
from alhambra.server.protocol.puzzles import Puzzles, PuzzleSolution
from alhambra.server.render.exercise import exercise_state, exercise_table, looked_at
from alhambra.server.render.happenings import happenings_shown, reason_given
from alhambra.server.render.review import why_shown
from alhambra.server.render.state import hands_in, money
from alhambra.server.runtime.json_text import text
from alhambra.server.runtime.refusals import refuse

NEAREST = 20
"""The next puzzle is chosen from this many, those with ratings nearest to the person's."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a person has tried."""

    action: Action | None
    verdict: Verdict | None
    refused: Reason | None
    gives_up: bool = False

    @property
    def is_over(self) -> bool:
        """Whether the solution is shown."""
        return self.gives_up or self.verdict is Verdict.BEST

    @property
    def counts(self) -> bool:
        """Whether it is a try that can be rated."""
        return self.gives_up or self.verdict is not None


def puzzle_named(name: str) -> Puzzle:
    """The puzzle with this name; refused if there is none."""
    if name not in puzzles():
        raise refuse("no_such_puzzle", name=name)
    return puzzles()[name]


def attempted(puzzle: Puzzle, action: str | None, *, gives_up: bool) -> Attempt:
    """A try at a puzzle. An action that the rules do not allow is no try."""
    if action is None:
        return Attempt(None, None, None, gives_up)
    tried = Action.parse(action)
    try:
        return Attempt(tried, puzzle.verdict(tried), None)
    except IllegalAction as error:
        return Attempt(tried, None, error.reason)


def puzzles_counted(tries: Mapping[str, bool], rating: Rating | None) -> Puzzles:
    """All puzzles in numbers."""
    names = {theme: [n for n in puzzles() if puzzles().theme(n) == theme] for theme in Theme}
    return {
        "themes": [
            {
                "theme": cast(Any, theme.value),
                "puzzles": len(found),
                "solved": sum(tries.get(name, False) for name in found),
            }
            for theme, found in names.items()
        ],
        "tried": len(tries),
        "solved": sum(tries.values()),
        "rating": rating.shown if rating and tries else None,
    }


def puzzle_chosen(
    tries: Mapping[str, bool],
    own: Rating,
    ratings: Mapping[str, Rating],
    theme: str | None,
    rng: random.Random,
) -> str | None:
    """A puzzle that was not tried, about as difficult as the person is strong."""
    left = [n for n in puzzles() if n not in tries and theme in (None, puzzles().theme(n))]
    left.sort(key=lambda name: abs(rating_of(name, ratings).mu - own.mu))
    return rng.choice(left[:NEAREST]) if left else None


def rating_of(name: str, ratings: Mapping[str, Rating]) -> Rating:
    """The rating of a puzzle."""
    return ratings.get(name) or begun(easy=puzzles().is_easy(name))


def puzzle_shown(
    puzzle: Puzzle,
    attempt: Attempt,
    look: str | None,
    rating: Rating,
    own: Rating | None,
    counters: Sequence[Counter],
) -> str:
    """The puzzle after a try: a ``PuzzleShown``."""
    game = puzzle.begin()
    seat, happened = game.seat, list[Happening]()
    if attempt.is_over:
        happened = game.play(puzzle.best, reveal=False)
    cost = puzzle.worse.get(attempt.action) if attempt.action else None
    worse = attempt.verdict is Verdict.WORSE
    head = text(
        {
            "theme": puzzle.theme.value,
            "rating": rating.shown,
            "answer": attempt.verdict and attempt.verdict.value,
            "cost": cost if worse else None,
            "refused": attempt.refused and reason_given(attempt.refused),
            "solution": _solution(puzzle) if attempt.is_over else None,
            "own_rating": own.shown if own else None,
            "table": exercise_table(puzzle.id, game, seat, counters, open_hands=True),
            "prospects": looked_at(game, seat, look),
        }
    )[:-1]
    state = exercise_state(game, seat, acts=not attempt.is_over, happened=happened, open_hands=True)
    hands = ",".join(map(money, hands_in(game.position)))
    return f'{head},"state":{state},"hands":[{hands}]}}'


def _solution(puzzle: Puzzle) -> PuzzleSolution:
    second = next(iter(puzzle.worse))
    happened = puzzle.begin().play(second, reveal=False)
    return {
        "best": str(puzzle.best),
        "second": str(second),
        "happening": happenings_shown(happened[:1])[0],
        "ahead": puzzle.ahead,
        "reasons": [why_shown(reason, puzzle.record.names) for reason in puzzle.reasons],
    }
