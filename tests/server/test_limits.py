"""Limits by person, by address and for all: nobody can use up what others need."""

import asyncio
import random
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from alhambra import Game
from alhambra.reasons import AlhambraError
from alhambra.record import Record
from alhambra.server.limits.addresses import counted_address
from alhambra.server.limits.amounts import Limits
from alhambra.server.limits.costs import COST_OF_SOCKET, cost_of_request
from alhambra.server.limits.quotas import Quotas
from alhambra.server.limits.rates import SWEEP_SECONDS, Buckets
from alhambra.server.log.events import Paused
from alhambra.server.log.fold import Fold
from alhambra.server.protocol.table import TableShown
from alhambra.server.protocol.to_page import PROTOCOL
from alhambra.server.render.table import table_shown
from alhambra.server.store.sql import SqlStore
from alhambra.server.store.store import Line
from alhambra.server.table import game_length, live
from server.playing import (
    BOT,
    GENEROUS,
    ME,
    OPEN,
    Message,
    Page,
    Person,
    any_action,
    browser,
    people,
    run,
    serving,
    settings_for,
)

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def from_address(host: str) -> dict[str, str]:
    """The header with which a proxy on this machine names its caller."""
    return {"x-forwarded-for": host}


async def enter(person: Person, table: Message, host: str) -> tuple[Page, Message]:
    """Open a page from an address and say hello: the page, and the first answer."""
    page = Page(await person.open_socket(**from_address(host)))
    hello = {"protocol": PROTOCOL, "table": table["id"], "invite": table["invite"]}
    with suppress(ConnectionClosed):  # there may be no room
        await page.send("hello", **hello)
    return page, await page.until(lambda m: m["type"] in ("welcome", "fault"))


async def is_answered(page: Page) -> None:
    await page.send("ping")
    await page.wait_for("pong")


async def closed_for(page: Page) -> tuple[str, int]:
    """Why the server closes this page: the code of the reason, and of the websocket."""
    fault = await page.wait_for("fault")
    with pytest.raises(ConnectionClosed) as closed:
        await page.until(lambda _: False)
    assert closed.value.rcvd is not None
    code: str = fault["reason"]["code"]
    return code, closed.value.rcvd.code


async def eventually(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.005)


# Counting


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_are_counted_by_household(host: str, counted: str) -> None:
    assert counted_address(host) == counted


def test_many_newcomers_do_not_reset_what_somebody_has_used() -> None:
    now = 0.0
    buckets = Buckets(1, 3, kept=10, clock=lambda: now)
    assert [buckets.take("busy") for _ in range(4)] == [True, True, True, False]
    for number in range(100):
        buckets.take(f"newcomer {number}")
    assert len(buckets) == 10
    assert not buckets.take("busy")
    now = SWEEP_SECONDS + 1.0
    assert buckets.take("another")
    assert len(buckets) == 1, "full buckets are forgotten"


def test_costly_requests_count_several_times() -> None:
    assert cost_of_request("GET", "/api/about") == 1
    assert cost_of_request("GET", "/api/games/abc") > cost_of_request("GET", "/api/tables/abc")
    assert cost_of_request("POST", "/api/records") > 1
    buckets = Buckets(1, 10, clock=lambda: 0.0)
    assert [buckets.take("a", 5) for _ in range(3)] == [True, True, False]
    assert buckets.take("b", 50), "a full bucket is enough for any cost"


def test_costly_requests_are_charged_what_they_cost(file: Path) -> None:
    cost = cost_of_request("GET", "/api/games/nowhere")
    limits = replace(GENEROUS, requests_per_second=0, requests_at_once=2 * cost)

    async def deed() -> None:
        async with serving(settings_for(file, limits)) as server, browser(server) as http:
            answers = [await http.get("/api/games/nowhere") for _ in range(3)]
            assert [answer.status_code for answer in answers] == [404, 404, 429]

    run(deed)


# Websockets


