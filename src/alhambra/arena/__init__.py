"""The arena: bots play each other, every deal in every rotation of the seats, and are rated.

>>> report = Arena(["random"], players=2, games=2, seed=1).run()
>>> report.games, report.bots[0].win_share.mean
(2, 0.5)
"""

from alhambra.arena.arena import Arena
from alhambra.arena.errors import ArenaError, BotFault
from alhambra.arena.report import BotReport, Report
from alhambra.arena.results import Result
from alhambra.arena.statistics import Estimate

__all__ = ["Arena", "ArenaError", "BotFault", "BotReport", "Estimate", "Report", "Result"]
