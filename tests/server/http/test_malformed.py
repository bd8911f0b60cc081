"""Requests that make no sense are refused with a reason, and nothing is kept of them."""

import asyncio
import json
from pathlib import Path

import pytest

from alhambra.server.http.cookies import COOKIE, YEAR
from server.helpers.live_server import BOT, ME, browser, people, run, serving, settings_for

pytestmark = pytest.mark.compiled_only


async def status_of(address: str, path: str, *headers: str) -> int:
    """The status of a request that is sent exactly as it is written here."""
    host, _, port = address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    lines = [f"GET {path} HTTP/1.1", f"host: {address}", "connection: close", *headers, "", ""]
    writer.write("\r\n".join(lines).encode("latin-1"))
    answer = await reader.read()
    writer.close()
    body = answer.partition(b"\r\n\r\n")[2]
    status = int(answer.split(b" ", 2)[1])
    assert status < 400 or json.loads(body)["reason"]["sentence"]
    return status


@pytest.mark.parametrize(
    ("path", "statuses"),
    [
        ("/%00", {400}),
        ("/assets/%00", {400}),
        ("/assets/a%00b.js", {400}),
        ("/api/tables/%00", {400}),
        ("/%0a", {400}),
        ("/" + "x" * 300, {404}),
        ("/" + "x/" * 400, {200}),
        ("/assets/" + "x" * 300, {404}),
        ("/" + "x" * 5000, {414}),
        ("/api/tables/" + "x" * 5000, {414}),
        ("/%ff%fe", {200, 400, 404}),
        ("/assets/%ff", {400, 404}),
    ],
)
def test_an_address_that_nothing_can_have_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, statuses: set[int]
) -> None:
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html>")
    monkeypatch.setattr("alhambra.server.app.STATIC", built)

    async def deed() -> None:
        async with serving(settings_for(tmp_path / "games.sqlite")) as server:
            assert await status_of(server.address, path) in statuses
            assert await status_of(server.address, "/") == 200

    run(deed)


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://]", "\xff", "null", ""])
def test_a_malformed_origin_is_foreign(file: Path, origin: str) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server:
            upgrade = ("upgrade: websocket", "connection: upgrade", "sec-websocket-version: 13")
            key = "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA=="
            async with browser(server) as http:
                headers = {b"origin": origin.encode("latin-1")}
                answer = await http.post("/api/me", json={"name": "Eve"}, headers=headers)
                assert answer.status_code == 403
            host, _, port = server.address.partition(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            lines = ["GET /api/live HTTP/1.1", f"host: {server.address}", *upgrade, key]
            lines += [f"origin: {origin}", "", ""]
            writer.write("\r\n".join(lines).encode("latin-1"))
            assert (await reader.readline()).split()[1] == b"403"
            writer.close()

    run(deed)


def test_the_cookie_is_renewed_by_use(file: Path) -> None:
    async def deed() -> None:
        async with serving(settings_for(file)) as server, people(server, "Ana") as [ana]:
            header = (await ana.http.get("/api/me")).headers["set-cookie"]
            assert f"{COOKIE}={ana.http.cookies[COOKIE]}" in header
            assert f"Max-Age={YEAR}" in header
            async with browser(server) as stranger:
                assert "set-cookie" not in (await stranger.get("/api/me")).headers

    run(deed)


def test_invitations_are_not_taken_from_addresses(file: Path) -> None:
    async def deed() -> None:
        async with (
            serving(settings_for(file)) as server,
            people(server, "Ana", "Bruno") as [ana, bruno],
        ):
            table = await ana.set_up(ME, BOT)
            path, invite = f"/api/tables/{table['id']}", table["invite"]
            assert (await bruno.http.get(path, params={"invite": invite})).status_code == 404
            answer = await bruno.http.get(path, headers={"alhambra-invite": invite})
            assert answer.status_code == 200

    run(deed)
