"""Every screen: nothing for axe to find in both themes, and every language."""

import re
from typing import Any, Literal

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import expect

from web import positions
from web.browsing import LAPTOP, NARROW, PHONE, House, Person

pytestmark = pytest.mark.compiled_only

HOME = {
    "en": "Raise towers.",
    "de": "Türme bauen.",
    "es": "Levanta torres.",
    "pt": "Erga torres.",
    "it": "Innalza torri.",
    "ro": "Înalță turnuri.",
    "hu": "Építs tornyokat.",
}
MARKET = {
    "en": "Market",
    "de": "Bauhof",
    "es": "Recinto de construcción",
    "pt": "Mercado",
    "it": "Cortile da edificare",
    "ro": "Târg de construcții",
    "hu": "Építőudvar",
}
SCORING = {
    "en": "Final scoring",
    "de": "Schlusswertung",
    "es": "Recuento final",
    "pt": "Contagem final",
    "it": "Valutazione finale",
    "ro": "Runda finală de scor",
    "hu": "Záró értékelés",
}


# Themes differ in colours only, so in the dark only the rules about colours can say otherwise.
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
THEMES: dict[Literal["light", "dark"], dict[str, Any] | None] = {"light": None, "dark": COLOURS}

# What can be clicked and is smaller than 24 pixels; links within a text may be.
SMALL_TARGETS = """() => {
  const open = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  const all = "button, a[href], input, select, textarea, summary, [role=gridcell], [role=radio]";
  const targets = [...open.querySelectorAll(all)].map((each) => each.closest("label") ?? each);
  return targets.filter((each) => {
    const box = each.getBoundingClientRect();
    const shown = box.width && getComputedStyle(each).display !== "inline";
    return shown && Math.min(box.width, box.height) < 24;
  }).map((each) => each.outerHTML.slice(0, 160));
}"""


async def finds_nothing(person: Person, where: str) -> None:
    """Run axe on what is shown, in both themes; nothing to click is too small."""
    assert await person.page.evaluate(SMALL_TARGETS) == [], where
    for theme, options in THEMES.items():
        await person.page.emulate_media(color_scheme=theme)
        await person.sees_all_at_rest()
        found = await Axe().run(person.page, options=options)
        violations = [
            f"{where}, {theme}: {each['id']}: {node['html'][:160]}"
            for each in found.response["violations"]
            for node in each["nodes"]
        ]
        assert not violations, "\n".join(violations)


async def closes(person: Person) -> None:
    await person.presses("Escape")
    await person.all("dialog").wait_for(state="detached")


async def test_axe_finds_nothing_before_a_game(house: House) -> None:
    person = await house.arrives()
    await finds_nothing(person, "home")
    await person.see("play").click()
    await finds_nothing(person, "playing the computer")
    await closes(person)
    await person.see("settings").click()
    await finds_nothing(person, "settings")
    await closes(person)
    await person.goes("statistics")
    await person.all("h1").wait_for()
    await finds_nothing(person, "statistics, none yet")
    await person.goes("rules")
    await person.all("h1").wait_for()
    await finds_nothing(person, "rules")
    await person.goes("setup")
    await person.all("h1").wait_for()
    await finds_nothing(person, "setting a table up")
    await person.see("open-table").click()
    await person.see("start").wait_for()
    await person.all(".chat input").fill("Is anybody here?")
    await person.all(".chat input").press("Enter")
    await person.all(".chat li b").wait_for()
    await finds_nothing(person, "waiting for players, with chat")


