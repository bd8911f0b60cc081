"""The types of a reviewed game: what an analysis found, as a page shows it."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAliasType, TypedDict

from alhambra.server.protocol.board import ActionText
from alhambra.server.protocol.happenings import HappeningShown

MarkName = TypeAliasType("MarkName", Literal["inaccuracy", "mistake", "blunder"])
DecisionName = TypeAliasType("DecisionName", Literal["money", "purchase", "placing", "redesign"])


class Why(TypedDict):
    """A difference between two turns that was measured: a code for translation (``why.CODE``),
    its parameters, and the English sentence. ``seat`` and ``rival`` count from 0; tiles, kinds and
    scorings are named as in records."""

    code: str
    params: dict[str, str | int | float]
    sentence: str


class LineShown(TypedDict):
    """A whole turn as it was or could have been played."""

    actions: list[ActionText]
    happenings: list[HappeningShown]  # what happens in it, nothing drawn
    shares: list[float]  # of the win, by seat
    margin: float  # points ahead of the average of the others


class TurnReviewed(TypedDict):
    """A turn beside the best there was."""

    number: int  # from 1
    ply: int  # actions before it
    seat: int
    played: LineShown
    best: LineShown | None  # a better turn, if one looks better
    value: list[float]  # shares of the win of the best turn
    error: float  # what the turn cost its seat
    gap: float  # how much better the best turn looks
    standard_error: float  # of the gap
    points: float  # the gap in points
    openness: float  # 1 if all chances are even, 0 if the game is decided
    mark: MarkName | None
    marked: int | None  # the action that lost the most, counted from 0 within the turn
    reasons: list[Why]
    against: Why | None  # what speaks for the turn that was played
    luck: list[float]  # of what was drawn after it, by seat


class SeatReviewed(TypedDict):
    """A player's game in numbers: ``result = deal + luck - errors + others``."""

    result: float  # share of the win above an even one
    deal: float
    luck: float
    errors: float
    others: float
    turns: int
    marks: dict[MarkName, int]
    error_rate: float
    accuracy: float  # 0 to 100
    accuracy_error: float  # the true accuracy is within ± this


class Review(TypedDict):
    """A finished game, turn by turn."""

    level: str
    result: list[float]  # shares of the win
    turns: list[TurnReviewed]
    seats: list[SeatReviewed]
    moments: list[int]  # the turns that decided most, by number


ReviewState = TypeAliasType(
    "ReviewState", Literal["none", "waiting", "running", "done", "failed", "stopped"]
)


class ReviewStatus(TypedDict):
    """How far a review is."""

    state: ReviewState
    waiting: int  # reviews before it
    read: int  # turns analysed
    turns: int  # turns in all
    seconds_left: int | None  # an estimate
    curve: list[list[float]]  # the number of each turn analysed, then the shares of every seat
    review: Review | None  # once it is done
