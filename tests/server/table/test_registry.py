"""Tables in memory: which ones are kept, and what is kept of them."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from alhambra.server.log.fold import Fold
from alhambra.server.protocol.table import TableShown
from alhambra.server.render.table import table_shown
from alhambra.server.table import display
from server.helpers.live_server import Server, eventually, serving
from server.helpers.players import BOT, GUEST, ME, OPEN, Message, Person, browser, people

pytestmark = pytest.mark.compiled_only


async def test_unknown_tables_leave_nothing_behind(server: Server, ana: Person) -> None:
    async def ask(start: int) -> None:
        async with browser(server) as http:
            for number in range(start, 1000, 8):
                answer = await http.get(f"/api/tables/nowhere{number}")
                assert answer.status_code == 404

    await asyncio.gather(*(ask(start) for start in range(8)))
    for number in range(20):
        assert await ana.refusal_to_enter(f"nowhere{number}") == "no_such_table"
    assert len(server.tables._loading) == 0
    assert len(server.tables._live) == 0


@pytest.mark.limits(tables_in_memory=2)
async def test_idle_tables_leave_the_memory_before_anybody_is_refused(
    server: Server, ana: Person
) -> None:
    tables = [await ana.set_up(ME, BOT) for _ in range(3)]
    assert len(server.tables._live) == 2
    async with ana.look_at(tables[0]) as one, ana.look_at(tables[1]) as other:
        answer = await ana.http.get(f"/api/tables/{tables[2]['id']}")
        assert answer.status_code == 503
        assert answer.json()["reason"]["code"] == "server_full"
        for page in (one, other):
            assert await page.refusal("start") is None
    live = server.tables._live
    await eventually(lambda: any(table.is_idle for table in live.values()))
    assert (await ana.http.get(f"/api/tables/{tables[2]['id']}")).status_code == 200


@pytest.mark.parametrize(
    "clock",
    [{"kind": "none"}, {"kind": "turn", "seconds": 60}, {"kind": "days", "days": 7}],
    ids=lambda clock: clock["kind"],
)
async def test_a_table_that_nobody_looks_at_leaves_the_memory(
    file: Path, monkeypatch: pytest.MonkeyPatch, clock: Message
) -> None:
    """Also one whose player has days to think: its deadline is in the database."""
    monkeypatch.setattr("alhambra.server.table.sweeper.SWEEP_SECONDS", 0.01)
    async with serving(file, idle_seconds=0) as server, people(server, "Ana") as [ana]:
        async with ana.plays(GUEST, clock=clock) as page:
            deadline = page.state["deadline"]
        await eventually(lambda: server.tables.in_memory(page.game) is None)
        assert not server.tables._live
        async with ana.look_at(page.game) as again:
            assert again.board == page.board
            if clock["kind"] == "days":
                assert abs(again.state["deadline"] - deadline) < 1000


async def test_a_table_that_was_loaded_again_during_a_sweep_stays(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        serving(file, idle_seconds=0) as server,
        people(server, "Ana", "Bruno") as [ana, bruno],
    ):
        tables = server.tables
        first, second = await ana.set_up(ME, BOT), await ana.set_up(ME, OPEN)
        async with ana.look_at(first) as page, AsyncExitStack() as stack:
            reload = tables.sweeper._reload

            async def and_others_come(game: str) -> None:
                """The second table leaves the memory, and Bruno looks at it again."""
                tables._live.pop(second["id"]).close()
                await stack.enter_async_context(bruno.look_at(second))
                await reload(game)

            monkeypatch.setattr(tables.sweeper, "_reload", and_others_come)
            tables._live[first["id"]].gone = True
            await tables.sweeper.sweep()
            found = tables.in_memory(second["id"])
            assert found is not None
            assert len(found.pages) == 1
            await page.ping()


async def test_a_table_is_written_once_for_all_pages_of_a_person(
    server: Server, ana: Person, stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise each page that comes costs as much as the square of their number."""
    written: list[str | None] = []

    def counted(fold: Fold, person: str | None, **more: Any) -> TableShown:
        written.append(person)
        return table_shown(fold, person, **more)

    table = await ana.set_up(ME, BOT, public=True)
    async with AsyncExitStack() as stack:
        for person in [ana, stranger] * 5:
            page = await stack.enter_async_context(person.look_at(table))
        written.clear()
        monkeypatch.setattr(display, "table_shown", counted)
        server.tables._live[table["id"]].display.show_table()
        await page.wait_for("table")
        assert len(written) == 2
        assert page.table["spectators"] == 5
