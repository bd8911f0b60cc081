"""What browser tests run under: any date, motion or none, and no fault that goes unnoticed."""

import asyncio
from itertools import pairwise

import pytest

from web.browsing import PATIENCE, House, Person
from web.dates import PARTS, RANGE

pytestmark = pytest.mark.compiled_only

PACE = 1200  # milliseconds: how long an action of another player is shown, at least
# Every version of the game that the page shows, and when.
WATCH = """() => {
  const table = document.querySelector("[data-testid=table]");
  window.shown = [];
  const note = () => window.shown.push([Number(table.dataset.version), performance.now()]);
  new MutationObserver(note).observe(table, { attributeFilter: ["data-version"] });
}"""


async def takes_and_watches(person: Person) -> list[tuple[int, float]]:
    """Take money and watch the others at the ordinary pace; which versions were shown, and when."""
    await person.takes()
    await person.sees_phase("refill")
    await person.page.evaluate(WATCH)
    await person.confirms()
    await person.watches_until_turn()
    shown: list[tuple[int, float]] = await person.page.evaluate("window.shown")
    return shown


@pytest.mark.parametrize("part", PARTS)
async def test_others_act_in_time_at_any_date(house: House, part: float) -> None:
    house.part = part
    person = await house.arrives()
    now = await person.page.evaluate("Date.now()")
    assert abs(now % RANGE / RANGE - part) < 0.01
    await person.plays_bots(1)
    await person.waits_for_turn()
    await takes_and_watches(person)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
async def test_the_pace_is_the_same_with_and_without_motion(house: House, motion: str) -> None:
    person = await house.arrives(reduced_motion=motion)
    await person.plays_bots(3)
    await person.waits_for_turn()
    _mine, *others = await takes_and_watches(person)
    assert len(others) >= 3  # each of three bots was shown by itself
    shown = [later - earlier for (_, earlier), (_, later) in pairwise(others)]
    assert all(each > PACE / 2 * 0.9 for each in shown)  # buying and placing take half of it each
    assert sum(shown) > 2 * PACE * 0.9  # from the first bot's action to the third bot's


async def test_a_game_goes_on_with_reduced_motion(house: House) -> None:
    person = await house.arrives(reduced_motion="reduce")
    await person.plays_bots(2)
    for _ in range(8):
        await person.waits_for_turn()
        await person.steps()


FAULTS = {
    "page error": "setTimeout(() => { throw new Error('broken') })",
    "console error": "console.error('broken')",
    "404": "void fetch('/api/nothing-of-this-name')",
    "ERR_CONNECTION_REFUSED": "void fetch('/no-line').catch(() => {})",
}


@pytest.mark.parametrize("kind", FAULTS)
async def test_every_fault_is_noticed_unless_it_was_announced(house: House, kind: str) -> None:
    person = await house.arrives()
    await person.page.route("**/no-line", lambda route: route.abort("connectionrefused"))
    await person.page.evaluate(FAULTS[kind])
    async with asyncio.timeout(PATIENCE / 1000):
        while not person.faults.unexpected:
            await asyncio.sleep(0.05)
    assert any(kind in fault for fault in person.faults.take())
    person.faults.announce(kind)
    await person.page.evaluate(FAULTS[kind])
    await person.page.evaluate("fetch('/api/me').then((answer) => answer.text())")
    assert person.faults.unexpected == []
