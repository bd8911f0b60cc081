"""Measure a newcomer's path: ``python bench/newcomer.py [--games 10] [--language en]``.

Newcomers come to Home with an empty browser, each with a window of their own, and play against two
bots at the usual level and pace, with motion on. Measured is the time from Home being shown to the
first purchase of their own being shown. They

- read at 180 words per minute what a step puts before them (adults read about 240 silently): Home's
  headline, lead, and ways to begin; the whole dialog; each hint; what the bar says;
- take two seconds to find, aim at and press a button, after reading;
- do what a hint says as soon as they have read it: they buy what they can pay exactly, otherwise
  what they can pay at all, otherwise they take the most valuable card.

Waiting is what it is. The target is 60 seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "bench")]

from playwright.async_api import Browser, Locator, ViewportSize, async_playwright  # noqa: E402

from page import print_table, serving  # noqa: E402
from web.browsing import FLAGS, Person, chromium  # noqa: E402

WORDS_PER_SECOND = 180 / 60
SECONDS_PER_CLICK = 2.0
TARGET = 60
AT_ONCE = 3
SIZES: dict[str, ViewportSize] = {
    "desktop": {"width": 1440, "height": 900},
    "phone": {"width": 390, "height": 844},
}
HOME = "main h1, main .lead, [data-testid=learn-card], .cta"
EXACT = ".square:has(.exact) button.tile"
PAYABLE = ".square:has(.pays) button.tile"


class Newcomer:
    """Somebody who reads and clicks slowly, and knows nothing of the game."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._read: set[str] = set()
        self.words = self.clicks = self.turns = 0

    async def comes_to_buy(self) -> None:
        """From Home to the first purchase."""
        person = self._person
        await self._reads(person.all(HOME))
        await self._clicks(person.see("play"))
        await self._reads(person.all("dialog .inside"))
        await self._clicks(person.see("begin"))
        await person.table.wait_for()
        while not await self._has_bought():
            pass

    async def _has_bought(self) -> bool:
        """Plays one turn, and says whether it began with a purchase."""
        person = self._person
        self.turns += 1
        await person.watches_until_turn()
        await person.sees_all_at_rest()
        await self._reads(person.see("first-hint"))
        await self._reads(person.see("bar").locator(".what"))
        for wish in (EXACT, PAYABLE):
            if await person.all(wish).count():
                await self._clicks(person.all(wish).first)
                await self._decides()
                return True
        cards = person.all("[data-place]")
        names = [await card.get_attribute("aria-label") or "" for card in await cards.all()]
        best = max(range(len(names)), key=lambda n: max(map(_number, names[n].split())))
        await self._clicks(cards.nth(best))
        await self._decides()
        await person.sees_phase("refill")
        await self._clicks(person.button)  # what ends the turn
        await person.all("[data-testid=table][data-mine=false]").wait_for()
        return False

    async def _decides(self) -> None:
        """Reads what the button would do, and presses it."""
        version = await self._person.version()
        await self._reads(self._person.see("bar").locator(".what"))
        await self._clicks(self._person.button)
        await self._person.changed(version)

    async def _reads(self, things: Locator) -> None:
        """Reads what is there, if it is new."""
        for text in await things.all_inner_texts():
            if text not in self._read:
                self._read.add(text)
                words = len(text.split())
                self.words += words
                await asyncio.sleep(words / WORDS_PER_SECOND)

    async def _clicks(self, thing: Locator) -> None:
        await asyncio.sleep(SECONDS_PER_CLICK)
        self.clicks += 1
        await thing.click()


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else 0


async def measure(browser: Browser, url: str, size: str, language: str) -> tuple[float, Newcomer]:
    """How long one newcomer takes, in seconds."""
    context = await browser.new_context(
        viewport=SIZES[size], locale=language, reduced_motion="no-preference"
    )
    person = Person(await context.new_page(), url)
    await person.page.goto(url)
    await person.see("play").wait_for()
    begin = asyncio.get_running_loop().time()
    newcomer = Newcomer(person)
    await newcomer.comes_to_buy()
    taken = asyncio.get_running_loop().time() - begin
    await context.close()
    return taken, newcomer


def row_of(size: str, language: str, found: list[tuple[float, Newcomer]]) -> tuple[str, str, str]:
    """A row of the table of results."""
    times = sorted(taken for taken, _ in found)
    within = sum(taken <= TARGET for taken in times)
    words = median(newcomer.words for _, newcomer in found)
    clicks = median(newcomer.clicks for _, newcomer in found)
    measured = (
        f"median {median(times):.0f} s, {times[0]:.0f} to {times[-1]:.0f} s; "
        f"{within} of {len(times)} within {TARGET} s; {words:.0f} words, {clicks:.0f} clicks"
    )
    return f"from Home to the first purchase, {size}, {language}", measured, f"{TARGET} s"


async def main() -> None:
    """Measure the path on a desktop and on a phone."""
    parser = argparse.ArgumentParser(description="Measure a newcomer's path to a first purchase.")
    parser.add_argument("--games", type=int, default=10, help="newcomers on each kind of screen")
    parser.add_argument("--language", default="en", help="the browser's language")
    options = parser.parse_args()
    rows = []
    turns = asyncio.Semaphore(AT_ONCE)
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as url, async_playwright() as play:
            browser = await play.chromium.launch(executable_path=chromium(), args=FLAGS)

            async def one(size: str) -> tuple[float, Newcomer]:
                async with turns:
                    return await measure(browser, url, size, options.language)

            for size in SIZES:
                found = await asyncio.gather(*(one(size) for _ in range(options.games)))
                rows.append(row_of(size, options.language, found))
            await browser.close()
    print_table(rows)


if __name__ == "__main__":
    asyncio.run(main())
