"""What everybody can expect: fair to every seat, certain at the end, and what the bot acts by."""

import random
import subprocess
import sys

import pytest

import alhambra
from alhambra import Deal, Game, Phase, evaluate
from alhambra.bots import bot_named, never
from laws.positions import COMPILED, trail
from tables import NAMES, last_stand

PLAYERS = range(2, 7)


def some_games(players: int, every: int) -> list[Game]:
    path = trail(players, 9)
    step = every if COMPILED else 8 * every
    return [game.copy() for n, game in enumerate(path.walk()) if n % step == 0]


@pytest.mark.parametrize("players", PLAYERS)
def test_shares_of_all_seats_add_up_to_one(players: int) -> None:
    for game in some_games(players, 31):
        judged = evaluate(game.view(None))
        assert sum(seat.share for seat in judged.seats) == pytest.approx(1, abs=1e-4)
        assert sum(seat.margin for seat in judged.seats) == pytest.approx(0, abs=1)
        assert len(judged.seats) == players


def test_every_legal_action_has_a_value_and_the_champion_takes_the_best() -> None:
    """By points where shares are all but equal, as they are in the end of this game."""
    for game in some_games(3, 7):
        judged = evaluate(game.view(game.seat))
        assert set(judged.actions) == set(game.legal_actions)
        if judged.actions:
            patient = random.Random(2)  # takes a tile out of its city where that is best
            chosen = bot_named("champion").choose(game.view(game.seat), rng=patient, stop=never)
            assert chosen == judged.best
            assert judged.seats[game.seat] == judged.actions[chosen]


@pytest.mark.parametrize("players", PLAYERS)
def test_at_the_end_it_is_the_result(players: int) -> None:
    game = Game.new(NAMES[:players], seed=players)
    rng = random.Random(1)
    while not game.is_over:
        game.play(bot_named("random").choose(game.view(game.seat), rng=rng, stop=never))
    judged = evaluate(game.view(0))
    outcome = game.outcome()
    points = outcome.points[:players]
    assert judged.actions == {} and judged.best is None
    for seat, expected in enumerate(judged.seats):
        won = 1 / len(outcome.winners) if seat in outcome.winners else 0
        others = [points[other] for other in range(players) if other != seat]
        assert expected.share == pytest.approx(won)
        assert expected.margin == pytest.approx(points[seat] - sum(others) / len(others), abs=1e-3)


def test_an_action_that_ends_the_game_has_its_result() -> None:
    game = last_stand()
    game.play("buy T13e b6 b8")
    game.play("reserve T13e")
    certain = 0
    while not game.is_over:
        assert game.phase is Phase.AWARD
        for action, expected in evaluate(game.view(game.seat)).actions.items():
            after = game.copy()
            after.play(action)
            if after.is_over:
                certain += 1
                winners = after.outcome().winners
                assert expected.share == pytest.approx((game.seat in winners) / len(winners))
        game.play(game.legal_actions[0])
    assert certain


def test_before_a_refill_nobody_is_to_act() -> None:
    game = Game.new(NAMES[:3], seed=2)
    game.play(game.legal_actions[0], reveal=False)
    assert game.phase is Phase.REFILL
    judged = evaluate(game.view(None))
    assert judged.actions == {}
    assert sum(seat.share for seat in judged.seats) == pytest.approx(1, abs=1e-4)


def turned(deal: Deal, players: int, by: int) -> Deal:
    """The same deal with every start hand some seats further on."""
    game = Game(NAMES[:players], deal)
    sizes = [len(hand) for hand in game.hands]
    hands, at = [], 0
    for size in sizes:
        hands.append(deal.deck[at : at + size])
        at += size
    moved = [hands[(seat - by) % players] for seat in range(players)]
    deck = [card for hand in moved for card in hand]
    return Deal((*deck, *deal.deck[at:]), deal.bag)


@pytest.mark.parametrize("players", PLAYERS)
def test_where_somebody_sits_does_not_matter(players: int) -> None:
    """The same game with everybody a seat further on, judged the same."""
    compared = 0
    for seed in range(40):
        deal = Deal.shuffled(players, random.Random(seed))
        game = Game(NAMES[:players], deal)
        other = Game(NAMES[:players], turned(deal, players, 1))
        if other.seat != (game.seat + 1) % players:
            continue  # a tie for the first turn went to the lowest seat
        for _ in range(60 if COMPILED else 4):
            one, two = evaluate(game.view(None)), evaluate(other.view(None))
            for seat in range(players):
                mirrored = two.seats[(seat + 1) % players]
                assert mirrored.share == pytest.approx(one.seats[seat].share, abs=1e-4)
                assert mirrored.margin == pytest.approx(one.seats[seat].margin, abs=1e-2)
            assert one.best is not None
            game.play(one.best)
            other.play(one.best)
            compared += 1
        if compared > 100 or not COMPILED:
            break
    assert compared


def test_who_only_plays_never_loads_torch_and_who_only_imports_no_numpy() -> None:
    code = (
        "import sys, alhambra, alhambra.bots; early = 'numpy' in sys.modules; "
        "alhambra.evaluate(alhambra.Game.new(['a', 'b'], seed=1).view(0)); "
        "print(early, 'numpy' in sys.modules, 'torch' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["False", "True", "False"]
    assert alhambra.evaluate is evaluate
