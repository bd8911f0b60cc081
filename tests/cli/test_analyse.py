"""analyse: finished games judged turn by turn, printed, drawn and written as JSON."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from alhambra import Record
from alhambra.analysis import analyse, from_json
from alhambra.cli.analysis_tasks import AnalysedTurn, TurnTask, tasks_of
from alhambra.drawing.palette import LIGHT
from cli.running import complaint, random_game, run, saved

pytestmark = pytest.mark.compiled_only

RECORDS = Path(__file__).parents[1] / "records"
SHORT = RECORDS / "2p-a-tie-and-nobody-holding-any.alhambra"
THREE = RECORDS / "3p-three-receivers.alhambra"


def test_a_game_is_printed_drawn_and_written(tmp_path: Path) -> None:
    out, drawn = tmp_path / "game.json", tmp_path / "game.svg"
    result = run("analyse", SHORT, "--json", out, "--svg", drawn)
    assert (result.exit_code, result.stderr) == (0, "")
    found = from_json(json.loads(out.read_text()))
    assert found == analyse(Record.load(SHORT))
    seat = found.seats[0]
    lines = result.stdout.splitlines()
    row = next(line for line in lines if line.startswith("accuracy"))
    assert f"{seat.accuracy:.0f} ± {seat.accuracy_error:.0f}" in row
    assert "from one game" in result.stdout
    marked = [turn for turn in found.turns if turn.mark]
    assert [line.split(":")[0] for line in lines if line.startswith("Turn ")] == [
        f"Turn {turn.number}, {found.names[turn.seat]}" for turn in marked
    ]
    assert sum("  Better: " in line for line in lines) == len(marked) > 0
    assert "What decided the game:" in lines
    assert drawn.read_text() == found._repr_svg_()  # which notebooks show
    picture = ElementTree.parse(drawn).getroot()
    texts = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert [texts.count(mark) for mark in ("?!", "?", "??")] == [
        sum(turn.mark == mark for turn in marked) for mark in ("inaccuracy", "mistake", "blunder")
    ]
    assert {"A", "B", "C"} <= set(texts)
    lines_drawn = [node.get("stroke") for node in picture.iter() if node.tag.endswith("polyline")]
    assert set(LIGHT.curves[:2]) <= set(lines_drawn)
    assert LIGHT.curves[2] not in lines_drawn


def test_several_games_go_into_folders_and_processes_change_nothing(tmp_path: Path) -> None:
    written = []
    for jobs in (1, 2):
        folder = tmp_path / f"{jobs}"
        words = ["--level", "instant", "--jobs", jobs, "--json", folder, "--svg", folder]
        result = run("analyse", SHORT, THREE, *words)
        assert result.exit_code == 0
        assert result.stdout.count("What decided the game:") == 2
        written.append({file.name: file.read_bytes() for file in sorted(folder.iterdir())})
    assert list(written[0]) == sorted(
        f"{record.stem}.{suffix}" for record in (SHORT, THREE) for suffix in ("json", "svg")
    )
    assert written[0] == written[1]


def test_records_of_one_name_do_not_overwrite_each_other(tmp_path: Path) -> None:
    for number, name in enumerate(("one", "two")):
        (tmp_path / name).mkdir()
        saved(random_game(2, number), tmp_path / name / "game.alhambra")
    out = tmp_path / "out"
    result = run("analyse", tmp_path, "--level", "instant", "--json", out)
    assert result.exit_code == 1
    assert "would be written to one file" in result.stderr
    assert not out.exists()


def test_an_instant_analysis_claims_no_accuracy() -> None:
    said = run("analyse", SHORT, "--level", "instant").stdout
    assert "Points: Ana 150, Bruno 113, Dirk 85. Won by Ana." in said
    assert "luck of the draws" in said
    assert "accurac" not in said.lower()
    assert "blunder" not in said


def test_what_cannot_be_analysed_is_refused(tmp_path: Path) -> None:
    unfinished = saved(random_game(2, 5), tmp_path / "unfinished.alhambra")
    assert complaint("analyse", unfinished) == (
        f"Cannot analyse {unfinished}: only a finished game can be analysed."
    )
    lines = SHORT.read_text().splitlines()
    bad = tmp_path / "bad.alhambra"
    number = next(number for number, line in enumerate(lines) if line.startswith("1 "))
    lines[number] = "1 fly home"
    bad.write_text("\n".join(lines) + "\n")
    assert complaint("analyse", bad) == f"In {bad}, line {number + 1}: 'fly' is not an action."
    assert complaint("analyse", tmp_path / "nowhere").startswith("Cannot read ")
    assert "no level of analysis 'slow'" in complaint("analyse", SHORT, "--level", "slow")


def test_a_bad_record_does_not_stop_the_others(tmp_path: Path) -> None:
    unfinished = saved(random_game(2, 5), tmp_path / "unfinished.alhambra")
    result = run("analyse", unfinished, SHORT, SHORT, "--level", "instant")
    assert result.exit_code == 1
    assert result.stderr.count("only a finished game") == 1
    assert result.stdout.count("What decided the game:") == 1


def test_late_turns_take_longest_and_come_first() -> None:
    game = Record.load(SHORT).replay()
    numbers = [task.number for task in tasks_of(0, game, "quick")]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[-1] == 0


def test_ctrl_c_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play = TurnTask.play
    turns = len(list(tasks_of(1, Record.load(THREE).replay(), "instant")))

    def interrupted(task: TurnTask) -> AnalysedTurn:
        if (task.game, task.number) == (1, turns - 4):
            raise KeyboardInterrupt
        return play(task)

    monkeypatch.setattr(TurnTask, "play", interrupted)
    words = ["--level", "instant", "--json", tmp_path]
    result = run("analyse", SHORT, THREE, RECORDS / "2p-gifts.alhambra", *words)
    assert result.exit_code == 130
    assert [file.name for file in tmp_path.iterdir()] == [f"{SHORT.stem}.json"]
    assert f"3 turns of {THREE} analysed so far." in result.stdout
    assert result.stderr.splitlines()[-1] == "Stopped after 1 game of 3."
