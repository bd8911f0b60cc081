"""Fair dealing at a table: who knows what when, and what is refused."""

import itertools
import json
import secrets
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from alhambra import Game, Phase, Record, Tile
from alhambra.fairness import FairDealer, salt_hash, why_unproved
from alhambra.server.log.events import Created, LoggedEvent
from alhambra.server.log.fold import Fold
from alhambra.server.protocol.table import TableOptions
from alhambra.server.table import dealing, game_length
from alhambra.server.table.live import SALTS_WITHIN
from server.helpers.clocks import Hands
from server.helpers.databases import logged
from server.helpers.live_server import Server, serving
from server.helpers.players import BOT, ME, OPEN, Message, Page, Person, people, seated
from server.helpers.processes import ServerProcess

pytestmark = pytest.mark.compiled_only

SALT = "ab" * 32


def fairness(page: Page) -> Message:
    shown: Message = page.table["fairness"]
    return shown


async def reaches(page: Page, stage: str, number: int = 1) -> Message:
    """Read on until the page is shown this stage of this round."""
    while (fairness(page)["stage"], fairness(page)["round"]) != (stage, number):
        await page.read()
    return fairness(page)


async def commit(page: Page, salt: str = SALT, number: int = 1) -> str | None:
    found = salt_hash(fairness(page)["commitment"], salt)
    return await page.refusal("commit_salt", round=number, hash=found)


async def reveal(page: Page, salt: str = SALT, number: int = 1) -> str | None:
    return await page.refusal("reveal_salt", round=number, salt=salt)


async def play_to_the_end(pages: list[Page]) -> None:
    """Everybody leaves, and bots play on."""
    for page in pages:
        while page.table["status"] == "open":
            await page.read()
        seat = next(n for n, seat in enumerate(page.table["seats"]) if seat["yours"])
        assert await page.refusal("leave", seat=seat) is None
    for page in pages:
        while page.table["status"] != "over":
            await page.read()


async def record_of(person: Person, table: str) -> Record:
    return Record.parse((await person.http.get(f"/api/games/{table}/record")).text)


# How it goes


async def test_all_who_are_present_add_a_salt(ana: Person, bruno: Person, carla: Person) -> None:
    async with seated(ana, bruno, carla) as (table, pages):
        assert await pages[0].refusal("start") is None
        for page in pages:
            await reaches(page, "dealt")
        assert len(fairness(pages[0])["salts"]) == 3
        assert fairness(pages[0])["seed"] is None
        await play_to_the_end(pages)
        record = await record_of(bruno, table["id"])
        assert why_unproved(record) is None
        header = dict(record.extra)
        assert header["fairness"] == "2" and header["rounds"] == "1"
        salts = header["salts"].split()
        assert set(salts) == {person.salts[table["id"], 1] for person in (ana, bruno, carla)}
        assert header["commitment"] == table["fairness"]["commitment"]
        assert fairness(pages[0])["seed"] == header["seed"]


async def test_the_start_waits_for_a_page_that_has_not_committed(
    ana: Person, bruno: Person
) -> None:
    async with seated(ana, bruno, fair=False) as (_, [hers, his]):
        assert await commit(hers) is None
        assert await hers.refusal("start") is None
        shown = await reaches(hers, "committing")
        assert shown["waiting"] == [1]
        assert await hers.refusal("start") == "already_dealing"
        assert await commit(his) is None
        shown = await reaches(hers, "revealing")
        assert shown["waiting"] == [0, 1]
        assert [salt["seat"] for salt in shown["salts"]] == [0, 1]
        assert await reveal(his) is None
        assert not hers.states and not his.states, "nothing is dealt before the last salt"
        assert await reveal(hers) is None
        assert (await reaches(his, "dealt"))["round"] == 1


