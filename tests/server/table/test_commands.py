"""Commands and their ids."""

import random

import pytest

from server.helpers.live_server import Server
from server.helpers.players import BOT, GUEST, ME, Person, any_action

pytestmark = pytest.mark.compiled_only


async def test_another_command_under_a_used_id_is_refused(server: Server, ana: Person) -> None:
    table = await ana.set_up(ME, GUEST, open_hands=True)
    async with ana.look_at(table) as page:
        await page.command("start", id="one")
        assert page.legal
        base, rng = page.state["version"], random.Random(1)
        act = {"base": base, "seat": page.board["seat"], "action": "", "confirm": True}
        act["action"] = any_action(page.legal, rng)
        done = await page.command("act", id="two", **act)
        assert done["reason"] is None
        for again in range(2):
            same = await page.command("act", id="two", **act)
            assert (same["reason"], same["version"]) == (None, done["version"])
            for kind, fields in (
                ("act", {**act, "action": "pass"}),
                ("act", {**act, "base": base + 1}),
                ("leave", {"seat": 0}),
                ("say", {"text": "hello"}),
            ):
                assert await page.refusal(kind, id="two", **fields) == "only_once"
            if again == 0:  # from the log alone
                (await server.tables.find(table["id"])).gone = True


async def test_a_log_without_fingerprints_answers_as_before(server: Server, ana: Person) -> None:
    table = await ana.set_up(ME, BOT)
    async with ana.look_at(table) as page:
        await page.command("start", id="one")
        fold = (await server.tables.find(table["id"])).fold
        [answered] = fold.answered.values()
        answered["one"] = answered["one"]._replace(fingerprint=None)
        assert await page.refusal("leave", id="one", seat=0) is None
        assert not page.table["seats"][0]["replaced"]
