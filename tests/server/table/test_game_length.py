"""Games and logs that are too long."""

import random
from pathlib import Path
from typing import Any

import pytest

from alhambra.server.log.events import Paused
from alhambra.server.table import game_length
from server.helpers.games import short_record, stuck_record
from server.helpers.live_server import (
    BOT,
    ME,
    Message,
    any_action,
    eventually,
    people,
    run,
    serving,
    settings_for,
)

pytestmark = pytest.mark.compiled_only


def test_a_record_that_is_too_long_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            text = str(short_record())
            answer = await ana.http.post("/api/records", json={"text": text})
            game = answer.json()["id"]
            endless = {"text": text + "# and so on\n" * 4000}
            answer = await ana.http.post("/api/records", json=endless)
            assert answer.json()["reason"]["code"] == "too_long"
            monkeypatch.setattr(game_length, "MOST_PLIES", 5)
            answer = await ana.http.post("/api/records", json={"text": text})
            assert answer.json()["reason"]["code"] == "too_long"
            for ply, status in ((4, 201), (5, 409)):
                wish = {"ply": ply, "seats": [ME, BOT]}
                answer = await ana.http.post(f"/api/games/{game}/play-on", json=wish)
                assert answer.status_code == status

    run(deed)


def test_a_game_that_is_too_long_comes_to_its_end(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(2)

    def redesign(legal: Message) -> str | None:
        return next((f"remove {tile}" for tile in legal["removes"]), None)

    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            guest: dict[str, Any] = {"kind": "guest", "name": "Bruno"}
            table = await ana.set_up(ME, guest, open_hands=True)
            async with ana.look_at(table) as page:
                await page.command("start")
                while not (page.legal and redesign(page.legal)):
                    assert page.legal
                    assert (await page.act(any_action(page.legal, rng)))["reason"] is None
                wish = redesign(page.legal)
                assert wish
                monkeypatch.setattr(game_length, "MOST_PLIES", page.board["ply"])
                assert (await page.act(wish))["reason"]["code"] == "too_long"
                monkeypatch.setattr(game_length, "MOST_EVENTS", page.state["version"])
                answer = await page.command("leave", seat=0)
                assert answer["reason"]["code"] == "too_long"
                while page.board["phase"] != "over":
                    assert page.legal
                    action = any_action(page.legal, rng)
                    code = ((await page.act(action))["reason"] or {"code": None})["code"]
                    assert code in (None, "too_long")

    run(deed)


def test_a_player_who_can_only_redesign_may_do_so_in_a_game_that_is_too_long(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = stuck_record()

    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            answer = await ana.http.post("/api/records", json={"text": str(record)})
            wish = {"ply": record.plies, "same_luck": True, "seats": [ME, BOT, BOT]}
            answer = await ana.http.post(f"/api/games/{answer.json()['id']}/play-on", json=wish)
            async with ana.look_at(answer.json()) as page:
                await page.command("start")
                assert page.legal and page.legal["removes"]
                assert not (page.legal["takes"] or page.legal["purchases"])
                monkeypatch.setattr(game_length, "MOST_PLIES", page.board["ply"])
                action = f"remove {page.legal['removes'][0]}"
                assert (await page.act(action))["reason"] is None

    run(deed)


def test_coming_and_going_does_not_make_a_log_longer_that_is_too_long(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, BOT, clock={"kind": "turn", "seconds": 600})
            found = server.tables._live[table["id"]]
            async with ana.look_at(table) as page:
                await page.command("start")
                while not page.legal:
                    await page.read()
            await eventually(lambda: found.is_idle)
            version = found.version
            assert (await server.tables.store.events(table["id"]))[-1].event == Paused()
            monkeypatch.setattr(game_length, "MOST_EVENTS", version)
            async with ana.look_at(table):
                pass
            await eventually(lambda: found.is_idle)
            assert found.version == version

    run(deed)
