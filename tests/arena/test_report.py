"""What is told of a run: the table, the JSON and the picture."""

import builtins
import json
from pathlib import Path
from typing import Any

import pytest

from alhambra.arena import Arena, ArenaError, Report
from alhambra.arena.plot import plot
from alhambra.arena.results import Result, ScoringPoints
from alhambra.arena.text_report import text_report
from alhambra.arena.times import Times

SCORINGS = {"A": ScoringPoints((4, 0), (1, 2)), "C": ScoringPoints((20, 10), (3, 4))}


def result(game: int, bots: tuple[str, str], points: tuple[int, int]) -> Result:
    shares = (1.0, 0.0) if points[0] > points[1] else (0.0, 1.0)
    deal, rotation = (game + 1) // 2, 2 - game % 2
    return Result(game, deal, rotation, bots, points, 7, shares, 90, game == 4, SCORINGS)


@pytest.fixture
def report() -> Report:
    """Two deals in both rotations: A wins three of four."""
    results = [
        result(1, ("A", "B"), (28, 16)),
        result(2, ("B", "A"), (28, 16)),
        result(3, ("A", "B"), (28, 16)),
        result(4, ("B", "A"), (16, 28)),
    ]
    spent = Times()
    spent.add(0.004)
    settings = {"players": 2, "seed": 1, "plies": 1000, "games": 4}
    return Report.of(settings, results, [{"A": spent, "B": spent}])


def test_the_best_comes_first(report: Report) -> None:
    assert [bot.name for bot in report.bots] == ["A", "B"]
    assert [bot.win_share.mean for bot in report.bots] == [0.75, 0.25]
    assert [bot.points.mean for bot in report.bots] == [25, 19]


def test_who_did_not_play_has_no_results(report: Report) -> None:
    assert report.bot("B").win_share.mean == 0.25
    with pytest.raises(ArenaError, match="no bot is called 'C' here; there are: A, B"):
        report.bot("C")


def test_points_are_told_scoring_by_scoring(report: Report) -> None:
    scorings = report.bot("A").scorings
    assert (scorings["A"].majorities, scorings["A"].walls) == (2.0, 1.5)
    assert (scorings["B"].majorities, scorings["B"].walls) == (0.0, 0.0)
    assert (scorings["C"].majorities, scorings["C"].walls) == (15.0, 3.5)


def test_the_table(report: Report) -> None:
    head, first, second, unfinished = text_report(report).splitlines()
    assert head.split()[:4] == ["bot", "games", "unfinished", "win"]
    assert first.startswith("A") and "0.750 (0.000–1.000)" in first and "4.0 ms" in first
    assert second.startswith("B") and "0.250" in second
    assert unfinished.startswith("1 of 4 games stopped after 1000 plies")


ESTIMATE = {"mean": float, "low": float, "high": float}
SCORING = {"majorities": float, "walls": float}
SCHEMA = {
    "settings": dict,
    "games": int,
    "unfinished": int,
    "bots": [
        {
            "name": str,
            "games": int,
            "unfinished": int,
            "seats": int,
            "win_share": ESTIMATE,
            "points": ESTIMATE,
            "rating": {"mu": float, "sigma": float, "low": float, "high": float},
            "scorings": {"A": SCORING, "B": SCORING, "C": SCORING},
        }
    ],
    "times": dict,
}


def fits(data: Any, schema: Any) -> bool:
    if isinstance(schema, dict):
        return data.keys() == schema.keys() and all(fits(data[key], schema[key]) for key in schema)
    if isinstance(schema, list):
        return all(fits(item, schema[0]) for item in data)
    return isinstance(data, schema)


def test_the_json_has_its_form(report: Report) -> None:
    data = json.loads(json.dumps(report.to_json()))
    assert fits(data, SCHEMA)
    assert data["times"]["A"].keys() == {"decisions", "mean_s", "p99_s"}


def test_a_line_of_results_comes_back() -> None:
    one = result(1, ("A", "B"), (28, 16))
    assert Result.of_line(one.to_line()) == one


@pytest.mark.parametrize("line", ["", "7", "{}", "[]", '{"scorings":{}}', '{"game":1'])
def test_what_is_no_result_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="not a result"):
        Result.of_line(line)


def test_the_picture_is_a_png(report: Report, tmp_path: Path) -> None:
    plot(report, tmp_path / "arena.png")
    content = (tmp_path / "arena.png").read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    plot(report, tmp_path / "again.png")
    assert (tmp_path / "again.png").read_bytes() == content


def test_a_picture_needs_matplotlib(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **options: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *args, **options)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ArenaError, match="needs matplotlib, which is not installed: pip install"):
        plot(report, tmp_path / "arena.png")


def test_a_picture_in_no_folder_is_told(report: Report, tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"arena.png cannot be written: No such file"):
        plot(report, tmp_path / "nowhere" / "arena.png")


@pytest.mark.compiled_only
def test_a_real_run_has_the_form_too(tmp_path: Path) -> None:
    report = Arena(["random", "greedy"], games=4, out=tmp_path).run()
    assert fits(report.to_json(), SCHEMA)
    assert report.times["random"].decisions > 0
