"""The same seed gives the same choices as before, and the same weights the same shares."""

import pytest

from bots.write_choices import BOTS, CHOICES, choices, positions

INTERPRETED = ("greedy", "champion")  # quick enough
KEPT = CHOICES.read_text(encoding="utf-8").splitlines()


def by_bot(lines: list[str]) -> dict[str, str]:
    """What follows the name of each bot."""
    return dict(line.split(" ", 2)[1:] for line in lines)


def numbers(shares: str) -> list[float]:
    return [float(share) for share in shares.split()]


@pytest.mark.parametrize("position", positions())
def test_every_bot_chooses_as_it_did(position: str, interpreted: bool) -> None:
    bots = INTERPRETED if interpreted else BOTS
    kept = by_bot([line for line in KEPT if line.startswith(f"{position} ")])
    found = by_bot(list(choices(position, bots)))
    assert numbers(found.pop("shares")) == pytest.approx(numbers(kept.pop("shares")), abs=2e-4)
    assert found == {bot: kept[bot] for bot in bots if bot in kept}


def test_every_position_is_kept() -> None:
    assert sorted({line.split()[0] for line in KEPT}) == positions()
