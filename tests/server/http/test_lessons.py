"""Lessons over the API: what a page is shown, and that nothing is kept."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from alhambra import Game, Record
from alhambra.lessons import lesson_named, lessons
from alhambra.server.render.lesson import lessons_listed
from server.helpers.players import Person


async def tried(person: Person, name: str, **asked: object) -> dict[str, Any]:
    """What the server says of a try."""
    answer = await person.http.post(f"/api/lessons/{name}", json={"played": [], **asked})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("name", [lesson.name for lesson in lessons()])
async def test_the_solution_leads_to_the_end_of_every_lesson(ana: Person, name: str) -> None:
    played: list[str] = []
    shown = await tried(ana, name)
    assert shown["answer"] is None
    while shown["solution"]:
        assert shown["state"]["own"]["legal"] is not None
        action = shown["solution"]
        shown = await tried(ana, name, played=played, action=action)
        played.append(action)
        assert shown["refused"] is None
    assert shown["answer"] == "done"
    assert shown["state"]["own"]["legal"] is None
    assert shown["state"]["version"] == shown["state"]["since"] + 1
    assert shown["state"]["happenings"]


async def test_a_worse_action_changes_nothing(ana: Person) -> None:
    shown = await tried(ana, "money", action="take b4")
    assert shown["answer"] == "worse"
    assert shown["state"] == (await tried(ana, "money"))["state"]


async def test_an_action_against_the_rules_is_refused_with_the_rule(ana: Person) -> None:
    shown = await tried(ana, "money", action="take b2 b4")
    assert shown["answer"] is None
    assert shown["refused"]["code"] == "too_much_money"
    assert shown["state"] == (await tried(ana, "money"))["state"]


async def test_a_page_asks_where_the_tile_fits(ana: Person) -> None:
    (tile,) = lesson_named("wall").begin().game.waiting
    found = (await tried(ana, "wall", look=str(tile)))["prospects"]
    walls = {tuple(fit["cell"]): fit["wall"] for fit in found["fits"]}
    assert max((wall or 0, cell) for cell, wall in walls.items()) == (7, (-1, 3))


async def test_a_learner_sees_only_what_a_player_would(ana: Person) -> None:
    for lesson in lessons():
        board = (await tried(ana, lesson.name))["state"]["board"]
        assert [player["hand"] for player in board["players"]] == [None] * len(board["players"])
        assert "deck_order" not in board


async def test_the_list_has_the_city_of_every_lesson(ana: Person) -> None:
    listed = (await ana.http.get("/api/lessons")).json()["lessons"]
    assert [each["name"] for each in listed] == [lesson.name for lesson in lessons()]
    for each, lesson in zip(listed, lessons(), strict=True):
        attempt = lesson.begin()
        tiles = {str(tile): cell for cell, tile in attempt.game.cities[attempt.seat].tiles.items()}
        assert {tile: (x, y) for tile, x, y in each["city"]} == tiles


async def test_what_makes_no_sense_is_refused(ana: Person) -> None:
    async def status(name: str, **asked: object) -> tuple[int, str]:
        answer = await ana.http.post(f"/api/lessons/{name}", json=asked)
        return answer.status_code, answer.json()["reason"]["code"]

    assert await status("roofs", played=[]) == (404, "no_such_lesson")
    assert await status("money", played=["take b4"]) == (409, "not_right_here")
    assert await status("money", played=["dance"]) == (409, "no_such_action")
    assert await status("wall", played=[], look="X9") == (409, "no_such_tile")
    assert (await status("money", played=["take b2 g3"] * 9))[0] == 422
    over = await tried(ana, "money", played=["take b2 g3"], action="take b4")
    assert over["refused"]["code"] == "lesson_done"


async def test_nothing_is_replayed_on_the_event_loop(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first who asks has all lessons read and replayed."""
    threads: set[threading.Thread] = set()
    replay = Record.replay

    def replaying(record: Record) -> Game:
        threads.add(threading.current_thread())
        return replay(record)

    monkeypatch.setattr(Record, "replay", replaying)
    for first in (ana.http.get("/api/lessons"), tried(ana, "money")):
        lessons.cache_clear()
        lessons_listed.cache_clear()
        threads.clear()
        await first
        assert threads and threading.current_thread() not in threads
