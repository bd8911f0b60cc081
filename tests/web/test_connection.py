"""The line to the server breaks, refuses, or brings an older page than the server's."""

from urllib.parse import urlsplit

import pytest
from playwright.async_api import Request, expect

from web.browsing import House, Wire
from web.faults import LOST_LINE

pytestmark = pytest.mark.compiled_only

KEPT_BY_ONE_VERSION = """async () => {
  const names = await caches.keys();
  return names.length === 1 && names[0] !== "alhambra-shell" && names[0];
}"""


async def test_offline_is_said_and_what_is_done_meanwhile_is_sent_later(house: House) -> None:
    async with Wire(house.server) as wire:
        ana = await house.arrives(wire.url)
        await ana.plays_bots(1)
        await ana.waits_for_turn()
        version = await ana.version()
        ana.faults.announce(LOST_LINE)
        await wire.silence()  # nothing is closed; nothing comes through
        await ana.page.evaluate("dispatchEvent(new Event('offline'))")
        await expect(ana.all(".lost")).to_contain_text("Connection lost")
        await ana.all("[data-place]").first.click()
        await ana.button.click()
        await expect(ana.see("bar")).to_contain_text("Not sent yet")
        await expect(ana.all(".lost")).to_contain_text("as soon as the connection is back")
        await wire.lay()
        await ana.page.evaluate("dispatchEvent(new Event('online'))")
        await ana.changed(version)
        await expect(ana.all(".lost")).to_have_count(0)
        await ana.confirms()


async def test_an_action_cancelled_while_the_line_is_down_is_never_sent(house: House) -> None:
    async with Wire(house.server) as wire:
        ana = await house.arrives(wire.url)
        await ana.plays_bots(1)
        await ana.waits_for_turn()
        version, hand = await ana.version(), await ana.all("[data-card]").all_text_contents()
        ana.faults.announce(LOST_LINE)
        await wire.silence()
        await ana.page.evaluate("dispatchEvent(new Event('offline'))")
        await ana.see("menu").click()
        await expect(ana.all("dialog .lost")).to_contain_text("Connection lost")
        await ana.presses("Escape")
        await expect(ana.all("#app > .lost")).to_contain_text("Connection lost")
        await ana.all("[data-place]").first.click()
        await ana.button.click()
        await expect(ana.see("bar")).to_contain_text("Not sent yet")
        await ana.see("cancel").click()
        await expect(ana.see("bar")).to_contain_text("Your turn")
        await wire.lay()
        await ana.page.evaluate("dispatchEvent(new Event('online'))")
        await expect(ana.all(".lost")).to_have_count(0)
        await ana.all("[data-place]").nth(1).click()
        await expect(ana.button).to_be_visible()
        assert await ana.version() == version
        assert await ana.all("[data-card]").all_text_contents() == hand
        await ana.does()
        await ana.confirms()


async def test_a_wrong_link_says_why_and_is_asked_once(house: House) -> None:
    ana = await house.arrives()
    sockets: list[str] = []
    ana.page.on("websocket", lambda socket: sockets.append(socket.url))
    await ana.goes("table/nowhere?invite=wrong")
    await expect(ana.all("main [role=alert]")).to_contain_text("This table doesn't exist")
    await ana.all("button", "Try again").click()
    await expect(ana.all("main [role=alert]")).to_contain_text("This table doesn't exist")
    assert len(sockets) == 2


async def test_a_screen_that_is_gone_offers_to_reload(house: House) -> None:
    """As after a new version was deployed: the code of a screen is no longer on the server."""
    ana = await house.arrives(service_workers="block")
    loads: list[str] = []
    ana.page.on("load", lambda page: loads.append(page.url))
    ana.faults.announce(r"/assets/Rules-.*404", "Failed to fetch dynamically imported module")
    await ana.page.route("**/assets/Rules-*.js", lambda route: route.fulfill(status=404))
    await ana.goes("rules")
    await expect(ana.see("missing")).to_contain_text("could not be loaded")
    await ana.page.wait_for_function("sessionStorage.getItem('alhambra-reloaded') !== null")
    await expect(ana.see("missing")).to_contain_text("could not be loaded")  # reloaded, no better
    await ana.page.unroute("**/assets/Rules-*.js")
    await ana.see("missing").get_by_role("button").click()
    await expect(ana.all("h1")).to_be_visible()
    await expect(ana.see("missing")).to_have_count(0)
    assert len(loads) == 2, "reloads by itself once, then by the button"


