"""The types of duplicates: one deal that several persons play, each at a table of their own."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from alhambra.server.protocol.board import KindName, PlacedTile, ScoringName
from alhambra.server.protocol.table import MOST_SEATS, Asked, LevelKey


class DuplicateSetup(Asked):
    """A new duplicate: the bots against which everybody plays, from the second seat on."""

    levels: Annotated[tuple[LevelKey, ...], Field(min_length=1, max_length=MOST_SEATS - 1)]
    coach: bool = False
    """Whether everybody may ask for hints."""


class DuplicateResult(TypedDict):
    """How a person has played a duplicate."""

    place: int  # among the persons
    points: int
    table_place: int  # among the bots of their table
    by_scoring: dict[ScoringName, int]
    kinds: dict[KindName, int]  # buildings in the city at the end
    wall: int  # the longest at the end
    purchases: int
    exact: int
    city: list[PlacedTile]


class DuplicatePlayer(TypedDict):
    """Somebody who plays a duplicate. ``result`` is null until it may be shown to you, and for a
    person for whom a bot has played."""

    name: str
    yours: bool
    is_over: bool
    game: str | None  # to replay or review, once you may see it; your own from the beginning
    result: DuplicateResult | None


class DuplicateShown(TypedDict):
    """A duplicate. Results are shown (``open``) once you have ended your own game; to those who do
    not play once it is closed."""

    id: str
    yours: bool  # you set it up
    levels: list[str]
    coach: bool
    at: int
    until: int  # when it closes by itself
    closed: bool  # nobody may begin any more
    open: bool
    commitment: str  # the SHA-256 of the seed
    seed: str | None  # once it is open to you
    players: list[DuplicatePlayer]  # by place, then in the order in which they began
    next: str | None  # another one with the same bots, for the same persons


class DuplicateSummary(TypedDict):
    """A duplicate in a list."""

    id: str
    at: int
    closed: bool
    names: list[str]
    stage: Literal["new", "playing", "over"]  # of your game


class DuplicateList(TypedDict):
    """The duplicates that you have set up or play, the latest first."""

    duplicates: list[DuplicateSummary]
