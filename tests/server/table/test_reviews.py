"""Reviews of finished games: by processes of their own, once for each game."""

import asyncio
import json
import os
import signal
import sqlite3
import zlib
from asyncio.subprocess import Process
from collections import Counter
from contextlib import closing, suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from alhambra import Record
from alhambra.analysis import analyse
from alhambra.server.protocol.review import ReviewStatus
from alhambra.server.runtime.worker_process import WorkerProcess
from alhambra.server.store.store import ReviewedSeat
from alhambra.server.table import reviews
from alhambra.server.table.review_process import SEED, seats_of
from alhambra.server.table.statistics import summed
from server.helpers import held_review
from server.helpers.databases import rows
from server.helpers.games import finished, short_record, whole_record
from server.helpers.live_server import Server, eventually, serving
from server.helpers.players import BOT, GUEST, ME, Message, Person, people, seated
from server.helpers.processes import TESTS

pytestmark = pytest.mark.compiled_only

STATUS = TypeAdapter(ReviewStatus)


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Reviews stop after their first turn until this file exists."""
    file = tmp_path / "gate"
    monkeypatch.setenv("PYTHONPATH", str(TESTS))
    monkeypatch.setenv(held_review.GATE, str(file))
    monkeypatch.setattr(reviews, "MODULE", held_review.__name__)
    return file


async def review(person: Person, game: str, method: str = "GET") -> Message:
    answer = await person.http.request(method, f"/api/games/{game}/review")
    assert answer.status_code == (202 if method == "POST" else 200), answer.text
    shown: Message = answer.json()
    STATUS.validate_python(shown, strict=False)
    return shown


async def refusal(person: Person, game: str, method: str = "GET") -> tuple[int, str]:
    answer = await person.http.request(method, f"/api/games/{game}/review")
    return answer.status_code, answer.json()["reason"]["code"]


async def settled(person: Person, game: str) -> Message:
    """The review once it is no longer under way."""
    while (shown := await review(person, game))["state"] in ("waiting", "running"):
        await asyncio.sleep(0.02)
    return shown


async def held(person: Person, game: str) -> Message:
    """The review once it is held after its first turn."""
    while not (shown := await review(person, game))["read"]:
        await asyncio.sleep(0.02)
    return shown


async def games_of(person: Person, count: int) -> list[str]:
    """Games of two that were played elsewhere."""
    return [(await person.bring(whole_record(2, seed)))["id"] for seed in range(count)]


def process_of(server: Server, game: str) -> int:
    """The id of the process that reviews a game."""
    worker = server.tables.reviews._jobs[game].worker
    assert worker and worker.pid
    return worker.pid


def is_running(process: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


# What is shown


async def test_a_review_shows_what_the_analysis_finds(ana: Person) -> None:
    record = whole_record()
    game = (await ana.bring(record))["id"]
    assert (await review(ana, game))["state"] == "none"
    assert (await review(ana, game, "POST"))["state"] in ("waiting", "running")
    shown = await settled(ana, game)
    found = analyse(record, "instant", seed=SEED)
    assert (shown["state"], shown["read"], shown["turns"]) == ("done", *[len(found.turns)] * 2)
    for turn, analysed in zip(shown["review"]["turns"], found.turns, strict=True):
        assert (turn["number"], turn["ply"], turn["seat"]) == (
            analysed.number,
            analysed.ply,
            analysed.seat,
        )
        assert turn["played"]["actions"] == [str(action) for action in analysed.line.actions]
        assert (turn["best"] is None) == (analysed.best is None)
        assert turn["mark"] == analysed.mark
        assert turn["luck"] == pytest.approx(analysed.luck, abs=1e-5)
    for line in lines_of(shown):
        assert len(line["happenings"]) == len(line["actions"])
    assert [number for number, *_ in shown["curve"]] == [turn.number for turn in found.turns]
    for seat in shown["review"]["seats"]:
        parts = seat["deal"] + seat["luck"] - seat["errors"] + seat["others"]
        assert seat["result"] == pytest.approx(parts, abs=1e-4)


def lines_of(shown: Message, *which: str) -> list[Message]:
    turns = shown["review"]["turns"]
    return [turn[line] for turn in turns for line in which or ("played", "best") if turn[line]]


async def test_its_lines_say_what_happens_and_show_nothing_that_is_drawn(ana: Person) -> None:
    record = whole_record(2)
    game = (await ana.bring(record))["id"]
    await review(ana, game, "POST")
    shown = await settled(ana, game)
    done = {"took": "take", "bought": "buy", "passed": "pass", "placed": "place"}
    done |= {"built": "build", "removed": "remove", "swapped": "swap"}
    done |= {"reserved": "reserve", "given": "give"}
    for line in lines_of(shown):
        words = [done[happening["type"]] for happening in line["happenings"]]
        assert words == [action.split()[0] for action in line["actions"]]
    played = [line["actions"] for line in lines_of(shown, "played")]
    assert list(chain(*played)) == [str(action) for action in record.replay().actions]


# Asking


async def test_a_game_is_reviewed_once_for_all(server: Server, ana: Person, bruno: Person) -> None:
    kept = await ana.bring(whole_record(2))
    bruno.http.headers["alhambra-invite"] = kept["invite"]
    asked = (review(person, kept["id"], "POST") for person in (ana, bruno, ana))
    assert {shown["state"] for shown in await asyncio.gather(*asked)} <= {"waiting", "running"}
    done = await settled(ana, kept["id"])
    assert await review(bruno, kept["id"], "POST") == done
    assert await review(bruno, kept["id"]) == done
    assert server.tables.metrics.reviews.labels("done")._value.get() == 1


async def test_a_game_in_progress_is_reviewed_for_nobody(ana: Person) -> None:
    async with ana.plays(GUEST) as page:
        for method in ("GET", "POST", "DELETE"):
            assert await refusal(ana, page.game, method) == (409, "not_over")
    unfinished = (await ana.bring(short_record()))["id"]
    for method in ("GET", "POST", "DELETE"):
        assert await refusal(ana, unfinished, method) == (409, "game_not_finished")


async def test_nothing_leads_from_a_game_in_progress_to_a_review(
    ana: Person, bruno: Person, eve: Person
) -> None:
    """For players and spectators there is no record to upload, and nothing to play on from."""
    async with seated(ana, bruno) as (table, [hers, _]):
        assert await hers.refusal("start") is None
        paths = [("POST", "review"), ("GET", "record"), ("GET", "plies?first=0")]
        wish = {"ply": 0, "seats": [ME, BOT], "invite": table["invite"]}
        for person in (ana, bruno, eve):
            person.http.headers["alhambra-invite"] = table["invite"]
            for method, path in paths:
                answer = await person.http.request(method, f"/api/games/{hers.game}/{path}")
                assert (answer.status_code, answer.json()["reason"]["code"]) == (409, "not_over")
            answer = await person.http.post(f"/api/games/{hers.game}/play-on", json=wish)
            assert (answer.status_code, answer.json()["reason"]["code"]) == (409, "not_over")


async def test_a_review_is_for_those_who_may_see_the_game(ana: Person, bruno: Person) -> None:
    game = (await ana.bring(whole_record(2)))["id"]
    for method in ("GET", "POST", "DELETE"):
        assert await refusal(bruno, game, method) == (404, "no_such_table")


async def test_a_game_that_cannot_be_read_is_refused(file: Path) -> None:
    async with serving(file) as server, people(server, "Ana") as [ana]:
        [game] = await games_of(ana, 1)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE events SET versions = '9/9/9'")
        connection.commit()
    async with serving(file) as server, people(server, "Ana") as [ana]:
        for method in ("GET", "POST", "DELETE"):
            assert await refusal(ana, game, method) == (409, "unknown_event")


@pytest.mark.limits(reviews_at_once=1, reviews_per_hour=0.001)
async def test_reviews_are_limited_but_not_those_that_are_done(ana: Person) -> None:
    first, second = await games_of(ana, 2)
    await review(ana, first, "POST")
    await settled(ana, first)
    assert await refusal(ana, second, "POST") == (429, "too_many_reviews")
    assert (await review(ana, second))["state"] == "none"
    assert (await review(ana, first, "POST"))["state"] == "done"


async def test_the_queue_is_limited(
    gate: Path, ana: Person, bruno: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = await games_of(ana, 3)
    monkeypatch.setattr(reviews, "REVIEWS_PER_CALLER", 2)
    for game in games[:2]:
        await review(ana, game, "POST")
    assert await refusal(ana, games[2], "POST") == (429, "too_many_reviews")
    [his] = await games_of(bruno, 1)
    monkeypatch.setattr(reviews, "QUEUE_LENGTH", 2)
    assert await refusal(bruno, his, "POST") == (503, "busy")
    gate.touch()
    for game in games[:2]:
        assert (await settled(ana, game))["state"] == "done"
    await review(bruno, his, "POST")
    assert (await settled(bruno, his))["state"] == "done"


async def test_no_two_take_the_last_place_in_the_queue(
    gate: Path, ana: Person, bruno: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [(await games_of(person, 2), person) for person in (ana, bruno)]
    asked = [(person, game) for theirs, person in games for game in theirs]
    monkeypatch.setattr(reviews, "QUEUE_LENGTH", 3)
    path = "/api/games/{}/review"
    posts = (person.http.post(path.format(game)) for person, game in asked)
    answers = [answer.status_code for answer in await asyncio.gather(*posts)]
    assert sorted(answers) == [202, 202, 202, 503]
    gate.touch()
    for (person, game), answer in zip(asked, answers, strict=True):
        assert (await settled(person, game))["state"] == ("done" if answer == 202 else "none")


# Waiting and stopping


async def test_the_curve_grows_and_others_wait_in_fair_turns(
    gate: Path, server: Server, ana: Person, bruno: Person
) -> None:
    hers, [his] = await games_of(ana, 3), await games_of(bruno, 1)
    for game in hers:
        await review(ana, game, "POST")
    await review(bruno, his, "POST")
    shown = await held(ana, hers[0])
    turns = len(analyse(whole_record(2, 0), "instant").turns)
    assert (shown["state"], shown["turns"], shown["read"]) == ("running", turns, 1)
    assert [number for number, *_ in shown["curve"]] == [1] and shown["review"] is None
    assert sum(shown["curve"][0][1:]) == pytest.approx(1, abs=1e-4)
    assert shown["seconds_left"] >= 0
    waiting = [(await review(ana, game))["waiting"] for game in hers]
    assert waiting == [0, 1, 3] and (await review(bruno, his))["waiting"] == 2
    metrics = (await ana.http.get("/metrics")).text
    assert "alhambra_reviews_waiting 3.0" in metrics and "alhambra_reviews_running 1.0" in metrics
    gate.touch()
    for game in hers:
        assert (await settled(ana, game))["state"] == "done"
    assert (await settled(bruno, his))["state"] == "done"
    metrics = (await ana.http.get("/metrics")).text
    assert "alhambra_reviews_waiting 0.0" in metrics and "alhambra_reviews_running 0.0" in metrics
    assert "alhambra_review_seconds_count 4.0" in metrics


async def test_a_review_is_stopped_when_nobody_waits_for_it(
    gate: Path, server: Server, ana: Person, bruno: Person
) -> None:
    kept = await ana.bring(whole_record(2))
    game = kept["id"]
    bruno.http.headers["alhambra-invite"] = kept["invite"]
    await review(ana, game, "POST")
    assert (await review(bruno, game, "DELETE"))["state"] != "stopped", "he did not ask"
    await review(bruno, game, "POST")
    await held(ana, game)
    process = process_of(server, game)
    assert (await review(ana, game, "DELETE"))["state"] == "running", "he still waits"
    assert is_running(process)
    assert (await review(bruno, game, "DELETE"))["state"] == "stopped"
    assert not is_running(process)
    gate.touch()
    assert (await review(ana, game))["state"] == "stopped"
    assert "alhambra_failures_total{" not in (await ana.http.get("/metrics")).text
    await review(ana, game, "POST")
    assert (await settled(ana, game))["state"] == "done"
    assert (await review(ana, game, "DELETE"))["state"] == "done", "what is done stays"


async def test_a_review_that_is_stopped_while_its_process_starts_holds_up_no_other(
    gate: Path, server: Server, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    starting, start = asyncio.Event(), WorkerProcess._start
    go_on = asyncio.Event()

    async def slowly(worker: WorkerProcess) -> Process:
        starting.set()
        await go_on.wait()
        return await start(worker)

    monkeypatch.setattr(WorkerProcess, "_start", slowly)
    first, second = await games_of(ana, 2)
    for game in (first, second):
        await review(ana, game, "POST")
    await starting.wait()
    assert (await review(ana, first, "DELETE"))["state"] == "stopped"
    go_on.set()
    await held(ana, second)
    gate.touch()
    assert (await settled(ana, second))["state"] == "done"
    assert (await review(ana, first))["state"] == "stopped"


async def test_a_review_that_waits_can_be_stopped(gate: Path, server: Server, ana: Person) -> None:
    first, second, third = await games_of(ana, 3)
    for game in (first, second, third):
        await review(ana, game, "POST")
    await held(ana, first)
    process = process_of(server, first)
    assert (await review(ana, second, "DELETE"))["state"] == "stopped"
    assert (await review(ana, third))["waiting"] == 1
    assert is_running(process)
    gate.touch()
    for game, state in ((first, "done"), (third, "done"), (second, "stopped")):
        assert (await settled(ana, game))["state"] == state


# Failing


async def test_a_review_whose_process_is_killed_has_failed_and_may_be_asked_again(
    gate: Path, server: Server, ana: Person
) -> None:
    game, other = await games_of(ana, 2)
    for each in (game, other):
        await review(ana, each, "POST")
    await held(ana, game)
    os.kill(process_of(server, game), signal.SIGKILL)
    assert (await settled(ana, game))["state"] == "failed"
    gate.touch()
    assert (await settled(ana, other))["state"] == "done", "others are not lost"
    await review(ana, game, "POST")
    assert (await settled(ana, game))["state"] == "done"
    metrics = (await ana.http.get("/metrics")).text
    assert 'alhambra_failures_total{part="review process 1"} 1.0' in metrics
    assert await ana.health(200)


async def test_health_says_when_reviews_cannot_be_done(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = asyncio.Event()

    async def sleep(_: float) -> None:
        await again.wait()

    monkeypatch.setattr(reviews, "MODULE", "alhambra.no_such_module")
    async with serving(file) as server, people(server, "Ana") as [ana]:
        monkeypatch.setattr(server.tables.supervisor, "_sleep", sleep)
        [game] = await games_of(ana, 1)
        await review(ana, game, "POST")
        assert (await settled(ana, game))["state"] == "failed"
        assert (await ana.health(503))["ill"] == {"review process 1": "WorkerDied"}
        monkeypatch.undo()
        again.set()
        await ana.health(200)
        await review(ana, game, "POST")
        assert (await settled(ana, game))["state"] == "done"


async def test_a_game_that_cannot_be_analysed_fails_alone(
    server: Server, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, other = await games_of(ana, 2)
    record_at = server.tables.finished.record_at

    async def broken(*args: object, **more: object) -> str:
        return "no record"

    monkeypatch.setattr(server.tables.finished, "record_at", broken)
    await review(ana, game, "POST")
    assert (await settled(ana, game))["state"] == "failed"
    monkeypatch.setattr(server.tables.finished, "record_at", record_at)
    assert await ana.health(200), "the process works"
    for each in (other, game):
        await review(ana, each, "POST")
        assert (await settled(ana, each))["state"] == "done"
    metrics = (await ana.http.get("/metrics")).text
    assert 'alhambra_failures_total{part="review"} 1.0' in metrics
    assert "review process" not in metrics


# Processes


async def test_a_process_is_started_by_the_first_review_and_ended_when_idle(
    server: Server, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "IDLE_SECONDS", 0.01)
    started: list[WorkerProcess] = []
    follow = reviews.Reviews._follow

    async def noted(self: reviews.Reviews, job: reviews._Job, worker: WorkerProcess) -> None:
        assert worker.pid is None
        started.append(worker)
        await follow(self, job, worker)

    monkeypatch.setattr(reviews.Reviews, "_follow", noted)
    for game in await games_of(ana, 2):
        await review(ana, game, "POST")
        assert (await settled(ana, game))["state"] == "done"
        await eventually(lambda: started[-1].pid is None)


async def test_a_server_that_stops_ends_its_processes_and_forgets_what_is_not_done(
    file: Path, gate: Path
) -> None:
    async with serving(file) as server, people(server, "Ana") as [ana]:
        kept = [await ana.bring(whole_record(2, seed)) for seed in range(3)]
        done, going, waiting = [table["id"] for table in kept]
        gate.touch()
        await review(ana, done, "POST")
        shown = await settled(ana, done)
        gate.unlink()
        for game in (going, waiting):
            await review(ana, game, "POST")
        await held(ana, going)
        process = process_of(server, going)
    assert not is_running(process)
    gate.touch()
    async with serving(file) as server, people(server, "Bruno") as [bruno]:
        for table in kept:
            bruno.http.headers["alhambra-invite"] = table["invite"]
            state = (await review(bruno, table["id"]))["state"]
            assert state == ("done" if table["id"] == done else "none")
            after = await review(bruno, table["id"], "POST")
            assert table["id"] != done or after == shown
            assert (await settled(bruno, table["id"]))["state"] == "done"
        assert server.tables.metrics.reviews.labels("done")._value.get() == 2


# Storing


async def test_a_review_in_an_older_format_or_of_another_level_is_done_again(file: Path) -> None:
    async with serving(file) as server, people(server, "Ana") as [ana]:
        kept = await ana.bring(whole_record(2))
        await review(ana, kept["id"], "POST")
        shown = await settled(ana, kept["id"])
    before = rows(file, "reviews")
    for column, value in (("version", 0), ("level", "'deep'")):
        with closing(sqlite3.connect(file)) as connection:
            connection.execute(f"UPDATE reviews SET {column} = {value}, analysis = ''")
            connection.commit()
        async with serving(file) as server, people(server, "Ana") as [ana]:
            ana.http.headers["alhambra-invite"] = kept["invite"]
            assert (await review(ana, kept["id"]))["state"] == "none"
            await review(ana, kept["id"], "POST")
            assert await settled(ana, kept["id"]) == shown
        assert rows(file, "reviews") == before


async def test_nothing_of_a_person_is_in_a_review(
    file: Path, server: Server, zenobia: Person, bruno: Person
) -> None:
    table = await finished(zenobia, BOT)
    await review(zenobia, table["id"], "POST")
    shown = await settled(zenobia, table["id"])
    [(game, _, _, seats, analysis)] = rows(file, "reviews")
    assert isinstance(analysis, bytes)
    stored = f"{game} {seats} {zlib.decompress(analysis).decode()}"
    [person] = [str(row[0]) for row in rows(file, "persons") if row[1] == "Zenobia"]
    assert "Zenobia" not in stored and person not in stored
    await zenobia.delete_data()
    bruno.http.headers["alhambra-invite"] = table["invite"]
    assert await review(bruno, table["id"]) == shown, "the game keeps its review"
    async with people(server, "Zenobia") as [newcomer]:
        numbers = (await newcomer.http.get("/api/me/statistics")).json()
        assert numbers["reviews"]["games"] == 0
    assert await server.tables.store.reviewed(person, server.tables.reviews.kind) == []


async def test_statistics_sum_up_the_reviews_of_games_that_count(file: Path, ana: Person) -> None:
    games = [(await finished(ana, BOT, seed=seed))["id"] for seed in (1, 2)]
    games += await games_of(ana, 1)
    empty = (await ana.http.get("/api/me/statistics")).json()["reviews"]
    assert (empty["games"], empty["accuracy"], empty["form"]) == (0, None, [])
    for game in reversed(games):
        await review(ana, game, "POST")
    shown = [(await settled(ana, game))["review"] for game in games[:2]]
    found = (await ana.http.get("/api/me/statistics")).json()["reviews"]
    assert [form["game"] for form in found["form"]] == games[:2], "in the order of the games"
    mine = [each["seats"][0] for each in shown]
    for form, seat in zip(found["form"], mine, strict=True):
        assert form["accuracy"] == pytest.approx(seat["accuracy"], abs=1e-4)
        assert form["luck"] == pytest.approx(seat["luck"] + seat["deal"], abs=1e-4)
    assert (found["games"], found["turns"]) == (2, sum(seat["turns"] for seat in mine))
    accuracies = sorted(seat["accuracy"] for seat in mine)
    assert accuracies[0] <= found["accuracy"] <= accuracies[1]
    assert found["accuracy_error"] < max(seat["accuracy_error"] for seat in mine)
    for mark, count in found["marks"].items():
        assert count == sum(seat["marks"][mark] for seat in mine)
    errors = sum(seat["errors"] for seat in mine)
    weights = [
        sum(turn["openness"] for turn in each["turns"] if turn["seat"] == 0) for each in shown
    ]
    assert found["error_rate"] == pytest.approx(errors / sum(weights), abs=1e-4)
    with closing(sqlite3.connect(file)) as connection:  # as after an undo
        connection.execute("UPDATE results SET counts = 0 WHERE game = ?", (games[0],))
        connection.commit()
    found = (await ana.http.get("/api/me/statistics")).json()["reviews"]
    assert [form["game"] for form in found["form"]] == games[1:2]


def test_marked_turns_are_counted_by_what_was_decided_wrongly() -> None:
    found = analyse(whole_record(2), "instant")
    words = dict.fromkeys(("place", "reserve", "give"), "placing") | {"take": "money"}
    words |= dict.fromkeys(("build", "remove", "swap"), "redesign") | {"buy": "purchase"}
    turns = [replace(turn, marked=len(turn.line.actions) - 1) for turn in found.turns[::3]]
    numbers = seats_of(replace(found, turns=tuple(turns)))
    for seat in (0, 1):
        last = [str(turn.line.actions[-1]).split()[0] for turn in turns if turn.seat == seat]
        assert numbers[seat]["decisions"] == Counter(words[word] for word in last)
    reviews = summed([], [ReviewedSeat(f"{n}", seat) for n, seat in enumerate(numbers)])["reviews"]
    assert reviews["decisions"].keys() == {"money", "purchase", "placing", "redesign"}
    assert sum(reviews["decisions"].values()) == len(turns)
    for each in numbers:
        del each["decisions"]  # as in reviews of earlier releases
    reviews = summed([], [ReviewedSeat("0", numbers[0])])["reviews"]
    assert set(reviews["decisions"].values()) == {0}


async def test_an_uploaded_record_is_reviewed_like_the_game_it_was(ana: Person) -> None:
    played = (await finished(ana, BOT))["id"]
    text = (await ana.http.get(f"/api/games/{played}/record")).text
    brought = (await ana.bring(Record.parse(text)))["id"]
    for game in (played, brought):
        await review(ana, game, "POST")
    one, other = [(await settled(ana, game))["review"] for game in (played, brought)]
    assert json.dumps(one) == json.dumps(other)
