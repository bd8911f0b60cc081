"""Bad records: whatever RECORD.md or the rules do not allow is refused, with line and reason."""

from collections.abc import Callable
from pathlib import Path

import pytest

from alhambra import Game, InvalidRecord, Record
from referee import Refused, read

HERE = Path(__file__).parent
# Two players, every kind of line: a reshuffle, scorings A, B and C, awarded tiles.
WHOLE = (HERE / "2p-gifts.alhambra").read_text()
LINES = WHOLE.splitlines()

Change = Callable[[list[str]], object]


def number_of(start: str) -> int:
    """The line, counted from 1, that begins so."""
    (found,) = (n for n, line in enumerate(LINES, start=1) if line.startswith(start))
    return found


ALHAMBRA, RULES, PLAYERS, FIRST, DECK, BAG, BLANK = range(1, 8)
A, B, C = number_of("score A"), number_of("score B"), number_of("score C")
RESHUFFLE = LINES.index(next(line for line in LINES[7:] if line.startswith("deck:"))) + 1
RESULT = len(LINES)


def put(line: int, text: str) -> Change:
    """The line says something else."""
    return lambda lines: lines.__setitem__(line - 1, text)


def edit(line: int, old: str, new: str) -> Change:
    """Part of the line says something else."""

    def change(lines: list[str]) -> None:
        assert old in lines[line - 1], f"{old!r} is not in {lines[line - 1]!r}"
        lines[line - 1] = lines[line - 1].replace(old, new, 1)

    return change


def drop(line: int) -> Change:
    """The line is missing."""
    return lambda lines: lines.pop(line - 1)


def add(line: int, text: str) -> Change:
    """A new line stands there, the others move down."""
    return lambda lines: lines.insert(line - 1, text)


def turn(line: int, other: int) -> Change:
    """The two lines are in each other's place."""

    def change(lines: list[str]) -> None:
        lines[line - 1], lines[other - 1] = lines[other - 1], lines[line - 1]

    return change


def move_card(card: str, place: int) -> Change:
    """The card lies elsewhere in the deck."""

    def change(lines: list[str]) -> None:
        words = lines[DECK - 1].split()
        words.remove(card)
        words.insert(place, card)
        lines[DECK - 1] = " ".join(words)

    return change


