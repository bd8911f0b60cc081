"""Ratings of the bots by openskill (Weng and Lin's Plackett-Luce model), from the places in
each game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from alhambra.arena.results import Result
from alhambra.arena.statistics import Estimate, normal_reach


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's strength and its uncertainty; every bot begins with 25 and 25/3."""

    mu: float
    sigma: float

    @property
    def interval(self) -> Estimate:
        """The strength with its 95 % interval."""
        reach = normal_reach(self.sigma)
        return Estimate(self.mu, self.mu - reach, self.mu + reach)


def ratings(results: Iterable[Result]) -> dict[str, Rating]:
    """The ratings of all bots after these games, rated in the order of their numbers.

    A bot does not get better from game to game, so nothing is added to its uncertainty between
    games (``tau`` is 0). A bot on several seats of a game plays on each with the same rating, and
    gets the mean of the new ratings.
    """
    # Imported lazily: other commands start faster without it.
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    start = model.rating()
    found: dict[str, Rating] = {}
    for result in sorted(results, key=lambda result: result.game):
        for bot in result.bots:
            found.setdefault(bot, Rating(start.mu, start.sigma))
        if len(set(result.bots)) == 1:
            continue  # it says nothing
        teams = [[model.rating(found[bot].mu, found[bot].sigma)] for bot in result.bots]
        rated = model.rate(teams, ranks=list(map(float, result.ranks)))
        for bot in set(result.bots):
            seats = [team[0] for name, team in zip(result.bots, rated, strict=True) if name == bot]
            sigma = fmean(seat.sigma for seat in seats)
            found[bot] = Rating(fmean(seat.mu for seat in seats), sigma)
    return found