async def test_salts_count_in_the_order_in_which_their_hashes_came(
    ana: Person, bruno: Person, carla: Person, eve: Person
) -> None:
    """Not by seat, nor in the order in which they are revealed."""
    async with seated(ana, bruno, carla, eve, fair=False) as (table, pages):
        order = [2, 0, 3, 1]
        for seat in order:
            assert await commit(pages[seat], f"{seat:064x}") is None
        assert await pages[0].refusal("start") is None
        shown = await reaches(pages[0], "revealing")
        assert [salt["seat"] for salt in shown["salts"]] == order
        for seat, page in enumerate(pages):
            assert await reveal(page, f"{seat:064x}") is None
        await play_to_the_end(pages)
        record = await record_of(ana, table["id"])
        assert dict(record.extra)["salts"].split() == [f"{seat:064x}" for seat in order]
        assert why_unproved(record) is None


async def test_who_is_not_there_is_not_waited_for(ana: Person, bruno: Person) -> None:
    table = await ana.set_up(ME, OPEN)
    async with bruno.look_at(table) as his:
        assert await his.refusal("sit", seat=1) is None
    async with ana.look_at(table) as hers:
        while hers.table["seats"][1]["present"]:
            await hers.read()
        assert await hers.refusal("start") is None
        assert [salt["seat"] for salt in fairness(hers)["salts"]] == [0]


async def test_seats_drawn_by_lot_follow_from_the_salts(ana: Person, bruno: Person) -> None:
    async with seated(ana, bruno) as (table, pages):
        options = {**TableOptions().model_dump(mode="json"), "random_order": True}
        assert await pages[0].refusal("set_options", options=options) is None
        assert await pages[0].refusal("start") is None
        await play_to_the_end(pages)
        record = await record_of(ana, table["id"])
        assert "lots" in dict(record.extra)
        assert why_unproved(record) is None


async def test_in_a_rematch_nobody_present_is_left_out(
    ana: Person, bruno: Person, carla: Person
) -> None:
    """The host starts while the others still look at the end of the last game."""
    async with seated(ana, bruno, carla) as (_, pages):
        assert await pages[0].refusal("start") is None
        for page in pages:
            await reaches(page, "dealt")
        await play_to_the_end(pages)
        assert await pages[0].refusal("rematch") is None
        again = pages[0].table["next"]
        async with ana.look_at(again) as host:
            await host.send("start", id="start-again")
            assert len((await reaches(host, "committing"))["waiting"]) == 2
            async with bruno.look_at(again), carla.look_at(again):
                assert len((await reaches(host, "dealt"))["salts"]) == 3


async def test_a_host_who_is_only_at_the_old_table_is_absent_from_the_rematch(
    server: Server, ana: Person, bruno: Person, hands: Hands
) -> None:
    async with seated(ana, bruno, fair=False) as (table, _):
        live = await server.tables.find(table["id"])
        live.fold.status = "over"
        laid = await server.tables.rematch(live, live.fold.host or "")
        new = await server.tables.find(laid)
        async with bruno.look_at(laid, fair=False) as his:
            async with ana.look_at(laid, fair=False) as hers:
                assert await hers.refusal("start") is None
                await reaches(his, "committing")
                assert not fairness(his)["can_go_on"]
                assert await his.refusal("start_without") == "not_your_table"
            while not fairness(his)["can_go_on"]:
                await his.read()
            assert live.present == {new.fold.host, new.fold.seats[0].person}
            hands.passed += SALTS_WITHIN
            assert await his.refusal("start_without") is None


# Attacks


def exact_purchases(dealer: FairDealer) -> int:
    """What a cheat looks for: tiles of the first market that the first hand pays exactly."""
    game = Game(["Ana", "Bruno"], dealer.deal(2))
    cards = {str(card) for card in game.hands[0]}
    return sum(f"{currency}{tile.price}" in cards for currency, tile in _market(game))


def _market(game: Game) -> list[tuple[str, Tile]]:
    return [(currency, tile) for currency, tile in zip("bgoy", game.market, strict=True) if tile]


def test_in_scheme_1_the_last_salt_could_be_chosen() -> None:
    """Who knew the seed tried salts until the deal was right, and the proof held."""
    seed = secrets.token_bytes(32)
    first = secrets.token_hex(32)
    found = max(
        (FairDealer(seed, (first, f"{n:064x}"), "1") for n in range(1500)), key=exact_purchases
    )
    assert exact_purchases(found) >= 2
    record = Record.of(Game(["Ana", "Bruno"], found.deal(2)), found.header())
    assert why_unproved(record) is None


