"""Being forgotten: at once where it matters, whatever happens in the middle."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from alhambra import Game, Record
from alhambra.server.log.events import Created, HostChanged, SeatSet, Started
from alhambra.server.log.fold import Fold
from alhambra.server.protocol.table import SeatChoice, TableOptions
from alhambra.server.store.sql import SqlStore
from alhambra.server.store.store import Line, Sitter
from alhambra.server.table.decisions import Decision
from alhambra.server.table.forgetting import forget, give_up_seats
from alhambra.server.table.live import LiveTable
from alhambra.server.table.registry import Tables
from alhambra.server.table.seating import FREE
from server.helpers.broken_disk import BEFORE, killed_at_every_sync
from server.helpers.games import finished
from server.helpers.live_server import Server, eventually, serving, settings_for
from server.helpers.players import BOT, ME, OPEN, Message, Page, Person, guest, people

pytestmark = pytest.mark.compiled_only

NAME = "games.sqlite"
SHE, HE = "zenobia-0123456789", "bruno-0123456789"


def recorded(*names: str) -> Record:
    """A whole game, played by taking money and placing nothing."""
    game = Game.new(list(names), seed=7)
    while not game.is_over:
        game.play(game.legal_actions[0])
    return Record.of(game, {"event": "at the house of Zenobia"})


# Killed in the middle


async def set_up(folder: Path) -> None:
    """Tables of every kind at which Zenobia sits."""
    store = SqlStore(f"sqlite:///{folder / NAME}")
    await store.open()
    tables = Tables(store, settings_for(folder / NAME))
    await store.people.add(SHE, "Zenobia")
    await store.people.add(HE, "Bruno")

    async def create(*seats: Message) -> LiveTable:
        choices = TypeAdapter(list[SeatChoice]).validate_python(seats)
        return await tables.create(SHE, "Zenobia", choices, TableOptions(public=True))

    await create(ME, guest("Zoe"), OPEN)
    await create(OPEN, OPEN)
    for other in (BOT, guest("Zoe")):
        table = await create(ME, other)
        async with table.lock:
            await table.commit(Decision([Started("2")]))
    await tables.keep(SHE, str(recorded("Zenobia", "Zara")))
    damaged = await create(ME, BOT)
    await store.chat.say(damaged.fold.id, Line(0, 1, SHE, 0, "Zenobia", "hello"), "c1")
    await tables.close()
    await store.close()
    with closing(sqlite3.connect(folder / NAME)) as connection:
        connection.execute("UPDATE events SET data = '{' WHERE game = ?", (damaged.fold.id,))
        connection.commit()


def forget_her(folder: Path) -> None:
    """Forget Zenobia. (Called in another process.)"""

    async def forget_in_process() -> None:
        store = SqlStore(f"sqlite:///{folder / NAME}", is_prepared=True)
        await store.open()
        tables = Tables(store, settings_for(folder / NAME))
        await forget(tables, SHE)
        await tables.close()
        await store.close()

    asyncio.run(forget_in_process())


async def test_killed_at_any_moment_it_goes_on_at_the_next_start(tmp_path: Path) -> None:
    before = tmp_path / BEFORE
    before.mkdir()
    await set_up(before)
    folders = killed_at_every_sync(tmp_path, "server.table.test_forgetting", "forget_her")
    assert len(folders) > 5, "it was killed several times"
    has_begun = [was_begun(folder) for folder in folders]
    assert has_begun == sorted(has_begun) and has_begun[-1]
    for folder, begun in zip(folders, has_begun, strict=True):
        if begun:
            await look_at_what_is_left(folder)


def was_begun(folder: Path) -> bool:
    """Was the deletion acknowledged to the disk? Then no name is left in the database."""
    with closing(sqlite3.connect(folder / NAME)) as connection:
        known = connection.execute("SELECT 1 FROM persons WHERE key = ?", (SHE,)).fetchall()
        dump = "\n".join(connection.iterdump())
    for name in ("Zenobia", "Zoe", "Zara"):
        assert (name in dump) == bool(known), "all at once"
    return not known


async def look_at_what_is_left(folder: Path) -> None:
    async with serving(folder / NAME) as server:
        tables, store = server.tables, server.tables.store
        while await store.people.leaving():
            await asyncio.sleep(0.02)
        with closing(sqlite3.connect(folder / NAME)) as connection:
            games = [game for [game] in connection.execute("SELECT game FROM entries")]
            persons = connection.execute("SELECT person FROM sitters WHERE person NOTNULL")
            assert persons.fetchall() == []
        assert len(games) == 6
        seen = []
        for game in games:
            table = await tables.find_readable(game)
            seen.append(table.fold.status if table else "unreadable")
            if table:
                check_seats(table.fold)
        assert sorted(seen) == ["open", "open", "over", "playing", "playing", "unreadable"]


def check_seats(fold: Fold) -> None:
    if fold.status == "open":
        assert fold.host is None
        assert {seat.kind for seat in fold.seats} == {"open"} and set(fold.names) == {FREE}
    elif fold.status == "playing":
        assert all(seat.bot for seat in fold.seats)
        assert fold.names[0] == "Player 1"
    else:
        assert fold.names == ["Player 1", "Player 2"]


# While the server runs


async def test_pages_of_the_forgotten_are_closed_and_cannot_speak(
    zenobia: Person, bruno: Person
) -> None:
    table = await bruno.set_up(ME, OPEN, public=True)
    cookie = dict(zenobia.http.cookies)
    async with bruno.look_at(table) as his, zenobia.look_at(table) as hers:
        await zenobia.delete_data()
        await hers.socket.wait_closed()
        zenobia.http.cookies.update(cookie)
        async with zenobia.look_at(table) as again:
            for kind, fields in (("say", {"text": "hi"}), ("sit", {"seat": 1})):
                assert await again.refusal(kind, **fields) == "name_needed"
        answer = await zenobia.http.post("/api/tables", json={"seats": [ME, BOT]})
        assert answer.status_code == 401
        assert "Zenobia" not in str(his.heard.messages)


async def test_a_command_that_waits_while_its_person_is_forgotten_is_not_carried_out(
    server: Server, zenobia: Person
) -> None:
    table = await zenobia.set_up(OPEN, OPEN)
    live = await server.tables.find(table["id"])
    async with zenobia.look_at(table) as hers:
        async with live.lock:
            await hers.send("set_options", id="late", options={"public": True})
            await eventually(lambda: bool(live.lock._waiters))
            forgetting = asyncio.create_task(forget(server.tables, live.fold.host or ""))
            await hers.socket.wait_closed()
        await forgetting
    logged = await server.tables.store.events(table["id"])
    assert [type(each.event) for each in logged] == [Created, HostChanged]


async def test_a_page_that_comes_while_its_person_is_forgotten_is_closed(
    server: Server, zenobia: Person, bruno: Person
) -> None:
    hosted, table = await zenobia.set_up(ME, BOT), await bruno.set_up(ME, OPEN, public=True)
    key = (await server.tables.find(hosted["id"])).fold.host
    live = await server.tables.find(table["id"])
    assert key
    async with zenobia.open_socket() as opened:
        async with live.lock:
            await Page(opened).hello(table["id"])
            await eventually(
                lambda: bool(live.lock._waiters)
            )  # the server knows who it is, and reads the table
            await forget(server.tables, key)
        await opened.wait_closed()
    assert key not in live.present


async def test_a_name_that_comes_while_its_person_is_forgotten_is_that_of_a_newcomer(
    server: Server, zenobia: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await zenobia.set_up(ME, BOT)
    tables, store = server.tables, server.tables.store
    key = (await tables.find(table["id"])).fold.host
    find = store.people.name

    async def find_and_forget(person: str) -> str | None:
        name = await find(person)
        await forget(tables, person)
        return name

    monkeypatch.setattr(store.people, "name", find_and_forget)
    answer = await zenobia.http.post("/api/me", json={"name": "Zoe"})
    monkeypatch.undo()
    assert (answer.status_code, answer.json()["name"]) == (200, "Zoe")
    assert await store.people.name(key or "") is None
    assert (await zenobia.http.get("/api/me")).json()["name"] == "Zoe"
    assert (await zenobia.http.get("/api/tables")).json()["mine"] == []


async def test_a_rematch_leaves_the_seat_of_the_forgotten_open(
    server: Server, zenobia: Person, bruno: Person
) -> None:
    table = await bruno.set_up(ME, OPEN)
    async with zenobia.look_at(table) as hers:
        await hers.command("sit", seat=1)
    live = await server.tables.find(table["id"])
    live.fold.status = "over"
    await zenobia.delete_data()
    laid = await server.tables.rematch(live, live.fold.host or "")
    fold = (await server.tables.find(laid)).fold
    assert [seat.kind for seat in fold.seats] == ["open", "person"]
    assert fold.names == [FREE, "Bruno"]


async def test_who_sits_down_at_a_table_without_a_host_becomes_the_host(
    zenobia: Person, bruno: Person
) -> None:
    table = await zenobia.set_up(ME, BOT, public=True)
    await zenobia.delete_data()
    async with bruno.look_at(table) as his:
        assert await his.refusal("sit", seat=0) is None
        assert await his.refusal("start") is None


async def test_a_seat_that_somebody_else_gets_meanwhile_keeps_its_name(
    server: Server, ana: Person, zenobia: Person
) -> None:
    table = await ana.set_up(ME, OPEN)
    async with zenobia.look_at(table) as page:
        assert await page.refusal("sit", seat=1) is None
    live = await server.tables.find(table["id"])
    key = live.fold.seats[1].person
    assert key
    await eventually(lambda: not live.pages)  # the page closes
    async with live.lock:
        forgetting = asyncio.create_task(forget(server.tables, key))
        await eventually(lambda: bool(live.lock._waiters))
        change = SeatSet(1, "bot", None, "apprentice", live.fold.seats[1].counter)
        await live.commit(Decision([change], [Sitter(1, "Karl", None)]))
    await forgetting
    shown = (await ana.http.get(f"/api/tables/{table['id']}")).json()
    assert [seat["name"] for seat in shown["seats"]] == ["Ana", "Karl"]


# Games that cannot be read


async def test_the_sweep_may_give_up_the_same_seats(server: Server, ana: Person) -> None:
    tables = server.tables
    table = await ana.set_up(ME, BOT)
    person = (await tables.find(table["id"])).fold.host
    assert person
    await tables.store.people.begin_to_forget(person)
    await asyncio.gather(*(give_up_seats(tables, person) for _ in range(2)))
    assert await tables.store.people.leaving() == []
    assert "alhambra_failures_total{" not in (await ana.http.get("/metrics")).text


async def test_a_seat_that_cannot_be_given_up_now_is_given_up_later(
    server: Server, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = server.tables
    games = [(await ana.set_up(ME, BOT))["id"] for _ in range(3)]
    person = (await tables.find(games[0])).fold.host
    assert person
    find = tables.find_readable

    async def find_others(game: str) -> LiveTable | None:
        if game == games[1]:
            raise RuntimeError("broken")
        return await find(game)

    async def taken() -> list[str]:
        return [game for game in games if await tables.store.people.seats_of(game, person)]

    with monkeypatch.context() as patch:
        patch.setattr(tables, "find_readable", find_others)
        await forget(tables, person)
    assert await taken() == [games[1]]
    assert await tables.store.people.leaving() == [person]
    await tables.sweeper.sweep()
    assert await taken() == []
    assert await tables.store.people.leaving() == []


async def test_one_unreadable_game_stops_nothing_else(
    file: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("alhambra.server.table.sweeper.SWEEP_SECONDS", 0.01)
    days = {"kind": "days", "days": 2}
    async with serving(file) as server, people(server, "Ana") as [ana]:
        games = []
        for _ in range(2):
            async with ana.plays(BOT, clock=days) as page:
                games.append(page.game)
        over = (await finished(ana, BOT))["id"]
        cookie = dict(ana.http.cookies)
    with closing(sqlite3.connect(file)) as connection:
        first = connection.execute("SELECT game FROM entries WHERE days").fetchone()[0]
        connection.execute("UPDATE events SET data = '{}' WHERE game = ?", (first,))
        connection.execute("UPDATE turns SET due = 0")
        connection.execute("DELETE FROM results")
        connection.execute("UPDATE turns SET due = 0")
        connection.commit()
    async with serving(file) as server, people(server, "Bruno") as [bruno]:
        while not await server.tables.store.standings([over]):
            await asyncio.sleep(0.02)  # swept: what comes after the unreadable game as well
        [other] = set(games) - {first}
        assert server.tables.in_memory(other)
        bruno.http.cookies.update(cookie)
        answer = await bruno.http.get("/api/tables")
        assert answer.status_code == 200
        assert {line["id"] for line in answer.json()["mine"]} == {*games, over}
        refused = await bruno.http.get(f"/api/tables/{first}")
        assert refused.json()["reason"]["code"] == "unreadable_game"
        assert "alhambra_unreadable_games 1.0" in (await bruno.http.get("/metrics")).text
        assert caplog.text.count("game cannot be read") == 1
        await bruno.delete_data()
        assert await server.tables.store.people.leaving() == []


# Names in the log


def log_of(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return json.dumps(connection.execute("SELECT * FROM events").fetchall())


async def test_names_of_imported_and_continued_games_are_not_in_the_log(
    server: Server, ana: Person, file: Path
) -> None:
    record = recorded("Zenobia", "Zara")
    kept = await ana.bring(record)
    assert [seat["name"] for seat in kept["seats"]] == ["Zenobia", "Zara"]
    text = (await ana.http.get(f"/api/games/{kept['id']}/record")).text
    assert Record.parse(text).names == record.names
    assert Record.parse(text).steps == record.steps
    await ana.play_on(kept["id"], ply=3, seats=[ME, BOT], invite=kept["invite"])
    assert "Zenobia" not in log_of(file) and "Zara" not in log_of(file)
    await ana.delete_data()
    fold = (await server.tables.find(kept["id"])).fold
    assert "Zenobia" not in str(fold.record()) and "Zara" not in str(fold.record())
