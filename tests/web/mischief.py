"""What a monkey does besides playing: talk, look around, reload, lose the line, leave."""

import asyncio
import time

from playwright.async_api import Page

from web.browsing import Person
from web.faults import LOST_LINE
from web.hands import PROMPT
from web.monkey import STUCK, Activity, Fault, Monkey
from web.sight import Sight, look

LANGUAGES = ("de", "en", "es", "hu", "it", "pt", "ro")
MENU_ITEMS = "dialog[open] button.item:not([data-testid=leave], [data-testid=return])"


class Mischief:
    """What one monkey does besides playing."""

    def __init__(self, monkey: Monkey, *, sits: bool) -> None:
        self._monkey = monkey
        self._rng = monkey.rng
        activities: list[tuple[int, Activity]] = [
            (3, self.talk),
            (1, self.talk_much),
            (4, self.look_around),
            (3, self.change_tab),
            (2, self.change_preferences),
            (1, self.reload),
            (1, self.lose_the_line),
            (1, self.go_offline),
        ]
        if sits:
            activities += [(1, self.act_twice_at_once), (1, self.leave_and_return)]
        monkey.mischief = activities

    @property
    def _person(self) -> Person:
        return self._monkey.person

    @property
    def _page(self) -> Page:
        return self._monkey.page

    # Looking around

    async def talk(self, sight: Sight) -> None:
        await self._open_chat()
        await self._say("Salaam <b>")

    async def talk_much(self, sight: Sight) -> None:
        """More lines at once than are let through: the page must survive the refusals."""
        await self._open_chat()
        for n in range(8):
            await self._say(f"{n}")

    async def _open_chat(self) -> None:
        if not await self._person.all(".chat input").count():
            await self._monkey.press("menu")
            await self._monkey.press("open-chat")

    async def _say(self, text: str) -> None:
        line = self._person.all(".chat input").last
        await line.fill(text, timeout=PROMPT)
        await line.press("Enter", timeout=PROMPT)
        await line.blur(timeout=PROMPT)  # keys are for the game again

    async def look_around(self, sight: Sight) -> None:
        """Open something from the menu, and perhaps watch how others go on beneath it."""
        await self._monkey.press("menu")
        items = self._person.all(MENU_ITEMS)
        await items.first.wait_for(timeout=PROMPT)
        if many := await items.count():  # a scoring may have closed the menu meanwhile
            await self._monkey.hands.press(items.nth(self._rng.randrange(many)))
        await asyncio.sleep(self._rng.choice((0, 0, 0.5)))

    async def change_tab(self, sight: Sight) -> None:
        if sight.tabs:
            await self._monkey.hands.press(self._monkey.some("[role=tab]", sight.tabs))
        if sight.tabs == 4 and self._monkey.chance(0.8):  # on a phone the city comes first
            await self._monkey.hands.press(self._person.all("[role=tab]").first)

    async def change_preferences(self, sight: Sight) -> None:
        await self._monkey.press("menu")
        await self._person.all("dialog[open] select[data-testid=language]").select_option(
            self._rng.choice(LANGUAGES), timeout=PROMPT
        )
        for name in ("sound", "auto"):
            tick = self._person.all(f"dialog[open] input[id$=-{name}]")
            await tick.set_checked(self._monkey.chance(0.3), timeout=PROMPT)

    # Coming and going

    async def reload(self, sight: Sight) -> None:
        await self._page.reload()
        await self._at_the_table()

    async def _at_the_table(self) -> None:
        await self._person.table.wait_for()

    async def lose_the_line(self, sight: Sight) -> None:
        self._person.faults.announce(LOST_LINE)
        await self._monkey.wire.cut()
        try:
            await self._try_without_line(sight)
        finally:
            await self._monkey.wire.lay()
        await self._connected()

    async def go_offline(self, sight: Sight) -> None:
        self._person.faults.announce(LOST_LINE)
        await self._page.context.set_offline(True)
        try:
            await self._try_without_line(sight)
        finally:
            await self._page.context.set_offline(False)
        await self._connected()

    async def _try_without_line(self, sight: Sight) -> None:
        if sight.mine and "do" in sight.buttons and self._monkey.chance(0.5):
            await self._monkey.press("do")
        await asyncio.sleep(self._rng.uniform(0, 2.5))

    async def _connected(self) -> None:
        """Until the page has noticed that the line is back."""
        started = time.monotonic()
        while (await look(self._page)).lost:
            if time.monotonic() - started > STUCK:
                raise Fault("the line is back, but the page does not connect")
            await asyncio.sleep(0.1)

    async def leave_and_return(self, sight: Sight) -> None:
        """Leave the table; a bot goes on. Come back by the address, and take the seat again."""
        address = self._page.url
        await self._monkey.press("menu")
        leave = self._person.see("leave")
        if not await leave.count():
            return  # a bot plays already
        await self._monkey.hands.press(leave)
        await self._confirm_leaving()
        await self._person.see("play").wait_for()
        await asyncio.sleep(self._rng.uniform(0, 1))
        await self._page.goto(address)
        await self._at_the_table()
        sight = await look(self._page)
        if "take-seat-back" in sight.buttons:
            await self._monkey.press("take-seat-back")
        elif sight.phase != "over":
            await self._monkey.press("menu")
            await self._monkey.press("return")

    async def _confirm_leaving(self) -> None:
        sure = self._person.see("leave-sure")
        await sure.or_(self._person.see("play")).first.wait_for()
        if await sure.count():
            await self._monkey.hands.press(sure)

    async def act_twice_at_once(self, sight: Sight) -> None:
        """Two pages of one person do the same at the same moment: one of them is refused."""
        if not sight.mine or sight.phase != "act" or not sight.places:
            return
        page = await self._page.context.new_page()
        try:
            await page.goto(self._page.url)
            await self._begin_turn(page)
            for each in (self._page, page):
                await each.locator("[data-place]").first.click(timeout=PROMPT)
            await asyncio.gather(self._do(self._page), self._do(page))
            await self._answered(page, sight.version)
            await self._answered(self._page, sight.version)
        finally:
            await page.close()

    async def _begin_turn(self, page: Page) -> None:
        """Where several people share a screen, each page has a curtain of its own."""
        mine = page.locator("[data-testid=table][data-mine=true]")
        curtain = page.get_by_test_id("curtain")
        await mine.or_(curtain).first.wait_for()
        if await curtain.count():
            await curtain.locator("button").click()
            await mine.wait_for()

    async def _do(self, page: Page) -> None:
        await page.keyboard.press("Control+Enter")

    async def _answered(self, page: Page, version: int) -> None:
        started = time.monotonic()
        while (seen := await look(page)).version == version and not seen.refused:
            if time.monotonic() - started > STUCK:
                raise Fault(f"one of two pages got no answer: {seen}")
            await asyncio.sleep(0.05)
