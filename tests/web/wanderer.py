"""A monkey away from the tables of others: presses whatever can be pressed, on every screen."""

import asyncio
import random
import time
from collections import deque
from typing import Any

from playwright.async_api import Error as PlaywrightError

from alhambra.lessons import lessons
from alhambra.puzzles import puzzles
from web.browsing import Person
from web.monkey import IDLE, KEPT, LOOKS, Fault

SCREENS = ("", "learn", "puzzles", "daily", "statistics", "setup", "rules")
# What can be pressed: visible, enabled, in front, and leading to another screen at most.
_PRESSABLE = """() => {
  const found = [];
  const kinds = "button, a[href^='#'], input, select, summary, [role=gridcell], [role=tab]";
  for (const each of document.querySelectorAll(kinds)) {
    if (!each.checkVisibility({ visibilityProperty: true }) || each.disabled) continue;
    if (each.type === "file" || each.matches(".forget")) continue;
    const { left, top, width, height } = each.getBoundingClientRect();
    const at = [left + width / 2, top + height / 2];
    const front = document.elementFromPoint(...at);
    if (front && (each.contains(front) || front.closest("label")?.control === each))
      found.push({ at, name: each.dataset.testid ?? each.textContent.trim().slice(0, 30) });
  }
  return found;
}"""
_WAITS = ".starting, .waiting[role=status], main > p[role=status]:only-of-type"
_SHOWS = f"document.body.innerText.trim() !== '' && !document.querySelector('{_WAITS}')"


class Wanderer:
    """Somebody who goes through lessons, puzzles, the daily deal, a replay and its review."""

    def __init__(self, person: Person, game: str, rng: random.Random) -> None:
        self._person, self._page = person, person.page
        self._game = game  # one that is over
        self._rng = rng
        self._steps: deque[str] = deque(maxlen=KEPT)

    async def wander(self, steps: int) -> None:
        """Do this many things. A page that fails, or shows nothing, is a fault."""
        try:
            for _ in range(steps):
                await self._step()
                await self._see_something()
        except Exception as error:
            raise Fault("\n".join([*self._steps, self._page.url, str(error)])) from error

    async def _step(self) -> None:
        ways = (self._press, self._go, self._turn_back, self._reload, self._escape)
        way = self._rng.choices(ways, [30, 4, 1, 1, 2])[0]
        try:
            await way()
        except PlaywrightError as error:  # it has gone meanwhile
            self._note(f"missed: {str(error).splitlines()[0]}")
        await asyncio.sleep(self._rng.choice((0, 0, 0.05, 0.3)))

    def _note(self, step: str) -> None:
        self._steps.append(step)

    async def _press(self) -> None:
        found: list[dict[str, Any]] = await self._page.evaluate(_PRESSABLE)
        if not found:
            return
        chosen = self._rng.choice(found)
        self._note(f"press {chosen['name']}")
        x, y = chosen["at"]
        if self._rng.random() < 0.1:
            await self._page.mouse.dblclick(x, y)
        else:
            await self._page.mouse.click(x, y)

    async def _go(self) -> None:
        lesson = self._rng.choice(lessons()).name
        puzzle = self._rng.choice(list(puzzles()))
        more = (f"lesson/{lesson}", f"puzzle/{puzzle}", f"replay/{self._game}")
        place = self._rng.choice((*SCREENS, *more, f"review/{self._game}"))
        self._note(f"go to {place or 'home'}")
        await self._person.goes(place)

    async def _turn_back(self) -> None:
        self._note("back")
        await self._page.go_back()
        if not self._page.url.startswith(self._person.home):
            await self._person.goes("")  # there was nothing before

    async def _reload(self) -> None:
        self._note("reload")
        await self._page.reload()

    async def _escape(self) -> None:
        await self._person.presses("Escape")

    async def _see_something(self) -> None:
        started, looks = time.monotonic(), 0
        while not await self._page.evaluate(_SHOWS):
            looks += 1
            if time.monotonic() - started > IDLE and looks > LOOKS:
                raise Fault(f"for {IDLE} s the page shows nothing")
            await asyncio.sleep(0.05)
        if self._person.faults.unexpected:
            raise Fault("\n".join(self._person.faults.unexpected))
