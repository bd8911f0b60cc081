"""Random legal play through the real controls, whole games.

pytest tests/web/test_monkey.py --seed 17 --headed    # one game, to watch
ALHAMBRA_MONKEYS=100 pytest -vv tests/web/test_monkey.py
ALHAMBRA_SEEDS=3,17,40-60 pytest -vv tests/web/test_monkey.py    # these of them
"""

import os

import pytest

from web.browsing import ROOT, House
from web.monkey_game import MonkeyGame

pytestmark = [pytest.mark.compiled_only, pytest.mark.seconds(1800)]

GAMES = int(os.environ.get("ALHAMBRA_MONKEYS", "2"))
SEEDS = os.environ.get("ALHAMBRA_SEEDS", f"1-{GAMES}")
OUT = ROOT / "build" / "monkey"


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
