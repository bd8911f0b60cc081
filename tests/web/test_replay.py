"""Replay: the address, the slider, and what it asks of the server."""

from typing import Any

import pytest
from playwright.async_api import Request, Response, Route, expect

from web import positions
from web.browsing import House, Person

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


async def test_the_slider_asks_for_one_moment_at_a_time(house: House) -> None:
    person = await opens_record(house)
    asked: list[str] = []
    statuses: list[int] = []
    together: list[int] = []

    def note(request: Request) -> None:
        if "/plies/" in request.url:
            asked.append(request.url)
            together.append(len(asked) - len(statuses))

    def answered(response: Response) -> None:
        if "/plies/" in response.url:
            statuses.append(response.status)

    person.page.on("request", note)
    person.page.on("response", answered)
    slider = person.all("input[type=range]")
    box = await slider.bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    await person.page.mouse.move(box["x"] + 5, middle)
    await person.page.mouse.down()
    for x in (box["width"] - 5, 5, box["width"] - 5):
        await person.page.mouse.move(box["x"] + x, middle, steps=150)
    await person.page.mouse.up()
    await slider.fill("300")
    await expect(person.see("ply")).to_contain_text("Action 300 of")
    await expect(person.see("moment")).to_have_attribute("data-ply", "300")
    assert max(together) == 1
    assert set(statuses) == {200}
    assert len(asked) == len(set(asked)), "what has come is kept"


async def test_a_complaint_disappears_with_the_next_good_answer(house: House) -> None:
    person = await opens_record(house)

    async def nonsense(route: Route) -> None:
        await route.fulfill(status=200, body="not what was asked for")

    await person.page.route("**/plies/1", nonsense)
    await person.see("next").click()
    await expect(person.all("[role=alert]")).to_be_visible()
    await person.see("next").click()
    await expect(person.see("moment")).to_have_attribute("data-ply", "2")
    await expect(person.all("[role=alert]")).to_have_count(0)
