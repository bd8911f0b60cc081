"""Make the pictures of ``docs/tour``: ``.venv/bin/python tools/tour.py``.

They show the way of a newcomer: first page, choice of an opponent, a purchase, a placement, the
first scoring. The game continues from a record, so that every run shows the same market, money
and tiles.
"""

import asyncio
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.async_api import ViewportSize, expect  # noqa: E402

from alhambra.game import Game  # noqa: E402
from alhambra.record import Record  # noqa: E402
from alhambra.server.protocol.board import LegalShown  # noqa: E402
from web.browsing import Person, open_house  # noqa: E402
from web.positions import RECORDS, Moment, begins, moment  # noqa: E402

TOUR = ROOT / "docs" / "tour"
RECORD = "3p-three-receivers"
CURRENCIES = {"b": "denar", "g": "dirham", "o": "ducat", "y": "florin"}
SIZE: ViewportSize = {"width": 1200, "height": 750}
PHONE: ViewportSize = {"width": 390, "height": 780}


def exact_purchase() -> Moment:
    """A turn in which a tile can be paid exactly, with some tiles in the city."""

    def fits(game: Game, legal: LegalShown) -> bool:
        payments = [way for each in legal["purchases"] for way in each["payments"][:1]]
        return begins(game) and len(game.cities[game.seat].tiles) > 3 and payments[:1] != []

    return moment(RECORD, fits)


def before_scoring() -> tuple[str, Moment]:
    """The action after which the first scoring card turns up, and the moment before it."""
    text = (RECORDS / f"{RECORD}.alhambra").read_text(encoding="utf-8")
    ply = seat = 0
    for action, _, game in Record.parse(text).replay().history():
        if game.scored:
            return str(action), replace(exact_purchase(), ply=ply, seat=seat)
        ply, seat = game.ply, game.seat
    raise LookupError("the record has no scoring")


async def does(person: Person, action: str) -> None:
    """Do this action of the record by clicking."""
    word, what, *more = action.split()
    version = await person.version()
    if word == "place":
        x, y = more[0].split(",")
        await person.cell(int(x), int(y)).click()
    elif word == "reserve":
        await person.see("to-reserve").click()
    elif word == "take":
        for card in (what, *more):
            name = f"{card[1:]} {CURRENCIES[card[0]]}"
            await person.all(f"[data-place][aria-label^='{name}']").first.click()
        await person.button.click()
    else:
        raise NotImplementedError(action)
    await person.changed(version)


class Camera:
    """Numbers the pictures of the tour."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.taken = 0

    async def take(self, name: str) -> None:
        """A picture of what is shown, once it rests."""
        self.taken += 1
        await self.person.sees_all_at_rest()
        file = TOUR / f"{self.taken}-{name}.jpg"
        await self.person.page.screenshot(path=file, type="jpeg", quality=82)


async def walk(person: Person) -> None:
    """From the first page to the first scoring."""
    camera = Camera(person)
    await camera.take("home")
    await person.see("play").click()
    await person.see("begin").wait_for()
    await camera.take("opponents")
    await person.presses("Escape")
    bought = exact_purchase()
    await person.goes_on(bought)
    await person.waits_for_turn()
    await camera.take("your-turn")
    square = bought.legal["purchases"][0]["square"]
    await person.all(f"button[data-square='{square}']").click()
    cell = person.all("[role=gridcell][aria-label*='in the next scoring']").first
    await cell.hover()
    await expect(person.all(".bubble")).to_be_visible()
    await camera.take("buying")
    await person.page.set_viewport_size(PHONE)
    await camera.take("phone")
    await person.page.set_viewport_size(SIZE)
    action, scoring = before_scoring()
    await person.goes_on(scoring)
    await does(person, action)
    await person.button.click()
    await person.all("#scoring-title").click()  # shows all rows at once
    await camera.take("first-scoring")


async def main() -> None:
    """Make all pictures again."""
    TOUR.mkdir(exist_ok=True)
    for old in TOUR.glob("*.jpg"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(Path(folder)) as house:
            await walk(await house.arrives(viewport=SIZE))
            await house.leave()


if __name__ == "__main__":
    asyncio.run(main())
