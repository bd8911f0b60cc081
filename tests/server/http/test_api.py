"""The HTTP API: finished games, records, playing on, statistics, and being forgotten."""

import random
from dataclasses import replace
from typing import Any

import pytest

from alhambra import Phase, Record
from alhambra.lessons import lessons
from alhambra.pieces import TILES
from alhambra.server.log.fold import Fold
from alhambra.server.table.seating import COUNTERS
from alhambra.server.table.statistics import results_of, statistics_of
from server.helpers.databases import logged
from server.helpers.games import finished, whole_record
from server.helpers.live_server import Server
from server.helpers.players import BOT, GUEST, ME, OPEN, Person, any_action, seated

pytestmark = pytest.mark.compiled_only


async def test_about_tells_what_a_page_needs(ana: Person) -> None:
    about = (await ana.http.get("/api/about")).json()
    assert len(about["tiles"]) == len(TILES)
    garden = {"name": "G8nw", "kind": "garden", "price": 8, "walls": ["n", "w"]}
    assert garden in about["tiles"]
    assert about["places"]["C"][5] == [21, 13, 6]
    assert len(about["counters"]) == 6
    assert about["lessons"] == [lesson.name for lesson in lessons()]
    answer = await ana.http.get("/healthz")
    assert answer.json() == {"well": True, "ill": {}}
    assert "alhambra_pages" in (await ana.http.get("/metrics")).text


async def test_a_newcomer_is_nobody_yet(ana: Person, stranger: Person) -> None:
    assert (await ana.http.get("/api/me")).json() == {"name": "Ana", "experienced": False}
    answer = await stranger.http.get("/api/me")
    assert (answer.status_code, answer.json()) == (200, None)


async def test_who_has_finished_a_game_is_experienced(ana: Person, bruno: Person) -> None:
    table = await finished(ana, BOT)
    assert table["status"] == "over"
    assert (await ana.http.get("/api/me")).json()["experienced"]
    assert (await ana.http.post("/api/me", json={"name": "Anna"})).json()["experienced"]
    assert not (await bruno.http.get("/api/me")).json()["experienced"]


async def test_lists_of_tables_tell_how_games_stand(ana: Person, bruno: Person) -> None:
    rng = random.Random(4)
    over = await finished(ana, BOT)
    open_table = await ana.set_up(ME, BOT, public=True)
    lines = (await ana.http.get("/api/tables")).json()["mine"]
    line = {line["id"]: line for line in lines}
    assert line[open_table["id"]]["points"] == [] and not line[open_table["id"]]["phase"]
    open_table_line = line[open_table["id"]]
    numbers = (await ana.http.get(f"/api/games/{over['id']}/statistics")).json()
    assert line[over["id"]]["phase"] == "over"
    ended = line[over["id"]]
    assert ended["points"] == [one["points"] for one in numbers["players"]]
    assert ended["places"] == [one["place"] for one in numbers["players"]]
    plies = (await ana.http.get(f"/api/games/{over['id']}")).json()["plies"]
    last = (await ana.http.get(f"/api/games/{over['id']}/plies/{plies}")).json()["board"]
    assert (ended["seat"], ended["city"]) == (0, last["players"][0]["city"])
    async with ana.look_at(open_table) as page:
        await page.command("start")
        while not page.board["players"][0]["city"] or not page.legal:
            if page.legal:
                await page.act(any_action(page.legal, rng))
            else:
                await page.read()
        hers = (await ana.http.get("/api/tables")).json()
        his = (await bruno.http.get("/api/tables")).json()
        for line in (hers["mine"][0], his["public"][0]):
            assert line["phase"] == page.board["phase"]
            assert line["points"] == [one["points"] for one in page.board["players"]]
            assert line["city"]
        assert hers["mine"][0]["city"] == page.board["players"][0]["city"]
        for line, seat in ((hers["mine"][0], 0), (his["public"][0], None)):
            assert (line["turn"], line["seat"]) == (page.board["seat"], seat)
            assert line["places"] == page.board["places"]
            assert (line["scoring"], line["bag"]) == ("A", page.board["bag"])
            assert line["chance"] == page.board["chances"][3], "four cards for two players"
            assert line["since"] > open_table_line["at"] and line["until"] is None
        assert hers["mine"][0]["your_turn"] and not his["public"][0]["your_turn"]
        assert hers["public"] == [], "her own public game is listed once"


