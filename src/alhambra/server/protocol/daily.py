"""The types of daily deals."""

from __future__ import annotations

from typing_extensions import TypedDict


class DailyTried(TypedDict):
    """A day whose deal you have begun. ``points`` is null until you have finished it."""

    day: str
    points: int | None
    late: bool  # begun or finished after the day: without a place
    game: str


class DailyCalendar(TypedDict):
    """The days that can be played, and which of them you have."""

    today: str  # by the server's clock, in UTC
    next_in: int  # milliseconds until the next day
    first: str  # the earliest day that can still be played
    streak: int  # days in a row
    days: list[DailyTried]  # the latest first


class DailyMine(TypedDict):
    """Your game of a day. ``points`` is null until you have finished it."""

    game: str
    points: int | None
    late: bool
    place: int | None  # among all who finished it on its day


class BotGame(TypedDict):
    """The game of the strongest bot, which can be seen with the key ``invite``."""

    game: str
    invite: str


class DailyDay(TypedDict):
    """The deal of a day. Until you have finished it, there are no scores."""

    day: str
    commitment: str  # the SHA-256 of its seed, which is the seed of the day before
    seed: str | None  # once the day is over
    mine: DailyMine | None
    scores: list[int]  # of everybody who finished it on its day, the lowest first
    bot: int | None  # the points of the strongest bot, once it has played the deal
    bot_game: BotGame | None
