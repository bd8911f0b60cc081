"""A disk that fails while the server runs: nothing is lost, everybody is told, and it goes on."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from alhambra.server.store import writer
from alhambra.server.store.sql import SqlStore
from alhambra.server.store.store import Line, StoreFailed, Writing
from alhambra.server.table.display import Display
from alhambra.server.table.live import LiveTable
from alhambra.server.table.page import Page as ServerPage
from server.helpers.broken_disk import environment
from server.helpers.databases import open_store, step
from server.helpers.live_server import Server
from server.helpers.players import BOT, ME, Person, people
from server.helpers.processes import SERVING, line_of, program

pytestmark = pytest.mark.compiled_only


@asynccontextmanager
async def serving_on_a_broken_disk(folder: Path, flag: Path) -> AsyncIterator[Server]:
    """A server in another process, whose disk is full as long as the flag exists."""
    broken = environment(folder, BROKEN_DISK_FULL_WHILE=str(flag))
    arguments = SERVING, str(folder / "games.sqlite"), "0"
    quiet = asyncio.subprocess.DEVNULL
    async with program(*arguments, stderr=quiet, environment=broken) as process:
        url = await line_of(process)
        yield Server(url.removeprefix("http://").rstrip("/\n"), None)  # type: ignore[arg-type]


async def test_on_a_full_disk_everything_is_refused_and_later_goes_on(tmp_path: Path) -> None:
    flag = tmp_path / "full"
    async with (
        serving_on_a_broken_disk(tmp_path, flag) as server,
        people(server, "Ana") as [ana],
        ana.plays(BOT) as page,
    ):
        await page.own_turn()
        flag.touch()
        for command in (
            page.act(page.first_take),
            page.command("say", text="hello"),
            page.command("leave", seat=0),
        ):
            answer = await command
            assert answer["reason"]["code"] == "not_saved", answer
        for answered in (
            await ana.http.post("/api/tables", json={"seats": [ME, BOT]}),
            await ana.http.post("/api/me", json={"name": "Anna"}),
            await ana.http.delete("/api/me"),
        ):
            assert answered.status_code == 503
            assert answered.json()["reason"]["code"] == "not_saved"
        assert (await ana.http.get("/api/tables")).status_code == 200
        ill = await ana.health(503)
        assert ill == {"well": False, "ill": {"database": "the disk is full"}}

        flag.unlink()
        await ana.health(200)
        assert await page.refusal("say", text="again") is None
        await page.own_turn()
        assert (await page.act(page.first_take))["reason"] is None


async def test_a_locked_database_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("alhambra.server.store.sqlite.BUSY_SECONDS", 0)
    async with open_store(file) as store:
        monkeypatch.setattr(store.writer, "tried_at", float("-inf"))
        assert await store.problem() is None
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreFailed):
                await store.people.add("p", "Ana")
            assert await store.problem() == "another program is locking it"
        store.writer.tried_at = float("-inf")  # some time later
        assert await store.problem() is None


async def test_health_is_tried_once_for_all_who_ask(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[object] = []
    change = store.writer.change

    async def counted(part: Callable[[Connection], Any]) -> Any:
        tried.append(part)
        return await change(part)

    monkeypatch.setattr(store.writer, "change", counted)
    await asyncio.gather(*(store.problem() for _ in range(50)))
    await store.problem()
    assert len(tried) == 1


# The writer


async def test_a_connection_that_cannot_roll_back_is_replaced(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.write("a", Writing(events=[step("a", 1)]))
    connection = store.writer._connection

    def broken(*_: object) -> None:
        raise OSError("the connection is lost")

    with monkeypatch.context() as patched:
        patched.setattr(writer, "insert_many", broken)
        patched.setattr(Connection, "rollback", broken)
        with pytest.raises(OSError, match="lost"):
            await store.write("a", Writing(events=[step("a", 2)]))
    await store.write("a", Writing(events=[step("a", 2)]))
    assert store.writer._connection is not connection
    assert len(await store.events("a")) == 2
    assert await store.problem() is None


async def test_the_writer_goes_on_whatever_fails(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_self: object, parts: Sequence[object]) -> list[object]:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(writer.Writer, "_commit_all", broken)
        with pytest.raises(MemoryError):
            await store.people.add("p", "Ana")
    await store.people.add("p", "Ana")
    assert await store.people.name("p") == "Ana"


async def test_a_writer_that_has_ended_is_told(database_url: str) -> None:
    store = SqlStore(database_url)
    await store.open()
    assert await store.problem() is None
    store.writer._task.cancel()
    await asyncio.wait([store.writer._task])
    assert await store.problem() == "it does not answer"
    with pytest.raises(StoreFailed):
        await store.people.add("p", "Ana")


async def test_one_bad_change_does_not_spoil_the_others(store: SqlStore) -> None:
    def bad(_: Connection) -> None:
        raise KeyError("a mistake")

    answers = await asyncio.gather(
        store.people.add("p", "Ana"),
        store.writer.change(bad),
        store.write("a", Writing(events=[step("a", 1)])),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [type(None), KeyError, type(None)]
    assert await store.people.name("p") == "Ana"


async def test_what_cannot_be_read_is_told(store: SqlStore) -> None:
    await store.writer.change(lambda connection: connection.exec_driver_sql("DROP TABLE chat"))
    with pytest.raises(StoreFailed) as failed:
        await store.chat.lines("a", 10)
    assert failed.value.reason.code == "not_loaded"
    await store.people.add("p", "Ana")
    with pytest.raises(StoreFailed) as failed:
        await store.chat.say("a", Line(0, 1, "p", 0, "Ana", "hello"), "c1")
    assert failed.value.reason.code == "not_saved"


async def test_what_cannot_be_read_is_asked_for_again_later(server: Server, ana: Person) -> None:
    """The status and the close code say that it is the server's fault, and may pass."""
    table = await ana.set_up(ME, BOT)
    server.tables._live.pop(table["id"]).close()
    change = server.tables.store.writer.change  # type: ignore[attr-defined]
    await change(lambda connection: connection.exec_driver_sql("DROP TABLE sitters"))
    for path in ("/api/tables", f"/api/tables/{table['id']}"):
        answer = await ana.http.get(path)
        assert (answer.status_code, answer.json()["reason"]["code"]) == (503, "not_loaded")
    with pytest.raises(ConnectionClosed) as closed:
        async with ana.look_at(table) as page:
            await page.read()
    assert closed.value.rcvd and closed.value.rcvd.code == CloseCode.TRY_AGAIN_LATER


