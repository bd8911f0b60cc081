"""Lessons: what is right in them, by the engine's word, and what they say about it."""

import random
import re
from pathlib import Path

import pytest

from alhambra import Buy, Game, IllegalAction, Kind, Place, Record, Take
from alhambra.actions import Give
from alhambra.lessons import Answer, Lesson, lesson_named, lessons
from alhambra.lessons.lesson import best_end
from alhambra.pieces import Cell, Currency, worth
from alhambra.reasons import AlhambraError, InvalidRecord

NAMES = [lesson.name for lesson in lessons()]


def lesson_text(name: str) -> str:
    """A lesson as its file has it."""
    return str(lesson_named(name).record)


def test_there_are_ten_lessons_in_the_order_of_a_game() -> None:
    assert NAMES == [
        "money",
        "exact",
        "walls",
        "placing",
        "reserve",
        "redesign",
        "scorings",
        "wall",
        "dirk",
        "end",
    ]
    assert [lesson.number for lesson in lessons()] == list(range(1, 11))


@pytest.mark.parametrize("name", NAMES)
def test_right_actions_keep_the_best_end_and_all_others_lose_it(name: str) -> None:
    lesson = lesson_named(name)
    game = lesson.begin().game
    best = best_end(game, lesson.aim)
    for action in game.legal_actions:
        after = game.copy()
        after.play(action, reveal=False)
        reached = best_end(after, lesson.aim, game.seat)
        answer, happenings = lesson.begin().answer(action)
        assert reached <= best
        assert (answer is Answer.WORSE) == (reached < best)
        assert bool(happenings) == (reached == best)


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_ends_by_right_actions_and_by_no_other(name: str) -> None:
    attempt = lesson_named(name).begin()
    while not attempt.is_done:
        before = attempt.game.ply
        for action in attempt.game.legal_actions:
            if action not in set(attempt.right_actions()):
                assert attempt.answer(action) == (Answer.WORSE, [])
        assert attempt.game.ply == before
        answer, _ = attempt.answer(next(attempt.right_actions()))
    assert answer is Answer.DONE
    with pytest.raises(IllegalAction, match="the lesson is done"):
        attempt.answer(Take(()))


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_can_be_got_wrong(name: str) -> None:
    attempt = lesson_named(name).begin()
    game = attempt.game
    right = set(attempt.right_actions())
    cells = [cell for tile in game.waiting for cell in game.cities[game.seat].around()]
    refused = [Place(tile, cell) for tile in game.waiting for cell in cells]
    assert right
    assert set(game.legal_actions) - right or any(game.why_not(action) for action in refused)


def test_money_is_two_cards_for_more_than_any_single_card() -> None:
    attempt = lesson_named("money").begin()
    (right,) = attempt.right_actions()
    assert isinstance(right, Take)
    assert len(right.cards) == 2
    assert worth(right.cards) == 5 > max(card.value for card in attempt.game.row if card)


def test_an_exact_payment_allows_a_second_purchase() -> None:
    attempt = lesson_named("exact").begin()
    (right,) = attempt.right_actions()
    assert isinstance(right, Buy)
    assert right.exact
    attempt.game.play(right)
    assert any(isinstance(action, Buy) for action in attempt.game.legal_actions)


def refusals(name: str) -> set[str]:
    """Why the waiting tile of a lesson may not stand beside the city."""
    game = lesson_named(name).begin().game
    (tile,) = game.waiting
    cells = game.cities[game.seat].around()
    return {reason.code for cell in cells if (reason := game.why_not(Place(tile, cell)))}


def test_walls_and_placing_have_cells_for_each_thing_they_teach() -> None:
    assert refusals("walls") == {"wall_meets_no_wall", "no_wall_meets_wall"}
    assert {"out_of_reach", "hole"} <= refusals("placing")


def test_the_tile_of_the_reserve_fits_nowhere() -> None:
    game = lesson_named("reserve").begin().game
    (tile,) = game.waiting
    assert game.cities[game.seat].spots(tile) == []


def test_redesign_builds_the_garden_that_makes_the_wall_longer() -> None:
    attempt = lesson_named("redesign").begin()
    game, seat = attempt.game, attempt.seat
    before, gardens = game.cities[seat].longest_wall(), game.sheet().kinds[Kind.GARDEN].points[seat]
    attempt.answer(next(attempt.right_actions()))
    assert game.cities[seat].longest_wall() > before
    assert game.sheet().kinds[Kind.GARDEN].points[seat] > gardens == 0


