"""How long decisions took. Kept apart from the results, which do not depend on a clock."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass, field

# Among the times of bots: how long the luck of a game took. No bot can have this name.
LUCK = "|luck"
# Decisions are counted in a histogram over the logarithm of their time, in steps of 2 %: it is
# small, can be added up, and gives any percentile to within 1 %.
_STEP = math.log(1.02)


@dataclass(slots=True)
class Times:
    """The times of many decisions."""

    seconds: float = 0.0
    counts: Counter[int] = field(default_factory=Counter)

    def add(self, seconds: float) -> None:
        """Count a decision."""
        self.seconds += seconds
        self.counts[math.floor(math.log(max(seconds, 1e-9)) / _STEP)] += 1

    def update(self, other: Times) -> None:
        """Add the decisions of another."""
        self.seconds += other.seconds
        self.counts.update(other.counts)

    @property
    def decisions(self) -> int:
        """How many there were."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """The mean time in seconds."""
        return self.seconds / self.decisions if self.counts else math.nan

    def percentile(self, percent: float) -> float:
        """The time within which this percentage of the decisions was made."""
        wanted = self.decisions * percent / 100
        for step, _ in sorted(self.counts.items()):
            wanted -= self.counts[step]
            if wanted <= 0:
                return math.exp((step + 0.5) * _STEP)
        return math.nan


def times_to_line(game: int, times: dict[str, Times]) -> str:
    """A line of times.jsonl: the times of each bot in a game."""
    bots = {
        name: {"seconds": spent.seconds, "counts": sorted(spent.counts.items())}
        for name, spent in times.items()
    }
    return json.dumps({"game": game, "bots": bots}, ensure_ascii=False, separators=(",", ":"))


def times_of_line(line: str) -> tuple[int, dict[str, Times]]:
    """Read a line of times.jsonl; raises ValueError if it is not one."""
    try:
        data = json.loads(line)
        bots = data["bots"].items()
        found = {
            name: Times(spent["seconds"], Counter(dict(spent["counts"]))) for name, spent in bots
        }
        return data["game"], found
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"not a line of times: {line[:60]}") from error
