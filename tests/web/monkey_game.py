"""A whole game of monkeys: several persons, bots and a spectator, each with a browser."""

import asyncio
import random
import re
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alhambra.fairness import claims_fairness, why_unproved
from alhambra.record import Record
from alhambra.server.table.live import LiveTable
from web.browsing import LAPTOP, PHONE, House, Wire
from web.mischief import LANGUAGES, Mischief
from web.monkey import Fault, Monkey

NAMES = ("Ana", "Bruno", "Carla")
SPECTATOR = "Dora"
PHONE_OPTIONS = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


@dataclass(frozen=True)
class Plan:
    """Who plays: everything that the seed decides before the game."""

    seats: tuple[str, ...]  # kinds of the seats after the host's: open, guest or bot
    levels: tuple[str, ...]
    ticks: tuple[bool, ...]  # public, open hands, undo, random order
    phones: tuple[bool, ...]  # for each person, the spectator last
    languages: tuple[str, ...]

    @classmethod
    def of(cls, rng: random.Random) -> "Plan":
        """A table for two to six, at least two of them with a browser."""
        players = rng.randint(2, 6)
        persons = rng.randint(2, min(players, len(NAMES)))
        kinds = ["open"] * (persons - 1)
        kinds += rng.choices(["bot", "guest"], [9, 1], k=players - persons)
        rng.shuffle(kinds)
        return cls(
            tuple(kinds),
            tuple(rng.choices(["apprentice", "mason"], [4, 1], k=len(kinds))),
            (rng.random() < 0.5, rng.random() < 0.2, rng.random() < 0.8, rng.random() < 0.3),
            tuple(rng.random() < 0.4 for _ in range(persons + 1)),
            tuple(rng.choices(LANGUAGES, k=persons + 1)),
        )

    @property
    def persons(self) -> int:
        return 1 + self.seats.count("open")