HEADER = {
    # all six keys, once each
    "no alhambra": (drop(ALHAMBRA), 5, "no_header"),
    "no rules": (drop(RULES), 5, "no_header"),
    "no players": (drop(PLAYERS), 5, "no_header"),
    "no first": (drop(FIRST), 5, "no_header"),
    "no deck": (drop(DECK), 5, "no_header"),
    "no bag": (drop(BAG), 5, "no_header"),
    "alhambra twice": (add(BLANK, "alhambra: 1"), BLANK, "header_twice"),
    "rules twice": (add(2, "rules: 1"), 3, "header_twice"),
    "players twice": (add(BLANK, "players: Ana | Bruno"), BLANK, "header_twice"),
    "deck twice": (add(BLANK, LINES[DECK - 1]), BLANK, "header_twice"),
    "a key in capitals": (put(ALHAMBRA, "Alhambra: 1"), 6, "no_header"),
    "a byte order mark": (put(ALHAMBRA, "\ufeffalhambra: 1"), 6, "no_header"),
    # a key, a colon, a space, a value
    "no colon": (put(RULES, "rules 1"), RULES, "not_a_header"),
    "no space after the colon": (put(RULES, "rules:1"), RULES, "not_a_header"),
    "no key": (add(RULES, ": 1"), RULES, "not_a_header"),
    "a blank line too early": (add(FIRST, ""), PLAYERS, "no_header"),
    "a blank line of spaces": (put(BLANK, " "), BLANK, "not_a_header"),
    "no blank line": (drop(BLANK), BLANK, "not_a_header"),
    # versions
    "format of tomorrow": (put(ALHAMBRA, "alhambra: 2"), ALHAMBRA, "unknown_version"),
    "rules of tomorrow": (put(RULES, "rules: 2"), RULES, "unknown_version"),
    "a version with a zero": (put(ALHAMBRA, "alhambra: 01"), ALHAMBRA, "unknown_version"),
    "a version with a space": (put(RULES, "rules: 1 "), RULES, "unknown_version"),
    # players
    "one player": (put(PLAYERS, "players: Ana"), PLAYERS, "wrong_number_of_players"),
    "seven players": (
        put(PLAYERS, "players: a | b | c | d | e | f | g"),
        PLAYERS,
        "wrong_number_of_players",
    ),
    "the same name": (put(PLAYERS, "players: Ana | Ana"), PLAYERS, "same_name"),
    "no name": (put(PLAYERS, "players: Ana | "), PLAYERS, "bad_name"),
    "a long name": (put(PLAYERS, f"players: Ana | {'x' * 41}"), PLAYERS, "bad_name"),
    "a name not trimmed": (put(PLAYERS, "players: Ana |  Bruno"), PLAYERS, "bad_name"),
    "a bar in a name": (put(PLAYERS, "players: Ana | Bru|no"), PLAYERS, "bad_name"),
    "a tab in a name": (put(PLAYERS, "players: Ana | Bru\tno"), PLAYERS, "bad_name"),
    "a control character": (put(PLAYERS, "players: Ana | Bru\x85no"), PLAYERS, "bad_name"),
    "a line separator": (put(PLAYERS, "players: Ana | Bru\u2028no"), PLAYERS, "bad_name"),
    "a paragraph separator": (put(PLAYERS, "players: Ana | Bru\u2029no"), PLAYERS, "bad_name"),
    "bars too close": (put(PLAYERS, "players: Ana|Bruno"), PLAYERS, "wrong_number_of_players"),
    # first
    "seat 0": (put(FIRST, "first: 0"), FIRST, "bad_first"),
    "seat 01": (put(FIRST, "first: 01"), FIRST, "bad_first"),
    "seat Ana": (put(FIRST, "first: Ana"), FIRST, "bad_first"),
    "no seat": (put(FIRST, "first: "), FIRST, "bad_first"),
    "seat 3 of 2": (put(FIRST, "first: 3"), FIRST, "no_such_seat"),
    "more cards than another": (put(FIRST, "first: 2"), FIRST, "not_starting"),
    # deck
    "a card missing": (edit(DECK, " y5", ""), DECK, "wrong_deck_size"),
    "a card too many": (edit(DECK, " y5", " y5 y5"), DECK, "wrong_deck_size"),
    "another card": (edit(DECK, " y8", " y7"), DECK, "wrong_card_count"),
    "no such card": (edit(DECK, " y8", " y0"), DECK, "no_such_card"),
    "a capital letter": (edit(DECK, " y8", " Y8"), DECK, "no_such_card"),
    "two spaces in the deck": (edit(DECK, " y8", "  y8"), DECK, "no_such_card"),
    "a space after the deck": (put(DECK, LINES[DECK - 1] + " "), DECK, "no_such_card"),
    "an empty deck": (put(DECK, "deck: "), DECK, "no_such_card"),
    "no A": (edit(DECK, " A ", " "), DECK, "wrong_deck_size"),
    "A twice": (edit(DECK, " B ", " A "), DECK, "wrong_card_count"),
    "A in pile 1": (move_card("A", 1 + 14 + 11), DECK, "scoring_card_outside_pile"),
    "A in pile 3": (move_card("A", 1 + 14 + 25), DECK, "scoring_card_outside_pile"),
    "B in pile 3": (move_card("B", 1 + 14 + 36), DECK, "scoring_card_outside_pile"),
    "B in pile 5": (move_card("B", 1 + 14 + 49), DECK, "scoring_card_outside_pile"),
    "A in a hand": (move_card("A", 1), DECK, "scoring_card_outside_pile"),
    "B in the row": (move_card("B", 12), DECK, "scoring_card_outside_pile"),
    "money for three players": (
        put(PLAYERS, "players: Ana | Bruno | Carla"),
        DECK,
        "wrong_deck_size",
    ),
    # bag
    "a tile missing": (edit(BAG, " P8", ""), BAG, "wrong_bag_size"),
    "a tile twice": (edit(BAG, " P8", " A6ne"), BAG, "tile_twice"),
    "no such tile": (edit(BAG, " P8", " P9"), BAG, "no_such_tile"),
    "walls in another order": (edit(BAG, " A6ne", " A6en"), BAG, "no_such_tile"),
    "two spaces in the bag": (edit(BAG, " P8", "  P8"), BAG, "no_such_tile"),
}

