"""Section 10, and RECORD.md: how actions and games are written. Refusals: `tests/records`."""

from pathlib import Path

import pytest

import alhambra
from alhambra import Action, City, Game, InvalidNotation, Record, Tile
from alhambra.actions import read_kindly
from tables import NAMES, deal, follow, listed, play, recorded, start, table, take_most, words

# Actions

WRITTEN = [
    "take b3 g2",
    "take b1 b1 o1 y2",
    "buy G8nw b3 b5",
    "buy T13e y4 y9",
    "build T11 2,-1",
    "remove T11",
    "swap T11 2,-1",
    "pass",
    "place G8nw -1,0",
    "reserve G8nw",
    "give G8nw",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_an_action_is_written_as_it_is_read(text: str) -> None:
    action = Action.parse(text)
    assert str(action) == text
    assert action.word == text.split()[0]
    assert eval(repr(action), vars(alhambra)) == action


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty_action"),
        ("take  b3", "wrong_spacing"),
        (" take b3", "wrong_spacing"),
        ("take b3 ", "wrong_spacing"),
        ("take\tb3", "wrong_spacing"),
        ("take b3\n", "no_such_card"),
        ("Take b3", "no_such_action"),
        ("steal b3", "no_such_action"),
        ("take", "wrong_words"),
        ("take g2 b3", "cards_unsorted"),
        ("take b3 b2", "cards_unsorted"),
        ("take b3+g2", "no_such_card"),
        ("take b03", "no_such_card"),
        ("buy G8nw", "wrong_words"),
        ("buy b3 G8nw", "no_such_tile"),
        ("buy G8nw b5 b3", "cards_unsorted"),
        ("buy G8wn b3 b5", "no_such_tile"),
        ("build T11", "wrong_words"),
        ("build T11 2,-1 3", "wrong_words"),
        ("build T11 2, -1", "wrong_words"),
        ("build T11 +2,-1", "no_such_cell"),
        ("build T11 02,-1", "no_such_cell"),
        ("build T11 2,-01", "no_such_cell"),
        ("build T11 2,-0", "no_such_cell"),
        ("build T11 (2,-1)", "no_such_cell"),
        ("build T11 2;1", "no_such_cell"),
        ("build T11 2,٣", "no_such_cell"),
        ("remove T11 2,-1", "wrong_words"),
        ("remove 2,-1", "no_such_tile"),
        ("pass now", "wrong_words"),
        ("reserve", "wrong_words"),
        ("give G8nw Dirk", "wrong_words"),
    ],
)
def test_there_is_one_spelling(text: str, code: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        Action.parse(text)
    assert refused.value.reason.code == code


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("  TAKE  G2 + b3 ", "take b3 g2"),
        ("take b3, g2", "take b3 g2"),
        ("Buy g8NW b5 b3", "buy G8nw b3 b5"),
        ("build t11 2, -1", "build T11 2,-1"),
        ("swap T11 (2,−1)", "swap T11 2,-1"),
        ("PASS", "pass"),
    ],
)
def test_what_a_person_types_is_read_more_kindly(typed: str, text: str) -> None:
    assert str(read_kindly(typed)) == text


def test_a_cell_is_x_y_with_x_growing_east_and_y_north() -> None:
    # T13e has its wall in the east, T11n in the north: each can only stand at its end
    assert [str(cell) for cell in City().spots(Tile("A4nes"))] == ["1,0"]
    assert [str(cell) for cell in City().spots(Tile("P2new"))] == ["0,1"]


def test_equal_cards_make_equal_actions_listed_once() -> None:
    game = table("b4 b4 b3 g9", "", "", row="y1 y1 y1 y9", market="C7ne T13e T12 T11")
    actions = [str(action) for action in game.legal_actions]
    assert sorted(actions) == sorted(set(actions))
    assert {action for action in actions if action.startswith(("take", "buy"))} == {
        "take y1",
        "take y1 y1",
        "take y1 y1 y1",
        "take y9",
        "buy C7ne b3 b4",
        "buy C7ne b4 b4",
    }