async def test_a_chosen_salt_is_refused(ana: Person, bruno: Person) -> None:
    """The same attack: Bruno knows the seed and the other salt, and tries salts for his own."""
    async with seated(ana, bruno, fair=False) as (_, pages):
        for page in pages:
            assert await commit(page) is None
        assert await pages[0].refusal("start") is None
        await reaches(pages[1], "revealing")
        assert await reveal(pages[0]) is None
        for n in range(200):
            assert await reveal(pages[1], f"{n:064x}") == "wrong_salt"
        better = salt_hash(fairness(pages[1])["commitment"], "cd" * 32)
        assert await pages[1].refusal("commit_salt", round=1, hash=better) == "salts_frozen"
        assert await reveal(pages[1]) is None
        assert await reveal(pages[1]) == "already_started"


async def test_what_comes_at_the_wrong_moment_is_refused(
    ana: Person, bruno: Person, carla: Person
) -> None:
    async with (
        seated(ana, bruno, fair=False) as (table, [hers, his]),
        carla.look_at(table, fair=False) as watching,
    ):
        assert await commit(watching) == "no_salt_due"
        assert await commit(hers) is None
        version = fairness(hers)["salts"]
        assert await commit(hers, "cd" * 32) == "salt_committed"
        assert fairness(hers)["salts"] == version
        assert await commit(his, number=2) == "other_round"
        assert await reveal(hers) == "not_frozen"
        assert await hers.refusal("start_without") == "nobody_missing"
        assert await commit(his) is None
        assert await hers.refusal("start") is None
        await reaches(hers, "revealing")
        assert await commit(his, "cd" * 32) == "salts_frozen"
        assert await his.refusal("start_without") == "not_your_table"
        assert await watching.refusal("start_without") == "not_your_table"
        assert await reveal(watching) == "no_salt_due"
        assert await reveal(hers, number=2) == "other_round"
        assert await reveal(hers) is None
        assert await reveal(hers) == "no_salt_due"


@pytest.mark.parametrize("field", ["00", "AB" * 32, "00" * 33, "zz" * 32])
async def test_what_is_no_hash_is_not_understood(ana: Person, field: str) -> None:
    async with ana.look_at(await ana.set_up(ME, BOT), fair=False) as page:
        await page.send("commit_salt", id="c1", round=1, hash=field)
        assert (await page.wait_for("fault"))["reason"]["code"] == "not_understood"


# What is missing


async def test_a_page_that_does_not_reveal_is_gone_on_without(
    ana: Person, bruno: Person, carla: Person, hands: Hands
) -> None:
    async with seated(ana, bruno, carla, fair=False) as (table, pages):
        hers, his, third = pages
        for page in pages:
            assert await commit(page) is None
        first = fairness(hers)["commitment"]
        assert await hers.refusal("start") is None
        await reaches(hers, "revealing")
        hashes = [salt["hash"] for salt in fairness(hers)["salts"]]
        assert await reveal(hers) is None
        assert await reveal(third) is None
        assert fairness(third)["waiting"] == [1], "all are told who is missing"
        hands.passed += SALTS_WITHIN
        assert await hers.refusal("start_without") is None
        shown = await reaches(his, "committing", 2)
        assert shown["commitment"] != first and shown["salts"] == []
        assert shown["waiting"] == [0, 2]
        assert shown["abandoned"] == [
            {"commitment": first, "hashes": hashes, "missing": [hashes[1]]}
        ]
        assert await reveal(his) == "other_round", "the old round is not taken up again"
        for page in (hers, third):
            await reaches(page, "committing", 2)
            assert await commit(page, "cd" * 32, 2) is None
        for page in (hers, third):
            await reaches(page, "revealing", 2)
            assert await reveal(page, "cd" * 32, 2) is None
        await reaches(his, "dealt", 2)
        await play_to_the_end(pages)
        record = await record_of(ana, table["id"])
        assert why_unproved(record) is None
        header = dict(record.extra)
        assert header["rounds"] == "2"
        assert header["round 1"] == f"{first} | {' '.join(hashes)} | {hashes[1]}"


