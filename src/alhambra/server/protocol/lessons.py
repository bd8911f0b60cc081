"""The types of lessons: what a page asks for, and what it is shown."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from alhambra.lessons import AimName
from alhambra.server.protocol.board import PlacedTile, ReasonGiven
from alhambra.server.protocol.table import Asked, TableShown
from alhambra.server.protocol.to_page import Prospects, State

MOST_STEPS = 8
"""More right actions than any lesson has."""

_Action = Annotated[str, Field(min_length=1, max_length=120)]


class LessonTried(Asked):
    """A try at a lesson: the right actions so far, the one that is tried now, and the tile whose
    places are asked for."""

    played: Annotated[list[_Action], Field(max_length=MOST_STEPS)]
    action: _Action | None = None
    look: Annotated[str, Field(min_length=1, max_length=8)] | None = None


class LessonListed(TypedDict):
    """A lesson in the list, with the learner's city in it."""

    name: str
    city: list[PlacedTile]


class Lessons(TypedDict):
    """All lessons in their order."""

    lessons: list[LessonListed]


class LessonShown(TypedDict):
    """A lesson after a try. An action that is ``worse`` or refused has changed nothing."""

    aim: AimName  # what the turn is about
    answer: Literal["right", "worse", "done"] | None  # to the action that was tried
    refused: ReasonGiven | None
    solution: str | None  # an action that is right now; None once the lesson is done
    table: TableShown
    state: State
    prospects: Prospects | None
