"""A real browser on a real server, and a person who clicks."""

import asyncio
import subprocess
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Locator, Page, async_playwright

from server.playing import Server, serving, settings_for

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "alhambra" / "server" / "static" / "index.html"
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--no-sandbox",
]
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 360, "height": 640}
LAPTOP = {"width": 1366, "height": 768}


def chromium() -> str:
    """Where the system's browser is."""
    found = subprocess.run([ROOT / "tools" / "chromium"], capture_output=True, text=True)
    if found.returncode:
        pytest.skip(found.stderr)
    return found.stdout.strip()


@asynccontextmanager
async def browsing(folder: Path) -> AsyncIterator[tuple[Server, Browser]]:
    """A server with its page, and a browser."""
    assert STATIC.exists(), "the page is not built: make setup"
    async with serving(settings_for(folder / "games.db")) as server, async_playwright() as play:
        browser = await play.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            yield server, browser
        finally:
            await browser.close()


def run(
    deed: Callable[[Server, Browser], Coroutine[Any, Any, None]], folder: Path, seconds: float = 180
) -> None:
    """Do it in a browser, within some time."""

    async def within() -> None:
        async with asyncio.timeout(seconds), browsing(folder) as (server, browser):
            await deed(server, browser)

    asyncio.run(within())


class Person:
    """Somebody before a page, who sees no error."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console",
            lambda line: self.errors.append(line.text) if line.type == "error" else None,
        )
        page.set_default_timeout(20_000)

    @classmethod
    async def arrives(cls, server: Server, browser: Browser, **options: Any) -> "Person":
        """Come to the first page with a browser of one's own."""
        options = {"viewport": LAPTOP, "locale": "en", "reduced_motion": "reduce", **options}
        context: BrowserContext = await browser.new_context(**options)
        person = cls(await context.new_page(), server)
        await person.page.goto(server.url)
        await person.see("play").wait_for()
        return person

    def see(self, name: str) -> Locator:
        """A thing by the name tests know it by."""
        return self.page.get_by_test_id(name)

    @property
    def table(self) -> Locator:
        return self.see("table")

    async def plays_bots(self, rivals: int = 2) -> None:
        """Two clicks, and the number of rivals."""
        await self.see("play").click()
        await self.page.locator(f"input[name=rivals][value='{rivals}']").check(force=True)
        await self.page.locator("input[name=level][value=apprentice]").check(force=True)
        await self.see("begin").click()
        await self.table.wait_for()

    async def is_to_act(self) -> bool:
        return await self.table.get_attribute("data-mine") == "true"

    async def phase(self) -> str:
        return await self.table.get_attribute("data-phase") or ""

    async def version(self) -> int:
        return int(await self.table.get_attribute("data-version") or 0)

    async def waits_for_turn(self) -> None:
        """Until it is their turn, or something to look at has opened, or all is over."""
        turn = "[data-testid=table][data-mine=true], [data-testid=scoring], [data-phase=over]"
        await self.page.wait_for_selector(turn)

    async def changed(self, version: int) -> None:
        await self.page.wait_for_function(
            "version => Number(document.querySelector('[data-testid=table]')"
            ".dataset.version) > version",
            arg=version,
        )

    async def steps(self) -> None:
        """Do one thing by clicking: go on after a scoring, buy, take, place or confirm."""
        if await self.see("scoring").count():
            await self.see("go-on").click()
            return
        version, phase = await self.version(), await self.phase()
        if phase == "act":
            await self.buys_or_takes()
        elif phase in ("place", "award"):
            await self.places()
        elif phase == "refill":
            await self.see("do").click()
        else:
            return
        await self.changed(version)

    async def buys_or_takes(self) -> None:
        payable = self.page.locator(".square:has(.pays) button.tile")
        if await payable.count():
            await payable.first.click()
        else:
            await self.page.locator("[data-place]").first.click()
        await self.see("do").click()

    async def places(self) -> None:
        """Into the first cell that fits, otherwise to the reserve."""
        fitting = self.page.locator("[role=gridcell][aria-label*='fits, wall']")
        await self.page.locator("[data-testid=to-reserve]").wait_for()
        await self.page.wait_for_timeout(100)
        if await fitting.count():
            await fitting.first.click()
        else:
            await self.see("to-reserve").click()

    async def plays_until_over(self) -> None:
        while True:
            await self.waits_for_turn()
            if await self.phase() == "over" and not await self.see("scoring").count():
                return
            await self.steps()
