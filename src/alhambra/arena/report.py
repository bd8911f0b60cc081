"""The report of a run: the results of each bot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from alhambra.arena.errors import ArenaError
from alhambra.arena.ratings import Rating, ratings
from alhambra.arena.results import Result
from alhambra.arena.statistics import Estimate, mean_of_clusters, share_of_clusters
from alhambra.arena.times import LUCK, Times

ENOUGH_DEALS = 30  # to compare two intervals


@dataclass(frozen=True, slots=True)
class MeanScoring:
    """The mean points of a bot in a scoring; one that did not take place counts as 0."""

    majorities: float
    walls: float


@dataclass(frozen=True, slots=True)
class BotReport:
    """A bot's results. If it has several seats in a game, each of them counts."""

    name: str
    games: int
    unfinished: int  # of them
    seats: int
    win_share: Estimate
    luck_adjusted: Estimate | None  # the win share without the luck of deal and draws
    points: Estimate
    rating: Rating
    scorings: Mapping[str, MeanScoring]


@dataclass(frozen=True, slots=True)
class LuckGain:
    """What leaving out the luck gains, and what it costs."""

    games: float  # how many times as many games would have an interval as narrow
    time: float  # how many times as long it takes

    @property
    def pays(self) -> bool:
        """Whether playing more games instead would take longer."""
        return self.games > self.time


@dataclass(frozen=True, slots=True)
class Report:
    """The results of a run so far, the best bot first, and how long decisions took."""

    settings: Mapping[str, Any]
    games: int
    unfinished: int
    bots: tuple[BotReport, ...]
    times: Mapping[str, Times]
    luck_times: Times  # a number for each game whose luck was worked out
    deals: int

    @classmethod
    def of(
        cls,
        settings: Mapping[str, Any],
        results: Iterable[Result],
        times: Iterable[Mapping[str, Times]],
    ) -> Report:
        """The report of some games."""
        results = sorted(results, key=lambda result: result.game)
        rated = ratings(results)
        bots = [_bot_report(name, results, rated[name]) for name in rated]
        bots.sort(key=lambda bot: -bot.win_share.mean)
        spent: dict[str, Times] = {bot.name: Times() for bot in bots}
        for game in times:
            for name, more in game.items():
                spent.setdefault(name, Times()).update(more)
        unfinished = sum(result.unfinished for result in results)
        luck_times = spent.pop(LUCK, Times())
        deals = len({result.deal for result in results})
        return cls(settings, len(results), unfinished, tuple(bots), spent, luck_times, deals)

    @property
    def luck_gain(self) -> LuckGain | None:
        """What leaving out the luck gains; None if it was not worked out, or if too few deals were
        played to say."""
        gains = [
            (bot.win_share.half_width / bot.luck_adjusted.half_width) ** 2
            for bot in self.bots
            if bot.luck_adjusted and bot.win_share.half_width and bot.luck_adjusted.half_width
        ]
        thinking = sum(spent.seconds for spent in self.times.values())
        if not gains or not thinking or self.deals < ENOUGH_DEALS:
            return None
        return LuckGain(sum(gains) / len(gains), 1 + self.luck_times.seconds / thinking)

    def bot(self, name: str) -> BotReport:
        """The results of one bot."""
        for bot in self.bots:
            if bot.name == name:
                return bot
        known = ", ".join(bot.name for bot in self.bots)
        raise ArenaError(f"no bot is called {name!r} here; there are: {known}")

    def to_json(self) -> dict[str, Any]:
        """Everything as JSON data. Only ``times`` depends on a clock."""
        return {
            "settings": dict(self.settings),
            "games": self.games,
            "unfinished": self.unfinished,
            "bots": [_bot_json(bot) for bot in self.bots],
            **({"luck_gain": asdict(gain)} if (gain := self.luck_gain) else {}),
            "times": {name: _times_json(spent) for name, spent in self.times.items()},
        }


def _bot_report(name: str, results: list[Result], rating: Rating) -> BotReport:
    seats = list(_seats_of(name, results))
    shares = [(result.deal, result.shares[seat]) for result, seat in seats]
    points = [(result.deal, float(result.points[seat])) for result, seat in seats]
    games = {result.game: result for result, _ in seats}
    return BotReport(
        name=name,
        games=len(games),
        unfinished=sum(result.unfinished for result in games.values()),
        seats=len(seats),
        win_share=share_of_clusters(shares),
        luck_adjusted=_without_luck(seats),
        points=mean_of_clusters(points),
        rating=rating,
        scorings={scoring: _mean_scoring(scoring, seats) for scoring in "ABC"},
    )


def _without_luck(seats: list[tuple[Result, int]]) -> Estimate | None:
    """The mean win share minus the luck; it can be below 0 or above 1."""
    if any(result.luck is None for result, _ in seats):
        return None
    return mean_of_clusters(
        (result.deal, result.shares[seat] - result.luck[seat])
        for result, seat in seats
        if result.luck
    )


def _seats_of(name: str, results: list[Result]) -> Iterator[tuple[Result, int]]:
    for result in results:
        for seat, bot in enumerate(result.bots):
            if bot == name:
                yield result, seat


def _mean_scoring(scoring: str, seats: list[tuple[Result, int]]) -> MeanScoring:
    took_place = [(r.scorings[scoring], seat) for r, seat in seats if scoring in r.scorings]
    majorities = sum(points.majorities[seat] for points, seat in took_place)
    walls = sum(points.walls[seat] for points, seat in took_place)
    return MeanScoring(majorities / len(seats), walls / len(seats))


def _bot_json(bot: BotReport) -> dict[str, Any]:
    data = asdict(bot)
    data["rating"] |= asdict(bot.rating.interval)
    del data["rating"]["mean"]  # it is mu
    if bot.luck_adjusted is None:
        del data["luck_adjusted"]
    return data


def _times_json(spent: Times) -> dict[str, float | int | None]:
    if not spent.decisions:
        return {"decisions": 0, "mean_s": None, "p99_s": None}
    p99 = spent.percentile(99)
    return {"decisions": spent.decisions, "mean_s": spent.mean, "p99_s": p99}
