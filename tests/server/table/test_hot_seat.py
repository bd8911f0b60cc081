"""Around one screen: only the hand of who opened the curtain is ever sent."""

import pytest

from server.helpers.players import GUEST, Page, Person

pytestmark = pytest.mark.compiled_only


def hidden(page: Page) -> bool:
    own = page.state["own"]
    return own["seat"] is None and own["hand"] == [] and own["legal"] is None


async def test_the_curtain_opens_for_one_and_closes_after_the_turn(ana: Person) -> None:
    async with ana.plays(GUEST) as page:
        await page.send("unlock", seat=None)
        curtain = await page.wait_for("curtain")
        acting = page.board["seat"]
        assert hidden(page)
        assert (curtain["unlocked"], curtain["waiting_for"]) == (None, acting)

        await page.send("unlock", seat=acting)
        curtain = await page.wait_for("curtain")
        assert (curtain["unlocked"], curtain["waiting_for"]) == (acting, None)
        assert page.state["own"]["seat"] == acting and page.state["own"]["hand"]
        assert page.legal is not None

        await page.act(page.first_take, confirm=False)
        assert page.state["own"]["seat"] == acting, "the turn is not confirmed yet"
        version = page.state["version"]
        await page.command("confirm", base=version, seat=acting)
        assert hidden(page)
        curtain = page.heard.last("curtain") or {}
        assert (curtain["unlocked"], curtain["waiting_for"]) == (None, 1 - acting)

        await page.send("unlock", seat=5)
        assert (await page.wait_for("fault"))["reason"]["code"] == "not_your_seat"
    async with ana.look_at(page.game) as anew:
        assert hidden(anew), "a page that is loaded anew begins with the curtain closed"
    assert 1 - acting not in [state["own"]["seat"] for state in page.states]


async def test_another_screen_cannot_open_it(ana: Person, carla: Person) -> None:
    async with ana.plays(GUEST) as hers, carla.look_at(hers.table) as other:
        await other.send("unlock", seat=0)
        assert (await other.wait_for("fault"))["reason"]["code"] == "not_your_seat"
        assert hidden(other)


async def test_with_open_hands_there_is_no_curtain(ana: Person) -> None:
    async with ana.plays(GUEST, open_hands=True) as page:
        assert page.legal is not None
        assert page.state["own"]["seat"] == page.board["seat"]
        assert page.heard.last("curtain") is None
