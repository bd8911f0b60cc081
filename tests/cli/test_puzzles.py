"""Puzzles in the terminal, and finding them."""

import json
from collections.abc import Generator
from pathlib import Path

import pytest

from alhambra.arena import workers
from alhambra.cli.text.messages import LANGUAGES, messages_in
from alhambra.puzzles import Puzzle, puzzles, read_puzzles
from cli.running import complaint, run

pytestmark = pytest.mark.usefixtures("own_folder")


def shown(said: str) -> Puzzle:
    """The puzzle that the terminal shows first."""
    return puzzles()[said.partition("Puzzle ")[2][:8]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_solution_is_shown_with_its_reasons(language: str) -> None:
    said = run("puzzles", "--language", language, typed="show\nn\n").stdout
    assert messages_in(language).t("puzzles.task") in said
    assert "{" not in said


def test_answers_are_judged_and_what_is_solved_is_not_shown_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("random.random", lambda: 0.5)
    puzzle = shown(run("puzzles", "--theme", "wall", typed="quit\n").stdout)
    worse, cost = next(iter(puzzle.worse.items()))
    lines = f"hand\n\ndance\ntake b9 b9 b9\n{worse}\n{puzzle.best}\nn\n"
    said = run("puzzles", "--theme", "wall", typed=lines).stdout
    assert f"Not the best action. It costs about {cost:.0%} of a win." in said
    assert "Well done.\nBest: " in said
    assert "“dance” isn't an action." in said
    (file,) = tmp_path.rglob("puzzles.json")
    assert json.loads(file.read_text(encoding="utf-8")) == [puzzle.id]
    assert shown(run("puzzles", "--theme", "wall", typed="quit\n").stdout).id != puzzle.id


def test_an_unknown_theme_is_refused() -> None:
    assert complaint("puzzles", "--theme", "roofs").startswith("There is no theme 'roofs'")


def some(_searches: object, _jobs: int) -> Generator[list[Puzzle]]:
    """Two games with a puzzle each."""
    for name in list(puzzles())[:2]:
        yield [puzzles()[name]]


def test_what_is_found_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "play_all", some)
    file = tmp_path / "found.xz"
    said = run("puzzles", "make", "--out", file, "--games", 2, "--jobs", 3).stdout
    assert said.startswith(f"2 puzzles in {file}: ")
    assert list(read_puzzles(file.read_bytes())) == list(puzzles())[:2]
    run("puzzles", "make", "--out", file, "--games", 2, "--most", 1)
    assert len(read_puzzles(file.read_bytes())) == 1


def test_ctrl_c_keeps_what_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(searches: object, jobs: int) -> Generator[list[Puzzle]]:
        yield from some(searches, jobs)
        raise KeyboardInterrupt

    monkeypatch.setattr(workers, "play_all", interrupted)
    file = tmp_path / "found.xz"
    result = run("puzzles", "make", "--out", file, "--games", 9)
    assert result.exit_code == 130
    assert "Stopped after 2 games of 9." in result.stderr
    assert len(read_puzzles(file.read_bytes())) == 2


def test_a_file_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    assert "cannot write" in complaint("puzzles", "make", "--out", tmp_path).lower()
