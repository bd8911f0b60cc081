"""Playing in a real browser."""

import asyncio
import re

import pytest
from playwright.async_api import ViewportSize, expect

from web import positions
from web.browsing import LYING_TABLET, NARROW, PATIENCE, PHONE, SIDEWAYS, SMALL, TABLET, House

pytestmark = pytest.mark.compiled_only


async def test_a_whole_game_against_two_bots_by_clicking(house: House) -> None:
    person = await house.arrives()
    await person.plays_bots(2)
    await person.plays_until_over()
    await expect(person.all(".places li")).to_have_count(3)
    await expect(person.all(".scroll table")).to_be_visible()
    await person.all("details summary").click()
    await expect(person.all("details code").first).to_be_visible()  # the proof of fair dealing
    record = await person.page.request.get(
        f"{person.home}{await person.all('a[download]').get_attribute('href')}"
    )
    assert (await record.text()).startswith("alhambra: 1\n")
    await person.goes("statistics")
    await expect(person.all("dl.large dd").first).to_have_text("1")
    await person.all(".line a").first.click()  # to its replay
    await person.see("ply").wait_for()


async def test_a_whole_game_by_keyboard_alone(house: House) -> None:
    person = await house.arrives()
    await person.see("play").press("Enter")
    await person.all("input[name=rivals]:checked").focus()
    await person.presses("ArrowRight", "ArrowRight")  # four rivals
    await person.all("input[name=level]:checked").focus()
    await person.presses("ArrowLeft")
    await person.see("begin").press("Enter")
    await person.table.wait_for()
    await person.waits_for_turn()
    await person.presses("c", "ArrowUp")
    await expect(person.all("[role=gridcell]:focus")).to_have_attribute(
        "aria-label", "1 north, empty"
    )
    await person.presses("?")
    await person.all("dialog kbd").first.wait_for()
    await person.presses("Escape")
    await person.all("dialog").wait_for(state="detached")
    await person.types_until_over()
    await expect(person.all(".places li")).to_have_count(5)


async def test_a_double_click_takes_money(house: House) -> None:
    person = await house.arrives()
    await person.goes_on(positions.exact_chain())
    await person.all("[data-place]").first.dblclick()
    await expect(person.all("[data-place]")).to_have_count(3)


async def test_undo_and_restart(house: House) -> None:
    person = await house.arrives()
    moment = positions.exact_chain()
    await person.goes_on(moment)
    tiles, cards = person.all("button[data-square]"), person.all("[data-card]")
    held = await cards.count()
    await person.see("chain").click()
    await person.does()
    await expect(tiles).to_have_count(3)
    await person.see("undo").click()
    await expect(tiles).to_have_count(4)
    await expect(cards).to_have_count(held)
    await person.see("chain").click()
    await person.does()
    await person.takes()
    await person.see("restart").click()
    await expect(tiles).to_have_count(4)
    await expect(person.all("[data-place]")).to_have_count(4)
    await expect(cards).to_have_count(held)
    await expect(person.see("undo")).to_have_count(0)


async def test_an_exact_chain_is_pointed_out_and_bought(house: House) -> None:
    person = await house.arrives()
    moment = positions.exact_chain()
    await person.goes_on(moment)
    await expect(person.see("chain")).to_contain_text("3")
    for left in (3, 2, 1):
        if left > 1:
            await person.see("chain").click()
        else:  # a chain of one is an exact purchase
            await person.all(".square:has(.pays) button.tile").first.click()
        await expect(person.all(".sub.good")).to_contain_text("you get another action")
        await expect(person.all("[data-card].picked").first).to_be_visible()
        await person.does()
        await expect(person.all("button[data-square]")).to_have_count(left)
    await person.takes()
    for _ in range(3):
        await person.places()
    await person.confirms()
    await person.waits_for_turn()


async def test_cards_first_then_the_tile(house: House) -> None:
    person = await house.arrives()
    moment = positions.exact_chain()
    await person.goes_on(moment)
    link = moment.legal["chain"][0]
    for card in link["cards"]:
        await person.all(f"[data-card={card}]").click()
    await person.all(f"button[data-square='{link['square']}']").click()
    await expect(person.all(".sub.good")).to_be_visible()
    await person.does()
    await expect(person.all("button[data-square]")).to_have_count(3)


async def test_every_way_to_pay_is_shown_exact_ones_first(house: House) -> None:
    person = await house.arrives()
    moment = positions.many_payments()
    await person.goes_on(moment)
    purchase = next(each for each in moment.legal["purchases"] if len(each["payments"]) > 2)
    await person.all(f"button[data-square='{purchase['square']}']").click()
    ways = person.all("[role=radiogroup] [role=radio]")
    await expect(ways).to_have_count(len(purchase["payments"]))
    await expect(ways.first).to_contain_class("exact on")
    await ways.last.click()
    await expect(ways.last).to_have_attribute("aria-checked", "true")
    await expect(person.all(".bar .sub")).to_have_text("Not exact: no change is given")


