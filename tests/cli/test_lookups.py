"""What a player can ask to hear."""

import re
from pathlib import Path

import pytest

from alhambra import Game, Record
from alhambra.cli.complaints import Complaint
from alhambra.cli.terminal.choices import overview
from alhambra.cli.terminal.help import ACTIONS, COMMANDS, TOPICS, explained
from alhambra.cli.terminal.lookups import LOOKS
from alhambra.cli.text.messages import ENGLISH, messages_in
from alhambra.cli.text.narration import sheet_lines
from cli.running import PERFT, play
from tables import NAMES, table


@pytest.fixture(scope="module")
def game() -> Game:
    return Record.load(PERFT / "08-2p-ply75.alhambra").replay()


def look(game: Game, words: str) -> list[str]:
    word, _, rest = words.partition(" ")
    return LOOKS[word].lines(game, game.seat, rest, ENGLISH)


@pytest.mark.parametrize("word", LOOKS)
def test_each_look_says_something_and_changes_nothing(game: Game, word: str) -> None:
    before = game.copy()
    lines = look(game, word)
    assert lines
    assert all(line == line.rstrip() for line in lines)
    assert game == before


def test_the_city_is_told_cell_by_cell(game: Game) -> None:
    lines = look(game, "city")
    assert any("0,0: Lion Fountain" in line for line in lines)
    for cell, tile in game.cities[game.seat].tiles.items():
        assert any(f"{cell}: {tile}" in line for line in lines)


def test_the_city_of_another_is_asked_for_by_name_or_number(game: Game) -> None:
    other = 1 - game.seat
    name = game.names[other]
    assert look(game, f"city {name.upper()}") == look(game, f"city {other + 1}")
    assert look(game, f"city {name}")[0].startswith(f"{name}'s Alhambra: ")
    with pytest.raises(Complaint, match="nobody here is called 'Zoe'"):
        look(game, "city Zoe")


def test_a_scoring_as_if_it_were_now_is_the_engines(game: Game) -> None:
    lines = look(game, "if scored C")
    assert lines == ["Forecast: Final scoring.", *sheet_lines(game.sheet("C"), game.names)]
    assert game.scored[0] == "A"
    assert look(game, "if scored A")[0] == "First scoring."
    with pytest.raises(Complaint, match="“D” isn't a scoring"):
        look(game, "if scored d")


def test_of_the_other_hands_only_the_number_of_cards_is_told(game: Game) -> None:
    other = 1 - game.seat
    line = look(game, "players")[other]
    assert f"{len(game.hands[other])} card" in line
    assert not any(str(card) in line.split() for card in game.hands[other])


@pytest.mark.parametrize("topic", ["", *TOPICS, *COMMANDS, *LOOKS, "T11", "b7"])
def test_everything_there_is_can_be_explained(game: Game, topic: str) -> None:
    assert explained(game, topic)


@pytest.mark.parametrize("kind", ACTIONS)
def test_each_action_is_explained_with_how_it_is_written(game: Game, kind: type) -> None:
    word = kind.__name__.lower()
    assert any(line.startswith("Written: " + word) for line in explained(game, word))


def test_an_action_is_explained_with_the_engines_reason(game: Game) -> None:
    first = game.legal_actions[0]
    assert explained(game, str(first)) == [f"Yes, {first} can be played."]
    stolen = game.hands[1 - game.seat][0]
    assert explained(game, f"take {stolen}") == ["No: This card isn't in the money row."]
    with pytest.raises(Complaint, match=r"“fly” isn.t an action\. Type \? for help\."):
        explained(game, "fly")


def test_question_marks_are_answered_at_the_prompt() -> None:
    said = play(typed=["?", "?take", "? tiles", "help cells"])
    assert "Type a number, or an action in words." in said
    assert "Written: take CARD" in said
    assert "The kinds: P Pavilion" in said
    assert "A cell is written x,y." in said


@pytest.mark.parametrize("file", sorted(PERFT.glob("*.alhambra"))[5:29], ids=lambda f: f.stem)
def test_the_overview_leaves_no_number_out(file: Path) -> None:
    game = Record.load(file).replay()
    covered: list[int] = []
    for line in overview(game):
        numbers = line.partition(".")[0].split("–")
        covered += range(int(numbers[0]), int(numbers[-1]) + 1)
    assert covered == list(range(1, len(game.legal_actions) + 1))


def test_a_hint_names_actions_with_their_strength_and_a_reason(game: Game) -> None:
    lines = look(game, "hint")
    assert 1 <= len(lines) <= 4
    assert " – strong. " in lines[0]
    assert not any("%" in line for line in lines)


def test_a_hint_with_numbers_adds_the_chances(game: Game) -> None:
    plain, numbers = look(game, "hint"), look(game, "hint numbers")
    assert len(plain) == len(numbers)
    assert re.search(r" – strong, \d+%\. ", numbers[0])
    assert re.sub(r", \d+%", "", numbers[0]) == plain[0]


def test_a_hint_does_not_tell_the_money_of_others() -> None:
    """Both rivals could pay a tile exactly."""
    others = ("b3 b5 b2 b6 b4", "g3 g4 g2 g6 g5")
    row, market = "y1 y2 o8 o9", "P8 S7w T12 T13e"
    lines = " ".join(look(table("b8 g7 o1 y4", *others, market=market, row=row), "hint"))
    assert lines and not any(name in lines for name in NAMES[1:3])


def test_a_hint_is_told_in_the_players_language(game: Game) -> None:
    [first, *_] = LOOKS["hint"].lines(game, game.seat, "", messages_in("de"))
    assert " – stark. " in first
