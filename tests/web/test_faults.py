"""What goes wrong while playing is said in words, and the page goes on."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.async_api import expect

from server.helpers.live_server import GENEROUS, serving
from web.browsing import House
from web.faults import LOST_LINE
from web.test_together import begin, sit_down, whose_turn

pytestmark = pytest.mark.compiled_only


# Every command claims to be based on the state before: the server refuses it.
STALE = """() => {
  const send = WebSocket.prototype.send;
  window.stale = true;
  WebSocket.prototype.send = function (text) {
    const message = JSON.parse(text);
    if (window.stale && message.base) message.base -= 1;
    return send.call(this, JSON.stringify(message));
  };
}"""


async def test_a_refused_command_leaves_the_page_alive(house: House) -> None:
    ana = await house.arrives()
    await ana.plays_bots(1)
    await ana.waits_for_turn()
    await ana.page.evaluate(STALE)
    for _ in range(2):
        await ana.all("[data-place]").first.click()
        await ana.button.click()
        await expect(ana.all(".sub.bad")).to_be_visible()
        await ana.all("[data-place]").first.click()  # put back
    await ana.page.evaluate("window.stale = false")
    await ana.takes()
    await ana.confirms()
    await ana.waits_for_turn()


async def test_seven_quick_lines_of_chat(house: House, tmp_path: Path) -> None:
    limits = replace(GENEROUS, chat_per_second=0.001, chat_at_once=6)
    async with serving(tmp_path / "chat.sqlite", limits) as server:
        ana, bruno = await house.arrives(server.url), await house.arrives(server.url)
        await sit_down(ana, bruno)
        await begin(ana, bruno)
        await ana.all("[role=tab]", has_text="Chat").click()
        line = ana.all(".chat input")
        for number in range(7):
            await expect(line).to_have_value("")
            await line.fill(f"line {number}")
            await line.press("Enter")
        await expect(ana.all(".sub.bad")).to_be_visible()
        one = await whose_turn(ana, bruno)
        await one.takes()
        await one.confirms()
        version = await one.version()
        for person in (ana, bruno):
            await expect(person.table).to_have_attribute("data-version", str(version))
            person.faults.announce(LOST_LINE)  # this server closes before the pages do


async def test_an_exception_is_told_in_words_and_to_the_server(house: House) -> None:
    ana = await house.arrives()
    await ana.plays_bots(1)
    await ana.waits_for_turn()
    ana.faults.announce("a fault made by the test", "page error reported")
    async with ana.page.expect_response("**/api/page-errors") as answering:
        await ana.page.evaluate("setTimeout(() => { throw new Error('a fault made by the test') })")
    answer = await answering.value
    assert answer.status == 204
    report = answer.request.post_data_json or {}
    assert report["screen"] == "table"
    assert not set(report) - {"message", "frames", "version", "screen"}
    await expect(ana.see("failure")).to_contain_text("Your game is safe")
    metrics = await ana.page.request.get(f"{ana.home}/metrics")
    assert 'alhambra_page_errors_total{screen="table"}' in await metrics.text()
    await ana.see("failure").get_by_role("button", name="Reload the page").click()
    await ana.waits_for_turn()
    await expect(ana.see("failure")).to_have_count(0)
    await ana.takes()


async def test_a_notice_can_be_used_while_a_dialog_is_open(house: House) -> None:
    ana = await house.arrives()
    await ana.see("settings").click()
    ana.faults.announce("a fault made by the test", "page error reported")
    await ana.page.evaluate("setTimeout(() => { throw new Error('a fault made by the test') })")
    await ana.see("failure").get_by_role("button", name="Close").click()
    await expect(ana.see("failure")).to_have_count(0)
    await expect(ana.all("dialog")).to_be_visible()


async def test_a_screen_that_cannot_be_drawn_says_so_and_others_still_work(house: House) -> None:
    ana = await house.arrives(service_workers="block")
    await ana.plays_bots(1)
    ana.faults.announce("page error reported")
    await ana.page.route("**/api/me/statistics", lambda route: route.fulfill(json={"games": 1}))
    async with ana.page.expect_request("**/api/page-errors") as reporting:
        await ana.goes("statistics")
    report = (await reporting.value).post_data_json or {}
    assert report["screen"] == "statistics"
    await expect(ana.see("failed-screen")).to_contain_text("Something went wrong")
    await ana.see("failed-screen").get_by_role("link").last.click()
    await ana.see("play").wait_for()
