"""Mouse and finger: two ways to press and to drag what a page shows."""

import asyncio
from abc import ABC, abstractmethod

from playwright.async_api import CDPSession, Locator, Page

PROMPT = 2_000  # milliseconds within which something that is there can be pressed
Place = tuple[float, float]
STEPS = 5  # places a pointer passes through during a drag


async def _middle(target: Locator) -> Place:
    await target.scroll_into_view_if_needed(timeout=PROMPT)
    box = await target.bounding_box(timeout=PROMPT)
    if box is None:
        raise TimeoutError("nothing to point at")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _between(start: Place, end: Place) -> list[Place]:
    (x, y), (to_x, to_y) = start, end
    parts = [n / STEPS for n in range(1, STEPS + 1)]
    return [(x + (to_x - x) * part, y + (to_y - y) * part) for part in parts]


class Hands(ABC):
    """How a person points at things on a page."""

    def __init__(self, page: Page) -> None:
        self._page = page

    @abstractmethod
    async def press(self, target: Locator) -> None:
        """Click or tap."""

    async def drag(self, source: Locator, target: Locator) -> None:
        """Take hold of one thing and let it go over another."""
        start, end = await _middle(source), await _middle(target)
        await self._take_hold(start)
        for place in _between(start, end):
            await self._move(place)
            await asyncio.sleep(0.02)
        await self._let_go(end)

    @abstractmethod
    async def _take_hold(self, place: Place) -> None: ...

    @abstractmethod
    async def _move(self, place: Place) -> None: ...

    @abstractmethod
    async def _let_go(self, place: Place) -> None: ...


class Mouse(Hands):
    """A mouse, with its left button."""

    async def press(self, target: Locator) -> None:
        await target.click(timeout=PROMPT)

    async def _take_hold(self, place: Place) -> None:
        await self._move(place)
        await self._page.mouse.down()

    async def _move(self, place: Place) -> None:
        await self._page.mouse.move(*place)

    async def _let_go(self, place: Place) -> None:
        await self._page.mouse.up()


class Finger(Hands):
    """A finger on a touch screen. Playwright has no gesture for a drag, so the events are sent."""

    _devtools: CDPSession

    async def press(self, target: Locator) -> None:
        await target.tap(timeout=PROMPT)

    async def _touch(self, kind: str, *places: Place) -> None:
        points = [{"x": x, "y": y, "id": 0} for x, y in places]
        await self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    async def _take_hold(self, place: Place) -> None:
        self._devtools = await self._page.context.new_cdp_session(self._page)
        await self._touch("touchStart", place)

    async def _move(self, place: Place) -> None:
        await self._touch("touchMove", place)

    async def _let_go(self, place: Place) -> None:
        # A finger that lets go in full motion is a fling, and Chromium ignores the tap after it.
        await asyncio.sleep(0.1)
        await self._move((place[0] + 1, place[1]))
        await self._touch("touchEnd")
        await self._devtools.detach()
