"""Golden choices: what each bot plays in the positions of ``tests/perft``.

After a change that is meant to change how a bot plays, write them anew and look at the difference:

    python tests/bots/write_choices.py
"""

import random
from collections.abc import Iterator
from pathlib import Path

from alhambra import Record, evaluate
from alhambra.bots import bot_named, never

HERE = Path(__file__).parent
CHOICES = HERE / "choices.txt"
POSITIONS = HERE.parent / "perft"
BOTS = ("greedy", "greedy:best=3", "search:40", "champion", "champion:search")


def choices(position: str, bots: tuple[str, ...] = BOTS) -> Iterator[str]:
    """A line for each bot, and one with the expected shares of the win."""
    game = Record.load(POSITIONS / f"{position}.alhambra").replay()
    view = game.view(None if game.is_over else game.seat)
    if not game.is_over:
        for bot in bots:
            action = bot_named(bot).choose(view, rng=random.Random(1), stop=never)
            yield f"{position} {bot} {action}"
    shares = " ".join(f"{seat.share:.4f}" for seat in evaluate(view).seats)
    yield f"{position} shares {shares}"


def positions() -> list[str]:
    """The names of all positions."""
    return sorted(file.stem for file in POSITIONS.glob("*.alhambra"))


if __name__ == "__main__":
    lines = [line for position in positions() for line in choices(position)]
    CHOICES.write_text("\n".join(lines) + "\n", encoding="utf-8")
