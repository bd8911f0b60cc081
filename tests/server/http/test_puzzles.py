"""Puzzles over the API: what a page is shown, and what is kept of a try."""

from __future__ import annotations

from typing import Any

from alhambra.puzzles import Puzzle, puzzles
from alhambra.server.http.cookies import COOKIE, person_of
from server.helpers.live_server import Server
from server.helpers.players import Person

NAMES = list(puzzles())


def puzzle_where(**wanted: object) -> Puzzle:
    """A puzzle with these properties."""
    return next(
        each
        for each in puzzles().values()
        if all(getattr(each, name) == value for name, value in wanted.items())
    )


async def tried(person: Person, puzzle: Puzzle, **asked: object) -> dict[str, Any]:
    """What the server says of a try."""
    answer = await person.http.post(f"/api/puzzles/{puzzle.id}", json=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def counted(person: Person) -> dict[str, Any]:
    """All puzzles in numbers."""
    found: dict[str, Any] = (await person.http.get("/api/puzzles")).json()
    return found


async def test_the_best_action_is_played_and_explained(ana: Person) -> None:
    puzzle = puzzle_where(theme="wall")
    shown = await tried(ana, puzzle)
    assert (shown["answer"], shown["solution"], shown["own_rating"]) == (None, None, None)
    assert shown["state"]["own"]["legal"] is not None
    assert all(player["hand"] for player in shown["state"]["board"]["players"])
    shown = await tried(ana, puzzle, action=str(puzzle.best))
    assert shown["answer"] == "best"
    assert shown["solution"]["best"] == str(puzzle.best)
    assert shown["solution"]["second"] == str(next(iter(puzzle.worse)))
    assert shown["solution"]["reasons"][0]["sentence"]
    assert shown["state"]["happenings"]
    assert shown["state"]["own"]["legal"] is None
    assert shown["own_rating"] > 1000


async def test_only_the_first_try_counts(ana: Person, bruno: Person) -> None:
    puzzle = puzzle_where(easy=False)
    worse, cost = next(iter(puzzle.worse.items()))
    shown = await tried(ana, puzzle, action=str(worse))
    assert (shown["answer"], shown["cost"], shown["solution"]) == ("worse", cost, None)
    assert shown["own_rating"] < 1000 < shown["rating"]
    again = await tried(ana, puzzle, action=str(puzzle.best))
    assert (again["answer"], again["own_rating"], again["rating"]) == (
        "best",
        None,
        shown["rating"],
    )
    found = await counted(ana)
    assert (found["tried"], found["solved"], found["rating"]) == (1, 0, shown["own_rating"])
    solved = await tried(bruno, puzzle, action=str(puzzle.best))
    assert solved["rating"] < shown["rating"]
    found = await counted(bruno)
    assert (found["tried"], found["solved"]) == (1, 1)
    assert sum(theme["solved"] for theme in found["themes"]) == 1
    assert sum(theme["puzzles"] for theme in found["themes"]) == len(NAMES)


async def test_giving_up_counts_as_a_try_and_an_illegal_action_does_not(ana: Person) -> None:
    puzzle = puzzles()[NAMES[0]]
    shown = await tried(ana, puzzle, action="take b9 b9 b9")
    assert shown["refused"]["code"]
    assert (await counted(ana))["tried"] == 0
    shown = await tried(ana, puzzle, give_up=True)
    assert shown["answer"] is None
    assert shown["solution"]["best"] == str(puzzle.best)
    assert shown["own_rating"] < 1000


async def test_a_puzzle_that_was_tried_is_not_chosen_again(ana: Person, server: Server) -> None:
    wanted = {name for name in NAMES if puzzles().theme(name) == "redesign"}
    for _ in range(len(wanted)):
        name = (await ana.http.get("/api/next-puzzle?theme=redesign")).json()["puzzle"]
        wanted.remove(name)
        await ana.http.post(f"/api/puzzles/{name}", json={"give_up": True})
    assert (await ana.http.get("/api/next-puzzle?theme=redesign")).json() == {"puzzle": None}
    assert (await ana.http.get("/api/next-puzzle")).json()["puzzle"] in NAMES


async def test_somebody_without_a_name_solves_without_a_rating(stranger: Person) -> None:
    name = (await stranger.http.get("/api/next-puzzle")).json()["puzzle"]
    assert puzzles().is_easy(name)
    shown = await tried(stranger, puzzles()[name], action=str(puzzles()[name].best))
    assert (shown["answer"], shown["own_rating"]) == ("best", None)
    assert (await counted(stranger))["rating"] is None


async def test_tries_are_forgotten_with_the_person(ana: Person, server: Server) -> None:
    puzzle = puzzles()[NAMES[0]]
    await tried(ana, puzzle, give_up=True)
    practice = server.tables.store.practice
    key = person_of(ana.http.cookies[COOKIE], server.tables.settings.key) or ""
    assert await practice.puzzle_tries(key)
    await ana.http.delete("/api/me")
    assert await practice.puzzle_tries(key) == {}
    assert (await practice.puzzle_rating(key)).shown == 1000
    assert puzzle.id in await practice.rated_puzzles()


async def test_what_makes_no_sense_is_refused(ana: Person) -> None:
    async def status(name: str, **asked: object) -> tuple[int, str]:
        answer = await ana.http.post(f"/api/puzzles/{name}", json=asked)
        return answer.status_code, answer.json()["reason"]["code"]

    assert await status("00000000") == (404, "no_such_puzzle")
    assert (await status("roofs"))[0] == 422
    assert await status(NAMES[0], action="dance") == (409, "no_such_action")
    assert await status(NAMES[0], look="X9") == (409, "no_such_tile")
    assert (await ana.http.get("/api/next-puzzle?theme=roofs")).status_code == 422