async def test_axe_finds_nothing_at_the_table(house: House) -> None:
    person = await house.arrives()
    await person.goes_on(positions.redesign())
    await finds_nothing(person, "table")
    await person.all("button[data-square]").first.click()
    await finds_nothing(person, "a tile of the market picked")
    await person.presses("Escape")
    await person.all("[data-drop=reserve] [data-tile]").first.click()
    await person.presses("c", "n")
    await finds_nothing(person, "a tile of the reserve in hand")
    await person.presses("Escape")
    for key, where in {"?": "help", "s": "if scored now"}.items():
        await person.presses(key)
        await person.all("dialog").wait_for()
        await finds_nothing(person, where)
        await closes(person)
    await person.all("[data-at=bag]").click()
    await finds_nothing(person, "still to come")
    await closes(person)
    await person.all(".mini").first.click()
    await finds_nothing(person, "another's Alhambra")
    await closes(person)
    await person.see("menu").click()
    await finds_nothing(person, "menu")
    await closes(person)
    await person.page.set_viewport_size(PHONE)
    for tab in ("Alhambra", "Opponents", "Forecast", "Log"):
        await person.all("[role=tab]", tab).click()
        await finds_nothing(person, f"{tab} on a phone")
    await person.goes("")
    await person.see("hero").wait_for()
    await finds_nothing(person, "home with a game on a phone")
    await person.page.set_viewport_size(LAPTOP)
    await finds_nothing(person, "home with a game")


async def test_axe_finds_nothing_at_the_end(house: House) -> None:
    person = await house.arrives()
    await person.goes_on(positions.last_action())
    await person.places()
    await person.all("#scoring-title").click()  # shows all rows at once
    await finds_nothing(person, "scoring")
    await person.page.set_viewport_size(PHONE)
    await finds_nothing(person, "scoring on a phone")
    await person.see("go-on").click()
    await person.all(".scroll table").wait_for()
    await finds_nothing(person, "end on a phone")
    await person.page.set_viewport_size(LAPTOP)
    await finds_nothing(person, "end")
    await person.see("replay").click()
    await person.see("ply").wait_for()
    await finds_nothing(person, "replay")
    await person.see("numbers").click()
    await person.all("dialog table").wait_for()
    await finds_nothing(person, "a game in numbers")
    await closes(person)
    await person.see("back").click()
    await person.see("play-on").click()
    await finds_nothing(person, "playing from here")


async def test_home_table_and_scoring_in_each_language(house: House) -> None:
    ana = await house.arrives()
    table = await ana.goes_on(positions.last_action())
    await ana.places()
    await ana.see("scoring").wait_for()
    kept = await ana.keep()
    for language in HOME:
        person = await house.arrives(locale=language, storage_state=kept)
        await expect(person.all("html")).to_have_attribute("lang", language)
        await expect(person.all("h1")).to_contain_text(HOME[language])
        await says_everything(person)
        await person.goes(f"table/{table}")
        await expect(person.all(".left h2").first).to_have_text(MARKET[language])
        await says_everything(person)
        await person.button.click()
        await person.see("sheet").last.click()
        await expect(person.all("#scoring-title")).to_have_text(SCORING[language])
        await says_everything(person)
        await person.page.set_viewport_size(PHONE)
        await says_everything(person)
        await person.page.set_viewport_size(NARROW)
        await person.sees_all_at_rest()
        assert await person.page.evaluate(CUT) == []
        await person.see("go-on").click()
        await person.all("dialog tbody").first.wait_for()
        assert await person.page.evaluate(CUT) == []
        await person.page.context.close()


async def says_everything(person: Person) -> None:
    """No text is missing, none is broken, and none makes the page too wide."""
    text = await person.all("body").inner_text()
    assert not re.search(r"[{}]|undefined|NaN|\b[a-z_]+\.[a-z_]{3,}\b", text), text
    wide, room = await person.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= room


# Cells of tables in dialogs that are not whole in sight, or whose words are wider than they are.
CUT = """() => [...document.querySelectorAll("dialog th, dialog td")].filter((cell) => {
  const box = cell.getBoundingClientRect();
  for (let frame = cell; frame.tagName !== "DIALOG"; frame = frame.parentElement)
    if (frame.parentElement.scrollWidth > frame.parentElement.clientWidth + 1) return true;
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const shown = texts.currentNode.parentElement; // long names end in dots
    if (shown.closest(".unseen") || getComputedStyle(shown).textOverflow === "ellipsis") continue;
    const [words] = range.getClientRects();
    if (words && (words.left < box.left - 1 || words.right > box.right + 1)) return true;
  }
  return false;
}).map((cell) => cell.innerText)"""


