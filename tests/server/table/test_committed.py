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
from alhambra.server.store.sql import SqlStore
from alhambra.server.store.store import Writing
from server.helpers.live_server import Server, eventually, serving
from server.helpers.players import GUEST, Page, Person, closed_for, people

pytestmark = pytest.mark.compiled_only


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
) -> AsyncIterator[tuple[Server, StuckStore, Person, Page]]:
    """Ana's page has sent an action; its write is stuck. If ``leaving``, another page of hers
    closes meanwhile."""
    store = StuckStore(file)
    async with (
        serving(file, store=store, read_seconds=0.1) as server,
        people(server, "Ana") as [ana],
        ana.plays(GUEST, public=True, open_hands=True) as page,
    ):
        async with AsyncExitStack() as stack:
            if leaving:
                await stack.enter_async_context(ana.look_at(page.game, fair=False))
            await get_stuck(store, page)
        yield server, store, ana, page


@asynccontextmanager
async def three_pages(file: Path) -> AsyncIterator[tuple[StuckStore, list[Page]]]:
    """Three pages of Ana's at a table whose game has begun. The write of the first's action is
    stuck."""
    store = StuckStore(file)
    async with (
        serving(file, store=store) as server,
        people(server, "Ana") as [ana],
        ana.plays(GUEST, open_hands=True) as page,
        ana.look_at(page.game, fair=False) as other,
        ana.look_at(page.game, fair=False) as third,
    ):
        await get_stuck(store, page)
        yield store, [page, other, third]


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
        action=page.first_take,
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


async def test_the_seed_is_not_given_out_before_the_end_is_written(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    end_with_the_next_action(monkeypatch)
    async with table_with_a_stuck_write(file) as (server, store, ana, page):
        live = server.tables.in_memory(page.game)
        assert live is not None
        assert live.fold.status == "over", "in memory it is"
        seed = live.fold.dealer.seed.hex() if live.fold.dealer else ""
        for part in ("", "/record", "/plies/0", "/statistics"):
            answer = await ana.http.get(f"/api/games/{page.game}{part}")
            assert (answer.status_code, answer.json()["reason"]["code"]) == (503, "busy")
            assert seed not in answer.text
        shown = await ana.http.get(f"/api/tables/{page.game}")
        assert shown.status_code == 503
        listed = (await ana.http.get("/api/tables")).json()["mine"]
        assert [line["status"] for line in listed] == ["playing"]
        store.works.set()
        await page.until(lambda m: m["type"] == "answer" and m["id"] == "stuck")
        answer = await ana.http.get(f"/api/games/{page.game}/record")
        assert answer.json()["reason"]["code"] == "not_over", "the game goes on"
        state = await page.until(lambda m: m["type"] == "state")
        assert state["board"]["ply"] == 0


async def test_a_page_that_comes_sees_nothing_unwritten(file: Path) -> None:
    async with table_with_a_stuck_write(file) as (_, store, ana, page):
        version = page.state["version"]
        async with ana.open_socket() as opened:
            coming = Page(opened)
            await coming.hello(page.game)
            assert await closed_for(coming) == ("busy", 1013)
        store.works.set()
        await page.until(lambda m: m["type"] == "answer" and m["id"] == "stuck")
        async with ana.look_at(page.game) as other:
            await other.send("ask_log")
            log = await other.wait_for("log")
            assert (log["version"], log["entries"]) == (version, [])


@pytest.mark.parametrize(
    ("kind", "fields", "answer"),
    [
        ("ask_log", {}, "log"),
        ("look", {"id": "l", "seat": 0, "tile": TILES[0].name}, "prospects"),
        ("unlock", {"seat": None}, "state"),
    ],
)
async def test_a_page_that_asks_sees_nothing_unwritten(
    file: Path, kind: str, fields: dict[str, object], answer: str
) -> None:
    async with three_pages(file) as (store, [page, other, third]):
        version = page.state["version"]
        await other.send(kind, **fields)
        for _ in range(3):  # meanwhile the server reads what the other page has sent
            assert (await third.ping())["version"] == version
        store.works.set()
        heard = await other.until(lambda m: m["type"] in (answer, "fault"))
        assert heard["type"] == "fault" or heard["version"] == version


async def test_when_a_page_leaves_the_others_see_nothing_unwritten(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    end_with_the_next_action(monkeypatch)
    async with table_with_a_stuck_write(file, leaving=True) as (server, store, _, page):
        live = server.tables.in_memory(page.game)
        assert live is not None
        assert live.fold.dealer is not None
        seed = live.fold.dealer.seed.hex()
        await eventually(lambda: bool(live.lock._waiters))  # the page that leaves
        store.works.set()
        await page.ping()
        assert seed not in json.dumps(page.heard.messages)


async def test_a_command_that_was_not_written_is_not_acknowledged_when_sent_again(
    file: Path,
) -> None:
    async with three_pages(file) as (store, [page, other, third]):
        version = page.state["version"]
        await send_action(other)  # the same command, as after a reload
        await third.ping()
        store.works.set()
        for asking in (page, other):
            answer = await asking.until(lambda m: m.get("id") == "stuck")
            assert answer["reason"] is not None
            assert answer["version"] == version, "not that of the unwritten change"
        events = await store.events(page.game)
        assert "stuck" not in [event.client_id for event in events]