def test_spectators_do_not_keep_players_out(file: Path) -> None:
    limits = replace(GENEROUS, spectators_per_table=4, address_spectators_per_table=3)

    async def deed() -> None:
        async with (
            serving(settings_for(file, limits)) as server,
            people(server, "Ana", "Bruno", "Carla") as [ana, bruno, carla],
            AsyncExitStack() as pages,
        ):
            stranger = Person(server, "")
            pages.push_async_callback(stranger.http.aclose)
            table = await ana.set_up(ME, OPEN, public=True)
            for n, host in enumerate(["192.0.2.1"] * 4 + ["192.0.2.2"] * 2):
                page, answer = await enter(stranger, table, host)
                pages.push_async_callback(page.socket.close)
                assert (answer["type"] == "welcome") is (n in (0, 1, 2, 4)), n
                if answer["type"] == "fault":
                    code = "too_many_pages" if n == 3 else "table_full"
                    assert answer["reason"]["code"] == code
            for person in (ana, bruno):
                page, answer = await enter(person, table, "192.0.2.1" if person is ana else "::1")
                pages.push_async_callback(page.socket.close)
                assert answer["type"] == "welcome"
            live = await server.tables.find(table["id"])
            await eventually(lambda: len(live.spectators) == 4)
            assert (await page.command("sit", seat=1))["reason"] is None
            for host in ("192.0.2.5", "192.0.2.6"):
                page, answer = await enter(carla, table, host)
                pages.push_async_callback(page.socket.close)
                assert answer["type"] == "welcome"
            await eventually(lambda: len(live.spectators) == 4)
            assert sum(page.address == "192.0.2.1" for page in live.spectators) == 1

    run(deed)


def test_one_that_watches_is_told_when_it_makes_room(file: Path) -> None:
    limits = replace(GENEROUS, spectators_per_table=1)

    async def deed() -> None:
        async with (
            serving(settings_for(file, limits)) as server,
            people(server, "Ana", "Bruno") as [ana, bruno],
        ):
            stranger = Person(server, "")
            table = await ana.set_up(ME, OPEN, public=True)
            watching, _ = await enter(stranger, table, "192.0.2.1")
            page, answer = await enter(bruno, table, "192.0.2.2")
            assert answer["type"] == "welcome"
            assert await closed_for(watching) == ("made_room", 4001)
            await page.socket.close()
            await stranger.http.aclose()

    run(deed)


@pytest.mark.parametrize("limit", ["sockets", "address_sockets"])
def test_where_there_is_no_room_those_who_do_not_play_make_way(file: Path, limit: str) -> None:
    limits = replace(GENEROUS, **{limit: 3})

    async def deed() -> None:
        async with serving(settings_for(file, limits)) as server, people(server, "Ana") as [ana]:
            stranger = Person(server, "")
            table = await ana.set_up(ME, BOT, public=True)
            seated, _ = await enter(ana, table, "192.0.2.1")
            silent = Page(await stranger.open_socket(**from_address("192.0.2.1")))
            watching, _ = await enter(stranger, table, "192.0.2.1")
            newest, answer = await enter(stranger, table, "192.0.2.1")
            assert answer["type"] == "welcome"
            assert await closed_for(silent) == ("made_room", 4001)
            again, answer = await enter(ana, table, "192.0.2.1")
            assert answer["type"] == "welcome"
            assert await closed_for(watching) == ("made_room", 4001)
            third, answer = await enter(ana, table, "192.0.2.1")
            assert answer["type"] == "welcome"
            assert await closed_for(newest) == ("made_room", 4001)
            fourth, answer = await enter(ana, table, "192.0.2.1")
            refusal = "server_full" if limit == "sockets" else "too_many_pages"
            assert answer["reason"]["code"] == refusal
            for page in (seated, again, third):
                await is_answered(page)
            assert len(server.tables.sockets) == 3
            for page in (seated, again, third, fourth):
                await page.socket.close()
            await eventually(lambda: len(server.tables.sockets) == 0)
            assert not server.tables.sockets._by_address and not server.tables.sockets._by_person
            await stranger.http.aclose()

    run(deed)


