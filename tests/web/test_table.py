"""The table as people use it: dragging, leaving, watching, and the keyboard focus."""

import re
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from web import positions
from web.browsing import LAPTOP, PHONE, House, Person
from web.test_together import begin, sit_down, whose_turn

pytestmark = pytest.mark.compiled_only

MOTION: dict[str, Any] = {"reduced_motion": "no-preference"}
FOCUSED = "document.activeElement !== document.body"


async def coordinates(cell: Locator) -> tuple[int, int]:
    x, y = await cell.get_attribute("data-x"), await cell.get_attribute("data-y")
    return int(x or 0), int(y or 0)


async def drags_from_market(person: Person, square: int, onto: str) -> tuple[int, int]:
    """Drag a tile onto the first cell whose label contains some words; the cell."""
    await person.all(f"button[data-square='{square}']").hover()
    await person.page.mouse.down()
    await person.all("[data-at=city] [role=grid]").hover()
    target = person.all(f"[role=gridcell][aria-label*='{onto}']").first
    await expect(target).to_be_attached()  # the server has said where the tile fits
    cell = await coordinates(target)
    await person.cell(*cell).hover()
    await person.cell(*cell).hover()  # the Alhambra may have moved under the pointer
    await expect(person.all(".dragged")).to_be_visible()
    await person.page.mouse.up()
    return cell


async def market_tile(person: Person, square: int) -> str:
    """What a tile of the market is called."""
    label = await person.all(f"button[data-square='{square}']").get_attribute("aria-label")
    return (label or "").split(", square")[0]


# Dragging from the market


async def test_a_market_tile_dropped_on_a_cell_is_bought_and_placed_there(house: House) -> None:
    person = await house.arrives(**MOTION)
    moment = positions.overpaid()
    await person.goes_on(moment)
    square = moment.legal["purchases"][0]["square"]
    tile = await market_tile(person, square)
    cell = await drags_from_market(person, square, onto="fits, wall")
    await person.sees_phase("refill")
    await expect(person.cell(*cell)).to_have_attribute(
        "aria-label", re.compile(f"^{re.escape(tile)}, ")
    )
    await person.see("undo").click()  # takes back both
    await person.sees_phase("act")
    await expect(person.all(f"button[data-square='{square}']")).to_have_attribute(
        "aria-label", re.compile(f"^{re.escape(tile)}, ")
    )
    await expect(person.see("undo")).to_have_count(0)


async def test_a_tile_paid_exactly_waits_and_goes_where_it_was_dropped(house: House) -> None:
    person = await house.arrives(**MOTION)
    moment = positions.exact_chain()
    await person.goes_on(moment)
    link = moment.legal["chain"][0]
    tile = await market_tile(person, link["square"])
    cell = await drags_from_market(person, link["square"], onto="fits, wall")
    await expect(person.cell(*cell)).to_have_attribute("data-planned", link["tile"])
    assert await person.phase() == "act"
    await person.takes()
    await person.sees_phase("refill")
    await expect(person.cell(*cell)).to_have_attribute(
        "aria-label", re.compile(f"^{re.escape(tile)}, ")
    )
    await person.confirms()


async def test_a_tile_dropped_where_it_does_not_fit_is_not_bought(house: House) -> None:
    person = await house.arrives(**MOTION)
    moment = positions.overpaid()
    await person.goes_on(moment)
    version = await person.version()
    await drags_from_market(person, moment.legal["purchases"][0]["square"], onto="does not fit: ")
    await expect(person.see("bar")).to_contain_text("You can't do that")
    await expect(person.all(".bar .sub.bad")).not_to_be_empty()
    await expect(person.all("button[data-square]")).to_have_count(4)
    assert await person.version() == version


async def test_every_payable_square_keeps_its_tick_when_a_tile_is_chosen(house: House) -> None:
    person = await house.arrives(**MOTION)
    moment = positions.exact_chain()
    await person.goes_on(moment)
    payable = len(moment.legal["purchases"])
    await expect(person.all(".held.pays")).to_have_count(payable)
    await person.all(f"button[data-square='{moment.legal['chain'][0]['square']}']").click()
    await person.button.wait_for()
    await expect(person.all(".held.pays")).to_have_count(payable)


# Leaving and coming back


async def test_leaving_asks_first_and_a_banner_offers_the_seat_back(house: House) -> None:
    ana, bruno = await house.arrives(**MOTION), await house.arrives(**MOTION)
    link = await sit_down(ana, bruno)
    await begin(ana, bruno)
    await bruno.see("menu").click()
    await bruno.see("leave").click()
    await expect(bruno.all("dialog")).to_contain_text("A bot takes over")
    await bruno.presses("Escape")
    await expect(bruno.all("dialog")).to_have_count(0)
    await expect(ana.all(".chip", has_text="bot stand-in")).to_have_count(0)
    await bruno.see("menu").click()
    await bruno.see("leave").click()
    await bruno.see("leave-sure").click()
    await bruno.see("play").wait_for()
    await expect(ana.all(".chip", has_text="bot stand-in")).to_be_visible()

    await bruno.page.goto(link)
    await expect(bruno.see("bot-plays")).to_contain_text("A bot is playing for you.")
    await bruno.page.reload()
    await expect(bruno.see("bot-plays")).to_be_visible()
    phone = await house.arrives(
        viewport=PHONE, has_touch=True, storage_state=await bruno.keep(), **MOTION
    )
    await phone.page.goto(link)
    await expect(phone.see("bot-plays")).to_be_visible()
    await phone.see("take-seat-back").tap()
    for person in (phone, bruno):
        await expect(person.see("bot-plays")).to_have_count(0)
    await expect(ana.all(".chip", has_text="bot stand-in")).to_have_count(0)


