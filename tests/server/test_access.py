"""Who may do what: other sites, other people, too much, too fast, and text that looks like code."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed, InvalidStatus

from alhambra.cli.app import app as command_line
from alhambra.server.http.cookies import COOKIE, person_of, sign
from alhambra.server.limits.amounts import Limits
from alhambra.server.limits.costs import COST_OF_SOCKET
from alhambra.server.limits.rates import Bucket, Buckets
from alhambra.server.protocol.to_page import PROTOCOL
from alhambra.server.settings import KEY_VARIABLE, signing_key
from server.playing import BOT, ME, OPEN, Page, Person, browser, people, run, serving, settings_for

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def test_a_cookie_must_be_ours(file: Path) -> None:
    key = b"key"
    cookie = sign("abcdefghijklmnopqrstuv", key)
    assert person_of(cookie, key) == "abcdefghijklmnopqrstuv"
    for forged in (None, "", "abc", cookie[:-1] + "x", "b" + cookie[1:], cookie + "0"):
        assert person_of(forged, key) is None
    assert person_of(cookie, b"another key") is None

    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            answer = await ana.http.post("/api/me", json={"name": "Ana"})
            header = answer.headers["set-cookie"].lower()
            assert "httponly" in header and "samesite=lax" in header
            for forged in ("x" * 22 + "." + "0" * 64, "nonsense"):
                async with browser(server) as other:
                    other.cookies.set(COOKIE, forged)
                    assert (await other.get("/api/me")).json() is None
                    answer = await other.post("/api/tables", json={"seats": [ME, BOT]})
                    assert answer.json()["reason"]["code"] == "name_needed"

    run(deed)


def test_the_signing_key_is_made_once_for_its_owner_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    key = signing_key(tmp_path)
    assert len(key) >= 32
    assert signing_key(tmp_path) == key
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600
    monkeypatch.setenv(KEY_VARIABLE, "from outside, and long enough to sign with")
    assert signing_key(tmp_path) == b"from outside, and long enough to sign with"


def test_pages_of_other_sites_are_refused(file: Path) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, BOT)
            for headers in (
                {"origin": "https://evil.example"},
                {"origin": "null"},
                {"sec-fetch-site": "cross-site"},
            ):
                answer = await ana.http.post("/api/me", json={"name": "Eve"}, headers=headers)
                assert answer.status_code == 403
                assert answer.json()["reason"]["code"] == "wrong_origin"
                answer = await ana.http.delete("/api/me", headers=headers)
                assert answer.status_code == 403
                with pytest.raises(InvalidStatus):
                    async with ana.open_socket(**headers):
                        pass
            answer = await ana.http.post(
                "/api/me", json={"name": "Ana"}, headers={"origin": server.url}
            )
            assert answer.status_code == 200
            async with ana.open_socket(origin=server.url) as opened:
                page = Page(opened)
                await page.send("hello", protocol=PROTOCOL, table=table["id"])
                await page.wait_for("welcome")

    run(deed)


def test_answers_carry_a_policy_without_inline_script(file: Path) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            for path in ("/healthz", "/api/about", "/nowhere", "/api/tables/none"):
                headers = (await ana.http.get(path)).headers
                policy = headers["content-security-policy"]
                assert "default-src 'none'" in policy and "script-src 'self'" in policy
                assert "unsafe" not in policy and "frame-ancestors 'none'" in policy
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["referrer-policy"] == "no-referrer"

    run(deed)


def test_an_old_page_is_told_to_reload(file: Path) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            page = Page(await ana.open_socket())
            await page.send("hello", protocol=0, table="any")
            assert (await page.wait_for("reload"))["protocol"] == PROTOCOL
            with pytest.raises(ConnectionClosed) as closed:
                await page.read()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4000

    run(deed)


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
def test_a_frame_that_makes_no_sense_is_answered_and_the_line_stays_open(
    file: Path, frame: str | bytes
) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, BOT)
            async with ana.look_at(table) as page:
                await page.socket.send(frame)
                fault = await page.wait_for("fault")
                assert fault["reason"]["code"] in ("not_understood", "too_large")
                await page.send("ping")
                await page.wait_for("pong")
            async with ana.open_socket() as opened:
                page = Page(opened)
                await page.socket.send(frame)
                await page.wait_for("fault")
                with pytest.raises(ConnectionClosed):
                    await page.read()

    run(deed)


def test_who_sends_too_fast_is_told_so(file: Path) -> None:
    limits = Limits(messages_per_second=1, messages_at_once=5, chat_at_once=2, chat_per_second=0.1)

    async def deed() -> None:
        async with serving(settings_for(file, limits)) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, BOT)
            async with ana.look_at(table) as page:
                for _ in range(2):
                    assert (await page.command("say", text="hello"))["reason"] is None
                answer = await page.command("say", text="hello")
                assert answer["reason"]["code"] == "too_fast"
                for _ in range(5):
                    await page.send("ping")
                fault = await page.wait_for("fault")
                assert fault["reason"]["code"] == "too_fast"

    run(deed)


def test_too_many_requests_and_too_large_ones_are_refused(file: Path) -> None:
    limits = Limits(requests_per_second=0.1, requests_at_once=6, body_bytes=1000)

    async def deed() -> None:
        async with serving(settings_for(file, limits)) as server, people(server, "Ana") as [ana]:
            answer = await ana.http.post("/api/records", json={"text": "x" * 2000})
            assert answer.status_code == 413

            async def streamed() -> object:
                for _ in range(20):
                    yield b"x" * 100

            answer = await ana.http.post("/api/records", content=streamed())  # type: ignore[arg-type]
            assert answer.status_code == 413
            codes = [(await ana.http.get("/api/about")).status_code for _ in range(5)]
            assert codes[-1] == 429
            assert (await ana.http.get("/healthz")).status_code == 200

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


def test_a_bucket_fills_up_again() -> None:
    now = 0.0
    bucket = Bucket(2, 3, lambda: now)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    callers = Buckets(1, 1, kept=2)
    assert callers.take("a") and not callers.take("a") and callers.take("b")


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a|b", "a\nb", " a", "a\u2028b", 7, None])
def test_a_bad_name_is_refused(file: Path, name: object) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server:
            http = Person(server, "").http
            answer = await http.post("/api/me", json={"name": name})
            assert 400 <= answer.status_code < 500
            assert answer.json()["reason"]["sentence"]
            await http.aclose()

    run(deed)


def test_what_people_type_stays_text(file: Path) -> None:
    script = "<script>alert('1')</script> & \u202e\u0007 \"quoted\""

    async def deed() -> None:
        async with (
            serving(settings_for(file)) as server,
            people(server, "<b>Ana</b>", "Bruno") as [ana, bruno],
        ):
            table = await ana.set_up(ME, OPEN)
            async with ana.look_at(table) as hers, bruno.look_at(table) as his:
                await hers.command("say", text=script)
                line = (await his.wait_for("chat"))["lines"][0]
                assert line["text"] == "<script>alert('1')</script> & \"quoted\""
                assert line["name"] == "<b>Ana</b>" == his.table["seats"][0]["name"]
                answer = await hers.command("say", text="\u0007\u0007")
                assert answer["reason"] is not None
            shown = await ana.http.get(f"/api/tables/{table['id']}")
            assert shown.headers["content-type"] == "application/json"
            assert json.loads(shown.text)["seats"][0]["name"] == "<b>Ana</b>"

    run(deed)


def test_chat_is_said_once_muted_and_reported(file: Path) -> None:
    async def deed() -> None:
        async with (
            serving(settings_for(file)) as server,
            people(server, "Ana", "Bruno") as [ana, bruno],
        ):
            table = await ana.set_up(ME, OPEN)
            async with ana.look_at(table) as hers, bruno.look_at(table) as his:
                await his.command("sit", seat=1)
                await his.command("say", text="one", id="same")
                await his.command("say", text="one", id="same")
                first = (await hers.wait_for("chat"))["lines"][0]
                assert (first["text"], first["seat"]) == ("one", 1)
                assert (await hers.command("mute", seat=1, muted=True))["reason"] is None
                assert hers.table["seats"][1]["muted"]
                await his.command("say", text="two")
                assert (await hers.command("report", line=first["line"]))["reason"] is None
                answer = await hers.command("report", line=99)
                assert answer["reason"]["code"] == "no_such_line"
                answer = await hers.command("mute", seat=0, muted=True)
                assert answer["reason"]["code"] == "muted_here"
                heard = [m for m in hers.heard.messages if m["type"] == "chat"]
                assert [line["text"] for m in heard for line in m["lines"]] == ["one", ""]
            async with ana.look_at(table) as anew, bruno.look_at(table) as also:
                lines = (anew.heard.last("chat") or {})["lines"]
                assert [(line["text"], line["muted"]) for line in lines] == [("", True)] * 2
                lines = (also.heard.last("chat") or {})["lines"]
                assert [line["text"] for line in lines] == ["one", "two"]

    run(deed)


def test_a_spectator_is_muted_by_what_they_said(file: Path) -> None:
    async def deed() -> None:
        async with (
            serving(settings_for(file)) as server,
            people(server, "Ana", "Bruno") as [ana, bruno],
        ):
            table = await ana.set_up(ME, OPEN, public=True)
            async with ana.look_at(table) as hers, bruno.look_at(table) as his:
                await his.command("say", text="one")
                line = (await hers.wait_for("chat"))["lines"][0]
                assert (line["seat"], line["yours"], line["muted"]) == (None, False, False)
                own = (his.heard.last("chat") or {})["lines"][0]
                assert own["yours"]
                assert (await hers.command("mute", line=line["line"], muted=True))["reason"] is None
                again = (hers.heard.last("chat") or {})["lines"]
                assert again == [{**line, "text": "", "muted": True}]
                await his.command("say", text="two")
                assert (await hers.command("mute", line=99, muted=True))["reason"] is not None
                assert (hers.heard.last("chat") or {})["lines"] == again, "two is not heard"
                await hers.command("mute", line=line["line"], muted=False)
                heard = (hers.heard.last("chat") or {})["lines"]
                assert [each["text"] for each in heard] == ["one", "two"]
                answer = await his.command("mute", line=line["line"], muted=True)
                assert answer["reason"]["code"] == "own_line"
                for wrong in ({}, {"seat": 0, "line": line["line"]}):
                    await hers.send("mute", id="wrong", muted=True, **wrong)
                    fault = await hers.wait_for("fault")
                    assert fault["reason"]["code"] == "not_understood"

    run(deed)


def test_who_runs_the_server_reads_what_was_reported(tmp_path: Path) -> None:
    async def deed() -> str:
        file = tmp_path / "alhambra.sqlite"
        async with (
            serving(settings_for(file)) as server,
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
                    assert (await page.command("report", line=rude))["reason"] is None
            game: str = table["id"]
            return game

    before = CliRunner().invoke(command_line, ["reports", "--data", str(tmp_path)])
    assert before.stdout == "Nothing was reported.\n"
    game = run(deed)
    told = CliRunner().invoke(command_line, ["reports", "--data", str(tmp_path)]).stdout
    assert f"table {game}  Bruno: [bold]rude[/bold]  (reported by 2 players)" in told
    assert "nice city" not in told


def test_the_files_of_the_page_are_compressed_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html>" + " " * 5000)
    (built / "assets" / "page-1a2b.js").write_text("// nothing\n" * 500)
    (tmp_path / "secret.key").write_text("secret")
    monkeypatch.setattr("alhambra.server.app.STATIC", built)

    async def deed() -> None:
        async with (
            serving(settings_for(tmp_path / "games.sqlite")) as server,
            browser(server) as http,
        ):
            for path, keeping in (
                ("/", "no-cache"),
                ("/table/abc", "no-cache"),
                ("/assets/page-1a2b.js", "public, max-age=31536000, immutable"),
                ("/api/about", "no-store"),
            ):
                answer = await http.get(path)
                assert answer.status_code == 200
                assert answer.headers["content-encoding"] == "gzip"
                assert answer.headers["cache-control"] == keeping
            plain = await http.get("/", headers={"accept-encoding": "identity"})
            assert "content-encoding" not in plain.headers
            for path in ("/%2e%2e/secret.key", "/assets/%2e%2e/%2e%2e/secret.key"):
                assert "secret" not in (await http.get(path)).text

    run(deed)


def test_without_a_name_one_can_only_watch(file: Path) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            table = await ana.set_up(ME, OPEN, public=True)
            stranger = Person(server, "")
            async with stranger.look_at(table["id"]) as page:
                for kind, fields in (("sit", {"seat": 1}), ("say", {"text": "hi"}), ("start", {})):
                    answer = await page.command(kind, **fields)
                    assert answer["reason"]["code"] == "name_needed"
            await stranger.http.aclose()

    run(deed)


def test_a_page_that_does_not_say_hello_is_hung_up_on(file: Path) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            page = Page(await ana.open_socket())
            await page.send("ping")
            assert (await page.wait_for("fault"))["reason"]["code"] == "hello_first"
            with pytest.raises(ConnectionClosed):
                await page.read()

    run(deed)
