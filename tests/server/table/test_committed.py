"""Whatever is read comes from the log: nothing is shown before it is written."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from alhambra.happenings import Happening
from alhambra.pieces import TILES
from alhambra.server.log.events import LoggedEvent
from alhambra.server.log.fold import Fold
from alhambra.server.log.happenings import AnyHappening
from alhambra.server.protocol.to_page import PROTOCOL
from alhambra.server.store.sql import SqlStore
from alhambra.server.store.store import Writing
from server.helpers.live_server import ME, Page, Person, Server, people, run, serving, settings_for

pytestmark = pytest.mark.compiled_only

BRUNO = {"kind": "guest", "name": "Bruno"}


class StuckStore(SqlStore):
    """A store whose writes wait, once it is told to, until they fail."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"sqlite:///{file}")
        self.works = asyncio.Event()
        self.works.set()
        self.waiting = asyncio.Event()

    async def write(self, game: str, writing: Writing) -> None:
        if not self.works.is_set():
            self.waiting.set()
            await self.works.wait()
            raise OSError("the disk is full")
        await super().write(game, writing)


@asynccontextmanager
async def table_with_a_stuck_write(
    file: Path, *, leaving: bool = False
) -> AsyncIterator[tuple[Server, StuckStore, Person, Page, dict[str, object]]]:
    """Ana's page has sent an action; its write is stuck. If ``leaving``, another page of hers
    closes meanwhile."""
    store = StuckStore(file)
    async with (
        serving(settings_for(file, read_seconds=0.1), store) as server,
        people(server, "Ana") as [ana],
    ):
        table = await ana.set_up(ME, BRUNO, public=True, open_hands=True)
        async with ana.look_at(table) as page:
            await page.command("start")
            async with AsyncExitStack() as stack:
                if leaving:
                    await stack.enter_async_context(ana.look_at(table, fair=False))
                await get_stuck(store, page)
            yield server, store, ana, page, table


async def get_stuck(store: StuckStore, page: Page) -> None:
    """Send an action that cannot be written yet."""
    store.works.clear()
    await send_action(page)
    await store.waiting.wait()


async def send_action(page: Page) -> None:
    assert page.legal
    await page.send(
        "act",
        id="stuck",
        action=f"take {' '.join(page.legal['takes'][0])}",
        confirm=True,
        seat=page.board["seat"],
        base=page.state["version"],
    )


