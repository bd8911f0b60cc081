"""Clocks: when a player's time is over, a bot takes the seat; with nobody there the clock stands
still. The tests move the hands themselves."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from alhambra.server.log.events import Paused
from alhambra.server.log.fold import Fold
from server.helpers.clocks import Hands
from server.helpers.live_server import Server, eventually, serving
from server.helpers.players import GUEST, OPEN, Page, Person, people, seated

pytestmark = pytest.mark.compiled_only

TURN = {"kind": "turn", "seconds": 60}
HOUR = 3_600_000
SLACK = 20_000
"""Milliseconds that a test may take on a busy machine."""


async def check_left(server: Server, game: str, milliseconds: int) -> None:
    """This time is left in the turn, or a little less."""
    found = (await server.tables.find(game)).timer.left()
    assert found is not None
    assert milliseconds - SLACK < found <= milliseconds


async def all_gone(server: Server, game: str) -> None:
    """Wait until the server has noticed that no page is open."""
    live = await server.tables.find(game)
    while live.pages or live.lock.locked():
        await asyncio.sleep(0.01)


async def unlock(page: Page, seat: int) -> None:
    await page.send("unlock", seat=seat)
    await page.own_turn()


@pytest.mark.parametrize(
    ("clock", "milliseconds"),
    [({"kind": "turn", "seconds": 60}, 60_000), ({"kind": "days", "days": 2}, 172_800_000)],
)
async def test_whose_time_is_over_is_replaced(
    server: Server, ana: Person, hands: Hands, clock: dict[str, object], milliseconds: int
) -> None:
    async with ana.plays(GUEST, clock=clock) as page:
        acting, deadline = page.board["seat"], page.state["deadline"]
        assert abs(deadline - hands.page_ms() - milliseconds) < SLACK
        await unlock(page, acting)
        hands.passed = milliseconds - SLACK
        await page.act(page.first_take, seat=acting)
        assert page.state["deadline"] > deadline, "the next turn has its own time"
        hands.passed += milliseconds
        table_now = await server.tables.find(page.game)
        table_now.timer.set()  # as if it had been ticking all the while
        await page.until(
            lambda m: m["type"] == "table" and m["table"]["seats"][1 - acting]["replaced"]
        )
        seen = [each for state in page.states for each in state["happenings"]]
        replaced = {"type": "replaced", "seat": 1 - acting, "level": "mason"}
        assert {**replaced, "cause": "time"} in seen


async def test_a_clock_of_seconds_stands_still_while_nobody_is_there(
    server: Server, ana: Person, hands: Hands
) -> None:
    async with ana.plays(GUEST, clock=TURN) as page:
        hands.passed += 10_000
    await all_gone(server, page.game)
    for _ in range(2):
        hands.passed += HOUR
        await check_left(server, page.game, 50_000)
        async with ana.look_at(page.game) as page:
            remaining = page.state["deadline"] - hands.page_ms()
            assert 50_000 - 2 * SLACK < remaining <= 50_000
            assert not any(seat["replaced"] for seat in page.table["seats"])
        await all_gone(server, page.game)


async def test_a_game_that_begins_without_its_players_waits_for_them(
    server: Server, ana: Person, bruno: Person, carla: Person, hands: Hands
) -> None:
    table = await ana.set_up(OPEN, OPEN, clock=TURN)
    async with ana.look_at(table) as host:
        for seat, person in enumerate((bruno, carla)):
            async with person.look_at(table, fair=False) as page:
                await page.command("sit", seat=seat)
        live = await server.tables.find(table["id"])
        await eventually(lambda: len(live.pages) == 1)
        assert await host.refusal("start") is None
        hands.passed += HOUR
        async with bruno.look_at(table) as page:
            assert page.table["status"] == "playing"
            assert not any(seat["replaced"] for seat in page.table["seats"])
            await check_left(server, table["id"], 60_000)


@pytest.mark.parametrize("restarted", [False, True], ids=["loaded again", "server restarted"])
async def test_used_time_survives_in_the_log(file: Path, restarted: bool) -> None:
    """Neither the time away nor the time that was used is lost."""
    hands = Hands()
    async with serving(file) as server, people(server, "Ana") as [ana]:
        server.tables.time = hands
        async with ana.plays(GUEST, clock=TURN) as page:
            hands.passed += 10_000
        await all_gone(server, page.game)
        hands.passed += HOUR
        async with ana.look_at(page.game) as page:
            acting = page.board["seat"]
            await unlock(page, acting)
            hands.passed += 10_000
            assert (await page.act(page.first_take, confirm=False))["reason"] is None
            hands.passed += 10_000
        await all_gone(server, page.game)
        hands.passed += HOUR
        if not restarted:
            del server.tables._live[page.game]
            await check_left(server, page.game, 30_000)
    if restarted:
        async with serving(file) as server:
            server.tables.time = hands
            await check_left(server, page.game, 30_000)


async def test_a_table_that_is_loaded_again_while_a_page_is_open_gains_no_time(
    server: Server, ana: Person, hands: Hands
) -> None:
    async with ana.plays(GUEST, clock=TURN) as page:
        hands.passed += 20_000
        (await server.tables.find(page.game)).gone = True  # as after a failed write
        await check_left(server, page.game, 40_000)
        hands.passed += 10_000
        await check_left(server, page.game, 30_000)


async def test_leaving_and_returning_gains_no_time(
    server: Server, ana: Person, bruno: Person, hands: Hands
) -> None:
    async with seated(ana, bruno, clock=TURN) as (table, [page, other]):
        await page.command("start")
        await other.wait_for("state")
        seat = page.board["seat"]
        mover = (page, other)[seat]
        live = await server.tables.find(table["id"])
        live.go_on = lambda: live.timer.set()  # type: ignore[method-assign]  # the bot waits
        for _ in range(3):
            assert await mover.refusal("leave", seat=seat) is None
            hands.passed += 10_000
            assert await mover.refusal("return", seat=seat) is None
        await check_left(server, table["id"], 30_000)
        assert mover.state["deadline"] - hands.page_ms() <= 30_000
        await mover.command("leave", seat=seat)
        hands.passed += 40_000
        assert await mover.refusal("return", seat=seat) == "time_is_over"


async def test_a_jump_of_the_wall_clock_changes_no_turn(
    server: Server, ana: Person, hands: Hands
) -> None:
    async with ana.plays(GUEST, clock=TURN) as page:
        deadline = page.state["deadline"]
        await unlock(page, page.board["seat"])
        for jump in (HOUR, -2 * HOUR):
            hands.jumped += jump
            (await server.tables.find(page.game)).timer.set()
            assert abs((await page.ping())["now"] + 60_000 - deadline) < SLACK
            await check_left(server, page.game, 60_000)
        assert (await page.act(page.first_take, confirm=False))["reason"] is None
        assert abs(page.state["deadline"] - deadline) <= 1, "as pages count time"
        assert not any(seat["replaced"] for seat in page.table["seats"])
        server.tables._live[page.game].gone = True  # loaded from the log, jumps and all
        await check_left(server, page.game, 60_000)


async def test_a_log_of_an_older_version_says_when_things_happened(
    server: Server, ana: Person, hands: Hands
) -> None:
    """Its events do not have the time that was used."""
    async with ana.plays(GUEST, clock=TURN) as page:
        await unlock(page, page.board["seat"])
        hands.passed += 30_000
        await page.act(page.first_take, confirm=False)
    events = await server.tables.store.events(page.game)
    older = [
        replace(logged, used=None) for logged in events if not isinstance(logged.event, Paused)
    ]
    fold = Fold.of(older, ["Ana", "Bruno"])
    assert fold.used == older[-1].at - fold.turn_at >= 30_000
