"""The puzzles of the package, and puzzles as texts."""

import lzma
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from alhambra import IllegalAction, Take
from alhambra.puzzles import Puzzle, Theme, Verdict, puzzles, read_puzzles, write_puzzles
from alhambra.puzzles.finder import AHEAD, SURE, deep_standings
from alhambra.reasons import AlhambraError

SAMPLE = 6


def first() -> Puzzle:
    """Any puzzle."""
    return puzzles()[next(iter(puzzles()))]


def test_there_are_500_puzzles_of_every_theme_in_less_than_300_kb() -> None:
    assert len(puzzles()) >= 500
    assert {puzzles().theme(name) for name in puzzles()} == set(Theme)
    assert len((files("alhambra.puzzles") / "puzzles.txt.xz").read_bytes()) < 300_000


def test_every_puzzle_is_a_legal_game_and_its_actions_are_legal() -> None:
    for name, puzzle in puzzles().items():
        legal = set(puzzle.begin().legal_actions)
        assert puzzle.id == name
        assert puzzle.best not in puzzle.worse
        assert {puzzle.best, *puzzle.worse} <= legal, name
        assert puzzle.ahead > max(AHEAD, SURE * puzzle.error), name
        assert puzzle.reasons, name


def test_all_positions_are_distinct() -> None:
    positions = {puzzle.begin().position.facts() for puzzle in puzzles().values()}
    assert len(positions) == len(puzzles())


@pytest.mark.parametrize("number", range(SAMPLE))
def test_a_deep_rollout_under_new_orders_finds_the_same_action(number: int) -> None:
    names = list(puzzles())
    puzzle = puzzles()[names[number * len(names) // SAMPLE]]
    position = puzzle.begin().view().position
    codes = [action.code for action in (*list(puzzle.worse)[:2], puzzle.best)]
    best, second, *_ = deep_standings(position, codes, seed=2026)
    assert best.code == puzzle.best.code
    assert second.behind > max(AHEAD / 2, SURE * second.error)


def test_an_answer_is_best_worse_or_refused() -> None:
    puzzle = first()
    assert puzzle.verdict(puzzle.best) is Verdict.BEST
    assert puzzle.verdict(next(iter(puzzle.worse))) is Verdict.WORSE
    with pytest.raises(IllegalAction):
        puzzle.verdict(Take(()))


def test_a_puzzle_is_read_as_it_was_written(tmp_path: Path) -> None:
    some = [puzzles()[name] for name in list(puzzles())[:3]]
    write_puzzles(tmp_path / "some.xz", some)
    again = read_puzzles((tmp_path / "some.xz").read_bytes())
    assert list(again) == [puzzle.id for puzzle in some]
    for puzzle in some:
        assert str(again[puzzle.id]) == str(puzzle)
        assert again.theme(puzzle.id) == puzzle.theme
        assert again.is_easy(puzzle.id) == puzzle.easy


def test_a_text_without_headers_and_a_file_of_something_else_are_refused() -> None:
    with pytest.raises(AlhambraError, match="a puzzle needs the headers"):
        Puzzle.parse(str(first().record))
    with pytest.raises(AlhambraError, match="a puzzle needs the headers"):
        Puzzle.parse(str(first()).replace(f"theme: {first().theme}", "theme: roofs"))
    for data in (b"roofs", lzma.compress(b"\xff")):
        with pytest.raises(AlhambraError, match="no file of puzzles"):
            read_puzzles(data)


def test_puzzles_are_solved_without_numpy() -> None:
    asked = (
        "import sys; from alhambra.puzzles import puzzles; p = puzzles();"
        "q = p[next(iter(p))]; q.verdict(q.best); print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