def end_with_the_next_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the game were over with whatever is done next."""
    went_on = Fold._went_on

    def and_over(fold: Fold, happenings: list[Happening], event: LoggedEvent) -> list[AnyHappening]:
        happened = went_on(fold, happenings, event)
        fold.status = "over"
        return happened

    monkeypatch.setattr(Fold, "_went_on", and_over)


def test_the_seed_is_not_given_out_before_the_end_is_written(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    end_with_the_next_action(monkeypatch)

    async def deed() -> None:
        async with table_with_a_stuck_write(file) as (server, store, ana, page, table):
            live = server.tables.in_memory(str(table["id"]))
            assert live is not None
            assert live.fold.status == "over", "in memory it is"
            seed = live.fold.dealer.seed.hex() if live.fold.dealer else ""
            for part in ("", "/record", "/plies/0", "/statistics"):
                answer = await ana.http.get(f"/api/games/{table['id']}{part}")
                assert (answer.status_code, answer.json()["reason"]["code"]) == (503, "busy")
                assert seed not in answer.text
            shown = await ana.http.get(f"/api/tables/{table['id']}")
            assert shown.status_code == 503
            listed = (await ana.http.get("/api/tables")).json()["mine"]
            assert [line["status"] for line in listed] == ["playing"]
            store.works.set()
            await page.until(lambda m: m["type"] == "answer" and m["id"] == "stuck")
            answer = await ana.http.get(f"/api/games/{table['id']}/record")
            assert answer.json()["reason"]["code"] == "not_over", "the game goes on"
            state = await page.until(lambda m: m["type"] == "state")
            assert state["board"]["ply"] == 0

    run(deed)


def test_a_page_that_comes_sees_nothing_unwritten(file: Path) -> None:
    async def deed() -> None:
        async with table_with_a_stuck_write(file) as (_, store, ana, page, table):
            version = page.state["version"]

            assert await refused_hello(ana, str(table["id"])) == "busy"
            store.works.set()
            await page.until(lambda m: m["type"] == "answer" and m["id"] == "stuck")
            async with ana.look_at(str(table["id"])) as other:
                await other.send("ask_log")
                log = await other.wait_for("log")
                assert (log["version"], log["entries"]) == (version, [])

    run(deed)


@pytest.mark.parametrize(
    ("kind", "fields", "answer"),
    [
        ("ask_log", {}, "log"),
        ("look", {"id": "l", "seat": 0, "tile": TILES[0].name}, "prospects"),
        ("unlock", {"seat": None}, "state"),
    ],
)
def test_a_page_that_asks_sees_nothing_unwritten(
    file: Path, kind: str, fields: dict[str, object], answer: str
) -> None:
    async def deed() -> None:
        store = StuckStore(file)
        async with serving(settings_for(file), store) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, BRUNO, open_hands=True)
            async with (
                ana.look_at(table) as page,
                ana.look_at(table, fair=False) as other,
                ana.look_at(table, fair=False) as third,
            ):
                await page.command("start")
                await other.wait_for("state")
                await get_stuck(store, page)
                version = page.state["version"]
                await other.send(kind, **fields)
                for _ in range(3):  # meanwhile the server reads what the other page has sent
                    await third.send("ping")
                    assert (await third.wait_for("pong"))["version"] == version
                store.works.set()
                heard = await other.until(lambda m: m["type"] in (answer, "fault"))
                assert heard["type"] == "fault" or heard["version"] == version

    run(deed)


def test_when_a_page_leaves_the_others_see_nothing_unwritten(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    end_with_the_next_action(monkeypatch)

    async def deed() -> None:
        async with table_with_a_stuck_write(file, leaving=True) as (server, store, _, page, table):
            live = server.tables.in_memory(str(table["id"]))
            assert live is not None
            assert live.fold.dealer is not None
            seed = live.fold.dealer.seed.hex()
            while not live.lock._waiters:  # the page that leaves
                await asyncio.sleep(0.01)
            store.works.set()
            await page.send("ping")
            await page.wait_for("pong")
            assert seed not in json.dumps(page.heard.messages)

    run(deed)


def test_a_command_that_was_not_written_is_not_acknowledged_when_sent_again(file: Path) -> None:
    async def deed() -> None:
        store = StuckStore(file)
        async with serving(settings_for(file), store) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, BRUNO, open_hands=True)
            async with (
                ana.look_at(table) as page,
                ana.look_at(table, fair=False) as other,
                ana.look_at(table, fair=False) as third,
            ):
                await page.command("start")
                while not other.states:
                    await other.read()
                await get_stuck(store, page)
                version = page.state["version"]
                await send_action(other)  # the same command, as after a reload
                await third.send("ping")
                await third.wait_for("pong")
                store.works.set()
                for asking in (page, other):
                    answer = await asking.until(lambda m: m.get("id") == "stuck")
                    assert answer["reason"] is not None
                    assert answer["version"] == version, "not that of the unwritten change"
                events = await store.events(table["id"])
                assert "stuck" not in [event.client_id for event in events]

    run(deed)


async def refused_hello(person: Person, table: str) -> str:
    """The reason with which hello is refused."""
    async with person.open_socket() as opened:
        page = Page(opened)
        await page.send("hello", protocol=PROTOCOL, table=table)
        fault = await page.wait_for("fault")
        code: str = fault["reason"]["code"]
        return code
