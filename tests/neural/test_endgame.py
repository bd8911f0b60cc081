"""Certain ends of a game are played exactly."""

from collections.abc import Iterator

import pytest

from alhambra.core import constants, dealing, turns
from alhambra.core.position import Position
from alhambra.neural.endgame import CERTAIN, LATE, Ending, decisions_to_follow, endings
from alhambra.neural.inference import result
from alhambra.neural.rollouts import TO_THE_END
from laws.positions import trail

pytestmark = pytest.mark.compiled_only


def late_positions(players: int, seeds: range) -> Iterator[Position]:
    """Decisions with at most one tile in the bag."""
    for seed in seeds:
        for game in trail(players, seed).walk():
            if game.legal_actions and game.position.bag_size <= CERTAIN:
                yield game.position


def played_out(position: Position, code: int, seed: int) -> tuple[Position, int]:
    """The end of the game after an action if every seat goes on with its best certain ending, and
    the number of actions; any hidden order has to give the same."""
    position = position.clone()
    dealing.sample(position, seed)
    turns.play(position, code)
    turns.settle(position)
    count = 1
    while position.phase != constants.OVER:
        found = endings(position)
        assert found
        seat = position.seat
        best = max(found, key=lambda each: found[each].worth(seat))
        position = turns.after(position, best)
        count += 1
    return position, count


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_certain_end_comes_as_promised(players: int) -> None:
    kinds, seen = set(), 0
    for position in late_positions(players, range(12)):
        for code, ending in list(endings(position).items())[:3]:
            for seed in (1, 2):
                end, count = played_out(position, code, seed)
                shares, margins = result(end)
                assert ending.shares == pytest.approx(shares)
                assert ending.margins == pytest.approx(margins, abs=1e-4)
                kinds.add((position.phase, count > 1))
            seen += 1
    assert seen > 20
    assert {phase for phase, _ in kinds} >= {constants.PLACING, constants.AWARDING}
    assert {more for _, more in kinds} == {True, False}


def test_a_turn_that_draws_cards_or_fills_the_market_ends_nothing_for_certain() -> None:
    seen, takes = 0, 0
    for position in late_positions(3, range(24)):
        if position.phase != constants.ACTING:
            continue
        kinds = {code >> constants.KIND_SHIFT for code in endings(position)}
        if position.steps:  # something has been paid exactly, so the game may end without more
            takes += bool(kinds) and any(position.row_cards)
        else:
            assert kinds <= {constants.BUY, constants.BUY_EXACT}
        assert constants.TAKE not in kinds
        seen += 1
    assert seen > 5
    assert takes


def test_too_many_lines_are_left_to_following() -> None:
    position = next(p for p in late_positions(3, range(12)) if len(endings(p)) > 3)
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
