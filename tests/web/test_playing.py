"""Playing in a real browser."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from server.playing import Server
from web.browsing import PHONE, SMALL, Person, run

pytestmark = pytest.mark.compiled_only


def test_a_whole_game_against_two_bots_by_clicking(tmp_path: Path) -> None:
    async def deed(server: Server, browser: Browser) -> None:
        person = await Person.arrives(server, browser)
        await person.plays_bots(2)
        await person.plays_until_over()
        await expect(person.page.locator(".places li")).to_have_count(3)
        assert not person.errors

    run(deed, tmp_path, 400)


def test_undo_and_restart(tmp_path: Path) -> None:
    async def deed(server: Server, browser: Browser) -> None:
        person = await Person.arrives(server, browser)
        await person.plays_bots(2)
        await person.waits_for_turn()
        before = await person.page.locator("[data-place]").count()
        await person.page.locator("[data-place]").first.click()
        await person.see("do").click()
        await expect(person.table).to_have_attribute("data-phase", "refill")
        await expect(person.page.locator("[data-place]")).to_have_count(before - 1)
        await person.see("undo").click()
        await expect(person.table).to_have_attribute("data-phase", "act")
        await expect(person.page.locator("[data-place]")).to_have_count(before)
        assert not person.errors

    run(deed, tmp_path)


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small phone"])
def test_on_a_phone_nothing_needs_scrolling(tmp_path: Path, size: dict[str, int]) -> None:
    async def deed(server: Server, browser: Browser) -> None:
        person = await Person.arrives(server, browser, viewport=size, has_touch=True)
        await person.plays_bots(2)
        await person.waits_for_turn()
        for name in ("[data-drop=square]", "[data-place]", "[role=grid]", "[data-card]"):
            box = await person.page.locator(name).last.bounding_box()
            assert box and box["y"] >= 0 and box["y"] + box["height"] <= size["height"] + 1, name
        height = await person.page.evaluate("document.documentElement.scrollHeight")
        assert height <= size["height"]
        await person.page.locator("[data-place]").first.tap()
        await person.see("do").tap()
        await expect(person.table).to_have_attribute("data-phase", "refill")
        assert not person.errors

    run(deed, tmp_path)


def test_two_persons_one_reloads_and_one_loses_the_connection(tmp_path: Path) -> None:
    async def deed(server: Server, browser: Browser) -> None:
        ana = await Person.arrives(server, browser)
        bruno = await Person.arrives(server, browser)
        await ana.page.goto(f"{server.url}/#/setup")
        await ana.page.locator("li .tool").last.click()
        await ana.see("open-table").click()
        link = await ana.page.locator("input[readonly]").input_value()
        await bruno.page.goto(link)
        await bruno.page.locator("li .btn.primary").click()
        await ana.page.locator("[data-testid=start][aria-disabled=false]").click()
        for person in (ana, bruno):
            await person.table.wait_for()
        await bruno.page.reload()
        await bruno.table.wait_for()
        await ana.page.context.set_offline(True)
        await ana.page.evaluate("window.dispatchEvent(new Event('offline'))")
        await ana.page.context.set_offline(False)
        for _ in range(8):
            for person in (ana, bruno):
                if await person.is_to_act():
                    await person.steps()
        version = max(await ana.version(), await bruno.version())
        for person in (ana, bruno):
            await person.changed(version - 1)

    run(deed, tmp_path)


def test_a_hot_seat_hides_the_hand_between_turns(tmp_path: Path) -> None:
    async def deed(server: Server, browser: Browser) -> None:
        person = await Person.arrives(server, browser)
        await person.page.goto(f"{server.url}/#/setup")
        await person.page.locator("select.kind").nth(1).select_option("guest")
        await person.page.locator("li .tool").last.click()
        await person.see("open-table").click()
        await person.see("curtain").wait_for()
        assert not await person.page.locator("[data-card]").count()
        await person.see("curtain").locator("button").click()
        await person.page.locator("[data-card]").first.wait_for()
        await person.page.locator("[data-place]").first.click()
        await person.see("do").click()
        await expect(person.table).to_have_attribute("data-phase", "refill")
        await person.see("do").click()
        await person.see("curtain").wait_for()
        assert not await person.page.locator("[data-card]").count()
        assert not person.errors

    run(deed, tmp_path)


def test_a_turn_by_keyboard_alone(tmp_path: Path) -> None:
    async def deed(server: Server, browser: Browser) -> None:
        person = await Person.arrives(server, browser)
        await person.plays_bots(2)
        for _ in range(3):
            await person.waits_for_turn()
            if await person.see("scoring").count():
                await person.page.keyboard.press("Escape")
            press = person.page.keyboard.press
            await press("m")
            await person.page.locator("[data-place]:focus").wait_for()
            await press("Enter")
            await person.see("do").wait_for()  # what is chosen can be done now
            await press("Control+Enter")
            await expect(person.table).to_have_attribute("data-phase", "refill")
            await press("c")
            await press("ArrowUp")
            label = await person.page.evaluate("document.activeElement.getAttribute('aria-label')")
            assert "north" in label
            await press("Control+Enter")
            await expect(person.table).not_to_have_attribute("data-phase", "refill")
        await person.waits_for_turn()
        await person.page.keyboard.press("?")
        await person.page.locator("dialog kbd").first.wait_for()
        assert not person.errors

    run(deed, tmp_path)