class ServerTruth:
    """What the server knows of a game, read in its memory."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.game = ""

    @property
    def table(self) -> LiveTable | None:
        return self._house.server.tables.in_memory(self.game)

    @property
    def version(self) -> int:
        return self.table.fold.version if self.table else 0

    async def changed(self, version: int, seconds: float) -> None:
        """Wait until the game has moved on, at most for some time."""
        until = time.monotonic() + seconds
        while self.version == version and time.monotonic() < until:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.05)  # for the news to reach the page

    def could_act(self, name: str) -> bool:
        """Is it the turn of this person, or of a guest at their screen?"""
        table = self.table
        if table is None or table.is_paused or table.fold.status != "playing":
            return False
        fold = table.fold
        if name not in fold.names:
            return False
        acting = fold.seats[fold.playing.seat]
        return acting.person == fold.seats[fold.names.index(name)].person and not acting.bot


class MonkeyGame:
    """One game, from setting the table up to the comparison of the results."""

    def __init__(self, house: House, seed: int, out: Path, *, snapshots: bool = False) -> None:
        self._house = house
        self._seed = seed
        self._out = out
        self._snapshots = snapshots  # of the page at each step, in the trace: slow
        self._rng = random.Random(seed)
        self._plan = Plan.of(self._rng)
        self._truth = ServerTruth(house)
        self._things = AsyncExitStack()
        self.monkeys: list[Monkey] = []

    async def play(self) -> None:
        """Play it. A failure tells the seed and the last steps, and leaves pictures and traces."""
        async with self._things:
            try:
                await self._set_up()
                async with asyncio.TaskGroup() as group:
                    for monkey in self.monkeys:
                        group.create_task(monkey.play(), name=monkey.name)
                await self._compare()
            except BaseException as error:
                raise Fault(await self._report(error)) from error
            for monkey in self.monkeys:
                await monkey.page.context.tracing.stop()

    # Setting up

    async def _set_up(self) -> None:
        for n, name in enumerate((*NAMES[: self._plan.persons], SPECTATOR)):
            await self._arrives(n, name)
        host, *others = self.monkeys
        link = await self._lay_table(host)
        self._truth.game = _game_of(link)
        for monkey in others:
            await monkey.page.goto(link.replace(host.person.home, monkey.person.home))
            await monkey.person.all("main.panel ul li").first.wait_for()
            if monkey.name != SPECTATOR:
                await monkey.person.all("input[autocomplete=nickname]").fill(monkey.name)
                await monkey.hands.press(monkey.person.all("li .btn.primary").first)
                await monkey.person.all("li .btn.primary").first.wait_for(state="detached")
        await host.hands.press(host.person.all("[data-testid=start][aria-disabled=false]"))
        for monkey in self.monkeys:
            await monkey.person.table.wait_for()
            monkey.note("the game begins")

    async def _arrives(self, n: int, name: str) -> None:
        wire = await self._things.enter_async_context(Wire(self._house.server))
        phone = self._plan.phones[n]
        options: dict[str, Any] = PHONE_OPTIONS if phone else {"viewport": LAPTOP}
        person = await self._house.arrives(wire.url, locale=self._plan.languages[n], **options)
        await person.page.context.tracing.start(screenshots=False, snapshots=self._snapshots)
        monkey = Monkey(person, name, wire, self._truth, random.Random(self._rng.random()))
        monkey.has_touch = phone
        Mischief(monkey, sits=name != SPECTATOR)
        self.monkeys.append(monkey)

    async def _lay_table(self, host: Monkey) -> str:
        """Set the table up on the page; the link to it."""
        person, plan = host.person, self._plan
        await person.goes("setup")
        await person.see("open-table").wait_for()
        await person.all("input[autocomplete=nickname]").fill(host.name)
        kinds = person.all("select.kind")
        while await kinds.count() > 1 + len(plan.seats):
            await host.hands.press(person.all("li .tool").last)
        while await kinds.count() < 1 + len(plan.seats):
            await host.hands.press(person.all("form .btn.ghost.small"))
        for n, (kind, level) in enumerate(zip(plan.seats, plan.levels, strict=True), start=1):
            await kinds.nth(n).select_option(kind)
            if kind == "bot":
                await person.all("form li").nth(n).locator("select").nth(1).select_option(level)
        for n, tick in enumerate(plan.ticks):
            await person.all(".ticks input").nth(n).set_checked(tick)
        await host.hands.press(person.see("open-table"))
        return await person.all("input[readonly]").input_value()

    # The end

    async def _compare(self) -> None:
        """All pages show the server's result, and the record proves it."""
        table = self._truth.table
        assert table is not None, "its pages are still open"
        outcome = table.fold.playing.outcome()
        players = len(table.fold.names)
        expected = sorted(outcome.points[:players], reverse=True)  # Dirk's come after theirs
        for monkey in self.monkeys:
            shown = await monkey.person.all(".places li:has(.by) .points").all_inner_texts()
            assert [int(points) for points in shown] == expected, (monkey.name, shown, expected)
        record = Record.parse(await self._record())
        assert record.replay().outcome() == outcome
        assert claims_fairness(record)
        assert why_unproved(record) is None, str(why_unproved(record))
        for monkey in self.monkeys:
            if monkey.person.faults.unexpected:
                raise Fault("\n".join(monkey.person.faults.unexpected))

    async def _record(self) -> str:
        host = self.monkeys[0]
        address = await host.person.all("a[download]").get_attribute("href")
        answer = await host.page.request.get(f"{host.person.home}{address}")
        assert answer.ok, await answer.text()
        return await answer.text()

    # Failing

    async def _report(self, error: BaseException) -> str:
        causes = error.exceptions if isinstance(error, BaseExceptionGroup) else (error,)
        lines = [f"seed {self._seed}: {self._plan}"]
        lines += [f"{type(cause).__name__}: {cause}" for cause in causes]
        self._out.mkdir(parents=True, exist_ok=True)
        for monkey in self.monkeys:
            lines += ["", f"{monkey.name}:", *monkey.steps, *monkey.person.faults.take()]
            path = self._out / monkey.name.lower()
            try:
                await monkey.page.screenshot(path=path.with_suffix(".png"), timeout=5000)
                await monkey.page.context.tracing.stop(path=path.with_suffix(".zip"))
            except Exception as problem:  # a page that hangs can give no picture
                lines.append(f"no picture of the page: {problem}")
        lines.append(f"pictures and traces: {self._out}")
        text = "\n".join(lines)
        (self._out / "steps.txt").write_text(text, encoding="utf-8")
        return text


def _game_of(link: str) -> str:
    found = re.search(r"table/([^/?]+)", link)
    assert found, link
    return found[1]