async def test_a_table_that_is_busy_is_listed_all_the_same(server: Server, ana: Person) -> None:
    server.tables.settings = replace(server.tables.settings, read_seconds=0.05)
    async with ana.plays(GUEST, open_hands=True) as page:
        table = await server.tables.find(page.game)
        async with table.lock:  # as while the disk is slow
            refused = await ana.http.get(f"/api/tables/{page.game}")
            listed = await ana.http.get("/api/tables")
    assert (refused.status_code, listed.status_code) == (503, 200)
    [line] = listed.json()["mine"]
    assert (line["id"], line["status"], line["phase"]) == (page.game, "playing", None)


async def test_positions_come_in_blocks(ana: Person) -> None:
    kept = await ana.bring(str(whole_record()))
    game = f"/api/games/{kept['id']}"
    plies = (await ana.http.get(game)).json()["plies"]
    for first in (0, 40, plies - 3, plies):
        block = (await ana.http.get(f"{game}/plies", params={"first": first})).json()["moments"]
        expected = range(first, min(first + 32, plies + 1))
        assert [moment["ply"] for moment in block] == list(expected)
        for moment in (block[0], block[-1]):
            assert (await ana.http.get(f"{game}/plies/{moment['ply']}")).json() == moment
    missing = await ana.http.get(f"{game}/plies", params={"first": plies + 1})
    assert (missing.status_code, missing.json()["reason"]["code"]) == (404, "no_such_ply")
    assert (await ana.http.get(f"{game}/plies")).status_code == 422


async def test_a_finished_game_tells_what_a_scoring_would_have_given(ana: Person) -> None:
    record = whole_record()
    shown = (await ana.http.get(f"/api/games/{(await ana.bring(str(record)))['id']}")).json()
    course = {ply: points for ply, *points in shown["if_scored"]}
    assert [points for _, *points in shown["if_scored"][:1]] == [[0] * len(record.names)]
    for ply in range(0, record.plies + 1, 7):
        game = record.replay(ply)
        points = list(game.scores[: len(game.names)])
        if not game.is_over:
            points = [mine + gain for mine, gain in zip(points, game.sheet().points, strict=False)]
        assert course[max(each for each in course if each <= ply)] == points, ply


