"""Commands and their ids."""

import random
from pathlib import Path

import pytest

from server.helpers.live_server import (
    BOT,
    ME,
    any_action,
    people,
    run,
    serving,
    settings_for,
)

pytestmark = pytest.mark.compiled_only


def test_another_command_under_a_used_id_is_refused(file: Path) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, {"kind": "guest", "name": "Bruno"}, open_hands=True)
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
                        other = await page.command(kind, id="two", **fields)
                        assert other["reason"]["code"] == "only_once"
                    if again == 0:  # from the log alone
                        (await server.tables.find(table["id"])).gone = True

    run(deed)


def test_a_log_without_fingerprints_answers_as_before(file: Path) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, BOT)
            async with ana.look_at(table) as page:
                await page.command("start", id="one")
                fold = (await server.tables.find(table["id"])).fold
                [answered] = fold.answered.values()
                answered["one"] = answered["one"]._replace(fingerprint=None)
                assert (await page.command("leave", id="one", seat=0))["reason"] is None
                assert not page.table["seats"][0]["replaced"]

    run(deed)
