"""Opponents. A bot chooses an action from a view, which hides the order of deck and bag.

>>> import random
>>> from alhambra import Game
>>> from alhambra.bots import bot_named, never
>>> game = Game.new(["Ana", "Bruno"], seed=1)
>>> bot = bot_named("random")
>>> bot.choose(game.view(game.seat), rng=random.Random(1), stop=never) in game.legal_actions
True
"""

from alhambra.bots.bot import Bot, Stop, never
from alhambra.bots.champion import ChampionBot
from alhambra.bots.greedy import GreedyBot
from alhambra.bots.levels import LEVELS, Level, steady_bot
from alhambra.bots.names import KNOWN, UnknownBot, bot_named
from alhambra.bots.search import SearchBot
from alhambra.bots.simple import RandomBot

__all__ = [
    "KNOWN",
    "LEVELS",
    "Bot",
    "ChampionBot",
    "GreedyBot",
    "Level",
    "RandomBot",
    "SearchBot",
    "Stop",
    "UnknownBot",
    "bot_named",
    "never",
    "steady_bot",
]
