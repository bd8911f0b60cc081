"""Mouse and finger: two ways to press and to drag what a page shows."""

import asyncio
from typing import Protocol

from playwright.async_api import Locator, Page

PROMPT = 2_000  # milliseconds within which something that is there can be pressed
STEPS = 5  # places a pointer passes through during a drag


class Hands(Protocol):
    """How a person points at things."""

    async def press(self, target: Locator) -> None:
        """Click or tap."""

    async def drag(self, source: Locator, target: Locator) -> None:
        """Take hold of one thing and let it go over another."""


async def _middle(target: Locator) -> tuple[float, float]:
    await target.scroll_into_view_if_needed(timeout=PROMPT)
    box = await target.bounding_box(timeout=PROMPT)
    if box is None:
        raise TimeoutError("nothing to point at")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _between(start: tuple[float, float], end: tuple[float, float]) -> list[tuple[float, float]]:
    (x, y), (to_x, to_y) = start, end
    parts = [n / STEPS for n in range(1, STEPS + 1)]
    return [(x + (to_x - x) * part, y + (to_y - y) * part) for part in parts]


class Mouse:
    """A mouse."""

    def __init__(self, page: Page) -> None:
        self._page = page

    async def press(self, target: Locator) -> None:
        """Click."""
        await target.click(timeout=PROMPT)

    async def drag(self, source: Locator, target: Locator) -> None:
        """Drag with the left button."""
        start, end = await _middle(source), await _middle(target)
        await self._page.mouse.move(*start)
        await self._page.mouse.down()
        for place in _between(start, end):
            await self._page.mouse.move(*place)
            await asyncio.sleep(0.02)
        await self._page.mouse.up()


class Finger:
    """A finger on a touch screen."""

    def __init__(self, page: Page) -> None:
        self._page = page

    async def press(self, target: Locator) -> None:
        """Tap."""
        await target.tap(timeout=PROMPT)

    async def drag(self, source: Locator, target: Locator) -> None:
        """Drag with one finger. Playwright has no gesture for this, so the events are sent."""
        start, end = await _middle(source), await _middle(target)
        devtools = await self._page.context.new_cdp_session(self._page)

        async def touch(kind: str, *places: tuple[float, float]) -> None:
            points = [{"x": x, "y": y, "id": 0} for x, y in places]
            await devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        await touch("touchStart", start)
        for place in _between(start, end):
            await touch("touchMove", place)
            await asyncio.sleep(0.02)
        # A finger that lets go in full motion is a fling, and Chromium ignores the tap after it.
        await asyncio.sleep(0.1)
        await touch("touchMove", (end[0] + 1, end[1]))
        await touch("touchEnd")
        await devtools.detach()
