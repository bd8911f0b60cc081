"""Ways to every screen of the page, for pictures and for measurements of all of them."""

from collections.abc import Awaitable, Callable

from playwright.async_api import Route

from web import positions
from web.browsing import House, Person
from web.test_coach import sets, sits_at, two_exact
from web.test_review import marked_review
from web.test_together import begin, sit_down

Visit = Callable[[House, Person], Awaitable[None]]
VISITS: dict[str, Visit] = {}


def visit(make: Visit) -> Visit:
    """Enter a way to a screen into the list, by its name."""
    VISITS[make.__name__.replace("_", "-")] = make
    return make


async def replays(person: Person, name: str) -> None:
    await person.goes("")
    await person.see("record").set_input_files(positions.RECORDS / f"{name}.alhambra")
    await person.see("ply").wait_for()


async def picks(person: Person, square: int) -> None:
    await person.waits_for_turn()
    await person.all(f"button[data-square='{square}']").click()
    await person.all("[role=gridcell][data-x='0']").first.wait_for()


async def ends(person: Person) -> None:
    """Play the last action of a game, and look at the final scoring."""
    await person.goes_on(positions.last_action())
    await person.waits_for_turn()
    await person.places()
    await person.see("scoring").wait_for()
    await person.all("#scoring-title").click()  # shows all rows at once


# Before a game


@visit
async def home_first(house: House, person: Person) -> None:
    """Home as a newcomer sees it."""
    await person.see("play").wait_for()


@visit
async def quick_play(house: House, person: Person) -> None:
    await person.see("play").click()
    await person.see("begin").wait_for()


@visit
async def settings(house: House, person: Person) -> None:
    await person.see("settings").click()
    await person.all("dialog[open]").wait_for()


async def hinted(person: Person, *done: str) -> None:
    """In a first game, after these hints."""
    await person.goes_on(positions.all_hints())
    await sets(person, hinted=[*done])
    await person.waits_for_turn()
    await person.see("first-hint").wait_for()


@visit
async def first_hint(house: House, person: Person) -> None:
    await hinted(person)


@visit
async def second_hint(house: House, person: Person) -> None:
    await hinted(person, "exact")


@visit
async def third_hint(house: House, person: Person) -> None:
    await hinted(person, "exact", "money")


@visit
async def set_up(house: House, person: Person) -> None:
    await person.goes("setup")
    await person.see("open-table").wait_for()


@visit
async def lobby(house: House, person: Person) -> None:
    await person.goes("setup")
    await person.see("open-table").click()
    await person.see("start").wait_for()


@visit
async def learn(house: House, person: Person) -> None:
    await person.goes("learn")
    await person.all("[data-lesson]").first.wait_for()


@visit
async def lesson(house: House, person: Person) -> None:
    await person.goes("lesson/scorings")
    await person.see("show-me").wait_for()


@visit
async def puzzles(house: House, person: Person) -> None:
    await person.goes("puzzles")
    await person.see("any-puzzle").wait_for()


@visit
async def puzzle(house: House, person: Person) -> None:
    await person.goes(f"puzzle/{positions.taking().id}")
    await person.see("show-me").wait_for()


@visit
async def puzzle_solved(house: House, person: Person) -> None:
    await puzzle(house, person)
    await person.see("show-me").click()
    await person.see("solution").wait_for()


@visit
async def daily(house: House, person: Person) -> None:
    await person.goes("daily")
    await person.see("play-daily").wait_for()


