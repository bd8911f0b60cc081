"""Puzzles and daily deals in the page: by mouse, by keyboard, on a phone, and for axe."""

import pytest
from playwright.async_api import Route, ViewportSize, expect

from alhambra.actions import Take
from alhambra.puzzles import Puzzle
from web.browsing import LAPTOP, NARROW, PHONE, House, Person
from web.positions import taking
from web.test_screens import finds_nothing
from web.visits import VISITS

pytestmark = pytest.mark.compiled_only


async def takes(person: Person, puzzle: Puzzle, action: Take) -> None:
    """Take the one card of an action."""
    place = puzzle.begin().row.index(action.cards[0])
    await person.all("[data-place]").nth(place).click()
    await person.button.click()


async def test_a_puzzle_is_tried_solved_and_explained(house: House) -> None:
    puzzle, person = taking(), await house.arrives()
    worse = next(a for a in puzzle.worse if isinstance(a, Take) and len(a.cards) == 1)
    assert isinstance(puzzle.best, Take)
    await person.goes(f"puzzle/{puzzle.id}")
    await person.see("show-me").wait_for()
    await takes(person, puzzle, worse)
    verdict = person.see("verdict")
    await expect(verdict).to_contain_text("Not the best action")
    await expect(verdict).to_contain_text("of a win")
    await person.see("cancel").click()
    await takes(person, puzzle, puzzle.best)
    await expect(person.see("solution")).to_contain_text("Well done")
    await expect(person.see("onward")).to_be_focused()
    await person.presses("Enter")
    await expect(person.see("show-me")).to_be_visible()
    await person.goes("puzzles")
    await expect(person.all("main")).to_contain_text("0 solved of 1 tried")


async def test_a_puzzle_can_be_tried_where_no_more_names_are_given(house: House) -> None:
    person = await house.arrives()
    person.faults.announce("POST .*/api/me: 429")
    reason = {"code": "too_many_names", "params": {}, "sentence": "too many names"}

    async def refuse(route: Route) -> None:
        await route.fulfill(status=429, json={"reason": reason})

    await person.page.route("**/api/me", refuse)
    await person.goes(f"puzzle/{taking().id}")
    await person.see("show-me").click()
    await person.see("solution").wait_for()


async def test_puzzles_fit_a_narrow_phone_in_every_theme(house: House) -> None:
    person = await house.arrives(viewport=NARROW, locale="de", has_touch=True)
    await person.goes("learn")
    await person.see("puzzles").tap()
    for number in range(6):
        await person.all("[data-theme-name]").nth(number).tap()
        await person.see("show-me").tap()
        await person.see("solution").wait_for()
        assert await person.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
        await person.goes("puzzles")


async def test_a_daily_deal_is_begun_once(house: House) -> None:
    person = await house.arrives()
    await person.all("nav a[href='#/daily']").click()
    await person.see("play-daily").click()
    await person.all("[data-testid=table]").wait_for()
    address = person.page.url
    await person.goes("daily")
    await person.page.reload()
    await person.see("go-on-daily").click()
    await person.all("[data-testid=table]").wait_for()
    assert person.page.url.partition("?")[0] == address.partition("?")[0]


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
async def test_axe_finds_nothing_in_practice(house: House, viewport: ViewportSize) -> None:
    person = await house.arrives(viewport=viewport)
    await person.goes("puzzles")
    await person.see("any-puzzle").wait_for()
    await finds_nothing(person, "the puzzles")
    await person.goes(f"puzzle/{taking().id}")
    await person.see("show-me").wait_for()
    await finds_nothing(person, "a puzzle")
    await person.see("show-me").click()
    await person.see("solution").wait_for()
    await finds_nothing(person, "a puzzle that is solved")
    await person.goes("daily")
    await person.see("play-daily").wait_for()
    await finds_nothing(person, "a daily deal")
    await VISITS["daily-played"](house, person)
    await finds_nothing(person, "a daily deal that many have played")
