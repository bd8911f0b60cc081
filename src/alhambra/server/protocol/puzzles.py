"""The types of puzzles: what a page asks for, and what it is shown."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from alhambra.server.protocol.board import ActionText, Purse, ReasonGiven
from alhambra.server.protocol.happenings import HappeningShown
from alhambra.server.protocol.review import Why
from alhambra.server.protocol.table import Asked, TableShown
from alhambra.server.protocol.to_page import Prospects, State

ThemeName = TypeAliasType(
    "ThemeName", Literal["exact", "wall", "denying", "redesign", "scoring", "majority"]
)


class PuzzleTried(Asked):
    """A try at a puzzle: an action, or the tile whose places are asked for, or ``give_up`` to be
    shown the solution."""

    action: Annotated[str, Field(min_length=1, max_length=120)] | None = None
    look: Annotated[str, Field(min_length=1, max_length=8)] | None = None
    give_up: bool = False


class PuzzleThemeShown(TypedDict):
    """How many puzzles of a theme there are, and how many of them a person has solved."""

    theme: ThemeName
    puzzles: int
    solved: int


class Puzzles(TypedDict):
    """All puzzles in numbers, and how far a person has come."""

    themes: list[PuzzleThemeShown]
    tried: int
    solved: int
    rating: int | None  # null before the first try


class PuzzleChosen(TypedDict):
    """A puzzle that a person has not tried, about as difficult as the person is strong."""

    puzzle: str | None  # null if all are tried


class PuzzleSolution(TypedDict):
    """The best action of a puzzle, and why it is better than the second best."""

    best: ActionText
    second: ActionText
    happening: HappeningShown  # what the second best does
    ahead: float  # of a win
    reasons: list[Why]


class PuzzleShown(TypedDict):
    """A puzzle after a try. Only the best action is played."""

    theme: ThemeName
    rating: int  # of the puzzle
    answer: Literal["best", "worse"] | None  # to the action that was tried
    cost: float | None  # of a win, of an action that is worse, if it was measured
    refused: ReasonGiven | None
    solution: PuzzleSolution | None  # once the best action is found or asked for
    own_rating: int | None  # of the person, if this was the first try
    table: TableShown
    state: State
    hands: list[list[Purse]]  # everybody's
    prospects: Prospects | None
