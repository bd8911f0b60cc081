"""Turns: acknowledged once committed, done once, taken back, confirmed, undone by consent."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from alhambra.pieces import TILES
from alhambra.record import Record
from alhambra.server.log.fold import Fold
from alhambra.server.log.undo import undo_ply
from alhambra.server.render.history import MOST_BOARDS
from alhambra.server.table.seating import COUNTERS
from server.helpers.databases import logged
from server.helpers.live_server import serving
from server.helpers.players import BOT, GUEST, ME, OPEN, Page, Person, any_action, people, seated

pytestmark = pytest.mark.compiled_only
RECORDS = Path(__file__).parents[2] / "records"


@asynccontextmanager
async def playing(ana: Person, bruno: Person, **options: Any) -> AsyncIterator[tuple[Page, Page]]:
    """They have begun; the page of who is to act comes first."""
    async with seated(ana, bruno, **options) as (_, [hers, his]):
        await hers.command("start")
        await his.wait_for("state")
        yield (hers, his) if hers.legal else (his, hers)


async def test_two_pages_acting_at_once_exactly_one_wins(ana: Person) -> None:
    """The same person with two pages, each based on the same version."""
    async with ana.plays(BOT) as one, ana.look_at(one.game) as two:
        await one.own_turn()
        while two.state["version"] < one.state["version"]:
            await two.read()
        base, seat, take = one.state["version"], one.board["seat"], one.first_take
        answers = await asyncio.gather(
            one.act(take, base=base, seat=seat, confirm=False),
            two.act(take, base=base, seat=seat, confirm=False),
        )
        reasons = [answer["reason"] and answer["reason"]["code"] for answer in answers]
        assert sorted(reasons, key=str) == [None, "table_moved_on"]
        loser = one if reasons[0] else two
        if loser.state["version"] == base:
            await loser.wait_for("state")
        assert loser.state["version"] == base + 1
        assert loser.board["steps"] == [take]


async def test_an_action_sent_again_gets_the_same_answer(ana: Person, bruno: Person) -> None:
    async with playing(ana, bruno) as (page, _):
        fields = {"base": page.state["version"], "seat": page.board["seat"]}
        action = page.first_take
        first = await page.act(action, id="once", **fields)
        again = await page.act(action, id="once", **fields)
        assert first == again
        assert page.board["ply"] == 1


async def test_an_action_sent_again_after_a_restart_gets_the_same_answer(file: Path) -> None:
    async with (
        serving(file) as server,
        people(server, "Ana") as [ana],
        ana.plays(GUEST, open_hands=True) as page,
    ):
        fields = {"base": page.state["version"], "seat": page.board["seat"]}
        action = page.first_take
        first = await page.act(action, id="once", **fields)
    async with serving(file) as ana.server, ana.look_at(page.game) as page:
        assert await page.act(action, id="once", **fields) == first
        assert page.board["ply"] == 1


async def test_steps_are_taken_back_and_the_turn_restarted(ana: Person, bruno: Person) -> None:
    async with playing(ana, bruno) as (page, other):
        before = page.board
        fields = {"seat": before["seat"]}
        answer = await page.act(page.first_take, confirm=False)
        assert answer["reason"] is None
        assert page.board["phase"] == "refill"
        assert page.state["own"]["can_confirm"] and page.state["own"]["can_take_back"]
        assert page.legal is None
        for kind in ("take_back", "restart"):
            await page.command(kind, base=page.state["version"], **fields)
            assert page.board == before
            assert not page.state["own"]["can_take_back"]
            refusal = await page.refusal(kind, base=page.state["version"], **fields)
            assert refusal == "nothing_to_take_back"
            await page.act(page.first_take, confirm=False)
        assert await page.refusal("confirm", base=page.state["version"], **fields) is None
        assert page.board["seat"] != before["seat"]
        kinds = {happening["type"] for happening in page.state["happenings"]}
        assert {"row_refilled", "turn_began"} <= kinds
        while other.state["version"] < page.state["version"]:
            await other.read()
        kinds = {each["type"] for state in other.states for each in state["happenings"]}
        assert {"took", "took_back", "restarted", "turn_began"} <= kinds


async def test_nobody_acts_for_another_nor_out_of_turn(ana: Person, bruno: Person) -> None:
    async with playing(ana, bruno) as (page, other):
        action, seat = page.first_take, page.board["seat"]
        answer = await other.act(action, seat=seat)
        assert answer["reason"]["code"] == "not_your_seat"
        answer = await other.act(action, seat=1 - seat)
        assert answer["reason"]["code"] == "not_your_turn"
        for kind in ("take_back", "restart", "confirm", "ask_undo"):
            assert (
                await other.refusal(kind, base=other.state["version"], seat=seat) == "not_your_seat"
            )
        assert await other.refusal("leave", seat=seat) == "not_your_seat"
        assert other.legal is None and other.board["ply"] == 0


async def test_an_illegal_action_is_refused_with_the_reason_of_the_rules(
    ana: Person, bruno: Person
) -> None:
    async with playing(ana, bruno) as (page, _):
        missing = next(f"b{n}" for n in range(1, 10) if f"b{n}" not in page.board["row"])
        answer = await page.act(f"take {missing}")
        assert answer["reason"]["code"] == "not_in_row"
        assert missing in answer["reason"]["sentence"]
        answer = await page.act("take all")
        assert answer["reason"]["code"] == "no_such_card"
        assert page.board["ply"] == 0
        assert (await page.act(page.first_take))["reason"] is None


async def answer_undo(page: Page, *, agree: bool) -> None:
    """Wait until the other player asks for undo, and answer."""
    while page.state["undo"] is None:
        await page.read()
    [seat] = page.state["undo"]["waiting"]
    await page.command("answer_undo", agree=agree, base=page.state["version"], seat=seat)


async def test_undo_needs_all_others_and_brings_the_same_cards_again(
    ana: Person, bruno: Person
) -> None:
    async with playing(ana, bruno) as (page, other):
        seat, action, start = page.board["seat"], page.first_take, page.board
        await page.act(action)
        came = page.board["row"]
        await other.own_turn()
        assert await page.refusal("ask_undo", base=page.state["version"], seat=seat) is None
        assert page.state["undo"] == {"seat": seat, "ply": 0, "waiting": [1 - seat]}
        await answer_undo(other, agree=False)
        assert other.state["undo"] is None and other.board["ply"] == 1
        while page.state["undo"]:
            await page.read()

        await page.command("ask_undo", base=page.state["version"], seat=seat)
        await answer_undo(other, agree=True)
        while page.board["ply"]:
            await page.read()
        assert page.board == start
        await page.act(action)
        assert page.board["row"] == came, "what was to come stays the same"


async def test_at_a_table_with_bots_undo_is_at_once_and_the_game_no_longer_counts(
    ana: Person,
) -> None:
    async with ana.plays(BOT, BOT) as page:
        await page.own_turn()
        before = page.board
        await page.act(page.first_take)
        await page.own_turn()
        assert await page.refusal("ask_undo", base=page.state["version"], seat=0) is None
        assert page.board == before
        async with ana.look_at(page.game) as anew:
            assert anew.table["counts"] is False


async def test_undo_is_offered_only_to_a_seat_with_a_finished_action(
    ana: Person, bruno: Person
) -> None:
    async with playing(ana, bruno) as (page, other):
        seat = page.board["seat"]
        assert not page.state["own"]["can_ask_undo"]
        await page.act(page.first_take, confirm=False)
        assert not page.state["own"]["can_ask_undo"], "the turn is not over yet"
        await page.command("confirm", base=page.state["version"], seat=seat)
        assert page.state["own"]["can_ask_undo"]
        await other.own_turn()
        assert not other.state["own"]["can_ask_undo"], "the other has not acted yet"
        await page.command("ask_undo", base=page.state["version"], seat=seat)
        await answer_undo(other, agree=True)
        while page.board["ply"]:
            await page.read()
        assert not page.state["own"]["can_ask_undo"], "that action is gone"


@pytest.mark.parametrize("record", ["2p-redesigns", "4p-two-winners"])
def test_the_fold_knows_who_played_each_action(record: str) -> None:
    """Also for a game that continues a record."""
    text = (RECORDS / f"{record}.alhambra").read_text(encoding="utf-8")
    game = Record.parse(text).replay()
    assert not game.steps, "finished: every action belongs to a finished turn"
    seats = [
        {"kind": "person", "person": f"p{n}", "level": None, "counter": counter}
        for n, counter in enumerate(COUNTERS[: len(game.names)])
    ]
    data = {"seats": seats, "options": {}, "host": "p0", "invite": "i", "seed": "00" * 32}
    given = {"record": text, "origin": None}
    events = [
        logged(1, "created", {**data, **given}),
        logged(2, "started", {}),
    ]
    fold = Fold.of(events, game.names)
    for seat in range(len(game.names)):
        ply = undo_ply(fold, seat)
        assert ply is not None and game.at(ply).seat == seat
        assert all(game.at(later).seat != seat for later in range(ply + 1, game.ply))


async def test_a_table_can_do_without_undo(ana: Person, bruno: Person) -> None:
    async with playing(ana, bruno, undo=False) as (page, _):
        seat = page.board["seat"]
        await page.act(page.first_take)
        assert page.state["own"]["can_ask_undo"] is False
        assert await page.refusal("ask_undo", base=page.state["version"], seat=seat) == "undo_off"


async def test_looking_at_a_tile_tells_every_cell_around(ana: Person, bruno: Person) -> None:
    async with playing(ana, bruno) as (page, _):
        tile = page.board["market"][0]
        await page.send("look", id="l1", seat=page.board["seat"], tile=tile)
        found = await page.wait_for("prospects")
        assert found["id"] == "l1" and found["into"] is None
        assert sorted(fit["cell"] for fit in found["fits"]) == [
            [-1, 0],
            [0, -1],
            [0, 1],
            [1, 0],
        ]
        for fit in found["fits"]:
            assert (fit["wall"] is None) != (fit["reason"] is None)
        await page.send("look", id="l2", seat=0, tile="X1")
        assert (await page.wait_for("fault"))["reason"]["code"] == "no_such_tile"


async def test_any_tile_can_be_looked_at_in_any_city_with_the_wall_it_would_give(
    ana: Person,
) -> None:
    rng = random.Random(2)
    async with ana.plays(GUEST, open_hands=True) as page:
        while not all(player["city"] for player in page.board["players"]):
            await page.act(any_action(page.legal or {}, rng))
        for seat in (0, 1):
            city = {name: [x, y] for name, x, y in page.board["players"][seat]["city"]}
            for tile in TILES:
                await page.send("look", id="any", seat=seat, tile=tile.name)
                found = await page.wait_for("prospects")
                assert bool(found["removal"]) == (tile.name in city)
                assert bool(found["fits"]) == (tile.name not in city)
                for fit in [*found["fits"], *found["swaps"]]:
                    assert fit["wall"] == (None if fit["reason"] else len(fit["sides"]))
                    stands = [*city.values(), fit["cell"], [0, 0]]
                    assert all([x, y] in stands for x, y, _ in fit["sides"])


async def test_looking_at_a_tile_tells_what_it_brings_in_the_next_scoring(ana: Person) -> None:
    rng = random.Random(3)
    async with ana.plays(GUEST, open_hands=True) as page:
        while not all(player["city"] for player in page.board["players"]):
            await page.act(any_action(page.legal or {}, rng))
        for seat in (0, 1):
            now = page.board["forecast"]["points"][seat]
            city = [name for name, *_ in page.board["players"][seat]["city"]]
            for tile in (city[0], page.board["tiles_to_come"][0]):
                await page.send("look", id="any", seat=seat, tile=tile)
                found = await page.wait_for("prospects")
                ways = [*found["fits"], *found["swaps"], found["removal"]]
                gains = [way["gain"] for way in ways if way and not way["reason"]]
                assert all(way["gain"] is None for way in ways if way and way["reason"])
                best = found["forecast"]
                assert (best and best["points"][seat] - now) == max(gains, default=None)


async def test_the_log_tells_all_that_happened(ana: Person) -> None:
    rng = random.Random(3)
    async with ana.plays(BOT) as page:
        while page.board["ply"] < 12:
            if page.legal:
                await page.act(any_action(page.legal, rng))
            else:
                await page.read()
        await page.send("ask_log")
        entries = (await page.wait_for("log"))["entries"]
        assert [entry["ply"] for entry in entries] == list(range(1, len(entries) + 1))
        seen = [each for state in page.states for each in state["happenings"]]
        logged = [each for entry in entries for each in entry["happenings"]]
        assert [each for each in seen if each["type"] != "started"] == logged
        await page.send("ask_log", since=5)
        assert (await page.wait_for("log"))["entries"][0]["ply"] == 6


async def test_the_turn_of_a_bot_is_shown_action_by_action(ana: Person) -> None:
    rng = random.Random(3)
    async with ana.plays(BOT, BOT) as page:
        while page.board["ply"] < 60:
            if page.legal:
                await page.act(any_action(page.legal, rng))
            else:
                await page.read()
        plies = [state["board"]["ply"] for state in page.states]
        assert all(after - before <= 1 for before, after in pairwise(plies))
        assert all(one["version"] == two["since"] for one, two in pairwise(page.states))
        shown = [state["board"] for state in page.states]
        mid_turn = [board for board in shown if board["seat"] and board["steps"]]
        assert mid_turn, "no bot has bought and placed a tile"


async def test_the_boards_of_the_latest_actions_can_be_seen_again(ana: Person) -> None:
    rng = random.Random(3)
    async with ana.plays(BOT, BOT) as page:
        while page.board["ply"] < MOST_BOARDS + 20 or not page.legal:
            if page.legal:
                await page.act(any_action(page.legal, rng))
            else:
                await page.read()
        last = {state["board"]["ply"]: state["board"] for state in page.states}
        assert any(board["sheets"] for board in last.values()), "there was no scoring"
        for since in (page.board["ply"] - 7, 0, page.board["ply"], 10_000):
            await page.send("ask_boards", since=since)
            boards = (await page.wait_for("boards"))["boards"]
            first = min(max(since, page.board["ply"] - MOST_BOARDS), page.board["ply"])
            assert [board["ply"] for board in boards] == list(range(first, page.board["ply"] + 1))
            assert boards == [last[board["ply"]] for board in boards]


async def test_no_boards_are_shown_before_the_start(ana: Person) -> None:
    async with ana.look_at(await ana.set_up(ME, OPEN)) as page:
        await page.send("ask_boards", since=0)
        assert (await page.wait_for("fault"))["reason"]["code"] == "not_started"
