"""Finding puzzles."""

import random
from collections import Counter
from dataclasses import replace

from alhambra import Game, Record
from alhambra.puzzles import Puzzle, Theme, puzzles
from alhambra.puzzles.finder import GameSearch, balanced, neutral, puzzle_in


def played(plies: int, seed: int = 1) -> Game:
    """A game after some random actions."""
    rng = random.Random(seed)
    game = Game.new(["Ana", "Bruno", "Carla"], seed=seed)
    for _ in range(plies):
        game.play(rng.choice(game.legal_actions))
    return game


def test_the_same_seed_finds_the_same_puzzles() -> None:
    found = GameSearch(1, 1).play()
    assert found
    assert [str(puzzle) for puzzle in found] == [str(puzzle) for puzzle in GameSearch(1, 1).play()]


def test_a_found_position_is_found_again_and_another_is_no_puzzle() -> None:
    puzzle = next(puzzle for puzzle in puzzles().values() if puzzle.ahead > 0.2)
    again = puzzle_in(puzzle.begin(), seed=7)
    assert again is not None
    assert (again.best, again.record) == (puzzle.best, puzzle.record)
    assert puzzle_in(Game.new(["Ana", "Bruno", "Carla"], seed=1), seed=7) is None


def test_a_puzzle_does_not_tell_the_order_of_what_is_hidden() -> None:
    for plies in (0, 25, 120):  # 120 are after a reshuffle
        game = played(plies)
        other = game.view().sample(random.Random(5))
        assert Record.of(game) != Record.of(other)
        assert neutral(game) == neutral(other)
        shown = neutral(game).replay()
        assert shown.view() == game.view()


def test_few_of_many_are_chosen_evenly_from_the_themes() -> None:
    one = puzzles()[next(iter(puzzles()))]
    names = [f"P{number}" for number in range(12)]
    many: list[Puzzle] = []
    for number, name in enumerate(names):
        record = replace(one.record, names=(name, *one.record.names[1:]))
        theme = Theme.WALL if number < 8 else Theme.EXACT
        many.append(replace(one, record=record, theme=theme, easy=number % 2 == 0))
    chosen = balanced([*many, *many], 6)
    assert len({puzzle.id for puzzle in chosen}) == 6
    assert Counter(puzzle.theme for puzzle in chosen) == {Theme.WALL: 3, Theme.EXACT: 3}
    assert Counter(puzzle.easy for puzzle in chosen) == {False: 4, True: 2}
    assert len(balanced(many, 100)) == 12
