"""Who may do what: other sites, other people, too much, too fast, and text that looks like code."""

import random
import zlib
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from alhambra.server.http.cookies import COOKIE, person_of, sign
from server.helpers.live_server import Server
from server.helpers.players import BOT, ME, Page, Person, browser

pytestmark = pytest.mark.compiled_only


async def test_a_cookie_must_be_ours(server: Server, ana: Person) -> None:
    key = b"key"
    cookie = sign("abcdefghijklmnopqrstuv", key)
    assert person_of(cookie, key) == "abcdefghijklmnopqrstuv"
    for forged in (None, "", "abc", cookie[:-1] + "x", "b" + cookie[1:], cookie + "0"):
        assert person_of(forged, key) is None
    assert person_of(cookie, b"another key") is None
    answer = await ana.http.post("/api/me", json={"name": "Ana"})
    header = answer.headers["set-cookie"].lower()
    assert "httponly" in header and "samesite=lax" in header
    for forged in ("x" * 22 + "." + "0" * 64, "nonsense"):
        async with browser(server) as other:
            other.cookies.set(COOKIE, forged)
            assert (await other.get("/api/me")).json() is None
            answer = await other.post("/api/tables", json={"seats": [ME, BOT]})
            assert answer.json()["reason"]["code"] == "name_needed"


async def test_pages_of_other_sites_are_refused(server: Server, ana: Person) -> None:
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
    answer = await ana.http.post("/api/me", json={"name": "Ana"}, headers={"origin": server.url})
    assert answer.status_code == 200
    async with ana.open_socket(origin=server.url) as opened:
        page = Page(opened)
        await page.hello(table["id"])
        await page.wait_for("welcome")


async def test_answers_carry_a_policy_without_inline_script(ana: Person) -> None:
    for path in ("/healthz", "/api/about", "/nowhere", "/api/tables/none"):
        headers = (await ana.http.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy
        assert "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


async def test_the_files_of_the_page_are_compressed_and_kept(built: Path, stranger: Person) -> None:
    (built / "assets" / "page-1a2b.js").write_text("// nothing\n" * 500)
    (built.parent / "secret.key").write_text("secret")
    http = stranger.http
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


async def test_a_file_of_the_page_is_compressed_once(
    built: Path, stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = built / "assets" / "page-1a2b.js"
    script.write_text("// nothing\n" * 500)
    noise = random.Random(1).randbytes(5000)
    (built / "assets" / "noise.bin").write_bytes(noise)
    compressed: list[object] = []
    for name in ("compress", "compressobj"):
        genuine = getattr(zlib, name)

        def counting(*given: object, genuine: Any = genuine, **more: object) -> Any:
            compressed.append(given)
            return genuine(*given, **more)

        monkeypatch.setattr(zlib, name, counting)
    http = stranger.http
    for n, path in enumerate(("/", "/assets/page-1a2b.js"), 1):
        for _ in range(3):
            answer = await http.get(path)
            assert answer.headers["content-encoding"] == "gzip"
            assert answer.headers["vary"] == "Accept-Encoding"
        assert len(compressed) == n
        for headers, status in (
            ({"range": "bytes=0-9"}, 206),
            ({"range": "bytes=0-9", "if-range": "another"}, 200),
            ({"accept-encoding": "identity"}, 200),
        ):
            plain = await http.get(path, headers=headers)
            assert plain.status_code == status
            assert "content-encoding" not in plain.headers
            assert plain.headers["etag"] == answer.headers["etag"]
            assert answer.content.startswith(plain.content)
        assert plain.content == answer.content
        assert len(compressed) == n
    known = {"if-none-match": answer.headers["etag"]}
    assert (await http.get("/assets/page-1a2b.js", headers=known)).status_code == 304
    script.write_text("// something\n" * 500)  # as after a new build
    answer = await http.get("/assets/page-1a2b.js", headers=known)
    assert (answer.status_code, answer.text) == (200, script.read_text())
    answer = await http.get("/assets/noise.bin")
    assert "content-encoding" not in answer.headers and answer.content == noise
