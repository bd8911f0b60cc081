"""A real browser on a real server, and people who click, tap and type."""

import asyncio
import re
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    StorageState,
    ViewportSize,
    async_playwright,
    expect,
)
from playwright.async_api import TimeoutError as BrowserTimeout

from server.helpers.live_server import Server, serving
from web.dates import PARTS, shift_to
from web.faults import Faults
from web.positions import Moment

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
PHONE: ViewportSize = {"width": 390, "height": 844}
NARROW: ViewportSize = {"width": 360, "height": 740}
SMALL: ViewportSize = {"width": 360, "height": 640}
TABLET: ViewportSize = {"width": 820, "height": 1180}
LYING_TABLET: ViewportSize = {"width": 1024, "height": 768}
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
TURN = "[data-testid=table][data-mine=true], [data-testid=scoring], [data-phase=over]"
# Somebody who has dismissed the hints of a first game.
HINTED = """try {
  if (!localStorage.getItem("alhambra"))
    localStorage.setItem("alhambra", '{"hinted": ["exact", "money", "forecast"]}');
} catch {} // a page without an address keeps nothing"""
PATIENCE = 30_000  # milliseconds; only a page that never shows it takes so long
AT_REST = """() => new Promise(requestAnimationFrame).then(() =>
  Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {}))))"""
HURRY_EVERY = 100  # milliseconds between two keys of somebody who does not want to wait

expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    """Where the system's browser is."""
    found = subprocess.run([ROOT / "tools" / "chromium"], capture_output=True, text=True)
    if found.returncode:
        pytest.skip(found.stderr)
    return found.stdout.strip()


class House:
    """One server and one browser for all tests; each person has a window of their own."""

    def __init__(self, server: Server, browser: Browser) -> None:
        self.server, self.browser = server, browser
        self.people: list[Person] = []
        self.part = PARTS[0]  # of the range of timers: where the pages' date lies

    async def leave(self) -> None:
        """Everybody goes home. Faults that no test has announced fail it."""
        # Closing a browser cuts off requests that are under way: faults count until then.
        faults = [fault for person in self.people for fault in person.faults.unexpected]
        for person in self.people:
            await person.page.context.close()
        self.people = []
        assert not faults, "\n".join(faults)

    async def arrives(
        self, address: str | None = None, *, newcomer: bool = False, **options: Any
    ) -> "Person":
        """Somebody comes to the first page, with a browser of their own. Motion is on. Only a
        newcomer gets the hints of a first game."""
        options = {"viewport": LAPTOP, "locale": "en", "reduced_motion": "no-preference", **options}
        context: BrowserContext = await self.browser.new_context(**options)
        await context.add_init_script(shift_to(self.part))
        if not newcomer:
            await context.add_init_script(HINTED)
        person = Person(await context.new_page(), address or self.server.url)
        self.people.append(person)
        await person.page.goto(person.home)
        await person.see("play").wait_for()
        return person


@asynccontextmanager
async def open_house(folder: Path, *, headed: bool = False) -> AsyncIterator[House]:
    """A server with its database in this folder, and a browser."""
    assert STATIC.exists(), "the page is not built: make setup"
    async with serving(folder / "games.db") as server, async_playwright() as play:
        browser = await play.chromium.launch(
            executable_path=chromium(), args=FLAGS, headless=not headed
        )
        async with browser:
            yield House(server, browser)


