"""Whatever goes wrong is told in one sentence on standard error."""

from pathlib import Path

import pytest

from cli.running import complaint, random_game, saved


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return saved(random_game(2, 3), tmp_path / "game.alhambra")


@pytest.mark.parametrize("command", ["legal", "show", "play --resume"])
def test_a_file_that_is_not_there(command: str) -> None:
    assert (
        complaint(*command.split(), "nowhere") == "Cannot read nowhere: no such file or directory."
    )


@pytest.mark.parametrize("command", ["legal", "show"])
def test_a_folder_in_place_of_a_file(command: str, tmp_path: Path) -> None:
    assert complaint(command, tmp_path) == f"Cannot read {tmp_path}: is a directory."


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "picture"
    path.write_bytes(b"alhambra: 1\n\xff\xfe")
    assert complaint("show", path) == f"In {path}, line 2: the file is not UTF-8 text."


def test_a_file_that_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "letter"
    path.write_text("Dear Dirk,\n")
    expected = f"In {path}, line 1: 'Dear Dirk,' is not a header line of the form key: value."
    assert complaint("perft", path, 1) == expected


@pytest.mark.parametrize("ply", [4, -1])
def test_a_ply_the_game_does_not_have(ply: int, record: Path) -> None:
    expected = f"The record has 3 actions; there is no action {ply}."
    assert complaint("legal", record, "--ply", ply) == expected


def test_a_seed_that_is_no_number(tmp_path: Path) -> None:
    line = complaint("simulate", "--out", tmp_path, "--seed", "lucky", code=2)
    assert line.startswith("Invalid value for '--seed': 'lucky' is not a valid int")
    assert line.endswith("(see alhambra simulate --help).")


@pytest.mark.parametrize("command", ["simulate --out there", "play --terminal"])
def test_a_bot_nobody_knows(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    line = complaint(*command.split(), "--bot", "nobody")
    assert line.startswith("There is no bot 'nobody'; there are: random")
    assert list(tmp_path.iterdir()) == []


def test_a_drawing_that_cannot_be_written(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "nowhere" / "game.svg"
    expected = f"Cannot write {out}: no such file or directory."
    assert complaint("show", record, "--svg", out) == expected


def test_a_folder_that_cannot_be_made(record: Path) -> None:
    out = record / "games"
    assert complaint("simulate", "--out", out) == f"Cannot make the folder {out}: not a directory."


def test_a_command_an_option_or_a_word_too_few() -> None:
    assert complaint("fly", code=2).startswith("No such command 'fly'")
    assert complaint("verify", "--fast", code=2).startswith("No such option: --fast")
    assert complaint("verify", code=2) == "Missing argument 'FILE...' (see alhambra verify --help)."
    assert "7 is not in the range 2<=x<=6" in complaint("play", "--players", 7, code=2)


def test_people_who_cannot_sit_down_together() -> None:
    start = ["play", "--terminal"]
    few = complaint(*start, "--players", 2, "--humans", 3)
    assert few == "3 people cannot sit down to a game of 2."
    assert complaint(*start, "--name", "A", "--name", "A") == "Two players are called 'A'."
    assert complaint(*start, "--name", "|").startswith("'|' is not a valid name")


def test_no_file_of_another_game_is_written_over(record: Path) -> None:
    before = record.read_bytes()
    line = complaint("play", "--terminal", "--save", record)
    assert line == f"There is a file {record} already, choose another name."
    assert record.read_bytes() == before


@pytest.mark.compiled_only
def test_a_game_that_is_over_is_not_resumed(tmp_path: Path) -> None:
    path = saved(random_game(2, 10_000), tmp_path / "over.alhambra")
    assert complaint("play", "--terminal", "--resume", path) == f"The game in {path} is over."


def test_no_limit_to_measure_against(tmp_path: Path) -> None:
    assert complaint("bench", "--against", tmp_path).startswith(f"There is no {tmp_path}")