async def test_nobody_is_left_out_before_there_was_time_to_answer(
    ana: Person, bruno: Person, hands: Hands
) -> None:
    """A host cannot leave out a page that is present by going on at once."""
    async with seated(ana, bruno, fair=False) as (_, [hers, his]):
        assert await commit(hers) is None
        hands.passed += 2 * SALTS_WITHIN  # before the start, time does not count
        assert await hers.refusal("start") is None
        assert await hers.refusal("start_without") == "salts_awaited"
        hands.passed += SALTS_WITHIN
        assert await commit(his) is None
        await reaches(hers, "revealing")
        assert await reveal(hers) is None
        assert await hers.refusal("start_without") == "salts_awaited", "another step, another wait"
        assert await reveal(his) is None
        assert len((await reaches(hers, "dealt"))["salts"]) == 2


async def test_a_page_that_does_not_commit_is_gone_on_without(
    ana: Person, bruno: Person, hands: Hands
) -> None:
    """Nothing is revealed yet, so the round stays the same."""
    async with seated(ana, bruno, fair=False) as (_, [hers, _]):
        assert await commit(hers) is None
        assert await hers.refusal("start") is None
        hands.passed += SALTS_WITHIN
        assert await hers.refusal("start_without") is None
        shown = await reaches(hers, "revealing")
        assert shown["round"] == 1 and shown["waiting"] == [0]
        assert await reveal(hers) is None
        assert len((await reaches(hers, "dealt"))["salts"]) == 1


async def test_when_the_host_is_gone_another_player_goes_on(
    ana: Person, bruno: Person, hands: Hands
) -> None:
    table = await ana.set_up(ME, OPEN)
    async with bruno.look_at(table) as his:
        async with ana.look_at(table, fair=False) as hers:
            assert await his.refusal("sit", seat=1) is None
            assert await commit(hers) is None
            assert await hers.refusal("start") is None
            await reaches(his, "revealing")
            assert await his.refusal("start_without") == "not_your_table"
        while his.table["seats"][0]["present"]:
            await his.read()
        hands.passed += SALTS_WITHIN
        assert await his.refusal("start_without") is None
        assert len((await reaches(his, "dealt", 2))["salts"]) == 1


@pytest.mark.parametrize("how", ["stand", "set_options"])
async def test_a_table_that_changes_while_dealing_is_started_again(
    ana: Person, bruno: Person, how: str
) -> None:
    """After the salts are frozen that takes a new round."""
    async with seated(ana, bruno) as (_, [hers, his]):
        his.fair = hers.fair = False
        await reaches(hers, "gathering")
        while len(fairness(hers)["salts"]) < 2:
            await hers.read()
        assert await hers.refusal("start") is None
        await reaches(his, "revealing")
        if how == "stand":
            assert await his.refusal("stand", seat=1) is None
            his.fair = True
            assert await his.refusal("sit", seat=1) is None
        else:
            options = TableOptions(open_hands=True).model_dump(mode="json")
            assert await hers.refusal("set_options", options=options) is None
            his.fair = True
        assert (await reaches(his, "gathering"))["waiting"] == []
        hers.fair = True
        assert await hers.refusal("start") is None
        shown = await reaches(his, "dealt", 2)
        assert len(shown["salts"]) == 2 and len(shown["abandoned"]) == 1


