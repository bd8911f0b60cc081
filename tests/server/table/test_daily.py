"""Daily deals: one deal a day for everybody, one try for each person."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from alhambra import Record
from alhambra.fairness import FairDealer, why_unproved
from alhambra.server.http.cookies import COOKIE, person_of
from alhambra.server.store.practice import DAY_MS, DailyTry
from alhambra.server.table import daily, daily_process
from alhambra.server.table.daily import seed_of, streak
from server.helpers.clocks import Hands
from server.helpers.games import played, record_of
from server.helpers.live_server import Server, serving
from server.helpers.players import Message, Person, people

KEY = b"a key for tests"
DAY = date(2026, 11, 19).toordinal()


def test_the_seed_of_a_day_is_fixed_by_that_of_the_day_before() -> None:
    for day in range(DAY, DAY + 5):
        assert hashlib.sha256(seed_of(KEY, day + 1)).digest() == seed_of(KEY, day)
    assert FairDealer(seed_of(KEY, DAY)).commitment == seed_of(KEY, DAY - 1).hex()
    assert seed_of(KEY, DAY) != seed_of(b"another machine", DAY)


def tried(day: int, points: int | None = 80, *, late: bool = False) -> DailyTry:
    """A try of a day."""
    return DailyTry(day, f"game {day}", late, points)


@pytest.mark.parametrize(
    ("tries", "length"),
    [
        ([], 0),
        ([tried(DAY)], 1),
        ([tried(DAY), tried(DAY - 1), tried(DAY - 3)], 2),
        ([tried(DAY, None), tried(DAY - 1), tried(DAY - 2)], 2),
        ([tried(DAY - 1), tried(DAY - 2, late=True), tried(DAY - 3)], 1),
        ([tried(DAY - 2)], 0),
    ],
)
def test_a_streak_counts_days_in_a_row_until_today_or_yesterday(
    tries: Sequence[DailyTry], length: int
) -> None:
    assert streak(tries, DAY) == length


async def begin(person: Person, day: str) -> Message:
    """The person's table of this day."""
    answer = await person.http.post(f"/api/daily/{day}")
    assert answer.status_code == 201, answer.text
    shown: Message = answer.json()
    return shown


async def calendar(person: Person) -> dict[str, Any]:
    """The days and the streak."""
    found: dict[str, Any] = (await person.http.get("/api/daily")).json()
    return found


async def shown(person: Person, day: str) -> dict[str, Any]:
    """What the person sees of a day."""
    found: dict[str, Any] = (await person.http.get(f"/api/daily/{day}")).json()
    return found


async def play(person: Person, day: str, seed: int = 1) -> str:
    """Play the deal of a day to its end: the id of the game."""
    return str((await played(person, await begin(person, day), seed))["id"])


async def test_equal_play_leads_to_equal_games_on_two_servers(
    ana: Person, bruno: Person, tmp_path: Path
) -> None:
    day = (await calendar(ana))["today"]
    own, others, another = await play(ana, day), await play(bruno, day), ""
    async with serving(tmp_path / "second.sqlite") as second, people(second, "Ana") as [far]:
        another = str((await record_of(far, await play(far, day))).steps)
    mine, his = await record_of(ana, own), await record_of(bruno, others)
    assert str(mine.steps) == str(his.steps) == another
    assert mine.deal == his.deal
    assert why_unproved(mine) is None
    assert dict(mine.extra)["commitment"] == (await shown(ana, day))["commitment"]


async def test_a_try_is_not_repeated_by_reloading_or_at_the_same_time(
    ana: Person, server: Server, hands: Hands
) -> None:
    day = (await calendar(ana))["today"]
    first, second = await asyncio.gather(begin(ana, day), begin(ana, day))
    assert first["id"] == second["id"]
    await server.tables.find(first["id"])
    hands.jumped = -DAY_MS  # the server's own clock is set back
    assert (await begin(ana, (await calendar(ana))["today"]))["id"] != first["id"]
    hands.jumped = 0
    assert (await begin(ana, day))["id"] == first["id"]


async def test_nothing_is_shown_before_the_end_and_then_the_place(
    ana: Person, bruno: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily.DailyDeals, "_let_bot_play", lambda *_: None)
    day = (await calendar(ana))["today"]
    assert (await shown(ana, day))["mine"] is None
    await play(ana, day, 1)
    await begin(bruno, day)
    seen = await shown(bruno, day)
    assert (seen["scores"], seen["bot"], seen["seed"]) == ([], None, None)
    assert seen["mine"]["points"] is None
    await play(bruno, day, 2)
    both = [(await shown(person, day))["mine"] for person in (ana, bruno)]
    better, worse = sorted(both, key=lambda mine: -mine["points"])
    assert (better["place"], worse["place"]) == (1, 2 if worse["points"] < better["points"] else 1)
    assert (await shown(ana, day))["scores"] == sorted(mine["points"] for mine in both)
    assert (await calendar(ana))["streak"] == 1


