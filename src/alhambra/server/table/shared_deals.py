"""Tables whose deal is shared: each person plays it once, against the same bots.

Seed and bots are the same for everybody, and what bots leave to chance follows from the seed and
the number of actions before their turn. So equal play leads to equal games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from alhambra.server.log.shared_deals import SharedDeal
from alhambra.server.protocol.table import BotSeat, MySeat, SeatChoice, TableOptions
from alhambra.server.table.live import LiveTable
from alhambra.server.table.seating import options_of, seated

if TYPE_CHECKING:
    from alhambra.server.table.registry import Tables


async def own_table(
    tables: Tables,
    shared: SharedDeal,
    game: str,
    person: str,
    name: str,
    *,
    levels: Sequence[str],
    seed: bytes,
    coach: bool = False,
) -> LiveTable:
    """The person's table of a shared deal, set up at the first call. Nothing can be undone."""
    if await tables.store.heads([game]):
        return await tables.find(game)
    bots = [BotSeat(kind="bot", level=level) for level in levels]
    choices: list[SeatChoice] = [MySeat(kind="me"), *bots]
    seats, names = seated(choices, person, name)
    options = options_of(TableOptions(undo=False, coach="agreed" if coach else "never"))
    return await tables.lay_dealt(game, person, seats, names, options, seed, shared)