async def test_rounds_are_not_abandoned_for_ever(
    ana: Person, bruno: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them is told to all pages with every change."""
    monkeypatch.setattr(dealing, "MOST_ABANDONED", 1)
    async with seated(ana, bruno, fair=False) as (_, [hers, his]):
        for number, refusal in ((1, None), (2, None), (3, "too_many_rounds")):
            assert await hers.refusal("start") == refusal
            if refusal:
                break
            await reaches(hers, "committing", number)
            assert await commit(hers, number=number) is None
            assert await commit(his, number=number) is None
            await reaches(hers, "revealing", number)
            assert await hers.refusal("set_options", options={}) is None


async def test_a_log_that_is_too_long_can_still_be_dealt(
    ana: Person, bruno: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with seated(ana, bruno, fair=False) as (_, [hers, his]):
        monkeypatch.setattr(game_length, "MOST_EVENTS", 1)
        assert await commit(hers) is None
        assert await hers.refusal("start") is None
        assert await commit(his) is None
        await reaches(hers, "revealing")
        assert await reveal(his) is None
        assert await hers.refusal("set_options", options={}) == "too_long"
        assert await reveal(hers) is None
        await reaches(hers, "dealt")


async def test_a_server_killed_while_dealing_goes_on(file: Path) -> None:
    """Between freezing and dealing; the pages reveal once they are back."""
    process = ServerProcess(file)
    await process.start()
    server = Server(f"127.0.0.1:{process.port}", None)  # type: ignore[arg-type]
    async with people(server, "Ana", "Bruno") as [ana, bruno]:
        async with seated(ana, bruno) as (table, [hers, his]):
            while len(fairness(hers)["salts"]) < 2:
                await hers.read()
            his.fair = hers.fair = False
            assert await hers.refusal("start") is None
            await reaches(his, "revealing")
            assert await process.end(signal.SIGKILL) == -signal.SIGKILL
        await process.start()
        async with ana.look_at(table) as hers, bruno.look_at(table) as his:
            for page in (hers, his):
                shown = await reaches(page, "dealt")
                assert shown["round"] == 1 and len(shown["salts"]) == 2
    await process.end(signal.SIGTERM)


# Logs from before


def event(version: int, kind: str, **data: object) -> LoggedEvent:
    return logged(version, kind, data, 1_000 * version, "ana")


def old_log(seed: str) -> list[LoggedEvent]:
    """An open table as scheme 1 left it."""
    seats = [
        {"kind": "person", "person": name, "level": None, "counter": counter}
        for name, counter in (("ana", "bird"), ("bruno", "bone"))
    ]
    options = TableOptions().model_dump(mode="json")
    created = {"seats": seats, "options": options, "host": "ana", "invite": "k", "seed": seed}
    return [
        event(1, "created", **created),
        event(2, "salted", person="ana", salt="11" * 16),
        event(3, "salted", person="bruno", salt="22" * 16),
    ]


def test_a_game_begun_under_scheme_1_ends_with_its_proof() -> None:
    seed = "07" * 32
    fold = Fold.of([*old_log(seed), event(4, "started")], ["Ana", "Bruno"])
    expected = FairDealer(bytes.fromhex(seed), ("11" * 16, "22" * 16), "1")
    assert fold.playing.deal == expected.deal(2)
    versions = itertools.count(5)
    while fold.status != "over":
        kind = "revealed" if fold.playing.phase is Phase.REFILL else "step"
        data = {} if kind == "revealed" else {"action": str(fold.playing.legal_actions[0])}
        fold.apply(event(next(versions), kind, **data))
    record = fold.record()
    assert dict(record.extra)["fairness"] == "1"
    assert why_unproved(record) is None


async def test_an_open_table_from_before_can_be_started(file: Path) -> None:
    """Its commitment holds; the salts of scheme 1 are left out."""
    async with serving(file) as server, people(server, "Ana") as [ana]:
        table = await ana.set_up(ME, BOT)
    with closing(sqlite3.connect(file)) as database:
        found = database.execute("SELECT data, person, versions FROM events").fetchone()
        data = json.dumps({"person": found[1], "salt": "11" * 16})
        columns = "game, version, kind, data, at, person, client_id, versions"
        versions = "1" + found[2].removeprefix(str(Created.VERSION))
        values = (table["id"], 2, "salted", data, 5, found[1], None, versions)
        database.execute(f"INSERT INTO events ({columns}) VALUES (?,?,?,?,?,?,?,?)", values)
        database.commit()
    async with serving(file) as ana.server, ana.look_at(table) as page:
        assert await page.refusal("start") is None
        shown = await reaches(page, "dealt")
        assert shown["scheme"] == "2"
        assert shown["commitment"] == table["fairness"]["commitment"]
        assert [salt["salt"] for salt in shown["salts"]] == [ana.salts[table["id"], 1]]