def test_a_person_has_only_so_many_pages(file: Path) -> None:
    limits = replace(GENEROUS, person_sockets=2)

    async def deed() -> None:
        async with (
            serving(settings_for(file, limits)) as server,
            people(server, "Ana", "Bruno") as [ana, bruno],
        ):
            table = await ana.set_up(ME, BOT, public=True)
            pages = [await enter(ana, table, f"192.0.2.{n}") for n in range(3)]
            assert [answer["type"] for _, answer in pages] == ["welcome", "welcome", "fault"]
            assert (await enter(bruno, table, "192.0.2.1"))[1]["type"] == "welcome"
            for page, _ in pages:
                await page.socket.close()

    run(deed)


# Messages and chat


def test_several_sockets_of_a_person_share_one_rate(file: Path) -> None:
    limits = replace(GENEROUS, messages_per_second=0.001, messages_at_once=6)

    async def deed() -> None:
        async with (
            serving(settings_for(file, limits)) as server,
            people(server, "Ana", "Bruno", "Carla") as [ana, bruno, carla],
        ):
            table = await ana.set_up(ME, OPEN, public=True)
            async with bruno.look_at(table) as one, bruno.look_at(table) as other:
                for page in (one, other):
                    for _ in range(3):
                        await is_answered(page)
                await other.send("ping")
                assert (await other.wait_for("fault"))["reason"]["code"] == "too_fast"
                answer = await one.command("start")
                assert answer["reason"]["code"] == "too_fast", "a command is answered by its id"
                async with carla.look_at(table) as page:
                    await is_answered(page)

    run(deed)


def test_spectators_without_a_name_share_the_rate_of_their_address(file: Path) -> None:
    limits = replace(GENEROUS, messages_per_second=0.001, messages_at_once=6)

    async def deed() -> None:
        async with serving(settings_for(file, limits)) as server, people(server, "Ana") as [ana]:
            stranger = Person(server, "")
            table = await ana.set_up(ME, BOT, public=True)
            one, _ = await enter(stranger, table, "2001:db8::1")
            other, _ = await enter(stranger, table, "2001:db8::2")
            elsewhere, _ = await enter(stranger, table, "2001:db8:0:1::1")
            await one.send("ask_log")  # costs five
            await is_answered(other)
            await other.send("ping")
            assert (await other.wait_for("fault"))["reason"]["code"] == "too_fast"
            await is_answered(elsewhere)
            for page in (one, other, elsewhere):
                await page.socket.close()
            await stranger.http.aclose()

    run(deed)


def test_chat_is_limited_by_person_and_by_address(file: Path) -> None:
    limits = replace(
        GENEROUS,
        chat_per_second=0.001,
        chat_at_once=3,
        address_chat_per_second=0.001,
        address_chat_at_once=5,
    )

    async def deed() -> None:
        async with (
            serving(settings_for(file, limits)) as server,
            people(server, "Ana", "Bruno") as [ana, bruno],
        ):
            table = await ana.set_up(ME, OPEN)
            said: list[bool] = []
            for person in (ana, ana, bruno):
                async with person.look_at(table) as page:
                    for n in range(3):
                        answer = await page.command("say", text=f"line {n}")
                        said.append(answer["reason"] is None)
            assert said == [True] * 3 + [False] * 3 + [True] * 2 + [False]

    run(deed)


# People and tables


def test_new_names_are_limited_by_address(file: Path) -> None:
    limits = replace(GENEROUS, address_persons_per_hour=1, address_persons_at_once=2)

    async def deed() -> None:
        async with serving(settings_for(file, limits)) as server:
            answers = []
            for n, host in enumerate(["2001:db8::1", "2001:db8::2", "2001:db8::3", "192.0.2.1"]):
                person = Person(server, "")
                answer = await person.http.post(
                    "/api/me", json={"name": f"P{n}"}, headers=from_address(host)
                )
                answers.append(answer.status_code)
                if n == 0:  # a new name for the same person is free
                    again = await person.http.post(
                        "/api/me", json={"name": "Again"}, headers=from_address(host)
                    )
                    assert again.status_code == 200
                await person.http.aclose()
            assert answers == [200, 200, 429, 200]

    run(deed)