# Line 8 is "1 buy A8n y8", line 9 "1 take b9", line 10 "1 reserve A8n". Ana has y5 y8 y9 o3;
# in the row lie o8 y5 b9 b1, in the market P8 A6ne T11s A8n.
EVENTS = {
    # lines
    "a blank line": (add(9, ""), 9, "not_an_event"),
    "a line of spaces": (add(9, "  "), 9, "not_an_event"),
    "no seat before an action": (put(8, "buy A8n y8"), 8, "not_an_event"),
    "a word for a seat": (put(8, "Ana buy A8n y8"), 8, "not_an_event"),
    "the seat with a zero": (put(8, "01 buy A8n y8"), 8, "not_an_event"),
    "no action": (put(8, "1 "), 8, "empty_action"),
    "only a seat": (put(8, "1"), 8, "not_an_event"),
    "a header key below the header": (add(8, "date: today"), 8, "not_an_event"),
    "a comment after an event": (edit(8, "y8", "y8 # good"), 8, "no_such_card"),
    # seats
    "the wrong seat": (edit(8, "1 ", "2 "), 8, "wrong_seat"),
    "a seat nobody has": (edit(8, "1 ", "3 "), 8, "wrong_seat"),
    "a seat of many digits": (edit(8, "1 ", f"{'9' * 5000} "), 8, "wrong_seat"),
    # spelling
    "cards not sorted": (put(8, "1 buy A8n y9 y8"), 8, "cards_unsorted"),
    "currencies not sorted": (put(8, "1 take y5 b1"), 8, "cards_unsorted"),
    "two spaces": (put(8, "1 buy  A8n y8"), 8, "wrong_spacing"),
    "two spaces after the seat": (put(8, "1  buy A8n y8"), 8, "wrong_spacing"),
    "a space at the end": (put(8, "1 buy A8n y8 "), 8, "wrong_spacing"),
    "a space in front": (put(8, " 1 buy A8n y8"), 8, "not_an_event"),
    "a tab": (put(8, "1 buy\tA8n y8"), 8, "wrong_spacing"),
    "a plus sign": (put(8, "1 buy A8n y8+y9"), 8, "no_such_card"),
    "a capital": (put(8, "1 Buy A8n y8"), 8, "no_such_action"),
    "a tile in small letters": (put(8, "1 buy a8n y8"), 8, "no_such_tile"),
    "a zero before a value": (put(8, "1 buy A8n y08"), 8, "no_such_card"),
    "a zero before a number": (put(13, "2 place A6ne 00,1"), 13, "no_such_cell"),
    "a plus sign before a number": (put(13, "2 place A6ne 0,+1"), 13, "no_such_cell"),
    "a minus zero": (put(13, "2 place A6ne -0,1"), 13, "no_such_cell"),
    "a carriage return": (put(8, "1 buy A8n y8\r"), 8, "no_such_card"),
    "a word too many": (put(10, "1 reserve A8n now"), 10, "wrong_words"),
    "a word too few": (put(10, "1 reserve"), 10, "wrong_words"),
    # rules
    "a card that is not in the row": (put(9, "1 take b8"), 9, "not_in_row"),
    "a card twice that is there once": (put(9, "1 take b1 b1"), 9, "not_in_row"),
    "too much money": (put(9, "1 take b1 y5"), 9, "too_much_money"),
    "a card that is not in the hand": (put(8, "1 buy A8n y1 y7"), 8, "not_in_hand"),
    "too little": (put(8, "1 buy A8n y5"), 8, "too_little"),
    "another currency": (put(8, "1 buy T11s y8 y9"), 8, "wrong_currency"),
    "two currencies": (put(8, "1 buy A8n o3 y5"), 8, "wrong_currency"),
    "a tile that is not in the market": (put(8, "1 buy T13e y8 y9"), 8, "not_in_market"),
    "passing without need": (put(8, "1 pass"), 8, "no_need_to_pass"),
    "placing before the extra action": (drop(9), 9, "act_first"),
    "acting before placing": (put(10, "1 take b1"), 10, "place_first"),
    "a tile that does not wait": (put(10, "1 reserve P8"), 10, "not_waiting"),
    "a cell where it does not fit": (put(13, "2 place A6ne -1,0"), 13, "wall_meets_no_wall"),
    "a cell far away": (put(13, "2 place A6ne 999,-999"), 13, "apart"),
    "a tile that is not in the reserve": (put(14, "1 build P8 0,1"), 14, "not_in_reserve"),
    "a tile that is not in the city": (put(14, "1 remove A8n"), 14, "not_in_city"),
    "swapping the fountain": (put(14, "1 swap A8n 0,0"), 14, "fountain_stays"),
    "giving away an award": (put(RESULT - 4, "2 give T12"), RESULT - 4, "award_not_given"),
    # reshuffles
    "no deck line where it is due": (drop(RESHUFFLE), RESHUFFLE, "missing_line"),
    "a deck line too early": (turn(RESHUFFLE, RESHUFFLE - 1), RESHUFFLE - 1, "unexpected_line"),
    "a second deck line": (add(RESHUFFLE + 1, "deck: b1"), RESHUFFLE + 1, "unexpected_line"),
    "a card missing in the reshuffle": (
        edit(RESHUFFLE, " y8", ""),
        RESHUFFLE,
        "wrong_reshuffle",
    ),
    "a card too many in the reshuffle": (
        edit(RESHUFFLE, " y8", " y8 y8"),
        RESHUFFLE,
        "wrong_reshuffle",
    ),
    "A in the reshuffle": (edit(RESHUFFLE, " y8", " A"), RESHUFFLE, "no_such_card"),
    "two spaces in the reshuffle": (edit(RESHUFFLE, " y8", "  y8"), RESHUFFLE, "no_such_card"),
    "an empty reshuffle": (put(RESHUFFLE, "deck: "), RESHUFFLE, "no_such_card"),
    "a reshuffle without a space": (put(RESHUFFLE, "deck:"), RESHUFFLE, "missing_line"),
    # scores
    "no score A": (drop(A), A, "missing_line"),
    "no score B": (drop(B), B, "missing_line"),
    "no score C": (drop(C), C, "missing_line"),
    "a wrong score A": (put(A, "score A: 6 7 15"), A, "wrong_points"),
    "a wrong score C": (put(C, "score C: 48 50 103"), C, "wrong_points"),
    "a score without Dirk's": (put(A, "score A: 6 7"), A, "wrong_points"),
    "a score of one too many": (put(A, "score A: 6 7 14 0"), A, "wrong_points"),
    "a score with a zero": (put(A, "score A: 06 7 14"), A, "wrong_points"),
    "a score with two spaces": (put(A, "score A: 6  7 14"), A, "wrong_points"),
    "a score with a space at the end": (put(A, "score A: 6 7 14 "), A, "wrong_points"),
    "a score without a space": (put(A, "score A:6 7 14"), A, "missing_line"),
    "score B for A": (put(A, "score B: 6 7 14"), A, "missing_line"),
    "a score too early": (turn(A, A - 1), A - 1, "unexpected_line"),
    "a score too late": (turn(A, A + 1), A, "missing_line"),
    "a score twice": (add(A + 1, LINES[A - 1]), A + 1, "unexpected_line"),
    "score C before the end": (add(A + 1, "score C: 0 0 0"), A + 1, "unexpected_line"),
    # the result
    "a wrong result": (put(RESULT, "result: 63 74 181"), RESULT, "wrong_points"),
    "the result before score C": (turn(C, RESULT), C, "missing_line"),
    "a result too early": (add(A + 1, "result: 6 7 14"), A + 1, "unexpected_line"),
    "an action for the result": (put(RESULT, "1 take b1"), RESULT, "missing_line"),
    "an action after the result": (add(RESULT + 1, "1 take b1"), RESULT + 1, "after_the_end"),
    "a second result": (add(RESULT + 1, LINES[-1]), RESULT + 1, "after_the_end"),
    "a blank line after the result": (add(RESULT + 1, ""), RESULT + 1, "after_the_end"),
}
CASES = HEADER | EVENTS