async def test_building_from_the_reserve(house: House) -> None:
    person, moment = await house.arrives(), positions.redesign()
    await person.goes_on(moment)
    build = moment.legal["builds"][0]
    x, y = build["cells"][0]
    await person.all(f"[data-drop=reserve] [data-tile={build['tile']}]").click()
    cell = person.cell(x, y)
    await cell.hover()
    await expect(person.all(".bubble.fits")).to_be_visible()
    await cell.click()
    await person.sees_phase("refill")
    await expect(person.all("[data-drop=reserve] [data-tile]")).to_have_count(
        len(moment.reserve) - 1
    )
    await person.confirms()


async def test_removing_a_tile_to_the_reserve(house: House) -> None:
    person, moment = await house.arrives(), positions.redesign()
    await person.goes_on(moment)
    tile = moment.legal["removes"][0]
    x, y = moment.city[tile]
    await person.cell(x, y).click()
    await expect(person.all(".bar b").first).to_contain_text("to the reserve?")
    await person.does()
    await expect(person.all(f"[data-drop=reserve] [data-tile={tile}]")).to_be_visible()
    await person.confirms()


async def test_swapping_by_drag_and_drop(house: House) -> None:
    person, moment = await house.arrives(), positions.redesign()
    await person.goes_on(moment)
    swap = moment.legal["swaps"][0]
    x, y = swap["cells"][0]
    old = next(tile for tile, cell in moment.city.items() if cell == (x, y))
    cell = person.cell(x, y)
    await person.all(f"[data-drop=reserve] [data-tile={swap['tile']}]").hover()
    await person.page.mouse.down()
    await cell.hover()
    await expect(person.all(".dragged")).to_be_visible()
    await cell.hover()
    await person.page.mouse.up()
    await person.sees_phase("refill")
    await expect(person.all(f"[data-drop=reserve] [data-tile={old}]")).to_be_visible()
    await person.confirms()


async def test_a_tile_of_the_city_is_dragged_to_the_reserve(house: House) -> None:
    person, moment = await house.arrives(), positions.redesign()
    await person.goes_on(moment)
    await person.page.get_by_role("button", name="Zoom in").click()
    tile = moment.legal["removes"][0]
    x, y = moment.city[tile]
    cell = person.cell(x, y)
    await cell.hover()
    await person.sees_all_at_rest()  # the city glides to its new size
    before = await cell.bounding_box()
    assert before
    await person.page.mouse.down()
    await person.all("[data-drop=reserve]").hover()
    await expect(person.all(".dragged svg")).to_be_visible()
    ghost = await person.all(".dragged svg").bounding_box()
    assert ghost and abs(ghost["width"] / before["width"] - 1) < 0.1  # as large as it stood there
    assert await cell.bounding_box() == before  # the city stays where it is
    await person.page.mouse.up()
    await expect(person.all(f"[data-drop=reserve] [data-tile={tile}]")).to_be_visible()
    await person.confirms()


async def test_a_cell_that_does_not_fit_says_why(house: House) -> None:
    person = await house.arrives()
    await person.goes_on(positions.gift())
    await expect(person.all("[role=gridcell][aria-label*='does not fit: ']").first).to_be_attached()
    await person.all("[role=gridcell][aria-label*='does not fit: ']").first.hover()
    await expect(person.all(".bubble.clash")).to_contain_text("Not here")


async def test_a_gift_to_dirk(house: House) -> None:
    person = await house.arrives()
    await person.goes_on(positions.gift())
    dirk = person.all("section[data-drop=dirk] .chip")
    tiles = int((await dirk.inner_text()).split()[0])
    await person.see("give").click()
    await expect(dirk).to_have_text(f"{tiles + 1} tiles")
    await expect(person.see("since")).to_contain_text("for Dirk")
    await person.sees_phase("refill")
    await person.see("undo").click()
    await expect(dirk).to_have_text(f"{tiles} tiles")
    await person.presses("g")
    await expect(dirk).to_have_text(f"{tiles + 1} tiles")
    await person.confirms()


async def test_the_final_award(house: House) -> None:
    person = await house.arrives()
    await person.goes_on(positions.award())
    await person.sees_phase("award")
    await expect(person.see("give")).to_have_count(0)
    await person.places()
    await person.see("to-reserve").click()
    await person.see("scoring").wait_for()
    await expect(person.all("#scoring-title")).to_have_text("Final scoring")
    await person.see("go-on").click()
    await expect(person.all(".places li")).to_have_count(3)  # Dirk among them
    await person.see("rematch").click()  # against bots it starts at once
    await person.waits_for_turn()
    await expect(person.all(".bar")).to_contain_text("Your turn")


async def test_a_hot_seat_hides_the_hand_between_turns(house: House) -> None:
    person = await house.arrives()
    await person.goes("setup")
    await person.all("select.kind").nth(1).select_option("guest")
    await person.all("li .tool").last.click()
    await person.see("open-table").click()
    for _ in range(2):
        await person.see("curtain").wait_for()
        await expect(person.all("[data-card]")).to_have_count(0)
        await person.presses("Tab")  # nothing behind the curtain can be reached
        assert await person.all("main *:focus").count() == 0
        await person.see("curtain").locator("button").click()
        await person.all("[data-card]").first.wait_for()
        await person.takes()
        await person.confirms()
    await person.see("curtain").wait_for()
    await expect(person.all("[data-card]")).to_have_count(0)


