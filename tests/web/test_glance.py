"""What the table shows at a glance, and what keeps its place while a player chooses."""

import re
from typing import Any

import pytest
from playwright.async_api import ViewportSize, expect

from web import positions
from web.browsing import LAPTOP, LYING_TABLET, PHONE, SMALL, TABLET, House, Person

pytestmark = pytest.mark.compiled_only

SIZES = {"360": SMALL, "390": PHONE, "820": TABLET, "1024": LYING_TABLET, "1366": LAPTOP}
PLACES = """() => ["[data-at=city]", "[role=gridcell][data-x='0'][data-y='0']", "[data-at=hand]",
  "[data-testid=bar]", "[data-at=square-0]", "[data-at=row-3]"].map((selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [selector, ...[x, y, width, height].map(Math.round)];
})"""


async def places(person: Person) -> Any:
    """Where the parts of the table are, once they rest."""
    await person.sees_all_at_rest()
    return await person.page.evaluate(PLACES)


@pytest.mark.parametrize("size", SIZES.values(), ids=list(SIZES))
async def test_choosing_a_tile_moves_neither_board_nor_hand(
    house: House, size: ViewportSize
) -> None:
    person = await house.arrives(viewport=size)
    moment = positions.many_payments()
    await person.goes_on(moment)
    await person.waits_for_turn()
    before = await places(person)
    await person.all(f"button[data-square='{moment.legal['purchases'][0]['square']}']").click()
    await expect(person.all("[role=radiogroup] [role=radio]").first).to_be_visible()
    await expect(person.all("[role=gridcell][aria-label*='fits, wall']").first).to_be_attached()
    assert await places(person) == before
    await person.see("cancel").click()
    await person.all("[data-place]").first.click()
    await person.button.wait_for()
    assert await places(person) == before


async def test_squares_that_can_be_paid_exactly_say_so_before_a_click(house: House) -> None:
    person = await house.arrives()
    moment = positions.exact_chain()
    await person.goes_on(moment)
    await person.waits_for_turn()
    exact = {
        purchase["square"]
        for purchase in moment.legal["purchases"]
        if any(payment["exact"] for payment in purchase["payments"])
    }
    for square in range(4):
        tags = person.all(f"[data-at=square-{square}] .exact")
        await expect(tags).to_have_count(1 if square in exact else 0)
    await expect(person.see("chain")).to_have_text("3 exact purchases")
    await person.page.set_viewport_size(PHONE)
    await expect(person.see("chain")).to_have_text("3 exact")


async def test_a_tile_that_is_only_looked_at_shows_what_it_would_bring(house: House) -> None:
    person = await house.arrives(viewport=LAPTOP)
    moment = positions.many_payments()
    await person.goes_on(moment)
    await person.waits_for_turn()
    gain = person.all(".forecast tr.sum .changed")
    await expect(gain).to_have_count(0)
    before = await places(person)
    tile = person.all(f"button[data-square='{moment.legal['purchases'][0]['square']}']")
    await tile.hover()
    await expect(gain.first).to_be_visible()
    assert await places(person) == before
    await expect(tile).to_have_attribute("aria-pressed", "false")
    await person.page.mouse.move(0, 0)
    await expect(gain).to_have_count(0)
    await person.page.keyboard.press("Tab")  # from here on by keyboard
    await tile.focus()
    await expect(gain.first).to_be_visible()
    await person.page.keyboard.press("Escape")
    await tile.blur()
    await expect(gain).to_have_count(0)


async def opens_forecast(person: Person) -> None:
    tab = person.all("[role=tab]", re.compile("Forecast"))
    if await tab.count():
        await tab.click()


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["390", "1366"])
async def test_tiles_that_bring_nothing_say_why(house: House, size: ViewportSize) -> None:
    person = await house.arrives(viewport=size)
    await person.goes_on(positions.six_tied())
    await person.waits_for_turn()
    await opens_forecast(person)
    why = "Tied: the shared points round down to nothing"
    cell = person.all(".forecast td button", re.compile(why)).first
    text = person.all(".tip")
    await cell.hover()
    await expect(text).to_have_text(why)
    box, window = await text.bounding_box(), size["width"]
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= window
    await person.page.mouse.move(0, 0)
    await expect(text).to_have_count(0)
    await cell.focus()
    await expect(text).to_have_text(why)
    await person.page.keyboard.press("ArrowDown")  # one tab stop; arrows go on to the next
    await expect(cell).not_to_be_focused()
    await expect(text).to_have_count(1)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["390", "1366"])
async def test_own_points_and_the_way_to_the_next_scoring(house: House, size: ViewportSize) -> None:
    person = await house.arrives(viewport=size)
    await person.goes_on(positions.overpaid())
    await person.waits_for_turn()
    await expect(person.see("own-points").locator("b")).to_have_text("0")
    await opens_forecast(person)
    await expect(person.see("next-scoring")).to_contain_text(
        re.compile(r"No scoring card in the next \d+ cards")
    )
    await person.goes_on(positions.six_late())
    await expect(person.see("own-points").locator("b")).to_have_text("30")
    await opens_forecast(person)
    await expect(person.see("next-scoring")).to_contain_text(re.compile(r"bag runs out: \d+ tiles"))


