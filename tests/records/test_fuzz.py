"""Nonsense, and records with something changed: refused with a reason, never another exception,
and exactly where the referee refuses them."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alhambra import (
    Action,
    Card,
    Cell,
    Game,
    IllegalAction,
    InvalidNotation,
    InvalidRecord,
    Record,
    Tile,
)
from alhambra.actions import read_kindly
from alhambra.pieces import CARDS, TILES
from referee import Referee, Refused, read, write
from tables import words

HERE = Path(__file__).parent
NAMES = [
    "2p-gifts",
    "2p-uniform",
    "3p-three-receivers",
    "4p-unfinished-in-a-turn",
    "5p-unfinished-in-the-awards",
    "6p-two-winners-after-a-reshuffle",
]
Result = TypeVar("Result")
TEXTS = {name: (HERE / f"{name}.alhambra").read_bytes().decode("utf-8") for name in NAMES}

MANY = settings(max_examples=5 * settings().max_examples)

# Words as records have them, and some that they have not
WORDS = """
    take buy build remove swap pass place reserve give score result deck bag first
    0 1 2 3 4 5 6 7 01 -1 +1 A B C # | : , @
    0,0 0,1 1,0 -1,0 0,-1 2,1 00,1 -0,1 1,+1 99,99 1000,0 1,1,1
    b0 b10 B7 G8wn T14 P2 ٣ é
