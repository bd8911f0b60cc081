"""Whole games are replayed in worker threads: another page never waits for them."""

import asyncio
import gc
import threading
import time
from asyncio.events import Handle
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import pytest

from alhambra import Game, Record
from alhambra.happenings import Happening
from alhambra.reasons import AlhambraError
from alhambra.server.protocol.happenings import HappeningShown
from alhambra.server.render.happenings import happenings_shown
from alhambra.server.render.history import GameLog
from alhambra.server.runtime.json_text import text
from alhambra.server.table import game_length, statistics
from alhambra.server.table.replays import JOBS_PER_CALLER, QUEUE_LENGTH, ReplayCache, ReplayWorkers
from server.helpers.games import PLIES, long_game, long_record
from server.helpers.live_server import Server
from server.helpers.players import GUEST, ME, Page, Person

pytestmark = pytest.mark.compiled_only

RECORDS = Path(__file__).parents[2] / "records"


class LoopWatch:
    """What the event loop was kept busy with."""

    def __init__(self) -> None:
        self.longest = 0.0  # seconds of processor time in one callback
        self.plies = 0  # actions that were played on the thread of the loop


@contextmanager
def watched_loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopWatch]:
    """Processor time, since on a busy machine the time of day says little. And without the
    garbage collector, which would walk through all that the other tests have left."""
    watch, thread = LoopWatch(), threading.current_thread()
    run_callback, play = Handle._run, Game._take

    def timed(handle: Handle) -> None:
        started = time.thread_time()
        run_callback(handle)
        watch.longest = max(watch.longest, time.thread_time() - started)

    def counted(game: Game, event: int | bytes | None) -> list[Happening]:
        watch.plies += isinstance(event, int) and threading.current_thread() is thread
        return play(game, event)

    with monkeypatch.context() as patch:
        patch.setattr(Handle, "_run", timed)
        patch.setattr(Game, "_take", counted)
        gc.disable()
        try:
            yield watch
        finally:
            gc.enable()


async def logs_come(page: Page, times: int) -> None:
    """Wait for answers to ``ask_log``, without more work in the loop that page and server share."""
    while times > 0:
        times -= sum(message["type"] == "log" for message in await page.next_frame())


