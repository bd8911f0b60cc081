"""Lessons in the terminal, in every language."""

import json
import re
from functools import partial
from pathlib import Path

import pytest

from alhambra.cli.text.messages import LANGUAGES, messages_in
from alhambra.lessons import lesson_named, lessons
from cli.running import complaint, run
from cli.texts import texts_in

NAMES = [lesson.name for lesson in lessons()]
texts = partial(texts_in, "lessons")

pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_said_in_one_sentence(language: str) -> None:
    said = texts(language)
    for name in NAMES:
        rule = said[f"lesson.{name}.rule"]
        assert re.findall(r"[.!?](?=\s|$)", rule) == ["."], rule


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_is_played_to_its_end(name: str, language: str) -> None:
    """With a legal action that is worse first, if there is one."""
    attempt, words = lesson_named(name).begin(), messages_in(language)
    right = list(attempt.right_actions())
    worse = [action for action in attempt.game.legal_actions if action not in right][:1]
    typed: list[object] = [*worse]
    while not attempt.is_done:
        action = next(attempt.right_actions())
        typed.append(action)
        attempt.answer(action)
    lines = "".join(f"{line}\n" for line in [*typed, "n"])
    result = run("learn", name, "--language", language, typed=lines)
    assert result.exit_code == 0
    dirk = words.t("dirk")
    for part in ("title", "rule", "task", "done", *(["worse"] if worse else [])):
        assert words.t(f"lesson.{name}.{part}", dirk=dirk) in result.stdout
    assert "{" not in result.stdout


def test_only_a_lesson_without_worse_actions_has_no_text_for_them() -> None:
    for name in NAMES:
        attempt = lesson_named(name).begin()
        worse = set(attempt.game.legal_actions) - set(attempt.right_actions())
        assert (f"lesson.{name}.worse" in texts("en")) == bool(worse)


def test_a_cell_that_is_not_allowed_is_refused_with_the_rule() -> None:
    said = run("learn", "walls", typed="place G8ne 1,1\nquit\n").stdout
    assert "wall" in said.partition("Your choice?")[2]
    assert "Well done" not in said


def test_the_solution_is_shown_on_request_and_the_next_lesson_follows() -> None:
    said = run("learn", typed="show\n\nshow\nn\n").stdout
    assert "This is how: take b2 g3" in said
    assert "Lesson 2 of 10: Exact payment" in said
    assert "This is how: buy A6ne b6" in said


def test_what_is_done_is_kept() -> None:
    run("learn", typed="show\nn\n")
    said = run("learn", "--list").stdout
    assert "1 of 10 done" in said
    assert "1. Money (done)" in said
    assert "2. Exact payment:" in said
    assert "Lesson 2 of 10" in run("learn", typed="quit\n").stdout


def test_a_damaged_file_of_what_is_done_is_written_anew(tmp_path: Path) -> None:
    run("learn", typed="show\nn\n")
    (file,) = tmp_path.rglob("lessons.json")
    file.write_text("{", encoding="utf-8")
    assert "0 of 10 done" in run("learn", "--list").stdout
    run("learn", typed="show\nn\n")
    assert json.loads(file.read_text(encoding="utf-8")) == ["money"]


def test_the_last_lesson_leads_to_the_first_game() -> None:
    assert "first game" in run("learn", "10", typed="show\n").stdout


def test_an_unknown_lesson_is_refused() -> None:
    assert complaint("learn", "roofs").startswith("There is no lesson 'roofs': there are money")


OWN = {
    "title": "My wall",
    "rule": "Walls bring points.",
    "task": "Make it long.",
    "worse": "It could be longer.",
    "done": "That is all there is.",
}


def own_lesson(folder: Path, texts: dict[str, str]) -> Path:
    """The lesson of the wall, in a file with texts of its own."""
    headers = "".join(f"{key}: {text}\n" for key, text in texts.items())
    record = str(lesson_named("wall").record)
    file = folder / "my-wall.txt"
    file.write_text(record.replace("aim: wall\n", f"aim: wall\n{headers}"), encoding="utf-8")
    return file


def test_a_lesson_of_ones_own_is_played_from_its_file(tmp_path: Path) -> None:
    attempt = lesson_named("wall").begin()
    right = next(attempt.right_actions())
    worse = next(each for each in attempt.game.legal_actions if each != right)
    said = run("learn", own_lesson(tmp_path, OWN), typed=f"{worse}\n{right}\n").stdout
    parts = [said.index(text) for text in OWN.values()]
    assert parts == sorted(parts)
    assert "Lesson" not in said
    assert "0 of 10 done" in run("learn", "--list").stdout


def test_a_lesson_without_texts_is_named_after_its_file(tmp_path: Path) -> None:
    said = run("learn", own_lesson(tmp_path, {}), typed="show\n").stdout
    assert said.split("\n")[1] == "my-wall"
    assert "Your turn" in said


def test_a_file_that_is_no_lesson_is_refused_with_its_line(tmp_path: Path) -> None:
    file = own_lesson(tmp_path, {"enough": "many"})
    said = complaint("learn", file)
    assert said == f"In {file}, line 8: 'many' is not a number of actions from 1 to 9."
    missing = tmp_path / "none.txt"
    assert complaint("learn", missing) == f"Cannot read {missing}: no such file or directory."
    file.write_bytes(b"aim: \xff")
    assert complaint("learn", file) == f"In {file}, line 1: the file is not UTF-8 text."


def test_what_is_typed_wrongly_is_answered_with_help() -> None:
    said = run("learn", "money", typed="dance\n99\nmap\n? wall\n\nquit\n").stdout
    assert "“dance” isn't an action. A number, or the beginning of an action" in said
    assert "there is no number 99" in said.lower()
