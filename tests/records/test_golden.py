"""Golden records: whatever is dropped into this folder is tested."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from alhambra import Action, Game, Phase, Record
from ascii import draw_city
from referee import Referee, read
from tables import NAMES, REFEREE_PHASES, drawn, words

HERE = Path(__file__).parent
RECORDS = sorted(HERE.glob("*.alhambra"), key=lambda file: file.name)

every_record = pytest.mark.parametrize("file", RECORDS, ids=[file.stem for file in RECORDS])


def text_of(file: Path) -> str:
    return file.read_bytes().decode("utf-8")


@every_record
def test_it_is_read_and_written_the_same(file: Path) -> None:
    record = Record.load(file)
    assert str(record) == text_of(file)
    assert Record.parse(str(record)) == record


@every_record
def test_it_replays_and_makes_the_same_record(file: Path) -> None:
    record = Record.load(file)
    game = record.replay()
    assert str(Record.of(game, dict(record.extra))) == text_of(file)
    assert game.ply == record.plies
    assert (game.phase is Phase.OVER) == ("\nresult: " in text_of(file))


@every_record
def test_pushing_its_actions_leads_to_the_same_game(file: Path) -> None:
    record = Record.load(file)
    game = record.start()
    for step in record.steps:
        if isinstance(step, Action):
            game.push(step)
        else:
            game.reshuffle(step)
    assert game == record.replay()
    while game.events:
        game.pop()
    assert game == record.start()


def side_by_side(file: Path) -> Iterator[tuple[Game, Referee]]:
    """The game and the referee's game, before the first and after each event."""
    record = Record.load(file)
    game = record.start()
    deck, bag = words(record.deal.deck).split(), words(record.deal.bag).split()
    other = Referee(record.names, record.first, deck, bag)
    yield game, other
    for step in record.steps:
        if isinstance(step, Action):
            game.play(step)
            other.play(str(step))
        else:
            game.reshuffle(step)
            other.shuffle([card.name for card in step])
        yield game, other


@every_record
def test_the_referee_lists_the_same_actions_and_sees_the_same_table(file: Path) -> None:
    for game, other in side_by_side(file):
        listed = [str(action) for action in game.legal_actions]
        assert len(set(listed)) == len(listed)
        assert set(listed) == other.legal()
        compare_tables(game, other)


def compare_tables(game: Game, other: Referee) -> None:
    assert REFEREE_PHASES[game.phase] == other.phase
    assert words(sorted(card for card in game.row if card)).split() == sorted(other.row)
    assert words(game.discard).split() == sorted(other.discard)
    assert (game.deck_left, game.bag_left) == (len(other.deck), len(other.bag))
    assert [words(hand).split() for hand in game.hands] == [sorted(h) for h in other.hands]
    assert [drawn(city) for city in game.cities] == [draw_city(city) for city in other.cities]
    assert [{t.name for t in r} for r in game.reserves] == [set(r) for r in other.reserves]
    assert {tile.name for tile in game.waiting} == set(other.bought)
    assert (game.dirk is None) == (other.dirk is None)
    assert {tile.name for tile in game.dirk or ()} == set(other.dirk or ())
    assert list(game.scores) == other.points
    if game.phase in (Phase.ACT, Phase.PLACE, Phase.AWARD):
        assert game.seat == other.seat
    if game.phase in (Phase.ACT, Phase.PLACE):
        market = [tile and tile.name for tile in game.market]
        assert market == [other.market[square] for square in (1, 2, 3, 4)]


@every_record
def test_the_referee_reads_it_too(file: Path) -> None:
    game = read(text_of(file))
    winners = game.outcome()
    outcome = Record.load(file).replay().outcome()
    assert list(outcome.points) == game.points
    assert list(outcome.winners) == (winners or [])


# What the folder must not lose


def test_there_are_records_of_all_numbers_of_players() -> None:
    records = [Record.load(file) for file in RECORDS]
    assert {len(record.names) for record in records} == {2, 3, 4, 5, 6}
    assert len(records) >= 12
    assert {names for record in records if (names := record.names) != NAMES[: len(names)]}


def test_there_is_every_kind_of_action_and_a_reshuffle() -> None:
    steps = [step for file in RECORDS for step in Record.load(file).steps]
    found = {step.word for step in steps if isinstance(step, Action)}
    assert found == {
        "take",
        "buy",
        "build",
        "remove",
        "swap",
        "pass",
        "place",
        "reserve",
        "give",
    }
    assert any(not isinstance(step, Action) for step in steps)


def test_there_are_unfinished_games_in_every_phase() -> None:
    phases = {Record.load(file).replay().phase for file in RECORDS}
    assert phases >= {Phase.ACT, Phase.RESHUFFLE, Phase.AWARD, Phase.OVER}
