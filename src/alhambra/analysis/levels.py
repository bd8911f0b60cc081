"""How well an analysis looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from alhambra.reasons import AlhambraError, why


@dataclass(frozen=True, slots=True)
class Level:
    """Lines are followed under so many orders of deck and bag, for so many decisions. Without
    orders the network's rating has to do."""

    name: str
    orders: int
    depth: int
    late: int = 0  # with so few tiles in the bag lines are followed to the end

    @property
    def follows(self) -> bool:
        """Does it play on? Only then are turns marked."""
        return self.orders > 0


INSTANT = Level("instant", 0, 0)
QUICK = Level("quick", 24, 4)
DEEP = Level("deep", 96, 8, late=3)
LEVELS: Mapping[str, Level] = MappingProxyType(
    {level.name: level for level in (INSTANT, QUICK, DEEP)}
)


def level_named(name: str) -> Level:
    """The level with this name."""
    if name not in LEVELS:
        raise AlhambraError(why("no_analysis_level", name=name, known=", ".join(LEVELS)))
    return LEVELS[name]
