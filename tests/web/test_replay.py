"""Replay: the address, the slider, and what it asks of the server."""

import re
from typing import Any

import pytest
from playwright.async_api import Request, Response, Route, ViewportSize, expect

from web import positions
from web.browsing import LYING_TABLET, NARROW, PHONE, House, Person

pytestmark = pytest.mark.compiled_only

MOTION: dict[str, Any] = {"reduced_motion": "no-preference"}


async def opens_record(house: House) -> Person:
    person = await house.arrives(**MOTION)
    await person.see("record").set_input_files(positions.RECORDS / "3p-uniform.alhambra")
    await expect(person.see("ply")).to_contain_text("Action 0 of 407")
    return person


async def test_replay_follows_the_address(house: House) -> None:
    person = await opens_record(house)
    await person.page.wait_for_url("**ply=0")
    address = person.page.url.removesuffix("ply=0")
    for ply in (60, 200):
        await person.page.evaluate("address => { location.href = address }", f"{address}ply={ply}")
        await expect(person.see("ply")).to_contain_text(f"Action {ply} of")
    await person.page.go_back()
    await expect(person.see("ply")).to_contain_text("Action 60 of")
    await person.page.go_forward()
    await expect(person.see("ply")).to_contain_text("Action 200 of")
    await person.see("next").click()
    await person.page.wait_for_url("**ply=201")


async def test_the_slider_asks_for_blocks_one_at_a_time(house: House) -> None:
    person = await opens_record(house)
    asked: list[str] = []
    statuses: list[int] = []
    under_way: set[Request] = set()
    together: list[int] = []

    def note(request: Request) -> None:
        if "/plies" in request.url:
            asked.append(request.url)
            under_way.add(request)
            together.append(len(under_way))

    def done(request: Request) -> None:
        under_way.discard(request)

    def answered(response: Response) -> None:
        if "/plies" in response.url:
            statuses.append(response.status)

    person.page.on("request", note)
    person.page.on("requestfinished", done)
    person.page.on("requestfailed", done)
    person.page.on("response", answered)
    slider = person.all("input[type=range]")
    box = await slider.bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    await person.page.mouse.move(box["x"] + 5, middle)
    await person.page.mouse.down()
    for x in (box["width"] - 5, 5, box["width"] - 5):
        await person.page.mouse.move(box["x"] + x, middle, steps=40)
    await person.page.mouse.up()
    await slider.fill("300")
    await expect(person.see("ply")).to_contain_text("Action 300 of")
    await expect(person.see("moment")).to_have_attribute("data-ply", "300")
    assert max(together) == 1
    assert set(statuses) == {200}
    assert len(asked) < 40, "407 positions are in 13 blocks"
    for ply in range(301, 310):
        await person.see("next").click()
        await expect(person.see("moment")).to_have_attribute("data-ply", str(ply))
    before = len(asked)
    await slider.fill("300")
    await expect(person.see("moment")).to_have_attribute("data-ply", "300")
    assert len(asked) == before, "what has come is kept"


async def test_the_curve_can_be_dragged_and_a_move_be_clicked(house: House) -> None:
    person = await opens_record(house)
    chart = await person.all(".chart").bounding_box()
    assert chart
    middle = chart["y"] + chart["height"] / 2
    await person.page.mouse.move(chart["x"] + chart["width"] / 4, middle)
    await person.page.mouse.down()
    await person.page.mouse.move(chart["x"] + chart["width"] / 2, middle, steps=5)
    await person.page.mouse.up()
    await expect(person.see("ply")).to_contain_text(re.compile("Action 20[345] of"))
    current = person.all("[aria-current=step]")
    await expect(current).to_be_in_viewport()
    await person.all(".turn button").first.click()
    await expect(person.see("ply")).to_contain_text("Action 1 of")
    await expect(current).to_contain_text("Bruno took")


async def test_what_an_action_changed_is_said_and_marked(house: House) -> None:
    person = await opens_record(house)
    placing = person.all(".turn button", has_text="placed Seraglio 5")
    await placing.first.click()
    await expect(person.all(".ground rect.ring")).to_have_count(1)
    await expect(person.all("[aria-live=polite]", has_text="Seraglio 0 → 1")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, NARROW, {"width": 768, "height": 1024}, LYING_TABLET])
async def test_a_replay_fits_every_screen(house: House, size: ViewportSize) -> None:
    person = await house.arrives(**MOTION, viewport=size)
    await person.see("record").set_input_files(positions.RECORDS / "3p-uniform.alhambra")
    await person.all("input[type=range]").fill("200")
    await expect(person.see("moment")).to_have_attribute("data-ply", "200")
    await person.all("#reading-moves").click()
    await expect(person.all("[aria-current=step]")).to_be_in_viewport()
    await person.all("#reading-side").click()
    await person.all(".forecast .sum th").scroll_into_view_if_needed()
    await expect(person.all(".forecast .sum th")).to_be_in_viewport()
    for heading in ("h1", ".forecast .sum th"):
        cut = "element => element.scrollWidth > element.clientWidth"
        assert not await person.all(heading).evaluate(cut), heading
    wide = "() => document.documentElement.scrollWidth > innerWidth"
    assert not await person.page.evaluate(wide)


async def test_a_complaint_disappears_with_the_next_good_answer(house: House) -> None:
    person = await opens_record(house)

    async def nonsense(route: Route) -> None:
        await route.fulfill(status=200, body="not what was asked for")

    await person.page.route("**/plies?first=288", nonsense)
    await person.all("input[type=range]").fill("300")
    await expect(person.all("[role=alert]")).to_be_visible()
    await person.all("input[type=range]").fill("200")
    await expect(person.see("moment")).to_have_attribute("data-ply", "200")
    await expect(person.all("[role=alert]")).to_have_count(0)