# A table


@pytest.mark.parametrize("broken", ["write", "entry"])
async def test_memory_is_never_ahead_of_the_log(
    server: Server, ana: Person, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    table = await ana.set_up(ME, BOT)
    live = await server.tables.find(table["id"])
    async with ana.look_at(table, fair=False) as page:

        def fails(*_: object) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as patched:
            if broken == "entry":
                patched.setattr(LiveTable, "entry", fails)
            else:
                patched.setattr(server.tables.store, "write", fails)
            answer = await page.command("set_options", options={"undo": False})
            expected = "went_wrong" if broken == "entry" else "not_saved"
            assert answer["reason"]["code"] == expected
        assert live.gone
        events = await server.tables.store.events(table["id"])
        assert (await server.tables.find(table["id"])).fold.version == len(events)
        assert await page.refusal("set_options", options={"undo": False}) is None


async def test_what_fails_after_a_commit_does_not_stop_the_rest(
    server: Server, ana: Person, bruno: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One page cannot be rendered for, and the fan-out fails: the other pages are told, and the
    bot plays on."""
    table = await ana.set_up(ME, BOT, public=True)
    async with ana.look_at(table) as page, bruno.look_at(table) as his:
        live = await server.tables.find(table["id"])
        shown_seat = ServerPage.shown_seat

        def fails_for_spectators(self: ServerPage, fold: Any) -> int | None:
            if not fold.seats_of(self.person):
                raise ZeroDivisionError
            return shown_seat(self, fold)

        table_message = Display.table_message

        def no_table_for_spectators(self: Display, page: ServerPage) -> str:
            if not live.fold.seats_of(page.person):
                raise ZeroDivisionError
            return table_message(self, page)

        async def not_published(*_: object) -> None:
            raise OSError("no other process is there")

        monkeypatch.setattr(ServerPage, "shown_seat", fails_for_spectators)
        monkeypatch.setattr(Display, "table_message", no_table_for_spectators)
        monkeypatch.setattr(server.tables.fanout, "publish", not_published)
        assert await page.refusal("start") is None
        await page.own_turn()
        assert (await page.act(page.first_take))["reason"] is None
        before = live.fold.version
        while page.state["version"] <= before or not page.legal:
            await page.read()
        await his.ping()
        metrics = (await ana.http.get("/metrics")).text
        assert 'alhambra_failures_total{part="showing"}' in metrics
        assert 'alhambra_failures_total{part="publishing"}' in metrics