# Beside the game


async def test_the_rules_open_over_the_game_which_goes_on(house: House) -> None:
    ana, bruno = await house.arrives(**MOTION), await house.arrives(**MOTION)
    await sit_down(ana, bruno)
    await begin(ana, bruno)
    acting = await whose_turn(ana, bruno)
    reading = bruno if acting is ana else ana
    address = reading.page.url
    await reading.see("menu").click()
    await reading.see("rules").click()
    await expect(reading.all("dialog figure").first).to_be_visible()
    version = await reading.version()
    await acting.takes()
    await reading.changed(version)
    await expect(reading.all("dialog figure").first).to_be_visible()
    await reading.presses("Escape")
    await expect(reading.all("dialog")).to_have_count(0)
    await expect(reading.see("menu")).to_be_focused()
    assert reading.page.url == address


async def test_a_spectator_is_told_that_they_watch(house: House) -> None:
    ana, bruno = await house.arrives(**MOTION), await house.arrives(**MOTION)
    link = await sit_down(ana, bruno)
    await begin(ana, bruno)
    for size in (LAPTOP, PHONE):
        carla = await house.arrives(viewport=size, **MOTION)
        await carla.page.goto(link)
        await expect(carla.see("watching")).to_contain_text("You are watching this game.")
        await expect(carla.all("body")).not_to_contain_text("No money in hand")
    await expect(ana.see("watching")).to_have_count(0)


# The keyboard


async def test_focus_never_falls_to_the_body_in_a_game_by_keyboard(house: House) -> None:
    person = await house.arrives(**MOTION)
    await person.see("play").press("Enter")
    await person.see("begin").press("Enter")
    await person.table.wait_for()
    assert await person.page.evaluate(FOCUSED)
    await person.waits_for_turn()
    await expect(person.all("button[data-square]:focus")).to_have_count(1)
    await person.presses("m", "Enter")
    await person.button.focus()
    await person.presses("Enter")
    await person.sees_phase("refill")
    await expect(person.button).to_be_focused()
    await person.presses("Enter")  # confirms
    await expect(person.all("[data-testid=bar]:focus, button[data-square]:focus")).to_have_count(1)
    await person.all("[data-testid=table][data-mine=true]").wait_for()
    await expect(person.all("button[data-square]:focus")).to_have_count(1)


async def test_focus_follows_a_tile_to_the_city_and_on_to_the_button(house: House) -> None:
    person = await house.arrives(**MOTION)
    moment = positions.overpaid()
    await person.goes_on(moment)
    await person.presses(str(moment.legal["purchases"][0]["square"] + 1))
    await person.button.focus()
    await person.presses("Enter")
    await person.sees_phase("place")
    await expect(person.all("[role=gridcell]:focus")).to_have_count(1)
    await person.presses("n")
    await person.all("[role=gridcell][data-fits]:focus").wait_for()
    await person.presses("Enter")
    await person.sees_phase("refill")
    await person.button.wait_for()
    assert await person.page.evaluate(FOCUSED)


async def test_dialogs_take_the_focus_to_their_heading_and_give_it_back(house: House) -> None:
    person = await house.arrives(**MOTION)
    await person.see("settings").press("Enter")
    await expect(person.all("dialog h2")).to_be_focused()
    await person.presses("Escape")
    await expect(person.see("settings")).to_be_focused()
    await person.goes_on(positions.redesign())
    await person.see("menu").press("Enter")
    await expect(person.all("dialog h2")).to_be_focused()
    await person.all("dialog .item", "Help").press("Enter")  # one dialog replaces another
    await expect(person.all("dialog h2")).to_have_text("Help")
    await expect(person.all("dialog h2")).to_be_focused()
    await person.presses("Escape")
    await expect(person.see("menu")).to_be_focused()


async def test_tab_lists_are_walked_with_the_arrow_keys(house: House) -> None:
    person = await house.arrives(viewport=PHONE, **MOTION)
    await person.goes_on(positions.redesign())
    tabs = person.all("[role=tab]")
    await expect(person.all("[role=tab][tabindex='0']")).to_have_count(1)
    await tabs.first.focus()
    for key, index in (("ArrowRight", 1), ("ArrowRight", 2), ("End", 3), ("ArrowRight", 0)):
        await person.presses(key)
        await expect(tabs.nth(index)).to_be_focused()
        await expect(tabs.nth(index)).to_have_attribute("aria-selected", "true")
        panel = await tabs.nth(index).get_attribute("aria-controls")
        name = await tabs.nth(index).get_attribute("id")
        await expect(person.all(f"[role=tabpanel][id='{panel}']")).to_have_attribute(
            "aria-labelledby", name or ""
        )
    await person.presses("ArrowLeft")
    await expect(tabs.nth(3)).to_be_focused()
    await person.presses("Home")
    await expect(tabs.first).to_be_focused()
