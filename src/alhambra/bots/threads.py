"""The threads of a bot that thinks on several."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor


class BotThreads(ThreadPoolExecutor):
    """A bot's threads, which keep their buffers from choice to choice. They are started with the
    first choice that needs them."""

    def __init__(self, threads: int) -> None:
        super().__init__(threads)
        self._threads_of_bot = threads

    def __reduce__(self) -> tuple[type[BotThreads], tuple[int]]:
        return BotThreads, (self._threads_of_bot,)  # a copy starts threads of its own
