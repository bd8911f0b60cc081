"""Limits of requests: by person and by address."""

from dataclasses import replace
from pathlib import Path

import pytest

from alhambra.server.limits.amounts import Limits
from alhambra.server.limits.costs import cost_of_request
from alhambra.server.log.events import Started
from alhambra.server.table.decisions import Decision
from server.helpers.games import finished, short_record
from server.helpers.live_server import GENEROUS, Server, serving
from server.helpers.players import BOT, ME, OPEN, Person, browser, from_address, people, seated

pytestmark = pytest.mark.compiled_only


async def test_too_many_requests_and_too_large_ones_are_refused(file: Path) -> None:
    limits = Limits(requests_per_second=0.1, requests_at_once=6, body_bytes=1000)
    async with serving(file, limits) as server, people(server, "Ana") as [ana]:
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


@pytest.mark.limits(files_per_second=0, files_at_once=2)
async def test_requests_outside_the_api_have_a_rate_of_their_own(stranger: Person) -> None:
    http = stranger.http
    answers = [await http.get("/healthz") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["reason"]["code"] == "too_fast"
    other = await http.get("/healthz", headers=from_address("192.0.2.1"))
    assert other.status_code == 200
    assert (await http.get("/api/about")).status_code == 200


@pytest.mark.limits(
    requests_per_second=0, requests_at_once=2 * cost_of_request("GET", "/api/games/nowhere")
)
async def test_costly_requests_are_charged_what_they_cost(stranger: Person) -> None:
    answers = [await stranger.http.get("/api/games/nowhere") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [404, 404, 429]


@pytest.mark.limits(address_persons_per_hour=1, address_persons_at_once=2)
async def test_new_names_are_limited_by_address(server: Server) -> None:
    answers = []
    for n, host in enumerate(["2001:db8::1", "2001:db8::2", "2001:db8::3", "192.0.2.1"]):
        async with browser(server) as http:
            http.headers.update(from_address(host))
            answers.append((await http.post("/api/me", json={"name": f"P{n}"})).status_code)
            if n == 0:  # a new name for the same person is free
                again = await http.post("/api/me", json={"name": "Again"})
                assert again.status_code == 200
    assert answers == [200, 200, 429, 200]


@pytest.mark.limits(tables_per_hour=0.001, tables_at_once=1)
async def test_who_sets_up_too_many_tables_is_refused_in_every_way(ana: Person) -> None:
    game = (await ana.bring(short_record()))["id"]
    for path, body in (
        ("/api/tables", {"seats": [ME, BOT]}),
        ("/api/records", {"text": str(short_record())}),
        (f"/api/games/{game}/play-on", {"ply": 3, "seats": [ME, BOT]}),
    ):
        answer = await ana.http.post(path, json=body)
        assert answer.status_code == 429
        assert answer.json()["reason"]["code"] == "too_many_tables"


async def test_a_list_loads_no_more_games_than_its_limit(file: Path) -> None:
    async with serving(file) as server, people(server, "Ana") as [ana]:
        for _ in range(4):
            table = await server.tables.find((await ana.set_up(ME, BOT))["id"])
            async with table.lock:
                await table.commit(Decision([Started("2")]))
        cookies = dict(ana.http.cookies)
    limits = replace(GENEROUS, lists=2)
    async with serving(file, limits) as server, people(server, "Eve") as [eve]:
        eve.http.cookies.update(cookies)
        mine = (await eve.http.get("/api/tables")).json()["mine"]
        assert [line["status"] for line in mine] == ["playing"] * 4, "all are listed"
        loaded = [server.tables.in_memory(line["id"]) is not None for line in mine]
        assert loaded == [True, True, False, False], "the latest say how they stand"


async def test_a_list_says_whose_turn_it_is_also_beyond_its_limit(file: Path) -> None:
    days = {"kind": "days", "days": 2}
    async with serving(file) as server, people(server, "Ana", "Bruno") as [ana, bruno]:
        async with seated(ana, bruno, clock=days) as (table, [page, other]):
            await page.command("start")
            await other.wait_for("state")
            acting, deadline = page.board["seat"], page.state["deadline"]
        cookies = [dict(person.http.cookies) for person in (ana, bruno)]
    async with serving(file, replace(GENEROUS, lists=0)) as server, browser(server) as http:
        for seat, cookie in enumerate(cookies):
            http.cookies.update(cookie)
            [line] = (await http.get("/api/tables")).json()["mine"]
            assert not server.tables.in_memory(line["id"])
            assert (line["turn"], line["your_turn"]) == (acting, seat == acting)
            assert abs(line["until"] - deadline) < 1000
    assert table["id"] == line["id"]


@pytest.mark.limits(unfinished_games=2)
async def test_a_person_has_only_so_many_unfinished_games(ana: Person, bruno: Person) -> None:
    record = (await ana.bring(short_record()))["id"]  # is over, and does not count
    over = await finished(ana, BOT)
    hosted = await ana.set_up(OPEN, OPEN)
    other = await bruno.set_up(ME, OPEN)
    mine = [await ana.set_up(ME, OPEN) for _ in range(2)]
    for path, body in (
        ("/api/tables", {"seats": [ME, BOT]}),
        (f"/api/games/{record}/play-on", {"ply": 3, "seats": [ME, BOT]}),
    ):
        answer = await ana.http.post(path, json=body)
        assert answer.status_code == 429
        assert answer.json()["reason"]["code"] == "too_many_games"
        assert "2 games" in answer.json()["reason"]["sentence"]
    async with ana.look_at(over) as page:
        assert await page.refusal("rematch") == "too_many_games"
    async with ana.look_at(hosted) as page:
        assert await page.refusal("set_seat", seat=0, to=ME) == "too_many_games"
        assert await page.refusal("set_seat", seat=0, to=BOT) is None
    async with ana.look_at(mine[0]) as page, ana.look_at(other) as joining:
        assert await joining.refusal("sit", seat=1) == "too_many_games"
        assert await page.refusal("stand", seat=0) is None
        assert await joining.refusal("sit", seat=1) is None


@pytest.mark.limits(public_per_host=2, address_public_per_hour=1, address_public_at_once=6)
async def test_nobody_fills_the_list_of_public_tables(
    ana: Person, bruno: Person, carla: Person
) -> None:
    his = await bruno.set_up(ME, OPEN, public=True)
    hers = [await ana.set_up(ME, OPEN, public=True) for _ in range(4)]
    listed = (await carla.http.get("/api/tables")).json()["public"]
    latest = [hers[3]["id"], hers[2]["id"]]
    assert [line["id"] for line in listed] == [*latest, his["id"]]
    hidden = await carla.set_up(ME, OPEN)
    public = {"seats": [ME, OPEN], "options": {"public": True}}
    assert (await carla.http.post("/api/tables", json=public)).status_code == 201
    answer = await carla.http.post("/api/tables", json=public)
    assert answer.json()["reason"]["code"] == "too_many_public"
    async with carla.look_at(hidden) as page:
        assert await page.refusal("set_options", options={"public": True}) == "too_many_public"
        assert not page.table["options"]["public"]
