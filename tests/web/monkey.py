"""A monkey: plays at random, but legally, through the controls that the page shows."""

import asyncio
import json
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator, Page, WebSocket

from web.browsing import Person, Wire
from web.hands import PROMPT, Finger, Hands, Mouse
from web.sight import Sight, look

IDLE = 5.0  # seconds for which a page that could act may show nothing to do
STUCK = 30.0  # seconds without progress although it is this monkey's turn
LOOKS = 10  # so often a page is looked at before it counts as idle: the machine may be slow
KEPT = 100  # steps that are printed when a game fails

PICKED = "[data-drop=waiting] [data-tile][aria-pressed=true]"

Activity = Callable[[Sight], Awaitable[None]]


class Fault(AssertionError):
    """The page has failed a player."""


class Truth(Protocol):
    """What the server knows of the game."""

    def could_act(self, name: str) -> bool:
        """Is it this person's turn?"""

    @property
    def version(self) -> int:
        """The number of events so far."""

    async def changed(self, version: int, seconds: float) -> None:
        """Wait until the game has moved on, at most for some time."""


class Monkey:
    """Somebody at a table who tries everything."""

    def __init__(
        self, person: Person, name: str, wire: Wire, truth: Truth, rng: random.Random
    ) -> None:
        self.person = person
        self.name = name
        self.wire = wire
        self.rng = rng
        self.steps: deque[str] = deque(maxlen=KEPT)
        self.mischief: list[tuple[int, Activity]] = []
        self.has_touch = False
        self.hurries = rng.random() < 0.8
        self._truth = truth
        self._began = time.monotonic()
        self._idle: tuple[int, float, int] | None = None  # version, since when, looks
        self._progress = (0, time.monotonic())
        person.page.on("websocket", self._listen)

    @property
    def page(self) -> Page:
        return self.person.page

    @property
    def hands(self) -> Hands:
        return Finger(self.page) if self.has_touch else Mouse(self.page)

    def note(self, step: str) -> None:
        """Remember a step, for the report of a failure."""
        self.steps.append(f"{time.monotonic() - self._began:7.2f} {step}")

    def _listen(self, socket: WebSocket) -> None:
        """Note what the page commands and how it is answered."""
        socket.on("framesent", lambda frame: self._note_sent(json.loads(frame)))
        socket.on("framereceived", lambda frame: self._note_received(json.loads(frame)))
        socket.on("close", lambda _: self.note("        socket closed"))

    def _note_sent(self, message: dict[str, Any]) -> None:
        if message["type"] not in ("ping", "look", "ask_log"):
            parts = [str(message[key]) for key in ("type", "action", "base") if key in message]
            self.note(f"        > {' '.join(parts)}")

    def _note_received(self, messages: list[dict[str, Any]]) -> None:
        for message in messages:
            if message["type"] in ("answer", "fault", "reload"):
                code = (message.get("reason") or {"code": "done"})["code"]
                self.note(f"        < {message['type']} {code}")

    def chance(self, part: float) -> bool:
        return self.rng.random() < part

    # Looking

    async def look(self) -> Sight:
        """What the page shows. A page on which nobody can go on is a fault."""
        if self.person.faults.unexpected:
            raise Fault("\n".join(self.person.faults.unexpected))
        sight = await look(self.page)
        self._check_idle(sight)
        self._check_progress()
        return sight

    def _check_idle(self, sight: Sight) -> None:
        if sight.offers_action or not self._truth.could_act(self.name):
            self._idle = None
            return
        now = time.monotonic()
        if self._idle is None or self._idle[0] != sight.version:
            self._idle = (sight.version, now, 0)
        version, since, looks = self._idle
        self._idle = (version, since, looks + 1)
        if now - since > IDLE and looks > LOOKS:
            raise Fault(f"it is my turn, but for {IDLE} s the page offers nothing: {sight}")

    def _check_progress(self) -> None:
        version, now = self._truth.version, time.monotonic()
        if version != self._progress[0] or not self._truth.could_act(self.name):
            self._progress = (version, now)
        elif now - self._progress[1] > STUCK:
            raise Fault(f"it is my turn, but for {STUCK} s nothing I did had an effect")

    async def answered(self, before: Sight) -> None:
        """Wait until the page shows what came of an action."""
        started, looks = time.monotonic(), 0
        while True:
            sight = await self.look()
            if sight.version != before.version or sight.refused or sight.lost or sight.scoring:
                return
            looks += 1
            if time.monotonic() - started > IDLE and looks > LOOKS:
                raise Fault(f"an action had no effect within {IDLE} s: {sight}")
            await asyncio.sleep(0.03)

    # Playing

    async def play(self) -> None:
        """Play until the result is shown."""
        while True:
            sight = await self.look()
            if sight.phase == "over":
                await self.open_result()
                return
            await self.step(sight)
            await self.pause()

    async def pause(self) -> None:
        """Some people are quick, some slow."""
        await asyncio.sleep(self.rng.uniform(0.1, 0.6) if self.chance(0.08) else 0)

    async def step(self, sight: Sight) -> None:
        """Do one thing. What has just gone cannot be pressed any more; that is no fault."""
        activity = self.choose(sight)
        if activity != self.wait:
            self.note(f"v{sight.version} {sight.phase} {activity.__name__}")
        try:
            await activity(sight)
        except (PlaywrightError, TimeoutError) as error:
            self.note(f"missed: {str(error).splitlines()[0]}")

    def choose(self, sight: Sight) -> Activity:
        """Something to do now."""
        if sight.scoring or sight.dialog:
            return self.close_dialog
        if sight.curtain:
            return self.open_curtain
        if {"agree", "refuse"} & set(sight.buttons):
            return self.answer_undo
        if "take-seat-back" in sight.buttons and self.chance(0.3):
            return self.take_seat
        if self.mischief and self.chance(0.05 if sight.mine else 0.02):
            weights = [weight for weight, _ in self.mischief]
            return self.rng.choices([activity for _, activity in self.mischief], weights)[0]
        if not sight.mine:
            return self.wait
        if "undo" in sight.buttons and self.chance(0.08):
            return self.take_back
        if sight.phase == "act":
            return self.choose_action(sight)
        return self.confirm if sight.phase == "refill" else self.place

    def choose_action(self, sight: Sight) -> Activity:
        if sight.payable and self.chance(0.75):
            return self.buy
        if sight.reserve and self.chance(0.25):
            return self.build
        if self.chance(0.04):
            return self.remove
        if "chain" in sight.buttons and self.chance(0.3):
            return self.follow_chain
        return self.take if sight.places else self.do

    # What is seen

    def some(self, selector: str, many: int) -> Locator:
        """One of the things that are there."""
        return self.person.all(selector).locator("visible=true").nth(self.rng.randrange(many))

    async def press(self, name: str) -> None:
        await self.hands.press(self.person.see(name).locator("visible=true").first)

    async def close_dialog(self, sight: Sight) -> None:
        if sight.scoring and self.chance(0.7):
            await self.press("go-on")
        elif self.has_touch or self.chance(0.5):
            cross = self.person.all("dialog[open] .head .tool")
            if await cross.count():
                await self.hands.press(cross.last)
            else:
                await self.press("go-on")
        else:
            await self.person.presses("Escape")

    async def open_curtain(self, sight: Sight) -> None:
        await self.hands.press(self.person.see("curtain").locator("button"))

    async def open_result(self) -> None:
        """The result, after all that the page wants to tell first."""
        started = time.monotonic()
        while not (sight := await self.look()).ended:
            if time.monotonic() - started > STUCK:
                raise Fault(f"the game is over, but no result is shown: {sight}")
            await self.step_to_result(sight)
        self.note("sees the result")

    async def step_to_result(self, sight: Sight) -> None:
        try:
            if sight.scoring or sight.dialog:
                await self.close_dialog(sight)
            elif sight.phase == "over":
                await self.press("do")
            await asyncio.sleep(0.1)
        except (PlaywrightError, TimeoutError) as error:
            self.note(f"missed: {str(error).splitlines()[0]}")

    # A turn

    async def do(self, sight: Sight) -> None:
        """Press the button, or the keys for it."""
        if self.has_touch or self.chance(0.7):
            await self.press("do")
        else:
            await self.person.presses("Control+Enter")
        await self.answered(sight)

    async def take(self, sight: Sight) -> None:
        card = self.some("[data-place]", sight.places)
        if self.chance(0.15):
            await self.hands.drag(card, self.person.all("[data-drop=hand]"))
            await self.answered(sight)
            return
        if not self.has_touch and self.chance(0.1):
            await card.dblclick(timeout=PROMPT)
            await self.answered(sight)
            return
        if not self.has_touch and self.chance(0.3):
            await self.person.presses("m", *["ArrowRight"] * self.rng.randrange(4), "Enter")
        else:
            await self.hands.press(card)
        if self.chance(0.3):
            await self.hands.press(self.some("[data-place]", sight.places))
        sight = await self.look()
        if "do" in sight.buttons:
            await self.do(sight)

    async def buy(self, sight: Sight) -> None:
        tile = self.some(".square:has(.pays) button.tile", sight.payable)
        if self.chance(0.2):
            await self.drag_purchase(tile, sight)
            return
        if not self.has_touch and self.chance(0.3):
            number = int(await tile.get_attribute("data-square", timeout=1000) or 0)
            await self.person.presses(str(number + 1))
        else:
            await self.hands.press(tile)
        sight = await self.look()
        if sight.payments and self.chance(0.5):
            await self.hands.press(self.some("[role=radiogroup] [role=radio]", sight.payments))
        if sight.cards and self.chance(0.1):
            await self.hands.press(self.some("[data-card]", sight.cards))
        sight = await self.look()
        if "do" in sight.buttons:
            await self.do(sight)

    async def drag_purchase(self, tile: Locator, sight: Sight) -> None:
        cells = self.person.all("[role=gridcell]")
        many = await cells.count()
        if many and self.chance(0.7):
            await self.hands.drag(tile, cells.nth(self.rng.randrange(many)))
        else:
            await self.hands.drag(tile, self.person.all("[data-drop=hand]"))

    async def follow_chain(self, sight: Sight) -> None:
        await self.press("chain")
        await self.do(sight)

    async def build(self, sight: Sight) -> None:
        """Pick a tile of the reserve, and put it where it may go."""
        await self.hands.press(self.some("[data-drop=reserve] [data-tile]", sight.reserve))
        sight = await self.look()
        if sight.fits + sight.swaps:
            await self.into_a_cell(sight)

    async def remove(self, sight: Sight) -> None:
        """Pick a tile of the city; sometimes take it away."""
        tiles = self.person.all("[role=gridcell].can")
        many = await tiles.count()
        if not many:
            return
        await self.hands.press(tiles.nth(self.rng.randrange(many)))
        sight = await self.look()
        if "do" in sight.buttons and self.chance(0.5):
            await self.do(sight)
        elif not self.has_touch:
            await self.person.presses("Escape")

    async def place(self, sight: Sight) -> None:
        """Put a tile that waits into the city, into the reserve, or give it away."""
        others = [name for name in ("to-reserve", "give") if name in sight.buttons]
        if sight.fits and (not others or self.chance(0.8)):
            await self.into_a_cell(sight)
        elif others:
            await self.press(self.rng.choice(others))
            await self.answered(sight)
        elif sight.waiting:
            await self.hands.press(self.some("[data-drop=waiting] [data-tile]", sight.waiting))

    async def into_a_cell(self, sight: Sight) -> None:
        cells = "[role=gridcell][data-fits], [role=gridcell][data-swaps]"
        cell = self.some(cells, sight.fits + sight.swaps)
        if sight.waiting and self.chance(0.2):
            await self.hands.drag(self.person.all(PICKED), cell)
            await self.answered(sight)
            return
        if not self.has_touch and self.chance(0.3):
            await self.person.presses("c", *["n"] * self.rng.randrange(1, 4), "Enter")
        else:
            await self.hands.press(cell)
        if self.has_touch:
            await self.press("do")
        await self.answered(sight)

    async def confirm(self, sight: Sight) -> None:
        await self.do(sight)

    async def take_back(self, sight: Sight) -> None:
        restart = "restart" in sight.buttons and self.chance(0.4)
        if self.has_touch or self.chance(0.7):
            await self.press("restart" if restart else "undo")
        else:
            await self.person.presses("Shift+Z" if restart else "z")
        await self.answered(sight)

    # While others play

    async def wait(self, sight: Sight) -> None:
        """Watch, or hurry them up."""
        if "ask-undo" in sight.buttons and self.chance(0.02):
            await self.press("ask-undo")
            return
        if self.hurries and self.chance(0.8):
            if self.has_touch:
                await self.hands.press(self.person.see("bar").locator("p"))
            else:
                await self.person.presses("Shift")
        await self._truth.changed(sight.version, self.rng.uniform(0.05, 0.4))

    async def answer_undo(self, sight: Sight) -> None:
        agree = "agree" in sight.buttons and self.chance(0.6)
        await self.press("agree" if agree else "refuse")
        await self.answered(sight)

    async def take_seat(self, sight: Sight) -> None:
        await self.press("take-seat-back")
