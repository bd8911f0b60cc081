"""Whole games over the websocket, as pages play them."""

import asyncio
import random
from pathlib import Path

import pytest

from alhambra import Record
from alhambra.fairness import claims_fairness, why_unproved
from server.helpers.live_server import BOT, ME, OPEN, any_action, people, run, serving, settings_for

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize("level", ["apprentice", "vizier"])
def test_a_person_plays_a_whole_game_against_two_bots(file: Path, level: str) -> None:
    async def deed() -> None:
        rng = random.Random(1)
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            bot = {**BOT, "level": level}
            table = await ana.set_up(ME, bot, bot)
            assert table["status"] == "open"
            async with ana.look_at(table) as page:
                assert (await page.command("start"))["reason"] is None
                while page.board["phase"] != "over":
                    if page.legal:
                        answer = await page.act(any_action(page.legal, rng))
                        assert answer["reason"] is None
                    else:
                        await page.read()
                assert page.board["winners"]
                assert page.table["status"] == "over"
            record = Record.parse((await ana.http.get(f"/api/games/{table['id']}/record")).text)
            assert record.replay().is_over
            assert tuple(page.board["places"]) == record.replay().places
            assert claims_fairness(record)
            assert why_unproved(record) is None
            assert len(page.table["fairness"]["salts"]) == 1

    run(deed)


def test_two_persons_play_a_whole_game(file: Path) -> None:
    async def deed() -> None:
        rng = random.Random(2)
        async with (
            serving(settings_for(file)) as server,
            people(server, "Ana", "Bruno") as [ana, bruno],
        ):
            table = await ana.set_up(ME, OPEN)
            async with ana.look_at(table) as hers, bruno.look_at(table) as his:
                assert (await his.command("sit", seat=1))["reason"] is None
                assert (await hers.command("start"))["reason"] is None
                await his.wait_for("state")

                async def play(page: object) -> None:
                    assert page is hers or page is his
                    while page.board["phase"] != "over":
                        if page.legal:
                            answer = await page.act(any_action(page.legal, rng))
                            assert answer["reason"] is None, answer
                        else:
                            await page.read()

                await asyncio.gather(play(hers), play(his))
                assert hers.board == his.board

    run(deed)
