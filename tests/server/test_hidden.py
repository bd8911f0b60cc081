"""Nothing that is hidden is ever sent, answered or logged: on every message of whole games."""

import asyncio
import json
import logging
import random
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import httpx
import pytest

from alhambra import Deal, Game
from alhambra.server.log.fold import Fold
from alhambra.server.log.seats import Seat
from alhambra.server.render.table import StateText
from alhambra.server.run import JsonLines
from alhambra.server.table.page import Page as ServerPage
from alhambra.server.table.seating import COUNTERS
from laws.positions import hands_end
from laws.test_hidden import is_twin, reordered
from server.helpers.live_server import Server
from server.helpers.players import BOT, ME, OPEN, Message, Page, Person

pytestmark = pytest.mark.compiled_only

CARD = re.compile(r"\b[bgoy][1-9]\b")
# Where cards may be named, as paths with numbers left out.
OPEN_PLACES = re.compile(
    r"(state\.board|boards\.boards)\.(row|discard|steps)"
    r"|state\.own\.(hand\.cards|legal\.(takes|purchases\.payments\.cards|chain\.cards))"
    r"|(state|log\.entries)\.happenings\.(cards|action)"
    r"|log\.entries\.action"
    r"|answer\.reason\..*"
)


def leaves(value: object, path: str) -> Iterator[tuple[str, object]]:
    """Every plain value with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner, path)
    else:
        yield path, value


def check(message: Message, hand: list[str] | None) -> None:
    """A message names cards only where they are open; its own hand is the page's own."""
    for path, value in leaves(message, message["type"]):
        if isinstance(value, str) and CARD.search(value):
            assert OPEN_PLACES.fullmatch(path), f"{path}: {value}"
    if message["type"] == "state":
        shown = [card for purse in message["own"]["hand"] for card in purse["cards"]]
        assert hand is None or shown == hand
    for board in [message.get("board"), *message.get("boards", [])]:
        assert board is None or all(player["hand"] is None for player in board["players"])


class Watcher:
    """Reads a page's frames and checks each as the server stands."""

    def __init__(self, server: Server, page: Page, seat: int | None, game: str) -> None:
        self.server, self.page, self.seat, self.game = server, page, seat, game
        self.checked = 0

    async def fold(self) -> Fold:
        return (await self.server.tables.find(self.game)).fold

    async def check_new(self) -> None:
        fold = await self.fold()
        for message in self.page.heard.messages[self.checked :]:
            hand: list[str] | None
            if message.get("version") == fold.version and fold.game and self.seat is not None:
                hand = [card.name for card in fold.game.hands[self.seat]]
            else:
                hand = None if self.seat is not None else []
            if message["type"] == "state" and message["board"]["phase"] == "over":
                continue
            check(message, hand)
        self.checked = len(self.page.heard.messages)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
