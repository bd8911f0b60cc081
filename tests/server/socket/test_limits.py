"""Limits of websockets: nobody can use up what others need."""

from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from alhambra.server.limits.amounts import Limits
from alhambra.server.limits.costs import COST_OF_SOCKET
from server.helpers.live_server import (
    BOT,
    GENEROUS,
    ME,
    OPEN,
    Page,
    Person,
    closed_for,
    enter,
    eventually,
    from_address,
    is_answered,
    people,
    run,
    serving,
    settings_for,
)

pytestmark = pytest.mark.compiled_only


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


def test_too_many_sockets_are_refused(file: Path) -> None:
    async def deed() -> None:
        limits = Limits(requests_per_second=0.001, requests_at_once=1 + 3 * COST_OF_SOCKET)
        async with serving(settings_for(file, limits)) as server, people(server, "Ana") as [ana]:
            for _ in range(3):
                async with ana.open_socket():
                    pass
            with pytest.raises(InvalidStatus):
                async with ana.open_socket():
                    pass

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