# Our reader wants a key without spaces around it, or a typing error would pass as a new key.
OURS_ALONE = {" deck": (add(BLANK, " deck: b1"), BLANK, "not_a_header")}


def changed(change: Change) -> str:
    lines = list(LINES)
    change(lines)
    return "".join(f"{line}\n" for line in lines)


def refusal(text: str) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as error:
        Record.parse(text)
    return error.value


def test_the_record_itself_is_good() -> None:
    assert str(Record.parse(WHOLE)) == WHOLE
    read(WHOLE)


@pytest.mark.parametrize("case", CASES | OURS_ALONE)
def test_it_is_refused_with_its_line_and_reason(case: str) -> None:
    change, line, code = (CASES | OURS_ALONE)[case]
    error = refusal(changed(change))
    assert (error.line, error.reason.code) == (line, code)
    assert str(error) == f"line {line}: {error.reason}"
    assert len(str(error)) < 400


@pytest.mark.parametrize("case", CASES)
def test_the_referee_refuses_it_too(case: str) -> None:
    change, line, code = CASES[case]
    with pytest.raises(Refused) as error:
        read(changed(change))
    if code != "no_header":  # where would the missing line be?
        assert error.value.line == line


def test_lines_of_comments_are_counted() -> None:
    change, line, code = CASES["the wrong seat"]
    error = refusal("# first\n# second\n" + changed(change))
    assert (error.line, error.reason.code) == (line + 2, code)


