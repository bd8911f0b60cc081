"""What an analysis finds, as frozen data.

Values are shares of the win: a tuple with one number for each seat, which add up to 1. The
``value`` of a turn is what its best line is worth, ``played`` what the line played is worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from alhambra.actions import Action
from alhambra.pieces import SCORINGS

if TYPE_CHECKING:
    from alhambra.drawing.chances import ChancesPicture

SPECIAL_TEXTS = {"overpays.none", "overpays.only", "denied.none", "denied.only", "room.all"}

Shares = tuple[float, ...]
"""For each seat its share of the win."""


class Mark(StrEnum):
    """How bad a turn was."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


@dataclass(frozen=True, slots=True)
class Why:
    """A difference between two lines that was measured: a code and its parameters, so that front
    ends can translate it. Parameters are numbers, seats (``seat``, counted from 0), and names of
    tiles, cards (several as `b3+b5`), kinds and scorings as in records."""

    code: str
    params: Mapping[str, str | int | float]

    @property
    def in_english(self) -> dict[str, str | int | float]:
        """The parameters with percentages and averages as English writes them. If there is a
        ``percent``, what it is compared with is one too. ``n`` chooses the plural."""
        params = dict(self.params)
        if "percent" in params:
            percents = {"percent", "instead"} & params.keys()
            params |= {name: f"{params[name]}%" for name in percents}
        if "wall" in params:
            params["n"] = params["wall"]
        if self.code == "others_buy":
            games = float(params["games"])
            params |= {name: f"{float(self.params[name]) / games:.1f}" for name in ("n", "instead")}
        return params

    @property
    def text(self) -> str:
        """The code, or that of a text of its own for a number that is 0 or everything."""
        n, instead, tiles = (self.params.get(name) for name in ("n", "instead", "tiles"))
        special = {"none": n == 0, "only": instead == 0, "all": n is not None and n == tiles}
        texts = (f"{self.code}.{name}" for name, fits in special.items() if fits)
        return next((text for text in texts if text in SPECIAL_TEXTS), self.code)


@dataclass(frozen=True, slots=True)
class Line:
    """A whole turn as it could be played: its actions, and what it is worth to each seat."""

    actions: tuple[Action, ...]
    shares: Shares
    margin: float  # points ahead of the average of the others, for the seat whose turn it is


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that was played, beside the best there was."""

    number: int  # counted from 1
    ply: int  # actions before it
    seat: int
    bag: int  # tiles left in the bag
    scored: int  # scorings before it
    choices: int  # the other actions that were possible, over all its decisions
    line: Line  # the one played
    best: Line | None  # a better one; None if none looks better
    value: Shares  # of the best line, estimated without selection bias
    error: float  # value - played for its seat, so estimated; may be slightly below 0
    gap: float  # how much better the best line looks
    standard_error: float  # of the gap
    points: float  # the same gap in points
    openness: float  # 1 if all chances are even, 0 if the game is decided
    mark: Mark | None
    marked: int | None  # the action that lost the most, by its number in the turn
    reasons: tuple[Why, ...]  # for the best line; empty if there is no simple reason
    against: Why | None  # what speaks for the line played nevertheless
    luck: Shares  # of the draw after it

    @property
    def played(self) -> Shares:
        """What the line played is worth."""
        return self.line.shares


@dataclass(frozen=True, slots=True)
class Account:
    """What the result of a seat is made of: ``result = deal + luck - errors + others``."""

    result: float  # share of the win - 1/n
    deal: float
    luck: float  # of all draws
    errors: float  # its own
    others: float  # what the errors of the others brought it


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """A player's game in numbers."""

    name: str
    account: Account
    turns: int
    marks: Mapping[Mark, int]
    error_rate: float  # error per open turn
    accuracy: float  # 0 to 100
    accuracy_error: float  # half of the 95 % interval: the true accuracy lies within ± this much


@dataclass(frozen=True, slots=True)
class Analysis:
    """A finished game, turn by turn."""

    level: str
    seed: int
    names: tuple[str, ...]
    result: Shares
    turns: tuple[Turn, ...]
    seats: tuple[SeatSummary, ...]
    moments: tuple[int, ...]  # the turns that decided most, by number, in order

    def picture(self) -> ChancesPicture:
        """What a drawing needs to know: the win chances after each turn, and the luck."""
        from alhambra.drawing.chances import ChancesPicture, TurnChances  # imported lazily

        following = [turn.scored for turn in self.turns[1:]] + [len(SCORINGS)]
        turns = tuple(
            TurnChances(
                turn.seat,
                turn.played,
                turn.luck,
                turn.mark.value if turn.mark else "",
                " ".join(scoring.value for scoring in SCORINGS[turn.scored : scored]),
            )
            for turn, scored in zip(self.turns, following, strict=True)
        )
        return ChancesPicture(self.names, turns, self.result)

    def _repr_svg_(self) -> str:
        from alhambra.drawing.chances import draw_chances  # imported lazily: drawing is optional

        return draw_chances(self.picture())
