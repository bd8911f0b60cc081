"""``alhambra arena``, as it is typed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from alhambra.arena import Report
from alhambra.cli import app

pytestmark = pytest.mark.compiled_only

OWN_BOTS = Path(__file__).with_name("own_bots.py")


def arena(*words: str | Path) -> Result:
    return CliRunner().invoke(app, ["arena", *map(str, words)])


def test_a_run_ends_with_a_table_a_picture_and_the_records(tmp_path: Path) -> None:
    run = arena("random", f"{OWN_BOTS}:Buyer", "--games", "3", "--out", tmp_path, "--plot")
    assert run.exit_code == 0, run.output
    assert "4 games instead of 3: each line-up plays whole rotations." in run.stderr
    lines = run.stdout.splitlines()
    assert lines[0].startswith("bot")
    assert [line.split()[0] for line in lines[1:]] == ["buyer", "random"]
    assert (tmp_path / "arena.png").read_bytes().startswith(b"\x89PNG")
    records = sorted(map(str, (tmp_path / "records").iterdir()))
    assert len(records) == 4
    verified = CliRunner().invoke(app, ["verify", *records])
    assert verified.exit_code == 0 and "4 ok, 0 bad" in verified.output


def test_json_is_all_that_is_printed(tmp_path: Path) -> None:
    run = arena("random", "--players", "3", "--games", "3", "--seed", "4", "--plies", "9", "--json")
    report = json.loads(run.stdout)
    assert report["games"] == report["unfinished"] == 3
    assert report["settings"]["seed"] == 4


def test_a_finished_run_resumes_to_its_table(tmp_path: Path) -> None:
    words = ("random", "greedy", "--games", "2", "--plies", "9", "--out", tmp_path)
    first, again = arena(*words), arena(*words, "--resume")
    assert again.exit_code == 0
    assert "2 games of 2 played before." in again.stderr
    assert again.stdout == first.stdout


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ((), 2, "Missing argument"),
        (("rndm",), 1, "There is no bot 'rndm'"),
        (("random", "--players", "9"), 1, "Alhambra is for 2 to 6 players, not 9"),
        (("random", "--resume"), 1, "A run can be resumed only from its folder"),
        (("gone.py:Bot",), 1, "There is no file gone.py."),
        (
            (f"{OWN_BOTS}:Crash", "random"),
            1,
            "The bot crash failed with RuntimeError",
        ),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(
    words: tuple[str, ...], code: int, sentence: str
) -> None:
    run = arena(*words)
    assert run.exit_code == code
    assert sentence in run.stderr and "Traceback" not in run.output
    assert run.stdout == ""


def test_the_report_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made, report_of = list[Report](), Report.of

    def counted(*given: Any) -> Report:
        made.append(report_of(*given))
        return made[-1]

    monkeypatch.setattr(Report, "of", counted)
    assert arena("random", "--players", "2", "--games", "2", "--plies", "9").exit_code == 0
    assert len(made) == 1


def test_interrupting_keeps_what_was_played(tmp_path: Path) -> None:
    words = ["arena", "random", "--players", "2", "--jobs", "2", "--out", str(tmp_path / "run")]
    code = (
        "import signal\nfrom alhambra.cli import main\nif __name__ == '__main__':\n"
        "    signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "    main()\n"
    )
    script = tmp_path / "run.py"
    script.write_text(code)
    process = subprocess.Popen(
        [sys.executable, script, *words, "--games", "1000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # as in a terminal, Ctrl-C goes to all its processes
    )
    results = tmp_path / "run" / "results.jsonl"
    while process.poll() is None and (not results.exists() or not results.read_bytes()):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130, said
    assert "Traceback" not in said
    assert "the same command with --resume continues" in said
    played = len(results.read_text().splitlines())
    assert "Stopped after" in said
    resumed = arena(*words[1:], "--games", str(played + 2), "--resume")
    assert resumed.exit_code == 0, resumed.output
    assert f"{played} game" in resumed.stderr
