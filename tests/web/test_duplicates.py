"""Duplicate tables in the page: friends play the same deal and compare."""

from __future__ import annotations

import pytest
from playwright.async_api import ViewportSize, expect

from alhambra.server.http.cookies import COOKIE
from server.helpers.games import played
from server.helpers.players import Person as Player
from web.browsing import LAPTOP, NARROW, PHONE, House, Person
from web.test_screens import finds_nothing

pytestmark = pytest.mark.compiled_only


async def makes(host: Person) -> str:
    """Set up a duplicate: where it is."""
    await host.goes("setup")
    await host.see("duplicates").click()
    await host.see("make-duplicate").click()
    await host.see("link").wait_for()
    return (await host.see("link").input_value()).partition("#/")[2]


async def plays_to_the_end(house: House, person: Person, seed: int) -> str:
    """Begin in the page, and play on over the API with the same cookie: the id of the game."""
    await person.see("play-duplicate").click()
    await person.table.wait_for()
    game = person.page.url.partition("#/table/")[2].partition("?")[0]
    [cookie] = [each for each in await person.page.context.cookies() if each["name"] == COOKIE]
    player = Player(house.server, "")
    player.http.cookies.set(COOKIE, cookie["value"])
    await played(player, game, seed)
    await player.http.aclose()
    return game


async def test_friends_play_the_same_deal_and_compare(house: House) -> None:
    ana, bruno = await house.arrives(), await house.arrives(locale="de", viewport=PHONE)
    place = await makes(ana)
    await ana.all(".field input").fill("Ana")
    await plays_to_the_end(house, ana, 1)
    await ana.goes(place)
    await expect(ana.see("results").locator("tbody tr")).to_have_count(1)
    await bruno.goes(place)
    await expect(bruno.see("people")).to_contain_text("Ana")
    await expect(bruno.see("results")).to_have_count(0)
    await bruno.all(".field input").fill("Bruno")
    await plays_to_the_end(house, bruno, 2)
    await bruno.goes(place)
    await expect(bruno.see("results").locator("tbody tr")).to_have_count(2)
    assert await bruno.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    await bruno.see("again-duplicate").click()
    await bruno.see("play-duplicate").wait_for()
    await ana.page.reload()
    await ana.see("next-duplicate").click()
    await ana.see("play-duplicate").wait_for()
    assert ana.page.url == bruno.page.url


async def test_a_table_is_begun_once_and_found_again(house: House) -> None:
    person = await house.arrives()
    place = await makes(person)
    await person.see("play-duplicate").press("Enter")
    await person.table.wait_for()
    address = person.page.url
    await person.goes(place)
    await person.see("go-on-duplicate").press("Enter")
    await person.table.wait_for()
    assert person.page.url.partition("?")[0] == address.partition("?")[0]
    await person.goes("duplicates")
    await person.all(f"a[href='#/{place}']").press("Enter")
    await person.see("close-duplicate").press("Enter")
    await expect(person.see("link")).to_have_count(0)
    await person.goes("")
    await expect(person.see("hero")).to_contain_text("Duplicate table")


async def test_the_levels_of_the_bots_are_chosen(house: House) -> None:
    person = await house.arrives(viewport=NARROW, locale="hu")
    await person.goes("duplicates")
    for _ in range(3):
        await person.see("add-bot").click()
    await expect(person.see("add-bot")).to_have_count(0)
    await person.see("level").nth(4).select_option("vizier")
    assert await person.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    await person.see("make-duplicate").click()
    await person.see("play-duplicate").click()
    await person.table.wait_for()
    game = person.page.url.partition("#/table/")[2].partition("?")[0]
    table = await (await person.page.request.get(f"{person.home}/api/tables/{game}")).json()
    levels = [seat["level"] for seat in table["seats"]]
    assert levels == [None, *["mason"] * 4, "vizier"]


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
async def test_axe_finds_nothing_in_duplicates(house: House, viewport: ViewportSize) -> None:
    person = await house.arrives(viewport=viewport)
    await person.goes("duplicates")
    await person.see("make-duplicate").wait_for()
    await finds_nothing(person, "a new duplicate")
    place = await makes(person)
    await finds_nothing(person, "a duplicate that nobody plays")
    await plays_to_the_end(house, person, 3)
    await person.goes(place)
    await person.see("results").wait_for()
    await finds_nothing(person, "results")