@visit
async def daily_played(house: House, person: Person) -> None:
    """A deal of a day that many have finished."""
    days = [
        {"day": f"2026-11-{day:02}", "points": 70 + 13 * day % 60, "late": day < 5, "game": "abc"}
        for day in range(3, 17)
    ]
    today = "2026-11-16"
    scores = sorted([112, *(60 + n * n * 7 % 83 for n in range(40))])
    calendar = {"today": today, "first": "2026-10-20", "next_in": 5_400_000, "streak": 6}
    played: dict[str, object] = {
        "day": today,
        "commitment": "5e" * 32,
        "seed": None,
        "scores": scores,
        "bot": 139,
        "bot_game": {"game": "abc", "invite": "def"},
    }
    played["mine"] = {"game": "abc", "points": 112, "late": False, "place": 9}
    answers = {"daily": {**calendar, "days": days}, f"daily/{today}": played}

    async def answer(route: Route) -> None:
        await route.fulfill(json=answers[route.request.url.partition("/api/")[2]])

    await person.page.route("**/api/daily**", answer)
    await person.goes(f"day/{today}")
    await person.see("points").wait_for()


@visit
async def rules(house: House, person: Person) -> None:
    await person.goes("rules")
    await person.all("figure").first.wait_for()


@visit
async def no_such_table(house: House, person: Person) -> None:
    """A link to a table that does not exist."""
    await person.goes("table/nowhere")
    await person.all("[role=alert]").first.wait_for()


# At the table


@visit
async def table_of_two(house: House, person: Person) -> None:
    await person.goes_on(positions.redesign())
    await person.waits_for_turn()


@visit
async def table_of_three(house: House, person: Person) -> None:
    await person.goes_on(positions.overpaid())
    await person.waits_for_turn()


@visit
async def table_of_six(house: House, person: Person) -> None:
    await person.goes_on(positions.six_late())
    await person.waits_for_turn()


@visit
async def tile_chosen(house: House, person: Person) -> None:
    await person.goes_on(positions.overpaid())
    await picks(person, positions.overpaid().legal["purchases"][0]["square"])


@visit
async def payments(house: House, person: Person) -> None:
    await person.goes_on(positions.many_payments())
    await picks(person, positions.many_payments().legal["purchases"][0]["square"])


@visit
async def tile_to_place(house: House, person: Person) -> None:
    await person.goes_on(positions.gift())
    await person.sees_phase("place")


@visit
async def redesign(house: House, person: Person) -> None:
    await person.goes_on(positions.redesign())
    await person.waits_for_turn()
    await person.all("[data-drop=reserve] [data-tile]").first.click()
    await person.all("[role=gridcell][data-fits]").first.wait_for()


@visit
async def turn_over(house: House, person: Person) -> None:
    """Money was taken; confirm, or take back."""
    await person.goes_on(positions.overpaid())
    await person.waits_for_turn()
    await person.takes()
    await person.sees_phase("refill")


@visit
async def third_action(house: House, person: Person) -> None:
    """Two tiles were paid exactly, and a card is chosen."""
    await person.goes_on(positions.exact_chain())
    await person.waits_for_turn()
    for _ in range(2):
        await person.see("chain").click()
        await person.does()
    await person.all("[data-place]").first.click()
    await person.button.wait_for()


@visit
async def since(house: House, person: Person) -> None:
    """What five rivals did."""
    await person.goes_on(positions.exact_chain())
    await person.waits_for_turn()
    await person.takes()
    await person.confirms()
    await person.waits_for_turn()


@visit
async def coach(house: House, person: Person) -> None:
    await sits_at(person, two_exact())
    await person.see("hint-button").click()
    await person.see("hint").locator("li").nth(2).wait_for()


@visit
async def nudge(house: House, person: Person) -> None:
    await sets(person, tutor=True, chances=True)
    await sits_at(person, two_exact())
    await person.all("[data-place='0']").click()
    await person.button.click()
    await person.see("nudge").wait_for()


@visit
async def menu(house: House, person: Person) -> None:
    await table_of_three(house, person)
    await person.see("menu").click()
    await person.all("dialog[open]").wait_for()


@visit
async def help(house: House, person: Person) -> None:  # noqa: A001
    await table_of_three(house, person)
    await person.presses("?")
    await person.all("dialog[open]").wait_for()


@visit
async def rules_beside(house: House, person: Person) -> None:
    await menu(house, person)
    await person.see("rules").click()
    await person.all("dialog[open] figure").first.wait_for()


