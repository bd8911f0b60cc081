"""What a visit loads, in which order, and that nothing moves when it is there."""

import asyncio

import pytest
from playwright.async_api import Route, expect

from web import positions
from web.browsing import PHONE, House

pytestmark = pytest.mark.compiled_only

SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push([value, sources.map(({ node }) => node?.className ?? "")]);
  }).observe({ type: "layout-shift", buffered: true });
}"""


async def test_a_first_visit_loads_one_script_and_one_style_sheet(house: House) -> None:
    ana = await house.arrives(service_workers="block")
    loaded: list[str] = []
    ana.page.on("request", lambda request: loaded.append(request.resource_type))
    await ana.page.reload()
    await ana.see("play").wait_for()
    assert sorted(set(loaded) & {"script", "stylesheet"}) == ["script", "stylesheet"]
    assert [loaded.count(kind) for kind in ("script", "stylesheet")] == [1, 1]


async def test_a_table_is_fetched_while_the_server_is_asked_who_is_there(house: House) -> None:
    ana = await house.arrives(service_workers="block")
    await ana.goes_on(positions.redesign())
    answer = asyncio.Event()

    async def waits(route: Route) -> None:
        await answer.wait()
        await route.continue_()

    await ana.page.route("**/api/about", waits)
    async with ana.page.expect_response("**/assets/TableScreen-*.js"):
        await ana.page.reload(wait_until="commit")
    await expect(ana.all(".starting")).to_be_visible()
    answer.set()
    await ana.table.wait_for()


async def test_home_does_not_move_when_the_games_come(house: House) -> None:
    ana = await house.arrives(viewport=PHONE, service_workers="block")
    await ana.goes_on(positions.redesign())

    async def comes_last(route: Route) -> None:
        await ana.page.evaluate("new Promise(requestAnimationFrame)")
        await route.continue_()

    await ana.page.route("**/api/tables", comes_last)
    await ana.page.add_init_script(f"({SHIFTS})()")
    await ana.page.goto("about:blank")
    await ana.page.goto(ana.home)
    await ana.see("hero").wait_for()
    await ana.sees_all_at_rest()
    shifts = await ana.page.evaluate("shifts")
    assert sum(value for value, _ in shifts) < 0.02, shifts
