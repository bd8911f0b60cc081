"""Clocks: whose time is over is replaced by a bot; with nobody there the clock stands still."""

import asyncio
from pathlib import Path

import pytest

from alhambra.server import clock, live, showing
from server.playing import ME, people, run, serving, settings_for

pytestmark = pytest.mark.compiled_only

BRUNO = {"kind": "guest", "name": "Bruno"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


class Hands:
    """The hands of a clock that a test can move."""

    def __init__(self) -> None:
        self.moved = 0

    def __call__(self) -> int:
        return showing.now_ms() + self.moved


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    moving = Hands()
    for module in (clock, live):
        monkeypatch.setattr(module, "now_ms", moving)
    return moving


@pytest.mark.parametrize(
    ("told", "milliseconds"),
    [({"kind": "turn", "seconds": 10}, 10_000), ({"kind": "days", "days": 2}, 172_800_000)],
)
def test_whose_time_is_over_is_replaced(
    file: Path, hands: Hands, told: dict[str, object], milliseconds: int
) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, BRUNO, clock=told)
            async with ana.look_at(table) as page:
                await page.command("start")
                acting, deadline = page.board["seat"], page.state["deadline"]
                assert abs(deadline - showing.now_ms() - milliseconds) < 5_000
                await page.send("unlock", seat=acting)
                while not page.legal:
                    await page.read()
                hands.moved = milliseconds - 2_000
                take = f"take {' '.join(page.legal['takes'][0])}"
                await page.act(take, seat=acting)
                assert page.state["deadline"] > deadline, "the next turn has its own time"
                hands.moved += milliseconds
                table_now = await server.tables.find(table["id"])
                table_now.timer.set()  # as if it had been ticking all the while
                await page.until(
                    lambda m: m["type"] == "table" and m["table"]["seats"][1 - acting]["replaced"]
                )
                told_all = [told for state in page.states for told in state["told"]]
                assert {
                    "type": "replaced",
                    "seat": 1 - acting,
                    "level": "mason",
                    "cause": "time",
                } in (told_all)

    run(deed)


def test_a_clock_of_seconds_stands_still_while_nobody_is_there(file: Path, hands: Hands) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, BRUNO, clock={"kind": "turn", "seconds": 60})
            async with ana.look_at(table) as page:
                await page.command("start")
                deadline = page.state["deadline"]
            await asyncio.sleep(0.1)
            hands.moved = 3_600_000
            async with ana.look_at(table) as page:
                assert page.state["deadline"] >= deadline + 3_599_000
            (await server.tables.find(table["id"])).gone = True
            hands.moved *= 3
            async with ana.look_at(table) as page:
                assert page.state["deadline"] > deadline + 2 * 3_600_000, "also over a restart"
                assert not any(seat["replaced"] for seat in page.table["seats"])

    run(deed)
