"""Make the pictures of the README and the page's icon: ``.venv/bin/python tools/pictures.py``.

``city.svg`` is drawn by the library, ``table.png`` is a screenshot of the page in Chromium. Both
show the same game of three bots, with a fixed seed.
"""

import asyncio
import json
import random
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from alhambra import Game, Record  # noqa: E402
from alhambra.bots import bot_named, never  # noqa: E402
from alhambra.server.render.legal import legal_text  # noqa: E402
from alhambra.table import Phase  # noqa: E402
from web.browsing import House, open_house  # noqa: E402
from web.positions import Moment  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
PUBLIC = ROOT / "web" / "public"
NAMES = ["Ana", "Bruno", "Carla"]
SEED = 4
FROM_PLY = 120  # late enough for large cities


def play_game() -> Game:
    """A whole game of the champion against itself."""
    game, bot, rng = Game.new(NAMES, seed=SEED), bot_named("champion"), random.Random(SEED)
    while not game.is_over:
        game.play(bot.choose(game.view(game.seat), rng=rng, stop=never))
    return game


def late_turn(record: Record) -> Moment:
    """The first turn of Ana from ``FROM_PLY`` on."""
    for _, _, game in record.replay().history():
        if game.ply >= FROM_PLY and game.seat == 0 and game.phase is Phase.ACT and not game.steps:
            legal = json.loads(legal_text(game.view(0)))
            return Moment(str(record), game.ply, 0, len(NAMES), legal, (), {})
    raise LookupError(f"Ana has no turn from ply {FROM_PLY} on")


async def draw_icon(house: House) -> None:
    """Draw the icon for home screens that show no SVG."""
    page = await house.browser.new_page(viewport={"width": 180, "height": 180})
    icon = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    await page.set_content(f"<body style='margin: 0'>{icon}")
    await page.screenshot(path=PUBLIC / "apple-touch-icon.png")
    await page.close()


async def photograph(moment: Moment) -> None:
    """Sit down at the table and take a screenshot of it."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(Path(folder)) as house:
            person = await house.arrives(viewport={"width": 1200, "height": 750})
            await person.goes_on(moment)
            await person.waits_for_turn()
            await person.sees_all_at_rest()
            await person.page.screenshot(path=PICTURES / "table.png")
            await draw_icon(house)
            await house.leave()


def main() -> None:
    """Write the pictures and the icon."""
    PICTURES.mkdir(exist_ok=True)
    game = play_game()
    winner = game.outcome().winners[0]
    (PICTURES / "city.svg").write_text(game.cities[winner]._repr_svg_(), encoding="utf-8")
    asyncio.run(photograph(late_turn(Record.of(game))))


if __name__ == "__main__":
    main()