async def test_nobody_waits_for_the_replay_of_a_long_game(
    server: Server, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = long_record()
    monkeypatch.setattr(game_length, "MOST_PLIES", PLIES + 1)
    async with AsyncExitStack() as stack:
        with watched_loop(monkeypatch) as watch:
            await server.tables.store.people.add("somebody", "Bea")
            kept = (await server.tables.keep("somebody", record)).fold
            game, invite = kept.id, kept.invite
            ana.http.headers["alhambra-invite"] = invite
            parts = ["", "/plies/0", f"/plies/{PLIES}", "/plies?first=40", "/statistics"]
            parts.append("/record")
            answers = [await ana.http.get(f"/api/games/{game}{part}") for part in parts]
            assert [answer.status_code for answer in answers] == [200] * len(parts)
            assert answers[-1].text == record
            wish = {"ply": PLIES, "same_luck": True, "seats": [ME, GUEST], "invite": invite}
            laid = await ana.play_on(game, **wish)
            (await server.tables.find(game)).gone = True  # to be loaded from the log
            async with ana.look_at(laid) as page:
                await page.command("start")
                mover = page.board["seat"]
                await page.send("ask_log")
                await logs_come(page, 1)
                await undo(page, mover)
                assert page.board["ply"] == PLIES - 2
                pages = [
                    await stack.enter_async_context(ana.look_at(game, invite=invite))
                    for _ in range(20)
                ]
                for other in pages * 3:
                    await other.send("ask_log")
                for other in pages:
                    await logs_come(other, 3)
        assert watch.plies < 20
        assert watch.longest < 0.1


async def test_the_log_is_rendered_once_for_all_pages(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = 0
    follow = GameLog.follow

    def counted(log: GameLog, game: Game) -> object:
        nonlocal rendered
        rendered += 1
        return follow(log, game)

    monkeypatch.setattr(GameLog, "follow", counted)
    game = (await ana.bring(long_record(50)))["id"]
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(ana.look_at(game)) for _ in range(5)]
        for page in pages:
            await page.send("ask_log", since=48)
        logs = [await page.wait_for("log") for page in pages]
        assert [entry["ply"] for entry in logs[0]["entries"]] == [49, 50]
        assert all(log == logs[0] for log in logs)
        assert rendered == 1


async def test_only_what_is_new_is_added_to_the_log(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    described: list[object] = []

    def noted(happenings: list[Happening]) -> list[HappeningShown]:
        described.append(happenings)
        return happenings_shown(happenings)

    monkeypatch.setattr("alhambra.server.render.history.happenings_shown", noted)
    async with ana.plays(GUEST, open_hands=True) as page:
        for _ in range(10):
            await take_money(page)
        await page.send("ask_log")
        assert len((await page.wait_for("log"))["entries"]) == 10
        described.clear()
        await take_money(page)
        await page.send("ask_log")
        assert len((await page.wait_for("log"))["entries"]) == 11
        assert len(described) < 5


async def take_money(page: Page) -> None:
    assert (await page.act(page.first_take))["reason"] is None


async def undo(page: Page, seat: int) -> None:
    """Go back to before the last turn of this seat."""
    assert await page.refusal("ask_undo", seat=seat, base=page.state["version"]) is None


def test_the_log_follows_a_game_that_goes_back() -> None:
    def expected(game: Game) -> list[str]:
        return list(GameLog().follow(game.copy()))

    whole = Record.load(RECORDS / "3p-uniform.alhambra").replay()
    log = GameLog()
    for ply in (0, 3, 10, 11, 12, 11, 40, 39, 12, whole.ply):
        game = whole.at(ply)
        assert list(log.follow(game)) == expected(game)


def test_going_back_without_snapshots_is_the_same() -> None:
    whole = long_game(60)
    for ply in range(40, 60):
        kept, dropped = whole.at(60), whole.at(60)
        kept.rebuild_snapshots()
        dropped.drop_snapshots()
        assert kept.can_go_back_to(ply) and not dropped.can_go_back_to(ply)
        kept.back_to(ply)
        dropped.back_to(ply)
        assert kept == dropped == whole.at(ply), ply


def test_a_game_is_the_same_from_any_earlier_state() -> None:
    whole = long_game(60)
    for since in range(0, 60, 7):
        early = whole.at(since)
        assert whole.at(50, early) == whole.at(50) if since <= 50 else True
        assert whole.extends(early)
        assert not early.extends(whole)


async def test_one_caller_cannot_fill_the_queue() -> None:
    workers, gate = ReplayWorkers(1), threading.Event()
    count = JOBS_PER_CALLER + 6
    jobs = [asyncio.create_task(workers.run_for("a", gate.wait)) for _ in range(count)]
    await asyncio.sleep(0)
    refused = [job for job in jobs if job.done()]
    assert len(refused) == 6
    assert all(code_of(job) == "too_fast" for job in refused)
    others = [asyncio.create_task(workers.run_for(str(n), gate.wait)) for n in range(QUEUE_LENGTH)]
    await asyncio.sleep(0)
    assert {code_of(job) for job in others if job.done()} == {"busy"}
    assert sum(not job.done() for job in jobs + others) == QUEUE_LENGTH
    gate.set()
    await asyncio.gather(*jobs, *others, return_exceptions=True)
    assert await workers.run_for("a", lambda: 1) == 1, "the next is welcome"
    await workers.close()


def code_of(job: asyncio.Task[object]) -> str:
    error = job.exception()
    assert isinstance(error, AlhambraError)
    return error.reason.code


async def test_the_cache_shares_jobs_and_keeps_no_more_than_it_may() -> None:
    workers, calls = ReplayWorkers(1), list[str]()
    cache = ReplayCache(workers, most_plies=100)

    def work(key: str) -> str:
        calls.append(key)
        if key == "bad":
            raise KeyError(key)
        return key.upper()

    async def get(key: str) -> str:
        return await cache.get(key, 40, key, lambda: work(key))

    assert list(await asyncio.gather(get("a"), get("a"), get("a"))) == ["A", "A", "A"]
    assert calls == ["a"]
    for key in ("b", "a", "c", "a", "b"):  # c makes b go, the longest unused
        await get(key)
    assert calls == ["a", "b", "c", "b"]
    for _ in range(2):
        with pytest.raises(KeyError):
            await get("bad")
    assert calls[-2:] == ["bad", "bad"], "a failure is not kept"
    await workers.close()


async def test_what_pages_are_sent_is_what_is_documented(ana: Person) -> None:
    """The bodies are put together from parts, so FastAPI does not check them."""
    game = (await ana.bring(long_record(80)))["id"]
    shown = (await ana.http.get(f"/api/games/{game}")).json()
    assert shown["plies"] == 80
    assert shown["table"]["id"] == game
    assert [entry["ply"] for entry in shown["log"]] == list(range(1, 81))
    whole = long_game(80)
    for ply in (0, 1, 15, 16, 17, 63, 80):
        moment = (await ana.http.get(f"/api/games/{game}/plies/{ply}")).json()
        assert (moment["ply"], moment["board"]["ply"]) == (ply, ply)
        assert moment["board"]["seat"] == whole.at(ply).seat
        row = [card.name if card else None for card in whole.at(ply).row]
        assert moment["board"]["row"] == row
    missing = await ana.http.get(f"/api/games/{game}/plies/81")
    assert (missing.status_code, missing.json()["reason"]["code"]) == (404, "no_such_ply")
    assert text(shown["turns"]).startswith("[0,")


def note_threads(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> list[str]:
    """The threads in which a function of games is called from now on."""
    threads: list[str] = []
    function = getattr(owner, name)

    def noted(game: Game) -> object:
        threads.append(threading.current_thread().name.partition("_")[0])
        return function(game)

    monkeypatch.setattr(owner, name, noted)
    return threads


async def test_a_game_with_steps_taken_back_is_counted_in_a_worker(
    server: Server, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = note_threads(monkeypatch, statistics, "counted_anew")
    async with ana.plays(GUEST) as page:
        live = await server.tables.find(page.game)
        live.fold.tally = None  # as after a take-back
        await live._results()
    assert threads == ["replay"]


async def test_snapshots_for_undo_are_rebuilt_in_a_worker(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = note_threads(monkeypatch, Game, "rebuild_snapshots")
    async with ana.plays(GUEST, open_hands=True) as page:
        mover = page.board["seat"]
        await take_money(page)
        await undo(page, mover)
        assert page.board["ply"] == 0
    assert threads == ["replay"]


async def test_a_log_of_many_undos_is_loaded_without_replaying_the_game(
    server: Server, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ana.plays(GUEST, open_hands=True) as page:
        for _ in range(3):
            await take_money(page)
            mover = page.board["seat"]
            await take_money(page)
            await undo(page, mover)
        shown = page.board
    rebuilt: list[Game] = []
    monkeypatch.setattr(Game, "rebuild_snapshots", rebuilt.append)
    server.tables._live.pop(page.game).close()
    async with ana.look_at(page.game) as page:
        assert page.board == shown
    assert not rebuilt


async def test_a_game_without_actions_takes_room_in_the_cache(server: Server, ana: Person) -> None:
    game = (await ana.bring(long_record(0)))["id"]
    assert (await ana.http.get(f"/api/games/{game}")).status_code == 200
    assert server.tables.finished._cache._plies > 0
