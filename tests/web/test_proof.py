"""Fair dealing as people see it: the proof at the end, and a browser that does not answer."""

import asyncio

import pytest
from playwright.async_api import expect

from alhambra.fairness import salt_hash
from server.helpers import players
from web.browsing import House, Person

pytestmark = pytest.mark.compiled_only


async def lets_bots_finish(person: Person) -> str:
    """Leave the game to the bots, and come back when it is over; the table's id."""
    table = person.page.url.partition("#/table/")[2].partition("?")[0]
    await person.see("menu").click()
    await person.see("leave").click()
    await person.see("leave-sure").click()
    await person.see("play").wait_for()
    await person.goes(f"table/{table}")
    async with asyncio.timeout(100):
        while True:
            answer = await person.page.request.get(f"{person.home}/api/tables/{table}")
            if (await answer.json())["status"] == "over":
                return table
            await asyncio.sleep(0.2)


async def opens_end(person: Person) -> None:
    await person.page.reload()
    await person.sees_phase("over")
    await person.button.click()


async def test_the_end_shows_the_proof_also_after_a_reload(house: House) -> None:
    ana = await house.arrives()
    await ana.plays_bots(1)
    table = await lets_bots_finish(ana)
    for _ in range(2):
        await opens_end(ana)
        await expect(ana.see("proof")).to_have_attribute("data-result", "good")
        await expect(ana.see("proof")).to_contain_text("everything is correct")
    await ana.goes(f"replay/{table}")
    await expect(ana.see("proof")).to_have_attribute("data-result", "good")

    await ana.page.evaluate("localStorage.clear()")
    await ana.page.reload()
    await expect(ana.see("proof")).to_have_attribute("data-result", "unknown")
    await expect(ana.see("proof").locator("[data-check=shuffles]")).to_have_attribute(
        "data-result", "good"
    )


@pytest.mark.parametrize("commits", [False, True])
async def test_a_browser_that_does_not_answer_is_left_out(house: House, commits: bool) -> None:
    """Bruno's program sits down; it never reveals, or does not even commit."""
    ana = await house.arrives()
    await ana.goes("setup")
    await ana.all("li .tool").last.click()
    await ana.see("open-table").click()
    link = await ana.all("input[readonly]").input_value()
    table, _, invite = link.partition("#/table/")[2].partition("?invite=")
    bruno = await players.Person(house.server, "Bruno").arrive()
    async with bruno.look_at(table, invite=invite, fair=False) as page:
        assert (await page.command("sit", seat=1))["reason"] is None
        if commits:
            found = salt_hash(page.table["fairness"]["commitment"], "ab" * 32)
            assert (await page.command("commit_salt", round=1, hash=found))["reason"] is None
        await ana.all("[data-testid=start][aria-disabled=false]").click()
        await expect(ana.see("missing")).to_contain_text("Bruno")
        await ana.see("start-without").click()
        await ana.table.wait_for()
        await page.wait_for("state")
        assert page.table["fairness"]["round"] == (2 if commits else 1)
        assert [salt["seat"] for salt in page.table["fairness"]["salts"]] == [0]
    await bruno.http.aclose()
