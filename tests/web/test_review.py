"""The review of a finished game, in a browser."""

import json
import re
from dataclasses import replace
from functools import cache

import pytest
from playwright.async_api import Locator, Route, ViewportSize, expect

from alhambra.analysis import Mark, analyse
from alhambra.record import Record
from alhambra.server.render.review import review_done
from web import positions
from web.browsing import LAPTOP, LYING_TABLET, NARROW, PHONE, House, Person
from web.test_screens import finds_nothing

pytestmark = pytest.mark.compiled_only

RECORD = "2p-gifts"
UPRIGHT: ViewportSize = {"width": 768, "height": 1024}
MARKS = (Mark.BLUNDER, Mark.MISTAKE, Mark.INACCURACY)


@cache
def marked_review() -> str:
    """A review of the record as the server sends it. It is analysed in an instant, which marks
    nothing: here the three turns that look worst are marked."""
    game = Record.parse(_record()).replay()
    analysis = analyse(game, "instant")
    better = [turn for turn in analysis.turns if turn.best and turn.seat == 0]
    worst = sorted(better, key=lambda turn: -turn.gap)[: len(MARKS)]
    marks = {turn.number: mark for turn, mark in zip(worst, MARKS, strict=True)}
    turns = tuple(
        replace(turn, mark=marks[turn.number], marked=0) if turn.number in marks else turn
        for turn in analysis.turns
    )
    first = replace(analysis.seats[0], marks=dict.fromkeys(MARKS, 1))
    found = replace(analysis, turns=turns, seats=(first, *analysis.seats[1:]))
    return json.dumps(review_done(replace(found, moments=tuple(sorted(marks))), game))


def _record() -> str:
    return (positions.RECORDS / f"{RECORD}.alhambra").read_text(encoding="utf-8")


async def opens_record(house: House, size: ViewportSize | None = None) -> Person:
    """Somebody who replays the record."""
    person = await house.arrives(viewport=size or LAPTOP)
    record = positions.RECORDS / f"{RECORD}.alhambra"
    await person.see("record").set_input_files(record)
    await person.see("review").wait_for()
    return person


async def opens_marked(house: House, size: ViewportSize | None = None) -> Person:
    """Somebody who looks at a review with marks."""
    person = await opens_record(house, size)

    async def answer(route: Route) -> None:
        await route.fulfill(status=200, body=marked_review(), content_type="application/json")

    await person.page.route("**/review", answer)
    await person.see("review").click()
    await person.see("verdict").wait_for()
    return person


def verdict(person: Person) -> Locator:
    return person.see("verdict").locator("h2 em")


async def test_a_game_is_reviewed_while_somebody_looks_on(house: House) -> None:
    person = await opens_record(house)
    await person.all("input[type=range]").fill("40")
    await person.page.wait_for_url("**ply=40")
    await person.see("review").click()
    await person.page.wait_for_url(re.compile("#/review/.*ply=40"))
    await person.see("review-begin").click()
    await expect(person.see("accuracy")).to_be_visible()
    await expect(person.see("verdict")).to_be_visible()
    await expect(person.all("tbody [data-testid^=seat-]")).to_have_count(2)
    assert "ply=40" in person.page.url, "the moment stays"
    await person.page.reload()
    await expect(person.see("accuracy")).to_be_visible()
    await expect(person.see("review-begin")).to_have_count(0)
    await person.all(".choice button").nth(1).click()
    await expect(person.all(".turns")).to_contain_text("No mistakes in this game.")


async def test_keys_lead_from_mistake_to_mistake(house: House) -> None:
    person = await opens_marked(house)
    await person.presses("Home", "n")
    seen = []
    for _ in MARKS:
        await expect(person.see("show-better")).to_have_attribute("aria-pressed", "true")
        seen.append(await verdict(person).inner_text())
        await person.presses("n")
    assert sorted(seen) == ["Blunder", "Inaccuracy", "Mistake"]
    await expect(verdict(person)).to_have_text(seen[0])
    await person.presses("Shift+N")
    await expect(verdict(person)).to_have_text(seen[-1])


async def test_the_board_draws_the_turn_that_was_played_or_the_better_one(house: House) -> None:
    person = await opens_marked(house)
    await person.presses("Home", "n")
    tag = person.all("section > header .tag")
    await expect(tag).to_have_text("better")
    await person.presses("b")
    await expect(tag).to_have_text("played")
    await person.see("show-better").click()
    await expect(tag).to_have_text("better")
    await person.presses("ArrowLeft")
    await expect(tag).to_have_count(0)
    await expect(person.all("[aria-pressed=true][data-testid^=show-]")).to_have_count(0)


