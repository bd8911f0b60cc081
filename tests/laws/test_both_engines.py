"""Compiled and interpreted are one engine: the same games, the same numbers."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alhambra import Game
from alhambra.core import bits, constants, dealing, playouts
from alhambra.core.position import Workspace
from interpreted import run_interpreted
from laws.positions import COMPILED, examples, games
from laws.traces import trace

PACKAGE = Path(constants.__file__).parent
GAMES, PLIES = 3, 150


@pytest.mark.compiled_only
def test_compiled_and_interpreted_play_the_same_games() -> None:
    """Playouts of all player counts and policies, games with all that happens in them, and what
    the champion sees."""
    code = f"from laws.traces import trace\nprint('\\n'.join(trace({GAMES}, {PLIES})))"
    expected = run_interpreted(code).splitlines()
    found = "\n".join(trace(GAMES, PLIES)).splitlines()
    assert len(found) == len(expected)
    for number, (line, other) in enumerate(zip(found, expected, strict=True)):
        assert line == other, f"line {number} of the trace"


def test_a_trace_is_the_same_each_time_and_tells_games_apart() -> None:
    once, twice = list(trace(1, 12)), list(trace(1, 12))
    assert once == twice
    assert len(set(once)) > len(once) // 2


def test_playouts_of_one_seed_are_the_same_in_any_workspace() -> None:
    work = Workspace()
    for players in range(2, 7):
        for policy in (constants.UNIFORM, constants.LIGHT):
            used = playouts.play_games(work, 5, 2, players, policy)
            assert used == playouts.play_games(Workspace(), 5, 2, players, policy)


# What the interpreter and the compiler are told separately


def test_the_constants_of_the_compiler_are_those_of_the_interpreter() -> None:
    text = (PACKAGE / "constants.pxd").read_text()
    compiled = {name: int(value) for name, value in re.findall(r"(\w+) = (-?\d+)", text)}
    interpreted = {name: value for name, value in vars(constants).items() if isinstance(value, int)}
    assert compiled == interpreted
    assert len(re.findall("=", text)) == len(compiled)


@pytest.mark.skipif(not COMPILED, reason="compares the compiler's functions with these")
@given(games(), st.integers(0, 2**64 - 1))
def test_random_numbers_and_shuffles_are_the_same_ones(game: Game, seed: int) -> None:
    """A sample is drawn by the compiler's; here it is drawn again by the interpreter's."""
    covered = game.view(None).position
    sampled = game.view(None).position
    dealing.sample(sampled, seed)

    state = [seed]
    size = covered.deck_size
    scoring: dict[int, int] = {}
    money = []
    for code in covered.deck_order[::-1]:  # the bottom first, as a position holds it
        if code < constants.SCORING_A:
            money.append(code)
        else:
            pile = 1 if code == constants.SCORING_A else 3
            start, end = dealing.scoring_window(covered, pile)
            scoring[start + bits.random_below(state, end - start)] = code
    bits.shuffle(state, money, len(money))
    deck = [scoring[place] if place in scoring else money.pop() for place in range(size)]
    bag = list(covered.bag_order[::-1])
    bits.shuffle(state, bag, len(bag))
    assert sampled.deck_order == bytes(deck)
    assert sampled.bag_order == bytes(bag[::-1])


def test_the_random_numbers_are_splitmix64() -> None:
    """The first numbers of its reference implementation, from the seed 1234567."""
    seed = [1234567]
    assert [bits.next_random(seed) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


@given(st.integers(0, 2**64 - 1), st.integers(1, 110))
@examples(50)
def test_a_shuffle_keeps_what_it_shuffles(seed: int, number: int) -> None:
    items = list(range(number + 3))
    bits.shuffle([seed], items, number)
    assert sorted(items[:number]) == list(range(number))
    assert items[number:] == list(range(number, number + 3))


@given(st.integers(0, 2**54 - 1), st.integers(0, 2**54 - 1), st.integers(0, 53))
@examples(50)
def test_sets_of_tiles_as_bits(one: int, other: int, n: int) -> None:
    """The definitions; that the compiler's agree is in the games above."""
    members = [i for i in range(54) if one >> i & 1]
    assert bits.bit_count(one) == len(members)
    if members:
        assert (bits.lowest_bit(one), bits.highest_bit(one)) == (members[0], members[-1])
    assert bits.without(one, other) == sum(1 << i for i in members if not other >> i & 1)
    assert bits.bit(n) == bits.bit_if(1, n) == 1 << n
    assert bits.bit_if(0, n) == 0


def test_layouts_have_different_keys() -> None:
    rng = random.Random(1)
    cells = [
        constants.CENTRE + rng.randint(-50, 50) + 128 * rng.randint(-50, 50) for _ in range(200)
    ]
    keys = {bits.layout_key(tile, cell) for tile in range(54) for cell in set(cells)}
    assert len(keys) == 54 * len(set(cells))
