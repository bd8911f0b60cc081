"""Every screen: nothing for axe to find in both themes, and every language."""

from pathlib import Path

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, expect

from server.playing import Server
from web.browsing import PHONE, Person, run

pytestmark = pytest.mark.compiled_only

LANGUAGES = {
    "en": "Market",
    "de": "Bauhof",
    "es": "Recinto de construcción",
    "pt": "Mercado",
    "it": "Cortile da edificare",
    "ro": "Târg de construcții",
    "hu": "Építőudvar",
}


async def find_nothing(person: Person, where: str) -> None:
    """Run axe on what is shown."""
    found = await Axe().run(person.page)
    told = [
        f"{where}: {each['id']}: {node['html'][:160]}"
        for each in found.response["violations"]
        for node in each["nodes"]
    ]
    assert not told, "\n".join(told)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(tmp_path: Path, theme: str) -> None:
    async def deed(server: Server, browser: Browser) -> None:
        person = await Person.arrives(server, browser, color_scheme=theme)
        page = person.page
        await find_nothing(person, "home")
        await person.see("play").click()
        await find_nothing(person, "quick play")
        for screen in ("setup", "rules"):
            await page.goto(f"{server.url}/#/{screen}")
            await page.locator("h1").wait_for()
            await find_nothing(person, screen)
        await page.goto(f"{server.url}/#/")
        await person.plays_bots(1)
        await person.waits_for_turn()
        await find_nothing(person, "table")
        await page.locator("button[data-square]").first.click()
        await find_nothing(person, "table with a tile picked")
        await page.keyboard.press("Escape")
        await page.keyboard.press("?")
        await page.locator("dialog").wait_for()
        await find_nothing(person, "help")
        await page.keyboard.press("Escape")
        await page.keyboard.press("s")
        await find_nothing(person, "forecast")
        await page.keyboard.press("Escape")
        await page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
        await page.wait_for_timeout(200)
        await find_nothing(person, "table on a phone")

    run(deed, tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_speaks(tmp_path: Path, language: str) -> None:
    async def deed(server: Server, browser: Browser) -> None:
        person = await Person.arrives(server, browser, locale=language)
        assert await person.page.locator("html").get_attribute("lang") == language
        await person.plays_bots(2)
        await expect(person.page.locator(".left h2").first).to_have_text(LANGUAGES[language])
        await person.see("language").select_option("hu" if language == "en" else "en")
        expected = LANGUAGES["hu" if language == "en" else "en"]
        await expect(person.page.locator(".left h2").first).to_have_text(expected)
        assert not person.errors

    run(deed, tmp_path)


def test_a_finished_game_is_replayed_and_played_on(tmp_path: Path) -> None:
    async def deed(server: Server, browser: Browser) -> None:
        person = await Person.arrives(server, browser)
        records = sorted((Path(__file__).parents[1] / "records").glob("*.alhambra"))
        text = next(r for r in records if "\nresult:" in r.read_text(encoding="utf-8"))
        await person.see("record").set_input_files(text)
        ply = person.see("ply")
        await expect(ply).to_contain_text("Action 0 of")
        await person.see("next").click()
        await expect(ply).to_contain_text("Action 1 of")
        assert "ply=1" in person.page.url
        await find_nothing(person, "replay")
        await person.see("play-on").click()
        await person.see("play-on-begin").click()
        await person.table.wait_for()
        assert not person.errors

    run(deed, tmp_path)