@pytest.mark.parametrize("text", ["", "\n", "#\n", "\n\n\n", "# nothing\n\n"])
def test_an_empty_record_lacks_a_header(text: str) -> None:
    error = refusal(text)
    assert (error.line, error.reason.code) == (1, "no_header")


def test_carriage_returns_do_not_end_a_line() -> None:
    error = refusal(WHOLE.replace("\n", "\r\n"))
    assert (error.line, error.reason.code) == (BLANK, "not_a_header")
    error = refusal(WHOLE.replace("\n", "\r\n", 1))
    assert (error.line, error.reason.code) == (1, "unknown_version")
    error = refusal(WHOLE.replace("\n", "\r"))
    assert (error.line, error.reason.code) == (1, "no_header")


def test_the_seat_of_a_three_player_game_may_not_give() -> None:
    text = (HERE / "3p-three-receivers.alhambra").read_text()
    lines = text.splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if " place " in line)
    seat, _, tile, _ = lines[number].split()
    error = refusal("".join([*lines[:number], f"{seat} give {tile}\n"]))
    assert (error.line, error.reason.code) == (number + 1, "no_dirk")


def test_a_refused_record_tells_what_and_what_else() -> None:
    error = refusal(changed(CASES["a wrong score A"][0]))
    assert error.reason.params == {
        "key": "score A",
        "expected": "6 7 14",
        "found": "6 7 15",
    }
    assert str(error) == f"line {A}: score A should be 6 7 14, not 6 7 15"


@pytest.mark.parametrize(
    ("change", "params"),
    [
        (edit(8, "1 ", "2 "), {"expected": 1, "found": "2"}),
        (turn(A, A - 1), {"key": "score A"}),
        (add(A + 1, "result: 6 7 14"), {"key": "result"}),
        (put(8, "x" * 60), {"line": "x" * 60}),
        (put(8, "x" * 61), {"line": "x" * 57 + "…"}),
    ],
)
def test_the_reason_says_what_is_wrong(change: Change, params: dict[str, object]) -> None:
    assert refusal(changed(change)).reason.params == params


# Files


@pytest.mark.parametrize("line", [1, 3, 8, RESULT])
def test_a_file_that_is_not_utf_8_is_refused(line: int, tmp_path: Path) -> None:
    lines = WHOLE.encode().splitlines(keepends=True)
    lines[line - 1] = b"\xe9" + lines[line - 1]
    (tmp_path / "latin.alhambra").write_bytes(b"".join(lines))
    with pytest.raises(InvalidRecord) as error:
        Record.load(tmp_path / "latin.alhambra")
    assert (error.value.line, error.value.reason.code) == (line, "not_utf8")


def test_a_file_with_a_byte_order_mark_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mark.alhambra").write_bytes(b"\xef\xbb\xbf" + WHOLE.encode())
    with pytest.raises(InvalidRecord) as error:
        Record.load(tmp_path / "mark.alhambra")
    assert error.value.reason.code == "no_header"


def test_a_file_is_not_read_with_other_line_ends(tmp_path: Path) -> None:
    (tmp_path / "crlf.alhambra").write_bytes(WHOLE.replace("\n", "\r\n").encode())
    with pytest.raises(InvalidRecord) as error:
        Record.load(tmp_path / "crlf.alhambra")
    assert error.value.line == BLANK


# What is no fault


@pytest.mark.parametrize("end", [A, A - 1, RESHUFFLE, RESHUFFLE - 1, B, C, RESULT])
def test_a_record_cut_short_is_a_game_under_way(end: int) -> None:
    text = "".join(f"{line}\n" for line in LINES[:end])
    game = Record.parse(text).replay()
    assert isinstance(game, Game)
    assert game.ply == sum(line[0].isdigit() for line in LINES[7:end])


def test_the_last_line_may_lack_its_end() -> None:
    assert str(Record.parse(WHOLE.removesuffix("\n"))) == WHOLE


def test_comments_may_follow_the_result() -> None:
    assert str(Record.parse(f"{WHOLE}# well played\n")) == WHOLE