def test_an_address_has_a_rate_beside_those_of_its_persons() -> None:
    limits = replace(GENEROUS, address_messages_per_second=0.001, address_messages_at_once=3)
    quotas = Quotas(limits, clock=lambda: 0.0)
    for person in ("ana", "bruno", "carla"):
        quotas.charge_message(person, "here", 1)
    with pytest.raises(AlhambraError, match="too much at once"):
        quotas.charge_message("dora", "here", 1)
    quotas.charge_message("dora", "elsewhere", 1)


def test_new_tables_are_limited_by_person_and_by_address() -> None:
    now = 0.0
    limits = Limits(tables_at_once=2, tables_per_hour=1, address_tables_at_once=3)
    quotas = Quotas(limits, clock=lambda: now)

    def is_charged(person: str, address: str, public: bool = False) -> bool:
        try:
            quotas.charge_table(person, address, public=public)
        except ValueError:
            return False
        return True

    assert [is_charged("ana", "here") for _ in range(3)] == [True, True, False]
    assert [is_charged("bruno", "here") for _ in range(2)] == [True, False]
    assert is_charged("carla", "elsewhere")
    now = 3600.0
    assert is_charged("ana", "here")


def test_who_sets_up_too_many_tables_is_refused_in_every_way(file: Path) -> None:
    limits = replace(GENEROUS, tables_per_hour=0.001, tables_at_once=1)

    async def deed() -> None:
        async with serving(settings_for(file, limits)) as server, people(server, "Ana") as [ana]:
            answer = await ana.http.post("/api/records", json={"text": str(short_record())})
            assert answer.status_code == 201
            game = answer.json()["id"]
            for path, body in (
                ("/api/tables", {"seats": [ME, BOT]}),
                ("/api/records", {"text": str(short_record())}),
                (f"/api/games/{game}/play-on", {"ply": 3, "seats": [ME, BOT]}),
            ):
                answer = await ana.http.post(path, json=body)
                assert answer.status_code == 429
                assert answer.json()["reason"]["code"] == "too_many_tables"

    run(deed)


def test_nobody_fills_the_list_of_public_tables(file: Path) -> None:
    limits = replace(GENEROUS, public_per_host=2, address_public_per_hour=1)

    async def deed() -> None:
        async with (
            serving(settings_for(file, replace(limits, address_public_at_once=6))) as server,
            people(server, "Ana", "Bruno", "Carla") as [ana, bruno, carla],
        ):
            his = await bruno.set_up(ME, OPEN, public=True)
            hers = [await ana.set_up(ME, OPEN, public=True) for _ in range(4)]
            listed = (await carla.http.get("/api/tables")).json()["public"]
            latest = [hers[3]["id"], hers[2]["id"]]
            assert [line["id"] for line in listed] == [*latest, his["id"]]
            hidden = await carla.set_up(ME, OPEN)
            public = {"seats": [ME, OPEN], "options": {"public": True}}
            assert (await carla.http.post("/api/tables", json=public)).status_code == 201
            answer = await carla.http.post("/api/tables", json=public)
            assert answer.json()["reason"]["code"] == "too_many_public"
            async with carla.look_at(hidden) as page:
                refused = await page.command("set_options", options={"public": True})
                assert refused["reason"]["code"] == "too_many_public"
                assert not page.table["options"]["public"]

    run(deed)


def test_idle_tables_leave_the_memory_before_anybody_is_refused(file: Path) -> None:
    limits = replace(GENEROUS, tables_in_memory=2)

    async def deed() -> None:
        async with serving(settings_for(file, limits)) as server, people(server, "Ana") as [ana]:
            tables = [await ana.set_up(ME, BOT) for _ in range(3)]
            assert len(server.tables._live) == 2
            async with ana.look_at(tables[0]) as one, ana.look_at(tables[1]) as other:
                answer = await ana.http.get(f"/api/tables/{tables[2]['id']}")
                assert answer.status_code == 503
                assert answer.json()["reason"]["code"] == "server_full"
                for page in (one, other):
                    assert (await page.command("start"))["reason"] is None
            live = server.tables._live
            await eventually(lambda: any(table.is_idle for table in live.values()))
            assert (await ana.http.get(f"/api/tables/{tables[2]['id']}")).status_code == 200

    run(deed)