"""
word = st.sampled_from([*WORDS.split(), *words(CARDS).split(), *words(TILES).split()]) | st.text(
    max_size=3
)
separator = st.sampled_from([" "] * 9 + ["", "  ", "\t", "\r", "\n", "+", ", "])


@st.composite
def notation(draw: st.DrawFn) -> str:
    """Something like an action, and often one."""
    parts = [draw(word) for _ in range(draw(st.integers(0, 5)))]
    return "".join(part + draw(separator) for part in parts).removesuffix(
        draw(st.sampled_from([" ", ""]))
    )


@st.composite
def proper_notation(draw: st.DrawFn) -> str:
    """An action somebody could play somewhere."""
    tile, cell = draw(st.sampled_from(TILES)), draw(st.tuples(near, near))
    cards = sorted(draw(st.lists(st.sampled_from(CARDS), min_size=1, max_size=5)))
    return draw(
        st.sampled_from(
            [
                "pass",
                f"take {words(cards)}",
                f"buy {tile} {words(cards)}",
                *(f"{verb} {tile}" for verb in ("remove", "reserve", "give")),
                *(f"{verb} {tile} {cell[0]},{cell[1]}" for verb in ("build", "swap", "place")),
            ]
        )
    )


near = st.integers(-4, 4)
any_notation = st.text() | notation() | proper_notation()


def attempt(call: Callable[[str], Result], text: str) -> Result | InvalidNotation | InvalidRecord:
    """What comes of it, or the error. Any other error fails the test."""
    try:
        return call(text)
    except (InvalidNotation, InvalidRecord) as error:
        str(error)  # there is a sentence for it
        return error


@MANY
@given(any_notation)
def test_notation_is_read_and_written_the_same_or_refused(text: str) -> None:
    action = attempt(Action.parse, text)
    assert isinstance(action, InvalidNotation) or str(action) == text


@MANY
@given(any_notation)
def test_what_a_person_types_is_read_or_refused(text: str) -> None:
    action = attempt(read_kindly, text)
    assert isinstance(action, InvalidNotation) or Action.parse(str(action)) == action


@given(st.text() | word)
def test_names_of_pieces_and_cells_are_read_or_refused(text: str) -> None:
    for piece in (attempt(Tile, text), attempt(Card, text), attempt(Cell.parse, text)):
        if isinstance(piece, InvalidNotation):
            assert piece.reason.params == {"word": text}
        else:
            assert str(piece) == text


# Playing anything anywhere


@st.composite
def nearly(draw: st.DrawFn, actions: list[str]) -> str:
    """A legal action, most often with a word changed, missing or added."""
    parts = draw(st.sampled_from(actions)).split(" ")
    k = draw(st.integers(0, len(parts)))
    keep = draw(st.integers(k, len(parts)))
    return " ".join([*parts[:k], *draw(st.lists(word, max_size=1)), *parts[keep:]])


@cache
def along_the_way(name: str, tenth: int) -> tuple[Game, Referee, set[str]]:
    """A golden game after some tenths of its plies, and what the referee allows there."""
    record = Record.parse(TEXTS[name])
    game = record.replay(tenth * record.plies // 10)
    other = read(str(Record.of(game)))
    return game, other, other.legal()


@MANY
@given(st.sampled_from(NAMES), st.integers(0, 10), st.data())
def test_a_game_plays_what_the_referee_allows_and_refuses_all_else(
    name: str, tenth: int, data: st.DataObject
) -> None:
    before, other, legal = along_the_way(name, tenth)
    game = before.copy()
    texts = any_notation | nearly(sorted(legal)) if legal else any_notation
    for text in data.draw(st.lists(texts, min_size=1, max_size=5)):
        allowed = text in legal or other.overpays(text)
        try:
            game.play(text)
        except (InvalidNotation, IllegalAction):
            assert not allowed
        else:
            assert allowed
            game.pop()
        assert game == before


# Records with something changed


def written_by_us(text: str) -> str | None:
    """The record written anew; None if it is refused."""
    record = attempt(Record.parse, text)
    if isinstance(record, Record):
        return str(record)
    assert isinstance(record, InvalidRecord)
    assert 1 <= record.line <= text.count("\n") + 1
    return None


def written_by_the_referee(text: str) -> str | None:
    try:
        return write(read(text))
    except Refused:
        return None


@st.composite
def changed_record(draw: st.DrawFn) -> str:
    """A golden record, cut somewhere, with a few changes mostly near its end."""
    lines = TEXTS[draw(st.sampled_from(NAMES))].splitlines()
    lines = lines[: draw(st.integers(5, 60) | st.integers(5, len(lines)))]
    for _ in range(draw(st.integers(1, 3))):
        n = draw(
            st.integers(0, len(lines) - 1) | st.integers(max(0, len(lines) - 4), len(lines) - 1)
        )
        lines[n : n + 1] = draw(changed_line(lines, n))
        if not lines:
            break
    return "".join(f"{line}\n" for line in lines)


@st.composite
def changed_line(draw: st.DrawFn, lines: list[str], n: int) -> list[str]:
    """What stands for a line after a change."""
    line = lines[n]
    parts = line.split(" ")
    k = draw(st.integers(0, len(parts) - 1))
    place = draw(st.integers(0, len(line)))
    return draw(
        st.sampled_from(
            [
                [],
                [line, line],
                [line, draw(st.sampled_from(lines))],
                [draw(st.sampled_from(lines)), line],
                [draw(any_notation)],
                [line, ""],
                [line, "# a comment"],
                [line, f"{draw(st.integers(0, 7))} {draw(any_notation)}"],
                [line, "date: today"],
                [" ".join([*parts[:k], draw(word), *parts[k + 1 :]])],
                [" ".join([*parts[:k], draw(st.sampled_from(parts)), *parts[k + 1 :]])],
                [" ".join([*parts[:k], *parts[k + 1 :]])],
                [" ".join([*parts[:k], draw(word), *parts[k:]])],
                [" ".join(sorted(parts))],
                [line[:place] + draw(st.characters(exclude_categories=["Cs"])) + line[place:]],
                [line[:place] + line[place + 1 :]],
            ]
        )
    )


def has_a_spaced_key(text: str) -> bool:
    """Our reader wants header keys without spaces around them; the referee does not care."""
    header = text.split("\n\n")[0].split("\n")
    keys = [line.partition(": ")[0] for line in header if not line.startswith("#")]
    return any(key != key.strip() for key in keys)


@given(changed_record())
def test_a_changed_record_is_refused_or_read_just_as_by_the_referee(text: str) -> None:
    written = written_by_us(text)
    if has_a_spaced_key(text):
        assert written is None
    else:
        assert written == written_by_the_referee(text)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("changed")


@given(changed_record(), st.binary(max_size=3), st.integers(0))
def test_a_changed_file_is_refused_or_read(
    folder: Path, text: str, noise: bytes, place: int
) -> None:
    raw = text.encode("utf-8")
    place %= len(raw) + 1
    file = folder / "changed.alhambra"
    file.write_bytes(raw[:place] + noise + raw[place:])
    record = attempt(Record.load, str(file))
    assert isinstance(record, InvalidRecord) or Record.parse(str(record)) == record


some_lines = st.lists(any_notation | st.sampled_from(TEXTS["2p-gifts"].splitlines()))


@given(st.text() | some_lines.map("\n".join))
def test_any_text_is_refused_or_read(text: str) -> None:
    record = attempt(Record.parse, text)
    assert isinstance(record, InvalidRecord) or Record.parse(str(record)) == record


@pytest.mark.parametrize("name", NAMES)
def test_the_referee_and_we_take_the_records_as_they_are(name: str) -> None:
    text = TEXTS[name]
    assert written_by_us(text) == written_by_the_referee(text) == text
