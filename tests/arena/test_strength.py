"""bench/strength.py, the contests of docs/strength.md."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from alhambra.bots import bot_named

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "strength.md"


@pytest.fixture(scope="module")
def strength() -> ModuleType:
    spec = importlib.util.spec_from_file_location("strength", ROOT / "bench" / "strength.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["strength"] = module  # its dataclasses ask for it
    spec.loader.exec_module(module)
    return module


def test_each_contest_is_between_bots_there_are(strength: ModuleType) -> None:
    names = [contest.name for contest in strength.CONTESTS]
    assert len(set(names)) == len(names) >= 7
    for contest in strength.CONTESTS:
        for bot in contest.bots:
            bot_named(bot)
        assert contest.games >= 200 and contest.games % len(contest.bots) == 0


def test_the_page_lists_the_contests_and_has_the_table(strength: ModuleType) -> None:
    page = PAGE.read_text()
    assert strength.HEAD in page
    assert all(f"`{contest.name}`" in page for contest in strength.CONTESTS)


def test_a_contest_gives_a_row_and_goes_on_where_it_was(
    strength: ModuleType, tmp_path: Path
) -> None:
    contest = strength.Contest("luck", ("random", "greedy"), 4, 0.0)
    strength.play(contest, 2, 1, tmp_path)
    report = strength.play(contest, 4, 1, tmp_path)
    row = strength.row(contest, report)
    assert report.games == 4
    assert row.count("|") == strength.HEAD.splitlines()[0].count("|")
    assert "`alhambra arena random greedy --games 4 --seed 1`" in row and "≥ 0.00 | yes" in row
