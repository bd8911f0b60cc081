"""What is written down is read again as the same; what is not a record is refused."""

import random
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import referee
from alhambra import Game, InvalidRecord, Phase, Record
from alhambra.reasons import SENTENCES
from laws.positions import Trail, examples, games, generators, trails


def revealed(game: Game) -> Game:
    """Records hold no stop before a refill: replaying goes on."""
    again = game.copy()
    if again.phase is Phase.REFILL:
        again.reveal()
    return again


keys = st.from_regex(r"[a-z]{1,9}", fullmatch=True).filter(
    lambda key: key not in ("alhambra", "rules", "players", "first", "deck", "bag")
)
values = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), min_size=1)


@given(games(), st.dictionaries(keys, values, max_size=3))
def test_record_to_text_to_record(game: Game, extra: dict[str, str]) -> None:
    record = Record.of(game, extra)
    text = str(record)
    again = Record.parse(text)
    assert again == record
    assert str(again) == text
    assert again.replay() == revealed(game)
    assert dict(again.extra) == extra


@given(games())
@examples(30)
def test_record_to_file_to_record(game: Game) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.alhambra"
        record = Record.of(game)
        record.save(path)
        assert Record.load(path) == record
        assert path.read_bytes().decode() == str(record)


@given(trails)
@examples(8)
def test_replay_gives_the_same_game_at_every_ply(trail: Trail) -> None:
    game = trail.at(len(trail.steps))
    record = Record.parse(str(Record.of(game)))
    assert record.plies == game.ply
    for ply in range(0, game.ply + 1, 9):
        assert record.replay(ply) == revealed(game.at(ply))


@given(games())
@examples(30)
def test_a_replayed_game_can_go_on(game: Game) -> None:
    again = Record.of(game).replay()
    game = revealed(game)
    assert again.legal_actions == game.legal_actions
    for action in list(game.legal_actions)[:5]:
        assert again.play(action) == game.play(action)
        assert again == game
        again.pop()
        game.pop()


@given(games(), generators)
@examples(40)
def test_a_record_may_end_at_any_line(game: Game, rng: random.Random) -> None:
    lines = str(Record.of(game)).splitlines(keepends=True)
    end = rng.randint(lines.index("\n") + 1, len(lines))
    part = Record.parse("".join(lines[:end]))
    events = [line for line in lines[7:end] if not line.startswith(("score", "result"))]
    assert len(part.steps) == len(events)
    assert part.steps == Record.of(game).steps[: len(events)]


@given(games(), generators)
@examples(40)
def test_comments_and_the_order_of_the_header_say_nothing(game: Game, rng: random.Random) -> None:
    record = Record.of(game)
    lines = str(record).splitlines(keepends=True)
    blank = lines.index("\n")
    head = lines[:blank]
    rng.shuffle(head)
    lines[:blank] = head
    for _ in range(5):
        lines.insert(rng.randint(0, len(lines)), "# whatever\n")
    assert Record.parse("".join(lines)) == record


@given(games(), generators)
@examples(40)
def test_engine_and_referee_write_the_same_record(game: Game, rng: random.Random) -> None:
    """What the referee says of every line is tested with `tests/laws/test_referee.py`; here
    a short beginning of a game is enough."""
    start = game.at(min(game.ply, 25))
    text = str(Record.of(start))
    assert referee.write(referee.read(text)) == text


# Broken records


def read(text: str) -> Record | InvalidRecord:
    """The record, or why it is none."""
    try:
        return Record.parse(text)
    except InvalidRecord as error:
        return error


def check_refusal(error: InvalidRecord, text: str) -> None:
    assert error.reason.code in SENTENCES
    assert 1 <= error.line <= text.count("\n") + 1
    assert str(error) == f"line {error.line}: {error.reason}"


def break_something(text: str, rng: random.Random) -> str:
    """The text with one small change, of the kind that slips into a file."""
    lines = text.splitlines(keepends=True)
    n = rng.randrange(len(lines))
    other = rng.randrange(len(lines))
    words = lines[n].split(" ")
    match rng.randrange(8):
        case 0:
            del lines[n]
        case 1:
            lines[n], lines[other] = lines[other], lines[n]
        case 2:
            lines.insert(n, lines[other])
        case 3:
            i, j = rng.randrange(len(words)), rng.randrange(len(words))
            words[i], words[j] = words[j], words[i]
            lines[n] = " ".join(words)
        case 4:
            del words[rng.randrange(len(words))]
            lines[n] = " ".join(words)
        case 5:
            i = rng.randrange(len(lines[n]))
            lines[n] = lines[n][:i] + rng.choice(" 0179bAGn,:-\t\r#é") + lines[n][i + 1 :]
        case 6:
            i = rng.randrange(len(lines[n]))
            lines[n] = lines[n][:i] + lines[n][i + 1 :]
        case _:
            lines[n] = lines[n].replace("\n", rng.choice([" \n", "\n\n", "\r\n", ""]))
    return "".join(lines)


@given(games(), generators)
def test_a_broken_record_is_refused_or_is_another_record(game: Game, rng: random.Random) -> None:
    text = break_something(str(Record.of(game.at(min(game.ply, 40)))), rng)
    record = read(text)
    if isinstance(record, InvalidRecord):
        check_refusal(record, text)
        return
    written = str(record)
    assert Record.parse(written) == record
    kept = [line for line in text.split("\n") if line and not line.startswith("#")]
    rewritten = [line for line in written.split("\n") if line]
    assert set(kept) <= set(rewritten)


@given(games(), generators)
@examples(60)
def test_engine_and_referee_refuse_the_same_records(game: Game, rng: random.Random) -> None:
    text = break_something(str(Record.of(game.at(min(game.ply, 12)))), rng)
    if not text.endswith("\n"):
        return  # the engine reads on where the referee misses the end of the last line
    try:
        expected = referee.write(referee.read(text))
    except referee.Refused:
        expected = "refused"
    record = read(text)
    found = "refused" if isinstance(record, InvalidRecord) else str(record)
    assert found == expected, text


@given(st.text() | st.text(alphabet="alhmbrdekcpgs: 12|ABnesw\n#", max_size=200))
def test_arbitrary_text_is_refused_with_a_line(text: str) -> None:
    refusal = read(text)
    assert isinstance(refusal, InvalidRecord), "no header, and yet a record"
    check_refusal(refusal, text)


@given(st.binary(max_size=60), games())
@examples(30)
def test_arbitrary_bytes_are_refused_with_a_line(junk: bytes, game: Game) -> None:
    """At the end of an otherwise good file."""
    good = str(Record.of(game.at(min(game.ply, 10)))).encode()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.alhambra"
        path.write_bytes(good + junk)
        record: Record | InvalidRecord
        try:
            record = Record.load(path)
        except InvalidRecord as error:
            record = error
    if isinstance(record, InvalidRecord):
        assert record.line >= good.count(b"\n") + bool(junk)
        assert record.reason.code in SENTENCES
    else:
        lines = junk.decode().split("\n")
        assert all(not line or line.startswith("#") for line in lines)
