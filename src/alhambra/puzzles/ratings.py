"""Ratings of puzzles and of those who try them, by openskill: a try is a game between the two."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU, SIGMA = 25.0, 25.0 / 3
EASIER = 5.0  # what a Mason finds begins lower by this
SCALE = 40  # of the numbers that people see


class Rating(NamedTuple):
    """A rating and how uncertain it is."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The rating as people see it: 1000 at the beginning.

        >>> begun().shown
        1000
        """
        return round(SCALE * self.mu)


def begun(*, easy: bool = False) -> Rating:
    """The rating before the first try."""
    return Rating(MU - EASIER if easy else MU, SIGMA)


def rated(person: Rating, puzzle: Rating, *, solved: bool) -> tuple[Rating, Rating]:
    """Both after a try: the person has won if the puzzle is solved.

    >>> person, puzzle = rated(begun(), begun(), solved=True)
    >>> person.shown > 1000 > puzzle.shown
    True
    """
    model = _model()
    sides = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in (person, puzzle)]
    ranks = [1.0, 2.0] if solved else [2.0, 1.0]
    (own,), (its,) = model.rate(sides, ranks=ranks)
    return Rating(own.mu, own.sigma), Rating(its.mu, its.sigma)


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # imported lazily: most starts do not need it

    return PlackettLuce()
