"""Clocks: when a player's time is over, a bot takes the seat; with nobody there the clock stands
still. The tests move the hands themselves."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from alhambra.server.log.events import Paused
from alhambra.server.log.fold import Fold
from alhambra.server.runtime.clocks import TimeSource
from server.helpers.live_server import ME, OPEN, Page, Server, people, run, serving, settings_for

pytestmark = pytest.mark.compiled_only

BRUNO = {"kind": "guest", "name": "Bruno"}
TURN = {"kind": "turn", "seconds": 60}
HOUR = 3_600_000
SLACK = 20_000
"""Milliseconds that a test may take on a busy machine."""


class Hands(TimeSource):
    """Clocks that a test can move."""

    passed = 0  # milliseconds, on both clocks
    jumped = 0  # on the wall clock alone

    def wall_ms(self) -> int:
        return super().wall_ms() + self.passed + self.jumped

    def monotonic_ms(self) -> int:
        return super().monotonic_ms() + self.passed


@pytest.fixture
def hands() -> Hands:
    return Hands()


async def left(server: Server, table: str) -> int:
    """Milliseconds left in the turn."""
    found = (await server.tables.find(table)).timer.left()
    assert found is not None
    return found


async def all_gone(server: Server, table: str) -> None:
    """Wait until the server has noticed that no page is open."""
    live = await server.tables.find(table)
    while live.pages or live.lock.locked():
        await asyncio.sleep(0.01)


async def unlock(page: Page, seat: int) -> None:
    await page.send("unlock", seat=seat)
    while not page.legal:
        await page.read()


def take(page: Page) -> str:
    assert page.legal
    return f"take {' '.join(page.legal['takes'][0])}"


@pytest.mark.parametrize(
    ("clock", "milliseconds"),
    [({"kind": "turn", "seconds": 60}, 60_000), ({"kind": "days", "days": 2}, 172_800_000)],
)
def test_whose_time_is_over_is_replaced(
    file: Path, hands: Hands, clock: dict[str, object], milliseconds: int
) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            server.tables.time = hands
            table = await ana.set_up(ME, BRUNO, clock=clock)
            async with ana.look_at(table) as page:
                await page.command("start")
                acting, deadline = page.board["seat"], page.state["deadline"]
                assert abs(deadline - hands.page_ms() - milliseconds) < SLACK
                await unlock(page, acting)
                hands.passed = milliseconds - SLACK
                await page.act(take(page), seat=acting)
                assert page.state["deadline"] > deadline, "the next turn has its own time"
                hands.passed += milliseconds
                table_now = await server.tables.find(table["id"])
                table_now.timer.set()  # as if it had been ticking all the while
                await page.until(
                    lambda m: m["type"] == "table" and m["table"]["seats"][1 - acting]["replaced"]
                )
                told_all = [told for state in page.states for told in state["told"]]
                replaced = {"type": "replaced", "seat": 1 - acting, "level": "mason"}
                assert {**replaced, "cause": "time"} in told_all

    run(deed)


def test_a_clock_of_seconds_stands_still_while_nobody_is_there(file: Path, hands: Hands) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            server.tables.time = hands
            table = await ana.set_up(ME, BRUNO, clock=TURN)
            async with ana.look_at(table) as page:
                await page.command("start")
                hands.passed += 10_000
            await all_gone(server, table["id"])
            for _ in range(2):
                hands.passed += HOUR
                assert 50_000 - SLACK < await left(server, table["id"]) <= 50_000
                async with ana.look_at(table) as page:
                    remaining = page.state["deadline"] - hands.page_ms()
                    assert 50_000 - 2 * SLACK < remaining <= 50_000
                    assert not any(seat["replaced"] for seat in page.table["seats"])
                await all_gone(server, table["id"])

    run(deed)


def test_a_game_that_begins_without_its_players_waits_for_them(file: Path, hands: Hands) -> None:
    async def deed() -> None:
        async with (
            serving(settings_for(file)) as server,
            people(server, "Ana", "Bruno", "Carla") as [ana, *players],
        ):
            server.tables.time = hands
            table = await ana.set_up(OPEN, OPEN, clock=TURN)
            async with ana.look_at(table) as host:
                for seat, person in enumerate(players):
                    async with person.look_at(table, fair=False) as page:
                        await page.command("sit", seat=seat)
                live = await server.tables.find(table["id"])
                while len(live.pages) > 1:
                    await asyncio.sleep(0.01)
                assert (await host.command("start"))["reason"] is None
                hands.passed += HOUR
                async with players[0].look_at(table) as page:
                    assert page.table["status"] == "playing"
                    assert not any(seat["replaced"] for seat in page.table["seats"])
                    assert await left(server, table["id"]) > 60_000 - SLACK

    run(deed)


@pytest.mark.parametrize("restarted", [False, True], ids=["loaded again", "server restarted"])
def test_used_time_survives_in_the_log(file: Path, hands: Hands, restarted: bool) -> None:
    """Neither the time away nor the time that was used is lost."""

    async def deed() -> None:
        settings = settings_for(file)
        async with serving(settings) as server, people(server, "Ana") as [ana]:
            server.tables.time = hands
            table = await ana.set_up(ME, BRUNO, clock=TURN)
            async with ana.look_at(table) as page:
                await page.command("start")
                hands.passed += 10_000
            await all_gone(server, table["id"])
            hands.passed += HOUR
            async with ana.look_at(table) as page:
                acting = page.board["seat"]
                await unlock(page, acting)
                hands.passed += 10_000
                assert (await page.act(take(page), confirm=False))["reason"] is None
                hands.passed += 10_000
            await all_gone(server, table["id"])
            hands.passed += HOUR
            if not restarted:
                del server.tables._live[table["id"]]
                assert 30_000 - SLACK < await left(server, table["id"]) <= 30_000
        if restarted:
            async with serving(settings) as server:
                server.tables.time = hands
                assert 30_000 - SLACK < await left(server, table["id"]) <= 30_000

    run(deed)


def test_a_table_that_is_loaded_again_while_a_page_is_open_gains_no_time(
    file: Path, hands: Hands
) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            server.tables.time = hands
            table = await ana.set_up(ME, BRUNO, clock=TURN)
            async with ana.look_at(table) as page:
                await page.command("start")
                hands.passed += 20_000
                (await server.tables.find(table["id"])).gone = True  # as after a failed write
                assert 40_000 - SLACK < await left(server, table["id"]) <= 40_000
                hands.passed += 10_000
                assert 30_000 - SLACK < await left(server, table["id"]) <= 30_000

    run(deed)


def test_leaving_and_returning_gains_no_time(file: Path, hands: Hands) -> None:
    async def deed() -> None:
        async with (
            serving(settings_for(file)) as server,
            people(server, "Ana", "Bruno") as [ana, bruno],
        ):
            server.tables.time = hands
            table = await ana.set_up(ME, OPEN, clock=TURN)
            async with ana.look_at(table) as page, bruno.look_at(table) as other:
                await other.command("sit", seat=1)
                await page.command("start")
                await other.wait_for("state")
                seat = page.board["seat"]
                mover = (page, other)[seat]
                live = await server.tables.find(table["id"])
                live.go_on = lambda: live.timer.set()  # type: ignore[method-assign]  # the bot waits
                for _ in range(3):
                    assert (await mover.command("leave", seat=seat))["reason"] is None
                    hands.passed += 10_000
                    assert (await mover.command("return", seat=seat))["reason"] is None
                assert 30_000 - SLACK < await left(server, table["id"]) <= 30_000
                assert mover.state["deadline"] - hands.page_ms() <= 30_000
                await mover.command("leave", seat=seat)
                hands.passed += 40_000
                answer = await mover.command("return", seat=seat)
                assert answer["reason"]["code"] == "time_is_over"

    run(deed)


def test_a_jump_of_the_wall_clock_changes_no_turn(file: Path, hands: Hands) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            server.tables.time = hands
            table = await ana.set_up(ME, BRUNO, clock=TURN)
            async with ana.look_at(table) as page:
                await page.command("start")
                deadline = page.state["deadline"]
                await unlock(page, page.board["seat"])
                for jump in (HOUR, -2 * HOUR):
                    hands.jumped += jump
                    (await server.tables.find(table["id"])).timer.set()
                    await page.send("ping")
                    pong = await page.wait_for("pong")
                    assert abs(pong["now"] + 60_000 - deadline) < SLACK
                    assert 60_000 - SLACK < await left(server, table["id"]) <= 60_000
                assert (await page.act(take(page), confirm=False))["reason"] is None
                assert abs(page.state["deadline"] - deadline) <= 1, "as pages count time"
                assert not any(seat["replaced"] for seat in page.table["seats"])
                server.tables._live[table["id"]].gone = True  # loaded from the log, jumps and all
                assert 60_000 - SLACK < await left(server, table["id"]) <= 60_000

    run(deed)


def test_a_log_of_an_older_version_says_when_things_happened(file: Path, hands: Hands) -> None:
    """Its events do not have the time that was used."""

    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            server.tables.time = hands
            table = await ana.set_up(ME, BRUNO, clock=TURN)
            async with ana.look_at(table) as page:
                await page.command("start")
                await unlock(page, page.board["seat"])
                hands.passed += 30_000
                await page.act(take(page), confirm=False)
            events = await server.tables.store.events(table["id"])
            older = [
                replace(logged, used=None)
                for logged in events
                if not isinstance(logged.event, Paused)
            ]
            fold = Fold.of(older, ["Ana", "Bruno"])
            assert fold.used == older[-1].at - fold.turn_at >= 30_000

    run(deed)
