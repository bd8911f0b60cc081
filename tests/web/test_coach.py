"""The coach in the browser: hints, the question after a blunder, chances of winning, consent."""

import re

import pytest
from playwright.async_api import FloatRect, Locator, ViewportSize, expect

from alhambra import Record
from tables import table as a_table
from web import positions
from web.browsing import LAPTOP, LYING_TABLET, PHONE, SIDEWAYS, SMALL, TABLET, House, Person
from web.positions import Moment
from web.test_screens import finds_nothing
from web.test_together import begin, whose_turn

pytestmark = pytest.mark.compiled_only

BIG: ViewportSize = {"width": 1440, "height": 900}
SIZES = [BIG, LAPTOP, LYING_TABLET, TABLET, PHONE, SMALL, SIDEWAYS]


def two_exact() -> Moment:
    """Two tiles can be paid exactly; taking money instead is a blunder."""
    others = ("b5 b6 b2 b6 b4", "o5 o6 o2 o6 o4")
    game = a_table("b8 g7 o1 y4", *others, market="P8 S7w T12 T13e", row="y1 y2 o8 o9")
    return Moment(str(Record.of(game)), 0, 0, 3, {}, (), {})  # type: ignore[typeddict-item]


async def sets(person: Person, **settings: bool | str | list[str]) -> None:
    """Change settings, as if in an earlier visit."""
    await person.page.evaluate(
        """(more) => {
          const kept = JSON.parse(localStorage.getItem("alhambra") || "{}");
          localStorage.setItem("alhambra", JSON.stringify({ ...kept, ...more }));
        }""",
        settings,
    )
    await person.page.reload()


async def sits_at(person: Person, moment: Moment) -> None:
    await person.goes_on(moment)
    await person.waits_for_turn()


async def box(thing: Locator) -> FloatRect:
    found = await thing.bounding_box()
    assert found
    return found


def overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"]) > 1
        and min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
        > 1
    )


async def test_keys_show_words_then_numbers_and_escape_closes(house: House) -> None:
    person = await house.arrives()
    await sits_at(person, two_exact())
    hint = person.see("hint")
    await person.presses("t")
    await expect(hint.locator("li")).to_have_count(3)
    await expect(hint).to_contain_text("These are equally good")
    await expect(hint).to_contain_text("Buy Pavilion 8 for 8 denars")
    await expect(hint).not_to_contain_text("%")
    await expect(person.all(".square.advised")).to_have_count(1)
    await expect(person.all(".square.advised .tag")).to_have_text("strong")
    await expect(person.all("[data-card].advised")).to_have_count(1)
    await person.presses("t")
    await expect(hint).to_contain_text("%")
    await person.presses("Escape")
    await expect(hint).to_have_count(0)
    await expect(person.all(".advised")).to_have_count(0)
    await person.presses("t")
    await expect(hint.locator("li")).to_have_count(3)
    await person.all("button[data-square='0']").click()
    await person.button.click()  # buys: the hint was about another position
    await expect(hint).to_have_count(0)


