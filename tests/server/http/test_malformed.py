"""Requests that make no sense are refused with a reason, and nothing is kept of them."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from alhambra.server.http.cookies import COOKIE, YEAR
from server.helpers.live_server import GENEROUS, Server, serving
from server.helpers.players import BOT, ME, Person, browser

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
async def test_an_address_that_nothing_can_have_is_refused(
    built: Path, server: Server, path: str, statuses: set[int]
) -> None:
    assert await status_of(server.address, path) in statuses
    assert await status_of(server.address, "/") == 200


async def test_head_is_answered_like_get_without_the_body(
    built: Path, server: Server, ana: Person
) -> None:
    for path in ("/", "/assets/", "/healthz", "/metrics", "/api/about", "/api/tables", "/api/no"):
        got, head = await ana.http.get(path), await ana.http.head(path)
        assert (head.status_code, head.content) == (got.status_code, b"")
        for name in ("content-type", "content-length", "cache-control", "x-content-type-options"):
            assert path == "/metrics" or head.headers.get(name) == got.headers.get(name), path
    refused = await ana.http.put("/api/me")
    assert refused.headers["allow"] == "DELETE, GET, HEAD, POST"
    assert (await ana.http.head("/api/records")).status_code == 405


async def test_a_head_costs_as_much_as_a_get(file: Path) -> None:
    limits = replace(GENEROUS, requests_per_second=0, requests_at_once=4)
    async with serving(file, limits) as server, browser(server) as stranger:
        statuses = [(await stranger.head("/api/tables")).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://]", "\xff", "null", ""])
async def test_a_malformed_origin_is_foreign(server: Server, stranger: Person, origin: str) -> None:
    upgrade = ("upgrade: websocket", "connection: upgrade", "sec-websocket-version: 13")
    key = "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA=="
    headers = {b"origin": origin.encode("latin-1")}
    answer = await stranger.http.post("/api/me", json={"name": "Eve"}, headers=headers)
    assert answer.status_code == 403
    host, _, port = server.address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    lines = ["GET /api/live HTTP/1.1", f"host: {server.address}", *upgrade, key]
    lines += [f"origin: {origin}", "", ""]
    writer.write("\r\n".join(lines).encode("latin-1"))
    assert (await reader.readline()).split()[1] == b"403"
    writer.close()


async def test_the_cookie_is_renewed_by_use(ana: Person, stranger: Person) -> None:
    header = (await ana.http.get("/api/me")).headers["set-cookie"]
    assert f"{COOKIE}={ana.http.cookies[COOKIE]}" in header
    assert f"Max-Age={YEAR}" in header
    assert "set-cookie" not in (await stranger.http.get("/api/me")).headers


async def test_invitations_are_not_taken_from_addresses(ana: Person, bruno: Person) -> None:
    table = await ana.set_up(ME, BOT)
    path, invite = f"/api/tables/{table['id']}", table["invite"]
    assert (await bruno.http.get(path, params={"invite": invite})).status_code == 404
    answer = await bruno.http.get(path, headers={"alhambra-invite": invite})
    assert answer.status_code == 200
