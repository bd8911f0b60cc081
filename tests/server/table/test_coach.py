"""The coach: where it may be used, who is answered, and what it never delays or shows."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from threading import Event as Flag
from typing import Any

import pytest

from alhambra import AlhambraError, Game, Record
from alhambra.analysis import AnalysisStopped
from alhambra.server.render.coach import chances_fields, hint_fields
from alhambra.server.runtime.metrics import Metrics
from alhambra.server.runtime.supervision import Supervisor
from alhambra.server.table import coach
from alhambra.server.table.bot_pool import ADVICE_WAITING, BOTS_BEFORE_ADVICE, BotPool
from laws.positions import trail
from laws.test_hidden import reordered
from server.helpers.live_server import Server, eventually, serving
from server.helpers.players import BOT, GUEST, ME, OPEN, Message, Page, Person, people, seated
from tables import table as a_table

pytestmark = pytest.mark.compiled_only


async def ask(page: Page, kind: str = "hint", **fields: Any) -> Message:
    """Ask the coach about the position that was seen last: the answer, or the refusal."""
    base, seat = page.state["version"], page.board["seat"]
    await page.send(f"ask_{kind}", **{"id": "q", "base": base, "seat": seat, **fields})
    return await page.until(lambda message: message["type"] in (kind, "fault"))


async def refusal(page: Page, kind: str = "hint", **fields: Any) -> str | None:
    answer = await ask(page, kind, **fields)
    code: str | None = answer["reason"]["code"] if answer["type"] == "fault" else None
    return code


@asynccontextmanager
async def agreed_game(ana: Person, bruno: Person) -> AsyncIterator[tuple[Page, Page, int]]:
    """A game with the coach agreed on: the page that is to act, the other one, and the seat to
    act."""
    async with seated(ana, bruno, coach="agreed") as (_, pages):
        assert await pages[0].refusal("start") is None
        await pages[1].wait_for("state")
        seat = pages[0].board["seat"]
        yield pages[seat], pages[1 - seat], seat


class Slow:
    """Stands in for the search for a hint: it ends when it is let or stopped."""

    def __init__(self) -> None:
        self.began, self.go_on, self.stopped = Flag(), Flag(), False

    def __call__(self, _game: Game, _open: bool, stop: Callable[[], bool]) -> str:
        self.began.set()
        while not self.go_on.wait(0.005):
            if stop():
                self.stopped = True
                raise AnalysisStopped
        return '"advice":[],"leading":1,"equal":false'


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    stand_in = Slow()
    monkeypatch.setattr(coach, "hint_fields", stand_in)
    return stand_in


async def started(page: Page, slow: Slow) -> None:
    """Ask for a hint, and wait until it is worked on."""
    base, seat = page.state["version"], page.board["seat"]
    await page.send("ask_hint", id="q", base=base, seat=seat)
    await asyncio.to_thread(slow.began.wait)


# Where


async def test_alone_against_bots_a_hint_is_answered_to_the_page_that_asked(ana: Person) -> None:
    async with ana.plays(BOT, BOT) as page, ana.look_at(page.game) as other:
        await page.own_turn()
        assert page.table["coach"]
        found = await ask(page)
        assert found["id"] == "q"
        assert found["version"] == page.state["version"]
        assert 1 <= len(found["advice"]) <= 3
        assert found["advice"][0]["strength"] == "strong"
        assert found["advice"][0]["happening"]["seat"] == page.board["seat"]
        best = found["advice"][0]["action"]
        assert (await page.act(best, confirm=False))["reason"] is None
        await other.ping()
        assert other.heard.last("hint") is None


@pytest.mark.parametrize("seats", [[GUEST], [GUEST, BOT]])
async def test_around_one_screen_it_has_to_be_allowed(ana: Person, seats: list[Message]) -> None:
    async with ana.plays(*seats, open_hands=True) as page:
        await page.own_turn()
        assert not page.table["coach"]
        assert await refusal(page) == "coach_not_agreed"
    async with ana.plays(*seats, open_hands=True, coach="agreed") as page:
        await page.own_turn()
        assert page.table["coach"]
        assert await refusal(page) is None


async def test_behind_the_curtain_nothing_is_said(ana: Person) -> None:
    async with ana.plays(GUEST, coach="agreed") as page:
        await page.send("unlock", seat=None)
        await page.wait_for("curtain")
        assert await refusal(page) == "curtain_closed"
        await page.send("unlock", seat=page.board["seat"])
        await page.wait_for("curtain")
        assert await refusal(page) is None


@pytest.mark.parametrize("rule", ["alone", "agreed", "never"])
async def test_among_people_all_have_to_agree(ana: Person, bruno: Person, rule: str) -> None:
    async with seated(ana, bruno, coach=rule) as (_, [hers, his]):
        for page in (hers, his):
            assert page.table["options"]["coach"] == rule
            assert page.table["coach"] == (rule == "agreed")
        assert await hers.refusal("start") is None
        await his.wait_for("state")
        mine = hers if hers.board["seat"] == 0 else his
        expected = {"alone": "coach_not_agreed", "agreed": None, "never": "coach_never"}
        assert await refusal(mine) == expected[rule]


async def test_where_results_are_compared_there_is_none(ana: Person) -> None:
    async with ana.plays(BOT, coach="never") as page:
        await page.own_turn()
        assert not page.table["coach"]
        assert await refusal(page) == "coach_never"
        await page.send("follow_chances", on=True)
        assert (await page.wait_for("fault"))["reason"]["code"] == "coach_never"


async def test_nobody_is_overruled_who_has_sat_down(ana: Person, bruno: Person) -> None:
    async with seated(ana, bruno) as (_, [hers, _his]):
        options = {"coach": "agreed"}
        assert await hers.refusal("set_options", options=options) == "coach_too_late"
        assert await hers.refusal("set_options", options={"coach": "never"}) is None
    async with ana.look_at(await ana.set_up(ME, OPEN)) as hers:
        assert await hers.refusal("set_options", options=options) is None
        assert hers.table["options"]["coach"] == "agreed"


async def test_it_answers_only_in_the_own_turn(ana: Person, eve: Person) -> None:
    async with ana.plays(GUEST, open_hands=True, coach="agreed") as page:
        other = 1 - page.board["seat"]
        assert await refusal(page, seat=other) == "not_your_turn"
        assert await refusal(page, "missed") == "nothing_to_take_back"
        assert await refusal(page, base=page.state["version"] + 1) == "table_moved_on"
        await page.act(page.first_take, confirm=False)
        assert await refusal(page) == "nothing_to_decide"
        async with eve.look_at(page.table) as spectator:
            assert await refusal(spectator) == "not_your_seat"
            await spectator.send("follow_chances", on=True)
            assert (await spectator.wait_for("fault"))["reason"]["code"] == "not_your_table"
    async with ana.look_at(await ana.set_up(ME, BOT)) as page:
        await page.send("ask_hint", id="q", base=0, seat=0)
        assert (await page.wait_for("fault"))["reason"]["code"] == "not_started"


# What is remembered


async def test_who_used_it_is_remembered_and_shown_to_all(
    file: Path, ana: Person, bruno: Person
) -> None:
    async with agreed_game(ana, bruno) as (asking, other, seat):
        before = asking.state["version"]
        await ask(asking)
        await ask(asking)
        assert asking.state["version"] == before + 1, "it is logged once"
        await other.ping()
        coached = [each["coached"] for each in other.table["seats"]]
        assert coached == [n == seat for n in range(2)]
        game = asking.game
    async with serving(file) as again:
        assert (await again.tables.find(game)).fold.coached == {seat}


async def test_an_action_that_crosses_the_first_hint_is_still_played(
    ana: Person, slow: Slow
) -> None:
    async with ana.plays(BOT) as page:
        await page.own_turn()
        seen = {"base": page.state["version"], "seat": page.board["seat"]}
        action = page.first_take
        await started(page, slow)
        await page.ping()
        assert page.state["version"] > seen["base"]
        assert (await page.act(action, **seen))["reason"] is None
        assert (await page.act(action, **seen))["reason"]["code"] == "table_moved_on"


# What it must not do


async def test_a_late_answer_is_dropped(ana: Person, slow: Slow) -> None:
    async with ana.plays(BOT) as page:
        await page.own_turn()
        await started(page, slow)
        await page.act(page.first_take, confirm=False)
        await eventually(lambda: slow.stopped)
        slow.go_on.set()
        await page.ping()
        assert page.heard.last("hint") is None


async def test_a_page_that_asks_again_or_leaves_drops_its_question(ana: Person, slow: Slow) -> None:
    async with ana.plays(BOT) as page:
        await page.own_turn()
        await started(page, slow)
        slow.began.clear()
        await started(page, slow)
        await eventually(lambda: slow.stopped)
        slow.stopped = False
    await eventually(lambda: slow.stopped)


async def test_what_others_do_beside_the_game_drops_no_question(
    ana: Person, bruno: Person, slow: Slow
) -> None:
    async with agreed_game(ana, bruno) as (asking, other, seat):
        await started(asking, slow)
        assert await other.refusal("leave", seat=1 - seat) is None
        slow.go_on.set()
        found = await asking.wait_for("hint")
        assert found["version"] == asking.state["version"]


async def test_a_table_that_is_loaded_again_says_that_no_answer_comes(
    server: Server, ana: Person, slow: Slow
) -> None:
    async with ana.plays(BOT) as page:
        await page.own_turn()
        await started(page, slow)
        (await server.tables.find(page.game)).gone = True  # as after a failed write
        await page.ping()
        said = page.heard.last("fault")
        assert said and said["reason"]["code"] == "table_moved_on"
        await eventually(lambda: slow.stopped)


async def test_nobody_waits_for_it(ana: Person, bruno: Person, slow: Slow) -> None:
    """With as many questions as there are threads: pages are answered, and bots play."""
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(ana.plays(BOT)) for _ in range(3)]
        for page in pages:
            await page.own_turn()
            await started(page, slow)
        await pages[0].ping()
        his = await stack.enter_async_context(bruno.plays(BOT))
        await his.own_turn()
        ply = his.board["ply"]
        await his.act(his.first_take)
        await his.until(lambda m: m["type"] == "state" and m["board"]["ply"] > ply + 1)
        assert all(page.heard.last("hint") is None for page in pages)
        slow.go_on.set()
        for page in pages:
            await page.wait_for("hint")


async def test_bots_go_first() -> None:
    metrics = Metrics()
    bots = BotPool(1, metrics, Supervisor(metrics.failures))
    done: list[str] = []
    go_on = Flag()

    async def advise(name: str) -> None:
        await bots.advise(go_on.wait, Flag(), "a")
        done.append(name)

    async def turn() -> None:
        await bots.turn(Game.new(["Ana", "Bruno"], seed=1), "apprentice", Flag(), "a")
        done.append("bot")

    tasks = [asyncio.create_task(each) for each in (advise("first"), advise("second"), turn())]
    await asyncio.sleep(0)  # all of them wait now
    go_on.set()
    await asyncio.gather(*tasks)
    await bots.close()
    assert done == ["first", "bot", "second"]


async def test_advice_is_not_left_behind_bots_for_ever() -> None:
    metrics = Metrics()
    bots = BotPool(1, metrics, Supervisor(metrics.failures))
    game, done = Game.new(["Ana", "Bruno"], seed=1), list[str]()

    async def turn() -> None:
        await bots.turn(game.copy(), "apprentice", Flag(), "a")
        done.append("bot")

    async def advise() -> None:
        await bots.advise(str, Flag(), "b")
        done.append("advice")

    turns = [asyncio.create_task(turn()) for _ in range(2 * BOTS_BEFORE_ADVICE)]
    await asyncio.gather(*turns, asyncio.create_task(advise()))
    await bots.close()
    assert 0 < done.index("advice") <= BOTS_BEFORE_ADVICE + 1


async def test_only_questions_that_somebody_waits_for_count() -> None:
    metrics = Metrics()
    bots = BotPool(1, metrics, Supervisor(metrics.failures))
    go_on, flags = Flag(), [Flag() for _ in range(ADVICE_WAITING)]
    working = asyncio.create_task(bots.advise(go_on.wait, Flag(), "a"))
    await asyncio.sleep(0)
    asked = [asyncio.create_task(bots.advise(str, flag, str(n))) for n, flag in enumerate(flags)]
    await asyncio.sleep(0)
    with pytest.raises(AlhambraError):
        bots.check_advice()
    flags[3].set()  # this page has left
    bots.check_advice()
    assert await asked[3] is None
    go_on.set()
    await asyncio.gather(working, *asked)
    await bots.close()


@pytest.mark.limits(messages_per_second=0.01, messages_at_once=25)
async def test_questions_cost_more_than_other_messages(ana: Person) -> None:
    async with ana.plays(BOT) as page:
        await page.own_turn()
        refused = [await refusal(page) for _ in range(3)]
        assert refused[0] is None and refused[-1] == "too_fast"


async def test_a_failure_is_said(ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> str:
        raise RuntimeError

    monkeypatch.setattr(coach, "hint_fields", fail)
    async with ana.plays(BOT) as page:
        await page.own_turn()
        assert await refusal(page) == "went_wrong"


async def test_a_failure_that_concerns_nobody_any_more_is_not_said(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, stopped = Flag(), Flag()

    def fail(_game: Game, _open: bool, stop: Callable[[], bool]) -> str:
        began.set()
        while not stop():
            stopped.wait(0.005)
        stopped.set()
        raise RuntimeError

    monkeypatch.setattr(coach, "hint_fields", fail)
    async with ana.plays(BOT) as page:
        await page.own_turn()
        await page.send("ask_hint", id="q", base=page.state["version"], seat=page.board["seat"])
        await asyncio.to_thread(began.wait)
        await page.act(page.first_take, confirm=False)
        while 'part="coach"' not in (await ana.http.get("/metrics")).text:
            await asyncio.sleep(0.01)
        await page.ping()
        assert page.heard.last("fault") is None


@pytest.mark.parametrize("players", [2, 3])
def test_the_hidden_order_changes_no_word(players: int) -> None:
    """Deals that differ in nothing that was seen lead to the same hints and chances."""
    rng = random.Random(players)
    walk = trail(players, 3).walk()
    games = [game.copy() for game in walk if game.legal_actions and game.bag_left > 3]
    for game in rng.sample(games, 4):
        other = reordered(game, rng)
        assert other.position.bag_order != game.position.bag_order
        assert hint_fields(game, True, bool) == hint_fields(other, True, bool)
        assert chances_fields(game) == chances_fields(other)


@pytest.mark.parametrize("open_hands", [False, True])
async def test_it_speaks_of_the_money_of_others_only_where_it_is_shown(
    ana: Person, open_hands: bool
) -> None:
    """Both rivals could pay a tile exactly: nobody sees that on a table with closed hands."""
    others = ("b3 b5 b2 b6 b4", "g3 g4 g2 g6 g5")
    game = a_table("b8 g7 o1 y4", *others, market="P8 S7w T12 T13e", row="y1 y2 o8 o9")
    async with plays_on_from(ana, game, open_hands=open_hands) as page:
        said = {advice["reason"]["code"] for advice in (await ask(page))["advice"]}
        await page.act("take y1", confirm=False)
        missed = (await ask(page, "missed"))["missed"]
        said |= {missed["better"]["reason"]["code"]} if missed else set()
        assert bool(said & {"denied", "leaves"}) == open_hands, said


# Take it back?


@asynccontextmanager
async def plays_on_from(person: Person, game: Game, **options: Any) -> Any:
    """A page at a game that continues from this position."""
    kept = await person.bring(Record.of(game))
    wish = {"ply": 0, "same_luck": True, "seats": [ME, BOT, BOT], "options": options}
    started = await person.play_on(kept["id"], **wish, invite=kept["invite"])
    async with person.look_at(started) as page:
        assert await page.refusal("start") is None
        yield page


@asynccontextmanager
async def two_exact(person: Person) -> Any:
    """A page at a game in which two tiles can be paid exactly."""
    others = ("b5 b6 b2 b6 b4", "o5 o6 o2 o6 o4")
    game = a_table("b8 g7 o1 y4", *others, market="P8 S7w T12 T13e", row="y1 y2 o8 o9")
    async with plays_on_from(person, game) as page:
        yield page


async def test_a_blunder_is_named_while_it_can_be_taken_back(ana: Person) -> None:
    async with two_exact(ana) as page:
        await page.act("take y1", confirm=False)
        found = await ask(page, "missed")
        missed = found["missed"]
        assert missed["better"]["action"] in ("buy P8 b8", "buy S7w g7")
        assert missed["cost"] > 0.1
        version = page.state["version"]
        assert await page.refusal("take_back", base=version, seat=page.board["seat"]) is None
        await page.act(missed["better"]["action"], confirm=False)
        assert (await ask(page, "missed"))["missed"] is None


# Chances


async def test_chances_follow_the_game_for_those_who_asked(ana: Person) -> None:
    async with ana.plays(BOT, BOT) as page, ana.look_at(page.game) as other:
        await page.own_turn()
        await page.send("follow_chances", on=True)
        first = await page.wait_for("chances")
        assert first["version"] == page.state["version"]
        assert sum(first["shares"]) == pytest.approx(1, abs=1e-4)
        assert len(first["shares"]) == 3
        await page.act(page.first_take, confirm=False)
        version = page.state["version"]
        await page.until(lambda m: m["type"] == "chances" and m["version"] >= version)
        await page.send("follow_chances", on=False)
        await page.ping()
        heard = len([m for m in page.heard.messages if m["type"] == "chances"])
        await page.command("confirm", base=page.state["version"], seat=page.board["seat"])
        await page.own_turn()
        await page.ping()
        assert len([m for m in page.heard.messages if m["type"] == "chances"]) == heard
        assert other.heard.last("chances") is None
        assert page.table["seats"][0]["coached"]


async def test_chances_are_sent_again_after_the_table_is_loaded(
    server: Server, ana: Person
) -> None:
    """What the page showed of a change that was never written would stay."""
    async with ana.plays(BOT) as page:
        await page.own_turn()
        await page.send("follow_chances", on=True)
        await page.wait_for("chances")
        (await server.tables.find(page.game)).gone = True  # as after a failed write
        await page.send("ping")
        await page.wait_for("chances")


async def test_chances_are_sent_until_the_game_is_over(server: Server) -> None:
    rng = random.Random(4)
    async with people(server, "Ana") as [ana], ana.plays(BOT) as page:
        await page.own_turn()
        await page.send("follow_chances", on=True)
        await page.play_out(rng)
        await page.ping()
        last = page.heard.last("chances")
        assert last and last["version"] <= page.state["version"]
        assert len([m for m in page.heard.messages if m["type"] == "chances"]) > 5