async def test_the_page_starts_without_a_network_after_one_visit(house: House) -> None:
    async with Wire(house.server) as wire:
        ana = await house.arrives(wire.url)
        await ana.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        ana.faults.announce(LOST_LINE)
        await wire.cut()
        await ana.page.reload()
        await expect(ana.all(".starting")).to_contain_text("responding")
        await wire.lay()
        await ana.see("play").wait_for()


async def test_a_reload_asks_the_server_for_the_page_alone(house: House) -> None:
    """Everything else is kept. A request for the icon would fail whenever its page is left."""
    ana = await house.arrives()
    await ana.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    await ana.page.reload()
    await ana.see("play").wait_for()
    asked: list[str] = []

    def note(request: Request) -> None:
        if request.service_worker:
            asked.append(urlsplit(request.url).path)

    ana.page.context.on("request", note)
    await ana.page.reload()
    await ana.see("play").wait_for()
    assert await ana.page.evaluate("fetch('/icon.svg').then((answer) => answer.ok)")
    assert asked == ["/"]


async def test_files_of_older_versions_are_deleted_and_the_api_is_never_kept(house: House) -> None:
    ana = await house.arrives()
    await ana.page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.unregister())")
    await ana.page.evaluate(
        "caches.open('alhambra-shell').then((old) => old.put('/', new Response()))"
    )
    await ana.page.reload()
    await ana.see("play").wait_for()
    await ana.page.wait_for_function(KEPT_BY_ONE_VERSION)
    addresses = await ana.page.evaluate(
        "caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.keys())"
        ".then((kept) => kept.map((request) => new URL(request.url).pathname))"
    )
    assert "/" in addresses
    assert any(address.startswith("/assets/page-") for address in addresses)
    assert not [address for address in addresses if address.startswith("/api")]


async def test_practice_goes_on_where_it_was_once_the_line_is_back(house: House) -> None:
    async with Wire(house.server) as wire:
        ana = await house.arrives(wire.url)
        await ana.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        await ana.goes("lesson/money")
        await ana.see("show-me").wait_for()
        ana.faults.announce(LOST_LINE)
        await wire.cut()
        for place in (1, 3):
            await ana.all("[data-place]").nth(place).click()
        await ana.button.click()
        await expect(ana.see("bar")).to_contain_text("isn't responding")
        await wire.lay()
        await ana.button.click()
        await ana.all("[data-testid=verdict][data-verdict=done]").wait_for()

        await wire.cut()
        for screen, shown in (("learn", "[data-lesson]"), ("puzzles", "[data-theme-name]")):
            await ana.goes(screen)
            await expect(ana.all("main [role=alert]")).to_contain_text("Trying again")
            await wire.lay()
            await ana.all(shown).first.wait_for()
            await wire.cut()
        await wire.lay()
        await ana.goes("daily")
        await ana.see("play-daily").wait_for()
        ana.faults.announce("TypeError: Failed to fetch")
        await wire.cut()
        await ana.see("play-daily").click()
        await expect(ana.see("failure")).to_contain_text("isn't responding")
        await wire.lay()
        await ana.see("play-daily").click()
        await ana.table.wait_for()


async def test_practice_needs_no_other_machine(house: House) -> None:
    ana = await house.arrives()
    asked: list[str] = []
    ana.page.context.on("request", lambda request: asked.append(request.url))
    ana.page.on("websocket", lambda socket: asked.append(socket.url))
    await ana.page.reload()
    await ana.see("play").wait_for()
    await ana.goes("learn")
    await ana.all("[data-lesson].here").click()
    await ana.see("show-me").click()
    await ana.see("onward").wait_for()
    await ana.goes("puzzles")
    await ana.see("any-puzzle").click()
    await ana.see("show-me").click()
    await ana.see("solution").wait_for()
    await ana.goes("daily")
    await ana.see("play-daily").click()
    await ana.table.wait_for()
    assert any(address.startswith("ws") for address in asked)
    assert {urlsplit(address).netloc for address in asked} == {urlsplit(ana.home).netloc}
