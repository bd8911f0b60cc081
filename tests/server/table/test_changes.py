"""Pages are sent what has changed: what they make of it is the whole state, at every version."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from alhambra.server.protocol.to_page import OLDEST_PROTOCOL
from alhambra.server.render.table import StateText
from alhambra.server.table import display
from alhambra.server.table.page import MOST_STATES
from alhambra.server.table.page import Page as ServerPage
from server.helpers.live_server import Server
from server.helpers.players import BOT, GUEST, ME, OPEN, Message, Page, Person, any_action

pytestmark = pytest.mark.compiled_only

SHOWN = ("board", "own", "undo")


class WholeStates:
    """All states that were shown, as a page would see them that has just come."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found: dict[tuple[int, int | None], Message] = {}
        changes: list[bool] = []
        self.found, self.is_change = found, changes

        class Noted(StateText):
            def for_seat(self, seat: int | None, *, has_before: bool = False) -> str:
                shown = super().for_seat(seat, has_before=has_before)
                changes.append(shown.startswith('{"type":"change"'))
                whole = json.loads(super().for_seat(seat))
                found[whole["version"], seat] = whole
                return shown

        monkeypatch.setattr(display, "StateText", Noted)

    def check(self, page: Page, checked: int) -> None:
        """Everything that the page has made of its messages from this one on."""
        for state in page.states[checked:]:
            whole = self.found[state["version"], state["own"]["seat"]]
            for part in SHOWN:
                assert state[part] == whole[part], (state["version"], part)


@pytest.fixture
def whole_states(monkeypatch: pytest.MonkeyPatch) -> WholeStates:
    return WholeStates(monkeypatch)


async def do_something(page: Page, rng: random.Random) -> None:
    """Act, take back, agree, or open the curtain, if there is anything to do here."""
    state = page.state
    own, seat, base = state["own"], state["own"]["seat"], state["version"]
    if seat is None:
        curtain = page.heard.last("curtain")
        if curtain and curtain["waiting_for"] is not None:
            await page.send("unlock", seat=curtain["waiting_for"])
        return
    if state["undo"] and seat in state["undo"]["waiting"]:
        await page.command("answer_undo", seat=seat, base=base, agree=rng.random() < 0.7)
    elif own["can_take_back"] and rng.random() < 0.3:
        await page.command(rng.choice(["take_back", "restart"]), seat=seat, base=base)
    elif own["can_ask_undo"] and rng.random() < 0.05:
        await page.command("ask_undo", seat=seat, base=base)
    elif own["can_confirm"]:
        await page.command("confirm", seat=seat, base=base)
    elif own["legal"]:
        action = any_action(own["legal"], rng)
        await page.command("act", action=action, seat=seat, base=base, confirm=rng.random() < 0.7)
    elif rng.random() < 0.02:
        await page.command("leave", seat=seat)
        await page.command("return", seat=seat)


@asynccontextmanager
async def pages_at(
    server: Server, persons: list[Person], seats: list[Message], **options: Any
) -> AsyncIterator[list[Page]]:
    """The pages of these persons at a new table whose game has begun, the last a spectator's."""
    table = await persons[0].set_up(ME, *seats, undo=True, **options)
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(one.look_at(table)) for one in persons]
        for person, seat in enumerate((n for n, kind in enumerate(seats, 1) if kind == OPEN), 1):
            assert await pages[person].refusal("sit", seat=seat) is None
        assert await pages[0].refusal("start") is None
        for page in pages:
            while not page.states:
                await page.read()
        yield pages


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        ([OPEN, BOT], {}),
        ([OPEN, GUEST], {}),  # Ana's page has a curtain
        ([GUEST, OPEN], {"open_hands": True}),
    ],
    ids=["bot", "curtain", "open hands"],
)
async def test_changes_lead_to_the_whole_state_at_every_version(
    server: Server,
    ana: Person,
    bruno: Person,
    carla: Person,
    whole_states: WholeStates,
    seats: list[Message],
    options: dict[str, Any],
    seed: int,
) -> None:
    rng = random.Random(seed)
    async with pages_at(server, [ana, bruno, carla], seats, **options) as pages:
        checked = [0] * len(pages)
        for _ in range(200):
            await do_something(rng.choice(pages), rng)
            for n, page in enumerate(pages):
                await page.ping()
                whole_states.check(page, checked[n])
                checked[n] = len(page.states)
        while len({page.state["version"] for page in pages}) > 1:  # a bot is playing
            for page in pages:
                await page.ping()
        shown = {each["type"] for state in pages[0].states for each in state["happenings"]}
    assert sum(whole_states.is_change) > 100
    assert "undo_wished" in shown
    assert {"took_back", "restarted"} & shown


