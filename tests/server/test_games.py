"""Whole games over the websocket, as pages play them."""

import asyncio
import random

import pytest

from alhambra import Record
from alhambra.fairness import claims_fairness, why_unproved
from alhambra.neural import search
from server.helpers.players import BOT, ME, Person, seated

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize("level", ["apprentice", "vizier"])
async def test_a_person_plays_a_whole_game_against_two_bots(
    ana: Person, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "GAIN", 1.0)  # Vizier thinks as briefly as it can
    rng = random.Random(1)
    bot = {**BOT, "level": level}
    table = await ana.set_up(ME, bot, bot)
    assert table["status"] == "open"
    async with ana.look_at(table) as page:
        assert await page.refusal("start") is None
        await page.play_out(rng)
        assert page.board["winners"]
        assert page.table["status"] == "over"
    record = Record.parse((await ana.http.get(f"/api/games/{table['id']}/record")).text)
    assert record.replay().is_over
    assert tuple(page.board["places"]) == record.replay().places
    assert claims_fairness(record)
    assert why_unproved(record) is None
    assert len(page.table["fairness"]["salts"]) == 1


async def test_two_persons_play_a_whole_game(ana: Person, bruno: Person) -> None:
    rng = random.Random(2)
    async with seated(ana, bruno) as (_, [hers, his]):
        assert await hers.refusal("start") is None
        await his.wait_for("state")
        await asyncio.gather(hers.play_out(rng), his.play_out(rng))
        assert hers.board == his.board