async def test_whole_games_show_nobody_what_is_hidden(
    server: Server,
    ana: Person,
    bruno: Person,
    carla: Person,
    players: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    answers: list[httpx.Response] = []
    rng = random.Random(players)
    table = await ana.set_up(ME, OPEN, *[BOT] * (players - 2))
    game = table["id"]
    async with (
        ana.look_at(table) as hers,
        bruno.look_at(table) as his,
        carla.look_at(table) as spectator,
    ):
        await his.command("sit", seat=1)
        await hers.command("start")
        await his.wait_for("state")
        seed = (await server.tables.find(game)).fold.dealer.seed.hex()  # type: ignore[union-attr]
        watchers = [
            Watcher(server, hers, 0, game),
            Watcher(server, his, 1, game),
            Watcher(server, spectator, None, game),
        ]

        async def watch() -> None:
            while spectator.heard.last("state") is None or (spectator.board["phase"] != "over"):
                await spectator.read()
                for watcher in watchers:
                    await watcher.check_new()

        async def ask() -> None:
            for path in ("record", "plies/3", "plies?first=3", "statistics", "review", ""):
                answer = await carla.http.get(
                    f"/api/games/{game}/{path}".rstrip("/"),
                    headers={"alhambra-invite": table["invite"]},
                )
                assert answer.status_code == 409
                answers.append(answer)
            answers.append(await ana.http.get(f"/api/tables/{game}"))
            answers.append(await ana.http.get("/api/tables"))
            answers.append(await ana.http.get("/metrics"))
            await spectator.send("ask_log")
            await spectator.send("ask_boards", since=0)
            await hers.send("ask_boards", since=0)

        await asyncio.gather(hers.play_out(rng), his.play_out(rng), watch(), ask())
        for page in (hers, his, spectator):
            assert len(page.states) > 10
            for message in page.heard.messages:
                over = message["type"] == "table" and message["table"]["status"] == "over"
                if not over:
                    assert seed not in json.dumps(message)
        answered = [answer.text for answer in answers]
        logged = [JsonLines().format(record) for record in caplog.records]
        for line in [*answered, *logged, repr((await server.tables.find(game)).fold)]:
            assert seed not in line
            assert not CARD.search(line)


def folded(game: Game) -> Fold:
    """A table at which this game is played."""
    seats = [Seat("person", f"p{n}", None, COUNTERS[n]) for n in range(len(game.names))]
    return Fold("table", list(game.names), version=5, status="playing", seats=seats, game=game)


async def nowhere(_: str) -> None:
    """Send to nobody."""


def state_of(game: Game, page: ServerPage, before: StateText | None = None) -> str:
    """The state that a page is sent of a game, or what has changed since an earlier one."""
    fold = folded(game)
    states = StateText(fold, 5, [], None, before=before.parts if before else None)
    return states.for_seat(page.shown_seat(fold), has_before=before is not None)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
async def test_the_hidden_order_changes_no_state(players: int) -> None:
    """The same game with deck and bag in another order is shown the same, letter by letter, whole
    and as changes since an earlier state."""
    rng = random.Random(players)
    game = Game.new([f"P{n}" for n in range(players)], seed=players)
    before: StateText | None = None
    changes = 0
    while not game.is_over:
        if rng.random() < 0.15:
            other = reordered(game, rng)
            for person in (None, *(f"p{n}" for n in range(players))):
                page = ServerPage(nowhere, person, "name")
                assert state_of(game, page) == state_of(other, page)
                shown = state_of(game, page, before)
                assert shown == state_of(other, page, before)
                changes += '"type":"change"' in shown
            before = StateText(folded(game), 5, [], None)
            for seat in (None, *range(players)):
                before.for_seat(seat)
        game.play(rng.choice(game.legal_actions))
    assert changes


def with_exchanged_cards(game: Game, one: int, other: int) -> Game | None:
    """A game that has just begun, with two cards of the same value exchanged between two hands;
    None where the hands have no such cards."""
    deck = list(game.deal.deck)
    ours, theirs = (range(hands_end(deck, s), hands_end(deck, s + 1)) for s in (one, other))
    for mine, yours in product(ours, theirs):
        if is_twin(deck[mine], deck[yours]):
            deck[mine], deck[yours] = deck[yours], deck[mine]
            return Game(game.names, Deal(tuple(deck), game.deal.bag), game.first)
    return None


def test_cards_exchanged_between_two_hands_change_nothing_for_a_third() -> None:
    compared = 0
    for seed in range(10):
        game = Game.new(["Ana", "Bruno", "Carla"], seed=seed)
        other = with_exchanged_cards(game, 1, 2)
        if other is None:
            continue
        compared += 1
        for person, sees_it in (("p0", False), (None, False), ("p1", True), ("p2", True)):
            page = ServerPage(nowhere, person, "name")
            assert (state_of(game, page) != state_of(other, page)) == sees_it
    assert compared


def test_a_state_counts_the_cards_to_come_and_those_in_every_hand() -> None:
    game = Game.new(["Ana", "Bruno", "Carla"], seed=3)
    state: dict[str, Any] = json.loads(state_of(game, ServerPage(nowhere, "p0", "Ana")))
    counts = {
        f"{letter}{value}": number
        for letter, row in zip("bgoy", state["own"]["to_come"], strict=True)
        for value, number in enumerate(row, start=1)
        if number
    }
    expected = game.view(0).shown().cards_to_come
    assert counts == {card.name: number for card, number in expected.items()}
    assert [player["cards"] for player in state["board"]["players"]] == [
        len(hand) for hand in game.hands
    ]
