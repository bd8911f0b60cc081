"""Tables and seats: set up, joined by link, started, left and taken back, played again."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from alhambra.server.protocol.to_page import PROTOCOL
from server.helpers.live_server import (
    BOT,
    GENEROUS,
    ME,
    OPEN,
    Page,
    Person,
    people,
    run,
    serving,
    settings_for,
)

pytestmark = pytest.mark.compiled_only


def guest(name: str) -> dict[str, Any]:
    return {"kind": "guest", "name": name}


async def refused_to_enter(person: Person, table: str, invite: str | None = None) -> str:
    """The code with which a table is not shown."""
    async with person.open_socket() as opened:
        page = Page(opened)
        await page.send("hello", protocol=PROTOCOL, table=table, invite=invite)
        code: str = (await page.wait_for("fault"))["reason"]["code"]
        return code


def test_a_private_table_needs_its_link(file: Path) -> None:
    async def deed() -> None:
        async with (
            serving(settings_for(file)) as server,
            people(server, "Ana", "Bruno") as [ana, bruno],
        ):
            table = await ana.set_up(ME, OPEN)
            game = table["id"]
            assert await refused_to_enter(bruno, game) == "no_such_table"
            assert await refused_to_enter(bruno, game, "guess") == "no_such_table"
            assert await refused_to_enter(bruno, "nowhere") == "no_such_table"
            assert (await bruno.http.get(f"/api/tables/{game}")).status_code == 404
            answer = await bruno.http.get(
                f"/api/tables/{game}", headers={"alhambra-invite": table["invite"]}
            )
            assert answer.json()["invite"] is None, "who has the link may look, not ask for it"
            assert (await bruno.http.get("/api/tables")).json() == {"mine": [], "public": []}
            async with bruno.look_at(game, invite=table["invite"]) as page:
                assert (await page.command("sit", seat=1))["reason"] is None
            async with bruno.look_at(game) as page:
                assert page.table["seats"][1]["yours"], "who sits here needs no link"
            assert [t["id"] for t in (await bruno.http.get("/api/tables")).json()["mine"]] == [game]

    run(deed)


def test_a_public_table_is_listed_and_can_be_watched(file: Path) -> None:
    async def deed() -> None:
        async with (
            serving(settings_for(file)) as server,
            people(server, "Ana", "Bruno") as [ana, bruno],
        ):
            table = await ana.set_up(ME, OPEN, BOT, public=True)
            [line] = (await bruno.http.get("/api/tables")).json()["public"]
            assert line["id"] == table["id"] and line["open_seats"] == 1
            async with ana.look_at(table) as hers, bruno.look_at(table["id"]):
                await hers.until(lambda m: m["type"] == "table" and m["table"]["spectators"] == 1)

    run(deed)


def test_only_who_set_the_table_up_changes_and_starts_it(file: Path) -> None:
    async def deed() -> None:
        async with (
            serving(settings_for(file)) as server,
            people(server, "Ana", "Bruno") as [ana, bruno],
        ):
            table = await ana.set_up(ME, OPEN, OPEN)
            async with ana.look_at(table) as hers, bruno.look_at(table) as his:
                for command in (
                    {"kind": "start"},
                    {"kind": "set_seat", "seat": 2, "to": BOT},
                    {"kind": "set_options", "options": {"open_hands": True}},
                ):
                    answer = await his.command(**command)
                    assert answer["reason"]["code"] == "not_your_table"
                assert (await hers.command("start"))["reason"]["code"] == "seats_open"
                await his.command("sit", seat=1)
                answer = await his.command("sit", seat=2)
                assert answer["reason"]["code"] == "one_seat_each"
                assert (await hers.command("sit", seat=1))["reason"]["code"] == "seat_taken"
                assert (await hers.command("set_seat", seat=2, to=BOT))["reason"] is None
                answer = await hers.command("set_options", options={"open_hands": True})
                assert answer["reason"] is None
                assert (await hers.command("start"))["reason"] is None
                assert hers.table["options"]["open_hands"]
                assert all(player["hand"] is not None for player in hers.board["players"])
                for command in (
                    {"kind": "sit", "seat": 2},
                    {"kind": "stand", "seat": 0},
                    {"kind": "start"},
                ):
                    answer = await hers.command(**command)
                    assert answer["reason"]["code"] == "already_started"

    run(deed)


def test_standing_up_frees_the_seat(file: Path) -> None:
    async def deed() -> None:
        async with (
            serving(settings_for(file)) as server,
            people(server, "Ana", "Bruno") as [ana, bruno],
        ):
            table = await ana.set_up(ME, OPEN)
            async with bruno.look_at(table) as his:
                await his.command("sit", seat=1)
                assert his.table["seats"][1]["name"] == "Bruno"
                assert (await his.command("stand", seat=0))["reason"]["code"] == "not_your_seat"
                await his.command("stand", seat=1)
                assert his.table["seats"][1]["kind"] == "open"

    run(deed)


def test_equal_names_are_told_apart(file: Path) -> None:
    async def deed() -> None:
        async with (
            serving(settings_for(file)) as server,
            people(server, "Ana", "Ana") as [ana, other],
        ):
            table = await ana.set_up(ME, OPEN, guest("Ana"))
            assert [seat["name"] for seat in table["seats"]] == ["Ana", "", "Ana 2"]
            async with other.look_at(table) as page:
                await page.command("sit", seat=1)
                assert page.table["seats"][1]["name"] == "Ana 3"

    run(deed)


def test_the_order_of_the_seats_can_be_drawn_by_lot(file: Path) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            orders = set()
            for _ in range(8):
                seats = [ME, *(guest(name) for name in ("Bruno", "Carla", "David"))]
                table = await ana.set_up(*seats, random_order=True, open_hands=True)
                async with ana.look_at(table) as page:
                    await page.command("start")
                    names = tuple(seat["name"] for seat in page.table["seats"])
                    kinds = [seat["kind"] for seat in page.table["seats"]]
                    assert kinds[names.index("Ana")] == "person"
                    orders.add(names)
                found = await server.tables.find(table["id"])
                found.gone = True
                again = await server.tables.find(table["id"])
                assert again.fold.names == list(names), "the log says the same"
                assert again.fold.playing.names == names
            assert len(orders) > 1

    run(deed)


def test_who_leaves_is_replaced_and_takes_the_seat_back(file: Path) -> None:
    async def deed() -> None:
        async with (
            serving(settings_for(file)) as server,
            people(server, "Ana", "Bruno") as [ana, bruno],
        ):
            table = await ana.set_up(ME, OPEN)
            async with ana.look_at(table) as hers, bruno.look_at(table) as his:
                await his.command("sit", seat=1)
                await hers.command("start")
                if hers.legal is None:
                    while his.heard.last("state") is None:
                        await his.read()
                    assert his.legal is not None
                    await his.act(f"take {' '.join(his.legal['takes'][0])}")
                    while hers.legal is None:
                        await hers.read()
                assert (await hers.command("leave", seat=0))["reason"] is None
                assert hers.table["seats"][0]["replaced"]
                while his.heard.last("state") is None or not his.legal:
                    await his.read()
                assert his.board["seat"] == 1, "the bot has played for Ana"
                answer = await hers.act("pass", seat=0)
                assert answer["reason"]["code"] == "bot_plays"
                assert (await hers.command("return", seat=0))["reason"] is None
                assert not hers.table["seats"][0]["replaced"]
                answer = await hers.command("return", seat=0)
                assert answer["reason"]["code"] == "no_bot_plays"

    run(deed)


def test_nothing_goes_on_while_nobody_is_there(file: Path) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            slow = {"kind": "bot", "level": "architect"}  # half a second for each choice
            table = await ana.set_up(ME, slow, slow)
            live = await server.tables.find(table["id"])
            async with ana.look_at(table) as page:
                await page.command("start")
                while page.legal is None:
                    await page.read()
                await page.command("leave", seat=0)
            await asyncio.sleep(0.1)
            assert live.is_paused and live.fold.status == "playing"
            version = live.fold.version
            await asyncio.sleep(1.5)
            assert live.fold.version == version
            async with ana.look_at(table) as page:
                assert not page.table["paused"]
                await page.until(lambda m: m["type"] == "state" and m["version"] > version)

    run(deed)


def test_the_same_again(file: Path) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, BOT)
            async with ana.look_at(table) as page:
                assert (await page.command("rematch"))["reason"]["code"] == "not_over"
                await page.command("start")
                await page.command("leave", seat=0)
                await page.until(lambda m: m["type"] == "table" and m["table"]["status"] == "over")
                assert (await page.command("rematch"))["reason"] is None
                first = page.table["next"]
                assert (await page.command("rematch"))["reason"] is None
                assert page.table["next"] == first
            async with ana.look_at(first) as page:
                assert page.table["status"] == "open"
                assert sorted(seat["kind"] for seat in page.table["seats"]) == ["bot", "person"]
                assert page.table["seats"][1]["yours"]
                assert (await page.command("start"))["reason"] is None

    run(deed)


@pytest.mark.parametrize(
    ("limit", "code"),
    [
        ("tables", "too_many_tables"),
        ("address_tables", "too_many_tables"),
        ("address_public", "too_many_public"),
    ],
)
def test_a_rematch_counts_as_a_new_table(file: Path, limit: str, code: str) -> None:
    limits = replace(GENEROUS, **{f"{limit}_per_hour": 0, f"{limit}_at_once": 1})

    async def deed() -> None:
        async with serving(settings_for(file, limits)) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, BOT, public=True)
            async with ana.look_at(table) as page:
                await page.command("start")
                await page.command("leave", seat=0)
                await page.until(lambda m: m["type"] == "table" and m["table"]["status"] == "over")
                assert (await page.command("rematch"))["reason"]["code"] == code
                assert page.table["next"] is None

    run(deed)


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
def test_a_table_that_cannot_be(file: Path, seats: list[Any], code: str) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            answer = await ana.http.post("/api/tables", json={"seats": seats})
            assert 400 <= answer.status_code < 500
            assert answer.json()["reason"]["code"] == code

    run(deed)