async def test_a_past_day_is_played_without_a_place_and_the_next_is_not_open(
    ana: Person, server: Server, hands: Hands
) -> None:
    today = (await calendar(ana))["today"]
    hands.passed = DAY_MS
    await play(ana, today)
    seen = await shown(ana, today)
    assert (seen["mine"]["late"], seen["mine"]["place"], seen["scores"]) == (True, None, [])
    assert hashlib.sha256(bytes.fromhex(seen["seed"])).hexdigest() == seen["commitment"]
    assert (await calendar(ana))["streak"] == 0
    hands.passed = 0
    tomorrow = date.fromordinal(date.fromisoformat(today).toordinal() + 1).isoformat()
    for method in (ana.http.post, ana.http.get):
        answer = await method(f"/api/daily/{tomorrow}")
        assert (answer.status_code, answer.json()["reason"]["code"]) == (404, "no_such_day")
    assert (await ana.http.post("/api/daily/1999-01-01")).status_code == 404
    assert (await ana.http.post("/api/daily/roofs")).status_code == 422


async def test_a_game_that_goes_on_when_its_seed_is_shown_has_no_place(
    ana: Person, bruno: Person, hands: Hands
) -> None:
    today = (await calendar(ana))["today"]
    await begin(ana, today)
    hands.passed = DAY_MS
    assert (await shown(bruno, today))["seed"] is not None
    await play(ana, today)
    seen = await shown(ana, today)
    assert (seen["mine"]["late"], seen["mine"]["place"], seen["scores"]) == (True, None, [])
    assert (await calendar(ana))["streak"] == 0


async def test_a_try_in_which_a_bot_has_played_has_no_result(ana: Person) -> None:
    day = (await calendar(ana))["today"]
    table = await begin(ana, day)
    assert table["shared"] == {"kind": "daily", "id": day}
    async with ana.look_at(table) as page:
        await page.own_turn()
        assert await page.refusal("leave", seat=0) is None
        assert await page.refusal("return", seat=0) is None
    await played(ana, table)
    assert (await shown(ana, day))["mine"]["points"] is None


async def test_nobody_watches_a_try_by_its_link_before_it_is_over(
    ana: Person, bruno: Person
) -> None:
    table = await begin(ana, (await calendar(ana))["today"])
    invite = {"alhambra-invite": table["invite"]}
    assert await bruno.refusal_to_enter(table["id"], invite=table["invite"]) == "no_such_table"
    address = f"/api/games/{table['id']}/record"
    assert (await bruno.http.get(address, headers=invite)).status_code == 404
    await played(ana, table)
    assert (await bruno.http.get(address, headers=invite)).status_code == 200


async def test_nothing_helps_at_the_table(ana: Person) -> None:
    table = await begin(ana, (await calendar(ana))["today"])
    assert (table["options"]["coach"], table["options"]["undo"]) == ("never", False)
    assert [seat["level"] for seat in table["seats"]] == [None, "mason", "mason", "mason"]
    async with ana.look_at(table) as page:
        await page.own_turn()
        await page.send("ask_hint", id="h", version=page.state["version"], numbers=False)
        refused = await page.until(lambda m: m.get("id") == "h" or m["type"] == "fault")
        assert refused.get("reason") or refused["type"] == "fault"


async def test_points_stay_without_the_person_who_is_forgotten(
    ana: Person, bruno: Person, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily.DailyDeals, "_let_bot_play", lambda *_: None)
    day = (await calendar(ana))["today"]
    await play(ana, day, 1)
    key = person_of(ana.http.cookies[COOKIE], server.tables.settings.key)
    await ana.http.delete("/api/me")
    assert await server.tables.store.practice.daily_tries(key or "") == []
    await play(bruno, day, 2)
    assert len((await shown(bruno, day))["scores"]) == 2


async def test_the_strongest_bot_plays_the_same_deal_and_its_game_can_be_seen(
    ana: Person, bruno: Person, server: Server
) -> None:
    day = (await calendar(ana))["today"]
    game = await play(ana, day)
    while (seen := await shown(ana, day))["bot"] is None:
        await asyncio.sleep(0.05)
    bot = seen["bot_game"]
    seed = seed_of(server.tables.settings.key, date.fromisoformat(day).toordinal())
    again = daily_process.played(seed)
    assert seen["bot"] == again.scores[0]
    invite = {"alhambra-invite": bot["invite"]}
    address = f"/api/games/{bot['game']}/record"
    its = Record.parse((await ana.http.get(address, headers=invite)).text)
    assert its.steps == Record.of(again).steps
    assert its.deal == (await record_of(ana, game)).deal
    assert (await bruno.http.get(address)).status_code == 404
    hidden = await shown(bruno, day)
    assert (hidden["bot"], hidden["bot_game"]) == (None, None)
    assert [each["id"] for each in (await ana.http.get("/api/tables")).json()["mine"]] == [game]


async def test_the_strongest_bot_begins_with_the_first_person(ana: Person, server: Server) -> None:
    day = (await calendar(ana))["today"]
    await begin(ana, day)
    number = date.fromisoformat(day).toordinal()
    while await server.tables.store.practice.bot_try(number) is None:
        await asyncio.sleep(0.05)
