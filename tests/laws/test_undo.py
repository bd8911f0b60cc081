"""What is pushed can be taken back, copies are copies, and a game can be seen at every ply."""

import random
from itertools import pairwise
from pickle import dumps, loads

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alhambra import Action, Game, IllegalAction, Phase
from alhambra.happenings import Happening, TurnBegan
from laws.positions import (
    NAMES,
    Trail,
    examples,
    games,
    generators,
    player_counts,
    shuffled,
    some_of,
    spendthrift,
    trails,
    uniform,
)


def go_on(game: Game, rng: random.Random) -> bool:
    """Take a random step of any kind, and tell whether there was one."""
    if game.phase is Phase.RESHUFFLE:
        game.reshuffle(shuffled(game.discard, rng))
    elif game.phase is Phase.REFILL:
        game.reveal()
    elif game.is_over:
        return False
    elif rng.random() < 0.2:
        game.play(uniform(game, rng), reveal=False)
    else:
        game.push(uniform(game, rng))
    return True


@given(games(), generators)
def test_push_then_pop_is_identity(game: Game, rng: random.Random) -> None:
    before = game.copy()
    steps = game.steps
    for action in some_of(game.legal_actions, 40, rng):
        game.push(action)
        assert game != before
        game.pop()
        assert game == before
        assert game.steps == steps


@given(games(), generators, st.integers(1, 40))
def test_many_pushed_and_as_many_popped_are_identity(
    game: Game, rng: random.Random, number: int
) -> None:
    before = [game.copy()]
    while len(before) <= number and go_on(game, rng):
        before.append(game.copy())
    for was in reversed(before[:-1]):
        game.pop()
        assert game == was
        assert game.steps == was.steps
        assert game.legal_actions == was.legal_actions


@given(player_counts, st.integers(0, 9))
@examples(20)
def test_a_whole_game_can_be_taken_back(players: int, seed: int) -> None:
    """Far more than a game keeps at hand, with reshuffles it made by itself."""
    rng = random.Random(seed)
    game = Game.new(NAMES[:players], seed=seed)
    before = [game.copy()]
    while not game.is_over and len(before) < 500:
        game.push(uniform(game, rng))
        before.append(game.copy())
    for was in reversed(before[:-1]):
        game.pop()
        assert game == was
        assert game.steps == was.steps
    with pytest.raises(IllegalAction):
        game.pop()
    assert game == before[0]


@pytest.mark.parametrize("players", [2, 4])
def test_a_reshuffle_a_game_made_by_itself_is_one_step_with_the_action(players: int) -> None:
    """For a game with snapshots and for a copy, which goes the same way again."""
    rng = random.Random(players)
    game = Game.new(NAMES[:players], seed=players)
    before = game.copy()
    while not game.reshuffles:
        before = game.copy()
        game.push(spendthrift(game, rng))
    for again in (game.copy(), game, loads(dumps(game.copy()))):
        again.pop()
        assert again == before
        assert again.steps == before.steps


@given(trails)
@examples(8)
def test_a_copy_can_be_taken_back_too(trail: Trail) -> None:
    """A copy has no snapshots of its own and goes the same way again, reveals included."""
    walked = [game.copy() for game in trail.walk()]
    for was, game in list(pairwise(walked))[::11]:
        for other in (game.copy(), loads(dumps(game)), game):
            other.pop()
            assert other == was
            assert other.steps == was.steps


def test_a_reveal_of_its_own_is_taken_back_alone_by_copies_too() -> None:
    game = Game.new(NAMES[:3], seed=1)
    start = game.copy()
    game.play(game.legal_actions[0], reveal=False)
    assert game.phase is Phase.REFILL
    waiting = game.copy()
    game.reveal()
    for other in (game.copy(), loads(dumps(game)), game.at(1), game):
        other.pop()
        assert other == waiting
        other.pop()
        assert other == start


@given(games(), st.integers(0, 2**32))
@examples(40)
def test_a_sampled_game_can_be_taken_back_to_the_start(game: Game, seed: int) -> None:
    """And at every ply it agrees with what was known then."""
    sampled = game.view(0).sample(random.Random(seed))
    for ply in range(game.ply - 1, -1, -1):
        while sampled.ply > ply:
            sampled.pop()
        assert sampled.ply == ply
        if ply % 16 == 0:
            assert sampled.view(0) == game.at(ply).view(0)
    assert sampled.ply == 0


