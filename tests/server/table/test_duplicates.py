"""Duplicates: the same deal at several tables, and nobody sees another's game before the end of
their own."""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from alhambra.bots import LEVELS, bot_named, steady_bot
from alhambra.fairness import why_unproved
from alhambra.server.table.duplicates import DAY_MS, OPEN_DAYS
from server.helpers.clocks import Hands
from server.helpers.games import played, record_of
from server.helpers.live_server import Server, serving
from server.helpers.players import Message, Person, people
from server.helpers.postgres import PostgresServer

pytestmark = pytest.mark.compiled_only

TWO = ["apprentice", "mason"]
READ = ("", "/record", "/statistics", "/plies/3", "/plies?first=0", "/review")


async def set_up(host: Person, *levels: str, coach: bool = False) -> dict[str, Any]:
    """A new duplicate."""
    setup = {"levels": list(levels or TWO), "coach": coach}
    answer = await host.http.post("/api/duplicates", json=setup)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def shown(person: Person, duplicate: Message) -> dict[str, Any]:
    """What a person sees of a duplicate."""
    found: dict[str, Any] = (await person.http.get(f"/api/duplicates/{duplicate['id']}")).json()
    return found


async def asked(person: Person, duplicate: Message, what: str) -> tuple[int, dict[str, Any]]:
    """The status and the answer to something that a person asks for."""
    answer = await person.http.post(f"/api/duplicates/{duplicate['id']}/{what}")
    return answer.status_code, answer.json()


async def begin(person: Person, duplicate: Message) -> Message:
    """The person's table."""
    status, table = await asked(person, duplicate, "table")
    assert status == 201, table
    return table


async def play(person: Person, duplicate: Message, seed: int = 1) -> str:
    """Play a duplicate to its end: the id of the game."""
    return str((await played(person, await begin(person, duplicate), seed))["id"])


async def may_read(person: Person, game: str) -> bool:
    """Whether a person may see a game of another that is over, in every way there is."""
    answers = [await person.http.get(f"/api/games/{game}{part}") for part in READ]
    statuses = {answer.status_code for answer in answers}
    assert statuses in ({200}, {404})
    return statuses == {200}


async def test_equal_play_leads_to_equal_games(ana: Person, bruno: Person) -> None:
    duplicate = await set_up(ana)
    own, others = await play(ana, duplicate), await play(bruno, duplicate)
    mine, his = await record_of(ana, own), await record_of(bruno, others)
    assert own != others
    assert mine.deal == his.deal
    assert str(mine.steps) == str(his.steps)
    assert why_unproved(mine) is None
    seen = await shown(ana, duplicate)
    assert dict(mine.extra)["commitment"] == seen["commitment"]
    assert hashlib.sha256(bytes.fromhex(seen["seed"])).hexdigest() == seen["commitment"]
    assert [(player["name"], player["result"]["place"]) for player in seen["players"]] == [
        ("Ana", 1),
        ("Bruno", 1),
    ]


def test_bots_of_compared_games_do_not_depend_on_time() -> None:
    for level in LEVELS:
        effort = steady_bot(level.key)
        assert "ms" not in effort
        assert bot_named(effort).name.split(":")[0] == bot_named(level.bot).name.split(":")[0]
    assert steady_bot("search:2s") == "search:2s"


