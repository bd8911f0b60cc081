"""A newcomer's first game: the way to it, its hints, and that they never come back."""

import pytest
from playwright.async_api import ViewportSize, expect

from web import positions
from web.browsing import LAPTOP, LYING_TABLET, PHONE, SIDEWAYS, SMALL, TABLET, House, Person
from web.fit import faults_of_fit
from web.test_coach import box, overlap, two_exact
from web.test_screens import finds_nothing

pytestmark = pytest.mark.compiled_only

BIG: ViewportSize = {"width": 1440, "height": 900}
SIZES = [BIG, LAPTOP, LYING_TABLET, TABLET, PHONE, SMALL, SIDEWAYS]
HINTS = ("exact", "money", "forecast")
NEEDED = (".market", "[role=group]:has(> [data-place])", ".hand", "[data-testid=bar]", "header")


async def sees_hint(person: Person, about: str) -> None:
    await person.all(f"[data-testid=first-hint][data-moment={about}]").wait_for()


async def sees_no_hint(person: Person) -> None:
    await person.waits_for_turn()
    await expect(person.see("first-hint")).to_have_count(0)


async def begins_first_game(house: House, viewport: ViewportSize = LAPTOP) -> Person:
    """A newcomer at a table where all three hints are due."""
    touch = viewport in (PHONE, SMALL, SIDEWAYS, TABLET)
    person = await house.arrives(newcomer=True, viewport=viewport, has_touch=touch)
    await person.goes_on(positions.all_hints())
    await person.waits_for_turn()
    return person


async def test_a_newcomer_is_led_from_home_to_a_purchase(house: House) -> None:
    person = await house.arrives(newcomer=True)
    await expect(person.see("learn-card")).to_be_visible()
    await person.goes_on(two_exact())
    await person.watches_until_turn()
    await sees_hint(person, "exact")
    await expect(person.all("[aria-live=polite]")).to_contain_text("Pay exactly, play again")
    assert not await person.see("first-hint").evaluate("e => e.contains(document.activeElement)")
    await person.see("got-it").click()
    await sees_hint(person, "money")
    await person.page.reload()
    await sees_hint(person, "money")
    await person.see("got-it").click()
    await sees_no_hint(person)  # nobody would score yet
    await person.all("button[data-square='0']").click()
    await person.does()
    while await person.phase() != "refill":
        await person.steps()
    await sees_hint(person, "forecast")
    await person.see("got-it").click()
    await person.page.reload()
    await sees_no_hint(person)


async def test_what_a_hint_says_can_be_done_below_it(house: House) -> None:
    person = await house.arrives(newcomer=True)
    await person.goes_on(two_exact())
    await sees_hint(person, "exact")
    await person.all("button[data-square='0']").click()
    await expect(person.see("first-hint")).to_have_count(0)  # the city shows where the tile fits
    await person.presses("Escape")
    await sees_hint(person, "exact")
    await person.all("button[data-square='0']").click()
    await person.does()
    await sees_hint(person, "money")
    await person.page.reload()
    await sees_hint(person, "money")


async def test_the_keyboard_dismisses_one_or_all(house: House) -> None:
    person = await begins_first_game(house)
    await sees_hint(person, "exact")
    await person.presses("Escape")
    await sees_hint(person, "money")
    await person.see("no-hints").focus()
    await person.presses("Enter")
    await expect(person.see("first-hint")).to_have_count(0)
    await expect(person.all("body:focus")).to_have_count(0)
    await person.page.reload()
    await sees_no_hint(person)


async def test_after_a_first_game_there_are_none(house: House) -> None:
    """Neither here, nor in another browser, which has kept nothing of it."""
    person = await house.arrives(newcomer=True)
    await person.goes_on(positions.last_action())
    await person.waits_for_turn()
    await person.places()
    await person.see("scoring").wait_for()
    await person.goes_on(positions.all_hints())
    await sees_no_hint(person)
    await person.page.evaluate("localStorage.clear()")
    await person.page.reload()
    await sees_no_hint(person)


@pytest.mark.parametrize("viewport", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
async def test_a_hint_covers_nothing_that_is_needed(house: House, viewport: ViewportSize) -> None:
    person = await begins_first_game(house, viewport)
    for hint in HINTS:
        await sees_hint(person, hint)
        await person.sees_all_at_rest()
        card = await box(person.see("first-hint"))
        assert card["x"] >= 0 and card["x"] + card["width"] <= viewport["width"]
        assert card["y"] >= 0 and card["y"] + card["height"] <= viewport["height"]
        for needed in NEEDED:
            for thing in await person.all(needed).all():
                if await thing.is_visible() and await thing.evaluate(
                    "e => !e.closest('.panelbox')"
                ):
                    assert not overlap(card, await box(thing)), (hint, needed)
        await expect(
            person.all(".spoken:visible, .speaks [role=tab]:visible").first
        ).to_be_visible()
        assert await faults_of_fit(person.page) == []
        await person.see("got-it").click()
    await expect(person.see("first-hint")).to_have_count(0)


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
async def test_axe_finds_nothing_with_a_hint(house: House, viewport: ViewportSize) -> None:
    person = await begins_first_game(house, viewport)
    for hint in HINTS:
        await sees_hint(person, hint)
        await finds_nothing(person, f"the hint about {hint}")
        await person.see("got-it").click()
