"""Happenings are complete: the whole open table can be built from them."""

import random

from hypothesis import given

from alhambra import Action, Game, Phase
from alhambra.happenings import Scored, ScoringCardTurnedUp, TurnBegan
from laws.bookkeeper import Bookkeeper, found
from laws.positions import Trail, examples, games, generators, some_of, trails, uniform


@given(trails)
@examples(25)
def test_a_bookkeeper_who_only_listens_has_the_same_table_at_each_step(trail: Trail) -> None:
    game = trail.start()
    keeper = Bookkeeper(game)
    for n, step in enumerate(trail.steps):
        if step is None:
            happened = game.reveal()
        elif not isinstance(step, Action):
            happened = game.reshuffle(step)
        else:
            happened = game.play(step, reveal=trail.steps[n + 1 : n + 2] != (None,))
        keeper.hear(happened)
        assert keeper.kept() == found(game)


@given(trails)
@examples(15)
def test_the_history_tells_the_same_table(trail: Trail) -> None:
    game = trail.at(len(trail.steps))
    keeper = Bookkeeper(game.at(0))
    for _, happened, after in game.history():
        keeper.hear(happened)
        assert keeper.kept() == found(after)


@given(trails, generators)
@examples(15)
def test_a_game_that_reshuffles_by_itself_tells_it_too(trail: Trail, rng: random.Random) -> None:
    game = trail.start(shuffler=rng)
    keeper = Bookkeeper(game)
    for step in trail.steps:
        if not isinstance(step, Action) or game.why_not(step):
            break
        keeper.hear(game.play(step))
        assert keeper.kept() == found(game)
    while not game.is_over and game.ply < len(trail.steps):
        keeper.hear(game.play(uniform(game, rng)))
        assert keeper.kept() == found(game)


@given(games(), generators)
def test_a_scoring_comes_with_its_card_and_a_turn_begins_once(
    game: Game, rng: random.Random
) -> None:
    for action in some_of(game.legal_actions, 10, rng):
        after = game.copy()
        happened = after.play(action)
        cards = [h.scoring.value for h in happened if isinstance(h, ScoringCardTurnedUp)]
        scorings = [h.sheet.scoring.value for h in happened if isinstance(h, Scored)]
        assert scorings == cards + ["C"] * after.is_over
        begun = [h.seat for h in happened if isinstance(h, TurnBegan)]
        assert len(begun) <= 1
        if begun:
            assert begun == [after.seat]
            assert after.phase in (Phase.ACT, Phase.AWARD)
