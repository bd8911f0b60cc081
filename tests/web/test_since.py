"""What the others did since one's own turn: in words, on the board, and once more."""

import re

import pytest
from playwright.async_api import ViewportSize, expect

from web import positions
from web.browsing import PHONE, SMALL, House, Person
from web.test_together import begin, sit_down, whose_turn

pytestmark = pytest.mark.compiled_only

GROUPS = "[data-testid=since] [role=group]"


async def plays_a_turn(person: Person) -> None:
    """A whole turn of one's own, until the next one."""
    await person.waits_for_turn()
    while await person.phase() != "refill":
        await person.steps()
    await person.confirms()
    await person.waits_for_turn()


async def top_of_city(person: Person) -> float:
    box = await person.all("[data-at=city]").bounding_box()
    assert box
    return box["y"]


async def test_each_rival_has_a_group_also_after_a_reload(house: House) -> None:
    person = await house.arrives()
    await person.plays_bots(2)
    await plays_a_turn(person)
    groups = person.all(GROUPS)
    await expect(groups).to_have_count(2)
    await expect(groups.first).to_contain_text("Apprentice")
    before = await groups.all_inner_texts()
    await person.page.reload()
    await person.table.wait_for()
    await expect(groups).to_have_count(2)
    assert await groups.all_inner_texts() == before
    await expect(person.all("[data-testid=since] ol li")).not_to_have_count(0)


async def test_the_round_is_shown_again_and_a_key_ends_it(house: House) -> None:
    person = await house.arrives()
    await person.plays_bots(2)
    await plays_a_turn(person)
    now = await person.all("[data-place]").evaluate_all("cards => cards.map((c) => c.outerHTML)")
    await person.see("again").click()
    await expect(person.see("again")).to_have_attribute("aria-label", "Stop showing it")
    await expect(person.all("section.acting[data-at]")).to_have_count(1)  # a rival acts again
    await person.presses("Shift")
    await expect(person.see("again")).to_have_attribute("aria-label", "Show it again")
    await expect(person.all("section.acting[data-at]")).to_have_count(0)
    after = await person.all("[data-place]").evaluate_all("cards => cards.map((c) => c.outerHTML)")
    assert after == now


async def test_in_steps_each_action_waits_for_the_button(house: House) -> None:
    person = await house.arrives()
    await person.plays_bots(2)
    await person.all("[data-testid=pace] input[value=step]").check(force=True)
    await person.waits_for_turn()
    while await person.phase() != "refill":
        await person.steps()
    version = await person.version()
    await person.button.click()
    await person.see("next-action").wait_for()
    while await person.table.get_attribute("data-mine") == "false":
        await person.see("next-action").click()
    assert await person.version() > version
    await person.page.reload()
    await expect(person.all("[data-testid=pace] input[value=step]")).to_be_checked()


async def test_on_a_phone_it_is_one_line_and_the_city_keeps_its_place(house: House) -> None:
    person = await house.arrives(viewport=PHONE, has_touch=True)
    await person.plays_bots(2)
    await person.waits_for_turn()
    place = await top_of_city(person)
    line = await person.see("since-line").bounding_box()
    assert line and line["width"] <= PHONE["width"] and line["height"] >= 44
    while await person.phase() != "refill":
        await person.steps()
        assert await top_of_city(person) == place
    await expect(person.see("since-line")).to_have_attribute(
        "aria-label", re.compile("^Your turn so far: Guest ")
    )
    await person.confirms()
    await person.waits_for_turn()
    assert await top_of_city(person) == place
    await expect(person.see("since-line")).to_have_attribute(
        "aria-label", re.compile(r"^Since your turn: \S+ .*\. \S+ ")
    )
    await person.see("since-line").tap()
    await expect(person.all("dialog [role=group]")).to_have_count(2)
    await person.all("dialog li .tool").first.tap()
    await expect(person.all("dialog h2")).to_contain_text("'s Alhambra")


async def test_on_a_low_phone_the_line_makes_room_with_the_first_action(house: House) -> None:
    person = await house.arrives(viewport=SMALL, has_touch=True)
    await person.plays_bots(2)
    await person.waits_for_turn()
    await expect(person.see("since-line")).to_be_visible()
    while await person.phase() != "refill":
        await person.steps()
    await expect(person.see("since-line")).to_have_count(0)
    await person.confirms()
    await expect(person.see("since-line")).to_be_visible()  # before there is news


async def test_the_rivals_tab_has_a_ring_until_it_was_opened(house: House) -> None:
    person = await house.arrives(viewport=PHONE, has_touch=True)
    moment = positions.six_late()
    await person.goes_on(moment)
    await person.waits_for_turn()
    tab = person.all("[role=tab]", re.compile("^Opponents"))
    ring = tab.locator(".news")
    while not await ring.count():
        await plays_a_turn(person)
    await tab.tap()
    await expect(ring).to_have_count(0)
    await expect(person.all(".mini [data-set]")).not_to_have_count(0)
    await person.all("[role=tab]", re.compile("^Alhambra")).tap()
    await expect(ring).to_have_count(0)


async def test_a_spectator_chooses_whose_city_is_large(house: House) -> None:
    ana, bruno = await house.arrives(), await house.arrives()
    link = await sit_down(ana, bruno)
    await begin(ana, bruno)
    carla = await house.arrives()
    await carla.page.goto(link)
    await expect(carla.see("watching")).to_contain_text("The hands are hidden.")
    large = carla.all("[data-at=city] h2")
    names = carla.see("watching").locator("label")
    for place in (2, 1):
        await names.nth(place).click()
        await expect(large).to_contain_text(await names.nth(place).inner_text())
    chosen = await large.text_content() or ""
    acting = await whose_turn(ana, bruno)
    version = await carla.version()
    await acting.takes()
    await carla.changed(version)
    await acting.confirms()
    await whose_turn(ana, bruno)
    await expect(large).to_have_text(chosen)  # it does not follow the turns
    await expect(carla.see("since")).to_contain_text("took")
    await carla.all("aside .mini").click()  # the other city takes its place
    await expect(large).not_to_have_text(chosen)


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["360", "390"])
async def test_the_rematch_is_in_sight_at_the_end(house: House, size: ViewportSize) -> None:
    person = await house.arrives(viewport=PHONE, has_touch=True)
    await person.goes_on(positions.last_action())
    await person.places()
    await person.see("go-on").click()
    await person.page.set_viewport_size(size)
    await expect(person.see("rematch")).to_be_in_viewport(ratio=1)
    await person.all("dialog .scroll").wait_for()
    for down in (0, 300, 100_000):
        await person.all("dialog .body").evaluate(f"body => body.scrollTo(0, {down})")
        await expect(person.see("rematch")).to_be_in_viewport(ratio=1)