# Buttons that leave the screen, or whose words do not fit into them.
CROWDED = """() => [...document.querySelectorAll(".btn, .tool")].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.width && (box.right > innerWidth || each.scrollWidth > each.clientWidth + 1);
}).map((each) => each.innerText)"""


@pytest.mark.parametrize("language", HOME)
async def test_a_narrow_phone_has_room_for_every_language(house: House, language: str) -> None:
    person = await house.arrives(locale=language, viewport=NARROW, has_touch=True)

    async def has_room() -> None:
        await says_everything(person)
        assert await person.page.evaluate(CROWDED) == []

    await has_room()
    await person.goes("rules")
    await person.all("table").wait_for()
    assert await person.all("table").evaluate("t => t.scrollWidth <= t.parentElement.clientWidth")
    await person.goes("setup")
    await person.see("open-table").click()
    await person.all("input[readonly]").wait_for()
    await has_room()
    await person.goes_on(positions.gift())
    await person.all("[role=gridcell][data-fits]").first.tap()  # now there are five buttons
    await person.button.wait_for()
    await has_room()
    await person.see("menu").tap()
    await person.see("to-come").tap()
    await person.all("dialog tbody").wait_for()
    assert await person.page.evaluate(CUT) == []
    await has_room()
    await closes(person)
    await person.goes_on(positions.six_late())
    await person.presses("s")
    await person.all("dialog tbody").wait_for()
    assert await person.page.evaluate(CUT) == []
    await closes(person)
    await person.goes("")  # now with a name, and a link to the statistics
    await person.see("play").wait_for()
    await has_room()
    record = positions.RECORDS / "3p-uniform.alhambra"
    await person.see("record").set_input_files(record)
    await person.see("ply").wait_for()
    await has_room()


async def test_the_language_can_be_changed_during_a_game(house: House) -> None:
    person = await house.arrives(locale="hu")
    await person.goes_on(positions.gift())
    await expect(person.see("give")).to_have_text("Géza kapja")
    await expect(person.all("[role=gridcell][aria-label*='nem illik']").first).to_be_attached()
    await person.see("language").select_option("it")
    await expect(person.see("give")).to_contain_text("Carlo")
    await expect(person.all("[data-testid=since] li").last).to_contain_text("ha preso 9 denari")


async def test_the_rules_can_be_tried_out(house: House) -> None:
    person = await house.arrives()
    await person.goes("rules")
    tried = person.all("figure").first
    await tried.wait_for()
    said = set()
    for cell in await tried.locator("button").all():
        await cell.click()
        said.add((await tried.locator("figcaption b").inner_text()).strip())
    assert said == {"It fits.", "Not here"}


async def test_a_record_is_replayed_and_played_on(house: House) -> None:
    person = await house.arrives()
    record = positions.RECORDS / "3p-uniform.alhambra"
    await person.see("record").set_input_files(record)
    ply = person.see("ply")
    await expect(ply).to_contain_text("Action 0 of")
    await person.see("next").click()
    await expect(ply).to_contain_text("Action 1 of")
    await expect(person.page).to_have_url(re.compile("ply=1"))
    await person.presses("Shift+ArrowRight", "End")
    await expect(ply).to_contain_text("Action 407 of 407")
    await person.all("input[type=range]").fill("60")
    await expect(ply).to_contain_text("Action 60 of")
    await expect(person.page).to_have_url(re.compile("ply=60"))
    link = person.page.url
    await person.goes("")
    await person.page.goto(link)  # a link leads to its moment
    await expect(ply).to_contain_text("Action 60 of")
    await person.see("play-on").click()
    await person.see("play-on-begin").click()
    await person.table.wait_for()
    await person.waits_for_turn()
    await person.steps()
