"""Frames: what makes no sense is answered, and who may send what."""

import pytest
from websockets.exceptions import ConnectionClosed

from alhambra.server.protocol.to_page import PROTOCOL
from server.helpers.players import BOT, ME, OPEN, Page, Person

pytestmark = pytest.mark.compiled_only


async def test_an_old_page_is_told_to_reload(ana: Person) -> None:
    page = Page(await ana.open_socket())
    await page.send("hello", protocol=0, table="any")
    assert (await page.wait_for("reload"))["protocol"] == PROTOCOL
    with pytest.raises(ConnectionClosed) as closed:
        await page.read()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4000


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type": "hello"}',
        '{"type": "teleport"}',
        '{"type": "act", "id": "1", "base": 0, "seat": 9, "action": "pass"}',
        '{"type": "act", "id": "1", "base": -1, "seat": 0, "action": "pass"}',
        '{"type": "act", "id": "<b>", "base": 1, "seat": 0, "action": "pass"}',
        '{"type": "say", "id": "1", "text": "x", "extra": 1}',
        '{"type": "say", "id": "1", "text": "' + "x" * 501 + '"}',
        "x" * 5000,
        b"\x00\xff",
    ],
)
async def test_a_frame_that_makes_no_sense_is_answered_and_the_line_stays_open(
    ana: Person, frame: str | bytes
) -> None:
    table = await ana.set_up(ME, BOT)
    async with ana.look_at(table) as page:
        await page.socket.send(frame)
        fault = await page.wait_for("fault")
        assert fault["reason"]["code"] in ("not_understood", "too_large")
        await page.ping()
    async with ana.open_socket() as opened:
        page = Page(opened)
        await page.socket.send(frame)
        await page.wait_for("fault")
        with pytest.raises(ConnectionClosed):
            await page.read()


async def test_a_page_that_does_not_say_hello_is_hung_up_on(ana: Person) -> None:
    page = Page(await ana.open_socket())
    await page.send("ping")
    assert (await page.wait_for("fault"))["reason"]["code"] == "hello_first"
    with pytest.raises(ConnectionClosed):
        await page.read()


async def test_without_a_name_one_can_only_watch(ana: Person, stranger: Person) -> None:
    table = await ana.set_up(ME, OPEN, public=True)
    async with stranger.look_at(table["id"]) as page:
        for kind, fields in (("sit", {"seat": 1}), ("say", {"text": "hi"}), ("start", {})):
            assert await page.refusal(kind, **fields) == "name_needed"


@pytest.mark.limits(messages_per_second=1, messages_at_once=5, chat_at_once=2, chat_per_second=0.1)
async def test_who_sends_too_fast_is_told_so(ana: Person) -> None:
    async with ana.look_at(await ana.set_up(ME, BOT)) as page:
        for _ in range(2):
            assert await page.refusal("say", text="hello") is None
        assert await page.refusal("say", text="hello") == "too_fast"
        for _ in range(5):
            await page.send("ping")
        fault = await page.wait_for("fault")
        assert fault["reason"]["code"] == "too_fast"