def test_a_table_that_was_loaded_again_during_a_sweep_stays(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def deed() -> None:
        async with (
            serving(settings_for(file, idle_seconds=0)) as server,
            people(server, "Ana", "Bruno") as [ana, bruno],
        ):
            tables = server.tables
            first, second = await ana.set_up(ME, BOT), await ana.set_up(ME, OPEN)
            async with ana.look_at(first) as page, AsyncExitStack() as stack:
                reload = tables._reload

                async def and_others_come(game: str) -> None:
                    """The second table leaves the memory, and Bruno looks at it again."""
                    tables._live.pop(second["id"]).close()
                    await stack.enter_async_context(bruno.look_at(second))
                    await reload(game)

                monkeypatch.setattr(tables, "_reload", and_others_come)
                tables._live[first["id"]].gone = True
                await tables._sweep()
                found = tables.in_memory(second["id"])
                assert found is not None
                assert len(found.pages) == 1
                await is_answered(page)

    run(deed)


# What costs others


def test_a_table_is_written_once_for_all_pages_of_a_person(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise each page that comes costs as much as the square of their number."""
    written: list[str | None] = []

    def counted(fold: Fold, person: str | None, **more: Any) -> TableShown:
        written.append(person)
        return table_shown(fold, person, **more)

    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, BOT, public=True)
            async with AsyncExitStack() as stack, httpx.AsyncClient() as http:
                nobody = Person(server, "")
                nobody.http = http
                for person in [ana, nobody] * 5:
                    page = await stack.enter_async_context(person.look_at(table))
                written.clear()
                monkeypatch.setattr(live, "table_shown", counted)
                server.tables._live[table["id"]].show_table()
                await page.wait_for("table")
                assert len(written) == 2
                assert page.table["spectators"] == 5

    run(deed)


def test_a_new_websocket_counts_several_times(file: Path) -> None:
    limits = replace(GENEROUS, requests_per_second=0, requests_at_once=2 * COST_OF_SOCKET)

    async def deed() -> None:
        async with serving(settings_for(file, limits)) as server:
            nobody = Person(server, "")
            async with nobody.open_socket(), nobody.open_socket():
                with pytest.raises(InvalidStatus):
                    await nobody.open_socket()
            await nobody.http.aclose()

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


def test_a_reported_line_is_found_without_reading_the_others(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    async def lines(store: SqlStore, game: str, limit: int) -> list[Line]:
        read.append(limit)
        return await all_lines(store, game, limit)

    all_lines = SqlStore.lines

    async def deed() -> None:
        async with (
            serving(settings_for(file)) as server,
            people(server, "Ana", "Bruno") as [ana, bruno],
        ):
            table = await ana.set_up(ME, OPEN)
            async with ana.look_at(table) as hers, bruno.look_at(table) as his:
                await hers.command("say", text="hello")
                line = (await his.wait_for("chat"))["lines"][0]["line"]
                monkeypatch.setattr(SqlStore, "lines", lines)
                for kind in ("report", "mute"):
                    more = {"muted": True} if kind == "mute" else {}
                    assert (await his.command(kind, line=line, **more))["reason"] is None
                assert max(read, default=0) <= GENEROUS.chat_lines

    run(deed)


# Commands and their ids


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


def test_another_line_of_chat_under_a_used_id_is_refused(file: Path) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, BOT)
            async with ana.look_at(table) as page:
                for text, code in (("one", None), ("one", None), ("two", "only_once")):
                    answer = await page.command("say", id="same", text=text)
                    assert (answer["reason"] or {"code": None})["code"] == code

    run(deed)


# Long games


def short_record() -> Record:
    rng = random.Random(3)
    game = Game.new(["Ana", "Bruno"], shuffler=rng)
    for _ in range(10):
        game.play(rng.choice(game.legal_actions))
    return Record.of(game)


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
