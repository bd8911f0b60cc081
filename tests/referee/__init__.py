"""The rules said a second time, slowly and plainly: the referee the fast engine must agree with.

Written from RULES.md and RECORD.md alone, with strings, lists, sets and dicts. Nothing here
is made to be fast; where a rule has a definition, the definition is carried out.
Tiles are `G8nw`, the fountain `@`, cards `b7`, cells `(x, y)` with y growing north.
"""

from .building import (
    Cell,
    City,
    longest_wall,
    may_remove,
    may_stand,
    may_swap,
    outline,
    spots,
    wall_sides,
)
from .game import Referee
from .money import is_irredundant, is_payment, payments, takes
from .perft import after, perft
from .pieces import TILES, Refused, all_cards
from .record import read, write
from .scoring import PRIZES, majorities, score, share_places

__all__ = [
    "PRIZES",
    "TILES",
    "Cell",
    "City",
    "Referee",
    "Refused",
    "after",
    "all_cards",
    "is_irredundant",
    "is_payment",
    "longest_wall",
    "majorities",
    "may_remove",
    "may_stand",
    "may_swap",
    "outline",
    "payments",
    "perft",
    "read",
    "score",
    "share_places",
    "spots",
    "takes",
    "wall_sides",
    "write",
]
