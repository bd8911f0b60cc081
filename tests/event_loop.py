"""Tests that are coroutines run in one event loop with what their fixtures have started."""

import asyncio
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any, TypeVar

T = TypeVar("T")


class Loop:
    """An event loop, and what was entered in it."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._entered = AsyncExitStack()

    def run(self, deed: Coroutine[Any, Any, T], seconds: float = 240) -> T:
        """Do it, within some time."""

        async def within() -> T:
            async with asyncio.timeout(seconds):
                return await deed

        return self._runner.run(within())

    def enter(self, manager: AbstractAsyncContextManager[T]) -> T:
        """Enter it; it is left when the loop is closed."""
        return self.run(self._entered.enter_async_context(manager))

    def close(self) -> None:
        try:
            self.run(self._entered.aclose())
        finally:
            self._runner.close()