def test_the_list_of_legal_actions_answers_what_is_in_it() -> None:
    game = table("b7 b4 b3 g9", "", "", row="y1 y1 y1 y9", market="C7ne T13e T12 T11")
    legal = game.legal_actions
    assert len(legal) == len(list(legal)) == 6
    inside: list[object] = [*legal, *map(str, legal)]
    outside: list[object] = ["take b1", "pass", "buy C7ne b3 b7", "buy C7ne b4", "nonsense", 7]
    assert all(action in legal for action in inside)
    assert not any(action in legal for action in outside)


# Records

TEXT = """\
alhambra: 1
rules: 1
players: Ana | Bruno | Carla
first: 1
deck: {deck}
bag: {bag}

1 buy T7new b7
1 take b9
1 place T7new 0,1
2 take g9
3 take o9
"""


def short_game() -> Game:
    made = deal("b7 g9 o9", "", "", row="b9 g9 o9 y9", market="T7new P8 T12 T13e")
    game = start(made, 3)
    play(game, "1 buy T7new b7", "1 take b9", "1 place T7new 0,1", "2 take g9", "3 take o9")
    return game


def short_text() -> str:
    game = short_game()
    return TEXT.format(deck=words(game.deal.deck), bag=words(game.deal.bag))


def test_a_record_is_a_header_a_blank_line_and_one_event_a_line() -> None:
    assert str(Record.of(short_game())) == short_text()


def test_a_record_replays_to_the_same_game() -> None:
    record = Record.parse(short_text())
    assert record.replay() == short_game()
    assert str(record) == short_text()
    assert record.names == NAMES[:3]
    assert record.first == 0
    assert record.plies == 5
    assert [words([step]) for step in record.steps[:2]] == ["buy T7new b7", "take b9"]


def test_a_record_replays_as_far_as_wished() -> None:
    record = Record.parse(short_text())
    for ply in range(6):
        game = record.replay(ply)
        assert game.ply == ply
        assert game.actions == record.replay().actions[:ply]
    for ply in (-1, 6):
        with pytest.raises(InvalidNotation) as refused:
            record.replay(ply)
        assert refused.value.reason.code == "no_such_ply"


def test_the_deck_is_the_hands_seat_by_seat_then_the_row_then_the_draw_pile() -> None:
    deck = short_text().splitlines()[4].removeprefix("deck: ").split()
    game = Record.parse(short_text()).start()
    hands = [len(hand) for hand in game.hands]
    assert sorted(deck[: hands[0]]) == words(game.hands[0]).split()
    assert deck[sum(hands) :][:4] == words(game.row).split()
    game.play("take y9")
    assert words(game.row[3:]) == deck[sum(hands) + 4]


def test_the_bag_is_the_market_then_dirks_first_six_then_the_rest() -> None:
    record = Record.load(Path(__file__).parents[1] / "records" / "2p-gifts.alhambra")
    game = record.start()
    assert game.market == record.deal.bag[:4]
    assert set(game.dirk or ()) == set(record.deal.bag[4:10])
    assert set(game.tiles_left()) == set(record.deal.bag[10:])


def test_the_header_is_read_in_any_order_and_written_in_one() -> None:
    head, body = short_text().split("\n\n")
    turned = "\n".join(reversed(head.splitlines()))
    assert str(Record.parse(f"{turned}\n\n{body}")) == short_text()


def test_unknown_header_keys_are_kept() -> None:
    head, body = short_text().split("\n\n")
    text = f"{head}\ndate: 2003-10-23\nevent: final: table 4\nnote: \n\n{body}"
    record = Record.parse(text)
    assert record.extra == (("date", "2003-10-23"), ("event", "final: table 4"), ("note", ""))
    assert str(record) == text
    again = Record.of(record.replay(), {"date": "2003-10-23"})
    assert str(again) == f"{head}\ndate: 2003-10-23\n\n{body}"


def test_comments_are_left_out() -> None:
    lines = short_text().splitlines(keepends=True)
    text = "".join(f"# {n}\n{line}" for n, line in enumerate(lines)) + "#\n#the end\n"
    assert str(Record.parse(text)) == short_text()


