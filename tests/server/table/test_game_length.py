"""Games and logs that are too long."""

import random

import pytest

from alhambra.server.log.events import Paused
from alhambra.server.table import game_length
from server.helpers.games import short_record, stuck_record
from server.helpers.live_server import Server, eventually
from server.helpers.players import BOT, GUEST, ME, Message, Person, any_action

pytestmark = pytest.mark.compiled_only


async def test_a_record_that_is_too_long_is_refused(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = str(short_record())
    game = (await ana.bring(text))["id"]
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


async def test_a_game_that_is_too_long_comes_to_its_end(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(2)

    def redesign(legal: Message) -> str | None:
        return next((f"remove {tile}" for tile in legal["removes"]), None)

    async with ana.plays(GUEST, open_hands=True) as page:
        while not (page.legal and redesign(page.legal)):
            assert page.legal
            assert (await page.act(any_action(page.legal, rng)))["reason"] is None
        wish = redesign(page.legal)
        assert wish
        monkeypatch.setattr(game_length, "MOST_PLIES", page.board["ply"])
        assert (await page.act(wish))["reason"]["code"] == "too_long"
        monkeypatch.setattr(game_length, "MOST_EVENTS", page.state["version"])
        assert await page.refusal("leave", seat=0) == "too_long"
        while page.board["phase"] != "over":
            assert page.legal
            action = any_action(page.legal, rng)
            code = ((await page.act(action))["reason"] or {"code": None})["code"]
            assert code in (None, "too_long")


async def test_a_player_who_can_only_redesign_may_do_so_in_a_game_that_is_too_long(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = stuck_record()
    game = (await ana.bring(record))["id"]
    laid = await ana.play_on(game, ply=record.plies, same_luck=True, seats=[ME, BOT, BOT])
    async with ana.look_at(laid) as page:
        await page.command("start")
        assert page.legal and page.legal["removes"]
        assert not (page.legal["takes"] or page.legal["purchases"])
        monkeypatch.setattr(game_length, "MOST_PLIES", page.board["ply"])
        action = f"remove {page.legal['removes'][0]}"
        assert (await page.act(action))["reason"] is None


async def test_coming_and_going_does_not_make_a_log_longer_that_is_too_long(
    server: Server, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ana.plays(BOT, clock={"kind": "turn", "seconds": 600}) as page:
        found = server.tables._live[page.game]
        await page.own_turn()
    await eventually(lambda: found.is_idle)
    version = found.version
    assert (await server.tables.store.events(page.game))[-1].event == Paused()
    monkeypatch.setattr(game_length, "MOST_EVENTS", version)
    async with ana.look_at(page.game):
        pass
    await eventually(lambda: found.is_idle)
    assert found.version == version