async def test_a_cell_says_what_the_tile_brings_in_the_next_scoring(house: House) -> None:
    person = await house.arrives()
    moment = positions.overpaid()
    await person.goes_on(moment)
    await person.waits_for_turn()
    await person.all(f"button[data-square='{moment.legal['purchases'][0]['square']}']").click()
    cell = person.all("[role=gridcell][aria-label*='in the next scoring']").first
    await cell.hover()
    await expect(person.all(".bubble")).to_contain_text("in the next scoring")
    await person.presses("Escape")
    await expect(cell).to_have_count(0)
    await person.all(f"button[data-square='{moment.legal['purchases'][0]['square']}']").focus()
    await person.presses("Enter")
    await expect(cell).to_be_attached()  # the server has said where the tile fits
    await person.presses("c", "n")
    await expect(person.all(".bubble")).to_contain_text("in the next scoring")


async def test_the_reserve_is_the_main_button_only_where_no_cell_fits(house: House) -> None:
    person = await house.arrives()
    await person.goes_on(positions.gift())
    await person.sees_phase("place")
    await expect(person.see("to-reserve")).to_have_class(re.compile("ghost"))
    await person.goes_on(positions.nowhere_to_place())
    await person.sees_phase("place")
    await expect(person.see("to-reserve")).to_have_class(re.compile("primary"))
    await expect(person.see("bar")).to_contain_text("It fits nowhere now.")


async def test_a_turn_in_which_nothing_is_turned_up_ends_without_asking(house: House) -> None:
    person = await house.arrives()
    moment = positions.redesign()
    await person.see("settings").click()
    await person.see("confirm-when").select_option("drawn")
    await person.presses("Escape")
    await person.goes_on(moment)
    version = await person.version()
    await person.all("[data-drop=reserve] [data-tile]").first.click()
    await person.all("[role=gridcell][data-fits]").first.click()
    await person.changed(version)
    await expect(person.table).not_to_have_attribute("data-phase", "refill")
    await person.waits_for_turn()
    while await person.see("scoring").count():
        await person.see("go-on").click()
    await person.takes()
    await person.sees_phase("refill")  # a new card is turned up: asked as before
    await expect(person.button).to_be_visible()


IN_SIGHT = """() => {
  const [head, city] = ["[data-at=city] header", "[data-at=city]"].map((each) =>
    document.querySelector(each).getBoundingClientRect());
  return [...document.querySelectorAll("[role=gridcell][data-fits]")].filter((cell) => {
    const box = cell.getBoundingClientRect();
    return box.top >= head.bottom - 2 && box.bottom <= city.bottom + 2;
  }).length;
}"""


async def test_on_a_low_phone_the_cells_for_a_tile_come_into_sight(house: House) -> None:
    person = await house.arrives(viewport=SMALL, has_touch=True)
    moment = positions.tall_city()
    cells = moment.legal["placements"][0]["cells"]
    await person.goes_on(moment)
    await expect(person.all("[role=gridcell][data-fits]")).to_have_count(len(cells))
    await person.sees_all_at_rest()
    assert await person.page.evaluate(IN_SIGHT) == len(cells)
    await expect(person.all("[data-testid^=edge-]")).to_have_count(0)
    await person.page.set_viewport_size({"width": 360, "height": 520})  # not enough for all
    await expect(person.see("edge-up").or_(person.see("edge-down"))).to_have_count(1)
    seen = await person.page.evaluate(IN_SIGHT)
    assert 0 < seen < len(cells)
    beyond = person.all("[data-testid^=edge-]")
    await expect(beyond).to_have_text(str(len(cells) - seen))
    before = await beyond.get_attribute("data-testid")
    await beyond.tap()
    await expect(person.see(str(before))).to_have_count(0)


COVERED = """() => {
  const bubble = document.querySelector(".bubble").getBoundingClientRect();
  return [...document.querySelectorAll("[role=gridcell][data-fits]")].filter((cell) => {
    const box = cell.getBoundingClientRect();
    return box.left < bubble.right - 1 && bubble.left < box.right - 1 &&
      box.top < bubble.bottom - 1 && bubble.top < box.bottom - 1;
  }).length;
}"""


async def test_what_is_said_of_a_cell_covers_none_that_fits(house: House) -> None:
    person = await house.arrives()
    await person.goes_on(positions.gift())
    fitting = person.all("[role=gridcell][data-fits][aria-label*='wall']")
    await expect(fitting.first).to_be_attached()
    for cell in await fitting.all():
        await cell.hover()
        await expect(person.all(".bubble")).to_be_visible()
        assert await person.page.evaluate(COVERED) == 0


async def test_on_a_phone_the_bar_says_what_a_tile_would_do(house: House) -> None:
    person = await house.arrives(viewport=PHONE, has_touch=True)
    await person.goes_on(positions.gift())
    await person.all("[role=gridcell][data-fits][aria-label*='wall']").first.tap()
    await expect(person.see("bar")).to_contain_text(re.compile(r"Wall \d → \d · .* next scoring"))
    await expect(person.all(".bubble")).to_have_count(0)
    await expect(person.button).to_be_visible()
