"""Daily deals and puzzles in every kind of database."""

from alhambra.server.store.sql import SqlStore
from alhambra.server.store.store import Result, Writing


async def test_the_first_game_of_a_day_is_the_only_one(store: SqlStore) -> None:
    practice = store.practice
    assert await practice.begin_daily(7, "ana", "first", late=False) == "first"
    assert await practice.begin_daily(7, "ana", "second", late=True) == "first"
    assert await practice.begin_daily(7, "bruno", "third", late=False) == "third"
    assert await practice.begin_daily(8, "ana", "fourth", late=True) == "fourth"
    found = await practice.daily_tries("ana")
    assert [(each.day, each.game, each.late, each.points) for each in found] == [
        (8, "fourth", True, None),
        (7, "first", False, None),
    ]


async def test_points_count_once_a_game_is_over_and_was_played_to_its_end(store: SqlStore) -> None:
    practice = store.practice
    for number, (counts, late) in enumerate([(True, False), (False, False), (True, True)]):
        person, game = f"person {number}", f"game {number}"
        await practice.begin_daily(7, person, game, late=late)
        results = [
            Result(game, 0, person, counts, {"points": 90 + number}),
            Result(game, 1, None, counts, {"points": 120}),
        ]
        await store.write(game, Writing(results=results))
    assert await practice.daily_points(7) == [90]
    points = [(await practice.daily_tries(f"person {n}"))[0].points for n in range(3)]
    assert points == [90, None, 92]


async def test_the_points_of_the_bot_are_kept(store: SqlStore) -> None:
    assert await store.practice.bot_points(7) is None
    await store.practice.keep_bot_points(7, 130)
    await store.practice.keep_bot_points(7, 130)
    assert await store.practice.bot_points(7) == 130


async def test_a_puzzle_is_rated_by_first_tries_only(store: SqlStore) -> None:
    practice = store.practice
    assert await practice.note_puzzle("ana", "p1", easy=True, solved=False)
    assert not await practice.note_puzzle("ana", "p1", easy=True, solved=True)
    assert await practice.note_puzzle("bruno", "p1", easy=True, solved=True)
    assert await practice.puzzle_tries("ana") == {"p1": False}
    assert await practice.puzzle_tries("bruno") == {"p1": True}
    own = [(await practice.puzzle_rating(each)).mu for each in ("ana", "carla", "bruno")]
    assert own == sorted(own)
    assert set(await practice.rated_puzzles()) == {"p1"}
