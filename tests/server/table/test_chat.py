"""Chat: text stays text, can be muted and reported, and is limited."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from alhambra.cli.app import app as command_line
from alhambra.server.store.chat_lines import ChatLines
from alhambra.server.store.store import Line
from server.helpers.live_server import GENEROUS, Server, serving
from server.helpers.players import BOT, ME, OPEN, Person, people, seated

pytestmark = pytest.mark.compiled_only


async def test_what_people_type_stays_text(server: Server) -> None:
    script = "<script>alert('1')</script> & \u202e\u0007 \"quoted\""
    async with people(server, "<b>Ana</b>", "Bruno") as [ana, bruno]:
        async with seated(ana, bruno) as (table, [hers, his]):
            await hers.command("say", text=script)
            line = (await his.wait_for("chat"))["lines"][0]
            assert line["text"] == "<script>alert('1')</script> & \"quoted\""
            assert line["name"] == "<b>Ana</b>" == his.table["seats"][0]["name"]
            answer = await hers.command("say", text="\u0007\u0007")
            assert answer["reason"] is not None
        shown = await ana.http.get(f"/api/tables/{table['id']}")
        assert shown.headers["content-type"] == "application/json"
        assert json.loads(shown.text)["seats"][0]["name"] == "<b>Ana</b>"


async def test_chat_is_said_once_muted_and_reported(ana: Person, bruno: Person) -> None:
    async with seated(ana, bruno) as (table, [hers, his]):
        await his.command("say", text="one", id="same")
        await his.command("say", text="one", id="same")
        first = (await hers.wait_for("chat"))["lines"][0]
        assert (first["text"], first["seat"]) == ("one", 1)
        assert await hers.refusal("mute", seat=1, muted=True) is None
        assert hers.table["seats"][1]["muted"]
        await his.command("say", text="two")
        assert await hers.refusal("report", line=first["line"]) is None
        assert await hers.refusal("report", line=99) == "no_such_line"
        assert await hers.refusal("mute", seat=0, muted=True) == "muted_here"
        heard = [m for m in hers.heard.messages if m["type"] == "chat"]
        assert [line["text"] for m in heard for line in m["lines"]] == ["one", ""]
    async with ana.look_at(table) as anew, bruno.look_at(table) as also:
        lines = (anew.heard.last("chat") or {})["lines"]
        assert [(line["text"], line["muted"]) for line in lines] == [("", True)] * 2
        lines = (also.heard.last("chat") or {})["lines"]
        assert [line["text"] for line in lines] == ["one", "two"]


async def test_a_spectator_is_muted_by_what_they_said(ana: Person, bruno: Person) -> None:
    table = await ana.set_up(ME, OPEN, public=True)
    async with ana.look_at(table) as hers, bruno.look_at(table) as his:
        await his.command("say", text="one")
        line = (await hers.wait_for("chat"))["lines"][0]
        assert (line["seat"], line["yours"], line["muted"]) == (None, False, False)
        own = (his.heard.last("chat") or {})["lines"][0]
        assert own["yours"]
        assert await hers.refusal("mute", line=line["line"], muted=True) is None
        again = (hers.heard.last("chat") or {})["lines"]
        assert again == [{**line, "text": "", "muted": True}]
        await his.command("say", text="two")
        assert (await hers.command("mute", line=99, muted=True))["reason"] is not None
        assert (hers.heard.last("chat") or {})["lines"] == again, "two is not heard"
        await hers.command("mute", line=line["line"], muted=False)
        heard = (hers.heard.last("chat") or {})["lines"]
        assert [each["text"] for each in heard] == ["one", "two"]
        assert await his.refusal("mute", line=line["line"], muted=True) == "own_line"
        for wrong in ({}, {"seat": 0, "line": line["line"]}):
            await hers.send("mute", id="wrong", muted=True, **wrong)
            fault = await hers.wait_for("fault")
            assert fault["reason"]["code"] == "not_understood"


async def test_who_is_muted_is_muted_on_all_pages_of_a_person(ana: Person, bruno: Person) -> None:
    async with seated(ana, bruno) as (table, [hers, his]), ana.look_at(table) as phone:
        await hers.command("mute", seat=1, muted=True)
        await phone.ping()
        assert phone.table["seats"][1]["muted"]
        await his.command("say", text="one")
        await phone.ping()
        heard = [m["lines"] for m in phone.heard.messages if m["type"] == "chat"]
        assert not any(heard)


async def test_who_runs_the_server_reads_what_was_reported(tmp_path: Path) -> None:
    async def read_reports() -> str:
        words = ["reports", "--data", str(tmp_path)]
        return (await asyncio.to_thread(CliRunner().invoke, command_line, words)).stdout

    assert await read_reports() == "Nothing was reported.\n"
    async with (
        serving(tmp_path / "alhambra.sqlite") as server,
        people(server, "Ana", "Bruno", "Carla") as [ana, bruno, carla],
    ):
        table = await ana.set_up(ME, OPEN, public=True)
        async with (
            ana.look_at(table) as hers,
            bruno.look_at(table) as his,
            carla.look_at(table) as another,
        ):
            await his.command("say", text="nice city")
            await his.command("say", text="[bold]rude[/bold]")
            heard = await hers.until(lambda m: m["type"] == "chat" and "rude" in str(m))
            rude = heard["lines"][-1]["line"]
            for page in (hers, hers, another):
                assert await page.refusal("report", line=rude) is None
    listed = await read_reports()
    assert f"table {table['id']}  Bruno: [bold]rude[/bold]  (reported by 2 players)" in listed
    assert "nice city" not in listed


@pytest.mark.limits(
    chat_per_second=0.001, chat_at_once=3, address_chat_per_second=0.001, address_chat_at_once=5
)
async def test_chat_is_limited_by_person_and_by_address(ana: Person, bruno: Person) -> None:
    table = await ana.set_up(ME, OPEN)
    said: list[bool] = []
    for person in (ana, ana, bruno):
        async with person.look_at(table) as page:
            said += [await page.refusal("say", text=f"line {n}") is None for n in range(3)]
    assert said == [True] * 3 + [False] * 3 + [True] * 2 + [False]


async def test_a_reported_line_is_found_without_reading_the_others(
    ana: Person, bruno: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    async def lines(chats: ChatLines, game: str, limit: int) -> list[Line]:
        read.append(limit)
        return await all_lines(chats, game, limit)

    all_lines = ChatLines.lines
    async with seated(ana, bruno) as (_, [hers, his]):
        await hers.command("say", text="hello")
        line = (await his.wait_for("chat"))["lines"][0]["line"]
        monkeypatch.setattr(ChatLines, "lines", lines)
        for kind in ("report", "mute"):
            more = {"muted": True} if kind == "mute" else {}
            assert await his.refusal(kind, line=line, **more) is None
        assert max(read, default=0) <= GENEROUS.chat_lines


async def test_another_line_of_chat_under_a_used_id_is_refused(ana: Person) -> None:
    table = await ana.set_up(ME, BOT)
    async with ana.look_at(table) as page:
        for text, code in (("one", None), ("one", None), ("two", "only_once")):
            assert await page.refusal("say", id="same", text=text) == code


async def test_a_line_said_while_a_page_joins_is_not_missed(
    server: Server, ana: Person, bruno: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ana.set_up(ME, OPEN)
    store = server.tables.store
    lines = store.chat.lines
    async with ana.look_at(table) as hers:
        said: list[asyncio.Task[Any]] = []

        async def speaks_meanwhile(game: str, limit: int) -> list[Line]:
            found = await lines(game, limit)
            said.append(asyncio.create_task(hers.command("say", text="welcome")))
            await asyncio.wait(said, timeout=0.5)
            return found

        monkeypatch.setattr(store.chat, "lines", speaks_meanwhile)
        async with bruno.look_at(table) as his:
            await his.until(lambda m: m["type"] == "chat" and bool(m["lines"]))
        await asyncio.gather(*said)
