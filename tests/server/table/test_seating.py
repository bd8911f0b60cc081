"""Tables and seats: set up, joined by link, started, left and taken back, played again."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from server.helpers.live_server import GENEROUS, Server, serving
from server.helpers.players import BOT, ME, OPEN, Person, guest, people, seated

pytestmark = pytest.mark.compiled_only


async def test_a_private_table_needs_its_link(ana: Person, bruno: Person) -> None:
    table = await ana.set_up(ME, OPEN)
    game = table["id"]
    assert await bruno.refusal_to_enter(game) == "no_such_table"
    assert await bruno.refusal_to_enter(game, invite="guess") == "no_such_table"
    assert await bruno.refusal_to_enter("nowhere") == "no_such_table"
    assert (await bruno.http.get(f"/api/tables/{game}")).status_code == 404
    answer = await bruno.http.get(
        f"/api/tables/{game}", headers={"alhambra-invite": table["invite"]}
    )
    assert answer.json()["invite"] is None, "who has the link may look, not ask for it"
    assert (await bruno.http.get("/api/tables")).json() == {"mine": [], "public": []}
    async with bruno.look_at(game, invite=table["invite"]) as page:
        assert await page.refusal("sit", seat=1) is None
    async with bruno.look_at(game) as page:
        assert page.table["seats"][1]["yours"], "who sits here needs no link"
    assert [t["id"] for t in (await bruno.http.get("/api/tables")).json()["mine"]] == [game]


async def test_a_public_table_is_listed_and_can_be_watched(ana: Person, bruno: Person) -> None:
    table = await ana.set_up(ME, OPEN, BOT, public=True)
    [line] = (await bruno.http.get("/api/tables")).json()["public"]
    assert line["id"] == table["id"] and line["open_seats"] == 1
    async with ana.look_at(table) as hers, bruno.look_at(table["id"]):
        await hers.until(lambda m: m["type"] == "table" and m["table"]["spectators"] == 1)


async def test_only_who_set_the_table_up_changes_and_starts_it(ana: Person, bruno: Person) -> None:
    table = await ana.set_up(ME, OPEN, OPEN)
    async with ana.look_at(table) as hers, bruno.look_at(table) as his:
        for command in (
            {"kind": "start"},
            {"kind": "set_seat", "seat": 2, "to": BOT},
            {"kind": "set_options", "options": {"open_hands": True}},
        ):
            assert await his.refusal(**command) == "not_your_table"
        assert await hers.refusal("start") == "seats_open"
        await his.command("sit", seat=1)
        assert await his.refusal("sit", seat=2) == "one_seat_each"
        assert await hers.refusal("sit", seat=1) == "seat_taken"
        assert await hers.refusal("set_seat", seat=2, to=BOT) is None
        assert await hers.refusal("set_options", options={"open_hands": True}) is None
        assert await hers.refusal("start") is None
        assert hers.table["options"]["open_hands"]
        assert all(player["hand"] is not None for player in hers.board["players"])
        for command in (
            {"kind": "sit", "seat": 2},
            {"kind": "stand", "seat": 0},
            {"kind": "start"},
        ):
            assert await hers.refusal(**command) == "already_started"


async def test_standing_up_frees_the_seat(ana: Person, bruno: Person) -> None:
    table = await ana.set_up(ME, OPEN)
    async with bruno.look_at(table) as his:
        await his.command("sit", seat=1)
        assert his.table["seats"][1]["name"] == "Bruno"
        assert await his.refusal("stand", seat=0) == "not_your_seat"
        await his.command("stand", seat=1)
        assert his.table["seats"][1]["kind"] == "open"


async def test_equal_names_are_told_apart(server: Server) -> None:
    async with people(server, "Ana", "Ana") as [ana, other]:
        table = await ana.set_up(ME, OPEN, guest("Ana"))
        assert [seat["name"] for seat in table["seats"]] == ["Ana", "", "Ana 2"]
        async with other.look_at(table) as page:
            await page.command("sit", seat=1)
            assert page.table["seats"][1]["name"] == "Ana 3"


async def test_the_order_of_the_seats_can_be_drawn_by_lot(server: Server, ana: Person) -> None:
    orders = set()
    for _ in range(8):
        guests = [guest(name) for name in ("Bruno", "Carla", "David")]
        async with ana.plays(*guests, random_order=True, open_hands=True) as page:
            names = tuple(seat["name"] for seat in page.table["seats"])
            kinds = [seat["kind"] for seat in page.table["seats"]]
            assert kinds[names.index("Ana")] == "person"
            orders.add(names)
        (await server.tables.find(page.game)).gone = True
        again = await server.tables.find(page.game)
        assert again.fold.names == list(names), "the log says the same"
        assert again.fold.playing.names == names
    assert len(orders) > 1


async def test_who_leaves_is_replaced_and_takes_the_seat_back(ana: Person, bruno: Person) -> None:
    async with seated(ana, bruno) as (_, [hers, his]):
        await hers.command("start")
        if hers.legal is None:
            await his.own_turn()
            await his.act(his.first_take)
            await hers.own_turn()
        assert await hers.refusal("leave", seat=0) is None
        assert hers.table["seats"][0]["replaced"]
        await his.own_turn()
        assert his.board["seat"] == 1, "the bot has played for Ana"
        answer = await hers.act("pass", seat=0)
        assert answer["reason"]["code"] == "bot_plays"
        assert await hers.refusal("return", seat=0) is None
        assert not hers.table["seats"][0]["replaced"]
        assert await hers.refusal("return", seat=0) == "no_bot_plays"


async def test_nothing_goes_on_while_nobody_is_there(server: Server, ana: Person) -> None:
    slow = {"kind": "bot", "level": "architect"}  # half a second for each choice
    async with ana.plays(slow, slow) as page:
        live = await server.tables.find(page.game)
        await page.own_turn()
        await page.command("leave", seat=0)
    await asyncio.sleep(0.1)
    assert live.is_paused and live.fold.status == "playing"
    version = live.fold.version
    await asyncio.sleep(1.5)
    assert live.fold.version == version
    async with ana.look_at(page.game) as page:
        assert not page.table["paused"]
        await page.until(lambda m: m["type"] == "state" and m["version"] > version)


async def test_the_same_again(ana: Person) -> None:
    table = await ana.set_up(ME, BOT)
    async with ana.look_at(table) as page:
        assert await page.refusal("rematch") == "not_over"
        await page.command("start")
        await page.command("leave", seat=0)
        await page.until(lambda m: m["type"] == "table" and m["table"]["status"] == "over")
        assert await page.refusal("rematch") is None
        first = page.table["next"]
        assert await page.refusal("rematch") is None
        assert page.table["next"] == first
    async with ana.look_at(first) as page:
        assert page.table["status"] == "open"
        assert sorted(seat["kind"] for seat in page.table["seats"]) == ["bot", "person"]
        assert page.table["seats"][1]["yours"]
        assert await page.refusal("start") is None


@pytest.mark.parametrize(
    ("limit", "code"),
    [
        ("tables", "too_many_tables"),
        ("address_tables", "too_many_tables"),
        ("address_public", "too_many_public"),
    ],
)
async def test_a_rematch_counts_as_a_new_table(file: Path, limit: str, code: str) -> None:
    limits = replace(GENEROUS, **{f"{limit}_per_hour": 0, f"{limit}_at_once": 1})
    async with (
        serving(file, limits) as server,
        people(server, "Ana") as [ana],
        ana.plays(BOT, public=True) as page,
    ):
        await page.command("leave", seat=0)
        await page.until(lambda m: m["type"] == "table" and m["table"]["status"] == "over")
        assert await page.refusal("rematch") == code
        assert page.table["next"] is None


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ([ME, ME], "one_seat_each"),
        ([ME, {"kind": "bot", "level": "genius"}], "no_such_level"),
        ([ME, guest("a|b")], "bad_name"),
        ([{**ME, "counter": "bird"}, {**BOT, "counter": "bird"}], "counter_taken"),
        ([ME], "not_understood"),
        ([ME] + [BOT] * 6, "not_understood"),
        ([ME, {"kind": "cat"}], "not_understood"),
    ],
)
async def test_a_table_that_cannot_be(ana: Person, seats: list[Any], code: str) -> None:
    answer = await ana.http.post("/api/tables", json={"seats": seats})
    assert 400 <= answer.status_code < 500
    assert answer.json()["reason"]["code"] == code
