"""Lessons in the page: by mouse and by keyboard, on a phone, and what is kept of them."""

import re

import pytest
from playwright.async_api import ViewportSize, expect

from alhambra.lessons import lessons
from web.browsing import LAPTOP, NARROW, PHONE, House, Person
from web.test_screens import finds_nothing

pytestmark = pytest.mark.compiled_only


async def learner_of(house: House, lesson: str) -> Person:
    """Somebody who has opened a lesson."""
    person = await house.arrives()
    await opens(person, lesson)
    return person


async def opens(person: Person, name: str) -> None:
    await person.goes(f"lesson/{name}")
    await person.see("show-me").wait_for()


async def hears(person: Person, verdict: str) -> None:
    """Until the lesson has said this of the latest answer."""
    await person.all(f"[data-testid=verdict][data-verdict={verdict}]").wait_for()


async def hears_no_praise(person: Person) -> None:
    await expect(person.see("verdict")).not_to_have_attribute("data-verdict", "done")


async def test_a_newcomer_learns_to_take_money(house: House) -> None:
    person = await house.arrives()
    await person.all("nav a[href='#/learn']").click()
    await expect(person.all("[data-lesson]")).to_have_count(len(lessons()))
    await person.all("[data-lesson].here").click()
    places = person.all("[data-place]")
    await places.nth(0).click()  # 4 denars
    await person.button.click()
    await hears(person, "worse")
    await expect(person.see("verdict")).to_contain_text("worth 5 together")
    await person.see("cancel").click()
    for place in (1, 3):  # 2 denars and 3 dirhams
        await places.nth(place).click()
    await person.button.click()
    await hears(person, "done")
    await expect(person.see("onward")).to_be_focused()
    await person.presses("Enter")
    await expect(person.all("h1", "Exact payment")).to_be_visible()
    await person.goes("learn")
    await person.page.reload()
    await expect(person.all("[data-lesson=money] .done")).to_be_visible()
    await expect(person.all("[data-lesson].here")).to_have_attribute("data-lesson", "exact")


async def test_a_cell_where_a_tile_does_not_fit_says_why_and_costs_nothing(house: House) -> None:
    person = await learner_of(house, "walls")
    await person.cell(1, 1).click()
    await expect(person.all("[data-testid=table]")).to_contain_text(re.compile("wall|open side"))
    await hears_no_praise(person)
    await person.cell(2, 0).click()
    await hears(person, "done")


async def test_the_reserve_is_worse_where_the_tile_fits(house: House) -> None:
    person = await learner_of(house, "walls")
    await person.presses("r")
    await hears(person, "worse")
    await person.presses("c", "n")
    await person.all("[role=gridcell][data-fits]:focus").wait_for()
    await person.presses("Enter")
    await hears(person, "done")


async def test_a_lesson_is_done_with_the_keyboard_and_again(house: House) -> None:
    person = await learner_of(house, "dirk")
    await person.presses("g")
    await hears(person, "done")
    await person.see("again").click()
    await expect(person.see("show-me")).to_be_visible()
    await hears_no_praise(person)


async def test_every_lesson_is_shown_to_its_end_on_a_narrow_phone(house: House) -> None:
    person = await house.arrives(viewport=NARROW, locale="hu", has_touch=True)
    await person.goes("learn")
    await person.all("[data-lesson]").first.tap()
    for number, lesson in enumerate(lessons(), 1):
        await person.see("show-me").wait_for()
        await expect(person.all(".where")).to_contain_text(f"{number}/{len(lessons())}. lecke")
        assert await person.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
        await person.see("show-me").tap()
        await hears(person, "done")
        assert lesson.number == number
        await person.see("onward").tap()
    await person.see("play").wait_for()  # the last one leads to the first game


async def test_an_unknown_lesson_leads_to_the_list(house: House) -> None:
    person = await house.arrives()
    person.faults.announce("404")
    await person.goes("lesson/roofs")
    await expect(person.all("[role=alert]")).to_contain_text("no lesson 'roofs'")
    await person.all("a.btn[href='#/learn']").click()
    await expect(person.all("[data-lesson]")).to_have_count(len(lessons()))


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
async def test_axe_finds_nothing_in_lessons(house: House, viewport: ViewportSize) -> None:
    person = await house.arrives(viewport=viewport)
    await person.goes("learn")
    await person.all("[data-lesson]").first.wait_for()
    await finds_nothing(person, "the lessons")
    await opens(person, "scorings")
    await finds_nothing(person, "a lesson")
    await person.all("[data-place]").first.click()
    await person.button.click()
    await hears(person, "worse")
    await finds_nothing(person, "a lesson after a worse try")
    await person.see("show-me").click()
    await hears(person, "done")
    await finds_nothing(person, "a lesson that is done")
