"""Names of people: visible, in one spelling, and refused otherwise."""

import pytest

from alhambra.server.log.events import Started
from alhambra.server.table.decisions import Decision
from alhambra.server.table.forgetting import forget
from alhambra.server.table.names import clean_names
from server.helpers.live_server import Server
from server.helpers.players import BOT, ME, Person, people, seated

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a|b", "a\nb", " a", "a\u2028b", 7, None])
async def test_a_bad_name_is_refused(stranger: Person, name: object) -> None:
    answer = await stranger.http.post("/api/me", json={"name": name})
    assert 400 <= answer.status_code < 500
    assert answer.json()["reason"]["sentence"]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("A\u200bna", "Ana"),
        ("Ana\u202e", "Ana"),
        ("\u2066Ana\u2069", "Ana"),
        ("A\ufeffn\u00ada", "Ana"),
        ("An\u0061\u0301", "An\u00e1"),
        ("Ana\u00a0\u2003B", "Ana B"),
        ("\u3164Ana", "Ana"),
        ("李小龍", "李小龍"),
        ("दिल्ली", "दिल्ली"),
        ("ก็ดี", "ก็ดี"),
        ("Nguyễn", "Nguyễn"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("Ana 🏰", "Ana 🏰"),
    ],
)
async def test_a_name_is_visible_and_in_one_spelling(eve: Person, typed: str, name: str) -> None:
    answer = await eve.http.post("/api/me", json={"name": typed})
    assert answer.json()["name"] == name
    seats = [ME, {"kind": "guest", "name": typed}, {**BOT, "name": typed}]
    shown = await eve.set_up(*seats)
    assert [seat["name"] for seat in shown["seats"]] == [name, f"{name} 2", f"{name} 3"]


@pytest.mark.parametrize(
    "name", ["\u200b", "\u202e\u2066", "a" + "\u0301" * 9, "\u0301a", "\ue000"]
)
async def test_a_name_that_cannot_be_seen_is_refused(eve: Person, name: str) -> None:
    answer = await eve.http.post("/api/me", json={"name": name})
    assert answer.json()["reason"]["code"] == "bad_name"
    assert (await eve.http.get("/api/me")).json()["name"] == "Eve"


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Ana", "A\u200bna"], ["Ana", "Ana 2"]),
        (["Ana 2", "Ana", "A\u200bna"], ["Ana 2", "Ana", "Ana 3"]),
        (["Ana (3)", "Ana", "A\u200bna"], ["Ana (3)", "Ana", "Ana 2"]),
        (["\u00b7", "\u00b7\u200b"], ["\u00b7", "\u00b7 2"]),
        (["x" * 40, "x" * 40 + "\u200b"], ["x" * 40, "x" * 36 + " 2"]),
        (["Player 2", "\ue000"], ["Player 2", "Player 2 2"]),
    ],
)
def test_the_names_of_a_record_stay_distinct(names: list[str], shown: list[str]) -> None:
    assert clean_names(names) == shown


@pytest.mark.parametrize("first", ["Player 3 (3)", "Player 3 2"])
async def test_a_game_stays_readable_whatever_the_others_are_called(
    server: Server, first: str
) -> None:
    async with people(server, first, "Player 3", "Eve") as persons:
        async with seated(*persons) as (table, _):
            pass
        live = await server.tables.find(table["id"])
        async with live.lock:
            await live.commit(Decision([Started("2")]))
        await forget(server.tables, live.fold.seats[2].person or "")
        names = (await server.tables.find(table["id"])).fold.names
        assert names[:2] == [first, "Player 3"] and len(set(names)) == 3