async def test_a_strong_bot_is_searched_with_a_fixed_effort(
    ana: Person, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels: list[str] = []
    turn = server.tables.bots.turn

    async def noted(game: Any, level: str, *rest: Any) -> Any:
        levels.append(level)
        return await turn(game, "mason", *rest)

    monkeypatch.setattr(server.tables.bots, "turn", noted)
    table = await begin(ana, await set_up(ana, "vizier"))
    assert table["seats"][1]["level"] == "vizier"
    await played(ana, table)
    assert set(levels) == {steady_bot("vizier")} != {"vizier"}


async def test_each_person_has_one_table(ana: Person, bruno: Person, server: Server) -> None:
    duplicate = await set_up(ana)
    first, second = await asyncio.gather(begin(ana, duplicate), begin(ana, duplicate))
    assert first["id"] == second["id"] == (await begin(ana, duplicate))["id"]
    assert (await begin(bruno, duplicate))["id"] != first["id"]
    assert first["shared"] == {"kind": "duplicate", "id": duplicate["id"]}
    assert (first["options"]["undo"], first["coach"], first["invite"]) == (False, False, None)
    [game] = (await ana.http.get("/api/tables")).json()["mine"]
    assert game["shared"] == first["shared"]


async def test_results_are_hidden_until_the_own_game_is_over(
    ana: Person, bruno: Person, server: Server
) -> None:
    duplicate = await set_up(ana)
    done = await play(ana, duplicate)
    going = await begin(bruno, duplicate)
    assert (await shown(ana, duplicate))["open"]
    seen = await shown(bruno, duplicate)
    assert (seen["open"], seen["seed"]) == (False, None)
    assert [(each["name"], each["is_over"]) for each in seen["players"]] == [
        ("Ana", True),
        ("Bruno", False),
    ]
    assert [each["result"] for each in seen["players"]] == [None, None]
    assert [each["game"] for each in seen["players"]] == [None, going["id"]]
    assert not await may_read(bruno, done)
    assert (await ana.http.get(f"/api/games/{going['id']}")).status_code == 404
    assert await ana.refusal_to_enter(going["id"]) == "no_such_table"
    await played(bruno, going, 2)
    assert await may_read(bruno, done) and await may_read(ana, going["id"])
    results = {each["name"]: each["result"] for each in (await shown(bruno, duplicate))["players"]}
    for person, game in ((ana, done), (bruno, going["id"])):
        replayed = (await record_of(person, game)).replay()
        result = results[person.name]
        assert result["points"] == replayed.scores[0] == sum(result["by_scoring"].values())
        assert result["table_place"] == replayed.places[0]
        assert sum(result["kinds"].values()) == len(result["city"]) == len(replayed.cities[0].tiles)
        assert result["wall"] == len(replayed.cities[0].wall())
    points = sorted((result["points"] for result in results.values()), reverse=True)
    for result in results.values():
        assert result["place"] == points.index(result["points"]) + 1


async def test_others_see_the_games_once_nobody_may_begin(
    ana: Person, bruno: Person, server: Server, hands: Hands
) -> None:
    async with people(server, "Carla", "David") as [carla, david]:
        duplicate = await set_up(ana)
        done, going = await play(ana, duplicate), await begin(carla, duplicate)
        assert not await may_read(bruno, done)
        assert not (await shown(bruno, duplicate))["open"]
        assert (await asked(bruno, duplicate, "close"))[1]["reason"]["code"] == "not_your_table"
        status, closed = await asked(ana, duplicate, "close")
        assert (status, closed["closed"]) == (200, True)
        assert await may_read(bruno, done)
        assert (await shown(bruno, duplicate))["open"]
        assert not await may_read(carla, done), "she still plays"
        assert (await begin(carla, duplicate))["id"] == going["id"]
        code = (await asked(david, duplicate, "table"))[1]["reason"]["code"]
        assert code == "duplicate_closed"
    second = await set_up(ana)
    hands.passed = OPEN_DAYS * DAY_MS
    assert (await shown(bruno, second))["closed"]
    assert (await asked(bruno, second, "table"))[0] == 409


async def test_a_game_in_which_a_bot_has_played_has_no_result(ana: Person, bruno: Person) -> None:
    duplicate = await set_up(ana)
    table = await begin(ana, duplicate)
    async with ana.look_at(table) as page:
        await page.own_turn()
        assert await page.refusal("leave", seat=0) is None
        assert await page.refusal("return", seat=0) is None
    await played(ana, table)
    seen = await shown(ana, duplicate)
    assert seen["open"]
    assert [(each["is_over"], each["result"]) for each in seen["players"]] == [(True, None)]


async def test_hints_are_for_all_or_for_nobody(ana: Person, bruno: Person) -> None:
    for coach in (False, True):
        duplicate = await set_up(ana, coach=coach)
        assert (await shown(bruno, duplicate))["coach"] is coach
        for person in (ana, bruno):
            assert (await begin(person, duplicate))["coach"] is coach


async def test_the_next_one_is_the_same_for_all(ana: Person, bruno: Person) -> None:
    duplicate = await set_up(ana)
    await begin(bruno, duplicate)
    assert (await asked(bruno, duplicate, "next"))[1]["reason"]["code"] == "not_over"
    await play(ana, duplicate)
    status, new = await asked(ana, duplicate, "next")
    assert (status, new["levels"], new["yours"]) == (201, TWO, True)
    assert new["commitment"] != duplicate["commitment"]
    assert (await asked(ana, duplicate, "next"))[1]["id"] == new["id"]
    assert (await shown(bruno, duplicate))["next"] == new["id"]
    listed = (await ana.http.get("/api/duplicates")).json()["duplicates"]
    assert [(each["id"], each["stage"], each["names"]) for each in listed] == [
        (new["id"], "new", []),
        (duplicate["id"], "over", ["Bruno", "Ana"]),
    ]


async def test_what_makes_no_sense_is_refused(ana: Person, bruno: Person) -> None:
    none = {"id": "nothing"}
    for what in ("table", "close", "next"):
        status, answer = await asked(ana, none, what)
        assert (status, answer["reason"]["code"]) == (404, "no_such_duplicate")
    for setup, status in (
        ({"levels": []}, 422),
        ({"levels": ["mason"] * 6}, 422),
        ({"levels": ["dragon"]}, 409),
        ({"levels": ["mason"], "undo": True}, 422),
    ):
        assert (await ana.http.post("/api/duplicates", json=setup)).status_code == status


@pytest.mark.limits(players_per_duplicate=1)
async def test_only_so_many_play(ana: Person, bruno: Person) -> None:
    duplicate = await set_up(ana)
    await begin(ana, duplicate)
    status, answer = await asked(bruno, duplicate, "table")
    assert (status, answer["reason"]["code"]) == (409, "duplicate_full")


async def test_nobody_forgotten_is_named(ana: Person, bruno: Person) -> None:
    duplicate = await set_up(ana)
    await play(ana, duplicate)
    await begin(bruno, duplicate)
    await ana.delete_data()
    seen = await shown(bruno, duplicate)
    assert [each["name"] for each in seen["players"]] == ["Player 1", "Bruno"]
    assert not seen["yours"]


async def test_equal_games_on_two_servers_with_one_database(postgres: PostgresServer) -> None:
    shared: dict[str, Any] = {"database_url": postgres.new_database()}
    async with AsyncExitStack() as stack:
        one, other = [await stack.enter_async_context(serving(Path(), **shared)) for _ in range(2)]
        [ana] = await stack.enter_async_context(people(one, "Ana"))
        [bruno] = await stack.enter_async_context(people(other, "Bruno"))
        duplicate = await set_up(ana, "apprentice")
        mine = await record_of(ana, await play(ana, duplicate))
        his = await record_of(bruno, await play(bruno, duplicate))
        assert str(mine.steps) == str(his.steps)
        assert len((await shown(ana, duplicate))["players"]) == 2
