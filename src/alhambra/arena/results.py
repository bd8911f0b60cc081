"""The result of a game, and its line in results.jsonl."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from alhambra.scoring import Sheet


@dataclass(frozen=True, slots=True)
class ScoringPoints:
    """What each seat gained in a scoring."""

    majorities: tuple[int, ...]
    walls: tuple[int, ...]

    @classmethod
    def of(cls, sheet: Sheet) -> ScoringPoints:
        """The points of a sheet; Dirk's are left out."""
        gained = zip(sheet.points, sheet.walls, strict=False)
        return cls(tuple(points - wall for points, wall in gained), sheet.walls)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game; everything with an entry for each seat is in seat order. Nothing here
    depends on a clock: the same settings give the same results."""

    game: int
    deal: int
    rotation: int
    bots: tuple[str, ...]
    points: tuple[int, ...]
    dirk: int | None  # his points, with two players
    shares: tuple[float, ...]  # of the win; a tie shares it
    plies: int
    unfinished: bool  # stopped at the limit of plies, counted by the points so far
    scorings: Mapping[str, ScoringPoints]  # those that took place: A, B, C
    luck: tuple[float, ...] | None = None  # of deal and draws, if it was worked out

    def to_line(self) -> str:
        """One line of JSON."""
        data = asdict(self)
        if self.luck is None:
            del data["luck"]
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def of_line(cls, line: str) -> Result:
        """Read a line; raises ValueError if it is not a result."""
        try:
            data = json.loads(line)
            scorings = {
                name: ScoringPoints(tuple(points["majorities"]), tuple(points["walls"]))
                for name, points in data.pop("scorings").items()
            }
            for name in ("bots", "points", "shares"):
                data[name] = tuple(data[name])
            if "luck" in data:
                data["luck"] = tuple(data["luck"])
            return cls(**data, scorings=scorings)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ValueError(f"not a result: {line[:60]}") from error

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each seat by points, counted from 1; tied seats share a place."""
        return tuple(1 + sum(other > own for other in self.points) for own in self.points)