async def test_a_finished_game_can_be_seen_ply_by_ply(ana: Person) -> None:
    game = f"/api/games/{(await finished(ana, BOT))['id']}"
    shown = (await ana.http.get(game)).json()
    record = Record.parse((await ana.http.get(f"{game}/record")).text)
    assert len(shown["log"]) == shown["plies"] == record.plies
    assert shown["turns"][0] == 0
    for ply in (0, 1, shown["turns"][3], record.plies // 2, record.plies):
        moment = (await ana.http.get(f"{game}/plies/{ply}")).json()
        replayed = record.replay(ply)
        assert moment["ply"] == moment["board"]["ply"] == ply
        assert moment["board"]["market"] == [t and t.name for t in replayed.market]
        points = [player["points"] for player in moment["board"]["players"]]
        assert points == list(replayed.scores[:2])
        assert len(moment["board"]["sheets"]) == len(replayed.scored)
        hands = [[c for purse in hand for c in purse["cards"]] for hand in moment["hands"]]
        assert hands == [[card.name for card in hand] for hand in replayed.hands]
    answer = await ana.http.get(f"{game}/plies/{record.plies + 1}")
    assert answer.json()["reason"]["code"] == "no_such_ply"


@pytest.mark.parametrize("part", ["plies/100000", "plies/-1", "plies?first=-1", "plies"])
async def test_an_unknown_game_is_refused_before_its_ply_is_looked_at(
    ana: Person, part: str
) -> None:
    answer = await ana.http.get(f"/api/games/AAAAAAAAAAAAAAAAAAAAAA/{part}")
    assert (answer.status_code, answer.json()["reason"]["code"]) == (404, "no_such_table")


async def test_statistics_are_counted_from_what_happened(ana: Person) -> None:
    table = await finished(ana, BOT, BOT)
    game = f"/api/games/{table['id']}"
    found = (await ana.http.get(f"{game}/statistics")).json()
    record = Record.parse((await ana.http.get(f"{game}/record")).text)
    words = [str(action).split()[0] for action in record.replay().actions]
    assert sum(p["purchases"] for p in found["players"]) == words.count("buy")
    redesigns = sum(words.count(word) for word in ("build", "remove", "swap"))
    assert sum(p["redesigns"] for p in found["players"]) == redesigns
    outcome = record.replay().outcome()
    assert [p["points"] for p in found["players"]] == list(outcome.points)
    for player in found["players"]:
        assert sum(player["by_scoring"].values()) == player["points"]
    assert found["course"][-1][1:] == list(outcome.points)
    mine = (await ana.http.get("/api/me/statistics")).json()
    assert mine["games"] == 1
    assert mine["points"] == outcome.points[0]
    assert mine["won"] == (0 in outcome.winners)


@pytest.mark.parametrize("takes_back", [False, True])
def test_counting_along_is_counting_afterwards(takes_back: bool) -> None:
    rng = random.Random(8)
    fold = Fold("table", ["Ana", "Bruno"])
    seats = [{"kind": "guest", "person": "p", "level": None, "counter": c} for c in COUNTERS[:2]]
    first = {"seats": seats, "options": {}, "host": "p", "invite": "i", "seed": "00" * 32}

    def apply(kind: str, **data: Any) -> None:
        fold.apply(logged(fold.version + 1, kind, data))

    apply("created", **first)
    apply("started")
    while fold.status == "playing":
        action = str(rng.choice(fold.playing.legal_actions))
        if takes_back and fold.ply == 30:
            apply("step", action=action)
            apply("taken_back")
            takes_back = False
        apply("step", action=action, confirm=True)
    afterwards = statistics_of(fold)["players"]
    assert [result.numbers["points"] for result in results_of(fold)] == list(
        fold.playing.scores[:2]
    )
    for result, player in zip(results_of(fold), afterwards, strict=True):
        numbers = {key: value for key, value in result.numbers.items() if key != "city"}
        assert {**numbers, "seat": player["seat"], "name": player["name"]} == player


async def test_a_record_is_brought_looked_at_and_played_on_from(
    server: Server, ana: Person, bruno: Person
) -> None:
    record = whole_record()
    ply = record.plies // 2
    game = (await ana.bring(record))["id"]
    assert (await ana.http.get(f"/api/games/{game}/record")).text == str(record)
    assert (await bruno.http.get(f"/api/games/{game}/record")).status_code == 404

    for same_luck in (True, False):
        laid = await ana.play_on(game, ply=ply, same_luck=same_luck, seats=[ME, BOT, BOT])
        assert laid["origin"] == {"game": game, "ply": ply}
        assert laid["fairness"] is None and laid["counts"] is False
        live = await server.tables.find(laid["id"])
        async with ana.look_at(laid["id"]) as page:
            await page.command("start")
            assert live.fold.playing.deal.bag[:4] == record.deal.bag[:4]
            assert (live.fold.playing.deal == record.deal) is same_luck
            assert page.state["board"]["ply"] >= ply
            assert live.fold.playing.actions[:ply] == record.replay(ply).actions

    for wish, code in (
        ({"ply": ply, "seats": [ME, BOT]}, "wrong_number_of_seats"),
        ({"ply": record.plies, "seats": [ME, BOT, BOT]}, "game_over"),
    ):
        answer = await ana.http.post(f"/api/games/{game}/play-on", json=wish)
        assert answer.json()["reason"]["code"] == code


@pytest.mark.parametrize("same_luck", [False, True])
async def test_a_game_is_played_on_after_another_turn(
    server: Server, ana: Person, same_luck: bool
) -> None:
    record = whole_record(2)
    game = (await ana.bring(record))["id"]
    start = next(ply for ply in range(30, 60) if record.replay(ply).phase is Phase.ACT)
    before, played = record.replay(start), str(record.replay(start + 1).actions[-1])
    other = next(each for each in before.legal_actions if str(each) != played)
    wish = {"ply": start, "same_luck": same_luck, "seats": [ME, GUEST]}
    laid = await ana.play_on(game, **wish, line=[str(other)])
    async with ana.look_at(laid["id"]) as page:
        await page.command("start")
        assert page.board["ply"] == start + 1
    playing = (await server.tables.find(laid["id"])).fold.playing
    assert list(playing.actions) == [*before.actions, other]
    for line, status in ((["take b1", "hello"], (409, 422)), ([str(other)] * 2, (409,))):
        answer = await ana.http.post(f"/api/games/{game}/play-on", json={**wish, "line": line})
        assert answer.status_code in status, answer.text


async def test_a_game_played_on_is_the_same_after_a_restart(server: Server, ana: Person) -> None:
    game = (await ana.bring(whole_record(2)))["id"]
    laid = await ana.play_on(game, ply=30, seats=[ME, GUEST])
    async with ana.look_at(laid) as page:
        await page.command("start")
    live = await server.tables.find(laid["id"])
    before = live.fold.playing
    live.gone = True
    again = (await server.tables.find(laid["id"])).fold
    assert again.playing == before
    assert again.sheets == live.fold.sheets
    assert again.playing.phase in (Phase.ACT, Phase.PLACE)


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "not_understood"), ("hello", "not_a_header"), ("alhambra: 2\n\n", "no_header")],
)
async def test_a_bad_record_is_refused_with_line_and_reason(
    ana: Person, text: str, code: str
) -> None:
    answer = await ana.http.post("/api/records", json={"text": text})
    assert answer.status_code in (409, 422)
    reason: dict[str, Any] = answer.json()["reason"]
    assert reason["code"] == code
    assert "line_number" in reason["params"] or answer.status_code == 422


