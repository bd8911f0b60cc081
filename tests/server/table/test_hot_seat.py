"""Around one screen: only the hand of who opened the curtain is ever sent."""

from pathlib import Path

import pytest

from server.helpers.live_server import ME, Page, people, run, serving, settings_for

pytestmark = pytest.mark.compiled_only

BRUNO = {"kind": "guest", "name": "Bruno"}


def hidden(page: Page) -> bool:
    own = page.state["own"]
    return own["seat"] is None and own["hand"] == [] and own["legal"] is None


def test_the_curtain_opens_for_one_and_closes_after_the_turn(file: Path) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, BRUNO)
            async with ana.look_at(table) as page:
                await page.command("start")
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

                action = f"take {' '.join(page.legal['takes'][0])}"
                await page.act(action, confirm=False)
                assert page.state["own"]["seat"] == acting, "the turn is not confirmed yet"
                version = page.state["version"]
                await page.command("confirm", base=version, seat=acting)
                assert hidden(page)
                curtain = page.heard.last("curtain") or {}
                assert (curtain["unlocked"], curtain["waiting_for"]) == (None, 1 - acting)

                await page.send("unlock", seat=5)
                assert (await page.wait_for("fault"))["reason"]["code"] == "not_your_seat"
            async with ana.look_at(table) as anew:
                assert hidden(anew), "a page that is loaded anew begins with the curtain closed"
            assert 1 - acting not in [state["own"]["seat"] for state in page.states]

    run(deed)


def test_another_screen_cannot_open_it(file: Path) -> None:
    async def deed() -> None:
        async with (
            serving(settings_for(file)) as server,
            people(server, "Ana", "Carla") as [ana, carla],
        ):
            table = await ana.set_up(ME, BRUNO)
            async with ana.look_at(table) as hers, carla.look_at(table) as other:
                await hers.command("start")
                await other.wait_for("state")
                await other.send("unlock", seat=0)
                assert (await other.wait_for("fault"))["reason"]["code"] == "not_your_seat"
                assert hidden(other)

    run(deed)


def test_with_open_hands_there_is_no_curtain(file: Path) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, BRUNO, open_hands=True)
            async with ana.look_at(table) as page:
                await page.command("start")
                assert page.legal is not None
                assert page.state["own"]["seat"] == page.board["seat"]
                assert page.heard.last("curtain") is None

    run(deed)
