"""Limits of websockets: nobody can use up what others need."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from alhambra.server.limits.amounts import Limits
from alhambra.server.limits.costs import COST_OF_SOCKET
from server.helpers.live_server import Server, eventually, serving
from server.helpers.players import (
    BOT,
    ME,
    OPEN,
    Page,
    Person,
    closed_for,
    enter,
    from_address,
    people,
)

pytestmark = pytest.mark.compiled_only


@pytest.mark.limits(spectators_per_table=4, address_spectators_per_table=3)
async def test_spectators_do_not_keep_players_out(
    server: Server, ana: Person, bruno: Person, carla: Person, stranger: Person
) -> None:
    async with AsyncExitStack() as pages:
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
        assert await page.refusal("sit", seat=1) is None
        for host in ("192.0.2.5", "192.0.2.6"):
            page, answer = await enter(carla, table, host)
            pages.push_async_callback(page.socket.close)
            assert answer["type"] == "welcome"
        await eventually(lambda: len(live.spectators) == 4)
        assert sum(page.address == "192.0.2.1" for page in live.spectators) == 1


@pytest.mark.limits(spectators_per_table=1)
async def test_one_that_watches_is_told_when_it_makes_room(
    ana: Person, bruno: Person, stranger: Person
) -> None:
    table = await ana.set_up(ME, OPEN, public=True)
    watching, _ = await enter(stranger, table, "192.0.2.1")
    page, answer = await enter(bruno, table, "192.0.2.2")
    assert answer["type"] == "welcome"
    assert await closed_for(watching) == ("made_room", 4001)
    await page.socket.close()


@pytest.mark.parametrize(
    "refusal",
    [
        pytest.param("server_full", marks=pytest.mark.limits(sockets=3)),
        pytest.param("too_many_pages", marks=pytest.mark.limits(address_sockets=3)),
    ],
)
async def test_where_there_is_no_room_those_who_do_not_play_make_way(
    server: Server, ana: Person, stranger: Person, refusal: str
) -> None:
    host = "192.0.2.1"
    table = await ana.set_up(ME, BOT, public=True)
    first, _ = await enter(ana, table, host)
    silent = Page(await stranger.open_socket(**from_address(host)))
    watching, _ = await enter(stranger, table, host)
    newest, answer = await enter(stranger, table, host)
    assert answer["type"] == "welcome"
    assert await closed_for(silent) == ("made_room", 4001)
    seated = [first]
    for making_room in (watching, newest):
        page, answer = await enter(ana, table, host)
        assert answer["type"] == "welcome"
        assert await closed_for(making_room) == ("made_room", 4001)
        seated.append(page)
    fourth, answer = await enter(ana, table, host)
    assert answer["reason"]["code"] == refusal
    for page in seated:
        await page.ping()
    assert len(server.tables.sockets) == 3
    for page in (*seated, fourth):
        await page.socket.close()
    await eventually(lambda: len(server.tables.sockets) == 0)
    assert not server.tables.sockets._by_address and not server.tables.sockets._by_person


@pytest.mark.limits(person_sockets=2)
async def test_a_person_has_only_so_many_pages(ana: Person, bruno: Person) -> None:
    table = await ana.set_up(ME, BOT, public=True)
    pages = [await enter(ana, table, f"192.0.2.{n}") for n in range(3)]
    assert [answer["type"] for _, answer in pages] == ["welcome", "welcome", "fault"]
    assert (await enter(bruno, table, "192.0.2.1"))[1]["type"] == "welcome"
    for page, _ in pages:
        await page.socket.close()


@pytest.mark.limits(messages_per_second=0.001, messages_at_once=6)
async def test_several_sockets_of_a_person_share_one_rate(
    ana: Person, bruno: Person, carla: Person
) -> None:
    table = await ana.set_up(ME, OPEN, public=True)
    async with bruno.look_at(table) as one, bruno.look_at(table) as other:
        for page in (one, other):
            for _ in range(3):
                await page.ping()
        await other.send("ping")
        assert (await other.wait_for("fault"))["reason"]["code"] == "too_fast"
        assert await one.refusal("start") == "too_fast", "a command is answered by its id"
        async with carla.look_at(table) as page:
            await page.ping()


@pytest.mark.limits(messages_per_second=0.001, messages_at_once=6)
async def test_spectators_without_a_name_share_the_rate_of_their_address(
    ana: Person, stranger: Person
) -> None:
    table = await ana.set_up(ME, BOT, public=True)
    one, _ = await enter(stranger, table, "2001:db8::1")
    other, _ = await enter(stranger, table, "2001:db8::2")
    elsewhere, _ = await enter(stranger, table, "2001:db8:0:1::1")
    await one.send("ask_log")  # costs five
    await other.ping()
    await other.send("ping")
    assert (await other.wait_for("fault"))["reason"]["code"] == "too_fast"
    await elsewhere.ping()
    for page in (one, other, elsewhere):
        await page.socket.close()


async def test_too_many_sockets_are_refused(file: Path) -> None:
    limits = Limits(requests_per_second=0.001, requests_at_once=1 + 3 * COST_OF_SOCKET)
    async with serving(file, limits) as server, people(server, "Ana") as [ana]:
        for _ in range(3):
            async with ana.open_socket():
                pass
        with pytest.raises(InvalidStatus):
            async with ana.open_socket():
                pass


@pytest.mark.limits(requests_per_second=0, requests_at_once=2 * COST_OF_SOCKET)
async def test_a_new_websocket_counts_several_times(stranger: Person) -> None:
    async with stranger.open_socket(), stranger.open_socket():
        with pytest.raises(InvalidStatus):
            await stranger.open_socket()
