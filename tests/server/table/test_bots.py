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
from alhambra.server.runtime.metrics import Metrics
from alhambra.server.runtime.supervision import Supervisor
from alhambra.server.table import bot_pool
from alhambra.server.table.bot_pool import BotPool
from alhambra.server.table.fair_queue import FairQueue
from server.helpers.games import finished
from server.helpers.live_server import Server, serving
from server.helpers.players import BOT, ME, Person, any_action, enter, people

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


async def test_many_tables_of_one_player_do_not_starve_the_bot_of_another(
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
    assert thought.index("b0") <= 2
    assert sorted(thought) == [*(f"a{n}" for n in range(10)), "b0"]


async def test_a_stopped_turn_needs_no_thread() -> None:
    metrics = Metrics()
    bots = BotPool(1, metrics, Supervisor(metrics.failures))
    stop = Flag()
    stop.set()
    game = Game.new(["Ana", "Bruno"], seed=1)
    assert await bots.turn(game, "mason", stop, "a") is None
    await bots.close()
    assert await bots.turn(game, "mason", Flag(), "a") is None


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
async def test_a_table_goes_on_when_its_bot_fails(
    ana: Person, monkeypatch: pytest.MonkeyPatch, failing: type
) -> None:
    monkeypatch.setattr(bot_pool, "bot_named", lambda _: failing())
    rng = random.Random(1)
    async with ana.plays(BOT, BOT) as page:
        for _ in range(5):
            await page.act(any_action(await page.own_turn(), rng))
    failures = (await ana.http.get("/metrics")).text
    assert 'alhambra_failures_total{part="bot"}' in failures


async def test_bots_think_for_the_address_of_the_players(
    server: Server, ana: Person, bruno: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not for each table by itself, and not for those who only watch."""
    callers: list[str] = []
    turn = server.tables.bots.turn

    async def noted(game: Game, level: str, stop: Flag, caller: str, chance: int | None) -> Any:
        callers.append(caller)
        return await turn(game, level, stop, caller, chance)

    monkeypatch.setattr(server.tables.bots, "turn", noted)
    async with AsyncExitStack() as stack:
        for _ in range(2):
            table = await ana.set_up(ME, BOT, public=True)
            for person, host in ((bruno, "192.0.2.1"), (ana, "192.0.2.7")):
                page, answer = await enter(person, table, host)
                stack.push_async_callback(page.socket.close)
                assert answer["type"] == "welcome"
            await page.command("start")
            await page.command("leave", seat=0)
            await page.until(lambda m: m["type"] == "table" and m["table"]["status"] == "over")
        assert set(callers) == {"192.0.2.7"}


@dataclass(frozen=True)
class Own:
    """A bot of somebody's own that notes what it was shown."""

    name: str = "mine/3.npz"
    views: list[View] = field(default_factory=list)

    def choose(self, view: View, *, rng: random.Random, stop: Any) -> Action:
        self.views.append(view)
        return next(iter(view.legal_actions))


async def test_a_bot_of_ones_own_is_offered_and_plays(file: Path) -> None:
    own = Own()
    async with serving(file, own_bots=(own,)) as server, people(server, "Ana") as [ana]:
        levels = (await ana.http.get("/api/about")).json()["levels"]
        assert levels[-1] == {"key": own.name, "title": own.name}
        table = await finished(ana, {"kind": "bot", "level": own.name})
        assert table["seats"][1]["level"] == own.name
    assert own.views
    assert {view.viewer for view in own.views} == {1}


@pytest.mark.parametrize(
    ("level", "players", "code"),
    [("mine/2.npz", 3, "weights_players"), ("mine/4.npz", 2, "no_such_level")],
)
async def test_a_bot_that_cannot_play_here_is_refused(
    file: Path, tmp_path: Path, level: str, players: int, code: str
) -> None:
    (tmp_path / "mine").mkdir()
    weights = shutil.copy(SHIPPED / "2.npz", tmp_path / "mine")
    own_bots = (ChampionBot.from_file(weights),)
    async with serving(file, own_bots=own_bots) as server, people(server, "Ana") as [ana]:
        bot = {"kind": "bot", "level": level}
        seats = {"seats": [ME, *[bot] * (players - 1)]}
        answer = await ana.http.post("/api/tables", json=seats)
        assert answer.json()["reason"]["code"] == code
        table = await ana.set_up(ME, *[BOT] * (players - 1))
        async with ana.look_at(table) as page:
            assert await page.refusal("set_seat", seat=1, to=bot) == code