class Person:
    """Somebody who looks at a page."""

    def __init__(self, page: Page, home: str) -> None:
        self.page = page
        self.home = home
        self.faults = Faults(page.context)
        page.set_default_timeout(PATIENCE)

    # Looking

    def see(self, name: str) -> Locator:
        """A thing by the name tests know it by."""
        return self.page.get_by_test_id(name)

    def all(self, selector: str, has_text: str | re.Pattern[str] | None = None) -> Locator:
        return self.page.locator(selector, has_text=has_text)

    @property
    def table(self) -> Locator:
        return self.see("table")

    def cell(self, x: int, y: int) -> Locator:
        """A cell of the city."""
        return self.all(f"[role=gridcell][data-x='{x}'][data-y='{y}']")

    @property
    def button(self) -> Locator:
        """What is to be done now."""
        return self.see("do")

    async def phase(self) -> str:
        return await self.table.get_attribute("data-phase") or ""

    async def version(self) -> int:
        return int(await self.table.get_attribute("data-version") or 0)

    async def sees_phase(self, *phases: str) -> None:
        selector = ", ".join(f"[data-testid=table][data-phase={phase}]" for phase in phases)
        await self.page.wait_for_selector(selector)

    async def waits_for_turn(self) -> None:
        """Until it is their turn, or something to look at has opened, or all is over.

        They press a key meanwhile, which shows at once what others have done.
        """
        async with asyncio.timeout(PATIENCE / 1000):
            while not await self.all(TURN).count():
                await self.presses("Shift")
                with suppress(BrowserTimeout):
                    await self.page.wait_for_selector(TURN, timeout=HURRY_EVERY)

    async def watches_until_turn(self) -> None:
        """Like waits_for_turn, but at the ordinary pace."""
        await self.page.wait_for_selector(TURN)

    async def changed(self, version: int) -> None:
        # A selector is looked for in every frame; `expect` asks ever more rarely.
        await self.page.wait_for_selector(f"[data-testid=table]:not([data-version='{version}'])")

    async def sees_all_at_rest(self) -> None:
        """Until nothing moves and no colour fades any more."""
        await self.page.evaluate(AT_REST)

    async def keep(self) -> StorageState:
        """What the browser keeps of this person: cookie and settings."""
        return await self.page.context.storage_state()

    # Coming to a table

    async def goes(self, place: str) -> None:
        await self.page.goto(f"{self.home}/#/{place}")

    async def plays_bots(self, rivals: int = 2) -> None:
        """Two clicks, and the number of rivals."""
        await self.see("play").click()
        await self.all(f"input[name=rivals][value='{rivals}']").check(force=True)
        await self.all("input[name=level][value=apprentice]").check(force=True)
        await self.see("begin").click()
        await self.table.wait_for()

    async def asks(self, path: str, body: object) -> dict[str, Any]:
        answer = await self.page.request.post(f"{self.home}/api/{path}", data=body)
        assert answer.ok, await answer.text()
        found: dict[str, Any] = await answer.json()
        return found

    async def goes_on(self, moment: Moment, **options: Any) -> str:
        """Sit down where a record has come to, bots on all other seats."""
        await self.asks("me", {"name": "Ana"})
        kept = await self.asks("records", {"text": moment.record})
        bot = {"kind": "bot", "level": "apprentice"}
        seats = [{"kind": "me"} if n == moment.seat else bot for n in range(moment.seats)]
        wish = {"ply": moment.ply, "same_luck": True, "seats": seats, "options": options}
        table = await self.asks(f"games/{kept['id']}/play-on", wish)
        await self.goes(f"table/{table['id']}")
        await self.see("start").click()
        await self.table.wait_for()
        return str(table["id"])

    # Playing by clicking

    async def does(self) -> None:
        """Press the button, and wait until it has been done."""
        version = await self.version()
        await self.button.click()
        await self.changed(version)

    async def takes(self, place: int = 0) -> None:
        await self.all("[data-place]").nth(place).click()
        await self.does()

    async def confirms(self) -> None:
        await self.sees_phase("refill")
        await self.does()

    async def steps(self) -> None:
        """Do one thing: go on after a scoring, buy, take, place or confirm."""
        if await self.see("scoring").count():
            await self.see("go-on").click()
            return
        phase = await self.phase()
        if phase == "act":
            payable = self.all(".square:has(.pays) button.tile")
            if await payable.count():
                await payable.first.click()
                await self.does()
            elif await self.all("[data-place]").count():
                await self.takes()
            else:
                await self.does()
        elif phase in ("place", "award"):
            await self.places()
        elif phase == "refill":
            await self.does()

    async def places(self) -> None:
        """Into the first cell that fits, otherwise to the reserve."""
        version = await self.version()
        fitting = self.all("[role=gridcell][data-fits]")
        if await fitting.count():
            await fitting.first.click()
        else:
            await self.see("to-reserve").click()
        await self.changed(version)

    async def plays_until_over(self) -> None:
        while True:
            await self.waits_for_turn()
            if await self.phase() == "over" and not await self.see("scoring").count():
                return
            await self.steps()

    # Playing with the keyboard

    async def presses(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def types_until_over(self) -> None:
        """A whole game without touching a mouse."""
        while True:
            await self.waits_for_turn()
            version, phase = await self.version(), await self.phase()
            if await self.see("scoring").count():
                await self.presses("Escape")
                await self.see("scoring").wait_for(state="detached")
                continue
            if phase == "over":
                return
            if phase == "act":
                await self._types_an_action()
            elif phase in ("place", "award"):
                if await self.all("[role=gridcell][data-fits]").count():
                    await self.presses("c", "n")
                    await self.all("[role=gridcell][data-fits]:focus").wait_for()
                    await self.presses("Enter")
                else:
                    await self.presses("r")
            else:
                await self.presses("Control+Enter")
            await self.changed(version)

    async def _types_an_action(self) -> None:
        paying = self.all(".square:has(.pays)")
        if await paying.count():
            number = int(await paying.first.get_attribute("data-square") or 0)
            await self.presses(str(number + 1))
        elif await self.all("[data-place]").count():
            await self.presses("m")
            await self.all("[data-place]:focus").wait_for()
            await self.presses("Enter")
        await self.button.wait_for()
        await self.presses("Control+Enter")


class Wire:
    """The line between a browser and the server, which can be cut."""

    def __init__(self, server: Server) -> None:
        self._to = server.address.split(":")
        self._port = 0
        self._ends: set[asyncio.StreamWriter] = set()
        self._listening: asyncio.Server | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    async def lay(self) -> None:
        """Let everything through, at the same address as before."""
        self._listening = await asyncio.start_server(self._join, "127.0.0.1", self._port)
        self._port = self._listening.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        """Every connection breaks, and no new one can be made."""
        assert self._listening is not None
        self._listening.close()
        for end in list(self._ends):
            end.transport.abort()
        await self._listening.wait_closed()

    async def silence(self) -> None:
        """Nothing comes through any more, and nobody is told."""
        assert self._listening is not None
        self._listening.close()
        for end in list(self._ends):
            end.transport.pause_reading()  # type: ignore[attr-defined]

    async def __aenter__(self) -> "Wire":
        await self.lay()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.cut()

    async def _join(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        far, on = await asyncio.open_connection(self._to[0], int(self._to[1]))
        self._ends |= {back, on}
        await asyncio.gather(self._carry(near, on), self._carry(far, back))
        self._ends -= {back, on}

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                target.write(data)
                await target.drain()
        except ConnectionError:
            pass
        target.close()