@asynccontextmanager
async def played_and_watched(
    ana: Person, bruno: Person, **hello: Any
) -> AsyncIterator[tuple[Page, Page]]:
    """Ana plays with a guest, all hands open, and Bruno watches."""
    playing = ana.plays(GUEST, open_hands=True, public=True)
    async with playing as hers, bruno.look_at(hers.game, **hello) as his:
        yield hers, his


async def test_a_page_of_the_release_before_is_sent_whole_states(
    server: Server, ana: Person, bruno: Person
) -> None:
    rng = random.Random(1)
    async with played_and_watched(ana, bruno, protocol=OLDEST_PROTOCOL) as (new, old):
        for _ in range(3):
            await new.act(any_action(await new.own_turn(), rng))
        kinds = set()
        while not old.states or old.state["version"] < new.state["version"]:
            frame = await old.next_frame()
            kinds |= {message["type"] for message in frame}
            old.keep(frame)
        assert "change" not in kinds
        assert old.board == new.board


PONG = '{"type":"pong","version":0,"now":0}'
MANY = ",".join([PONG] * 10_000)


async def fill(page: ServerPage) -> None:
    """Send until nothing more can be sent, because the other side does not read."""
    while not page._waiting:
        page.post(MANY)
        await asyncio.sleep(0.01)


async def test_a_page_that_does_not_read_is_sent_the_newest_state_and_all_else(
    server: Server, ana: Person, bruno: Person
) -> None:
    rng = random.Random(1)
    async with played_and_watched(ana, bruno) as (hers, his):
        [page] = [page for page in server.tables.pages if page.name == "Bruno"]
        his.socket.transport.pause_reading()
        await fill(page)
        known, said = his.state["version"], 0
        while not page.is_behind:
            await hers.act(any_action(await hers.own_turn(), rng))
            await hers.command("say", text=f"line {said}")
            said += 1
        assert said == MOST_STATES + 1
        assert len(page._waiting) == 1 + said, "no state waits"
        for _ in range(3):
            await hers.act(any_action(await hers.own_turn(), rng))
        await his.send("say", id="slow", text="I am slow")  # read and answered meanwhile
        await hers.until(lambda m: m["type"] == "chat" and m["lines"][-1]["name"] == "Bruno")

        his.socket.transport.resume_reading()
        answer = await his.until(lambda m: m["type"] == "answer")
        assert (answer["id"], answer["reason"]) == ("slow", None)
        await his.ping()
        chat = [message["lines"] for message in his.heard.messages if message["type"] == "chat"]
        texts = [line["text"] for lines in chat for line in lines]
        assert texts == [*(f"line {n}" for n in range(said)), "I am slow"]
        newest = his.states[-1]
        assert [state["version"] for state in his.states if state["version"] > known] == [
            newest["version"]
        ]
        assert (newest["since"], newest["happenings"]) == (newest["version"], [])
        assert newest["board"] == hers.board

        await hers.act(any_action(await hers.own_turn(), rng))
        await his.ping()
        assert his.board == hers.board, "and from then on changes again"


async def test_a_slow_page_is_not_shown_what_is_not_written(server: Server, ana: Person) -> None:
    """The newest state is one that is in the log, also while an action is being written."""
    async with ana.plays(GUEST, open_hands=True) as hers:
        [page] = server.tables.pages
        table = await server.tables.find(hers.game)
        async with table.lock:
            table.fold.ply += 1000  # as while an action is written
            page.is_behind = True
            page.post(PONG)
            for _ in range(10):
                await asyncio.sleep(0)
            table.fold.ply -= 1000
        await hers.ping()
        assert hers.board["ply"] == table.fold.ply
        assert not page.is_behind


async def test_a_slow_page_whose_table_cannot_be_read_is_closed(
    server: Server, ana: Person
) -> None:
    server.tables.settings = replace(server.tables.settings, read_seconds=0.05)
    async with ana.plays(GUEST, open_hands=True) as hers:
        [page] = server.tables.pages
        table = await server.tables.find(hers.game)
        async with table.lock:
            page.is_behind = True
            page.post(PONG)
            with pytest.raises(ConnectionClosed) as closed:
                await hers.until(lambda _: False)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4008