async def test_the_time_left_is_shown(house: House) -> None:
    person = await house.arrives()
    await person.goes_on(positions.gift(), clock={"kind": "turn", "seconds": 600})
    await expect(person.see("clock")).to_have_text(re.compile(r"^Time left\d+:\d\d$"))
    await person.goes_on(positions.gift(), clock={"kind": "days", "days": 3})
    await expect(person.see("clock")).to_have_text(re.compile(r"^Time left(2 days|3 days)"))


SIZES = {
    "phone": PHONE,
    "narrow phone": NARROW,
    "small phone": SMALL,
    "phone on its side": SIDEWAYS,
    "tablet": TABLET,
    "tablet on its side": LYING_TABLET,
}

# What one would have to scroll to, or what something else lies upon.
OUT_OF_REACH = """(names) => [...document.querySelectorAll(names)].filter((each) => {
  const box = each.getBoundingClientRect();
  return !each.contains(document.elementFromPoint(box.x + 10, box.y + box.height / 2));
}).map((each) => each.outerHTML.slice(0, 80))"""


# What is cut, except lists that scroll.
CUT = """(names) => [...document.querySelectorAll(names)].filter((each) => {
  const box = each.getBoundingClientRect();
  const inside = box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight + 1;
  return !inside || each.scrollWidth > each.clientWidth + 1 ||
    (each.matches(".forecast") && each.scrollHeight > each.clientHeight + 1);
}).map((each) => each.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
async def test_on_small_screens_nothing_needs_scrolling(house: House, size: ViewportSize) -> None:
    person = await house.arrives(viewport=size, has_touch=True, is_mobile=True)
    await person.goes_on(positions.exact_chain())
    for name in ("[data-drop=square]", "[data-place]", "[data-at=city]", "[data-card]"):
        box = await person.all(name).last.bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= size["height"] + 1, name
    acting = "[data-drop=square], [data-place], [data-card], [data-testid=chain]"
    async with asyncio.timeout(PATIENCE / 1000):  # cards may still be flying to their places
        while await person.page.evaluate(OUT_OF_REACH, acting):
            await asyncio.sleep(0.1)
    wide, high = await person.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert (wide, high) <= (size["width"], size["height"])
    await person.all(".square:has(.pays) button.tile").first.tap()
    await person.button.tap()
    await expect(person.all("button[data-square]")).to_have_count(3)
    await person.all("[data-place]").first.tap()
    await person.button.tap()
    await person.sees_phase("place")
    version = await person.version()
    await person.all("[role=gridcell][data-fits]").first.tap()  # shows it there
    await person.button.tap()  # and sets it
    await person.changed(version)
    await person.sees_phase("refill")
    if size in (TABLET, LYING_TABLET):
        await expect(person.all("[role=tab]")).to_have_count(0)
    else:
        for tab in range(4):
            shown = person.all("[role=tab]").nth(tab)
            await shown.tap()
            await expect(shown).to_have_attribute("aria-selected", "true")
        await person.all("[role=tab]").nth(1).tap()  # the others, the score track, what is left
        await expect(person.all(".standing svg[role=img]")).to_be_visible()
        await expect(person.all(".standing [data-at=deck]")).to_be_visible()
    await person.all("[data-at=bag]").tap()
    await expect(person.all("dialog h2")).to_have_text("Still to come")


@pytest.mark.parametrize("size", [(768, 1024), (820, 1180), (960, 640), (1024, 768), (1099, 800)])
async def test_a_tablet_shows_news_rivals_and_the_whole_forecast(
    house: House, size: tuple[int, int]
) -> None:
    """Without tabs, and nothing cut, with six players in German as well."""
    view: ViewportSize = {"width": size[0], "height": size[1]}
    person = await house.arrives(viewport=view, locale="de")
    await person.goes_on(positions.exact_chain())
    await person.sees_all_at_rest()
    assert await person.page.evaluate(CUT, "main section, .forecast, .scores, header") == []
    await expect(person.all("[data-at^=seat-]:visible")).to_have_count(5 + (size[0] < 960))
    for part in (".side", ".forecast", "[data-at=deck]", "[data-at=bag]"):
        await expect(person.all(part).last).to_be_in_viewport(ratio=1)


async def test_two_fingers_enlarge_the_city(house: House) -> None:
    person = await house.arrives(viewport=PHONE, has_touch=True, is_mobile=True)
    await person.goes_on(positions.redesign())
    box = await person.all("[role=grid]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    devtools = await person.page.context.new_cdp_session(person.page)
    for kind, apart in (("touchStart", 20), ("touchMove", 30), ("touchMove", 60), ("touchEnd", 0)):
        fingers = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        points = fingers if apart else []
        await devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    await person.page.get_by_role("button", name="Show all").tap()
    await expect(person.page.get_by_role("button", name="Show all")).to_have_count(0)
