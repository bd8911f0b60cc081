"""The terminal speaks the page's languages, in the page's words."""

import re
from functools import partial
from typing import Any

import pytest

from alhambra import Card, Game, Tile
from alhambra.cli.terminal.help import ACTIONS, COMMANDS, TOPICS, explained
from alhambra.cli.terminal.lookups import LOOKS
from alhambra.cli.text.messages import ENGLISH, LANGUAGES, messages_in, plural, system_language
from alhambra.cli.text.narration import narrate
from alhambra.reasons import Reason
from cli.running import complaint, play, run
from cli.test_narration import NAMES, SENTENCES
from cli.texts import FOLDER, PARTS, holes, texts_in

texts = partial(texts_in, "terminal")


@pytest.mark.parametrize("part", PARTS)
def test_the_terminal_has_the_languages_of_the_page(part: str) -> None:
    names = {file.name for file in (FOLDER / part).iterdir() if file.name.endswith(".json")}
    assert names == {f"{language}.json" for language in LANGUAGES}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_holes(language: str, part: str) -> None:
    own, english = texts_in(part, language), texts_in(part, "en")
    assert own.keys() == english.keys()
    for key, text in english.items():
        # A sentence about Dirk may name him more or less often.
        assert holes(str(own[key])) - {"dirk"} == holes(str(text)) - {"dirk"}, key


@pytest.mark.parametrize("language", ["hu", "ro"])
def test_no_suffix_touches_a_hole(language: str) -> None:
    found = [text for text in texts(language).values() if re.search(r"\}[-’']?\w|\ba\(z\)", text)]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("n", [0, 1, 2, 19, 20, 101, 120])
def test_every_number_of_cards_has_a_text(language: str, n: int) -> None:
    assert str(n) in messages_in(language).t("cards", n=n)


def test_romanian_numbers_from_20_have_a_preposition() -> None:
    forms = [plural("ro", n) for n in (0, 1, 2, 19, 20, 100, 101, 119, 120)]
    assert forms == ["few", "one", "few", "few", "other", "other", "few", "few", "other"]
    assert messages_in("ro").t("cards", n=20) == "20 de cărți"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "happening", [each for each, _ in SENTENCES], ids=lambda x: type(x).__name__
)
def test_everything_that_happens_is_told(language: str, happening: Any) -> None:
    lines = narrate([happening], NAMES, messages_in(language))
    assert all(line and "{" not in line and ".." not in line for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_asked(language: str) -> None:
    words, game = messages_in(language), Game.new(["Ana", "Bruno"], seed=1)
    topics = ["", *TOPICS, *COMMANDS, *LOOKS, *(kind.word for kind in ACTIONS), "T11", "b7"]
    said = [line for topic in topics for line in explained(game, topic, words)]
    said += [line for look in LOOKS.values() for line in look.lines(game, 0, "", words)]
    assert all(line and "{" not in line for line in said)


def test_refusals_are_in_the_players_language() -> None:
    words = messages_in("de")
    params: dict[str, str | int] = {"tile": "T11", "price": 11, "worth": 8}
    assert "Turm 11 (T11)" in words.reason(Reason("too_little", params))
    assert "im Norden" in words.tile_in_full(Tile("T11n"))
    assert words.payment([Card("b1")]) == "1 Denar"
    assert words.payment([Card("b1"), Card("b2")]) == "1 + 2 Denaren"
    unknown = Reason("no_such_device", {"device": "gpu"})
    assert words.reason(unknown) == str(unknown)


def test_a_game_is_played_in_the_language_that_is_asked_for() -> None:
    said = play("--language", "hu", typed=["pass", "citty", "quit"])
    assert "Lehetőségeid:" in said
    assert ENGLISH.t("terminal.you_can") not in said
    assert messages_in("hu").t("reason.no_need_to_pass") in said
    assert "„citty”" in said
    assert said.endswith("Viszontlátásra.\n")


def test_a_language_without_texts_is_refused() -> None:
    said = complaint("play", "--language", "fr")
    assert said == "There is no language 'fr': there are en, de, es, pt, it, ro, hu."


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "it_IT"}, "it"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "pt_BR"}, "pt"),
        ({"LANG": "fr_FR"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
    ],
)
def test_the_systems_language_is_the_default(
    settings: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert system_language() == language


def test_a_language_alone_means_the_terminal() -> None:
    assert run("play", "--language", "de", typed="quit\n").stdout.endswith("Auf Wiedersehen.\n")


def test_greedy_is_the_default_opponent() -> None:
    assert "Bruno (greedy) and Carla (greedy)" in play(typed=["quit"])