async def test_the_curve_is_a_slider_that_says_the_chances(house: House) -> None:
    person = await opens_marked(house)
    slider = person.all("input[type=range]")
    await slider.focus()
    await person.presses("Home", "Shift+ArrowRight")
    said = await slider.get_attribute("aria-valuetext") or ""
    assert re.fullmatch(r"Turn \d+ of \d+: \w+ (< )?\d+% and \w+ (< )?\d+%", said), said
    await slider.hover()
    await expect(person.see("tip")).to_contain_text("Turn")
    box = await slider.bounding_box()
    assert box
    await person.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 20)
    plies = int(await slider.get_attribute("max") or 0)
    assert abs(int(await slider.input_value()) - plies / 2) <= 1
    await person.see("curve-table").locator("summary").click()
    await expect(person.see("curve-table").locator("tbody tr").first).to_contain_text("%")


async def test_a_moment_and_another_side_are_one_tap_away(house: House) -> None:
    person = await opens_marked(house)
    await person.see("moments").locator("button").last.click()
    await expect(person.see("show-better")).to_have_attribute("aria-pressed", "true")
    await person.see("seat-1").click()
    await expect(person.see("next-mistake")).to_be_disabled()
    await expect(person.see("account")).to_contain_text(
        await person.see("seat-1").inner_text() + " · "
    )


async def test_a_review_can_be_stopped(house: House) -> None:
    person = await opens_record(house)
    states = {"GET": "running", "DELETE": "stopped"}

    async def answer(route: Route) -> None:
        status = json.loads(marked_review())
        seconds = {"read": 20, "seconds_left": 40, "review": None, "curve": status["curve"][:20]}
        state = states[route.request.method]
        await route.fulfill(status=200, body=json.dumps({**status, **seconds, "state": state}))

    await person.page.route("**/review", answer)
    await person.see("review").click()
    progress = person.see("progress")
    await expect(progress).to_contain_text("Analysing turn 20 of")
    await expect(progress).to_contain_text("About 40 seconds left.")
    await expect(person.all(".unread")).to_be_visible()
    await finds_nothing(person, "a review that is made")
    await person.see("review-stop").click()
    await expect(progress).to_contain_text("The review was stopped")
    await expect(person.see("review-begin")).to_be_visible()


@pytest.mark.parametrize("size", [None, PHONE])
async def test_axe_finds_nothing_in_a_review(house: House, size: ViewportSize | None) -> None:
    person = await opens_marked(house, size)
    await finds_nothing(person, "a moment of a review")
    if size:
        for view in ("moves", "side"):
            await person.all(f"#reading-{view}").click()
            await finds_nothing(person, f"a review, {view}")


@pytest.mark.parametrize("size", [PHONE, NARROW, UPRIGHT, LYING_TABLET])
async def test_a_review_fits_every_screen(house: House, size: ViewportSize) -> None:
    person = await opens_marked(house, size)
    await person.see("next-mistake").click()
    await expect(person.see("show-better")).to_be_in_viewport()
    await expect(person.see("rival-thumbs")).to_have_count(int(size["width"] >= 760))
    if size is PHONE:  # smaller ones scroll
        below = "main => main.scrollHeight - main.clientHeight"
        assert await person.see("moment").evaluate(below) == 0
    await person.all("#reading-moves").click()
    await expect(person.all("[aria-current=step]")).to_be_in_viewport()
    await person.all("#reading-side").click()
    await person.see("moments").scroll_into_view_if_needed()
    await expect(person.see("moments")).to_be_in_viewport()
    wide = "() => document.documentElement.scrollWidth > innerWidth"
    assert not await person.page.evaluate(wide)
    high = "() => document.documentElement.scrollHeight > innerHeight"
    assert not await person.page.evaluate(high)


async def test_the_better_turn_can_be_played(house: House) -> None:
    person = await opens_marked(house)
    await person.presses("Home", "n")
    turn = re.search(r"\d+", await person.all(".where span").inner_text())
    assert turn
    await person.see("play-on").click()
    await expect(person.all("dialog")).to_contain_text(f"after the better turn {turn[0]}.")
    await expect(person.all("dialog select").first).to_have_value("0")
    async with person.page.expect_request("**/play-on") as asked:
        await person.see("play-on-begin").click()
    judged = json.loads(marked_review())["review"]["turns"][int(turn[0]) - 1]
    wish = json.loads((await asked.value).post_data or "")
    assert (wish["ply"], wish["line"]) == (judged["ply"], judged["best"]["actions"])
    await person.table.wait_for()
