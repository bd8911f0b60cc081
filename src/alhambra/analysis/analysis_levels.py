"""How thoroughly a game is analysed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from alhambra.neural.endgame import LATE
from alhambra.reasons import AlhambraError, why


@dataclass(frozen=True, slots=True)
class AnalysisLevel:
    """An analysis plays on for ``depth`` decisions under ``orders`` orders of deck and bag. Without
    orders it only has the network's rating."""

    name: str
    orders: int
    depth: int
    late: int = 0  # with at most this many tiles in the bag it plays to the end
    # Orders before a difference is looked at that is to be confirmed, and between later looks.
    first: int = 0
    batch: int = 0

    @property
    def follows(self) -> bool:
        """Does it play on? Only then are turns marked."""
        return self.orders > 0


INSTANT = AnalysisLevel("instant", 0, 0)
QUICK = AnalysisLevel("quick", 24, 4)
DEEP = AnalysisLevel("deep", 96, 8, late=LATE, first=12, batch=8)
# Not for whole games: confirms what costs most of the game's end, and takes many orders to be sure.
END = AnalysisLevel("end", 192, 8, late=8, first=48, batch=16)
LEVELS: Mapping[str, AnalysisLevel] = MappingProxyType(
    {level.name: level for level in (INSTANT, QUICK, DEEP)}
)


def analysis_level(name: str) -> AnalysisLevel:
    """The level with this name."""
    if name not in LEVELS:
        raise AlhambraError(why("no_analysis_level", name=name, known=", ".join(LEVELS)))
    return LEVELS[name]