@pytest.mark.parametrize("lines", range(6))
def test_a_record_may_end_at_any_line(lines: int) -> None:
    text = "".join(short_text().splitlines(keepends=True)[: 7 + lines])
    record = Record.parse(text)
    assert record.plies == lines
    assert str(record) == text


def test_a_record_may_end_before_its_blank_line() -> None:
    head = short_text().split("\n\n")[0] + "\n"
    assert Record.parse(head).replay().ply == 0


def test_the_first_seat_is_one_of_those_tied() -> None:
    made = deal("b9 g9 o9", "b8 g8 o5", "b9 g9 o3")
    for first in (1, 2):
        record = Record(NAMES[:3], first, made)
        assert f"first: {first + 1}\n" in str(record)
        assert Record.parse(str(record)).replay().seat == first


@pytest.mark.parametrize(
    "names",
    [
        ("A", "B"),
        ("x" * 40, "y"),
        ("Ana María", "Zoë", "李 雷"),
        ("a:b", "# c", "'", '"', "0", "-"),
        ("e\u0301", "é"),  # not the same
    ],
)
def test_names_are_1_to_40_characters(names: tuple[str, ...]) -> None:
    record = Record.of(Game.new(names, seed=1))
    assert Record.parse(str(record)).names == names


def test_a_record_is_saved_and_loaded_as_utf_8(tmp_path: Path) -> None:
    record = Record.of(Game.new(["Zoë", "李 雷"], seed=1))
    record.save(tmp_path / "zoë.alhambra")
    assert (tmp_path / "zoë.alhambra").read_bytes() == str(record).encode("utf-8")
    assert Record.load(tmp_path / "zoë.alhambra") == record


# What follows a turn


def test_after_a_turn_come_deck_and_score_lines_in_this_order() -> None:
    text = (Path(__file__).parents[1] / "records" / "2p-gifts.alhambra").read_text()
    events = text.split("\n\n")[1].splitlines()
    keys = [line.partition(":")[0] for line in events if not line[0].isdigit()]
    assert keys == ["score A", "score B", "deck", "score C", "result"]
    assert events[-3:] == ["1 place T9es 2,-1", "score C: 47 50 103", "result: 63 74 180"]


def test_the_deck_line_is_the_new_draw_pile() -> None:
    game = table("b3 b4 o9 o4", "", "", row="b9 g9 o9 y9", market="C7ne T13e T12 T11")
    play(game, "1 buy C7ne b3 b4", "1 take b9", "1 reserve C7ne")
    follow(game, take_most, until=lambda game: game.phase == "reshuffle")
    waiting = str(Record.of(game))
    assert not waiting.splitlines()[-1].startswith("deck")
    assert Record.parse(waiting).replay().phase == "reshuffle"
    game.reshuffle(reversed(game.discard))
    assert str(Record.of(game)) == f"{waiting}deck: b4 b3\n"


def test_scores_are_of_each_seat_and_with_two_players_dirks_last() -> None:
    for name, numbers in (("2p-gifts", 3), ("3p-three-receivers", 3), ("6p-nothing-awarded", 6)):
        lines = str(Record.of(recorded(name))).splitlines()
        scores = [line.partition(": ")[2] for line in lines if line.startswith(("score", "res"))]
        assert [len(line.split()) for line in scores] == [numbers] * 4
        rows = [[int(points) for points in line.split()] for line in scores]
        assert [sum(column) for column in zip(*rows[:3], strict=True)] == rows[3]


def test_more_cards_than_needed_are_written_too() -> None:
    game = table("b4 b3 b6 g9", "", "", market="C7ne T13e T12 T11")
    assert "buy C7ne b3 b4 b6" not in listed(game)
    play(game, "1 buy C7ne b3 b4 b6", "1 reserve C7ne")
    text = str(Record.of(game))
    assert text.endswith("\n1 buy C7ne b3 b4 b6\n1 reserve C7ne\n")
    assert Record.parse(text).replay() == game