def test_in_scorings_nobody_has_the_kind_that_is_right_to_buy() -> None:
    attempt = lesson_named("scorings").begin()
    (right,) = attempt.right_actions()
    assert isinstance(right, Buy)
    assert right.tile.kind is Kind.GARDEN
    assert all(city.counts()[Kind.GARDEN] == 0 for city in attempt.game.cities)


def test_with_the_gift_dirk_has_as_many_towers_as_the_opponent() -> None:
    attempt = lesson_named("dirk").begin()
    (right,) = attempt.right_actions()
    towers = attempt.game.sheet().kinds[Kind.TOWER].counts
    assert isinstance(right, Give)
    assert right.tile.kind is Kind.TOWER
    assert towers[1 - attempt.seat] == max(towers) == towers[2] + 1


def test_at_the_end_the_kept_denars_bring_the_tower() -> None:
    attempt = lesson_named("end").begin()
    game, seat = attempt.game, attempt.seat
    assert game.bag_left == 0
    attempt.answer(next(attempt.right_actions()))
    denars = [worth([c for c in hand if c.currency is Currency.DENAR]) for hand in game.hands]
    assert denars[seat] == max(denars) > sorted(denars)[-2]
    game.play(next(iter(game.legal_actions)))
    assert [tile.kind for tile, owner in game.awards.items() if owner == seat] == [Kind.TOWER]


def test_an_unknown_aim_is_refused_with_all_aims() -> None:
    text = lesson_text("wall").replace("aim: wall", "aim: roofs")
    with pytest.raises(InvalidRecord, match=r"line 7: there is no aim 'roofs': there are money, b"):
        Lesson.parse(1, "mine", text)


def test_a_lesson_without_an_aim_is_refused_at_the_end_of_its_header() -> None:
    text = re.sub("aim: .*\n", "", lesson_text("wall"))
    with pytest.raises(InvalidRecord, match="line 6: the header has no 'aim' line"):
        Lesson.parse(1, "mine", text)


@pytest.mark.parametrize("enough", ["two", "0", "-1", "1.5", "10", "", "²"])
def test_a_wrong_number_of_actions_is_refused_with_its_line(enough: str) -> None:
    text = lesson_text("exact").replace("enough: 1", f"enough: {enough}")
    with pytest.raises(InvalidRecord, match=f"line 8: '{enough}' is not a number of actions"):
        Lesson.parse(1, "mine", text)


def test_a_record_that_asks_nobody_to_act_is_no_lesson() -> None:
    game = Game.new(["Ana", "Bruno"], seed=1)
    rng = random.Random(1)
    while not game.is_over:
        game.play(rng.choice(game.legal_actions))
    text = str(Record.of(game, {"aim": "money"}))
    with pytest.raises(InvalidRecord, match=f"line {text.count(chr(10))}: .* no turn to play"):
        Lesson.parse(1, "mine", text)


def test_a_turn_that_can_go_on_in_too_many_ways_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = lesson_text("wall")
    monkeypatch.setattr("alhambra.lessons.lesson.MOST_ENDS", 3)
    with pytest.raises(InvalidRecord, match="too many ways for a lesson"):
        Lesson.parse(1, "mine", text)


def test_own_lessons_can_be_written_as_text() -> None:
    lesson = Lesson.parse(1, "mine", lesson_text("wall"))
    assert (
        lesson.begin().answer(Place(lesson.begin().game.waiting[0], Cell(-1, 3)))[0] is Answer.DONE
    )


def test_a_lesson_of_ones_own_has_its_texts_in_its_file(tmp_path: Path) -> None:
    file = tmp_path / "my-wall.txt"
    texts = "title: Mine\ntask: Make it long.\nauthor: Ana\n"
    file.write_text(lesson_text("wall").replace("aim: wall\n", f"aim: wall\n{texts}"), "utf-8")
    lesson = Lesson.load(file)
    assert (lesson.name, lesson.texts) == ("my-wall", {"title": "Mine", "task": "Make it long."})


def test_an_unknown_lesson_is_refused_with_all_names() -> None:
    with pytest.raises(AlhambraError, match="no lesson 'roofs': there are money, exact"):
        lesson_named("roofs")
