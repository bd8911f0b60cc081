"""Several people at a table, each with a browser."""

import asyncio

import pytest
from playwright.async_api import expect

from web.browsing import PATIENCE, House, Person, Wire
from web.faults import LOST_LINE

pytestmark = pytest.mark.compiled_only


async def sit_down(ana: Person, bruno: Person) -> str:
    """Ana opens a table for two, Bruno comes by her link; the link."""
    await ana.goes("setup")
    await ana.all("li .tool").last.click()
    await ana.see("open-table").click()
    link = await ana.all("input[readonly]").input_value()
    await bruno.page.goto(link.replace(ana.home, bruno.home))
    await bruno.all("li .btn.primary").click()
    return link


async def begin(ana: Person, *others: Person) -> None:
    await ana.all("[data-testid=start][aria-disabled=false]").click()
    for person in (ana, *others):
        await person.table.wait_for()


async def whose_turn(*people: Person) -> Person:
    """Wait until one of them is to act."""
    async with asyncio.timeout(PATIENCE / 1000):
        while True:
            for person in people:
                if await person.table.get_attribute("data-mine") == "true":
                    return person
                await person.presses("Shift")  # what others have done is shown at once
            await asyncio.sleep(0.05)


async def test_one_reloads_and_one_loses_the_connection(house: House) -> None:
    async with Wire(house.server) as wire:
        ana = await house.arrives()
        bruno = await house.arrives(wire.url)
        await sit_down(ana, bruno)
        await begin(ana, bruno)

        await bruno.page.reload()
        await bruno.table.wait_for()
        first = await whose_turn(ana, bruno)
        await first.takes()
        await first.confirms()

        bruno.faults.announce(LOST_LINE)
        await wire.cut()
        await expect(bruno.all(".lost")).to_be_visible()
        await expect(ana.all(".chip", has_text="away").first).to_be_visible()
        turn = await whose_turn(ana, bruno)
        if turn is ana:  # the table goes on without him
            await ana.takes()
            await ana.confirms()
        await expect(bruno.all("[data-place]")).to_have_count(4)
        seen = await bruno.version()
        if turn is bruno:  # what he does meanwhile is done as soon as the line is back
            await bruno.all("[data-place]").first.click()
            await bruno.button.click()

        await wire.lay()
        await expect(bruno.all(".lost")).to_have_count(0)
        await bruno.changed(seen)
        if turn is bruno:
            await bruno.confirms()
        for _ in range(4):
            person = await whose_turn(ana, bruno)
            await person.takes()
            await person.confirms()
        version = max(await ana.version(), await bruno.version())
        for person in (ana, bruno):
            await expect(person.table).to_have_attribute("data-version", str(version))


async def test_talking_and_asking_to_undo(house: House) -> None:
    ana, bruno = await house.arrives(), await house.arrives()
    await sit_down(ana, bruno)
    line = ana.all(".chat input")
    await line.fill("Salaam <b>Bruno</b>")
    await line.press("Enter")
    await expect(bruno.all(".chat li")).to_contain_text("Salaam <b>Bruno</b>")
    await begin(ana, bruno)
    one = await whose_turn(ana, bruno)
    other = bruno if one is ana else ana
    await one.takes()
    await one.confirms()
    await one.see("ask-undo").click()
    await other.see("refuse").click()
    await expect(one.see("undo-refused")).to_contain_text("declined")
    await one.see("ask-undo").click()
    await other.see("agree").click()
    await one.all("[data-testid=table][data-mine=true]").wait_for()
    await expect(one.all("[data-place]")).to_have_count(4)
    await other.all("[role=tab]", has_text="Chat").click()
    await other.all(".chat input").fill("You are welcome")
    await other.all(".chat input").press("Enter")
    await expect(one.all("[role=tab] i")).to_be_visible()
    await one.all("[role=tab]", has_text="Chat").click()
    await expect(one.all(".chat li").last).to_contain_text("You are welcome")