@visit
async def chat(house: House, person: Person) -> None:
    await menu(house, person)
    await person.see("open-chat").click()
    await person.all("dialog[open] .chat").wait_for()


@visit
async def leave(house: House, person: Person) -> None:
    await menu(house, person)
    await person.see("leave").click()
    await person.see("leave-sure").wait_for()


@visit
async def to_come(house: House, person: Person) -> None:
    await menu(house, person)
    await person.see("to-come").click()
    await person.all("dialog[open] tbody").wait_for()


@visit
async def if_scored_now(house: House, person: Person) -> None:
    await table_of_six(house, person)
    await person.presses("s")
    await person.all("dialog[open] tbody").first.wait_for()


@visit
async def scoring(house: House, person: Person) -> None:
    await ends(person)


@visit
async def end(house: House, person: Person) -> None:
    await ends(person)
    await person.see("go-on").click()
    await person.all(".scroll table").wait_for()


@visit
async def spectator(house: House, person: Person) -> None:
    ana, bruno = await house.arrives(), await house.arrives()
    link = await sit_down(ana, bruno)
    await begin(ana, bruno)
    await person.page.goto(link)
    await person.see("watching").wait_for()


@visit
async def hot_seat(house: House, person: Person) -> None:
    await person.goes("setup")
    await person.all("select.kind").nth(1).select_option("guest")
    await person.all("li .tool").last.click()
    await person.see("open-table").click()
    await person.see("curtain").wait_for()


# After a game


@visit
async def replay(house: House, person: Person) -> None:
    await replays(person, "3p-uniform")
    await person.all("input[type=range]").fill("160")


@visit
async def replay_of_six(house: House, person: Person) -> None:
    await replays(person, "6p-two-winners-after-a-reshuffle")
    await person.all("input[type=range]").fill("120")


@visit
async def review(house: House, person: Person) -> None:
    async def answer(route: Route) -> None:
        await route.fulfill(status=200, body=marked_review(), content_type="application/json")

    await replays(person, "2p-gifts")
    await person.page.route("**/review", answer)
    await person.see("review").click()
    await person.see("next-mistake").click()


@visit
async def numbers(house: House, person: Person) -> None:
    await replays(person, "3p-uniform")
    await person.see("numbers").click()
    await person.all("dialog[open] table").wait_for()


@visit
async def statistics(house: House, person: Person) -> None:
    await ends(person)
    await person.goes("statistics")
    await person.all("main table, main dl, main h2").first.wait_for()


@visit
async def statistics_of_reviews(house: House, person: Person) -> None:
    form = [
        {
            "game": f"game{number}",
            "accuracy": 48 + 4.7 * number,
            "accuracy_error": 17 - number,
            "error_rate": 0.121 - 0.0117 * number,
            "luck": (-0.37, 0.52, 0.04, -0.12)[number % 4],
        }
        for number in range(10)
    ]
    reviews = {
        "games": 12,
        "turns": 371,
        "accuracy": 71.2,
        "accuracy_error": 3.6,
        "error_rate": 0.031,
        "luck": 0.62,
        "marks": {"inaccuracy": 14, "mistake": 9, "blunder": 3},
        "decisions": {"money": 8, "purchase": 11, "placing": 6, "redesign": 1},
        "form": form,
    }
    by_scoring = {
        "by_scoring": {"A": 84, "B": 352, "C": 994},
        "walls": {"A": 61, "B": 98, "C": 140},
    }
    habits = {"money_taken": 1211, "purchases": 141, "exact": 48, "redesigns": 3}
    games = {"games": 12, "won": 5, "points": 1430, "best": 163, "reviews": reviews}

    async def answer(route: Route) -> None:
        await route.fulfill(json={**games, **by_scoring, **habits})

    await person.page.route("**/api/me/statistics", answer)
    await statistics(house, person)
    await person.see("my-reviews").wait_for()


@visit
async def home_with_games(house: House, person: Person) -> None:
    await table_of_three(house, person)
    await table_of_two(house, person)
    await ends(person)
    await person.goes("")
    await person.see("hero").wait_for()
