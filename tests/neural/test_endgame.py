"""Certain ends of a game are played exactly."""

import math
import random
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from alhambra import Game
from alhambra.bots import bot_named, never
from alhambra.core import constants, dealing, listing, turns
from alhambra.core.position import Position
from alhambra.neural.endgame import (
    CERTAIN,
    LATE,
    Ending,
    best_ending,
    decisions_to_follow,
    ending_after,
    ending_turn,
    endings,
    with_endings,
)
from alhambra.neural.inference import result
from alhambra.neural.network import Numbers
from alhambra.neural.rollouts import TO_THE_END, rollouts
from alhambra.pieces import cards_in
from laws.positions import trail
from tables import NAMES

pytestmark = pytest.mark.compiled_only


FEW = 2000  # actions tried: positions of random games can have too many


def late_positions(players: int, seeds: range) -> Iterator[Position]:
    """Decisions with so few tiles in the bag that a turn may certainly end the game."""
    for seed in seeds:
        for game in trail(players, seed).walk():
            if game.legal_actions and game.position.bag_size <= CERTAIN:
                yield game.position


def settled(position: Position, seed: int) -> None:
    """Carry out what needs no decision, with a random deck if cards have to be shuffled."""
    turns.settle(position)
    while position.phase == constants.RESHUFFLING:
        piles = (cards_in(pile, number) for number, pile in enumerate(position.discard))
        cards = [card.code for pile in piles for card in pile]
        random.Random(seed).shuffle(cards)
        turns.stack(position, bytes(cards))
        turns.settle(position)


def played_out(position: Position, code: int, seed: int) -> tuple[bytes, Position, int]:
    """The order of the bag, the end of the game after an action if every seat goes on with its best
    certain ending, and the number of actions."""
    position = position.clone()
    dealing.sample(position, seed)
    order, count = position.bag_order, 1
    turns.play(position, code)
    settled(position, seed)
    while position.phase != constants.OVER:
        hidden = position.clone()
        dealing.hide(hidden)
        found = endings(hidden)
        assert found
        seat = position.seat
        best = max(found, key=lambda each: found[each].worth(seat))
        turns.play(position, best)
        settled(position, seed)
        count += 1
    return order, position, count


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_certain_end_comes_as_promised(players: int) -> None:
    kinds, seen = set(), 0
    for position in late_positions(players, range(6)):
        if position.bag_size > 1:
            continue
        for code, ending in list(endings(position, FEW).items())[:3]:
            for seed in (1, 2):
                _, end, count = played_out(position, code, seed)
                shares, margins = result(end)
                assert ending.shares == pytest.approx(shares)
                assert ending.margins == pytest.approx(margins, abs=1e-4)
                kinds.add((position.phase, count > 1))
            seen += 1
    assert seen > 20
    assert {phase for phase, _ in kinds} >= {constants.PLACING, constants.AWARDING}
    assert {more for _, more in kinds} == {True, False}


def late_purchases() -> Iterator[Position]:
    """Decisions of champions with several tiles in the bag that certainly end the game."""
    bot, rng = bot_named("champion"), random.Random(1)
    for seed in range(20):
        game = Game.new(NAMES[:3], seed=seed)
        while not game.is_over:
            if 1 < game.position.bag_size <= CERTAIN and endings(game.position, FEW):
                yield game.view(game.seat).position
            game.play(bot.choose(game.view(game.seat), rng=rng, stop=never))


def test_with_several_tiles_an_end_is_the_mean_over_their_orders() -> None:
    bags = set()
    for position in islice(late_purchases(), 8):
        code, ending = next(iter(endings(position, FEW).items()))
        ends: dict[bytes, tuple[Numbers, Numbers]] = {}
        for seed in range(30):
            order, end, _ = played_out(position, code, seed)
            again = result(end)
            assert np.array_equal(ends.setdefault(order, again), again)
        assert len(ends) == math.factorial(position.bag_size)
        shares, margins = np.mean(list(ends.values()), axis=0)
        assert ending.shares == pytest.approx(shares)
        assert ending.margins == pytest.approx(margins, abs=1e-4)
        bags.add(position.bag_size)
    assert bags == {2, 3}


def test_no_scoring_card_turns_up_in_a_turn_that_certainly_ends_the_game() -> None:
    """Before scoring B, the row must stay full; then even taking money can end the turn."""
    drawing = set()
    for position in late_positions(3, range(8)):
        if position.phase == constants.ACTING:
            kinds = {code >> constants.KIND_SHIFT for code in endings(position, FEW)}
            if kinds and not position.steps:
                assert kinds <= {constants.BUY, constants.BUY_EXACT}
            if constants.TAKE in kinds:
                drawing.add(position.scored)
    assert drawing == {2}


def test_the_best_turn_that_ends_the_game_is_found_whole() -> None:
    lengths = set()
    for position in islice(late_purchases(), 8):
        certain, turn = endings(position, FEW), ending_turn(position, FEW)
        assert turn[0] == best_ending(certain, position.seat)
        end = position.clone()
        for code in turn:
            turns.play(end, code)
        assert end.phase == constants.REFILLING
        assert ending_after(end) == certain[turn[0]]
        lengths.add(len(turn))
    assert len(lengths) > 1
    early = next(trail(3, 1).walk())
    assert ending_turn(early.position) == []
    assert ending_after(end, most=0) is None or end.bag_size < 2


def test_what_certainly_ends_is_not_followed() -> None:
    position = next(iter(late_purchases()))
    certain = endings(position, FEW)
    code, ending = next(iter(certain.items()))
    other = next(each for each in listing.list_actions(position) if each != code)
    alone = rollouts(3).follow(position, [other], 5, 2, seed=1)
    follow = with_endings(rollouts(3).follow, {code: ending})
    found = follow(position, [code, other], 5, 2, 1, 0, never)
    assert found.shares[:, 1] == pytest.approx(alone.shares[:, 0])
    assert (found.shares[:, 0] == ending.shares).all()
    assert (found.margins[:, 0] == ending.margins).all()
    assert found.rows == alone.rows
    only = with_endings(rollouts(3).follow, certain)(position, [code], 5, 2, 1, 0, never)
    assert (len(only.shares), only.rows) == (5, 0)


def test_too_many_lines_are_left_to_following() -> None:
    position = next(p for p in late_positions(3, range(12)) if len(endings(p, FEW)) > 3)
    assert endings(position, most=3) == {}


def test_with_tiles_in_the_bag_nothing_is_certain() -> None:
    for game in trail(3, 4).walk():
        if game.legal_actions and game.position.bag_size > CERTAIN:
            assert endings(game.position) == {}


def test_the_value_of_an_ending_prefers_points() -> None:
    better = Ending((0.5, 0.5), (3.0, -3.0))
    assert better.worth(0) > Ending((0.5, 0.5), (0.0, 0.0)).worth(0) > better.worth(1)


def test_late_actions_are_followed_to_the_end() -> None:
    for game in trail(4, 4).walk():
        if game.legal_actions:
            late = game.position.bag_size <= LATE
            assert decisions_to_follow(game.position, 5) == (TO_THE_END if late else 5)
            assert decisions_to_follow(game.position, 5, late=-1) == 5
