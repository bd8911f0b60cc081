"""Random legal play through the real controls, whole games; and a random walk through all screens.

pytest tests/web/test_monkey.py --seed 17 --headed    # one game, to watch
ALHAMBRA_MONKEYS=100 pytest -vv tests/web/test_monkey.py
ALHAMBRA_SEEDS=3,17,40-60 pytest -vv tests/web/test_monkey.py    # these of them
"""

import os
import random

import pytest

from web import positions
from web.browsing import LAPTOP, PHONE, ROOT, House
from web.mischief import LANGUAGES
from web.monkey_game import MonkeyGame
from web.wanderer import Wanderer

pytestmark = [pytest.mark.compiled_only, pytest.mark.seconds(1800)]

QUICK = "6,33"
"""Six players, four of them bots: half as long as a game of two, whose monkeys act all the time."""
GAMES = os.environ.get("ALHAMBRA_MONKEYS")
SEEDS = os.environ.get("ALHAMBRA_SEEDS", f"1-{GAMES}" if GAMES else QUICK)
OUT = ROOT / "build" / "monkey"
STEPS = 60


def seeds_in(chosen: str) -> list[int]:
    """The seeds in a list of numbers and ranges."""
    ranges = [part.partition("-") for part in chosen.split(",")]
    return [seed for first, _, last in ranges for seed in range(int(first), int(last or first) + 1)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    wished = metafunc.config.getoption("--seed")
    metafunc.parametrize("seed", seeds_in(SEEDS) if wished is None else [wished])


async def test_a_game_of_monkeys(house: House, seed: int, pytestconfig: pytest.Config) -> None:
    snapshots = pytestconfig.getoption("--snapshots")
    await MonkeyGame(house, seed, OUT / f"seed-{seed}", snapshots=snapshots).play()


async def test_a_monkey_on_all_screens(house: House, seed: int) -> None:
    """Lessons, puzzles, the daily deal, a replay, its review and tables with bots."""
    rng = random.Random(seed)
    viewport, language = rng.choice((LAPTOP, PHONE)), rng.choice(LANGUAGES)
    person = await house.arrives(viewport=viewport, locale=language)
    await person.asks("me", {"name": "Ana"})
    record = (positions.RECORDS / "2p-gifts.alhambra").read_text(encoding="utf-8")
    game = (await person.asks("records", {"text": record}))["id"]
    await Wanderer(person, game, rng).wander(STEPS)
