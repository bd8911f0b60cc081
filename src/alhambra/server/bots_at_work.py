"""Bots think in worker threads, a bounded number at once, and stop when no longer wanted."""

from __future__ import annotations

import asyncio
import random
import secrets
from concurrent.futures import ThreadPoolExecutor
from threading import Event as Flag
from typing import Any

from alhambra.bots import bot_named
from alhambra.game import Game
from alhambra.server.numbers import Numbers
from alhambra.table import Phase

Events = list[tuple[str, dict[str, Any]]]


class BotsAtWork:
    """The worker threads of a server."""

    def __init__(self, threads: int, numbers: Numbers) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._numbers = numbers
        self._flags: set[Flag] = set()

    async def turn(self, game: Game, level: str, stop: Flag) -> Events | None:
        """The events of the bot's whole turn; None where it was told to stop. The game is the
        bot's own copy."""
        loop = asyncio.get_running_loop()
        self._flags.add(stop)
        try:
            with self._numbers.thinking.track_inprogress():
                return await loop.run_in_executor(self._threads, whole_turn, game, level, stop)
        finally:
            self._flags.discard(stop)

    async def close(self) -> None:
        """Stop them all, and wait until they have."""
        for flag in self._flags:
            flag.set()
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)


def whole_turn(game: Game, level: str, stop: Flag) -> Events | None:
    """Let the bot choose until its turn is over. It sees a view, and nothing is drawn."""
    seat = game.seat
    if game.phase is Phase.REFILL:
        return [("revealed", {})]  # somebody left before confirming
    bot = bot_named(level)
    rng = random.Random(secrets.randbits(64))
    events: Events = []
    while game.phase.is_decision and game.seat == seat:
        if stop.is_set():
            return None
        action = bot.choose(game.view(seat), rng=rng, stop=stop.is_set)
        game.play(action, reveal=False)
        events.append(("step", {"action": str(action)}))
    events[-1][1]["confirm"] = True
    return None if stop.is_set() else events