@given(games(), generators)
def test_play_and_push_do_the_same(game: Game, rng: random.Random) -> None:
    for action in some_of(game.legal_actions, 10, rng):
        played, pushed = game.copy(), game.copy()
        played.play(action)
        pushed.push(action)
        assert played == pushed
        assert played.steps == pushed.steps
        as_written = game.copy()
        as_written.play(str(action))
        assert as_written == played


@given(games(), generators)
def test_revealing_is_a_step_of_its_own(game: Game, rng: random.Random) -> None:
    for action in some_of(game.legal_actions, 10, rng):
        at_once, in_two = game.copy(), game.copy()
        happened = at_once.play(action)
        at_first = in_two.play(action, reveal=False)
        if in_two.phase is not Phase.REFILL:
            assert at_first == happened
            assert in_two == at_once
            continue
        assert len(at_first) == 1
        assert in_two.steps == (*game.steps, action)
        assert (in_two.deck_left, in_two.bag_left) == (game.deck_left, game.bag_left)
        assert not in_two.legal_actions
        stopped = in_two.copy()
        assert stopped.at(stopped.ply) == stopped
        assert at_first + in_two.reveal() == happened
        assert in_two == at_once
        in_two.pop()
        assert in_two == stopped
        in_two.pop()
        assert in_two == game


@given(trails)
@examples(25)
def test_steps_are_the_actions_of_this_turn(trail: Trail) -> None:
    """With `play` as with `push`: since the last turn that began, or stop for a reshuffle."""
    game = trail.start()
    turn: list[Action] = []
    for step in trail.steps:
        if step is None:
            continue
        if isinstance(step, Action):
            happened = game.play(step, reveal=False)
            turn.append(step)
            if game.phase is Phase.REFILL:
                assert game.steps == tuple(turn)
                happened = game.reveal()
        else:
            happened = game.reshuffle(step)
        if any(isinstance(happening, TurnBegan) for happening in happened) or game.is_over:
            turn = []
        if game.phase is not Phase.RESHUFFLE:
            assert game.steps == tuple(turn)


@given(games(), generators)
def test_copies_are_independent(game: Game, rng: random.Random) -> None:
    before = game.copy()
    other = game.copy()
    cities, position = game.cities, game.position
    facts = position.facts()
    for _ in range(12):
        go_on(other, rng)
    assert game == before
    assert position.facts() == facts
    while go_on(game, rng) and game.ply < before.ply + 12:
        pass
    assert other == other.copy()
    assert cities == before.cities
    assert position.facts() == facts
    assert before.position.facts() == facts


@given(games())
@examples(50)
def test_a_game_put_away_comes_back_as_it_was(game: Game) -> None:
    again = loads(dumps(game))
    assert again == game
    assert again.steps == game.steps
    assert again.legal_actions == game.legal_actions
    assert [loads(dumps(city)) for city in game.cities] == list(game.cities)
    for action in list(game.legal_actions)[:3]:
        again.push(action)
        again.pop()
        assert again == game


@given(games())
def test_changing_what_a_game_shows_does_not_change_it(game: Game) -> None:
    before = game.copy()
    for city in game.cities:
        for tile in list(city):
            if not city.why_not_remove(tile):
                city.remove(tile)
    assert game == before
    assert game.cities == before.cities


@given(trails)
@examples(8)
def test_a_game_can_be_seen_at_every_ply(trail: Trail) -> None:
    at_ply: dict[int, Game] = {}
    for game in trail.walk():
        at_ply[game.ply] = game.copy()  # the last stop of a ply counts
    end = trail.at(len(trail.steps))
    for ply, game in list(at_ply.items())[::7]:
        assert end.at(ply) == game
        assert game.at(ply) == game


@given(trails)
@examples(15)
def test_the_history_is_what_happened(trail: Trail) -> None:
    game = trail.start()
    happened: list[list[Happening]] = []
    after: list[Game] = []
    for step in trail.steps:
        if step is None:
            continue
        happened.append(game.play(step) if isinstance(step, Action) else game.reshuffle(step))
        after.append(game.copy())
    replayed = [(list(said), seen.copy()) for _, said, seen in game.history()]
    assert [said for said, _ in replayed] == happened
    assert [seen for _, seen in replayed] == after
    assert game.events == tuple(step for step in trail.steps if step is not None)
    assert game.actions == tuple(step for step in trail.steps if isinstance(step, Action))


@given(games(), generators)
@examples(40)
def test_the_history_of_a_game_that_waits_for_its_refill_ends_there(
    game: Game, rng: random.Random
) -> None:
    for action in some_of(game.legal_actions, 5, rng):
        stopped = game.copy()
        stopped.play(action, reveal=False)
        *_, (_, _, last) = stopped.history()
        assert last == stopped