@pytest.mark.parametrize("viewport", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("of_city", [False, True], ids=["market", "city"])
async def test_a_hint_covers_nothing_that_it_speaks_of(
    house: House, viewport: ViewportSize, of_city: bool
) -> None:
    person = await house.arrives(viewport=viewport)
    await sits_at(person, positions.gift() if of_city else two_exact())
    await person.see("hint-button").click()
    hint = person.see("hint")
    await expect(hint.locator("li").first).to_be_visible()
    await person.sees_all_at_rest()
    card = await box(hint)
    assert card["x"] >= 0 and card["x"] + card["width"] <= viewport["width"]
    assert card["y"] >= 0 and card["y"] + card["height"] <= viewport["height"] + 1
    framed = person.all("g.advised > rect" if of_city else ".square.advised")
    spoken_of = await box(framed)
    assert spoken_of["y"] >= 0
    assert spoken_of["y"] + spoken_of["height"] <= viewport["height"]
    assert not overlap(card, spoken_of)
    row = person.all("[data-place]").first
    if not of_city:
        assert not overlap(card, await box(row))
    wide = await person.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= viewport["width"]
    await person.see("hint-close").click()
    await expect(hint).to_have_count(0)
    await expect(person.see("bar")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
async def test_a_blunder_can_be_taken_back_or_kept(house: House, phone: bool) -> None:
    person = await house.arrives(viewport=PHONE if phone else BIG, has_touch=phone)
    await sets(person, tutor=True)
    await sits_at(person, two_exact())
    await person.all("[data-place='0']").click()
    await person.button.click()
    nudge = person.see("nudge")
    await expect(nudge).to_contain_text(re.compile("Better: Buy (Pavilion 8|Seraglio 7)"))
    await expect(nudge.get_by_role("button").first).to_be_focused()
    await person.page.keyboard.press("Enter")  # takes it back
    await expect(nudge).to_have_count(0)
    await expect(person.all("[data-place]")).to_have_count(4)
    await person.all("[data-place='0']").click()
    await person.button.click()  # once a turn: it is kept now
    await person.sees_phase("refill")
    await person.page.wait_for_load_state("networkidle")
    await expect(nudge).to_have_count(0)


async def test_a_turn_that_confirms_itself_asks_first_and_goes_on(house: House) -> None:
    person = await house.arrives()
    await sets(person, tutor=True, confirm="never")
    await sits_at(person, two_exact())
    await person.all("[data-place='0']").click()
    await person.button.click()
    await person.see("nudge").wait_for()
    await person.sees_phase("refill")
    await person.presses("Escape")  # keeps it
    await expect(person.see("nudge")).to_have_count(0)
    await person.page.wait_for_selector("[data-testid=table]:not([data-phase=refill])")
    await person.waits_for_turn()


async def test_chances_are_shown_to_those_who_want_them(house: House) -> None:
    person = await house.arrives()
    await sits_at(person, two_exact())
    await expect(person.see("chances")).to_have_count(0)
    await person.see("menu").click()
    await person.page.get_by_label("Show the chances of winning").check()
    await person.presses("Escape")
    strip = person.see("chances")
    await expect(strip).to_have_attribute("aria-label", re.compile("Ana .*%, Aisha .*%"))
    assert (await box(strip))["height"] == pytest.approx(22, abs=1)
    before = await strip.get_attribute("aria-label")
    await person.all("[data-place='0']").click()
    await person.button.click()
    await expect(strip).not_to_have_attribute("aria-label", before or "")
    await person.page.reload()
    await expect(strip).to_have_attribute("aria-label", re.compile("Ana .*%"))


async def test_among_people_it_is_off_unless_all_agree(house: House) -> None:
    host = await house.arrives()
    for agreed in (False, True):
        await host.goes("setup")
        allow = host.page.get_by_label(re.compile("^Coach allowed"))
        await expect(allow).not_to_be_checked()
        await host.all("select.kind").nth(2).select_option("open")
        if agreed:
            await allow.check()
        await host.see("open-table").click()
        await host.see("start").wait_for()
        await expect(host.see("coach-allowed")).to_have_count(int(agreed))
        guest = await house.arrives()
        await guest.page.goto(host.page.url)
        await guest.all(".lobby h1").wait_for()
        await expect(guest.see("coach-allowed")).to_have_count(int(agreed))


async def test_at_a_table_of_two_both_may_ask_and_spectators_may_not(house: House) -> None:
    ana, bruno, eve = [await house.arrives() for _ in range(3)]
    await ana.goes("setup")
    await ana.all("li .tool").last.click()
    await ana.page.get_by_label(re.compile("^Coach allowed")).check()
    await ana.see("open-table").click()
    link = await ana.all("input[readonly]").input_value()
    for person in (bruno, eve):
        await person.page.goto(link.replace(ana.home, person.home))
    await bruno.all("li .btn.primary").click()
    await begin(ana, bruno, eve)
    for person in (ana, bruno, eve):
        await expect(person.see("coach-sign")).to_be_visible()
    for _ in range(2):
        mover = await whose_turn(ana, bruno)
        other = bruno if mover is ana else ana
        await mover.presses("t")
        await expect(mover.see("hint").locator("li").first).to_be_visible()
        for idle in (other, eve):
            await idle.presses("t")
            await expect(idle.see("hint-button")).to_have_count(0)
            await expect(idle.see("hint")).to_have_count(0)
        await mover.takes()
        await mover.confirms()


async def test_alone_there_is_nothing_to_agree_to(house: House) -> None:
    person = await house.arrives()
    await person.goes("setup")
    await person.all("select.kind").nth(1).select_option("bot")
    await expect(person.page.get_by_label(re.compile("^Coach allowed"))).to_have_count(0)
    await person.see("open-table").click()
    await person.table.wait_for()
    await person.waits_for_turn()
    await expect(person.see("hint-button")).to_be_visible()
    await expect(person.see("coach-sign")).to_have_count(0)


async def test_around_one_screen_it_is_off(house: House) -> None:
    person = await house.arrives()
    await person.goes("setup")
    await person.all("select.kind").nth(1).select_option("guest")
    await person.see("open-table").click()
    await person.see("curtain").get_by_role("button").click()
    await person.waits_for_turn()
    await expect(person.see("hint-button")).to_have_count(0)
    await person.presses("t")
    await person.see("menu").click()
    await expect(person.all("dialog[open]")).to_contain_text("The coach is off in this game")
    await expect(person.see("hint")).to_have_count(0)


@pytest.mark.parametrize("viewport", [BIG, PHONE], ids=["desktop", "phone"])
async def test_axe_finds_nothing_with_the_coach(house: House, viewport: ViewportSize) -> None:
    person = await house.arrives(viewport=viewport, has_touch=viewport == PHONE)
    await sets(person, tutor=True, chances=True)
    await sits_at(person, two_exact())
    await person.see("hint-button").click()
    await expect(person.see("hint").locator("li")).to_have_count(3)
    await person.presses("t")
    await finds_nothing(person, "hint")
    await person.presses("Escape")
    await person.all("[data-place='0']").click()
    await person.button.click()
    await person.see("nudge").wait_for()
    await finds_nothing(person, "take it back?")