async def test_who_is_forgotten_leaves_no_seat_taken_at_a_table_to_come(
    ana: Person, zenobia: Person, carla: Person
) -> None:
    async with seated(ana, zenobia) as (table, [hers, _]):
        await zenobia.delete_data()
        await hers.until(
            lambda m: m["type"] == "table" and m["table"]["seats"][1]["kind"] == "open"
        )
        async with carla.look_at(table) as third:
            assert await third.refusal("sit", seat=1) is None
            assert await hers.refusal("start") is None
            assert "Zenobia" not in str(third.heard.messages)


async def test_where_the_host_is_forgotten_the_next_who_sits_there_starts(
    zenobia: Person, ana: Person, carla: Person
) -> None:
    table = await zenobia.set_up(ME, OPEN)
    async with ana.look_at(table) as hers, carla.look_at(table) as third:
        await hers.command("sit", seat=1)
        assert await hers.refusal("start") == "not_your_table"
        await zenobia.delete_data()
        assert await third.refusal("sit", seat=0) is None
        assert await third.refusal("start") == "not_your_table"
        assert await hers.refusal("start") is None


async def test_delete_my_data(server: Server, zenobia: Person, bruno: Person) -> None:
    old = await finished(zenobia, BOT)
    table = await zenobia.set_up(ME, BOT, BOT, public=True)
    async with zenobia.look_at(table) as page, bruno.look_at(table) as his:
        await page.command("start")
        await page.command("say", text="Zenobia was here")
        cookie = dict(zenobia.http.cookies)
        await zenobia.delete_data()
        await his.ping()
    zenobia.http.cookies.update(cookie)
    assert (await zenobia.http.get("/api/me")).json() is None
    assert (await zenobia.http.get("/api/tables")).json()["mine"] == []
    async with bruno.look_at(table) as his:
        assert his.table["seats"][0]["name"] == "Player 1"
        assert his.table["seats"][0]["replaced"]
        assert "Zenobia" not in str(his.heard.messages)
    fold = (await server.tables.find(old["id"])).fold
    assert "Zenobia" not in str(fold.record())
    assert fold.playing.is_over
