"""Daily deals and puzzles in every kind of database."""

from alhambra.server.store.practice import DAY_MS, BotTry, day_at
from alhambra.server.store.sql import SqlStore
from alhambra.server.store.store import Entry, Result, Writing


async def add(store: SqlStore, *persons: str) -> None:
    """Add people with these keys."""
    for person in persons:
        await store.people.add(person, person.title())


async def test_the_first_game_of_a_day_is_the_only_one(store: SqlStore) -> None:
    practice = store.practice
    await add(store, "ana", "bruno")
    assert await practice.begin_daily(7, "ana", "first", late=False) == "first"
    assert await practice.begin_daily(7, "ana", "second", late=True) == "first"
    assert await practice.begin_daily(7, "bruno", "third", late=False) == "third"
    assert await practice.begin_daily(8, "ana", "fourth", late=True) == "fourth"
    found = await practice.daily_tries("ana")
    assert [(each.day, each.game, each.late, each.points) for each in found] == [
        (8, "fourth", True, None),
        (7, "first", False, None),
    ]


async def test_points_count_once_a_game_is_over_and_was_played_to_its_end_on_its_day(
    store: SqlStore,
) -> None:
    practice, next_day = store.practice, DAY_MS
    day = day_at(next_day - 1)
    for number, (counts, late, ended) in enumerate(
        [
            (True, False, next_day - 1),
            (False, False, next_day - 1),
            (True, True, next_day + 1),
            (True, False, next_day),
        ]
    ):
        person, game = f"person {number}", f"game {number}"
        await add(store, person)
        await practice.begin_daily(day, person, game, late=late)
        entry = Entry(game, "over", False, False, 0, at=ended)
        results = [
            Result(game, 0, person, counts, {"points": 90 + number}),
            Result(game, 1, None, counts, {"points": 120}),
        ]
        await store.write(game, Writing(entry=entry, results=results))
    assert await practice.daily_points(day) == [90]
    tries = [(await practice.daily_tries(f"person {n}"))[0] for n in range(4)]
    assert [(each.points, each.late) for each in tries] == [
        (90, False),
        (None, False),
        (92, True),
        (93, True),
    ]


async def test_the_first_try_of_the_bot_is_kept(store: SqlStore) -> None:
    assert await store.practice.bot_try(7) is None
    for name in ("first", "second"):
        await store.practice.keep_bot_try(7, BotTry(130, name, "invite"))
    assert await store.practice.bot_try(7) == BotTry(130, "first", "invite")


async def test_a_puzzle_is_rated_by_first_tries_only(store: SqlStore) -> None:
    practice = store.practice
    await add(store, "ana", "bruno")
    assert await practice.note_puzzle("ana", "p1", easy=True, solved=False)
    assert not await practice.note_puzzle("ana", "p1", easy=True, solved=True)
    assert await practice.note_puzzle("bruno", "p1", easy=True, solved=True)
    assert await practice.puzzle_tries("ana") == {"p1": False}
    assert await practice.puzzle_tries("bruno") == {"p1": True}
    own = [(await practice.puzzle_rating(each)).mu for each in ("ana", "carla", "bruno")]
    assert own == sorted(own)
    assert set(await practice.rated_puzzles()) == {"p1"}


async def test_nothing_is_noted_of_a_person_who_was_forgotten_meanwhile(store: SqlStore) -> None:
    practice = store.practice
    await add(store, "ana")
    await store.people.begin_to_forget("ana")
    assert await practice.begin_daily(7, "ana", "first", late=False) is None
    assert not await practice.note_puzzle("ana", "p1", easy=True, solved=True)
    assert await practice.daily_tries("ana") == []
    assert await practice.puzzle_tries("ana") == {}
    assert await practice.rated_puzzles() == {}
