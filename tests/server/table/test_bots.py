"""Bots at tables: shared fairly, and a table goes on when its bot fails."""

import asyncio
import random
import shutil
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event as Flag
from typing import Any

import pytest

from alhambra import Action, Game, View
from alhambra.bots import ChampionBot, RandomBot
from alhambra.neural.network import SHIPPED
from alhambra.server.protocol.to_page import PROTOCOL
from alhambra.server.runtime.metrics import Metrics
from alhambra.server.runtime.supervision import Supervisor
from alhambra.server.table import bot_pool
from alhambra.server.table.bot_pool import BotPool
from alhambra.server.table.fair_queue import FairQueue
from server.helpers.games import finished
from server.helpers.live_server import BOT, ME, Page, any_action, people, run, serving, settings_for

pytestmark = pytest.mark.compiled_only


def test_callers_take_turns() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(3):
        queue.push("a", f"a{number}")
    queue.push("b", "b0")
    queue.push("c", "c0")
    first = [queue.pop() for _ in range(3)]
    queue.push("b", "b1")
    rest = [queue.pop() for _ in range(4)]
    assert (first, rest) == (["a0", "b0", "c0"], ["a1", "b1", "a2", None])


def test_many_tables_of_one_player_do_not_starve_the_bot_of_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thought: list[str] = []
    go_on = Flag()

    class Slow:
        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, view: View, **how: Any) -> Action:
            go_on.wait()
            if self.name not in thought:
                thought.append(self.name)
            return RandomBot().choose(view, **how)

    monkeypatch.setattr(bot_pool, "bot_named", Slow)

    async def deed() -> None:
        metrics = Metrics()
        bots = BotPool(1, metrics, Supervisor(metrics.failures))
        tables = [(f"a{n}", "a") for n in range(10)] + [("b0", "b")]
        turns = [
            asyncio.create_task(bots.turn(Game.new(["Ana", "Bruno"], seed=1), name, Flag(), caller))
            for name, caller in tables
        ]
        await asyncio.sleep(0)  # all of them wait now
        go_on.set()
        assert all(await asyncio.gather(*turns))
        await bots.close()

    run(deed)
    assert thought.index("b0") <= 2
    assert sorted(thought) == [*(f"a{n}" for n in range(10)), "b0"]


def test_a_stopped_turn_needs_no_thread() -> None:
    async def deed() -> None:
        metrics = Metrics()
        bots = BotPool(1, metrics, Supervisor(metrics.failures))
        stop = Flag()
        stop.set()
        game = Game.new(["Ana", "Bruno"], seed=1)
        assert await bots.turn(game, "mason", stop, "a") is None
        await bots.close()
        assert await bots.turn(game, "mason", Flag(), "a") is None

    run(deed)


class Raising:
    """A bot that always fails."""

    name = "raising"

    def choose(self, view: View, **_: Any) -> Action:
        raise ZeroDivisionError(view.seat)


class Cheating:
    """A bot that wants what the rules do not allow."""

    name = "cheating"

    def choose(self, view: View, **_: Any) -> Action:
        return Action.parse("pass") if view.legal_actions else Action.parse("give G8nw")


class Absent:
    """A bot that cannot even be made."""

    def __new__(cls) -> "Absent":
        raise OSError("no weights")


@pytest.mark.parametrize("failing", [Raising, Cheating, Absent])
def test_a_table_goes_on_when_its_bot_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: type
) -> None:
    monkeypatch.setattr(bot_pool, "bot_named", lambda _: failing())
    rng = random.Random(1)

    async def deed() -> None:
        settings = settings_for(tmp_path / "games.sqlite")
        async with serving(settings) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, BOT, BOT)
            async with ana.look_at(table) as page:
                await page.command("start")
                for _ in range(5):
                    while not page.legal:
                        await page.read()
                    await page.act(any_action(page.legal, rng))
            failures = (await ana.http.get("/metrics")).text
            assert 'alhambra_failures_total{part="bot"}' in failures

    run(deed)


def test_bots_think_for_the_address_of_the_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not for each table by itself, and not for those who only watch."""
    callers: list[str] = []

    async def deed() -> None:
        settings = settings_for(tmp_path / "games.sqlite")
        async with (
            serving(settings) as server,
            people(server, "Ana", "Bruno") as [ana, bruno],
            AsyncExitStack() as stack,
        ):
            turn = server.tables.bots.turn

            async def noted(game: Game, level: str, stop: Flag, caller: str) -> Any:
                callers.append(caller)
                return await turn(game, level, stop, caller)

            monkeypatch.setattr(server.tables.bots, "turn", noted)
            for _ in range(2):
                table = await ana.set_up(ME, BOT, public=True)
                for person, host in ((bruno, "192.0.2.1"), (ana, "192.0.2.7")):
                    opened = await stack.enter_async_context(
                        person.open_socket(**{"x-forwarded-for": host})
                    )
                    page = Page(opened)
                    await page.send("hello", protocol=PROTOCOL, table=table["id"])
                    await page.wait_for("chat")
                await page.command("start")
                await page.command("leave", seat=0)
                await page.until(lambda m: m["type"] == "table" and m["table"]["status"] == "over")
            assert set(callers) == {"192.0.2.7"}

    run(deed)


@dataclass(frozen=True)
class Own:
    """A bot of somebody's own that notes what it was shown."""

    name: str = "mine/3.npz"
    views: list[View] = field(default_factory=list)

    def choose(self, view: View, *, rng: random.Random, stop: Any) -> Action:
        self.views.append(view)
        return next(iter(view.legal_actions))


def test_a_bot_of_ones_own_is_offered_and_plays(tmp_path: Path) -> None:
    own = Own()

    async def deed() -> None:
        settings = settings_for(tmp_path / "games.sqlite", own_bots=(own,))
        async with serving(settings) as server, people(server, "Ana") as [ana]:
            levels = (await ana.http.get("/api/about")).json()["levels"]
            assert levels[-1] == {"key": own.name, "title": own.name}
            table = await finished(ana, {"kind": "bot", "level": own.name})
            assert table["seats"][1]["level"] == own.name

    run(deed)
    assert own.views
    assert {view.viewer for view in own.views} == {1}


@pytest.mark.parametrize(
    ("level", "players", "code"),
    [("mine/2.npz", 3, "weights_players"), ("mine/4.npz", 2, "no_such_level")],
)
def test_a_bot_that_cannot_play_here_is_refused(
    tmp_path: Path, level: str, players: int, code: str
) -> None:
    (tmp_path / "mine").mkdir()
    weights = shutil.copy(SHIPPED / "2.npz", tmp_path / "mine")

    async def deed() -> None:
        own_bots = (ChampionBot.from_file(weights),)
        settings = settings_for(tmp_path / "games.sqlite", own_bots=own_bots)
        async with serving(settings) as server, people(server, "Ana") as [ana]:
            bot = {"kind": "bot", "level": level}
            seats = {"seats": [ME, *[bot] * (players - 1)]}
            answer = await ana.http.post("/api/tables", json=seats)
            assert answer.json()["reason"]["code"] == code
            table = await ana.set_up(ME, *[BOT] * (players - 1))
            async with ana.look_at(table) as page:
                refused = await page.command("set_seat", seat=1, to=bot)
                assert refused["reason"]["code"] == code

    run(deed)
