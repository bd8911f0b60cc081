"""Nothing is cut: fields, lines and buttons have the room that their words need."""

import pytest
from playwright.async_api import ViewportSize, expect

from web import positions
from web.browsing import NARROW, PHONE, SMALL, House

pytestmark = pytest.mark.compiled_only

UPRIGHT: ViewportSize = {"width": 768, "height": 1024}
WIDE: ViewportSize = {"width": 1440, "height": 900}
IS_CUT = """each =>
  each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1"""
MORE_BY_EACH = """line => {
  line.querySelectorAll(":scope > small").forEach((each) => each.remove());
  for (const piece of line.querySelectorAll(":scope > .tile, :scope > .card")) {
    const more = document.createElement("small");
    more.className = line.className.split(" ").find((name) => name.startsWith("svelte-")) ?? "";
    more.textContent = "+1";
    piece.after(more);
  }
}"""
# The middle of each field of the seats, from the top.
ROWS = """() => [...document.querySelectorAll(".seat-rows > li")].map((row) => [
  ...row.querySelectorAll("select, input, .tool")].map((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return Math.round((top + bottom) / 2);
  }))"""


@pytest.mark.parametrize("language", ["en", "de", "hu"])
@pytest.mark.parametrize("size", [UPRIGHT, WIDE], ids=["768", "1440"])
async def test_the_fields_of_a_seat_stand_in_one_row(
    house: House, size: ViewportSize, language: str
) -> None:
    ana = await house.arrives(viewport=size, locale=language)
    await ana.goes("setup")
    await ana.see("open-table").wait_for()
    rows = await ana.page.evaluate(ROWS)
    assert [len(row) for row in rows] == [3, 3, 4]  # the bot has a level
    assert all(len(set(row)) == 1 for row in rows), rows


@pytest.mark.parametrize("size", [NARROW, PHONE], ids=["360", "390"])
async def test_since_my_turn_fits_one_line_with_five_rivals(
    house: House, size: ViewportSize
) -> None:
    ana = await house.arrives(viewport=size, has_touch=True)
    await ana.goes_on(positions.exact_chain())  # everybody buys
    await ana.waits_for_turn()
    await ana.takes()
    await ana.confirms()
    await ana.waits_for_turn()
    line = ana.see("since-line")
    await expect(line.locator("> .tile, > .card").nth(4)).to_be_visible()
    # What bots buy differs; at worst each has done more than there is room for.
    await line.evaluate(MORE_BY_EACH)
    assert not await line.evaluate(IS_CUT)


@pytest.mark.parametrize("language", ["en", "de", "hu"])
async def test_an_exact_payment_of_several_says_what_it_brings(house: House, language: str) -> None:
    ana, moment = await house.arrives(locale=language, viewport=WIDE), positions.many_payments()
    await ana.goes_on(moment)
    purchase = next(each for each in moment.legal["purchases"] if len(each["payments"]) > 2)
    bar = await ana.see("bar").bounding_box()
    await ana.all(f"button[data-square='{purchase['square']}']").click()
    await expect(ana.all(".bar .sub.good")).to_be_visible()
    assert not await ana.all(".bar .sub").evaluate(IS_CUT)
    assert await ana.see("bar").bounding_box() == bar


async def test_the_head_of_the_city_and_the_bar_keep_to_a_narrow_phone(house: House) -> None:
    ana = await house.arrives(viewport=SMALL, has_touch=True)
    await ana.goes_on(positions.last_action())
    await ana.waits_for_turn()
    city = await ana.all("[data-at=city]").bounding_box()
    wall = await ana.all("[data-at=city] header .chip").bounding_box()
    assert city and wall
    assert wall["x"] + wall["width"] <= city["x"] + city["width"]
    text = await ana.all(".bar .what").bounding_box()
    button = await ana.see("to-reserve").bounding_box()
    assert text and button
    assert button["x"] >= text["x"] + text["width"]  # beside the words, not below


async def test_no_setting_is_cut(house: House) -> None:
    ana = await house.arrives(viewport=NARROW, locale="hu")
    await ana.see("settings").click()
    fields = ana.all("dialog [data-testid$=-when]")
    await expect(fields).to_have_count(3)
    for n in range(3):
        room = "each => each.clientWidth - (each.style.width = 'max-content', each.offsetWidth)"
        assert await fields.nth(n).evaluate(room) >= -4, n  # the frame
